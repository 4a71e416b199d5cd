// This tests BOT.js. Run it with: node --test BOT.test.js
const assert = require("node:assert");
const { execSync } = require("node:child_process");
const test = require("node:test");

const GAME = "PLAY_COMMAND";

test("it plays a game without a fault", () => {
  const { result } = JSON.parse(execSync(GAME, { cwd: __dirname }));
  assert.deepStrictEqual(result.thrown_out ?? [], []);
  // Add what your bot should reach: assert(result.scores[0] > 0);
});
