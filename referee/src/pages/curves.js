/** @import { Film, Frame } from "./film.js" */
import { beliefErrors, ownErrors } from "./belief.js";
import { namedValues, observedSeats, valueNames } from "./film.js";

/**
 * A curve of the chart: one value for each frame, or null. The range is that of its values and of `within`.
 * @typedef {{ name: string, seat: number, values: (number | null)[], within?: [number, number] }} Curve
 */

/**
 * How many tiles others consider possible for a seat.
 * @param {Frame} frame
 * @param {number} seat
 */
const possibleTiles = (frame, seat) => {
  const rows = frame.known.filter(([of]) => of === seat)
    .map(([, thought]) => ("heat" in thought ? thought.heat[1] : ""));
  return rows.length > 0 ? rows.join("").replaceAll(".", "").length : null;
};

/**
 * The first number of this name that a seat thought.
 * @param {Frame} frame
 * @param {string} name
 * @param {number} seat
 */
const valueOf = (frame, name, seat) => {
  const said = frame.said.filter((one) => one.seat === seat);
  return said.flatMap(namedValues).find(([of]) => of === name)?.[1] ?? null;
};

/**
 * The thinking time of each seat: as a share of its limit if the limits are known.
 * @param {Film} film
 * @returns {Curve[]}
 */
const timeCurves = (film) => {
  const answers = film.frames.flatMap((frame) => frame.said);
  if (answers.every((said) => said.millis === null)) return [];
  const hasLimits = answers.some((said) => said.limit !== undefined && said.millis !== null);
  return film.players.map((_, seat) => {
    const values = film.frames.map((frame) => {
      const said = frame.said.find((one) => one.seat === seat);
      if (!said || said.millis === null) return null;
      if (!hasLimits) return said.millis;
      return said.limit ? 100 * said.millis / said.limit : null;
    });
    return hasLimits ? { name: "thinking time, % of the limit", seat, values, within: [0, 100] } : { name: "thinking time, ms", seat, values, within: [0, 0] };
  });
};

/**
 * The curves of the chart: measures of the contest, what others can know, numbers of bots, and the times of answers.
 * @param {Film} film
 * @returns {Curve[]}
 */
export const curves = (film) => {
  const measures = film.measures.flatMap((name, measure) => film.players.map((_, seat) => ({
    name, seat, values: film.frames.map((frame) => frame.measures[measure]?.[seat] ?? null),
  })));
  const uncertainty = observedSeats(film).map((seat) => ({
    name: "cells where it can be", seat, values: film.frames.map((frame) => possibleTiles(frame, seat)),
  }));
  const off = observedSeats(film).map((seat) => ({
    name: "belief about it, tiles off", seat, values: beliefErrors(film, seat), within: /** @type {[number, number]} */ ([0, 0]),
  }));
  const own = off.length > 0 && film.players.length === 2
    ? film.players.map((_, seat) => ({ name: "its own belief, tiles off", seat, values: ownErrors(film, seat), within: /** @type {[number, number]} */ ([0, 0]) }))
    : [];
  const believed = own.some((curve) => curve.values.some((value) => value !== null)) ? own : [];
  const named = valueNames(film).map(([name, seat]) => ({
    name, seat, values: film.frames.map((frame) => valueOf(frame, name, seat)),
  }));
  return [...measures, ...uncertainty, ...off, ...believed, ...named, ...timeCurves(film)];
};

/**
 * The least and the greatest value of all curves of a name.
 * @param {Curve[]} all
 * @param {string} name
 */
export const rangeOf = (all, name) => {
  const mine = all.filter((curve) => curve.name === name);
  const values = mine.flatMap((curve) => [...curve.values, ...(curve.within || [])]).filter((value) => value !== null);
  return values.reduce(([low, high], value) => [Math.min(low, value), Math.max(high, value)], [Infinity, -Infinity]);
};

/**
 * A stretch of a curve: its points as frame and value, and over how many earlier curves it lies.
 * @typedef {{ points: [number, number][], covers: number }} Stretch
 */

/**
 * The stretches of a curve, each over the same number of curves of `earlier` with the same values.
 * @param {Curve} curve
 * @param {Curve[]} earlier
 * @returns {Stretch[]}
 */
export const stretches = ({ values }, earlier) => {
  const known = values.flatMap((value, at) => (value === null ? [] : [/** @type {[number, number]} */ ([at, value])]));
  /** @type {Stretch[]} */
  const all = [];
  known.slice(1).forEach((point, place) => {
    const ends = [known[place], point];
    const covers = earlier.filter((other) => ends.every(([at, value]) => other.values[at] === value)).length;
    const last = all.at(-1);
    if (last && last.covers === covers) last.points.push(point);
    else all.push({ points: [known[place], point], covers });
  });
  return all;
};
