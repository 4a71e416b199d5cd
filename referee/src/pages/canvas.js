/** @import { View } from "./zoom.js" */
import { WHOLE } from "./zoom.js";

/**
 * What the drawing functions share. `size` is the side of a tile in pixels, `gap` the space between tiles; `left` and `top`
 * are those of the first tile, `columns` and `lines` the first and the last that are in view. `middle` is the
 * centre of a tile of the picture, `onPicture` the tile of the picture for a tile of the board.
 * @typedef {{
 *   pen: CanvasRenderingContext2D, size: number, gap: number, width: number, height: number,
 *   left: number, top: number, columns: [number, number], lines: [number, number],
 *   middle: (tile: [number, number]) => [number, number],
 *   onPicture: (tile: [number, number]) => [number, number],
 *   write: (text: string, at: [number, number], part: number, ink: string, hasEdge?: boolean) => void,
 * }} Canvas
 */

/** The height of the elements that match, in pixels. */
const heightOf = (/** @type {string} */ selector) =>
  [...document.querySelectorAll(selector)].reduce((sum, one) => sum + one.clientHeight, 0);

/** The height of a line of the status, in pixels. */
const LINE = 13 * 1.35;

/**
 * The height that legend and status have below a picture: all of it up to a quarter of the window. Of a longer status only
 * the first lines are in view, since the board is worth more; the bar of the controls cuts none of them in two.
 * @param {number} window
 */
const linesBelow = (window) => {
  const [legend, status] = [heightOf("#legend"), heightOf("#status")];
  if (legend + status <= window / 4) return legend + status;
  return legend + Math.max(Math.floor((window / 5 - legend) / LINE), 0) * LINE;
};

/** The room for the picture until the layout changes: its width, and the greatest height. @type {[number, number] | null} */
let kept = null;

/** Measures the layout again before the next picture: to measure it in each step takes longer than to draw. */
export const forgetLayout = () => {
  kept = null;
};

/**
 * The width of the picture in pixels, and the height that is left for it, but at least a fifth of the window: heading and
 * controls are always in view, and below the picture the cards, where they are not beside it, or legend and status.
 * @param {HTMLCanvasElement} canvas
 */
const room = (canvas) => {
  if (kept !== null) return kept;
  const main = /** @type {HTMLElement} */ (document.querySelector("main"));
  // A page with several boards says how high each may be.
  const given = Number(main.dataset.room);
  if (given > 0) {
    kept = [canvas.clientWidth || 600, given];
    return kept;
  }
  const isStacked = getComputedStyle(main).display === "flex";
  const below = isStacked ? heightOf("#said") : linesBelow(window.innerHeight);
  const spaces = isStacked ? 72 : 57;
  const high = Math.max(window.innerHeight - heightOf("header, footer") - below - spaces, window.innerHeight * 0.2);
  kept = [canvas.clientWidth || 600, high];
  return kept;
};

/**
 * Gives a canvas its size. A canvas that has it is only cleared.
 * @param {HTMLCanvasElement} canvas
 * @param {number} wide
 * @param {number} high
 */
const cleared = (canvas, wide, high) => {
  const scale = window.devicePixelRatio || 1;
  const [width, height] = [Math.round(wide * scale), Math.round(high * scale)];
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  if (canvas.width !== width || canvas.height !== height) {
    canvas.width = width;
    canvas.height = height;
    canvas.style.height = high + "px";
  }
  pen.setTransform(1, 0, 0, 1, 0, 0);
  pen.clearRect(0, 0, width, height);
  pen.setTransform(scale, 0, 0, scale, 0, 0);
  return pen;
};

/**
 * Prepares the canvas for a picture that is as large as fits. `scale` is the number of pixels for a unit of the picture,
 * whose left and top come at `left` and `top`.
 * @param {HTMLCanvasElement} canvas
 * @param {[number, number]} size its width and height
 * @param {View} view
 */
export const spread = (canvas, [width, height], view) => {
  const [wide, high] = room(canvas);
  const small = Math.min(wide / width, high / height);
  const pen = cleared(canvas, wide, height * small);
  const scale = small * view.scale;
  return { pen, scale, left: ((wide - width * small) / 2 - view.x * wide) * view.scale, top: -view.y * height * scale };
};

/**
 * Prepares the canvas for a picture of these rows.
 * @param {HTMLCanvasElement} canvas
 * @param {string[]} rows
 * @param {[number, number]} corner
 * @param {{ fixed?: number, view?: View }} [options] the side of a tile in pixels, without which the picture is as large as
 *   fits; and the part that is shown
 * @returns {Canvas}
 */
export const prepared = (canvas, rows, [left, top], { fixed, view = WHOLE } = {}) => {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 1);
  const [wide, high] = fixed ? [fixed * width, 0] : room(canvas);
  // A tile has three pixels at least, but no board is wider than its place: what is beside it could not be moved into view.
  const small = fixed || Math.min(wide / width, Math.max(3, Math.min(high / rows.length, 80)));
  const pen = cleared(canvas, wide, rows.length * small);
  const size = small * view.scale;
  const from = [((wide - width * small) / 2 - view.x * wide) * view.scale, -view.y * rows.length * small * view.scale];
  pen.translate(from[0], from[1]);
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  const span = (/** @type {number} */ begin, /** @type {number} */ length, /** @type {number} */ count) =>
    /** @type {[number, number]} */ ([Math.max(Math.floor(-begin / size), 0), Math.min(Math.ceil((length - begin) / size), count) - 1]);
  return {
    pen, size, gap: size > 9 ? 1 : 0, width, height: rows.length, left: from[0], top: from[1],
    columns: span(from[0], wide, width), lines: span(from[1], rows.length * small, rows.length),
    middle: ([x, y]) => [(x + 0.5) * size, (y + 0.5) * size],
    onPicture: ([x, y]) => [x - left, y - top],
    write: (text, [x, y], part, ink, hasEdge = false) => {
      // Letters of less than six pixels cannot be read.
      if (!text || size * part < 6) return;
      pen.fillStyle = ink;
      pen.font = "600 " + Math.floor(size * part) + "px system-ui, sans-serif";
      if (hasEdge) pen.strokeText(text, x, y, size * 0.95);
      pen.fillText(text, x, y, size * 0.95);
    },
  };
};
