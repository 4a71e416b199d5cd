import assert from "node:assert/strict";
import { test } from "node:test";

import { besides, differences } from "../../src/pages/asking.js";

const said = (seat, turn, got) => ({ seat, turn, line: 2, sent: [], got, stderr: [], millis: null, fault: null });
const film = {
  texts: ["UP", "DOWN"],
  frames: [{ said: [] }, { said: [said(0, 1, [0])] }, { said: [said(1, 1, [1])] }, { said: [said(0, 2, [1])] }, { said: [said(0, 3, [1])] }],
};
const other = (number, line, is_same, fault = null) => [number, { number, lines: line ? [line] : [], fault, is_same }];
const others = new Map([other(1, "DOWN", false), other(2, "DOWN", true), other(3, "", false, "timeout")]);

test("the frames that differ are those of the seat in which the bot answers something else", () => {
  assert.deepEqual(differences(film, 0, others), [1, 4]);
  assert.deepEqual(differences(film, 1, others), [2]);
  assert.deepEqual(differences(film, 0, new Map()), []);
});

test("a frame tells the answer of the bot beside the recorded one", () => {
  assert.equal(besides(film, 1, 0, "@x", others), "@x answers DOWN, where A answered UP");
  assert.equal(besides(film, 3, 0, "@x", others), "@x answers the same: DOWN");
  assert.equal(besides(film, 4, 0, "@x", others), "@x answers (timeout), where A answered DOWN");
  assert.equal(besides(film, 2, 0, "@x", others), "", "the other seat has answered");
});
