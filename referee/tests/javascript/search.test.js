import assert from "node:assert/strict";
import { test } from "node:test";

import { beliefErrors, ownErrors } from "../../src/pages/belief.js";
import { commandsAt, quoted } from "../../src/pages/commands.js";
import { placesOf } from "../../src/pages/search.js";

const said = (seat, more = {}) => ({ seat, turn: 1, line: 2, sent: [], got: [], stderr: [], millis: null, fault: null, ...more });

test("words are found where they were read, answered or written", () => {
  const frames = [{ said: [] }, { said: [said(0, { sent: [0], got: [1] }), said(1, { stderr: [1] })] }, { said: [said(0, { got: [2] })] }];
  const film = { texts: ["15 15 0", "MOVE N", "torpedo 3 4"], frames };
  const places = (words) => placesOf(film, words).map(({ frame, seat, what }) => [frame, seat, what]);
  assert.deepEqual(places("move"), [[1, 0, "answered"], [1, 1, "wrote"]]);
  assert.deepEqual(places(" TORPEDO "), [[2, 0, "answered"]]);
  assert.deepEqual(places("15 15"), [[1, 0, "read"]]);
  assert.deepEqual([places(""), places("sonar")], [[], []]);
  const long = { texts: ["x"], frames: Array.from({ length: 300 }, () => ({ said: [said(0, { got: [0] })] })) };
  assert.equal(placesOf(long, "x").length, 201);
});

test("commands name the recording, the bot, the seat and the turn", () => {
  const film = { recording: "my games/o.jsonl", time: "turn", frames: [{ turn: 0, said: [] }, { turn: 7, said: [said(1, { got: [0] })] }] };
  assert.deepEqual(commandsAt(film, 1, 1, "ocean --nodes 500").map(([, command]) => command), [
    "referee redrive 'my games/o.jsonl' 'ocean --nodes 500' --seat 1 --turn 7",
    "referee redrive 'my games/o.jsonl' 'ocean --nodes 500' --seat 1 --turn 7 --keep o-b7.jsonl",
    "referee show 'my games/o.jsonl' --turn 7 --seat 1",
  ]);
  assert.deepEqual(commandsAt(film, 1, 0, "x").map(([, command]) => command), ["referee show 'my games/o.jsonl' --turn 7"]);
  assert.equal(quoted("it's"), "'it'\\''s'");
  assert.equal(quoted("@final"), "@final");
});

test("a belief is as far off as its tiles are from the piece, by their heat", () => {
  const things = [{ at: [2, 0], shape: "submarine", seat: 1 }];
  const known = [[1, { heat: [[0, 0], "3.1"] }], [0, { heat: [[0, 0], "9"] }]];
  const film = { things, frames: [{ things: [0], known }, { things: [0], known: [] }, { things: [], known }, { things: [0], known: [[1, { heat: [[2, 0], "4"] }]] }] };
  assert.deepEqual(beliefErrors(film, 1), [1.5, null, null, 0]);
  const drew = { things: [], known: [], said: [said(0, { thoughts: [{ heat: [[0, 0], "11"] }, { value: ["x", 1] }] })] };
  const own = { things, frames: [{ things: [0], known: [], said: [] }, drew, { ...drew, said: [said(0)] }] };
  assert.deepEqual(ownErrors(own, 0), [null, 1.5, null], "the tile is that of the frame before");
});
