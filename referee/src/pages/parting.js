/** @import { Ink } from "./contract.js" */
/** @import { Film } from "./film.js" */
import { seatLetter } from "./seats.js";
import { frameWords } from "./times.js";

/**
 * For each seat of the second game, the seat that its player has in the first.
 * @param {string[]} first
 * @param {string[]} second
 */
export const seatsInFirst = (first, second) => {
  const free = first.map((name, seat) => ({ name, seat }));
  return second.map((name) => {
    const at = free.findIndex((one) => one.name === name);
    return at < 0 ? 0 : free.splice(at, 1)[0].seat;
  });
};

/**
 * A colour, of another seat if it is that of a seat.
 * @param {Ink | undefined} ink
 * @param {number[]} seats
 */
const reinked = (ink, seats) => (ink?.seat === undefined ? ink : { ...ink, seat: seats[ink.seat] ?? ink.seat });

/**
 * A film in which each player has the colour of its seat in another game.
 * @param {Film} film
 * @param {number[]} seats by seat of this film, the seat whose colour it gets
 * @returns {Film}
 */
export const recolored = (film, seats) => ({
  ...film,
  things: film.things.map((thing) => (thing.seat === undefined ? thing : { ...thing, seat: seats[thing.seat] ?? thing.seat })),
  stamps: film.stamps?.map((stamp) => ({ ...stamp, fill: reinked(stamp.fill, seats), line: reinked(stamp.line, seats), tint: reinked(stamp.tint, seats) })),
  frames: film.frames.map((frame) => ({ ...frame, ways: frame.ways.map((way) => ({ ...way, seat: seats[way.seat] ?? way.seat })) })),
});

/**
 * What can be seen in a frame, as a text that is the same in two films if the pictures are the same. Each seat counts as another.
 * @param {Film} film
 * @param {number} at
 * @param {number[]} seats
 */
const seen = (film, at, seats) => {
  const frame = film.frames[at];
  const rows = (frame.rows.length > 0 ? frame.rows : frame.board).map((row) => film.texts[row]);
  const ways = frame.ways.map((way) => JSON.stringify([seats[way.seat], way.points.slice(0, way.count)]));
  const things = frame.things.map((place) => {
    const thing = film.things[place];
    if (thing.seat === undefined) return JSON.stringify(thing);
    const text = thing.text === seatLetter(thing.seat) ? seatLetter(seats[thing.seat]) : thing.text;
    return JSON.stringify({ ...thing, seat: seats[thing.seat], text });
  });
  const measures = frame.measures.map((values) => values.map((_, seat) => values[seats.indexOf(seat)]));
  return JSON.stringify([rows, things.sort(), ways.sort(), measures]);
};

/**
 * The answers of each seat in a frame; an absent one has none.
 * @param {Film} film
 * @param {number} at
 * @returns {(string | undefined)[]}
 */
export const answers = (film, at) => film.players.map((_, seat) => {
  const said = film.frames[at].said.find((one) => one.seat === seat);
  return said && said.got.map((line) => film.texts[line]).join("\n");
});

/**
 * Where two games differ first: the frame, the seat of the first game that answered otherwise there, or -1 if the answers are the same,
 * and that seat in the second game.
 * @typedef {{ frame: number, seat: number, other: number }} Parting
 */

/**
 * Where two games part if each seat of the second counts as one of the first; null if they are the same to the end.
 * @param {Film} first
 * @param {Film} second
 * @param {number[]} seats by seat of the second game, the one of the first
 * @returns {Parting | null}
 */
const partingBy = (first, second, seats) => {
  const all = Math.min(first.frames.length, second.frames.length);
  const own = first.players.map((_, seat) => seat);
  for (let frame = 1; frame < all; frame++) {
    const [mine, others] = [answers(first, frame), answers(second, frame)];
    const seat = mine.findIndex((answer, at) => answer !== others[seats.indexOf(at)]);
    if (seat >= 0) return { frame, seat, other: seats.indexOf(seat) };
    if (seen(first, frame, own) !== seen(second, frame, seats)) return { frame, seat, other: -1 };
  }
  return first.frames.length === second.frames.length ? null : { frame: all - 1, seat: -1, other: -1 };
};

/**
 * Where two games of one seed with swapped seats part. In some contests the players start at the place of their seat: the games are the
 * same while both players of a seat answer the same. In others all start at one place: they are the same while each player answers the
 * same in both. The later of the two counts.
 * @param {Film} first
 * @param {Film} second
 * @returns {Parting | null} null if they are the same to the end
 */
export const parting = (first, second) => {
  const bySeat = partingBy(first, second, first.players.map((_, seat) => seat));
  const byPlayer = partingBy(first, second, seatsInFirst(first.players, second.players));
  if (bySeat === null || byPlayer === null) return null;
  return byPlayer.frame > bySeat.frame ? byPlayer : bySeat;
};

/**
 * By frame, how far a seat is ahead of the best other one in the first measure; null where that is not known.
 * @param {Film} film
 * @param {number} seat
 * @returns {(number | null)[]}
 */
export const leads = (film, seat) => film.frames.map((frame) => {
  const values = frame.measures[0] || [];
  const own = values[seat];
  const others = values.flatMap((value, other) => (other === seat || value === null ? [] : [value]));
  return own === null || own === undefined || others.length === 0 ? null : own - Math.max(...others);
});

/**
 * What the decisive frame of a game is: without a lead that lasts, or with one that the end brought, the end.
 * @param {Film} film
 */
export const decisiveWords = (film) => {
  const at = film.story.decisive;
  return (at < film.frames.length - 1 ? "the lead that lasts: " : "the end: ") + frameWords(film, at);
};
