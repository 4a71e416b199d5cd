/** @import { Film } from "./film.js" */
import { element, get } from "./elements.js";
import { seatLetter } from "./seats.js";

/**
 * What a bot would have answered: the number of the answer among those of the seat, from 1, its lines, its fault, and whether it
 * is the recorded one.
 * @typedef {{ number: number, lines: string[], fault: string | null, is_same: boolean }} Other
 */

/**
 * The answers of a bot by number; why they end, empty at the end of the game, or null while they come; and whether they broke off.
 * @typedef {{ others: Map<number, Other>, end: string | null, isCut: boolean }} Found
 */

/**
 * The frames in which a bot would have answered something else, in order.
 * @param {Film} film
 * @param {number} seat
 * @param {Map<number, Other>} others by number
 */
export const differences = (film, seat, others) => film.frames.flatMap((frame, at) =>
  (frame.said.some((said) => said.seat === seat && others.get(said.turn)?.is_same === false) ? [at] : []));

/**
 * What is said of a frame: the answer of the bot beside the recorded one.
 * @param {Film} film
 * @param {number} at
 * @param {number} seat
 * @param {string} bot
 * @param {Map<number, Other>} others
 */
export const besides = (film, at, seat, bot, others) => {
  const said = film.frames[at].said.find((one) => one.seat === seat && others.has(one.turn));
  const other = said && others.get(said.turn);
  if (!said || !other) return "";
  const answer = [...other.lines, ...(other.fault ? ["(" + other.fault + ")"] : [])].join(" ");
  if (other.is_same) return bot + " answers the same: " + answer;
  const given = said.got.map((line) => film.texts[line]).join(" ");
  return bot + " answers " + answer + ", where " + seatLetter(seat) + " answered " + (given || said.fault || "nothing");
};

/**
 * Lets the user ask a bot for its answers, in a page that a dashboard serves. Returns what shows them in a frame.
 * @param {Film} film
 * @param {(at: number) => void} go
 */
export const startAsking = (film, go) => {
  const bots = film.askable || [];
  const [choice, seats, count, next, asked] = [get("ask"), get("of-seat"), get("asked-count"), get("ask-next"), get("asked")];
  get("asking").hidden = bots.length === 0;
  choice.append(...bots.map((bot) => Object.assign(element("option", "", bot), { value: bot })));
  /** By seat and bot: the answers that have come. @type {Map<string, Found>} */
  const known = new Map();
  /** The answers that still come. @type {{ key: string, stream: EventSource } | null} */
  let playing = null;
  let now = 0;
  const key = () => seats.value + " " + choice.value;

  const write = () => {
    const found = known.get(key());
    asked.hidden = !found;
    const seat = Number(seats.value);
    const different = found ? differences(film, seat, found.others) : [];
    next.disabled = different.length === 0;
    if (!found) return count.replaceChildren();
    const state = found.end === null ? ", and it still plays" : found.end && ": " + found.end;
    count.textContent = "differs in " + different.length + " of " + found.others.size + " answers" + state;
    const words = besides(film, now, seat, choice.value, found.others);
    asked.textContent = words || seatLetter(seat) + " gave no answer here.";
  };

  /** Another question stops the bot that still plays: the dashboard lets one play at a time. */
  const stop = () => {
    playing?.stream.close();
    if (playing && known.get(playing.key)?.end === null) known.delete(playing.key);
    playing = null;
  };

  /** Asks for the answers of the seat, once. */
  const ask = () => {
    const own = key();
    if (playing && playing.key !== own) stop();
    if (choice.value !== "" && !known.has(own)) {
      /** @type {Found} */
      const found = { others: new Map(), end: null, isCut: false };
      known.set(own, found);
      const query = new URLSearchParams({ recording: film.recording, seat: seats.value, bot: choice.value });
      const stream = new EventSource("/api/answers?" + query);
      playing = { key: own, stream };
      stream.addEventListener("message", (event) => {
        const { answer, end } = JSON.parse(event.data);
        if (answer) found.others.set(answer.number, answer);
        if (end) {
          found.end = end.why || "";
          stream.close();
        }
        write();
      });
      stream.addEventListener("error", () => {
        found.end = "the dashboard gives no more answers";
        found.isCut = true;
        stream.close();
        write();
      });
    }
    write();
  };

  /** Asks what the user chooses; again if the answers broke off. */
  const choose = () => {
    if (known.get(key())?.isCut) known.delete(key());
    ask();
  };

  choice.addEventListener("change", choose);
  seats.addEventListener("change", choose);
  next.addEventListener("click", () => {
    const found = known.get(key());
    const all = differences(film, Number(seats.value), found ? found.others : new Map());
    go(all.find((at) => at > now) ?? all[0]);
  });
  /** @param {number} at */
  return (at) => {
    now = at;
    if (choice.value !== "") ask();
  };
};
