import { drawBoard, reserveStatus } from "./board.js";
import { element, get, pageData } from "./elements.js";
import { eventFrames, overlays, thoughtsShown, unpacked } from "./film.js";
import { drawOverview, markFrame } from "./overview.js";
import { drawPicture } from "./picture.js";
import { startPlayback } from "./playback.js";
import { cards } from "./said.js";
import { drawStory, markEvent } from "./story.js";

const film = unpacked(await pageData());
const drawCards = cards(film);

/** @param {number} at */
const draw = (at) => {
  const frame = film.frames[at];
  if (drawBoard(film, frame)) {
    drawPicture(get("picture"), film, frame, thoughtsShown(frame, get("thoughts").value));
  }
  drawCards(at);
  markEvent(film, at);
  markFrame(at);
};

const choices = overlays(film);
for (const [value, text] of choices) get("thoughts").append(Object.assign(element("option", "", text), { value }));
get("thinking").hidden = choices.length === 1;
reserveStatus(film);
drawOverview(film);
const playback = startPlayback({ last: film.frames.length - 1, events: eventFrames(film), opens: film.story.opens }, draw);
drawStory(film, (at) => playback.show(at));
playback.start();
