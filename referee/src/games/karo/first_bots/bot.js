// A first bot for the race: it drives slowly to the cells that it has visited least.
const input = require("readline").createInterface({ input: process.stdin });
const lines = input[Symbol.asyncIterator]();

// This reads the words of the next line. The program ends when its input ends.
async function read() {
  const { value, done } = await lines.next();
  if (done) process.exit();
  return value.split(" ");
}

// This reads a list. The line before it ends with the number of its lines.
async function readList() {
  const list = [];
  for (let count = (await read()).pop(); list.length < count; ) list.push(await read());
  return list;
}

async function main() {
  // The game begins with eleven settings and the map.
  const settings = [];
  while (settings.length < 11) settings.push(await read());
  const rows = await readList();
  const visits = {};
  while (true) {
    // Each turn has its number, the new records, all players, and the possible moves.
    const [, turn] = await read();
    const [records, players, candidates] = [await readList(), await readList(), await readList()];
    const moves = candidates.map((words) => words.map(Number)).filter((words) => words[4] === 1);
    // Your ideas go here. This bot likes slow moves, because they are safe, to new cells.
    const rate = ([x, y, xv, yv]) =>
      1e6 * (Math.max(Math.abs(xv), Math.abs(yv)) || 99) + (visits[[x, y]] || 0);
    const [x, y, xv, yv] = moves.reduce((best, move) => (rate(move) < rate(best) ? move : best));
    visits[[x, y]] = (visits[[x, y]] || 0) + 1;
    // The answer is one line: a start cell on the first turn, a move on all others.
    console.log(turn === "1" ? `START ${x} ${y}` : `MOVE ${x} ${y} ${xv} ${yv}`);
  }
}
main();
