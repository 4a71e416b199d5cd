// A first bot for the couriers: it wanders about and delivers the packages that it finds.
const lines = require("readline").createInterface({ input: process.stdin })[Symbol.asyncIterator]();

async function read() {
  const { value, done } = await lines.next(); // The program ends with its input, or at a text.
  if (done || /^[A-Za-z]/.test(value)) process.exit();
  return value.split(" ").filter((word) => word);
}

async function main() {
  // The game begins with the map (south first), the own robot, and the tiles of all robots.
  console.log("Player");
  const [rows, [, height]] = [[], await read()];
  while (rows.length < height) rows.push((await read())[0]);
  const [me, capacity, money] = await read();
  let [x, y, robot, packages, cargo] = [0, 0, "", {}, []];
  for (let random = Number(me); ; random = (random * 16807) % 2147483647) {
    // Each turn has all robots' events, and the packages here: id, destination, weight.
    (await read()).forEach((word, i, words) => {
      if (word[0] === "#") robot = word;
      if (robot !== "#" + me) return;
      x = word === "X" ? Number(words[i + 1]) : x + (word === "E") - (word === "W");
      y = word === "Y" ? Number(words[i + 1]) : y + (word === "N") - (word === "S");
      if (word === "P") cargo.push(words[i + 1]);
      if (word === "D") cargo = cargo.filter((id) => id !== words[i + 1]);
    });
    const here = await read();
    here.forEach((id, i) => i % 4 || (packages[id] = here.slice(i + 1, i + 4).map(Number)));
    // Your ideas go here. The answer is one line: a bid and an action.
    const room = cargo.reduce((room, id) => room - packages[id][2], capacity);
    const arrived = cargo.find((id) => packages[id][0] === x && packages[id][1] === y);
    const fits = here.find((id, i) => i % 4 === 0 && packages[id][2] <= room);
    const near = [["N", x, y + 1], ["E", x + 1, y], ["S", x, y - 1], ["W", x - 1, y]];
    const ways = near.filter(([way, x, y]) => rows[y - 1] && ".@".includes(rows[y - 1][x - 1]));
    const move = ways.length ? "Move " + ways[random % ways.length][0] : "Drop";
    console.log("1 " + (arrived ? "Drop " + arrived : fits ? "Pick " + fits : move));
  }
}
main();
