import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { seatColor } from "../../src/pages/seats.js";

const css = readFileSync(new URL("../../src/pages/common.css", import.meta.url), "utf8");

/**
 * What people see who lack one kind of cones: Machado, Oliveira and Fernandes, "A physiologically-based model for simulation of
 * color vision deficiency", IEEE Transactions on Visualization and Computer Graphics 15 (6), 2009, severity 1.0, for linear
 * red, green and blue.
 */
const SIGHTS = {
  usual: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protanopia: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deuteranopia: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  tritanopia: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
};

const linear = (hex) => [1, 3, 5].map((at) => {
  const part = parseInt(hex.slice(at, at + 2), 16) / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
});

const times = (matrix, vector) => matrix.map((row) => row.reduce((sum, factor, at) => sum + factor * vector[at], 0));

/** CIELAB with the white of D65. */
const lab = (rgb) => {
  const [x, y, z] = times([[0.4124 / 0.95047, 0.3576 / 0.95047, 0.1805 / 0.95047], [0.2126, 0.7152, 0.0722],
    [0.0193 / 1.08883, 0.1192 / 1.08883, 0.9505 / 1.08883]], rgb.map((part) => Math.min(Math.max(part, 0), 1)))
    .map((part) => (part > 0.008856 ? Math.cbrt(part) : 7.787 * part + 16 / 116));
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
};

/** The least distance of two colours of a list, of all ways to see. */
const least = (colors) => Object.entries(SIGHTS).flatMap(([sight, matrix]) => {
  const seen = Object.entries(colors).map(([name, hex]) => [name, lab(times(matrix, linear(hex)))]);
  return seen.flatMap(([a, one], at) => seen.slice(at + 1)
    .map(([b, other]) => ({ pair: `${a} and ${b}, ${sight}`, far: Math.hypot(...one.map((part, axis) => part - other[axis])) })));
}).reduce((found, one) => (one.far < found.far ? one : found));

const [light, dark] = css.split("@media (prefers-color-scheme: dark)");

const named = (text, begin) => Object.fromEntries(
  [...text.matchAll(new RegExp(`--(${begin}[a-z0-9]*): (#[0-9a-f]{6})`, "g"))].map(([, name, hex]) => [name, hex]),
);

test("the distance of two colours is that of the published matrices", () => {
  assert.ok(least({ red: "#b3261e", brown: "#8a5a00" }).far < 20, "red and brown are alike for some");
  assert.ok(least({ black: "#000000", white: "#ffffff" }).far > 99);
  assert.deepEqual(lab(linear("#ffffff")).map((part) => Math.round(part) + 0), [100, 0, 0]);
});

test("the colours of seats and of parts are told apart by the colour-blind", () => {
  for (const [what, colors, count, far] of [
    ["light seats", named(light, "seat"), 8, 18], ["dark seats", named(dark, "seat"), 8, 22], ["parts", named(light, "part-(?!edge)"), 8, 22],
  ]) {
    assert.equal(Object.keys(colors).length, count, what);
    const found = least(colors);
    assert.ok(found.far >= far, `${what}: ${found.pair}: ${found.far.toFixed(1)}`);
  }
});

test("each seat has a colour of the style sheet, and the first eight have their own", () => {
  const known = Object.keys(named(light, "seat"));
  assert.deepEqual(known.map((_, seat) => seatColor(seat)), known);
  assert.equal(seatColor(known.length), seatColor(0));
  assert.deepEqual(Object.keys(named(dark, "seat")), known);
  assert.deepEqual(Object.keys(named(light, "night[0-9]")).map((night) => night.replace("night", "seat")), known);
});

test("seats are seen on every kind of tile", () => {
  const tiles = ["floor", "water", "field", "grass", "base"];
  for (const [text, scheme] of [[light, "light"], [dark, "dark"]]) {
    for (const tile of tiles) {
      const back = named(text, tile)[tile];
      for (const [seat, hex] of Object.entries(named(text, "seat"))) {
        const [high, low] = [back, hex].map((one) => linear(one)).map(([r, g, b]) => 0.2126 * r + 0.7152 * g + 0.0722 * b).sort().reverse();
        const contrast = (high + 0.05) / (low + 0.05);
        assert.ok(contrast >= 3, `${scheme}: ${seat} on ${tile}: ${contrast.toFixed(2)}`);
      }
    }
  }
});
