import { element } from "./elements.js";
import { orDash, shortNumber } from "./numbers.js";
import { seatLetter } from "./seats.js";
import { sortableTable } from "./sorting.js";

/**
 * A value over games, as the report has it; a bot that is null stands for the game, a seat that is null for all seats.
 * @typedef {{
 *   name: string, bot: string | null, seat: number | null, games: number, mean: number | null, deviation: number | null,
 *   least: number | null, most: number | null, texts: Record<string, number>,
 * }} Reported
 */

/** @param {number | null | undefined} value */
const shortOrDash = (value) => orDash(value, shortNumber);

/**
 * Texts with their numbers of games, the most frequent first.
 * @param {Record<string, number>} texts
 */
const textCounts = (texts) =>
  Object.entries(texts).sort(([, a], [, b]) => b - a).map(([text, games]) => text + " in " + games).join(", ");

/**
 * The head and the rows of the table of values; on the right, the mean of each seat.
 * @param {Reported[]} values
 */
export const valueRows = (values) => {
  const seats = [...new Set(values.flatMap(({ seat }) => (seat === null ? [] : [seat])))].sort((a, b) => a - b);
  const head = ["value", "of", "games", "mean", "spread", "least", "most", ...seats.map((seat) => "as " + seatLetter(seat)), "texts"];
  const rows = values.filter(({ seat }) => seat === null).map(({ name, bot, games, mean, deviation, least, most, texts }) => {
    const inSeat = (/** @type {number} */ seat) =>
      values.find((other) => other.name === name && other.bot === bot && other.seat === seat)?.mean;
    return [
      name, bot ?? "the game", games, ...[mean, deviation, least, most, ...seats.map(inSeat)].map(shortOrDash), textCounts(texts),
    ];
  });
  return { head, rows };
};

/**
 * The table of values.
 * @param {Reported[]} values
 * @param {string[]} bots
 * @param {(bot: string) => string} color
 */
export const valueTable = (values, bots, color) => {
  const { head, rows } = valueRows(values);
  const colored = rows.map(([name, of, ...numbers]) => {
    const isBot = bots.includes(String(of));
    return [name, isBot ? element("span", color(String(of)), of) : of, ...numbers];
  });
  return sortableTable("values", head, colored);
};
