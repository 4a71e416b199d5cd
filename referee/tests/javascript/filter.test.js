import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { isWanted, ordered } from "../../src/pages/filter.js";

const anything = { bot: "", seat: "", result: "", fault: "", seed: "", least: "", most: "", kept: "" };
const game = {
  number: 1, seed: "1234", bots: ["a", "b"], scores: [1, 2], ranks: [2, 1], turns: 30, faults: [[0, "timeout"]],
  overloaded: false, slowest: [], again: "",
};

test("a game passes the same filters as in the dashboard", () => {
  const cases = JSON.parse(readFileSync(new URL("filter.json", import.meta.url), "utf8"));
  for (const [filter, passes] of cases) assert.equal(isWanted(game, { ...anything, ...filter }), passes, JSON.stringify(filter));
});

test("a shared first rank is a draw, not a win", () => {
  const drawn = { ...game, ranks: [1, 1] };
  const passing = ["won", "drawn", "lost"].filter((result) => isWanted(drawn, { ...anything, result }));
  assert.deepEqual(passing, ["drawn"]);
});

test("overload and a kept recording can be asked for", () => {
  assert.ok(isWanted({ ...game, overloaded: true }, { ...anything, fault: "overload" }));
  assert.ok(isWanted({ ...game, recording: "r" }, { ...anything, kept: "some" }));
});

test("games are ordered as in the dashboard", () => {
  const cases = JSON.parse(readFileSync(new URL("order.json", import.meta.url), "utf8"));
  const fault = [0, "timeout"];
  const rows = [
    [1, "tron", "10", 5, "sunk", 300, [], ["b", "a"], [1, 1]],
    [2, "karo", "9", 30, "all-dead", 70, [fault], ["a", "b"], [3, 9]],
    [3, "fruit", "-10", 7, "sunk", 80, [fault, fault], ["b", "a"], [1, 1]],
    [4, "karo", "!", 7, undefined, 90, [], ["a", "b"], [5, 2]],
  ].map(([number, contest, seed, turns, end, slowest, faults, bots, scores]) =>
    ({ ...game, number, game: contest, seed, turns, end, slowest: [slowest, 1], faults, bots, scores }));
  for (const [order, numbers] of cases) {
    assert.deepEqual(ordered(rows, order).map((row) => row.number), numbers, JSON.stringify(order));
  }
});

test("points that a number would round are ordered as whole numbers", () => {
  const rows = ["9007199254740995", 7, "-9007199254740993", "9007199254740994"]
    .map((score, at) => ({ ...game, number: at, scores: [score, 0] }));
  assert.deepEqual(ordered(rows, { by: "bots", order: "up" }).map((row) => row.number), [2, 1, 3, 0]);
});
