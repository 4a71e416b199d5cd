import assert from "node:assert/strict";
import { test } from "node:test";

import { botColors } from "../../src/pages/botcolors.js";
import { namedSeats, turnsText } from "../../src/pages/gamelist.js";
import { sideRows } from "../../src/pages/sidebyside.js";
import { shortNumber } from "../../src/pages/numbers.js";
import { keyOf, sortedRows } from "../../src/pages/sorting.js";
import { eloInWords, leftInWords, pointsName, roughly, shareDone } from "../../src/pages/verdict.js";

test("a bot has the same colour on every page, and no other bot of the page has it", () => {
  const names = ["@greedy", "@mo", "@random", "ocean", "new", "old", "v1", "v2", "a", "b", "c", "d"];
  const color = botColors(names);
  assert.equal(new Set(names.map(color)).size, 12);
  assert.deepEqual(names.map(botColors(names.toReversed())), names.map(color));
  const alone = names.map((name) => botColors([name])(name));
  assert.ok(alone.every((own) => /^bot([0-9]|1[01])$/.test(own)));
  // Few have to give way.
  const few = botColors(["@greedy", "@mo", "@random"]);
  assert.ok(["@greedy", "@mo", "@random"].filter((name) => few(name) === botColors([name])(name)).length >= 2);
  const many = Array.from({ length: 40 }, (_, at) => "bot " + at);
  assert.deepEqual(many.map(botColors(many)), many.map((name) => botColors([name])(name)));
});

test("the fewer bots a page has, the farther apart are their colours", () => {
  const hue = (name) => Number(name.slice(3));
  const least = (names) => {
    const hues = names.map(botColors(names)).map(hue);
    const steps = (one, other) => Math.min(Math.abs(one - other), 12 - Math.abs(one - other));
    return Math.min(...hues.flatMap((one, at) => hues.slice(at + 1).map((other) => steps(one, other))));
  };
  for (let number = 0; number < 200; number++) {
    const names = (count) => Array.from({ length: count }, (_, at) => "v" + number + "." + at);
    assert.ok(least(names(2)) >= 3 && least(names(3)) >= 3 && least(names(4)) >= 2, String(number));
    assert.ok(least(names(12)) === 1);
  }
});

test("cells are ordered as numbers where they begin with one", () => {
  assert.deepEqual(["12.5 %", "+3", "-4 [-9, 1]", "a 3", "–", 7].map(keyOf), [12.5, 3, -4, "a 3", null, 7]);
  assert.deepEqual(["-∞ [-∞, +22]", "+∞"].map(keyOf), [-Infinity, Infinity]);
  assert.deepEqual(["2e.jsonl", "1.0.2", "12kg"].map(keyOf), ["2e.jsonl", "1.0.2", "12kg"]);
  assert.deepEqual([12_345, 1e-7, -20_400, 0.5].map(shortNumber).map(keyOf), [12_000, 1e-7, -20_000, 0.5]);
  assert.deepEqual(sortedRows([["2. a"], ["1. b"], ["10. 3"]], 0, "down"), [["10. 3"], ["2. a"], ["1. b"]]);
  const rows = [["a", "9"], ["b", "–"], ["c", "10"], ["d", "x"], ["e", "9"]];
  const names = (direction) => sortedRows(rows, 1, direction).map(([name]) => name).join("");
  assert.equal(names("up"), "aecdb");
  assert.equal(names("down"), "caedb");
});

const open = { state: "open", words: "", games: 300, left: [200, 3200], elo: null, pairs: [], faults: [] };

test("an open test says how much of it is done", () => {
  assert.equal(shareDone(open), 300 / 1100);
  assert.equal(shareDone({ ...open, left: null }), null);
  assert.equal(leftInWords({ ...open, left: [234, 3271] }), "300 games done, probably 230 to 3300 left");
  assert.equal(leftInWords({ ...open, games: 1, left: null }), "1 game done; too few to say how many are left");
  assert.equal(leftInWords({ ...open, left: null }), "300 games done; too few to say how many are left");
  // A run that ended because a bot was thrown out leaves nothing to say of the rest.
  assert.equal(leftInWords({ ...open, left: null, faults: ["b was first thrown out"] }), "300 games done");
  assert.equal(leftInWords({ ...open, state: "accepted" }), "");
  assert.deepEqual([0, 7, 64, 128, 99_999].map(roughly), ["0", "7", "64", "130", "100000"]);
});

test("an infinite Elo has its sign", () => {
  assert.equal(eloInWords([12.3, -4, null]), "+12 [-4, +∞]");
  assert.equal(eloInWords([null, 20.6, null]), "+∞ [+21, +∞]");
  assert.equal(eloInWords(null), "–");
});

test("half points have names", () => {
  assert.deepEqual([0, 1, 2, 3, 4].map(pointsName), ["0", "½", "1", "1½", "2"]);
});

test("two bots stand side by side", () => {
  const conduct = { p50: 1000, p99: 2500, max: 9000, percent_of_limit: 12, faults: [["timeout", 2], ["crash", 1]], games: 8 };
  const elo = (value) => ({ value, low: null, high: null });
  const value = { name: "depth", seat: null, games: 1, deviation: null, least: 1, most: 2, texts: {} };
  const data = {
    bots: ["a", "b"], conduct: [conduct, { ...conduct, faults: [] }], lost_seeds: [{ bot: "b", count: 3, of: 4, seeds: [] }],
    report: {
      bots: [
        { bot: "a", elo: elo(10), points: 0.6, points_against: { b: 0.75 }, mean_score: 3 },
        { bot: "b", elo: elo(null), points: null, points_against: { a: 0.25 }, mean_score: null },
      ],
      values: [{ ...value, bot: "a", mean: 4 }, { ...value, bot: null, mean: 9 }, { ...value, bot: "a", seat: 1, mean: 7 }],
    },
  };
  const rows = new Map(sideRows(data, ["a", "b"]).map(([name, ...values]) => [name, values]));
  assert.deepEqual(rows.get("Elo"), ["+10", "–"]);
  assert.deepEqual(rows.get("points against the other"), ["75.0 %", "25.0 %"]);
  assert.deepEqual(rows.get("faults"), ["3", "0"]);
  assert.deepEqual(rows.get("seeds on which it always lost"), ["0", "3"]);
  assert.deepEqual(rows.get("depth, mean"), ["4", "–"]);
  assert.deepEqual(sideRows(data, ["b", "a"])[0], ["Elo", "–", "+10"]);
});

test("a recording that does not end has no length", () => {
  assert.equal(turnsText({ ranks: [2, 1], turns: 0 }), 0);
  assert.equal(turnsText({ ranks: [], turns: 0 }), "–");
});

test("of two hundred players, the row of a game names the best", () => {
  const bots = Array.from({ length: 200 }, () => "a");
  const ranks = bots.map((_, seat) => 200 - seat);
  assert.deepEqual(namedSeats({ bots, ranks }), Array.from({ length: 12 }, (_, at) => 188 + at));
  assert.deepEqual(namedSeats({ bots: ["a", "b", "c"], ranks: [3, 1, 2] }), [0, 1, 2]);
  assert.deepEqual(namedSeats({ bots: ["a", "b"], ranks: [] }), [0, 1], "a game that is not over");
});
