// Plays a contest bot over the line protocol. PRELUDE and NO_JQUERY are set by whoever runs this.
(function () {
  const fs = require('fs'), path = require('path'), vm = require('vm');
  const { process, Buffer, JSON, String } = globalThis, { random } = Math;
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
  function numbers(divisor) {
    const list = line().split(' ');
    for (let index = 0; index < list.length; index++) list[index] = list[index] / divisor;
    return list;
  }

  function trace(text) {
    const lines = String(text).split('\n');
    for (let index = 0; index < lines.length; index++) {
      const each = lines[index];
      if (each.length > 1024 || traced + each.length + 1 > 16384) continue;
      traced += each.length + 1;
      fs.writeSync(2, each + '\n');
    }
  }

  // The text of a file in UTF-8 or, with a byte order mark, in UTF-16.
  function text_of(bytes) {
    const mark = bytes.length > 1 ? bytes[0] * 256 + bytes[1] : 0;
    const even = bytes.subarray(0, bytes.length - bytes.length % 2);
    const text = mark === 0xfffe ? even.toString('utf16le')
      : mark === 0xfeff ? even.swap16().toString('utf16le') : bytes.toString('utf8');
    return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  }

  if (line() !== 'fruit 1') throw new Error('this is not the protocol `fruit 1`');
  const [width, height] = numbers(1), totals = numbers(1);

  // What a bot throws is written to standard error, and its description as an answer without an end, so that it is
  // in the referee's message.
  process.on('uncaughtException', (error) => {
    const is_error = error !== null && typeof error === 'object' && typeof error.stack === 'string';
    const text = is_error ? error.stack
      : `threw ${typeof error === 'object' ? 'an object' : String(error)}`;
    const lines = text.split('\n');
    fs.writeSync(2, lines.slice(0, 6).join('\n').slice(0, 1000) + '\n');
    let reason = is_error ? `threw ${error.name}: ${error.message}` : text;
    if (/\b(jQuery is not defined)|\$ is not defined/.test(reason)) reason += '; ' + NO_JQUERY;
    fs.writeSync(1, reason.replace(/[\x00-\x1f\x7f]/g, ' ').slice(0, 200));
    process.exit(1);
  });

  // The bot runs in this process's own context, because calls into another one are slow. All names that are not of the
  // language are taken away.
  const names = Object.getOwnPropertyNames(globalThis), script = fs.readFileSync(file);
  const language = vm.runInNewContext('Object.getOwnPropertyNames(globalThis)');
  for (const name of names) if (!language.includes(name)) delete globalThis[name];
  const set = vm.runInThisContext(PRELUDE).call(globalThis, width, height, totals, trace, random);
  let loaded = false, make_move;

  for (;;) {
    const board = [];
    for (let x = 0; x < width; x++) board[x] = [];
    for (let y = 0; y < height; y++) {
      const row = line();
      for (let x = 0; x < width; x++) board[x][y] = row[x] === '.' ? 0 : +row[x];
    }
    const place = numbers(1), mine = numbers(2), theirs = numbers(2);
    set(board, place[0], place[1], place[2], place[3], mine, theirs);
    if (!loaded) {
      loaded = true;
      vm.runInThisContext(text_of(script), { filename: path.basename(file) });
      vm.runInThisContext("if (typeof new_game === 'function') new_game();");
      // Looks the name up in each call, because a bot may redefine it.
      make_move = vm.runInThisContext('(function () { return make_move(); })');
    }
    const answer = make_move();
    const word = typeof answer === 'number' && MOVES[answer];
    fs.writeSync(1, (word || JSON.stringify(String(typeof answer === 'object' ? 'object' : answer))
      .slice(0, 200)) + '\n');
  }
})();
