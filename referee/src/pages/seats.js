/** Number of colours for seats. */
const COLORS = 6;

/**
 * The name of a seat's colour, which is also its class.
 * @param {number} seat
 */
export const seatColor = (seat) => `seat${seat % COLORS}`;

/**
 * @param {number} seat
 */
export const seatLetter = (seat) => String.fromCharCode(65 + seat);
