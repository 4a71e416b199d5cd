/** @import { Thing, Thought } from "./contract.js" */
/** @import { Canvas } from "./canvas.js" */
/** @import { Film, Frame, Way } from "./film.js" */
/** @import { View } from "./zoom.js" */
import { prepared } from "./canvas.js";
import { color, scheme } from "./colors.js";
import { seatColor } from "./seats.js";
import { SHAPES } from "./shapes.js";

/** The colours of tiles by the letters of `Scene::rows`. */
const TILES = new Map([
  [".", "floor"], ["#", "wall"], ["~", "water"], ["@", "base"], ["s", "start"], ["f", "finish"], ["d", "dark"], ["g", "grass"],
]);

/**
 * The colour of a tile.
 * @param {string} letter
 */
export const tileName = (letter) => TILES.get(letter) || (letter >= "1" && letter <= "9" ? "marked" : "field");

/**
 * @param {Canvas} canvas
 * @param {string[]} rows
 */
const drawTiles = ({ pen, size, gap, columns, lines, middle, write }, rows) => {
  for (let y = lines[0]; y <= lines[1]; y++) {
    for (let x = columns[0]; x <= Math.min(columns[1], rows[y].length - 1); x++) {
      const name = tileName(rows[y][x]);
      pen.fillStyle = color(name);
      pen.fillRect(x * size, y * size, size - gap, size - gap);
      if (name === "marked") write(rows[y][x], middle([x, y]), 0.6, color("soft"));
    }
  }
};

/** The tiles that were drawn last; most frames have the same. @type {{ of: unknown[], picture: HTMLCanvasElement } | null} */
let tiles = null;

/**
 * Draws the tiles, or copies them from the frame before.
 * @param {HTMLCanvasElement} element
 * @param {Canvas} canvas
 * @param {string[]} rows
 * @param {number[]} lines the rows as texts of the film
 */
const layTiles = (element, canvas, rows, lines) => {
  const { pen, size, left, top } = canvas;
  const of = [lines, size, left, top, element.width, element.height, scheme()];
  const isKept = tiles && of.every((one, at) => tiles && one === tiles.of[at]);
  if (!isKept) {
    drawTiles(canvas, rows);
    const picture = tiles ? tiles.picture : document.createElement("canvas");
    picture.width = element.width;
    picture.height = element.height;
    /** @type {CanvasRenderingContext2D} */ (picture.getContext("2d")).drawImage(element, 0, 0);
    tiles = { of, picture };
    return;
  }
  pen.save();
  pen.setTransform(1, 0, 0, 1, 0, 0);
  if (tiles) pen.drawImage(tiles.picture, 0, 0);
  pen.restore();
};

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

/** The least height of the letter of a piece, in pixels: a smaller one would be read by nobody. */
const SMALLEST = 8;

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
 * Whether the text of a thing is beside it: a text would hide a cross, and a small piece has no room for its letter.
 * @param {{ thing: Thing, scale: number }} place
 * @param {number} size the side of a tile in pixels
 */
export const isBeside = ({ thing, scale }, size) =>
  thing.shape === "cross" || (PIECES.includes(thing.shape) && 0.55 * scale * size < SMALLEST);

/**
 * On which side of a tile a letter is: to the right, or else to the left, above or below, where no other piece is.
 * @param {[number, number]} tile
 * @param {Set<string>} taken the tiles with pieces
 * @param {number} width the number of tiles in a row
 * @param {number} height
 */
export const sideOf = ([x, y], taken, width, height) => {
  const tile = (/** @type {number[]} */ [across, down]) => [Math.round(x) + across, Math.round(y) + down];
  const isFree = (/** @type {number[]} */ side) => {
    const [column, row] = tile(side);
    return column >= 0 && column < width && row >= 0 && row < height && !taken.has(String([column, row]));
  };
  return [[1, 0], [-1, 0], [0, -1], [0, 1]].find(isFree) || [1, -1];
};

/**
 * Writes the text of a thing beside it.
 * @param {Canvas} canvas
 * @param {ReturnType<typeof placed>[number]} place
 * @param {Set<string>} taken
 */
const writeBeside = ({ pen, size, width, height, middle }, { thing, shift }, taken) => {
  const [x, y] = middle(thing.at);
  const high = Math.min(Math.max(11, 0.4 * size), 18);
  const far = 0.42 * size + 0.45 * high;
  const [across, down] = sideOf(thing.at, taken, width, height);
  /** @type {[string, number, number]} */
  const letter = [thing.text || "", x + shift[0] * size + across * far, y + down * far];
  pen.font = "700 " + high + "px system-ui, sans-serif";
  pen.lineJoin = "round";
  pen.lineWidth = 3;
  pen.strokeStyle = color("back");
  pen.fillStyle = color(seatColor(thing.seat || 0));
  pen.strokeText(...letter);
  pen.fillText(...letter);
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
  if (!thing.text || thing.shape === "blast" || isBeside({ thing, scale }, size)) return;
  const isPale = thing.shape === "fruit" && ["white", "yellow", "orange", "green"].includes((thing.parts || ["red"])[0]);
  const inks = { text: color("sign"), fruit: color(isPale ? "part-edge" : "part-white") };
  const lower = thing.shape === "fruit" ? 0.07 * size : 0;
  const isSmall = thing.text.length > 2 || thing.shape === "diamond";
  const part = isSmall ? 0.27 : 0.55;
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

/** The geometry of the picture that was drawn last, or null. @type {{ left: number, top: number, size: number } | null} */
let drawn = null;

/**
 * The tile of the picture under a point of the canvas, in pixels from its left and top, or null.
 * @param {number} x
 * @param {number} y
 * @returns {[number, number] | null}
 */
export const tileAt = (x, y) => drawn && [Math.floor((x - drawn.left) / drawn.size), Math.floor((y - drawn.top) / drawn.size)];

/**
 * Draws one thing alone on a small canvas.
 * @param {HTMLCanvasElement} element
 * @param {Thing} thing
 */
export const drawSample = (element, thing) => {
  const canvas = prepared(element, ["."], [0, 0], { fixed: 24 });
  drawThing(canvas, { thing: { ...thing, at: [0, 0], is_held: false }, shift: [0, 0], scale: thing.shape === "blast" ? 0.3 : 1 });
};

/**
 * Draws a broken line alone on a small canvas.
 * @param {HTMLCanvasElement} element
 */
export const drawPastWay = (element) => {
  const canvas = prepared(element, ["."], [0, 0], { fixed: 24 });
  const { pen, size } = canvas;
  pen.strokeStyle = color("soft");
  pen.setLineDash([size / 5, size / 4]);
  pen.lineWidth = 2;
  pen.beginPath();
  pen.moveTo(0, size / 2);
  pen.lineTo(size, size / 2);
  pen.stroke();
};

/**
 * Draws one tile alone on a small canvas.
 * @param {HTMLCanvasElement} element
 * @param {string} letter
 */
export const drawTile = (element, letter) => drawTiles(prepared(element, [letter], [0, 0], { fixed: 24 }), [letter]);

/**
 * What is drawn of a frame. While pieces are on their way, things and ways are not those of the frame.
 * @typedef {{ frame: Frame, things: Thing[], ways: Way[], thoughts: [number, Thought][], view: View }} Drawing
 */

/**
 * Draws a frame: tiles, heat, ways, paths, things, words, in this order.
 * @param {HTMLCanvasElement} element
 * @param {Film} film
 * @param {Drawing} drawing
 */
export const drawPicture = (element, film, { frame, things, ways, thoughts, view }) => {
  const rows = frame.rows.map((row) => film.texts[row]);
  const canvas = prepared(element, rows, frame.corner || [0, 0], { view });
  drawn = { left: canvas.left, top: canvas.top, size: canvas.size };
  layTiles(element, canvas, rows, frame.rows);
  for (const [seat, thought] of thoughts) if ("heat" in thought) drawHeat(canvas, seat, thought.heat);
  for (const way of ways) drawWay(canvas, way);
  for (const [seat, thought] of thoughts) if ("path" in thought) drawPath(canvas, seat, thought.path);
  const places = placed(things);
  // An explosion at the edge of the board ends there.
  canvas.pen.save();
  canvas.pen.beginPath();
  canvas.pen.rect(0, 0, canvas.width * canvas.size, canvas.height * canvas.size);
  canvas.pen.clip();
  for (const place of places) drawThing(canvas, place);
  canvas.pen.restore();
  const beside = places.filter((place) => place.thing.text && isBeside(place, canvas.size));
  const pieces = things.filter(({ shape }) => shape === "cross" || PIECES.includes(shape));
  const taken = new Set(pieces.map(({ at }) => String(at.map(Math.round))));
  for (const place of beside) writeBeside(canvas, place, taken);
  for (const [, thought] of thoughts) if ("text" in thought) drawWords(canvas, thought.text);
};
