import assert from "node:assert/strict";
import { test } from "node:test";

import { answers, decisiveWords, leads, parting, recolored, seatsInFirst } from "../../src/pages/parting.js";

const said = (seat, ...got) => ({ seat, got });
const frame = (said_, things = [], measures = [[0, 0]]) => ({ said: said_, rows: [0], board: [], things, ways: [], measures });
const film = (players, frames) => ({
  players, frames, texts: ["..", "MOVE", "WAIT"], things: [{ at: [0, 0], seat: 0 }, { at: [1, 0], seat: 1 }, { at: [1, 0] }],
});

test("two games part where a seat answers otherwise", () => {
  const first = film(["a", "b"], [frame([]), frame([said(0, 1)]), frame([said(0, 1), said(1, 1)])]);
  const second = film(["b", "a"], [frame([]), frame([said(0, 1)]), frame([said(0, 1), said(1, 2)])]);
  assert.deepEqual(answers(first, 1), ["MOVE", undefined]);
  assert.deepEqual(parting(first, second), { frame: 2, seat: 1, other: 1 });
  assert.equal(parting(first, first), null);
});

test("two games part where the pictures differ, or where one ends", () => {
  const first = film(["a", "b"], [frame([]), frame([], [0]), frame([])]);
  assert.deepEqual(parting(first, film(["b", "a"], [frame([]), frame([], [1]), frame([])])), { frame: 1, seat: -1, other: -1 });
  assert.deepEqual(parting(first, film(["b", "a"], first.frames.slice(0, 2))), { frame: 1, seat: -1, other: -1 });
  // The place of a text in its film means nothing.
  const second = { ...film(["b", "a"], first.frames), texts: ["..", "WAIT", "MOVE"] };
  assert.equal(parting(first, second), null);
});

test("players that start at one place part where one of them answers otherwise", () => {
  const things = [{ at: [0, 0], seat: 0, text: "A" }, { at: [1, 0], seat: 1, text: "B" }, { at: [1, 0], seat: 0, text: "A" }, { at: [0, 0], seat: 1, text: "B" }];
  const of = (players, frames) => ({ ...film(players, frames), things });
  const first = of(["a", "b"], [frame([]), frame([said(0, 1), said(1, 2)], [0, 1], [[3, 4]]), frame([said(0, 1), said(1, 2)])]);
  const second = of(["b", "a"], [frame([]), frame([said(0, 2), said(1, 1)], [2, 3], [[4, 3]]), frame([said(0, 1), said(1, 1)])]);
  assert.deepEqual(parting(first, second), { frame: 2, seat: 1, other: 0 });
  const other = of(["b", "a"], [frame([]), frame([said(0, 2), said(1, 1)], [2, 3], [[3, 4]]), ...second.frames.slice(2)]);
  assert.equal(parting(first, other).frame, 1);
});

test("a player keeps its colour in both games", () => {
  assert.deepEqual(seatsInFirst(["a", "b"], ["b", "a"]), [1, 0]);
  assert.deepEqual(seatsInFirst(["a", "b", "a"], ["b", "a", "a"]), [1, 0, 2]);
  const one = film(["b", "a"], [{ ...frame([]), ways: [{ seat: 0, points: [[0, 0]], count: 1 }] }]);
  const other = recolored(one, [1, 0]);
  assert.deepEqual(other.things.map((thing) => thing.seat), [1, 0, undefined]);
  assert.equal(other.frames[0].ways[0].seat, 1);
  assert.equal(one.things[0].seat, 0);
});

test("the lead is over the best other seat", () => {
  const frames = [frame([], [], [[3, 5, 1]]), frame([], [], []), frame([], [], [[null, 1, 2]])];
  assert.deepEqual(leads(film(["a", "b", "c"], frames), 0), [-2, null, null]);
  assert.deepEqual(leads(film(["a", "b", "c"], frames), 1), [2, null, -1]);
});

test("a draw, or a lead from the start, has no turn from which on a lead lasts", () => {
  const of = (decisive) => ({ frames: [frame([]), frame([]), frame([])], names: ["0", "1", "2"], time: "turn", story: { decisive } });
  assert.equal(decisiveWords(of(1)), "the lead that lasts: turn 1");
  assert.equal(decisiveWords(of(2)), "the end: turn 2");
});
