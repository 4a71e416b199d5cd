// A first bot for Ocean of Code: it goes where it has not been and charges torpedoes.
const input = require("readline").createInterface({ input: process.stdin });
const lines = input[Symbol.asyncIterator]();
const STEPS = { W: [-1, 0], S: [0, 1], E: [1, 0], N: [0, -1] };

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
  while (true) {
    // Each turn has three lines. The first one has the own cell, the lives and the charges.
    const [x, y, lives, enemyLives, torpedo, sonar, silence, mine] = (await read()).map(Number);
    const sonarAnswer = await read();
    const enemyOrders = await read();

    // Your ideas go here: for example, a torpedo is ready when `torpedo` is 0.
    trail.add(x + " " + y);
    const target = (way) => x + STEPS[way][0] + " " + (y + STEPS[way][1]);
    const way = Object.keys(STEPS).find((way) => water.has(target(way)) && !trail.has(target(way)));
    if (!way) trail.clear();
    console.log(way ? `MOVE ${way} TORPEDO` : "SURFACE"); // The answer is one line of orders.
  }
}
main();
