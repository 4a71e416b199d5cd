// A first bot for Code à la Mode: it fetches a dish and waits.
const input = require("readline").createInterface({ input: process.stdin });
const lines = input[Symbol.asyncIterator]();

// This reads the words of the next line. The program ends when its input ends.
async function read() {
  const { value, done } = await lines.next();
  if (done) process.exit();
  return value.split(" ");
}

// This reads a number of lines.
async function readLines(count) {
  const list = [];
  for (let i = 0; i < count; i++) list.push(await read());
  return list;
}

async function main() {
  // The game begins with all customers (an order and its award) and the kitchen.
  const customers = await readLines(Number(await read()));
  const kitchen = (await readLines(7)).map(([row]) => row);
  const dishwasherY = kitchen.findIndex((row) => row.includes("D"));
  const dishwasherX = kitchen[dishwasherY].indexOf("D");

  while (true) {
    // Each turn has the positions of both chefs, the items on tables, and the waiting orders.
    const turnsLeft = Number(await read());
    const [x, y, hand] = await read();
    const [partnerX, partnerY, partnerHand] = await read();
    const items = await readLines(Number(await read()));
    const [oven, ovenTimer] = await read();
    const waiting = await readLines(Number(await read()));
    // Your ideas go here: a dish can be filled and brought to the window 'W'.
    // The answer is one line: MOVE x y, USE x y or WAIT.
    console.log(hand === "NONE" ? `USE ${dishwasherX} ${dishwasherY}` : "WAIT");
  }
}
main();
