/** @import { Film, Frame, Said } from "./contract.js" */
import { element, get } from "./elements.js";
import { namedValues } from "./film.js";
import { seatColor, seatLetter } from "./seats.js";

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
 * @param {Film} film
 * @param {Said} said
 */
const exchangeBox = (film, said) => {
  const box = element("article");
  const time = said.millis === null ? "" : ", " + said.millis.toFixed(1) + " ms";
  const title = seatLetter(said.seat) + " (" + film.players[said.seat] + "), turn " + said.turn + time;
  box.append(element("h2", seatColor(said.seat), title));
  /** @type {[string, number[]][]} */
  const texts = [["answer", said.got], ["input", said.sent], ["standard error", said.stderr]];
  for (const [name, lines] of texts) {
    if (lines.length > 0) box.append(element("h3", "", name), textBox(film, name, said.seat, lines));
  }
  const values = namedValues(said).map(([name, value]) => name + " " + (value === null ? "–" : Number(value.toFixed(3))));
  if (values.length > 0) box.append(element("p", "values", values.join(", ")));
  if (said.fault) box.append(element("p", "fault", said.fault));
  return box;
};

/**
 * Shows what each seat was sent and answered in a frame.
 * @param {Film} film
 * @param {Frame} frame
 */
export const drawSaid = (film, frame) => {
  const boxes = frame.said.map((said) => exchangeBox(film, said));
  get("said").replaceChildren(...(boxes.length > 0 ? boxes : [element("p", "", "The start position.")]));
};
