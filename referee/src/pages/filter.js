/** @import { GameRow } from "./contract.js" */

/**
 * What the user asks for, as text; an empty text asks for nothing.
 * @typedef {{
 *   bot: string, seat: string, result: string, fault: string, seed: string, least: string, most: string, kept: string,
 * }} Filter
 */

/**
 * By which value games are ordered; without one, the newest game is first.
 * @typedef {{ by?: string, order?: string }} Order
 */

/**
 * The values of a game by which lists are ordered. A seed that is a number comes before a text.
 * @param {GameRow} row
 * @param {string} by
 * @returns {(number | bigint | string)[]}
 */
const values = (row, by) => {
  if (by === "seed") return /^-?[0-9]+$/.test(row.seed) ? [0, Number(row.seed), ""] : [1, 0, row.seed];
  if (by === "contest") return [row.game || ""];
  if (by === "bots") return [row.bots.join("\0"), ...row.scores.map(BigInt)];
  if (by === "turns") return [row.turns];
  if (by === "end") return [row.end || ""];
  if (by === "faults") return [row.faults.length + Number(row.overloaded)];
  if (by === "slowest") return [Math.max(0, ...row.slowest)];
  return [row.number];
};

/**
 * Games in an order. Equal ones have the newest first. `dashboard/order.rs` orders lists that the server makes.
 * @param {GameRow[]} rows
 * @param {Order} order
 */
export const ordered = (rows, { by = "number", order = "down" }) => {
  const sign = order === "up" ? 1 : -1;
  return rows.toSorted((a, b) => {
    const [mine, others] = [values(a, by), values(b, by)];
    const at = mine.findIndex((value, place) => value !== others[place]);
    if (at < 0) return b.number - a.number;
    return mine[at] < others[at] ? -sign : sign;
  });
};

/**
 * Whether a seat of a game has this result.
 * @param {GameRow} row
 * @param {number} seat
 * @param {string} result
 */
const hasResult = (row, seat, result) => {
  const isShared = row.ranks.filter((rank) => rank === 1).length > 1;
  if (result === "won") return row.ranks[seat] === 1 && !isShared;
  if (result === "drawn") return row.ranks[seat] === 1 && isShared;
  return result === "" || result === "lost" && row.ranks[seat] > 1;
};

/**
 * @param {GameRow} row
 * @param {number[]} seats
 * @param {string} fault
 */
const hasWantedFault = (row, seats, fault) => {
  const isFaulty = row.faults.some(([seat]) => seats.includes(seat));
  if (fault === "overload") return row.overloaded;
  return fault === "" || fault === (isFaulty ? "some" : "none");
};

/**
 * Whether a seed has a part, or behind `=` is that seed: 1 is a part of 10 and 21.
 * @param {string} seed
 * @param {string} wanted
 */
const isWantedSeed = (seed, wanted) => (wanted.startsWith("=") ? seed === wanted.slice(1) : seed.includes(wanted));

/**
 * Whether a game passes a filter. `dashboard/filter.rs` decides the same for lists that the server makes.
 * @param {GameRow} row
 * @param {Filter} filter
 */
export const isWanted = (row, filter) => {
  const seats = row.bots.map((_, seat) => seat).filter((seat) =>
    (!filter.bot || row.bots[seat] === filter.bot) && (!filter.seat || filter.seat === String(seat)));
  return seats.some((seat) => hasResult(row, seat, filter.result))
    && hasWantedFault(row, seats, filter.fault)
    && isWantedSeed(row.seed, filter.seed)
    && (!filter.least || row.turns >= Number(filter.least))
    && (!filter.most || row.turns <= Number(filter.most))
    && (!filter.kept || row.recording !== undefined);
};
