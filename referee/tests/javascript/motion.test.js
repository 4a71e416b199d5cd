import assert from "node:assert/strict";
import { test } from "node:test";

import { areNeighbours, between, duration, moves, waysBetween } from "../../src/pages/motion.js";
import { WHOLE, dragged, viewAfter, zoomed } from "../../src/pages/zoom.js";

const disc = (seat, ...at) => ({ seat, at, shape: "disc", name: "robot" });

test("pieces move from one frame to the next, with what they hold", () => {
  const box = { at: [2, 0], shape: "parcel", is_held: true }, pile = { at: [2, 0], shape: "parcel", name: "pile" };
  const all = moves([disc(0, 0, 0), disc(1, 5, 5)], [disc(0, 2, 0), box, pile, disc(1, 5, 5)]);
  assert.deepEqual([...all], [["2,0", { from: [0, 0], seat: 0 }]]);
  const half = between([disc(0, 2, 0), box, pile, disc(1, 5, 5)], all, 0.5);
  assert.deepEqual(half.map((one) => one.at), [[1, 0], [1, 0], [2, 0], [5, 5]]);
  const way = { seat: 0, points: [[0, 0], [2, 0]], count: 2, isPast: false };
  assert.deepEqual(waysBetween([way], all, 0.25)[0].points, [[0, 0], [0.5, 0]]);
  assert.equal(waysBetween([{ ...way, isPast: true }], all, 0.25)[0].points, way.points);
});

test("a piece that is new, far away or not alone of its kind does not move", () => {
  assert.equal(moves([], [disc(0, 1, 1)]).size, 0);
  assert.equal(moves([disc(0, 0, 0)], [disc(0, 40, 0)]).size, 0);
  assert.equal(moves([disc(0, 0, 0), disc(0, 3, 0)], [disc(0, 1, 0), disc(0, 4, 0)]).size, 0);
  assert.equal(moves([{ ...disc(0, 0, 0), shape: "dot" }], [{ ...disc(0, 1, 0), shape: "dot" }]).size, 0);
});

test("motion ends before the next frame, and there is none if the user wants none", () => {
  for (const speed of [1, 4, 12]) assert.ok(duration(speed, false) > 0 && duration(speed, false) < 1000 / speed);
  assert.equal(duration(40, false), 0);
  assert.equal(duration(4, true), 0);
  const frame = (rows, corner) => ({ rows, corner });
  assert.ok(areNeighbours(frame([1]), frame([2])));
  assert.ok(!areNeighbours(frame([1], [0, 1]), frame([1])));
  assert.ok(!areNeighbours(frame([]), frame([])));
});

test("a view becomes larger around a point, and stays inside the picture", () => {
  const twice = zoomed(WHOLE, 2, [0.5, 0.5]);
  assert.deepEqual(twice, { scale: 2, x: 0.25, y: 0.25 });
  assert.deepEqual(zoomed(WHOLE, 2, [0, 1]), { scale: 2, x: 0, y: 0.5 });
  assert.deepEqual(zoomed(twice, 0.1, [0.5, 0.5]), WHOLE);
  assert.equal(zoomed(twice, 100, [0.5, 0.5]).scale, 12);
  assert.deepEqual(dragged(twice, [0.2, 0]), { scale: 2, x: 0.15, y: 0.25 });
  assert.deepEqual(dragged(twice, [9, -9]), { scale: 2, x: 0, y: 0.5 });
});

test("keys change the view, and arrows move only a larger one", () => {
  const twice = zoomed(WHOLE, 2, [0.5, 0.5]);
  assert.equal(viewAfter(WHOLE, "z", false).scale, 1.5);
  assert.equal(viewAfter(twice, "x", false).scale, 2 / 1.5);
  assert.deepEqual(viewAfter(twice, "0", false), WHOLE);
  assert.equal(viewAfter(twice, "ArrowLeft", false), null);
  assert.equal(viewAfter(WHOLE, "ArrowLeft", true), null);
  assert.deepEqual(viewAfter(twice, "ArrowRight", true), { scale: 2, x: 0.375, y: 0.25 });
});
