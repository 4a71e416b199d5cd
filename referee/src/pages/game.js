import { drawBoard, reserveStatus } from "./board.js";
import { element, get, pageData } from "./elements.js";
import { eventFrames, overlays, thoughtsShown, unpacked } from "./film.js";
import { drawLegend, nameTiles } from "./legend.js";
import { drawOverview } from "./overview.js";
import { drawPicture } from "./picture.js";
import { startPlayback } from "./playback.js";
import { cards } from "./said.js";
import { drawStory, markEvent } from "./story.js";

const film = unpacked(await pageData());
const drawCards = cards(film);
const markFrame = drawOverview(film);
let shown = film.frames[0];
const nameTile = nameTiles(film, () => shown);

/** @param {number} at */
const draw = (at) => {
  const frame = film.frames[at];
  // The picture is as large as the cards and the status let it be, so they come first.
  drawCards(at);
  if (drawBoard(film, frame)) {
    drawPicture(get("picture"), film, frame, thoughtsShown(frame, get("thoughts").value));
  }
  shown = frame;
  nameTile();
  markEvent(film, at);
  markFrame(at);
};

const choices = overlays(film);
for (const [value, text] of choices) get("thoughts").append(Object.assign(element("option", "", text), { value }));
get("thinking").hidden = choices.length === 1;
reserveStatus(film);
get("legend").open = window.innerWidth > 800;
drawLegend(film);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => drawLegend(film));
const playback = startPlayback({ names: film.names, time: film.time, events: eventFrames(film), opens: film.story.opens }, draw);
drawStory(film, (at) => playback.show(at));
playback.start();
