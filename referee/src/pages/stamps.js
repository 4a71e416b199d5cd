/** @import { Image, Ink, Stamp } from "./contract.js" */
import { color } from "./colors.js";
import { seatColor } from "./seats.js";

/** The side of an image whose size nobody knows, as `UNKNOWN_SIDE` in `scene/sheet.rs`. */
const UNKNOWN_SIDE = 64;

/** The height of a line of text as a part of the size of its letters, as `LINE_HEIGHT` there. */
const LINE_HEIGHT = 1.2;

/** The pen of a picture of shapes, with what the drawing functions need. @typedef {{ pen: CanvasRenderingContext2D, alpha: number }} Tool */

/**
 * A colour on a dark ground. A seat has there the colour that it has on the page when that is dark.
 * @param {Ink} ink
 */
const ground = ({ seat, rgb = 0 }) => (seat === undefined ? "#" + rgb.toString(16).padStart(6, "0") : color("night" + seatColor(seat).slice(4)));

/**
 * Fills and edges the way of the pen.
 * @param {Tool} tool
 * @param {Stamp} stamp
 */
const painted = ({ pen, alpha }, { fill, line, width = 0 }) => {
  if (fill) {
    pen.globalAlpha = alpha * fill.alpha;
    pen.fillStyle = ground(fill);
    pen.fill();
  }
  if (line) {
    pen.globalAlpha = alpha * line.alpha;
    pen.strokeStyle = ground(line);
    pen.lineWidth = width;
    pen.stroke();
  }
};

/** The widths of texts. @type {WeakMap<Stamp, number>} */
const widths = new WeakMap();

/**
 * The width of a text; the pen has its font.
 * @param {CanvasRenderingContext2D} pen
 * @param {Stamp} stamp
 */
const widthOf = (pen, stamp) => {
  const known = widths.get(stamp);
  if (known !== undefined) return known;
  const found = Math.max(...(stamp.text || "").split("\n").map((line) => pen.measureText(line).width));
  const width = stamp.size[3] > 0 ? Math.min(found, stamp.size[3]) : found;
  widths.set(stamp, width);
  return width;
};

/**
 * @param {Tool} tool
 * @param {Stamp} stamp
 */
const drawText = ({ pen, alpha }, stamp) => {
  const [size, across, down, most] = stamp.size;
  const { fill, line, width = 0 } = stamp;
  const lines = (stamp.text || "").split("\n");
  pen.font = size + "px Lato, system-ui, sans-serif";
  pen.textAlign = "left";
  pen.textBaseline = "middle";
  pen.lineJoin = "round";
  const high = size * LINE_HEIGHT;
  const left = across === 0 ? 0 : -across * widthOf(pen, stamp);
  lines.forEach((words, at) => {
    const middle = (at + 0.5 - down * lines.length) * high;
    if (line) {
      pen.globalAlpha = alpha * line.alpha;
      pen.strokeStyle = ground(line);
      pen.lineWidth = width;
      pen.strokeText(words, left, middle, most || undefined);
    }
    if (!fill) return;
    pen.globalAlpha = alpha * fill.alpha;
    pen.fillStyle = ground(fill);
    pen.fillText(words, left, middle, most || undefined);
  });
};

/**
 * An image that is at hand: its pixels, and its own width and height.
 * @typedef {{ pixels: ImageBitmap | HTMLCanvasElement, size: [number, number] }} Picture
 */

/** The images of the page by their names. @type {Map<string, Picture>} */
const pictures = new Map();

/**
 * Reads the images of a page. One that cannot be read stays a box.
 * @param {Image[]} images
 */
export const loadImages = (images) => Promise.all(images.map(async ({ name, size, data }) => {
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  const type = bytes[0] === 0xff ? "image/jpeg" : "image/png";
  const pixels = await createImageBitmap(new Blob([bytes], { type })).catch(() => null);
  if (pixels) pictures.set(name, { pixels, size });
}));

/**
 * The pixels of an image, multiplied by a colour. Each is made once.
 * @param {string} name
 * @param {Picture} picture
 * @param {Ink | undefined} tint
 */
const tinted = (name, { pixels, size }, tint) => {
  if (!tint) return pixels;
  const [ink, canvas] = [ground(tint), document.createElement("canvas")];
  const known = pictures.get(name + " " + ink);
  if (known) return known.pixels;
  Object.assign(canvas, { width: pixels.width, height: pixels.height });
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  pen.drawImage(pixels, 0, 0);
  pen.globalCompositeOperation = "multiply";
  pen.fillStyle = ink;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.globalCompositeOperation = "destination-in";
  pen.drawImage(pixels, 0, 0);
  pictures.set(name + " " + ink, { pixels: canvas, size });
  return canvas;
};

/**
 * Left, top, width and height of an image around its anchor.
 * @param {Stamp} stamp
 * @returns {[number, number, number, number]}
 */
export const boxOf = ({ name = "", size: [width, height, across, down] }) => {
  const own = pictures.get(name)?.size || [height || UNKNOWN_SIDE, width || UNKNOWN_SIDE];
  const [wide, high] = [width || own[0], height || own[1]];
  return [-across * wide, -down * high, wide, high];
};

/**
 * A box in the place of an image.
 * @param {Tool} tool
 * @param {Stamp} stamp
 */
const drawBox = ({ pen, alpha }, stamp) => {
  const [left, top, wide, high] = boxOf(stamp);
  pen.beginPath();
  pen.roundRect(left, top, wide, high, Math.min(Math.abs(wide), Math.abs(high)) * 0.15);
  painted({ pen, alpha: alpha * 0.8 }, { ...stamp, line: undefined });
};

/**
 * Draws an image, or a box if it is not at hand.
 * @param {Tool} tool
 * @param {Stamp} stamp
 */
const drawImage = (tool, stamp) => {
  const { pen, alpha } = tool;
  const { name = "", tint, form } = stamp;
  const picture = pictures.get(name);
  if (!picture) {
    drawBox(tool, stamp);
    return;
  }
  const [left, top, wide, high] = boxOf(stamp);
  const pixels = tinted(name, picture, tint);
  pen.globalAlpha = alpha;
  if (form === "image") {
    pen.drawImage(pixels, left, top, wide, high);
    return;
  }
  const scale = [picture.size[0] / pixels.width, picture.size[1] / pixels.height];
  pen.translate(left, top);
  pen.scale(scale[0], scale[1]);
  pen.fillStyle = pen.createPattern(pixels, "repeat") || "";
  pen.fillRect(0, 0, wide / scale[0], high / scale[1]);
};

/** The drawing of each form, around its own point (0, 0). @type {Record<Stamp["form"], (tool: Tool, stamp: Stamp) => void>} */
export const FORMS = {
  rectangle: (tool, stamp) => {
    const [wide, high, radius] = stamp.size;
    tool.pen.beginPath();
    if (radius > 0) tool.pen.roundRect(0, 0, wide, high, radius);
    else tool.pen.rect(0, 0, wide, high);
    painted(tool, stamp);
  },
  circle: (tool, stamp) => {
    tool.pen.beginPath();
    tool.pen.arc(0, 0, Math.abs(stamp.size[0]), 0, 7);
    painted(tool, stamp);
  },
  line: (tool, stamp) => {
    tool.pen.beginPath();
    tool.pen.moveTo(0, 0);
    tool.pen.lineTo(stamp.size[0], stamp.size[1]);
    painted(tool, stamp);
  },
  polygon: (tool, stamp) => {
    tool.pen.beginPath();
    for (let at = 0; at + 1 < stamp.size.length; at += 2) tool.pen.lineTo(stamp.size[at], stamp.size[at + 1]);
    tool.pen.closePath();
    painted(tool, stamp);
  },
  text: drawText,
  image: drawImage,
  tiling: drawImage,
};

/**
 * Left, top, right and bottom of a shape.
 * @param {Stamp} stamp
 * @returns {[number, number, number, number]}
 */
export const bounds = (stamp) => {
  const { form, size } = stamp;
  if (form === "circle") return [-size[0], -size[0], size[0], size[0]];
  if (form === "image" || form === "tiling") {
    const [left, top, wide, high] = boxOf(stamp);
    return [left, top, left + wide, top + high];
  }
  if (form === "text") {
    const lines = (stamp.text || "").split("\n");
    const wide = widths.get(stamp) ?? 0.55 * size[0] * Math.max(...lines.map((line) => line.length));
    const high = lines.length * size[0] * LINE_HEIGHT;
    return [-size[1] * wide, -size[2] * high, (1 - size[1]) * wide, (1 - size[2]) * high];
  }
  const points = form === "polygon" ? size : [0, 0, size[0], size[1]];
  const side = (/** @type {number} */ axis) => points.filter((_, at) => at % 2 === axis);
  const edge = form === "line" ? (stamp.width || 0) / 2 + 2 : 0;
  return [Math.min(...side(0)) - edge, Math.min(...side(1)) - edge, Math.max(...side(0)) + edge, Math.max(...side(1)) + edge];
};
