/** @import { Thing } from "./contract.js" */
/** @import { Frame, Way } from "./film.js" */

/**
 * Which piece of a player a thing is; two frames have the same piece if they have the same answer. Empty if it is none.
 * @param {Thing} thing
 */
const piece = (thing) => (thing.seat !== undefined && ["disc", "submarine"].includes(thing.shape) ? thing.seat + " " + thing.name : "");

/**
 * The tiles of the pieces that are alone of their kind.
 * @param {Thing[]} things
 */
const places = (things) => {
  /** @type {Map<string, [number, number] | null>} */
  const found = new Map();
  for (const thing of things) {
    const name = piece(thing);
    if (name) found.set(name, found.has(name) ? null : thing.at);
  }
  return found;
};

/** A piece that goes further than this jumps: it was set back, or begins anew. */
const FARTHEST = 12;

/**
 * The ways that pieces make from one frame to the next, by their tile in the next one. Empty if nothing moves.
 * @param {Thing[]} before
 * @param {Thing[]} after
 */
export const moves = (before, after) => {
  const [old, now] = [places(before), places(after)];
  /** @type {Map<string, { from: [number, number], seat: number }>} */
  const found = new Map();
  for (const thing of after) {
    const [from, to] = [old.get(piece(thing)), now.get(piece(thing))];
    if (!from || !to || thing.seat === undefined || String(from) === String(to)) continue;
    if (Math.hypot(to[0] - from[0], to[1] - from[1]) <= FARTHEST) found.set(String(to), { from, seat: thing.seat });
  }
  return found;
};

/**
 * The things of the next frame while they are on their way, a part from 0 to 1 of it. What a piece holds goes with it.
 * @param {Thing[]} after
 * @param {ReturnType<typeof moves>} all
 * @param {number} part
 * @returns {Thing[]}
 */
export const between = (after, all, part) => after.map((thing) => {
  const move = all.get(String(thing.at));
  const goes = move && (piece(thing) ? thing.seat === move.seat : thing.is_held);
  if (!move || !goes) return thing;
  const at = (/** @type {0 | 1} */ axis) => move.from[axis] + (thing.at[axis] - move.from[axis]) * part;
  return { ...thing, at: /** @type {[number, number]} */ ([at(0), at(1)]) };
});

/**
 * The ways of the next frame while its pieces are on their way: the last point of a way is where its piece is.
 * @param {Way[]} ways
 * @param {ReturnType<typeof moves>} all
 * @param {number} part
 * @returns {Way[]}
 */
export const waysBetween = (ways, all, part) => ways.map((way) => {
  const last = way.points[way.count - 1];
  const move = last && !way.isPast && all.get(String(last));
  if (!move || move.seat !== way.seat || way.count < 2) return way;
  const at = (/** @type {0 | 1} */ axis) => move.from[axis] + (last[axis] - move.from[axis]) * part;
  /** @type {[number, number][]} */
  const points = [...way.points.slice(0, way.count - 1), [at(0), at(1)]];
  return { ...way, points, count: points.length };
});

/**
 * Milliseconds of the way from one frame to the next: less than the pause between frames, and none if it is too short or the
 * user wants no motion.
 * @param {number} perSecond
 * @param {boolean} isReduced
 */
export const duration = (perSecond, isReduced) => (isReduced || perSecond > 20 ? 0 : Math.min(160, 700 / perSecond));

/**
 * Whether two frames follow each other, so that moves between them are shown.
 * @param {Frame} before
 * @param {Frame} after
 */
export const areNeighbours = (before, after) => String(before.corner || [0, 0]) === String(after.corner || [0, 0])
  && before.rows.length === after.rows.length && after.rows.length > 0;
