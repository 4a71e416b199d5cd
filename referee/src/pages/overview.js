/** @import { Film } from "./film.js" */
import { element, get, svg } from "./elements.js";
import { curves, eventFrames, hasFault, rangeOf } from "./film.js";
import { seatColor, seatLetter } from "./seats.js";

/**
 * Draws the chart over all frames with its legend.
 * @param {Film} film
 */
export const drawOverview = (film) => {
  const chart = get("chart");
  chart.setAttribute("viewBox", "0 0 " + Math.max(film.frames.length - 1, 1) + " 100");
  for (const at of eventFrames(film).filter((event) => hasFault(film.frames[event]))) {
    chart.append(svg("line", { class: "event", x1: at, x2: at, y1: 0, y2: 100 }));
  }
  const all = curves(film);
  for (const curve of all) {
    const [low, high] = rangeOf(all, curve.name);
    if (low >= high) continue;
    const points = curve.values.flatMap((value, at) =>
      (value === null ? [] : [at + "," + (96 - 92 * (value - low) / (high - low)).toFixed(1)]));
    const className = seatColor(curve.seat) + (curve.isFirst ? "" : " minor");
    chart.append(svg("polyline", { class: className, points: points.join(" ") }));
    const [from, to] = [low, high].map((value) => Number(value.toFixed(1)));
    get("legend").append(element("span", seatColor(curve.seat),
      seatLetter(curve.seat) + " " + curve.name + " (" + from + " to " + to + ")"));
  }
  chart.append(svg("line", { class: "now", id: "now", x1: 0, x2: 0, y1: 0, y2: 100 }));
};

/**
 * Marks a frame in the chart.
 * @param {number} at
 */
export const markFrame = (at) => {
  get("now").setAttribute("x1", at);
  get("now").setAttribute("x2", at);
};
