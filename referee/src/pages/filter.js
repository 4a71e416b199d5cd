/** @import { GameRow } from "./contract.js" */

/**
 * What the user asks for, as text; an empty text asks for nothing.
 * @typedef {{
 *   bot: string, seat: string, result: string, fault: string, seed: string, least: string, most: string, kept: string,
 * }} Filter
 */

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
 * Whether a game passes a filter. `dashboard/filter.rs` decides the same for lists that the server makes.
 * @param {GameRow} row
 * @param {Filter} filter
 */
export const isWanted = (row, filter) => {
  const seats = row.bots.map((_, seat) => seat).filter((seat) =>
    (!filter.bot || row.bots[seat] === filter.bot) && (!filter.seat || filter.seat === String(seat)));
  return seats.some((seat) => hasResult(row, seat, filter.result))
    && hasWantedFault(row, seats, filter.fault)
    && row.seed.includes(filter.seed)
    && (!filter.least || row.turns >= Number(filter.least))
    && (!filter.most || row.turns <= Number(filter.most))
    && (!filter.kept || row.recording !== undefined);
};
