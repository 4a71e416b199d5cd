/** @import { Film, Frame } from "./film.js" */
import { forgetLayout } from "./canvas.js";
import { forgetColors } from "./colors.js";
import { get } from "./elements.js";
import { isFlat, thoughtsShown } from "./film.js";
import { areNeighbours, between, duration, moves, waysBetween } from "./motion.js";
import { drawPicture } from "./picture.js";
import { drawSheet } from "./sheet.js";
import { WHOLE } from "./zoom.js";

/** Whether the user wants no motion. */
const isReduced = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * The picture of a film: it shows frames, and moves pieces from one to the next.
 */
export class Stage {
  view = WHOLE;
  /** The number of the frame that is shown. */
  at = -1;
  /** @type {number | null} */
  motion = null;

  /** @param {Film} film */
  constructor(film) {
    this.film = film;
    this.picture = get("picture");
    this.picture.closest("main").classList.toggle("flat", isFlat(film));
    // What is beside the picture may get higher or lower.
    const observer = new ResizeObserver(() => this.fit());
    for (const one of document.querySelectorAll("header, footer, #said, #legend, #status")) observer.observe(one);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
      forgetColors();
      this.draw();
    });
  }

  /** Makes the picture as large as fits now. */
  fit() {
    forgetLayout();
    this.draw();
  }

  /** @param {import("./zoom.js").View} view */
  look(view) {
    this.view = view;
    this.draw();
  }

  /**
   * Shows a frame. From a neighbour, pieces move to it.
   * @param {number} at
   */
  show(at) {
    const [before, now] = [this.film.frames[this.at], this.film.frames[at]];
    const follows = before !== undefined && Math.abs(at - this.at) === 1 && areNeighbours(before, now);
    this.at = at;
    const millis = follows ? duration(Number(get("speed").value), isReduced()) : 0;
    if (millis > 0) this.move(before, now, millis);
    else this.draw();
  }

  /**
   * @param {Frame} before
   * @param {Frame} now
   * @param {number} millis
   */
  move(before, now, millis) {
    const things = (/** @type {Frame} */ frame) => frame.things.map((thing) => this.film.things[thing]);
    const all = moves(things(before), things(now));
    if (all.size === 0) {
      this.draw();
      return;
    }
    this.stop();
    const begin = performance.now();
    const draw = (/** @type {number} */ time) => {
      const part = Math.min(Math.max((time - begin) / millis, 0), 1);
      this.motion = part < 1 ? requestAnimationFrame(draw) : null;
      this.paint(between(things(now), all, part), waysBetween(now.ways, all, part));
    };
    draw(begin);
  }

  stop() {
    if (this.motion !== null) cancelAnimationFrame(this.motion);
    this.motion = null;
  }

  /** Draws the frame as it is, without motion. */
  draw() {
    this.stop();
    const frame = this.film.frames[this.at];
    if (frame) this.paint(frame.things.map((thing) => this.film.things[thing]), frame.ways);
  }

  /**
   * @param {import("./contract.js").Thing[]} things
   * @param {import("./film.js").Way[]} ways
   */
  paint(things, ways) {
    const frame = this.film.frames[this.at];
    if (this.film.sheet) drawSheet(this.picture, this.film, frame, this.view);
    if (frame.rows.length === 0) return;
    const thoughts = thoughtsShown(frame, get("thoughts").value);
    drawPicture(this.picture, this.film, { frame, things, ways, thoughts, view: this.view });
  }
}
