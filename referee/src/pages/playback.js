import { get } from "./elements.js";

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
 * The frame that the fragment of an address names.
 * @param {string} hash
 */
const frameOf = (hash) => Number(hash.slice(1)) || 0;

/** The frame that is shown, and the clock that moves it. */
class Playback {
  now = 0;
  /** @type {ReturnType<typeof setInterval> | null} */
  timer = null;
  /** @type {ReturnType<typeof setTimeout> | null} */
  address = null;

  /**
   * @param {number} last
   * @param {number[]} events
   * @param {(at: number) => void} draw
   */
  constructor(last, events, draw) {
    this.last = last;
    this.events = events;
    this.draw = draw;
  }

  /** @param {number} at */
  show(at) {
    this.now = Math.min(Math.max(at, 0), this.last);
    this.draw(this.now);
    get("slider").value = this.now;
    get("where").textContent = "frame " + this.now + " of " + this.last;
    this.address ??= setTimeout(() => {
      this.address = null;
      history.replaceState(null, "", "#" + this.now);
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
   * Does what a key means, unless a field of the page needs the key itself.
   * @param {any} event
   */
  press(event) {
    const { key, target } = event;
    if (event.ctrlKey || event.altKey || event.metaKey || ["SELECT", "INPUT"].includes(target.tagName)) return;
    const button = KEYS.get(key);
    if (key === " " && target.tagName !== "BUTTON") this.toggle();
    else if (button) this.step(button);
    else return;
    event.preventDefault();
  }
}

/**
 * Connects buttons, keys, slider, chart and address with the frames from 0 to `last`, and shows the frame of the address.
 * @param {number} last
 * @param {number[]} events
 * @param {(at: number) => void} draw
 */
export const startPlayback = (last, events, draw) => {
  const playback = new Playback(last, events, draw);
  const again = () => playback.show(playback.now);
  for (const id of KEYS.values()) get(id).addEventListener("click", () => playback.step(id));
  get("play").addEventListener("click", () => playback.toggle());
  get("speed").addEventListener("change", () => playback.changeSpeed());
  get("thoughts").addEventListener("change", again);
  get("slider").max = last;
  get("slider").addEventListener("input", () => playback.show(Number(get("slider").value)));
  get("chart").addEventListener("click", (/** @type {MouseEvent} */ event) => {
    const area = get("chart").getBoundingClientRect();
    playback.show(Math.round((event.clientX - area.left) / area.width * last));
  });
  document.addEventListener("keydown", (event) => playback.press(event));
  window.addEventListener("resize", again);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", again);
  // `location` may have moved on already.
  window.addEventListener("hashchange", (event) => playback.show(frameOf(new URL(event.newURL).hash)));
  playback.show(frameOf(location.hash));
};
