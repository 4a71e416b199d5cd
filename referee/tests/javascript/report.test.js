import assert from "node:assert/strict";
import { test } from "node:test";

import { botColors } from "../../src/pages/botcolors.js";
import { intervalPicture, lineChart, ranges } from "../../src/pages/charts.js";
import { courseCharts, cumulativeTimes, reportCharts } from "../../src/pages/reportcharts.js";
import { comparisonRows, hasGames, pointsAgainst } from "../../src/pages/standing.js";
import { fieldRows, isTry, opponentRows, seedRows } from "../../src/pages/trial.js";
import { valueRows } from "../../src/pages/values.js";
import { testText } from "../../src/pages/verdict.js";

const estimate = (value, low, high) => ({ value, low, high });

test("an infinite Elo has its sign and is not zero", () => {
  const lost = {
    points: 0, points_interval: { low: 0, high: 0.65 }, elo: estimate(null, null, 108), score_difference: estimate(-1, null, null),
  };
  assert.deepEqual(comparisonRows(lost), [
    ["points %", "0.0", "0.0", "65.0"],
    ["Elo", "-∞", "-∞", "+108.0"],
    ["score difference", "-1.00", "-∞", "+∞"],
  ]);
  // One seed: the interval is all numbers, and the value may be either end.
  assert.deepEqual(comparisonRows({ ...lost, elo: estimate(null, null, null) })[1], ["Elo", "–", "-∞", "+∞"]);
  const won = { ...lost, points: 1, elo: estimate(null, 20.5, null), normalised_elo: estimate(12, -3, 30) };
  assert.deepEqual(comparisonRows(won).slice(1, 3), [
    ["Elo", "+∞", "+20.5", "+∞"], ["normalised Elo", "+12.0", "-3.0", "+30.0"],
  ]);
});

test("a bot may have the name of a property of every object", () => {
  const bot = { points_against: JSON.parse('{"__proto__": 0.25}') };
  assert.equal(pointsAgainst(bot, "__proto__"), 0.25);
  assert.equal(pointsAgainst(bot, "constructor"), null);
});

test("a report without a game has no numbers", () => {
  const ladder = (...games) => ({ bots: games.map((count) => ({ bot: "a", games: count })) });
  const empty = [{ bots: ["a", "b"], games: 0 }, { candidate: "a", rounds: 0, games: 2 }, ladder(0, 0)];
  assert.deepEqual(empty.map(hasGames), [false, false, false]);
  const played = [{ bots: ["a", "b"], games: 2 }, { candidate: "a", rounds: 1, games: 8 }, ladder(0, 2, 2)];
  assert.deepEqual(played.map(hasGames), [true, true, true]);
});

test("the test says how far it is", () => {
  const sprt = { by: "points", elo0: 0, elo1: 5, llr: null, bounds: [-2.94, 2.94], finding: null };
  assert.equal(testText("a", sprt), "test by points of Elo 0 against 5: LLR – within -2.94 to 2.94: undecided");
  assert.ok(testText("a", { ...sprt, llr: 3, finding: "better" }).endsWith("LLR 3.00 within -2.94 to 2.94: a is better"));
});

test("the course of a comparison has gaps where a number is infinite", () => {
  const look = (games, elo, more = {}) => ({ seeds: games / 2, games, points: [0, null, 0.5], elo, ...more });
  const looks = [look(2, [null, null, 90], { llr: -1 }), look(4, [-10, -50, 30])];
  const [test_, points, elo] = courseCharts({ looks, bounds: [-2, 2] }, "a", "bot3");
  assert.equal(test_.series[0].className, "bot3");
  assert.deepEqual(test_.bounds, [-2, 2]);
  assert.deepEqual(test_.series[0].points, [[2, -1], [4, null]]);
  assert.deepEqual(points.series[0].points, [[2, 0], [4, 0]]);
  assert.deepEqual(points.series[0].band, [[2, null, 50], [4, null, 50]]);
  assert.deepEqual(elo.series[0].points, [[2, null], [4, -10]]);
  assert.deepEqual(elo.series[0].band, [[2, null, 90], [4, -50, 30]]);
  assert.deepEqual(courseCharts({ looks: looks.slice(1) }, "a", "bot3"), []);
});

test("the points of a try are those of the candidate less those of the champion", () => {
  const looks = [4, 8].map((games) => ({ seeds: games / 4, games, points: [0.1, -1, 0.5], elo: [1, null, null] }));
  const [points, elo] = courseCharts({ looks }, "new", "bot3", true);
  assert.deepEqual([points.bounds, points.y], [[0], "% of the points more than the champion, with the 95 % interval"]);
  assert.ok(elo.y.startsWith("Elo more than the champion"));
});

test("a try has a row for each opponent, the greatest gain first, and says what is certain", () => {
  const against = (opponent, value, tendency) =>
    ({ opponent, better: 3, equal: 2, worse: 1, points: [0.75, 0.75 - value], points_difference: estimate(value, -1, 1), tendency });
  assert.deepEqual(opponentRows([against("x", -0.25, "open"), against("y", 0.5, "better")]), [
    ["y", "75.0", "25.0", "+50.0 [-100.0,\u00a0+100.0] better", "3 : 2 : 1"],
    ["x", "75.0", "100.0", "-25.0 [-100.0,\u00a0+100.0]", "3 : 2 : 1"],
  ]);
  const report = {
    candidate: "new", points: [0.5, 0.25], points_difference: estimate(0.25, 0, 0.5), elos: [0, null],
    elo_difference: estimate(null, null, 5), mean_scores: [1, 2], score_difference: estimate(-1, null, 1),
  };
  assert.deepEqual(fieldRows(report), [
    ["points %", "50.0", "25.0", "+25.0 [0.0,\u00a0+50.0]"],
    ["Elo", "0.0", "-∞", "-∞ [-∞,\u00a0+5.0]"],
    ["mean score", "1.00", "2.00", "-1.00 [-∞,\u00a0+1.00]"],
  ]);
  assert.deepEqual([isTry(report), isTry({ bots: [] })], [true, false]);
  const seeds = [{ seed: "7", opponents: [["x"], ["x", "y"]], points: [1, 0.5] }];
  assert.deepEqual(seedRows(seeds), [["7", "100.0", "50.0", "+50.0", "x, x with y"]]);
});

test("times add up to all answers", () => {
  assert.deepEqual(cumulativeTimes({ times: [[10, 1], [100, 2], [1000, 1]] }), [[10, 25], [100, 75], [1000, 100]]);
});

test("a report has a chart of times, of ratings and of each metric", () => {
  const data = { bots: ["a", "b"], report: {}, conduct: [{ times: [] }, { times: [] }], ratings: [[3, [1, null]]], metrics: { risk: { b: [null, [2, 1, 5]], "the game": [] } } };
  const charts = reportCharts(data);
  assert.deepEqual(charts.map((chart) => chart.title), ["Ratings", "Times of answers", "risk"]);
  assert.deepEqual(charts[0].series[1].points, [[3, null]]);
  assert.deepEqual(charts[2].series, [
    { name: "b", className: botColors(["a", "b"])("b"), points: [[0, null], [1, 2]], band: [[0, null, null], [1, 1, 5]] },
    { name: "the game", className: "soft", points: [], band: [] },
  ]);
  assert.equal(charts[1].label(2500), "2.5");
});

test("a value has a row for the game or a bot, with its mean in each seat", () => {
  const value = (bot, seat, mean, texts = {}) =>
    ({ name: "depth", bot, seat, games: 4, mean, deviation: null, least: mean, most: 9, texts });
  const values = [value(null, null, null, { ice: 1, sand: 3 }), value("a", null, 4), value("a", 0, 3), value("a", 2, 5), value("b", null, 6)];
  const { head, rows } = valueRows(values);
  assert.deepEqual(head, ["value", "of", "games", "mean", "spread", "least", "most", "as A", "as C", "texts"]);
  assert.deepEqual(rows, [
    ["depth", "the game", 4, "–", "–", "–", "9", "–", "–", "sand in 3, ice in 1"],
    ["depth", "a", 4, "4", "–", "4", "9", "3", "5", ""],
    ["depth", "b", 4, "6", "–", "6", "9", "–", "–", ""],
  ]);
  assert.deepEqual(valueRows([]).rows, []);
});

test("the range of a chart has all points and bounds, and ends apart from each other", () => {
  const range = (points, more = {}) => ranges({ title: "", x: "", y: "", series: [{ name: "", className: "", points }], ...more });
  assert.equal(range([[1, null]]), null);
  const one = range([[1, 5], [null, 100]]);
  assert.deepEqual([one.left, one.right, one.low, one.high], [0, 2, 4, 6]);
  assert.deepEqual([one.down(5), one.across(1)], [108, 341]);
  const bounded = range([[10, 1], [1000, 3]], { bounds: [-4], logarithmic: true });
  assert.deepEqual([bounded.left, bounded.right, bounded.low, bounded.high], [1, 3, -4, 3]);
  assert.equal(range([[0, 1], [1, 2], [10, 3]], { logarithmic: true }).left, 0);
  // A number of nineteen digits less 1 is the same number.
  const large = range([[1, 1e18], [2, 1e18]]);
  assert.ok(large.low < 1e18 && large.high > 1e18);
  const many = range(Array.from({ length: 300_000 }, (_, at) => [at, at]));
  assert.deepEqual([many.low, many.high], [0, 299_999]);
});

test("the first of the bands that become narrower do not determine the range", () => {
  const points = [1, 2, 3].map((x) => [x, 5]);
  const series = [[9, -900, 900], [8, -950, 950]].map(([wide, low, high]) =>
    ({ name: "", className: "", points, band: [[1, low, high], [2, 0, wide], [3, 0, 10], [4, 1, 7]] }));
  const chart = { title: "", x: "", y: "", series };
  const [wide, narrow] = [ranges(chart), ranges({ ...chart, narrows: true })];
  assert.deepEqual([wide.low, wide.high], [-950, 950]);
  assert.deepEqual([narrow.low, narrow.high], [0, 10]);
});

/** An element without a browser. */
class Plain {
  attributes = {};
  children = [];
  constructor(name) { this.name = name; }
  setAttribute(key, value) { this.attributes[key] = value; }
  append(...children) { this.children.push(...children); }
}
globalThis.document = { createElement: (name) => new Plain(name), createElementNS: (_, name) => new Plain(name) };

test("an infinite end of an interval reaches the edge, and an infinite value has no dot", () => {
  const names = (picture) => picture.children.map((one) => one.name);
  const lost = intervalPicture(estimate(null, null, 50), [-100, 100], "seat0");
  assert.deepEqual(names(lost), ["line", "line"]);
  assert.equal(lost.attributes["aria-label"], "-∞, from -∞ to +50.0");
  assert.deepEqual([lost.children[1].attributes.x1, lost.children[1].attributes.x2], ["4", "148"]);
  const known = intervalPicture(estimate(0, -50, null), [-100, 100], "seat0");
  assert.deepEqual(names(known), ["line", "line", "circle"]);
  assert.deepEqual([known.children[2].attributes.cx, known.children[1].attributes.x2], ["100", "196"]);
});

test("the label of a chart has the last known values, and no value for an empty curve", () => {
  const series = [{ name: "a", className: "", points: [[1, 5], [2, null]] }, { name: "b", className: "", points: [[1, null]] }];
  const chart = lineChart({ title: "Elo", x: "", y: "", series });
  assert.equal(chart.children[1].attributes["aria-label"], "Elo; at the end: a 5");
  assert.equal(lineChart({ title: "", x: "", y: "", series: series.slice(1) }), null);
});
