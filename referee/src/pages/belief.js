/** @import { Film, Frame } from "./film.js" */

/**
 * The tile where a seat's only piece is, or null.
 * @param {Film} film
 * @param {Frame} frame
 * @param {number} seat
 * @returns {[number, number] | null}
 */
export const placeOf = (film, frame, seat) => {
  const pieces = frame.things.map((at) => film.things[at]).filter((thing) => thing.seat === seat && ["disc", "submarine"].includes(thing.shape));
  if (pieces.length !== 1) return null;
  const [left, top] = frame.corner || [0, 0];
  return [pieces[0].at[0] + left, pieces[0].at[1] + top];
};

/**
 * How far off the belief of the others about a seat is, in tiles, by frame: the mean distance from where the piece is to each
 * tile where it can be, by the heat of the tiles. 0 is certainty. Null where nothing is believed, or where the piece is not.
 * @param {Film} film
 * @param {number} seat
 */
export const beliefErrors = (film, seat) => film.frames.map((frame) => {
  const place = placeOf(film, frame, seat);
  if (!place) return null;
  let [heat, far] = [0, 0];
  for (const [of, thought] of frame.known) {
    if (of !== seat || !("heat" in thought)) continue;
    const [[left, row], digits] = thought.heat;
    [...digits].forEach((digit, at) => {
      const weight = Number(digit) || 0;
      heat += weight;
      far += weight * Math.hypot(left + at - place[0], row - place[1]);
    });
  }
  return heat > 0 ? far / heat : null;
});
