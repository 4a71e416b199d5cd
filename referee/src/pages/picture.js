/** @import { Thing, Thought } from "./contract.js" */
/** @import { Film, Frame, Way } from "./film.js" */
import { seatColor } from "./seats.js";

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
  [".", "floor"], ["#", "wall"], ["~", "water"], ["@", "base"], ["s", "start"], ["f", "finish"], ["d", "dark"],
]);

/**
 * The colour of a tile.
 * @param {string} letter
 */
export const tileName = (letter) => TILES.get(letter) || (letter >= "1" && letter <= "9" ? "marked" : "field");

/** The colours of the style sheet that a picture has used so far. @type {Map<string, string>} */
const colors = new Map();

/**
 * A colour of the style sheet.
 * @param {string} name
 */
const color = (name) => {
  const known = colors.get(name);
  if (known !== undefined) return known;
  const found = getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim();
  colors.set(name, found);
  return found;
};

/** The height in pixels that heading and controls leave for a picture, but at least a third of the window. */
const room = () => {
  const taken = [...document.querySelectorAll("header, footer")].reduce((sum, one) => sum + one.clientHeight, 0);
  return Math.max(window.innerHeight - taken - 70, window.innerHeight * 0.34);
};

/**
 * Prepares the canvas for a picture of these rows.
 * @param {HTMLCanvasElement} canvas
 * @param {string[]} rows
 * @param {[number, number]} corner
 * @returns {Canvas}
 */
const prepared = (canvas, rows, [left, top]) => {
  const width = Math.max(...rows.map((row) => row.length));
  const wide = canvas.clientWidth || 600;
  const size = Math.max(3, Math.min(wide / width, room() / rows.length, 44));
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
      if (!text || size < 8) return;
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
  pen.lineWidth = Math.max(1, size / 9);
  pen.beginPath();
  points.forEach((point) => pen.lineTo(...middle(point)));
  pen.stroke();
  pen.fillStyle = pen.strokeStyle;
  for (const point of points) {
    pen.beginPath();
    pen.arc(...middle(point), Math.max(1, size / 7), 0, 7);
    pen.fill();
  }
};

/**
 * The drawing of each `Shape`, around the centre of its tile.
 * @type {Record<Thing["shape"], (pen: CanvasRenderingContext2D, x: number, y: number, size: number) => void>}
 */
const SHAPES = {
  disc: (pen, x, y, size) => {
    pen.arc(x, y, size * 0.42, 0, 7);
    pen.fill();
  },
  box: (pen, x, y, size) => pen.fillRect(x - size * 0.3, y - size * 0.3, size * 0.6, size * 0.6),
  dot: (pen, x, y, size) => {
    pen.arc(x, y, size * 0.14, 0, 7);
    pen.fill();
  },
  diamond: (pen, x, y, size) => {
    for (const [dx, dy] of [[0, -1], [1, 0], [0, 1], [-1, 0]]) pen.lineTo(x + dx * size * 0.3, y + dy * size * 0.3);
    pen.fill();
  },
  cross: (pen, x, y, size) => {
    const arm = size * 0.28;
    pen.moveTo(x - arm, y - arm);
    pen.lineTo(x + arm, y + arm);
    pen.moveTo(x + arm, y - arm);
    pen.lineTo(x - arm, y + arm);
    pen.stroke();
  },
  blast: (pen, x, y, size) => {
    pen.globalAlpha = 0.35;
    pen.fillRect(x - size * 1.5, y - size * 1.5, size * 3, size * 3);
    pen.globalAlpha = 1;
  },
  text: () => {},
};

/** Shapes that a text would hide. @type {Thing["shape"][]} */
const WITHOUT_TEXT = ["blast", "cross"];

/**
 * @param {Canvas} canvas
 * @param {Thing} thing
 */
const drawThing = ({ pen, size, middle, write }, thing) => {
  const [x, y] = middle(thing.at);
  const ink = thing.seat === undefined ? color("thing") : color(seatColor(thing.seat));
  pen.fillStyle = pen.strokeStyle = ink;
  pen.lineWidth = Math.max(1.5, size / 10);
  pen.beginPath();
  SHAPES[thing.shape](pen, x, y, size);
  if (thing.text && !WITHOUT_TEXT.includes(thing.shape)) write(thing.text, [x, y], 0.55, color("back"));
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

/**
 * Draws a frame: tiles, heat, ways, things, paths, words, in this order.
 * @param {HTMLCanvasElement} element
 * @param {Film} film
 * @param {Frame} frame
 * @param {[number, Thought][]} thoughts
 */
export const drawPicture = (element, film, frame, thoughts) => {
  // The colours may have changed from light to dark.
  colors.clear();
  const rows = frame.rows.map((row) => film.texts[row]);
  const canvas = prepared(element, rows, frame.corner || [0, 0]);
  drawTiles(canvas, rows);
  for (const [seat, thought] of thoughts) if ("heat" in thought) drawHeat(canvas, seat, thought.heat);
  for (const way of frame.ways) drawWay(canvas, way);
  for (const thing of frame.things) drawThing(canvas, film.things[thing]);
  for (const [seat, thought] of thoughts) if ("path" in thought) drawPath(canvas, seat, thought.path);
  for (const [, thought] of thoughts) if ("text" in thought) drawWords(canvas, thought.text);
};
