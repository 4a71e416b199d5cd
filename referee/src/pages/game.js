/** @import { Film } from "./contract.js" */
import { drawBoard } from "./board.js";
import { element, get, pageData } from "./elements.js";
import { eventFrames, overlays, summary, thoughtsShown, waysOf } from "./film.js";
import { drawOverview, markFrame } from "./overview.js";
import { drawPicture } from "./picture.js";
import { startPlayback } from "./playback.js";
import { drawSaid } from "./said.js";

/** @type {Film} */
const film = pageData();
const ways = waysOf(film.frames);

/** @param {number} at */
const draw = (at) => {
  const frame = film.frames[at];
  if (drawBoard(film, frame)) {
    drawPicture(get("picture"), film, frame, ways[at], thoughtsShown(frame, get("thoughts").value));
  }
  drawSaid(film, frame);
  markFrame(at);
};

const choices = overlays(film);
for (const [value, text] of choices) get("thoughts").append(Object.assign(element("option", "", text), { value }));
get("thinking").hidden = choices.length === 1;
get("about").textContent = summary(film);
drawOverview(film);
startPlayback(film.frames.length - 1, eventFrames(film), draw);
