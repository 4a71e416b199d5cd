import { get } from "./elements.js";
import { frameOf } from "./times.js";

/** Keys, and the buttons that they press. */
const KEYS = new Map([
  ["ArrowLeft", "back"], ["ArrowRight", "next"], ["Home", "first"], ["End", "last"], ["n", "event-next"], ["p", "event-back"],
]);

/** Milliseconds between changes of the address: browsers allow a page a hundred in half a minute. */
const ADDRESS_PAUSE = 350;

/**
 * The frames that the buttons lead to from a frame.
 * @param {number} now
 * @param {number} last
 * @param {number[]} events
 * @returns {Record<string, number>}
 */
export const targets = (now, last, events) => ({
  first: 0, back: Math.max(now - 1, 0), next: Math.min(now + 1, last), last,
  "event-back": events.findLast((at) => at < now) ?? 0,
  "event-next": events.find((at) => at > now) ?? last,
});

/**
 * What a film needs to be played: the names of its frames and their unit, those with events, and the one at which it opens.
 * @typedef {{ names: string[], time: string, events: number[], opens: number }} Course
 */

/** The frame that is shown, and the clock that moves it. */
class Playback {
  now = 0;
  /** @type {ReturnType<typeof setInterval> | null} */
  timer = null;
  /** @type {ReturnType<typeof setTimeout> | null} */
  address = null;

  /**
   * @param {Course} course
   * @param {(at: number) => void} draw
   * @param {(key: string, hasShift: boolean) => boolean} press
   */
  constructor({ names, time, events, opens }, draw, press) {
    this.pressed = press;
    this.names = names;
    this.last = names.length - 1;
    this.time = time;
    this.events = events;
    this.opens = opens;
    this.draw = draw;
  }

  /** Shows the frame of the address, or else the one at which the film opens. */
  start() {
    this.show(frameOf(this.names, location.hash, this.opens));
  }

  /** @param {number} at */
  show(at) {
    this.now = Math.min(Math.max(at, 0), this.last);
    this.draw(this.now);
    get("slider").value = this.now;
    get("where").textContent = this.time + " " + this.names[this.now] + " of " + parseInt(this.names[this.last], 10);
    get("slider").setAttribute("aria-valuetext", get("where").textContent);
    this.address ??= setTimeout(() => {
      this.address = null;
      history.replaceState(null, "", "#" + this.names[this.now]);
    }, ADDRESS_PAUSE);
  }

  /** @param {string} button */
  step(button) {
    this.show(targets(this.now, this.last, this.events)[button]);
  }

  /** @param {boolean} plays */
  label(plays) {
    get("play").textContent = plays ? "⏸ pause" : "▶ play";
    get("play").setAttribute("aria-label", plays ? "Pause" : "Play");
    get("play").setAttribute("aria-pressed", String(plays));
  }

  pause() {
    if (this.timer !== null) clearInterval(this.timer);
    this.timer = null;
    this.label(false);
  }

  play() {
    if (this.now === this.last) this.show(0);
    this.label(true);
    this.timer = setInterval(() => {
      if (this.now === this.last) this.pause();
      else this.show(this.now + 1);
    }, 1000 / Number(get("speed").value));
  }

  toggle() {
    if (this.timer === null) this.play();
    else this.pause();
  }

  changeSpeed() {
    if (this.timer === null) return;
    this.pause();
    this.play();
  }

  /**
   * The next speed of the list, up or down.
   * @param {number} step
   */
  faster(step) {
    const choice = get("speed");
    choice.selectedIndex = Math.min(Math.max(choice.selectedIndex + step, 0), choice.length - 1);
    this.changeSpeed();
  }

  /**
   * Does what a key means, wherever the focus is, unless the element with the focus needs the key itself.
   * @param {any} event
   */
  press(event) {
    const { key, target } = event;
    if (event.ctrlKey || event.altKey || event.metaKey || get("keys").open || needs(target, key)) return;
    const button = KEYS.get(key);
    if (this.pressed(key, event.shiftKey)) return void event.preventDefault();
    if (key === " ") this.toggle();
    else if (key === "+" || key === "-") this.faster(key === "+" ? 1 : -1);
    else if (key === "?") get("keys").showModal();
    else if (button) this.step(button);
    else return;
    event.preventDefault();
  }
}

/**
 * Whether an element uses a key itself: a button or a list that was reached with the keyboard does, one that was clicked
 * does not.
 * @param {any} target
 * @param {string} key
 */
const needs = (target, key) => {
  if (target.tagName === "INPUT" && target.type !== "range") return true;
  if (!target.matches(":focus-visible")) return false;
  if (target.tagName === "SELECT") return key !== "n" && key !== "p";
  return key === " " && ["BUTTON", "SUMMARY", "A"].includes(target.tagName);
};

/**
 * Connects buttons, keys, slider, chart and address with the frames of a course.
 * @param {Course} course
 * @param {(at: number) => void} draw
 * @param {(key: string, hasShift: boolean) => boolean} press does what a key means for the picture; false if it means nothing
 */
export const startPlayback = (course, draw, press) => {
  const playback = new Playback(course, draw, press);
  const again = () => playback.show(playback.now);
  for (const id of KEYS.values()) get(id).addEventListener("click", () => playback.step(id));
  get("play").addEventListener("click", () => playback.toggle());
  get("speed").addEventListener("change", () => playback.changeSpeed());
  get("thoughts").addEventListener("change", again);
  get("help").addEventListener("click", () => get("keys").showModal());
  get("keys-close").addEventListener("click", () => get("keys").close());
  get("slider").max = playback.last;
  get("slider").addEventListener("input", () => playback.show(Number(get("slider").value)));
  const chart = get("chart");
  const drag = (/** @type {PointerEvent} */ event) => {
    if (event.buttons !== 1) return;
    const area = chart.getBoundingClientRect();
    playback.show(Math.round((event.clientX - area.left) / area.width * playback.last));
  };
  chart.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
    chart.setPointerCapture(event.pointerId);
    drag(event);
  });
  chart.addEventListener("pointermove", drag);
  document.addEventListener("keydown", (event) => playback.press(event));
  // `location` may have moved on already.
  window.addEventListener("hashchange", (event) => playback.show(frameOf(course.names, new URL(event.newURL).hash, playback.now)));
  return playback;
};
