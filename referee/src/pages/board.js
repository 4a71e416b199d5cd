/** @import { Film, Frame } from "./film.js" */
import { ansiPieces } from "./ansi.js";
import { element, get } from "./elements.js";
import { hasPicture, statusText } from "./film.js";

/**
 * Keeps room for the longest status of all frames, so that nothing moves when it gets longer or shorter.
 * @param {Film} film
 */
export const reserveStatus = (film) => {
  const lines = film.frames.map((frame) => (hasPicture(film, frame) ? frame.board.length - frame.rows.length : 0));
  get("status").style.minHeight = 1.35 * lines.reduce((most, count) => Math.max(most, count), 0) + "em";
};

/**
 * Writes the lines of a board with their colours.
 * @param {Film} film
 * @param {number[]} lines
 */
const writeBoard = (film, lines) => {
  const board = get("board");
  board.replaceChildren();
  for (const line of lines) {
    for (const { text, classes } of ansiPieces(film.texts[line])) {
      board.append(classes ? element("span", classes, text) : text);
    }
    board.append("\n");
  }
  if (lines.length === 0) {
    board.append("There is no position here: the recording contains none, or does not follow the rules.");
  }
};

/**
 * Shows the board of a frame as text, if that is folded out, and says whether the frame has a picture.
 * @param {Film} film
 * @param {Frame} frame
 */
export const drawBoard = (film, frame) => {
  const isDrawn = hasPicture(film, frame);
  get("picture").hidden = !isDrawn;
  get("status").hidden = !isDrawn;
  const text = get("as-text");
  text.open = !isDrawn || text.open;
  // Most of the time it is folded, and to write it costs more than all the rest.
  if (text.open) writeBoard(film, frame.board);
  if (isDrawn) get("status").textContent = statusText(film, frame);
  return isDrawn;
};
