/** @import { Stamp } from "./contract.js" */
/** @import { Film, Frame, Mark } from "./film.js" */
/** @import { View } from "./zoom.js" */
import { prepared, spread } from "./canvas.js";
import { color } from "./colors.js";
import { seatLetter } from "./seats.js";
import { FORMS, bounds, boxOf } from "./stamps.js";

/**
 * @param {Film} film
 * @param {number} stamp
 */
const stampOf = ({ stamps = [] }, stamp) => stamps[stamp];

/**
 * @param {Film} film
 * @param {number} pose
 */
const poseOf = ({ poses = [] }, pose) => poses[pose];

/** The geometry of the picture that was drawn last, or null. @type {{ left: number, top: number, scale: number } | null} */
let laid = null;

/**
 * The point of the picture of shapes under a point of the canvas, in pixels from its left and top, or null.
 * @param {number} x
 * @param {number} y
 * @returns {[number, number] | null}
 */
export const pointAt = (x, y) => laid && [(x - laid.left) / laid.scale, (y - laid.top) / laid.scale];

/**
 * Draws the shapes of a frame.
 * @param {HTMLCanvasElement} element
 * @param {Film} film
 * @param {Frame} frame
 * @param {View} view
 */
export const drawSheet = (element, film, frame, view) => {
  const size = film.sheet || [1, 1];
  const { pen, left, top, scale } = spread(element, size, view);
  laid = { left, top, scale };
  pen.save();
  pen.translate(left, top);
  pen.scale(scale, scale);
  pen.fillStyle = color("night");
  pen.fillRect(0, 0, ...size);
  pen.beginPath();
  pen.rect(0, 0, ...size);
  pen.clip();
  const base = pen.getTransform();
  for (const [stamp, x, y, pose] of frame.marks) {
    const [a, b, c, d, alpha] = poseOf(film, pose);
    pen.setTransform(base);
    pen.transform(a, b, c, d, x / 10, y / 10);
    const shape = stampOf(film, stamp);
    FORMS[shape.form]({ pen, alpha }, shape);
  }
  pen.restore();
};

/**
 * Whether a shape is at a point.
 * @param {Film} film
 * @param {Mark} mark
 * @param {[number, number]} point
 */
const isAt = (film, [stamp, left, top, pose], [x, y]) => {
  const [a, b, c, d] = poseOf(film, pose);
  const [dx, dy, area] = [x - left / 10, y - top / 10, a * d - b * c];
  const own = [(d * dx - c * dy) / area, (a * dy - b * dx) / area];
  const box = bounds(stampOf(film, stamp));
  return own[0] >= box[0] && own[0] <= box[2] && own[1] >= box[1] && own[1] <= box[3];
};

/**
 * What a shape is, in words.
 * @param {Stamp} stamp
 */
const nameOf = ({ form, text, name, fill, line }) => {
  if (text) return "“" + text.replaceAll("\n", " ") + "”";
  const seat = fill?.seat ?? line?.seat;
  return name || form + (seat === undefined ? "" : " of " + seatLetter(seat));
};

/** The most shapes that are named at a point. */
const MOST_NAMED = 4;

/**
 * The shapes at a point of a frame, in words, the topmost first.
 * @param {Film} film
 * @param {Frame} frame
 * @param {[number, number]} point
 */
export const shapesAt = (film, frame, point) => {
  const found = frame.marks.filter((mark) => isAt(film, mark, point)).reverse();
  return [...new Set(found.map(([stamp]) => nameOf(stampOf(film, stamp))))].slice(0, MOST_NAMED).join("; ");
};

/**
 * One image of each kind, for the legend.
 * @param {Film} film
 */
export const imageKinds = (film) => {
  /** @type {Map<string, Stamp>} */
  const found = new Map();
  for (const stamp of film.stamps || []) if (stamp.kind && stamp.fill && !found.has(stamp.kind)) found.set(stamp.kind, stamp);
  return [...found.values()];
};

/**
 * Draws an image, or the box in its place, alone on a small canvas.
 * @param {HTMLCanvasElement} element
 * @param {Stamp} stamp
 */
export const drawImageSample = (element, stamp) => {
  const { pen, size } = prepared(element, ["."], [0, 0], { fixed: 24 });
  const [, , wide, high] = boxOf(stamp);
  const scale = 0.9 * size / Math.max(wide, high);
  pen.translate(size / 2, size / 2);
  pen.scale(scale, scale);
  FORMS.image({ pen, alpha: 1 }, { ...stamp, size: [wide, high, 0.5, 0.5] });
};
