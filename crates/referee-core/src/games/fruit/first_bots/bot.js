// A first bot for the fruit hunt: it goes to the nearest fruit and takes it.
const input = require("readline").createInterface({ input: process.stdin });
const lines = input[Symbol.asyncIterator]();

// This reads the words of the next line. The program ends when its input ends.
async function read() {
  const { value, done } = await lines.next();
  if (done) process.exit();
  return value.split(" ");
}

async function main() {
  // The game begins with its name, the size of the board, and the pieces of each category.
  const [name, version] = await read();
  const [width, height, categories] = (await read()).map(Number);
  const pieces = (await read()).map(Number);

  while (true) {
    // Each turn has the board, the cells of both robots, and their fruit (in halves).
    const rows = [];
    while (rows.length < height) rows.push((await read())[0]);
    const [x, y, enemyX, enemyY] = (await read()).map(Number);
    const mine = (await read()).map(Number);
    const theirs = (await read()).map(Number);

    // Your ideas go here: which fruit is worth the way?
    let [best, answer] = [Infinity, "PASS"];
    for (let j = 0; j < height; j++)
      for (let i = 0; i < width; i++) {
        const distance = Math.abs(i - x) + Math.abs(j - y);
        if (rows[j][i] === "." || distance >= best) continue;
        best = distance;
        answer = i > x ? "EAST" : i < x ? "WEST" : j > y ? "SOUTH" : j < y ? "NORTH" : "TAKE";
      }
    if (process.argv.includes("--verbose")) console.error("at", x, y, "mine", mine.join(" "), "->", answer);
    console.log(answer); // The answer is one line.
  }
}
main();
