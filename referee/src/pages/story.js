/** @import { Note } from "./contract.js" */
/** @import { Film } from "./film.js" */
import { element, get } from "./elements.js";
import { setup } from "./film.js";
import { seatColor } from "./seats.js";
import { frameWords } from "./times.js";

/**
 * A link to the frame of a note, with its words or others.
 * @param {Film} film
 * @param {Note} note
 * @param {(at: number) => void} show
 */
const link = (film, note, show, words = frameWords(film, note.frame) + ": " + note.words) => {
  const made = element("a", seatColor(note.seat), words);
  made.href = "#" + film.names[note.frame];
  made.addEventListener("click", (event) => {
    event.preventDefault();
    show(note.frame);
  });
  return made;
};

/**
 * Shows who won, from which turn on it was decided, who was thrown out, the moments that decided the game, and the list of events.
 * @param {Film} film
 * @param {(at: number) => void} show
 */
export const drawStory = (film, show) => {
  const { verdict, lead, faults, moments, events } = film.story;
  get("verdict").textContent = verdict;
  // The sentence says in words which turn it is.
  if (lead) get("lead").append(Object.assign(link(film, lead, show, lead.words), { className: "" }));
  get("setup").textContent = setup(film);
  for (const note of faults) {
    const line = element("p", "fault");
    line.append(Object.assign(link(film, note, show), { className: "" }));
    get("faults").append(line);
  }
  if (moments.length > 0) get("moments").append("Moments: ");
  moments.forEach((note, at) => {
    const moment = link(film, note, show);
    moment.classList.toggle("b", note.frame === lead?.frame);
    get("moments").append(...(at > 0 ? [" · "] : []), moment);
  });
  for (const note of events) {
    const line = element("li");
    line.append(link(film, note, show));
    get("events").append(line);
  }
  if (events.length === 0) get("events").append(element("li", "", "No event: nothing of what is counted changed."));
};

/**
 * The last event at or before a frame, or -1.
 * @param {Note[]} events
 * @param {number} at
 */
export const eventAt = (events, at) => events.findLastIndex((note) => note.frame <= at);

/** Scrolls the list of events to the marked one. */
const scrollEvents = () => {
  const list = get("events");
  const item = /** @type {HTMLElement | null} */ (list.querySelector("[aria-current]"));
  // The list is positioned, so the offset of an item is that from the top of the list.
  if (item) list.scrollTop = item.offsetTop - (list.clientHeight - item.offsetHeight) / 2;
};

/** The least height of a list of events that is worth to scroll in, in pixels. */
const LEAST_LIST = 64;

/** Ends the list of events at the bar below, where the list begins above it. */
const fitEvents = () => {
  const list = get("events");
  const top = list.getBoundingClientRect().top + window.scrollY;
  const [main, footer] = ["main", "footer"].map((one) => /** @type {HTMLElement} */ (document.querySelector(one)));
  const room = window.innerHeight - footer.offsetHeight - top - 8;
  const isBeside = getComputedStyle(main).display === "grid";
  list.style.setProperty("--room", isBeside && room >= LEAST_LIST ? room + "px" : "");
};

/** Keeps the list of events above the bar, and the marked event in view when the list gets another size. */
export const watchEvents = () => {
  new ResizeObserver(scrollEvents).observe(get("events"));
  const observer = new ResizeObserver(fitEvents);
  for (const one of document.querySelectorAll("header, footer, #said")) observer.observe(one);
  window.addEventListener("resize", fitEvents);
};

/**
 * Marks the event of a frame in the list, and scrolls the list to it.
 * @param {Film} film
 * @param {number} at
 */
export const markEvent = (film, at) => {
  const list = get("events");
  const place = eventAt(film.story.events, at);
  if (list.dataset.marked === String(place)) return;
  list.dataset.marked = String(place);
  const last = film.story.events[place];
  get("event").textContent = last ? frameWords(film, last.frame) + ": " + last.words : "No event yet";
  list.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const item = list.children[place];
  if (!item) return;
  item.setAttribute("aria-current", "true");
  scrollEvents();
};
