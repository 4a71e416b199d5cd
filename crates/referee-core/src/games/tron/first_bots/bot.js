// A first bot for Tron: it moves along walls and trails.
const input = require("readline").createInterface({ input: process.stdin });
const lines = input[Symbol.asyncIterator]();

// This reads the numbers of the next line. The program ends when its input ends.
async function read() {
  const { value, done } = await lines.next();
  if (done) process.exit();
  return value.split(" ").map(Number);
}

async function main() {
  // The game begins with the size of the grid, the number of players, and the own number.
  const [width, height, players, me] = await read();
  const owner = {}; // By cell: whose trail is on it.

  // These are the free cells beside a cell, with the words for them.
  function around([x, y]) {
    const beside = { UP: [x, y - 1], DOWN: [x, y + 1], LEFT: [x - 1, y], RIGHT: [x + 1, y] };
    const inside = ([i, j]) => i >= 0 && i < width && j >= 0 && j < height;
    return Object.entries(beside).filter(([, cell]) => inside(cell) && !(cell in owner));
  }

  while (true) {
    // Each turn tells where all cycles are; -1 -1 is one that is out, whose trail vanishes.
    const places = [];
    while (places.length < players) places.push(await read());
    places.forEach((place, player) => (owner[place] = player));
    for (const cell in owner) if (places[owner[cell]][0] < 0) delete owner[cell];

    // Your ideas go here. This bot likes a free cell with few free cells beside it, but at least one.
    const free = around(places[me]);
    const room = ([, cell]) => around(cell).length || 9;
    free.sort((one, other) => room(one) - room(other));
    if (process.argv.includes("--verbose")) console.error("at", places[me], "free", free.join(" "));
    console.log(free.length ? free[0][0] : "UP"); // The answer is one line.
  }
}
main();
