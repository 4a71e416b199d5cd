import { startAsking } from "./asking.js";
import { drawBoard, reserveStatus } from "./board.js";
import { startCommands } from "./commands.js";
import { element, get, pageData } from "./elements.js";
import { eventFrames, overlays, unpacked } from "./film.js";
import { drawLegend, nameTiles } from "./legend.js";
import { drawOverview } from "./overview.js";
import { startPlayback } from "./playback.js";
import { cards } from "./said.js";
import { startSearch } from "./search.js";
import { Stage } from "./stage.js";
import { loadImages } from "./stamps.js";
import { drawStory, markEvent, watchEvents } from "./story.js";
import { startZoom } from "./zoom.js";

const film = unpacked(await pageData());
await loadImages(film.images || []);
const drawCards = cards(film);
const markFrame = drawOverview(film);
const writeCommands = startCommands(film);
const stage = new Stage(film);
let shown = film.frames[0];
const nameTile = nameTiles(film, () => shown);

/** @param {number} at */
const draw = (at) => {
  const frame = film.frames[at];
  drawCards(at);
  drawBoard(film, frame);
  stage.show(at);
  shown = frame;
  nameTile();
  markEvent(film, at);
  markFrame(at);
  writeCommands(at);
  showAsked(at);
};

const choices = overlays(film);
for (const [value, text] of choices) get("thoughts").append(Object.assign(element("option", "", text), { value }));
get("thinking").hidden = choices.length === 1;
reserveStatus(film);
get("legend").open = window.innerWidth > 800;
drawLegend(film);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => drawLegend(film));
const zoom = startZoom((view) => stage.look(view));
const course = { names: film.names, time: film.time, events: eventFrames(film), opens: film.frames.length - 1 };
const playback = startPlayback(course, draw, zoom);
window.addEventListener("resize", () => stage.fit());
// On paper the picture is as large as the page lets it be; heading and controls are not in view with it.
const main = /** @type {HTMLElement} */ (document.querySelector("main"));
for (const [event, room] of [["beforeprint", "900"], ["afterprint", ""]]) {
  window.addEventListener(event, () => {
    main.dataset.room = room;
    stage.fit();
  });
}
get("as-text").addEventListener("toggle", () => drawBoard(film, shown));
const showAsked = startAsking(film, (at) => playback.show(at));
drawStory(film, (at) => playback.show(at));
startSearch(film, (at) => playback.show(at));
playback.start();
watchEvents();
performance.mark("shown");
