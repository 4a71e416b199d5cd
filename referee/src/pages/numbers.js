/** @import { Board } from "./contract.js" */
/**
 * A number that can be shown.
 * @param {unknown} value
 * @returns {number}
 */
const finite = (value) => {
  if (typeof value === "number" && Number.isFinite(value)) return value;
  throw new TypeError(`${value} is not a finite number`);
};

/**
 * A count with its noun, such as `1 log` or `2 logs`.
 * @param {number} count
 * @param {string} noun
 */
export const counted = (count, noun) => count + " " + noun + (count === 1 ? "" : "s");

/**
 * A number with this many decimals.
 * @param {number} value
 * @param {number} decimals
 */
export const rounded = (value, decimals) =>
  (Math.round(finite(value) * 10 ** decimals) / 10 ** decimals).toFixed(decimals);

/**
 * The same with the sign of a positive number.
 * @param {number} value
 * @param {number} decimals
 */
export const signed = (value, decimals) => (finite(value) > 0 ? "+" : "") + rounded(value, decimals);

/**
 * A share from 0 to 1 in per cent.
 * @param {number} share
 */
export const percent = (share) => `${rounded(finite(share) * 100, 1)} %`;

/**
 * Microseconds as milliseconds.
 * @param {number} micros
 */
export const millis = (micros) => rounded(finite(micros) / 1000, 1);

/**
 * A value and the ends of its interval as texts. JSON writes an infinite number as null. A value is infinite where one
 * end is and the other is not; if all are, it may be either.
 * @param {{ value: number | null, low: number | null, high: number | null }} estimate
 * @param {(value: number) => string} format
 * @returns {[string, string, string]}
 */
export const estimateTexts = ({ value, low, high }, format) => {
  const infinite = low === null && high === null ? "–" : low === null ? "-∞" : "+∞";
  return [
    value === null ? infinite : format(value),
    low === null ? "-∞" : format(low),
    high === null ? "+∞" : format(high),
  ];
};

/**
 * A value that is not known for every row of a table.
 * @param {number | null | undefined} value
 * @param {(value: number) => string} format
 */
export const orDash = (value, format) => (value === null || value === undefined ? "–" : format(value));

/**
 * Three digits, or thousands.
 * @param {number} value
 */
export const shortNumber = (value) => {
  if (Math.abs(finite(value)) >= 10000) return (value / 1000).toFixed(0) + "k";
  return String(Number(value.toPrecision(3)) + 0);
};

/**
 * Round numbers from `low` to `high` for the lines of a grid: at most `count` steps.
 * @param {number} low
 * @param {number} high
 * @param {number} count
 */
export const ticks = (low, high, count) => {
  const rough = (high - low) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) || rough;
  const first = Math.ceil(low / step - 1e-9);
  // Counted, not added up: a number such as 2^53 stays the same when a small step is added to it.
  const all = Array.from({ length: count + 1 }, (_, at) => (first + at) * step + 0);
  return [...new Set(all)].filter((at) => at <= high + step * 1e-9);
};

/**
 * A time that has passed, in its largest unit of which there are at least two.
 * @param {number} seconds
 */
export const ago = (seconds) => {
  /** @type {[string, number][]} */
  const units = [["day", 86400], ["hour", 3600], ["minute", 60]];
  const [name, length] = units.find(([, unit]) => seconds >= 2 * unit) || ["second", 1];
  const count = Math.floor(seconds / length);
  return `${count} ${name}${count === 1 ? "" : "s"} ago`;
};

/**
 * The batches of a run on other machines, in words.
 * @param {Board} board
 */
export const batchWords = ({ queued, running, done, failed, waits_for: why }) =>
  "batches: " + queued + " queued" + (why ? " (" + why + ")" : "") + ", " + running + " running, " + done + " done, " + failed + " failed";
