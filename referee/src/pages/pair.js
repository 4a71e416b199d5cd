/** @import { Pair } from "./contract.js" */
import { forgetLayout } from "./canvas.js";
import { forgetColors } from "./colors.js";
import { button, element, get, pageData, svg } from "./elements.js";
import { eventFrames, hasPicture, isFlat, statusText, unpacked } from "./film.js";
import { answers, decisiveWords, leads, parting, recolored, seatsInFirst } from "./parting.js";
import { drawPicture } from "./picture.js";
import { startPlayback } from "./playback.js";
import { lastSaid } from "./said.js";
import { seatColor, seatLetter } from "./seats.js";
import { drawSheet } from "./sheet.js";
import { loadImages } from "./stamps.js";
import { eventAt } from "./story.js";
import { frameWords } from "./times.js";
import { WHOLE } from "./zoom.js";

/** @type {Pair} */
const data = await pageData();
const [first, second] = data.films.map(unpacked);
await loadImages([...(first.images || []), ...(second.images || [])]);
const swapped = seatsInFirst(first.players, second.players);
const parts = parting(first, second);

/** By seat, the seat whose colour its player has on this page: that of the first game. */
const colorsOf = [first.players.map((_, seat) => seat), swapped];
const films = [first, recolored(second, swapped)];

/** A section for each game. */
const views = films.map((film, at) => {
  const section = element("section");
  section.setAttribute("aria-label", "Game " + (at + 1));
  const title = element("h2");
  film.players.forEach((name, seat) => title.append(seat > 0 ? " – " : "",
    element("span", seatColor(colorsOf[at][seat]), seatLetter(seat) + " " + name)));
  const canvas = element("canvas");
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", "The board of game " + (at + 1));
  const status = Object.assign(element("pre", ""), { hidden: true });
  const seats = element("ul"), event = element("p", "event soft");
  section.append(title, element("p", "verdict", film.story.verdict), canvas, status, seats, event);
  get("games").append(section);
  return { canvas, status, seats, event, last: lastSaid(film) };
});

/**
 * The players of a game in a frame: what they have, and what they answered last.
 * @param {number} game
 * @param {number} at
 */
const seatLines = (game, at) => {
  const film = films[game];
  const parted = parts !== null && parts.frame === at ? [parts.seat, parts.other][game] : -1;
  return film.players.map((name, seat) => {
    const line = element("li");
    line.append(element("b", seatColor(colorsOf[game][seat]), seatLetter(seat) + " " + name));
    const values = film.measures.slice(0, 3).flatMap((measure, of) => {
      const value = film.frames[at].measures[of]?.[seat];
      return value === null || value === undefined ? [] : [measure + " " + Number(value.toFixed(2))];
    });
    line.append(element("span", "", values.join(", ")));
    const said = views[game].last[at][seat];
    const answer = said ? said.got.map((text) => film.texts[text]).join(" ⏎ ") : "";
    if (answer) line.append(element("span", "answer" + (seat === parted ? " differs" : ""), answer));
    return line;
  });
};

/** The lead of the first game's A in both games, as a chart on the axis of the slider. */
const leadCurves = [leads(first, 0), leads(second, swapped.indexOf(0))];
const last = Math.max(first.frames.length, second.frames.length) - 1;

get("games").classList.toggle("wide", films.some(isFlat));

const drawChart = () => {
  const known = leadCurves.flat().filter((value) => value !== null);
  const most = known.reduce((greatest, value) => Math.max(greatest, Math.abs(value)), 1);
  const chart = get("chart");
  chart.setAttribute("viewBox", "0 -55 " + Math.max(last, 1) + " 110");
  const line = (/** @type {string} */ className, /** @type {number} */ x) => svg("line", { class: className, x1: x, x2: x, y1: -55, y2: 55 });
  const drawn = leadCurves.map((values, game) => svg("polyline", {
    class: seatColor(0) + (game === 1 ? " second" : ""),
    points: values.flatMap((value, at) => (value === null ? [] : [at + "," + (-50 * value / most).toFixed(2)])).join(" "),
  }));
  chart.replaceChildren(svg("line", { class: "half", x1: 0, x2: last, y1: 0, y2: 0 }), ...(parts ? [line("parts", parts.frame)] : []), ...drawn,
    line("now", 0));
  get("lead").textContent = known.length > 0
    ? "lead of " + first.players[0] + " in " + first.measures[0] + " (game 2 dashed)" : "no measure to compare";
};

/**
 * Shows a frame of both games; a game that is over stays at its end.
 * @param {number} at
 */
const draw = (at) => {
  films.forEach((film, game) => {
    const here = Math.min(at, film.frames.length - 1);
    const frame = film.frames[here];
    const { canvas, status, seats, event } = views[game];
    canvas.hidden = !hasPicture(film, frame);
    status.hidden = !canvas.hidden;
    if (canvas.hidden) status.textContent = statusText(film, frame);
    else if (film.sheet) drawSheet(canvas, film, frame, WHOLE);
    else {
      const things = frame.things.map((thing) => film.things[thing]);
      drawPicture(canvas, film, { frame, things, ways: frame.ways, thoughts: [], view: WHOLE });
    }
    seats.replaceChildren(...seatLines(game, here));
    const note = film.story.events[eventAt(film.story.events, here)];
    const over = here < at ? "over since " + frameWords(film, here) + ". " : "";
    event.textContent = over + (note ? frameWords(film, note.frame) + ": " + note.words : "");
  });
  const now = get("chart").lastChild;
  for (const end of ["x1", "x2"]) now.setAttribute(end, String(at));
  const values = leadCurves.map((curve) => curve[Math.min(at, curve.length - 1)]);
  get("values").textContent = values.map((value) => (value === null ? "–" : (value > 0 ? "+" : "") + Number(value.toFixed(2)))).join(" and ");
};

/** What each did where the games part. */
const partingWords = () => {
  if (parts === null) return "The two games are the same to the end.";
  const when = "They part at " + frameWords(first, parts.frame);
  if (parts.seat < 0) return when + ".";
  const quoted = (/** @type {string | undefined} */ answer) => (answer === undefined ? "nothing" : "“" + answer.replaceAll("\n", " ⏎ ") + "”");
  const [mine, others] = [quoted(answers(first, parts.frame)[parts.seat]), quoted(answers(second, parts.frame)[parts.other])];
  const [player, other] = [first.players[parts.seat], second.players[parts.other]];
  if (player === other) return when + ": " + player + " answers " + mine + " in game 1, " + others + " in game 2.";
  return when + ": in seat " + seatLetter(parts.seat) + " " + player + " answers " + mine + ", " + other + " " + others + ".";
};

const longer = first.frames.length >= second.frames.length ? first : second;
const events = [...new Set([...films.flatMap(eventFrames), ...(parts ? [parts.frame] : [])])].sort((a, b) => a - b);
let before = -1;
const playback = startPlayback({ names: longer.names, time: longer.time, events, opens: parts ? parts.frame : last }, (at) => {
  draw(at);
  const arrives = before === at - 1 && parts !== null && at === parts.frame;
  before = at;
  if (arrives) playback.pause();
}, () => false);

get("parting").textContent = partingWords();
if (parts) get("jumps").append(button("where they part", () => playback.show(parts.frame)));
films.forEach((film, game) => {
  get("jumps").append(button("game " + (game + 1) + ", " + decisiveWords(film), () => playback.show(film.story.decisive)));
});
data.pages.forEach((page, game) => get("jumps").append(Object.assign(element("a", "", "page of game " + (game + 1)), { href: page })));

/** Makes both boards as large as fits beside each other, or on a phone below each other. */
const fit = () => {
  const rows = getComputedStyle(get("games")).gridTemplateColumns.includes(" ") ? 1 : 2;
  const high = (/** @type {string} */ selector) => /** @type {HTMLElement} */ (document.querySelector(selector)).offsetHeight;
  const beside = Math.max(...views.map(({ canvas }) => [.../** @type {HTMLElement} */ (canvas.parentElement).children]
    .reduce((sum, one) => sum + (one === canvas ? 0 : /** @type {HTMLElement} */ (one).offsetHeight), 0)));
  const room = (window.innerHeight - high("header") - high("footer")) / rows - beside - 60 / rows;
  get("games").dataset.room = String(Math.max(room, 110));
  forgetLayout();
  playback.show(playback.now);
};
window.addEventListener("resize", fit);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
  forgetColors();
  playback.show(playback.now);
});
drawChart();
playback.start();
fit();
