import assert from "node:assert/strict";
import { test } from "node:test";

import { ansiPieces, plainText } from "../../src/pages/ansi.js";
import { curves, rangeOf, stretches } from "../../src/pages/curves.js";
import { eventFrames, faultFrames, hasPicture, isFlat, overlays, setup, statusText, thoughtsShown, unpacked, waysOf } from "../../src/pages/film.js";
import { kinds, wordsOf } from "../../src/pages/legend.js";
import { isBeside, placed, sideOf, tileName } from "../../src/pages/picture.js";
import { targets } from "../../src/pages/playback.js";
import { lastSaid } from "../../src/pages/said.js";
import { seatColor, seatLetter } from "../../src/pages/seats.js";
import { imageKinds, shapesAt } from "../../src/pages/sheet.js";
import { eventAt } from "../../src/pages/story.js";
import { frameNames, frameOf } from "../../src/pages/times.js";

const said = (seat, more = {}) => ({ seat, turn: 1, line: 2, sent: [], got: [], stderr: [], millis: null, fault: null, ...more });
const frame = (more = {}) => ({ board: [], rows: [], things: [], known: [], ways: [], said: [], measures: [], ...more });
const film = (frames, more = {}) => ({
  title: "", game: "nim", seed: "7", options: {}, players: ["a", "b"], texts: [], things: [], known: [], tiles: [], axes: { first: [0, 0], down: 1 }, measures: [], events: [],
  result: null, ...more, frames: frames.map(frame),
});

test("colours and weights last until they are reset", () => {
  assert.deepEqual(ansiPieces("a\u001b[31;1mb\u001b[4mc\u001b[0md\u001b[97me"), [
    { text: "a", classes: "" }, { text: "b", classes: "c1 b" }, { text: "c", classes: "c1 b u" },
    { text: "d", classes: "" }, { text: "e", classes: "c7" },
  ]);
  assert.deepEqual(ansiPieces("\u001b[30;2mx\u001b[37;7my").map((piece) => piece.classes), ["c0 d", "c7 d r"]);
  assert.equal(plainText("\u001b[31ma\u001b[0mb"), "ab");
});

test("boards of other referees end colours one by one, and have more of them", () => {
  const classes = (line) => ansiPieces(line).map((piece) => piece.classes);
  assert.deepEqual(classes("\u001b[1;4;31ma\u001b[22mb\u001b[39mc\u001b[24md"), ["b u c1", "u c1", "u", ""]);
  assert.deepEqual(classes("\u001b[38;5;7ma\u001b[1;48;2;0;7;4;38;5;1;4mb\u001b[mc"), ["", "b u", ""]);
});

test("a way grows from frame to frame, and a new way replaces it", () => {
  const way = (from, ...points) => [{ seat: 1, from, points }];
  const ways = waysOf([way(0, [0, 0]), way(1, [1, 0]), way(2), way(0, [5, 5])].map((it) => frame({ ways: it })));
  const points = ways.map(([one]) => one.points.slice(0, one.count));
  assert.deepEqual(points, [[[0, 0]], [[0, 0], [1, 0]], [[0, 0], [1, 0]], [[5, 5]]]);
  assert.deepEqual(waysOf([{}]), [[]]);
});

test("a page has what changes in the lists of a frame", () => {
  const frames = [
    { board: { put: [0, 1] }, known: { put: [0] } }, {}, { board: { from: 1, cut: 1, put: [2, 3] }, known: { cut: 1 } },
    { board: { from: 2, cut: 1 } },
  ];
  const path = { path: [[0, 0]] };
  const whole = unpacked({ frames, known: [[1, path]] });
  assert.deepEqual(whole.frames.map((one) => one.board), [[0, 1], [0, 1], [0, 2, 3], [0, 2]]);
  assert.deepEqual(whole.frames.map((one) => one.known), [[[1, path]], [[1, path]], [], []]);
  assert.deepEqual(whole.frames.map((one) => one.rows), [[], [], [], []]);
});

test("a page has what changes among the shapes of a frame", () => {
  const shape = (number) => [number, 10 * number, -number, 2];
  const frames = [
    { marks: [{ from: 0, put: [1, 2, 3, 4].map(shape) }] }, {},
    { marks: [{ from: 0, cut: 1 }, { from: 2, cut: 1, put: [[4, 40, -4, 0], shape(8)] }, { from: 4, put: [9].map(shape) }] },
  ];
  const whole = unpacked({ frames, known: [], sheet: [16, 9] });
  const marks = whole.frames.map((one) => one.marks);
  assert.deepEqual(marks, [[1, 2, 3, 4], [1, 2, 3, 4], [2, 7, 8, 4, 9]].map((all) => all.map(shape)));
  assert.equal(hasPicture(whole, whole.frames[1]), true);
  assert.equal(hasPicture({ frames }, { rows: [] }), false);
  assert.deepEqual([isFlat(whole), isFlat({ sheet: [30, 10] })], [false, true]);
});

test("shapes under a point are named, the topmost first", () => {
  const ink = { rgb: 0, alpha: 1 };
  const stamps = [
    { form: "rectangle", size: [100, 50, 0], fill: ink }, { form: "circle", size: [10], fill: { seat: 1, alpha: 1 } },
    { form: "image", size: [20, 20, 0.5, 0.5], name: "ship.png", kind: "ship", fill: ink },
    { form: "text", size: [20, 0, 0, 0], text: "two\nlines", fill: ink }, { form: "line", size: [40, 0], line: ink, width: 2 },
    { form: "image", size: [0, 0, 0, 0], name: "sky.jpg", kind: "sky" },
  ];
  const poses = [[1, 0, 0, 1, 1], [0, 2, -2, 0, 1], [2, 0, 0, 0.5, 1]];
  const marks = [[0, 1000, 1000, 2], [0, 0, 0, 0], [1, 500, 250, 0], [2, 500, 250, 0], [3, 1000, 0, 0], [4, 2000, 0, 1]];
  const at = (...point) => shapesAt({ stamps, poses, sheet: [300, 200] }, { marks }, point);
  assert.equal(at(50, 25), "ship.png; circle of B; rectangle");
  assert.equal(at(59, 25), "ship.png; circle of B; rectangle");
  assert.equal(at(70, 25), "rectangle");
  assert.equal(at(110, 30), "“two lines”");
  assert.equal(at(200, 70), "line");
  assert.deepEqual([at(290, 110), at(290, 140), at(310, 110)], ["rectangle", "", ""]);
  assert.equal(at(250, 150), "");
  assert.deepEqual(imageKinds({ stamps }).map((stamp) => stamp.kind), ["ship"]);
});

test("events are those of the story, and faults those of exchanges and of the rules", () => {
  const note = (frame) => ({ frame, seat: 0, words: "" });
  const story = { verdict: "", moments: [], opens: 0, events: [note(1), note(1), note(3)], faults: [note(4), note(2)] };
  const frames = [{}, {}, { said: [said(0, { fault: "timeout" })] }, {}, {}];
  assert.deepEqual(eventFrames(film(frames, { story })), [1, 3]);
  assert.deepEqual(faultFrames(film(frames, { story })), [2, 4]);
});

test("buttons lead to neighbours, ends and events", () => {
  assert.deepEqual(targets(3, 9, [2, 3, 7]),
    { first: 0, back: 2, next: 4, last: 9, "event-back": 2, "event-next": 7 });
  assert.deepEqual(targets(9, 9, [2]), { first: 0, back: 8, next: 9, last: 9, "event-back": 2, "event-next": 9 });
  assert.deepEqual(targets(0, 9, [2]), { first: 0, back: 0, next: 1, last: 9, "event-back": 0, "event-next": 2 });
});

test("overlays are the thoughts of bots and what others can know", () => {
  const path = { path: [[0, 0]] }, heat = { heat: [[0, 0], "1.9"] };
  const frames = [{ said: [said(1, { thoughts: [path] }), said(0)], known: [[0, heat]] }];
  const both = film(frames);
  assert.deepEqual(overlays(both).map(([value]) => value), ["all", "1", "known", "known0", "none"]);
  assert.deepEqual(overlays(film([{}])), [["none", "nothing"]]);
  const shown = (overlay) => thoughtsShown(both.frames[0], overlay);
  assert.deepEqual(shown("all"), [[1, path]]);
  assert.deepEqual(shown("1"), [[1, path]]);
  assert.deepEqual(shown("0"), []);
  assert.deepEqual([shown("known"), shown("known0"), shown("known1")], [[[0, heat]], [[0, heat]], []]);
  assert.deepEqual(shown("none"), []);
});

test("the status is the board without the rows of the picture, without colours", () => {
  const one = film([{ board: [0, 1, 2, 3], rows: [1, 2] }], { texts: ["\u001b[31mturn 1\u001b[0m", "..", "##", "score 3"] });
  assert.equal(statusText(one, one.frames[0]), "turn 1\nscore 3");
});

test("the setup has the seed and the options that are not empty", () => {
  assert.equal(setup(film([{}])), "seed 7");
  assert.equal(setup(film([{}], { options: { map: "", league: 4 } })), "seed 7, league=4");
});

test("a seat keeps its last answer in the frames of others", () => {
  const [a, b] = [said(0), said(1)];
  assert.deepEqual(lastSaid(film([{}, { said: [a] }, { said: [b] }])), [[null, null], [a, null], [a, b]]);
  const [move, end] = [said(0, { got: [1] }), said(0, { sent: [2] })];
  assert.deepEqual(lastSaid(film([{ said: [move, end] }, { said: [end] }])), [[move, null], [move, null]], "the end is no answer");
});

test("the event of a frame is the last one up to it", () => {
  const events = [3, 3, 8].map((at) => ({ frame: at, seat: 0, words: "" }));
  assert.deepEqual([2, 3, 7, 8, 9].map((at) => eventAt(events, at)), [-1, 1, 1, 2, 2]);
});

test("frames are named by the turn of the contest, and an address names a frame", () => {
  const names = frameNames([0, 0, 0, 1, 2, 2, 4].map((turn) => ({ turn })));
  assert.deepEqual(names, ["0", "0.1", "0.2", "1", "2", "2.1", "4"]);
  const found = (...hashes) => hashes.map((hash) => frameOf(names, hash, 5));
  assert.deepEqual(found("", "#", "#x", "#2x"), [5, 5, 5, 5]);
  assert.deepEqual(found("#0", "#0.2", "#1", "#2.1", "#3", "#9"), [0, 2, 3, 5, 6, 6]);
});

test("curves are measures, uncertainty and numbers of bots", () => {
  const value = (number) => ({ thoughts: [{ value: ["risk", number] }] });
  const heat = (digits) => ({ heat: [[0, 0], digits] });
  const frames = [
    { measures: [[1, 2], [9, 9]] },
    { measures: [[1, 3], [9, 8]], known: [[1, heat(".9.")], [1, heat("11")]], said: [said(0, value(0.5))] },
  ];
  const all = curves(film(frames, { measures: ["lives", "points"] }));
  assert.deepEqual(all, [
    { name: "lives", seat: 0, values: [1, 1] }, { name: "lives", seat: 1, values: [2, 3] },
    { name: "points", seat: 0, values: [9, 9] }, { name: "points", seat: 1, values: [9, 8] },
    { name: "cells where it can be", seat: 1, values: [null, 3] },
    { name: "belief about it, tiles off", seat: 1, values: [null, null], within: [0, 0] },
    { name: "risk", seat: 0, values: [null, 0.5] },
  ]);
  assert.deepEqual(rangeOf(all, "lives"), [1, 3]);
});

test("the times of answers are a curve, as a share of the limit if that is known", () => {
  const times = (more) => curves(film([{}, { said: [said(0, { millis: 4, ...more })] }])).map((curve) => [curve.name, curve.values]);
  assert.deepEqual(times({}), [["thinking time, ms", [null, 4]], ["thinking time, ms", [null, null]]]);
  const share = "thinking time, % of the limit";
  assert.deepEqual(times({ limit: 50 }), [[share, [null, 8]], [share, [null, null]]]);
  assert.deepEqual(curves(film([{ said: [said(0)] }])), []);
  assert.deepEqual(rangeOf(curves(film([{ said: [said(0, { millis: 4, limit: 50 })] }])), share), [0, 100]);
});

test("tiles and seats have names", () => {
  assert.deepEqual([..." .#~@sfd19"].map(tileName),
    ["field", "floor", "wall", "water", "base", "start", "finish", "dark", "marked", "marked"]);
  assert.deepEqual([seatColor(9), seatLetter(2)], ["seat1", "C"]);
});

test("pieces on one tile stand side by side, and a piece holds what is drawn small at its edge", () => {
  const piece = (seat, at) => ({ at, shape: "disc", seat, name: "chef" });
  const plate = { at: [1, 1], shape: "plate", name: "dish", is_held: true };
  const [alone] = placed([piece(0, [1, 1])]);
  assert.deepEqual([alone.shift, alone.scale], [[0, 0], 1]);
  const [first, second, held] = placed([piece(0, [1, 1]), piece(1, [1, 1]), plate]);
  assert.ok(first.shift[0] < 0 && second.shift[0] > 0 && first.scale === second.scale && first.scale < 1);
  assert.ok(held.shift[0] > second.shift[0] && held.scale < second.scale, "it belongs to the piece before it");
  const others = placed([piece(0, [1, 1]), piece(1, [2, 1])]);
  assert.deepEqual(others.map((one) => one.scale), [1, 1]);
});

test("a letter is beside a piece that is too small for it, and beside a cross", () => {
  const place = (shape, scale = 1) => ({ thing: { at: [0, 0], shape, seat: 0, text: "A" }, scale });
  assert.deepEqual([place("disc"), place("submarine"), place("fruit"), place("cross")].map((one) => isBeside(one, 10)), [true, true, false, true]);
  assert.deepEqual([place("disc"), place("disc", 0.62), place("cross")].map((one) => isBeside(one, 20)), [false, true, true]);
});

test("a letter is on a side of its piece where no other piece is, and on the board", () => {
  const side = (tile, ...others) => sideOf(tile, new Set(others.map(String)), 10, 10);
  assert.deepEqual(side([5, 5]), [1, 0]);
  assert.deepEqual(side([5, 5], [5, 6], [6, 5]), [-1, 0]);
  assert.deepEqual(side([9, 5], [8, 5]), [0, -1]);
  assert.deepEqual(side([0, 0], [1, 0]), [0, 1]);
  assert.deepEqual(side([4.6, 5], [6, 5], [4, 5]), [0, -1], "a piece on its way");
});

test("the legend has each kind of thing once, with most of its parts", () => {
  const dish = (parts) => ({ at: [0, 0], shape: "plate", name: "dish", parts });
  const found = kinds([dish([]), { at: [0, 0], shape: "dot" }, dish(["red", "blue"]), { at: [1, 0], shape: "mine", name: "mine" }]);
  assert.deepEqual(found.map((one) => one.name), ["dish", "mine"]);
  assert.deepEqual(found[0].parts, ["red", "blue"]);
});

test("a tile is named in the coordinates of the contest, with what is there and who can be there", () => {
  const one = film([{ rows: [0, 1], things: [0, 1], known: [[1, { heat: [[5, 8], ".7"] }]], corner: [5, 7] }], {
    texts: ["..", "#~"], tiles: [[".", "floor"], ["#", "wall"], ["~", "sea"]], axes: { first: [1, 20], down: -1 },
    things: [{ at: [1, 1], shape: "submarine", seat: 0, name: "submarine", says: "3 lives" }, { at: [0, 0], shape: "dot" }],
  });
  const words = (tile) => wordsOf(one, one.frames[0], tile);
  assert.equal(words([1, 1]), "7 12: sea; submarine A (3 lives); B can be here (7 of 9)");
  assert.equal(words([0, 1]), "6 12: wall");
  assert.equal(words([0, 0]), "6 13: floor");
  assert.equal(words([2, 0]), "");
  assert.equal(words([0, 2]), "");
});

test("a curve over another one with the same values is a stretch of its own", () => {
  const [a, b, c] = [[1, 1, 2, 3], [1, 1, 0, 3], [1, 1, null, 3]].map((values, seat) => ({ name: "alive", seat, values }));
  assert.deepEqual(stretches(a, []), [{ points: [[0, 1], [1, 1], [2, 2], [3, 3]], covers: 0 }]);
  assert.deepEqual(stretches(b, [a]), [
    { points: [[0, 1], [1, 1]], covers: 1 }, { points: [[1, 1], [2, 0], [3, 3]], covers: 0 },
  ]);
  assert.deepEqual(stretches(c, [a, b]).map(({ covers }) => covers), [2]);
});
