/** Number of colours for seats. */
const COLORS = 8;

/**
 * The name of a seat's colour, which is also its class.
 * @param {number} seat
 */
export const seatColor = (seat) => `seat${seat % COLORS}`;

/** The letters of seats: capital ones, then small ones. */
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/**
 * The name of a seat: A to Z, then a to z, then A2 to z2 and so on.
 * @param {number} seat
 */
export const seatLetter = (seat) => {
  const round = Math.floor(seat / LETTERS.length);
  return LETTERS[seat % LETTERS.length] + (round > 0 ? round + 1 : "");
};

/**
 * A place in an order, such as `1st` or `12th`.
 * @param {number} rank
 */
export const ordinal = (rank) => {
  const isTeen = rank % 100 > 10 && rank % 100 < 14;
  return rank + (isTeen ? "th" : ["th", "st", "nd", "rd"][rank % 10] ?? "th");
};
