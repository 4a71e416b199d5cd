// A first bot for Ocean of Code: it goes where it has not been and charges torpedoes.
const input = require("readline").createInterface({ input: process.stdin });
const lines = input[Symbol.asyncIterator]();
const STEPS = { N: [0, -1], E: [1, 0], S: [0, 1], W: [-1, 0] };

// This reads the words of the next line. The program ends when its input ends.
async function read() {
  const { value, done } = await lines.next();
  if (done) process.exit();
  return value.split(" ");
}

async function main() {
  // The game begins with the map. The answer is a starting cell.
  const [width, height, me] = (await read()).map(Number);
  const water = new Set();
  for (let y = 0; y < height; y++) {
    const [row] = await read();
    for (let x = 0; x < width; x++) if (row[x] === ".") water.add(x + " " + y);
  }
  console.log([...water][0]);

  const trail = new Set(); // A submarine may not enter these cells until it surfaces.

  // These are the cells beside a cell that the submarine may enter, with the letters of the steps.
  function ways(x, y) {
    const beside = Object.entries(STEPS).map(([name, [dx, dy]]) => [name, [x + dx, y + dy]]);
    return beside.filter(([, cell]) => water.has(cell.join(" ")) && !trail.has(cell.join(" ")));
  }

  while (true) {
    // Each turn has three lines. The first one has the own cell, the lives and the charges.
    const [x, y, lives, enemyLives, torpedo, sonar, silence, mine] = (await read()).map(Number);
    const sonarAnswer = await read();
    const enemyOrders = await read();

    // Your ideas go here: for example, a torpedo is ready when `torpedo` is 0.
    trail.add(x + " " + y);
    // The cell with the fewest ways on is the best, because the trail then becomes long.
    const after = ([, cell]) => ways(...cell).length;
    const [best] = ways(x, y).sort((one, other) => after(one) - after(other));
    if (!best) trail.clear();
    const order = best ? `MOVE ${best[0]} TORPEDO` : "SURFACE";
    if (process.argv.includes("--verbose")) console.error("at", x, y, "enemy", ...enemyOrders, "->", order);
    console.log(order); // The answer is one line of orders.
  }
}
main();
