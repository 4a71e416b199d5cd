/** @import { Thing, Thought } from "./contract.js" */
/** @import { Film, Frame, Way } from "./film.js" */
import { color, forgetColors } from "./colors.js";
import { seatColor } from "./seats.js";
import { SHAPES } from "./shapes.js";

/**
 * What the drawing functions share. `size` is the side of a tile in pixels, `gap` the space between tiles; `middle` is the
 * centre of a tile of the picture, `onPicture` the tile of the picture for a tile of the board.
 * @typedef {{
 *   pen: CanvasRenderingContext2D, size: number, gap: number, width: number, height: number,
 *   middle: (tile: [number, number]) => [number, number],
 *   onPicture: (tile: [number, number]) => [number, number],
 *   write: (text: string, at: [number, number], part: number, ink: string, hasEdge?: boolean) => void,
 * }} Canvas
 */

/** The colours of tiles by the letters of `Scene::rows`. */
const TILES = new Map([
  [".", "floor"], ["#", "wall"], ["~", "water"], ["@", "base"], ["s", "start"], ["f", "finish"], ["d", "dark"], ["g", "grass"],
]);

/**
 * The colour of a tile.
 * @param {string} letter
 */
export const tileName = (letter) => TILES.get(letter) || (letter >= "1" && letter <= "9" ? "marked" : "field");

/** The height of the elements that match, in pixels. */
const heightOf = (/** @type {string} */ selector) =>
  [...document.querySelectorAll(selector)].reduce((sum, one) => sum + one.clientHeight, 0);

/**
 * The height in pixels that is left for a picture, but at least a fifth of the window: heading and controls are always in view, and
 * below the picture the cards, where they are not beside it, or some lines of the status.
 */
const room = () => {
  const main = /** @type {HTMLElement} */ (document.querySelector("main"));
  const isStacked = getComputedStyle(main).display === "flex";
  const below = isStacked ? heightOf("#said") : Math.min(heightOf("#legend, #status"), 130);
  const spaces = isStacked ? 68 : 85;
  return Math.max(window.innerHeight - heightOf("header, footer") - below - spaces, window.innerHeight * 0.2);
};

/**
 * Prepares the canvas for a picture of these rows.
 * @param {HTMLCanvasElement} canvas
 * @param {string[]} rows
 * @param {[number, number]} corner
 * @param {number} [fixed] the side of a tile in pixels; without it the picture is as large as fits
 * @returns {Canvas}
 */
const prepared = (canvas, rows, [left, top], fixed) => {
  const width = Math.max(...rows.map((row) => row.length));
  const wide = fixed ? fixed * width : canvas.clientWidth || 600;
  const size = fixed || Math.max(3, Math.min(wide / width, room() / rows.length, 64));
  const scale = window.devicePixelRatio || 1;
  canvas.width = Math.round(wide * scale);
  canvas.height = Math.round(rows.length * size * scale);
  canvas.style.height = rows.length * size + "px";
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  pen.scale(scale, scale);
  pen.translate((wide - width * size) / 2, 0);
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  return {
    pen, size, gap: size > 9 ? 1 : 0, width, height: rows.length,
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

/**
 * @param {Canvas} canvas
 * @param {string[]} rows
 */
const drawTiles = ({ pen, size, gap, middle, write }, rows) => rows.forEach((row, y) => [...row].forEach((letter, x) => {
  const name = tileName(letter);
  pen.fillStyle = color(name);
  pen.fillRect(x * size, y * size, size - gap, size - gap);
  if (name === "marked") write(letter, middle([x, y]), 0.6, color("soft"));
}));

/**
 * @param {Canvas} canvas
 * @param {number} seat
 * @param {[[number, number], string]} heat
 */
const drawHeat = ({ pen, size, gap, width, height, onPicture }, seat, [tile, digits]) => {
  const [left, y] = onPicture(tile);
  pen.fillStyle = color(seatColor(seat));
  [...digits].forEach((digit, at) => {
    const x = left + at;
    if (!(Number(digit) > 0) || x < 0 || x >= width || y < 0 || y >= height) return;
    pen.globalAlpha = 0.75 * Number(digit) / 9;
    pen.fillRect(x * size, y * size, size - gap, size - gap);
  });
  pen.globalAlpha = 1;
};

/**
 * @param {Canvas} canvas
 * @param {Way} way
 */
const drawWay = ({ pen, size, middle }, way) => {
  const points = way.points.slice(0, way.count);
  pen.strokeStyle = color(seatColor(way.seat));
  // What is only a memory is pale and broken.
  pen.globalAlpha = way.isPast ? 0.45 : 1;
  pen.setLineDash(way.isPast ? [size / 5, size / 4] : []);
  pen.lineWidth = Math.max(1, size / (way.isPast ? 14 : 9));
  pen.beginPath();
  points.forEach((point) => pen.lineTo(...middle(point)));
  pen.stroke();
  pen.setLineDash([]);
  pen.globalAlpha = 1;
  if (way.isPast) return;
  pen.fillStyle = pen.strokeStyle;
  for (const point of points) {
    pen.beginPath();
    pen.arc(...middle(point), Math.max(1, size / 7), 0, 7);
    pen.fill();
  }
};

/** Shapes that a text would hide. @type {Thing["shape"][]} */
const WITHOUT_TEXT = ["blast", "cross"];

/** Shapes of pieces: several on one tile are drawn side by side. @type {Thing["shape"][]} */
const PIECES = ["disc", "submarine"];

/**
 * Where things are drawn: the centre of each, as a part of a tile from the middle of its tile, and its size as a part of a
 * tile. Pieces that share a tile are smaller and side by side; what a piece holds is small and at its edge.
 * @param {Thing[]} things
 * @returns {{ thing: Thing, shift: [number, number], scale: number }[]}
 */
export const placed = (things) => {
  /** @type {Map<string, number>} */
  const counts = new Map();
  const isPiece = (/** @type {Thing} */ thing) => PIECES.includes(thing.shape);
  const tile = (/** @type {Thing} */ thing) => String(thing.at);
  for (const thing of things.filter(isPiece)) counts.set(tile(thing), (counts.get(tile(thing)) || 0) + 1);
  /** @type {Map<string, number>} */
  const seen = new Map();
  return things.map((thing) => {
    const count = Math.max(counts.get(tile(thing)) || 1, 1);
    const scale = count > 1 && (isPiece(thing) || thing.is_held) ? 0.62 : 1;
    if (isPiece(thing)) seen.set(tile(thing), (seen.get(tile(thing)) || 0) + 1);
    // A thing that is held comes after the piece that holds it.
    const place = (seen.get(tile(thing)) || 1) - 1;
    const across = scale < 1 ? (place / (count - 1) - 0.5) * 0.46 : 0;
    if (thing.is_held) return { thing, shift: [across + 0.24 * scale, 0.24 * scale], scale: 0.55 * scale };
    return { thing, shift: [across, 0], scale };
  });
};

/**
 * @param {Canvas} canvas
 * @param {ReturnType<typeof placed>[number]} place
 */
const drawThing = ({ pen, size, middle, write }, { thing, shift, scale }) => {
  const [left, top] = middle(thing.at);
  const [x, y] = [left + shift[0] * size, top + shift[1] * size];
  const ink = thing.seat === undefined ? color("thing") : color(seatColor(thing.seat));
  pen.fillStyle = pen.strokeStyle = ink;
  pen.lineWidth = Math.max(1.5, size / 10);
  SHAPES[thing.shape](pen, x, y, size * scale, thing.parts || []);
  if (!thing.text || WITHOUT_TEXT.includes(thing.shape)) return;
  const isPale = thing.shape === "fruit" && ["white", "yellow", "orange"].includes((thing.parts || ["red"])[0]);
  const inks = { text: color("sign"), fruit: color(isPale ? "part-edge" : "part-white") };
  const lower = thing.shape === "fruit" ? 0.07 * size : 0;
  const part = thing.text.length > 2 ? 0.27 : 0.55;
  write(thing.text, [x, y + lower], part * scale, inks[/** @type {"text"} */ (thing.shape)] || color("back"));
};

/**
 * @param {Canvas} canvas
 * @param {number} seat
 * @param {[number, number][]} path
 */
const drawPath = ({ pen, size, middle, onPicture }, seat, path) => {
  pen.setLineDash([size / 4, size / 5]);
  pen.strokeStyle = color(seatColor(seat));
  pen.lineWidth = Math.max(1.5, size / 12);
  pen.beginPath();
  path.forEach((tile) => pen.lineTo(...middle(onPicture(tile))));
  pen.stroke();
  pen.setLineDash([]);
};

/**
 * Words at the lower edge of a tile, so that they do not hide what is on it.
 * @param {Canvas} canvas
 * @param {[[number, number], string]} words
 */
const drawWords = ({ pen, size, middle, onPicture, write }, [tile, words]) => {
  const [x, y] = middle(onPicture(tile));
  pen.strokeStyle = color("back");
  pen.lineWidth = 3;
  write(words, [x, y + size * 0.36], 0.3, color("text"), true);
};

/** The geometry of the picture that was drawn last, or null. @type {{ left: number, size: number } | null} */
let drawn = null;

/**
 * The tile of the picture under a point of the canvas, in pixels from its left and top, or null.
 * @param {number} x
 * @param {number} y
 * @returns {[number, number] | null}
 */
export const tileAt = (x, y) => drawn && [Math.floor((x - drawn.left) / drawn.size), Math.floor(y / drawn.size)];

/**
 * Draws one thing alone on a small canvas.
 * @param {HTMLCanvasElement} element
 * @param {Thing} thing
 */
export const drawSample = (element, thing) => {
  const canvas = prepared(element, ["."], [0, 0], 24);
  drawThing(canvas, { thing: { ...thing, at: [0, 0], is_held: false }, shift: [0, 0], scale: thing.shape === "blast" ? 0.3 : 1 });
};

/**
 * Draws one tile alone on a small canvas.
 * @param {HTMLCanvasElement} element
 * @param {string} letter
 */
export const drawTile = (element, letter) => drawTiles(prepared(element, [letter], [0, 0], 24), [letter]);

/**
 * Draws a frame: tiles, heat, ways, paths, things, words, in this order.
 * @param {HTMLCanvasElement} element
 * @param {Film} film
 * @param {Frame} frame
 * @param {[number, Thought][]} thoughts
 */
export const drawPicture = (element, film, frame, thoughts) => {
  // The colours may have changed from light to dark.
  forgetColors();
  const rows = frame.rows.map((row) => film.texts[row]);
  element.closest("main")?.classList.toggle("flat", rows[0].length > 2.2 * rows.length);
  const canvas = prepared(element, rows, frame.corner || [0, 0]);
  drawn = { left: ((element.clientWidth || 600) - canvas.width * canvas.size) / 2, size: canvas.size };
  drawTiles(canvas, rows);
  for (const [seat, thought] of thoughts) if ("heat" in thought) drawHeat(canvas, seat, thought.heat);
  for (const way of frame.ways) drawWay(canvas, way);
  for (const [seat, thought] of thoughts) if ("path" in thought) drawPath(canvas, seat, thought.path);
  for (const place of placed(frame.things.map((thing) => film.things[thing]))) drawThing(canvas, place);
  for (const [, thought] of thoughts) if ("text" in thought) drawWords(canvas, thought.text);
};
