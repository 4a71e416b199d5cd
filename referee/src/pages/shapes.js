/** @import { Thing } from "./contract.js" */
import { color } from "./colors.js";

/**
 * Fills and edges the way of the pen.
 * @param {CanvasRenderingContext2D} pen
 * @param {string} fill
 * @param {number} size
 */
const inked = (pen, fill, size) => {
  pen.fillStyle = fill;
  pen.strokeStyle = color("part-edge");
  pen.lineWidth = Math.max(0.75, size / 28);
  pen.fill();
  pen.stroke();
};

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 */
const circle = (pen, x, y, radius) => {
  pen.beginPath();
  pen.arc(x, y, radius, 0, 7);
};

/**
 * The drawing of each `Shape`, around the centre of its tile. The pen has the colour of the thing.
 * @type {Record<Thing["shape"], (pen: CanvasRenderingContext2D, x: number, y: number, size: number, parts: string[]) => void>}
 */
export const SHAPES = {
  disc: (pen, x, y, size) => {
    circle(pen, x, y, size * 0.42);
    pen.fill();
  },
  box: (pen, x, y, size) => pen.fillRect(x - size * 0.3, y - size * 0.3, size * 0.6, size * 0.6),
  dot: (pen, x, y, size) => {
    circle(pen, x, y, size * 0.14);
    pen.fill();
  },
  diamond: (pen, x, y, size) => {
    pen.beginPath();
    for (const [dx, dy] of [[0, -1], [1, 0], [0, 1], [-1, 0]]) pen.lineTo(x + dx * size * 0.3, y + dy * size * 0.3);
    pen.fill();
  },
  cross: (pen, x, y, size) => {
    const arm = size * 0.28;
    pen.beginPath();
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
  submarine: (pen, x, y, size) => {
    pen.fillRect(x - size * 0.13, y - size * 0.44, size * 0.26, size * 0.24);
    pen.beginPath();
    pen.ellipse(x, y + size * 0.06, size * 0.47, size * 0.31, 0, 0, 7);
    pen.fill();
  },
  mine: (pen, x, y, size) => {
    pen.beginPath();
    for (const turn of [0, 1, 2, 3]) {
      const [dx, dy] = [Math.cos(turn * Math.PI / 4) * size * 0.36, Math.sin(turn * Math.PI / 4) * size * 0.36];
      pen.moveTo(x - dx, y - dy);
      pen.lineTo(x + dx, y + dy);
    }
    pen.stroke();
    circle(pen, x, y, size * 0.22);
    pen.fill();
  },
  plate: (pen, x, y, size, parts) => {
    circle(pen, x, y, size * 0.4);
    inked(pen, color("plate"), size);
    parts.forEach((part, at) => {
      const turn = 2 * Math.PI * at / Math.max(parts.length, 1) - Math.PI / 2;
      const far = parts.length > 1 ? size * 0.21 : 0;
      circle(pen, x + far * Math.cos(turn), y + far * Math.sin(turn), size * 0.14);
      inked(pen, color("part-" + part), size);
    });
  },
  heap: (pen, x, y, size, [part = "white"]) => {
    pen.beginPath();
    pen.arc(x, y + size * 0.16, size * 0.3, Math.PI, 0);
    pen.closePath();
    inked(pen, color("part-" + part), size);
  },
  fruit: (pen, x, y, size, [part = "red"]) => {
    circle(pen, x, y + size * 0.05, size * 0.34);
    inked(pen, color("part-" + part), size);
    pen.beginPath();
    pen.moveTo(x, y - size * 0.28);
    pen.lineTo(x + size * 0.1, y - size * 0.44);
    pen.stroke();
  },
  parcel: (pen, x, y, size) => {
    pen.beginPath();
    pen.rect(x - size * 0.3, y - size * 0.3, size * 0.6, size * 0.6);
    inked(pen, String(pen.fillStyle), size);
    pen.fillStyle = color("part-edge");
    pen.fillRect(x - size * 0.05, y - size * 0.3, size * 0.1, size * 0.6);
  },
  text: () => {},
};
