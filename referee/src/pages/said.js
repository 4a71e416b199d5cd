/** @import { Said } from "./contract.js" */
/** @import { Film, Frame } from "./film.js" */
import { element, get, refill } from "./elements.js";
import { namedValues } from "./film.js";
import { ordinal, seatColor, seatLetter } from "./seats.js";

/**
 * Whether a seat was only told something, such as the end of the game, and asked nothing.
 * @param {Said} said
 */
const isNotice = (said) => said.got.length === 0 && !said.fault;

/**
 * By frame and seat, the last exchange with an answer at or before that frame; without one, the last that told something, or null.
 * @param {Film} film
 * @returns {(Said | null)[][]}
 */
export const lastSaid = (film) => {
  /** @type {(Said | null)[]} */
  let last = film.players.map(() => null);
  return film.frames.map((frame) => {
    if (frame.said.length > 0) last = [...last];
    for (const said of frame.said) {
      const before = last[said.seat];
      if (!isNotice(said) || before === null || isNotice(before)) last[said.seat] = said;
    }
    return last;
  });
};

/**
 * The greatest value of each measure, of all frames and seats.
 * @param {Film} film
 */
const greatest = (film) => film.measures.map((_, measure) =>
  film.frames.reduce((most, frame) => Math.max(most, ...(frame.measures[measure] || []).map((value) => value ?? 0)), 0));

/**
 * The measures of a seat, each with its number and a bar.
 * @param {Film} film
 * @param {Frame} frame
 * @param {number} seat
 * @param {number[]} most
 */
const measureBars = (film, frame, seat, most) => film.measures.flatMap((name, measure) => {
  const value = frame.measures[measure]?.[seat];
  if (value === undefined || value === null) return [];
  const words = name + " " + Number(value.toFixed(2));
  const line = element("p", "measure");
  // A long name loses its end, but not its number.
  line.append(element("span", "name", name), element("span", "", " " + Number(value.toFixed(2))));
  if (most[measure] > 0) {
    const bar = Object.assign(element("progress", seatColor(seat)), { max: most[measure], value: Math.max(value, 0) });
    bar.setAttribute("aria-label", words);
    line.append(bar);
  }
  return [line];
});

/**
 * Lines of a seat as a text that can be scrolled with the keyboard.
 * @param {Film} film
 * @param {string} name
 * @param {number} seat
 * @param {number[]} lines
 */
const textBox = (film, name, seat, lines) => {
  const text = element("pre", "", lines.map((line) => film.texts[line]).join("\n"));
  text.tabIndex = 0;
  text.setAttribute("role", "region");
  text.setAttribute("aria-label", name + " of " + seatLetter(seat));
  return text;
};

/**
 * The place of a seat at the end of a game of several.
 * @param {Film} film
 * @param {number} seat
 */
const place = (film, seat) => {
  const rank = film.players.length > 1 ? film.result?.ranks?.[seat] : undefined;
  return rank === undefined ? "" : " " + ordinal(rank);
};

/** The texts that fold out, as they were made last: one that the user has folded out is so in other frames. @type {Map<string, HTMLDetailsElement>} */
const folds = new Map();

/**
 * A text that folds out.
 * @param {Film} film
 * @param {string} name
 * @param {number} seat
 * @param {number[]} lines
 */
const folded = (film, name, seat, lines) => {
  const key = name + seat;
  const box = element("details");
  box.open = folds.get(key)?.open ?? false;
  box.append(element("summary", "", name), textBox(film, name, seat, lines));
  folds.set(key, box);
  return box;
};

/**
 * What a seat was sent and answered last, or nothing before its first answer.
 * @param {Film} film
 * @param {Said | null} said
 * @param {boolean} isNow
 * @param {Said[]} told what it was told in this frame after its answer
 */
const exchange = (film, said, isNow, told) => {
  if (said === null) return [element("p", "", "It was not asked yet.")];
  const time = said.millis === null ? "" : " in " + said.millis.toFixed(1) + " ms";
  /** @type {HTMLElement[]} */
  const parts = [];
  if (isNotice(said)) parts.push(element("h3", "", "nothing asked"));
  else parts.push(element("h3", "", (isNow ? "answer" : "last answer") + time), textBox(film, "answer", said.seat, said.got));
  if (said.fault) parts.push(element("p", "fault", said.fault));
  const values = namedValues(said).map(([name, value]) => name + " " + (value === null ? "–" : Number(value.toFixed(3))));
  if (values.length > 0) parts.push(element("p", "values", values.join(", ")));
  if (said.sent.length > 0) parts.push(folded(film, "input", said.seat, said.sent));
  if (told.length > 0) parts.push(folded(film, "told afterwards", said.seat, told.flatMap((one) => one.sent)));
  if (said.stderr.length > 0) parts.push(folded(film, "stderr", said.seat, said.stderr));
  return parts;
};

/**
 * Makes the function that shows, for each seat, its measures in a frame and what it was sent and answered last. A card that
 * would be the same stays.
 * @param {Film} film
 */
export const cards = (film) => {
  const last = lastSaid(film);
  const most = greatest(film);
  const boxes = film.players.map(() => ({ box: element("article"), shows: /** @type {unknown[]} */ ([]) }));
  get("said").append(...boxes.map(({ box }) => box));
  /** @param {number} at */
  return (at) => {
    const frame = film.frames[at];
    get("said").classList.toggle("small", film.players.length > 4 || window.innerWidth <= 800);
    film.players.forEach((player, seat) => {
      const own = frame.said.filter((said) => said.seat === seat);
      const isNow = own.some((said) => said === last[at][seat]);
      const told = own.filter((said) => said !== last[at][seat]);
      const shows = [last[at][seat], isNow, ...told, ...film.measures.map((_, measure) => frame.measures[measure]?.[seat])];
      const card = boxes[seat];
      if (card.shows.length === shows.length && shows.every((one, place) => one === card.shows[place])) return;
      card.shows = shows;
      card.box.className = isNow ? "now" : "";
      const name = element("h2", seatColor(seat), seatLetter(seat) + " (" + player + ")");
      name.append(element("span", "place", place(film, seat)));
      refill(card.box, name, ...measureBars(film, frame, seat, most), ...exchange(film, last[at][seat], isNow, told));
    });
  };
};
