/** @import { Curve } from "./curves.js" */
/** @import { Film } from "./film.js" */
import { curves, rangeOf, stretches } from "./curves.js";
import { element, get, svg } from "./elements.js";
import { faultFrames } from "./film.js";
import { seatColor, seatLetter } from "./seats.js";

/**
 * A number with two decimals at most.
 * @param {number} value
 */
const short = (value) => String(Number(value.toFixed(2)));

/** The length of a piece of a curve that lies over another one, in pixels. */
const DASH = 12;

/**
 * Draws the curves of one name, over marks of the frames with a fault and of those where a part of the game begins.
 * @param {Film} film
 * @param {Curve[]} all
 * @param {string} name
 */
const drawCurves = (film, all, name) => {
  const chart = get("chart");
  chart.replaceChildren();
  for (const at of faultFrames(film)) {
    chart.append(svg("line", { class: "event", x1: at, x2: at, y1: 0, y2: 100 }));
  }
  for (const { frame, words } of film.story.parts) {
    const line = svg("line", { class: "part", x1: frame, x2: frame, y1: 0, y2: 100 });
    const title = svg("title", {});
    title.textContent = words;
    line.append(title);
    chart.append(line);
  }
  for (const { frame } of film.story.moments) chart.append(svg("line", { class: "moment", x1: frame, x2: frame, y1: 88, y2: 100 }));
  const [low, high] = rangeOf(all, name);
  const isMeasure = film.measures.includes(name);
  const shown = all.filter((one) => one.name === name && low < high);
  shown.forEach((curve, place) => {
    for (const { points, covers } of stretches(curve, shown.slice(0, place))) {
      const height = (/** @type {number} */ value) => (96 - 92 * (value - low) / (high - low)).toFixed(1);
      // A measure changes at once.
      const corner = (/** @type {number} */ place) => (isMeasure && place > 0 ? points[place][0] + "," + height(points[place - 1][1]) + " " : "");
      const line = points.map(([at, value], place) => corner(place) + at + "," + height(value)).join(" ");
      // Curves with the same values take turns: the others are seen in the gaps.
      /** @type {Record<string, string | number>} */
      const dashes = covers > 0 ? { "stroke-dasharray": DASH + " " + DASH * covers, "stroke-dashoffset": -DASH * covers } : {};
      chart.append(svg("polyline", { class: seatColor(curve.seat), points: line, ...dashes }));
    }
  });
  chart.append(svg("line", { class: "now", id: "now", x1: 0, x2: 0, y1: 0, y2: 100 }));
  get("range").textContent = low <= high ? "from " + short(low) + " to " + short(high) : "";
};

/**
 * The value of each curve of a name in a frame or before it, each in the colour of its seat.
 * @param {Curve[]} all
 * @param {string} name
 * @param {number} at
 */
const valuesAt = (all, name, at) => all.filter((curve) => curve.name === name).map((curve) => {
  // A seat that does not answer in this frame has its last value.
  const value = curve.values.slice(0, at + 1).findLast((one) => one !== null) ?? null;
  return element("span", seatColor(curve.seat), seatLetter(curve.seat) + " " + (value === null ? "–" : short(value)));
});

/**
 * Draws the chart of one measure over all frames, and lets the user choose the measure. The result marks a frame in it and
 * shows the values there.
 * @param {Film} film
 */
export const drawOverview = (film) => {
  const [chart, choice] = [get("chart"), get("measure")];
  chart.setAttribute("viewBox", "0 0 " + Math.max(film.frames.length - 1, 1) + " 100");
  const all = curves(film);
  const names = [...new Set(all.map((curve) => curve.name))];
  for (const name of names) choice.append(element("option", "", name));
  let now = 0;
  const mark = (/** @type {number} */ at) => {
    now = at;
    get("now").setAttribute("x1", String(at));
    get("now").setAttribute("x2", String(at));
    get("values").replaceChildren(...valuesAt(all, choice.value, at));
  };
  const draw = () => {
    drawCurves(film, all, choice.value);
    chart.setAttribute("aria-label", choice.value + " over the frames");
    mark(now);
  };
  choice.addEventListener("change", draw);
  draw();
  return mark;
};
