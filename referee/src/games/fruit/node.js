// Plays a contest bot over the line protocol. PRELUDE is set by whoever runs this.
const fs = require('fs'), path = require('path'), vm = require('vm');
const MOVES = [null, 'EAST', 'NORTH', 'WEST', 'SOUTH', 'TAKE', 'PASS'];
const file = process.argv[process.argv.length - 1];

let input = '', traced = 0;
const chunk = Buffer.alloc(65536);
function line() {
  let end;
  while ((end = input.indexOf('\n')) < 0) {
    const length = fs.readSync(0, chunk, 0, chunk.length, null);
    if (length === 0) process.exit(0);
    input += chunk.toString('latin1', 0, length);
  }
  const text = input.slice(0, end);
  input = input.slice(end + 1);
  return text;
}
const numbers = () => line().split(' ').map(Number);
const halves = () => numbers().map((count) => count / 2);

function trace(text) {
  for (const each of String(text).split('\n')) {
    if (each.length > 1024 || traced + each.length + 1 > 16384) continue;
    traced += each.length + 1;
    fs.writeSync(2, each + '\n');
  }
}

if (line() !== 'fruit 1') throw new Error('this is not the protocol `fruit 1`');
const [width, height] = numbers(), totals = numbers();

// Whatever the script can touch is made inside its own world, from text.
const world = vm.createContext(Object.create(null));
const parse = vm.runInContext('JSON.parse', world);
const inside = (value) => parse(JSON.stringify(value));
const set = vm.runInContext(PRELUDE, world)(width, height, inside(totals), trace, Math.random);
let loaded = false;

// The first lines of what a bot throws are its own; the rest is about this program.
process.on('uncaughtException', (error) => {
  const text = error && typeof error.stack === 'string' ? error.stack : `threw ${typeof error} ${
    typeof error === 'object' ? '' : String(error)}`;
  fs.writeSync(2, text.split('\n').slice(0, 6).join('\n').slice(0, 1000) + '\n');
  process.exit(1);
});

for (;;) {
  const rows = [];
  for (let y = 0; y < height; y++) rows.push(line());
  const board = [];
  for (let x = 0; x < width; x++) board.push(rows.map((row) => row[x] === '.' ? 0 : +row[x]));
  const [x, y, its_x, its_y] = numbers(), mine = halves(), theirs = halves();
  set(inside(board), x, y, its_x, its_y, inside(mine), inside(theirs));
  if (!loaded) {
    loaded = true;
    vm.runInContext(fs.readFileSync(file, 'utf8'), world, { filename: path.basename(file) });
    vm.runInContext("if (typeof new_game === 'function') new_game();", world);
  }
  const answer = vm.runInContext('make_move()', world);
  const word = typeof answer === 'number' && MOVES[answer];
  fs.writeSync(1, (word || JSON.stringify(String(typeof answer === 'object' ? 'object' : answer))
    .slice(0, 200)) + '\n');
}
