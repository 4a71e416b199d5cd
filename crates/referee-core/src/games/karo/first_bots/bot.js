// A first bot for the race: it tries all ways of driving four moves on and takes the one that comes nearest to its goal.
const input = require("readline").createInterface({ input: process.stdin });
const lines = input[Symbol.asyncIterator]();
const FASTEST = 3; // The greatest speed in each direction. Faster cars need to look further ahead.
const CHANGES = [-1, 0, 1].flatMap((x) => [-1, 0, 1].map((y) => [x, y]));

// This reads the words of the next line. The program ends when its input ends.
async function read() {
  const { value, done } = await lines.next();
  if (done || value === "over") process.exit();
  return value.split(" ");
}

// This reads a line with a word and a number, and this number of lines.
async function readList() {
  const list = [];
  for (let count = Number((await read())[1]); count > 0; count--) list.push(await read());
  return list;
}

async function main() {
  // The game begins with some settings, each a word with its values, and the map as the last one.
  const settings = {};
  while (!settings.map) {
    const [name, ...values] = await read();
    settings[name] = values;
  }
  const [width, height] = settings.map.map(Number);
  const me = Number(settings.seats[1]);
  const rows = [];
  while (rows.length < height) rows.push((await read())[0]);
  const isRoad = (x, y) => /[OSF.1-9]/.test((rows[y] || "")[x] || "");
  let steps; // From each cell to the nearest goal, by y * width + x.

  function findSteps(goals) {
    steps = {};
    const cells = [];
    const reach = (x, y, count) => {
      if (!isRoad(x, y) || y * width + x in steps) return;
      steps[y * width + x] = count;
      cells.push([x, y, count]);
    };
    rows.forEach((row, y) => [...row].forEach((letter, x) => goals.includes(letter) && reach(x, y, 0)));
    for (const [x, y, count] of cells) for (const [dx, dy] of CHANGES) reach(x + dx, y + dy, count + 1);
  }

  // This is the distance from the goal after a move to x y and some more moves; less is better.
  function rating(x, y, xv, yv, moves) {
    if (Math.max(Math.abs(xv), Math.abs(yv)) > FASTEST || (!xv && !yv)) return 999;
    // The cells under the move. The site's rule is more exact, but this is nearly the same.
    const part = (speed, i) => Math.floor((speed * i + 3) / 6);
    const way = [0, 1, 2, 3, 4, 5].map((i) => [x - part(xv, i), y - part(yv, i)]);
    if (!way.every(([i, j]) => isRoad(i, j))) return 999;
    if (way.some(([i, j]) => steps[j * width + i] === 0)) return -moves;
    if (moves === 0) return steps[y * width + x] ?? 998;
    const next = CHANGES.map(([dx, dy]) => [xv + dx, yv + dy]);
    return Math.min(...next.map(([dx, dy]) => rating(x + dx, y + dy, dx, dy, moves - 1)));
  }

  while (true) {
    // Each turn has the new records, all players, and the possible moves; the rules forbid those that end in 0.
    const isStart = (await read())[1] === "1";
    const [records, players, candidates] = [await readList(), await readList(), await readList()];
    const moves = candidates.map((move) => move.map(Number)).filter((move) => move[4] === 1);

    // Your ideas go here. The goals are the checkpoints that are still missing, and then the finish.
    const missing = settings.checkpoints.filter((number) => !players[me][5].includes(number));
    findSteps(missing.length ? missing : ["F"]);
    let [best, least] = [moves[0], Infinity];
    for (const [x, y, xv, yv] of moves) {
      const value = isStart ? steps[y * width + x] ?? 998 : rating(x, y, xv, yv, 3);
      if (value < least) [best, least] = [[x, y, xv, yv], value];
    }
    const answer = isStart ? `START ${best[0]} ${best[1]}` : "MOVE " + best.slice(0, 4).join(" ");
    if (process.argv.includes("--verbose")) console.error("missing", missing.join(" "), "rating", least, "->", answer);
    console.log(answer); // The answer is one line: START x y on the first turn, MOVE x y xv yv on all others.
  }
}
main();
