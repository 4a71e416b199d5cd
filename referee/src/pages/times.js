/** @import { Film } from "./film.js" */

/**
 * The names of the frames by the contest's own time: the turn that was played last, and for each further frame of the same
 * turn a number behind a dot: `7`, `7.1`, `7.2`.
 * @param {{ turn: number }[]} frames
 */
export const frameNames = (frames) => {
  let further = 0;
  return frames.map(({ turn }, at) => {
    further = at > 0 && frames[at - 1].turn === turn ? further + 1 : 0;
    return turn + (further > 0 ? "." + further : "");
  });
};

/**
 * The frame that the fragment of an address names; a later one if there is no such turn, and `other` without a turn.
 * @param {string[]} names
 * @param {string} hash
 * @param {number} other
 */
export const frameOf = (names, hash, other) => {
  if (!/^#\d+(\.\d+)?$/.test(hash)) return other;
  const wanted = hash.slice(1);
  const exact = names.indexOf(wanted);
  if (exact >= 0) return exact;
  const later = names.findIndex((name) => parseInt(name, 10) >= parseInt(wanted, 10));
  return later >= 0 ? later : names.length - 1;
};

/**
 * A frame in words, such as `turn 7.1`.
 * @param {Film} film
 * @param {number} at
 */
export const frameWords = (film, at) => film.time + " " + film.names[at];
