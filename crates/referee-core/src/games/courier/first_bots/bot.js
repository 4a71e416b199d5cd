// A first bot for the couriers: it walks to the nearest home base, picks up packages, and delivers them.
const input = require("readline").createInterface({ input: process.stdin });
const lines = input[Symbol.asyncIterator]();
const STEPS = { N: [0, 1], E: [1, 0], S: [0, -1], W: [-1, 0] }; // The first row is the southern one.

// This reads the words of the next line. The program ends with its input, or at a text.
async function read() {
  const { value, done } = await lines.next();
  if (done || /^[A-Za-z]/.test(value)) process.exit();
  return value.split(" ").filter((word) => word);
}

async function main() {
  // The game begins with the map (south first), the own robot, and the tiles of all robots.
  console.log("Player");
  const [width, height] = (await read()).map(Number);
  const land = new Set(); // Tiles are texts, such as "3 1".
  const bases = new Set(); // Those that may still have packages.
  for (let y = 1; y <= height; y++) {
    const [row] = await read();
    for (let x = 1; x <= width; x++) {
      if (/[.@]/.test(row[x - 1])) land.add(`${x} ${y}`);
      if (row[x - 1] === "@") bases.add(`${x} ${y}`);
    }
  }
  const [me, capacity] = await read();
  let [x, y] = [0, 0];
  const packages = {};
  const cargo = new Set();

  // This is the first step of a shortest way to one of the goals; nothing if there is no way.
  function wayTo(goals) {
    const seen = new Set([`${x} ${y}`]);
    const queue = [[x, y, null]];
    for (const [i, j, first] of queue) {
      if (first && goals.has(`${i} ${j}`)) return first;
      for (const [word, [dx, dy]] of Object.entries(STEPS)) {
        const place = `${i + dx} ${j + dy}`;
        if (!land.has(place) || seen.has(place)) continue;
        seen.add(place);
        queue.push([i + dx, j + dy, first || word]);
      }
    }
    return null;
  }

  while (true) {
    // Each turn has the events of all robots. P adds a package to the cargo, D removes it.
    const words = await read();
    let robot = "";
    words.forEach((word, i) => {
      if (word[0] === "#") robot = word;
      if (robot !== "#" + me) return;
      if (word === "X") x = Number(words[i + 1]);
      if (word === "Y") y = Number(words[i + 1]);
      if (word === "P") cargo.add(words[i + 1]);
      if (word === "D") cargo.delete(words[i + 1]);
      if (word in STEPS) [x, y] = [x + STEPS[word][0], y + STEPS[word][1]];
    });
    // Then it has the packages here: id, destination, weight.
    const here = await read();
    for (let i = 0; i < here.length; i += 4)
      packages[here[i]] = { id: here[i], to: `${here[i + 1]} ${here[i + 2]}`, weight: Number(here[i + 3]) };

    // Your ideas go here: which packages are worth the way?
    const at = `${x} ${y}`;
    const carried = [...cargo].sort().map((id) => packages[id]);
    const arrived = carried.filter((it) => it.to === at);
    let room = Number(capacity);
    for (const it of carried) room -= it.weight;
    const fitting = [];
    for (let i = 0; i < here.length; i += 4) {
      const it = packages[here[i]];
      if (it.weight > room || it.to === at) continue;
      room -= it.weight;
      fitting.push(it);
    }
    if (!here.length || (!fitting.length && !carried.length)) bases.delete(at);
    const way = wayTo(new Set(carried.map((it) => it.to))) || wayTo(bases);
    const ids = (list) => list.map((it) => it.id).join(" ");
    let action = way ? "Move " + way : "Drop";
    if (fitting.length) action = "Pick " + ids(fitting);
    if (arrived.length) action = "Drop " + ids(arrived);
    if (process.argv.includes("--verbose")) console.error("at", at, "with", ids(carried), "->", action);
    console.log("1 " + action); // The answer is one line: a bid and an action.
  }
}
main();
