import { element, svg } from "./elements.js";
import { estimateTexts, shortNumber, signed, ticks } from "./numbers.js";

/**
 * A curve with a name, a class and points [x, y], and possibly a band [x, low, high]. A number that is null leaves a gap.
 * @typedef {{ name: string, className: string, points: (number | null)[][], band?: (number | null)[][] }} Series
 */

/**
 * @typedef {{
 *   title: string, x: string, y: string, series: Series[], bounds?: number[], logarithmic?: boolean,
 *   label?: (value: number) => string, narrows?: boolean,
 * }} Chart `narrows`: the bands are intervals that become narrower, and the first ones, which are very wide, do not determine the range
 */

/** The part of narrowing bands that determines the range. */
const NARROW = 0.7;

const WIDTH = 640, HEIGHT = 240, LEFT = 52, RIGHT = 10, TOP = 10, BOTTOM = 34;

/**
 * Those points of which all numbers are known.
 * @param {(number | null)[][]} points
 */
const known = (points) => /** @type {number[][]} */ (points.filter((point) => point.every((number) => Number.isFinite(number))));

/**
 * The ends of the values, apart from each other.
 * @param {number[]} values more than a function may have arguments
 */
const ends = (values) => {
  const [low, high] = values.reduce(([least, most], value) => [Math.min(least, value), Math.max(most, value)], [Infinity, -Infinity]);
  // Of a large number, a smaller part would be lost.
  const apart = Math.max(1, Math.abs(low) / 1e6);
  return low === high ? [low - apart, high + apart] : [low, high];
};

/**
 * The ranges of a chart: from left to right (as a logarithm if the axis is logarithmic), and from low to high.
 * @param {Chart} chart
 */
export const ranges = ({ series, bounds = [], logarithmic = false, narrows = false }) => {
  const on = (/** @type {number} */ value) => (logarithmic ? Math.log10(Math.max(value, 1)) : value);
  const points = series.flatMap((one) => known(one.points));
  if (points.length === 0) return null;
  const bands = series.flatMap((one) => {
    const band = known(one.band || []);
    return narrows ? band.slice(-Math.ceil(band.length * NARROW)) : band;
  });
  const [left, right] = ends(points.map(([x]) => on(x)));
  const [low, high] = ends([...points.map(([, y]) => y), ...bands.flatMap(([, least, most]) => [least, most]), ...bounds]);
  const across = (/** @type {number} */ value) => LEFT + (WIDTH - LEFT - RIGHT) * (on(value) - left) / (right - left);
  const down = (/** @type {number} */ value) =>
    TOP + (HEIGHT - TOP - BOTTOM) * (high - Math.min(Math.max(value, low), high)) / (high - low);
  return { left, right, low, high, across, down };
};

/**
 * @param {SVGElement} picture
 * @param {string} text
 * @param {[number, number]} at
 * @param {string} anchor
 */
const write = (picture, text, [x, y], anchor) => {
  const made = svg("text", { x, y, "text-anchor": anchor });
  made.textContent = text;
  picture.append(made);
};

/**
 * Grid, numbers and the name of the horizontal axis.
 * @param {SVGElement} picture
 * @param {Chart} chart
 * @param {NonNullable<ReturnType<typeof ranges>>} range
 */
const drawAxes = (picture, { x, bounds = [], logarithmic = false, label = shortNumber }, range) => {
  const { left, right, low, high, across, down } = range;
  const line = (/** @type {string} */ name, /** @type {number} */ at) =>
    picture.append(svg("line", { class: name, x1: LEFT, x2: WIDTH - RIGHT, y1: down(at), y2: down(at) }));
  for (const tick of ticks(low, high, 5)) {
    line("grid", tick);
    write(picture, shortNumber(tick), [LEFT - 5, down(tick) + 4], "end");
  }
  const below = logarithmic ? ticks(left, right, 6).map((tick) => 10 ** tick) : ticks(left, right, 7);
  for (const tick of below) write(picture, label(tick), [across(tick), HEIGHT - BOTTOM + 15], "middle");
  write(picture, x, [(WIDTH + LEFT) / 2, HEIGHT - 4], "middle");
  for (const at of bounds) line("bound", at);
};

/**
 * @param {SVGElement} picture
 * @param {Series} series
 * @param {NonNullable<ReturnType<typeof ranges>>} range
 */
const drawSeries = (picture, { className, points, band = [] }, { across, down }) => {
  const place = (/** @type {number} */ x, /** @type {number} */ y) => across(x).toFixed(1) + "," + down(y).toFixed(1);
  const inside = known(band);
  if (inside.length > 1) {
    const upper = inside.map(([x, , high]) => place(x, high));
    const lower = inside.map(([x, low]) => place(x, low)).reverse();
    picture.append(svg("polygon", { class: className, points: [...upper, ...lower].join(" ") }));
  }
  const line = known(points).map(([x, y]) => place(x, y)).join(" ");
  picture.append(svg("polyline", { class: className, points: line }));
};

/**
 * A chart of lines, or null if no point is known.
 * @param {Chart} chart
 */
export const lineChart = (chart) => {
  const range = ranges(chart);
  if (range === null) return null;
  const { title, y, series } = chart;
  const picture = svg("svg", { class: "chart", viewBox: "0 0 " + WIDTH + " " + HEIGHT, role: "img" });
  const last = series.flatMap((one) => known(one.points).slice(-1).map((point) => one.name + " " + shortNumber(point[1])));
  picture.setAttribute("aria-label", title + "; at the end: " + last.join(", "));
  drawAxes(picture, chart, range);
  for (const one of series) drawSeries(picture, one, range);
  const legend = element("figcaption");
  for (const { name, className } of series) legend.append(element("span", className, name));
  legend.append(element("span", "", y));
  const box = element("figure");
  box.append(element("h3", "", title), picture, legend);
  return box;
};

/**
 * A value with its interval as a small picture from `least` to `most`. An infinite end reaches the edge.
 * @param {{ value: number | null, low: number | null, high: number | null }} estimate
 * @param {[number, number]} scale
 * @param {string} className
 */
export const intervalPicture = ({ value, low, high }, [least, most], className) => {
  const picture = svg("svg", { class: "interval " + className, viewBox: "0 0 200 20", role: "img" });
  const words = estimateTexts({ value, low, high }, (known) => signed(known, 1));
  picture.setAttribute("aria-label", words[0] + ", from " + words[1] + " to " + words[2]);
  const across = (/** @type {number} */ at) => 4 + 192 * (Math.min(Math.max(at, least), most) - least) / (most - least || 1);
  picture.append(svg("line", { class: "zero", x1: across(0), x2: across(0), y1: 0, y2: 20 }));
  picture.append(svg("line", { class: "", x1: across(low ?? least), x2: across(high ?? most), y1: 10, y2: 10 }));
  if (value !== null) picture.append(svg("circle", { cx: across(value), cy: 10, r: 4 }));
  return picture;
};
