import assert from "node:assert/strict";
import { test } from "node:test";

import { ago, counted, estimateTexts, millis, orDash, percent, rounded, shortNumber, signed, ticks } from "../../src/pages/numbers.js";
import { ordinal, seatLetter } from "../../src/pages/seats.js";

test("what is not a finite number is refused", () => {
  for (const bad of [null, undefined, "1", NaN, Infinity, -Infinity, true, []]) {
    for (const format of [(it) => rounded(it, 1), (it) => signed(it, 1), percent, millis, shortNumber]) {
      assert.throws(() => format(bad), TypeError, String(bad));
    }
  }
});

test("infinite numbers, which JSON writes as null, have their signs", () => {
  const elo = (value) => signed(value, 1);
  const texts = (value, low, high) => estimateTexts({ value, low, high }, elo).join(" ");
  assert.equal(texts(0, -10, 108), "0.0 -10.0 +108.0");
  assert.equal(texts(null, null, 5), "-∞ -∞ +5.0");
  assert.equal(texts(null, 5, null), "+∞ +5.0 +∞");
  assert.equal(texts(null, null, null), "– -∞ +∞");
});

test("a value that is not known is a dash", () => {
  assert.deepEqual([null, undefined, 0, 0.5].map((it) => orDash(it, percent)), ["–", "–", "0.0 %", "50.0 %"]);
});

test("numbers are rounded, and zero has no sign", () => {
  assert.deepEqual([1.25, -0.04, -1.26, 100].map((it) => rounded(it, 1)), ["1.3", "0.0", "-1.3", "100.0"]);
  assert.deepEqual([1.25, 0, -1.26].map((it) => signed(it, 1)), ["+1.3", "0.0", "-1.3"]);
  assert.equal(millis(1550), "1.6");
  assert.deepEqual([0, 0.1234, 12345, -12345, 9999].map(shortNumber), ["0", "0.123", "12k", "-12k", "10000"]);
});

test("ticks are round and inside the range", () => {
  assert.deepEqual(ticks(0, 10, 5).map(shortNumber), ["0", "2", "4", "6", "8", "10"]);
  assert.deepEqual(ticks(-3, 97, 5), [0, 20, 40, 60, 80]);
  // Steps that are smaller than what tells two numbers apart come to an end.
  assert.deepEqual(ticks(2 ** 53 - 1, 2 ** 53, 5), [2 ** 53 - 1, 2 ** 53]);
  assert.deepEqual(ticks(0.1, 0.9, 4).map((at) => rounded(at, 3)), ["0.200", "0.400", "0.600", "0.800"]);
});

test("a time that has passed has its largest unit of which there are two", () => {
  const texts = [0, 1, 119, 120, 7199, 7200, 172799, 172800].map(ago);
  assert.deepEqual(texts, ["0 seconds ago", "1 second ago", "119 seconds ago", "2 minutes ago", "119 minutes ago",
    "2 hours ago", "47 hours ago", "2 days ago"]);
});

test("one of something is not several", () => {
  assert.deepEqual([0, 1, 2].map((count) => counted(count, "log")), ["0 logs", "1 log", "2 logs"]);
});

test("a seat has the letter that the referee prints", () => {
  assert.deepEqual([0, 25, 26, 51, 52, 103, 104, 199].map(seatLetter), ["A", "Z", "a", "z", "A2", "z2", "A3", "r4"]);
});

test("a place has its ending", () => {
  const places = [1, 2, 3, 4, 11, 12, 13, 21, 22, 23, 100, 101, 111, 112].map(ordinal);
  assert.equal(places.join(" "), "1st 2nd 3rd 4th 11th 12th 13th 21st 22nd 23rd 100th 101st 111th 112th");
});
