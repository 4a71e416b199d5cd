/** @import { Thought } from "./contract.js" */
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
 * The mean distance of a tile to tiles with heat, by their heat; null without heat.
 * @param {[number, number]} place
 * @param {Thought[]} thoughts
 */
export const meanDistance = (place, thoughts) => {
  let [heat, far] = [0, 0];
  for (const thought of thoughts) {
    if (!("heat" in thought)) continue;
    const [[left, row], digits] = thought.heat;
    [...digits].forEach((digit, at) => {
      const weight = Number(digit) || 0;
      heat += weight;
      far += weight * Math.hypot(left + at - place[0], row - place[1]);
    });
  }
  return heat > 0 ? far / heat : null;
};

/**
 * How far off what the others can know of a seat is, in tiles, by frame: the mean distance from where its piece is to where it
 * can be. 0 is certainty. Null where nothing is known, or where the piece is not.
 * @param {Film} film
 * @param {number} seat
 */
export const beliefErrors = (film, seat) => film.frames.map((frame) => {
  const place = placeOf(film, frame, seat);
  return place && meanDistance(place, frame.known.filter(([of]) => of === seat).map(([, thought]) => thought));
});

/**
 * How far off a bot's own belief is, by the heat that it drew: in a contest of two whose rules hide the other's piece.
 * @param {Film} film
 * @param {number} seat the bot that believes
 */
export const ownErrors = (film, seat) => film.frames.map((frame, at) => {
  const said = frame.said.find((one) => one.seat === seat);
  // It drew before it answered: what it believed was about the frame before.
  const place = said?.thoughts && at > 0 ? placeOf(film, film.frames[at - 1], 1 - seat) : null;
  return place && meanDistance(place, said?.thoughts || []);
});
