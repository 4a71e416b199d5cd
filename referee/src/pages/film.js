/** @import { Film as Packed, Frame as PackedFrame, Patch, Said, Splice, Thought } from "./contract.js" */
import { plainText } from "./ansi.js";
import { seatLetter } from "./seats.js";
import { frameNames } from "./times.js";

/**
 * A way of one frame: the first `count` of these points. Frames share the list.
 * @typedef {{ seat: number, points: [number, number][], count: number, isPast: boolean }} Way
 */

/**
 * A shape at its place: its number, ten times its place, and the number of its pose.
 * @typedef {[number, number, number, number]} Mark
 */

/**
 * A frame with its whole lists.
 * @typedef {Omit<PackedFrame, "board" | "rows" | "things" | "known" | "ways" | "marks"> & {
 *   board: number[], rows: number[], things: number[], known: [number, Thought][], ways: Way[], marks: Mark[],
 * }} Frame
 */

/**
 * A film of such frames, and their names by the contest's own time.
 * @typedef {Omit<Packed, "frames"> & { frames: Frame[], names: string[] }} Film
 */

/**
 * The list of each frame. A list that stays the same is shared.
 * @param {(Splice | undefined)[]} splices
 * @returns {number[][]}
 */
const lists = (splices) => {
  /** @type {number[]} */
  let before = [];
  return splices.map((splice) => {
    if (!splice) return before;
    const { from = 0, cut = 0, put = [] } = splice;
    before = before.toSpliced(from, cut, ...put);
    return before;
  });
};

/**
 * A film with the whole lists of each frame; a page has only what changes from frame to frame.
 * @param {Packed} film
 * @returns {Film}
 */
export const unpacked = (film) => {
  const [boards, rows, things, known] = /** @type {const} */ (["board", "rows", "things", "known"])
    .map((name) => lists(film.frames.map((frame) => frame[name])));
  const ways = waysOf(film.frames);
  const marks = marksOf(film.frames.map((frame) => frame.marks || []));
  const frames = film.frames.map((frame, at) => ({
    ...frame, board: boards[at], rows: rows[at], things: things[at], ways: ways[at], marks: marks[at],
    known: known[at].map((place) => film.known[place]),
  }));
  return { ...film, frames, names: frameNames(frames) };
};

/**
 * The ways of every frame; a film says only what each frame adds to the frame before.
 * @param {PackedFrame[]} frames
 * @returns {Way[][]}
 */
export const waysOf = (frames) => {
  /** @type {Way[]} */
  let before = [];
  return frames.map((frame) => {
    before = (frame.ways || []).map((way, at) => {
      const points = way.from > 0 && before[at] ? before[at].points : [];
      points.push(...way.points);
      return { seat: way.seat, points, count: points.length, isPast: Boolean(way.is_past) };
    });
    return before;
  });
};

/**
 * @param {Mark} one
 * @param {Mark} other
 * @returns {Mark}
 */
const plus = (one, other) => [one[0] + other[0], one[1] + other[1], one[2] + other[2], one[3] + other[3]];

/**
 * The shapes of every frame. A list that stays the same is shared.
 * @param {Patch[][]} changes
 * @returns {Mark[][]}
 */
const marksOf = (changes) => {
  /** @type {Mark[]} */
  let before = [];
  return changes.map((patches) => {
    if (patches.length === 0) return before;
    /** @type {Mark[]} */
    const now = [];
    let at = 0;
    for (const { from, cut = 0, put = [] } of patches) {
      const gone = before.slice(from, from + cut);
      now.push(...before.slice(at, from));
      // In the place of another there is the difference.
      put.forEach((one, place) => now.push(gone[place] ? plus(one, gone[place]) : one));
      at = from + cut;
    }
    before = [...now, ...before.slice(at)];
    return before;
  });
};

/**
 * Whether a frame has a picture, of tiles or of shapes.
 * @param {Film} film
 * @param {Frame} frame
 */
export const hasPicture = (film, frame) => frame.rows.length > 0 || film.sheet !== undefined;

/**
 * Whether the pictures of a film are much wider than high.
 * @param {Film} film
 */
export const isFlat = (film) => {
  if (film.sheet) return film.sheet[0] > 2.2 * film.sheet[1];
  return film.frames.some(({ rows }) => rows.length > 0 && film.texts[rows[0]].length > 2.2 * rows.length);
};

/**
 * Frames with a fault: of an exchange, or of a player that the rules threw out for its answer.
 * @param {Film} film
 */
export const faultFrames = (film) => {
  const said = film.frames.flatMap((frame, at) => (frame.said.some((one) => one.fault) ? [at] : []));
  return [...new Set([...said, ...film.story.faults.map((note) => note.frame)])].sort((a, b) => a - b);
};

/**
 * Frames with an event, in order.
 * @param {Film} film
 */
export const eventFrames = (film) => [...new Set(film.story.events.map((note) => note.frame))];

/**
 * Seats about which the film says what others can know.
 * @param {Film} film
 */
export const observedSeats = (film) =>
  [...new Set(film.frames.flatMap((frame) => frame.known.map(([seat]) => seat)))].sort();

/**
 * Seats with thoughts.
 * @param {Film} film
 */
const thinkingSeats = (film) => film.players.map((_, seat) => seat)
  .filter((seat) => film.frames.some((frame) => frame.said.some((said) => said.seat === seat && said.thoughts)));

/**
 * The named numbers among a seat's thoughts.
 * @param {Said} said
 */
export const namedValues = (said) => (said.thoughts || []).flatMap((thought) => ("value" in thought ? [thought.value] : []));

/**
 * Each pair of a seat and a name of its numbers once.
 * @param {Film} film
 * @returns {[string, number][]}
 */
export const valueNames = (film) => {
  const pairs = film.frames.flatMap((frame) => frame.said)
    .flatMap((said) => namedValues(said).map(([name]) => JSON.stringify([name, said.seat])));
  return [...new Set(pairs)].map((pair) => JSON.parse(pair));
};

/**
 * What the user can lay over the picture: values for `thoughtsShown`, with texts.
 * @param {Film} film
 */
export const overlays = (film) => {
  const [thinking, observed] = [thinkingSeats(film), observedSeats(film)];
  return [
    ...(thinking.length > 0 ? [["all", "thoughts of all"]] : []),
    ...thinking.map((seat) => [String(seat), "thoughts of " + seatLetter(seat)]),
    ...(observed.length > 0 ? [["known", "what each can know"]] : []),
    ...observed.map((seat) => ["known" + seat, "where " + seatLetter(seat) + " can be"]),
    ["none", "nothing"],
  ];
};

/**
 * The thoughts of a frame, with their seats, that an overlay shows.
 * @param {Frame} frame
 * @param {string} overlay
 * @returns {[number, Thought][]}
 */
export const thoughtsShown = (frame, overlay) => {
  if (overlay.startsWith("known")) {
    return frame.known.filter(([seat]) => overlay === "known" || overlay === "known" + seat);
  }
  const said = frame.said.filter((one) => ["all", String(one.seat)].includes(overlay));
  return said.flatMap((one) => (one.thoughts || []).map((thought) => /** @type {[number, Thought]} */ ([one.seat, thought])));
};

/**
 * The lines of the board that the picture leaves out: those above and below its rows.
 * @param {Film} film
 * @param {Frame} frame
 */
export const statusText = (film, frame) =>
  [...frame.board.slice(0, 1), ...frame.board.slice(1 + frame.rows.length)]
    .map((line) => plainText(film.texts[line])).join("\n");

/**
 * Seed and options in one line.
 * @param {Film} film
 */
export const setup = (film) => {
  const options = Object.entries(film.options).filter(([, value]) => value !== "").map(([name, value]) => name + "=" + value);
  return ["seed " + film.seed, options.join(" ")].filter(Boolean).join(", ");
};
