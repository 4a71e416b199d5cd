/** @import { Film } from "./film.js" */
import { copyButton, element, get } from "./elements.js";
import { seatLetter } from "./seats.js";

/**
 * A word as a shell reads it.
 * @param {string} word
 */
export const quoted = (word) => (/^[A-Za-z0-9_@%+=:,./-]+$/.test(word) ? word : "'" + word.replaceAll("'", "'\\''") + "'");

/**
 * Commands about a seat's answer in a frame, each with what it does. Without an answer of the seat there are none for it.
 * @param {Film} film
 * @param {number} at
 * @param {number} seat
 * @param {string} bot
 * @returns {[string, string][]}
 */
export const commandsAt = (film, at, seat, bot) => {
  const file = quoted(film.recording || "RECORDING");
  const { turn, said } = film.frames[at];
  const show = "referee show " + file + " --turn " + turn;
  const answer = said.find((one) => one.seat === seat && (one.got.length > 0 || one.fault !== null));
  if (!answer) return [["all that was said in this " + film.time, show]];
  const redrive = "referee redrive " + file + " " + quoted(bot) + " --seat " + seat + " --turn " + turn;
  const kept = (film.recording || "game").replace(/^.*\//, "").replace(/\.jsonl$/, "") + "-" + seatLetter(seat).toLowerCase() + turn + ".jsonl";
  return [
    ["what this bot would have played here", redrive],
    ["keep as test: its answer of today becomes a recorded test", redrive + " --keep " + quoted(kept)],
    ["all that was said in this " + film.time, show + " --seat " + seat],
  ];
};

/**
 * Shows the commands of each frame, for the seat and the bot that the user chose.
 * @param {Film} film
 */
export const startCommands = (film) => {
  const [seats, bot, list] = [get("of-seat"), get("with-bot"), get("command-list")];
  film.players.forEach((player, seat) => seats.append(Object.assign(element("option", "", seatLetter(seat) + " (" + player + ")"), { value: seat })));
  let [now, isTyped, isChosen] = [0, false, false];
  const write = () => {
    const seat = Number(seats.value);
    if (!isTyped) bot.value = film.players[seat] || "";
    if (!get("commands").open) return;
    list.replaceChildren(...commandsAt(film, now, seat, bot.value || "BOT").flatMap(([what, command]) => {
      const line = element("dd");
      line.append(element("code", "", command), copyButton(command, "copy"));
      return [element("dt", "", what), line];
    }));
  };
  seats.addEventListener("change", () => {
    isChosen = true;
    write();
  });
  bot.addEventListener("input", () => {
    isTyped = bot.value !== "";
    write();
  });
  get("commands").addEventListener("toggle", write);
  /** @param {number} at */
  return (at) => {
    now = at;
    // The seat that answered is the one that the user looks at, unless it was chosen.
    const spoke = film.frames[at].said[0];
    if (spoke && !isChosen && !film.frames[at].said.some((said) => said.seat === Number(seats.value))) seats.value = String(spoke.seat);
    write();
  };
};
