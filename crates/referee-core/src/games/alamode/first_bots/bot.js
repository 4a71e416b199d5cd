// A first bot for Code à la Mode: it prepares the foods of the oldest order one by one and serves it.
const input = require("readline").createInterface({ input: process.stdin });
const lines = input[Symbol.asyncIterator]();

// By food: the machine to use with each item in the hand, by its letter in the kitchen.
const RECIPES = {
  CHOPPED_STRAWBERRIES: { NONE: "S", STRAWBERRIES: "C" },
  CROISSANT: { NONE: "H", DOUGH: "O" },
  TART: { NONE: "H", DOUGH: "C", CHOPPED_DOUGH: "B", RAW_TART: "O" },
};
const CRATES = { ICE_CREAM: "I", BLUEBERRIES: "B" }; // These go straight from the crate onto a dish.
const BAKED = { DOUGH: "CROISSANT", RAW_TART: "TART" }; // A food in the oven, and what it becomes.

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

// This is the letter or the table to use next for an order; nothing if the hand does not suit it.
function nextUse(order, hand, oven, items) {
  const foods = order.split("-").slice(1);
  const suits = (item) => /^DISH/.test(item) && item.split("-").slice(1).every((food) => foods.includes(food));
  const table = items.find(([column, row, item]) => suits(item));
  const dish = /^DISH/.test(hand) ? hand : table ? table[2] : "";
  const missing = foods.filter((food) => !dish.split("-").includes(food));
  const recipes = missing.filter((food) => food in RECIPES).map((food) => RECIPES[food]);
  if (suits(hand)) return recipes.length ? "#" : missing.length ? CRATES[missing[0]] : "W";
  if (missing.includes(hand) || (hand === "NONE" && !recipes.length)) return table || "D";
  if (hand === "NONE" && missing.includes(BAKED[oven] || oven)) return "O";
  return recipes.map((recipe) => recipe[hand]).find(Boolean);
}

async function main() {
  // The game begins with all customers (an order and its award) and the kitchen.
  const customers = await readLines(Number(await read()));
  const kitchen = (await readLines(7)).map(([row]) => row);

  while (true) {
    // Each turn has both chefs, the items on the tables, the oven, and the waiting customers.
    const turnsLeft = Number(await read());
    const [x, y, hand] = await read();
    const [partnerX, partnerY, partnerHand] = await read();
    const items = await readLines(Number(await read()));
    const [oven, ovenTimer] = await read();
    const waiting = await readLines(Number(await read()));
    // Your ideas go here. Whatever suits no order goes to the window or onto a table.
    const uses = waiting.map(([order]) => nextUse(order, hand, oven, items)).filter(Boolean);
    const use = uses[0] || (/^DISH/.test(hand) ? "W" : "#");
    const isFull = (i, j) => items.some(([column, row]) => column == i && row == j);
    const places = kitchen.flatMap((row, j) => [...row].flatMap((it, i) => (it === use && !isFull(i, j) ? [[i, j]] : [])));
    const distance = ([i, j]) => Math.abs(i - x) + Math.abs(j - y);
    const [i, j] = places.sort((one, other) => distance(one) - distance(other))[0] || use;
    if (process.argv.includes("--verbose")) console.error("hand", hand, "wanted", waiting.join(" "), "->", use);
    console.log(`USE ${i} ${j}`); // The answer is one line: MOVE x y, USE x y or WAIT.
  }
}
main();
