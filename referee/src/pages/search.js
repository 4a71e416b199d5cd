/** @import { Film } from "./film.js" */
import { element, get } from "./elements.js";
import { seatColor, seatLetter } from "./seats.js";
import { frameWords } from "./times.js";

/** The most places that are listed. */
const MOST = 200;

/**
 * A place where a text was read, answered or written.
 * @typedef {{ frame: number, seat: number, what: string, line: string }} Place
 */

/**
 * The places in a film where these words are, regardless of capitals; at most one more than are listed.
 * @param {Film} film
 * @param {string} words
 * @returns {Place[]}
 */
export const placesOf = (film, words) => {
  const wanted = words.trim().toLowerCase();
  if (wanted === "") return [];
  const has = film.texts.map((text) => text.toLowerCase().includes(wanted));
  /** @type {Place[]} */
  const found = [];
  film.frames.forEach((frame, at) => frame.said.forEach((said) => {
    for (const [what, lines] of /** @type {[string, number[]][]} */ ([["read", said.sent], ["answered", said.got], ["wrote", said.stderr]])) {
      for (const line of lines) {
        if (has[line] && found.length <= MOST) found.push({ frame: at, seat: said.seat, what, line: film.texts[line] });
      }
    }
  }));
  return found;
};

/**
 * Lists the places of the words in the field, each as a link to its frame.
 * @param {Film} film
 * @param {(at: number) => void} show
 */
export const startSearch = (film, show) => {
  const list = get("found");
  /** @type {Place[]} */
  let places = [];
  const write = () => {
    places = placesOf(film, get("words").value);
    const more = places.length > MOST;
    const count = more ? "more than " + MOST : places.length;
    get("found-count").textContent = get("words").value.trim() === "" ? "" : count + (places.length === 1 ? " place" : " places");
    list.replaceChildren(...places.slice(0, MOST).map((place) => {
      const link = element("a", seatColor(place.seat), frameWords(film, place.frame) + ", " + seatLetter(place.seat) + " " + place.what + ": ");
      link.href = "#" + film.names[place.frame];
      link.append(element("code", "", place.line.length > 120 ? place.line.slice(0, 120) + "…" : place.line));
      link.addEventListener("click", (event) => {
        event.preventDefault();
        show(place.frame);
      });
      const item = element("li");
      item.append(link);
      return item;
    }));
    list.hidden = places.length === 0;
  };
  get("words").addEventListener("input", write);
  get("words").addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Enter" || places.length === 0) return;
    // The next place after the frame that is shown, or the one before.
    const now = Number(get("slider").value);
    const frames = [...new Set(places.map((place) => place.frame))];
    const next = event.shiftKey ? frames.findLast((frame) => frame < now) ?? frames[frames.length - 1] : frames.find((frame) => frame > now) ?? frames[0];
    show(next);
  });
};
