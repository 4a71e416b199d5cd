/** @import { Thing } from "./contract.js" */
/** @import { Film, Frame } from "./film.js" */
import { element, get } from "./elements.js";
import { drawPastWay, drawSample, drawTile, tileAt } from "./picture.js";
import { seatLetter } from "./seats.js";
import { drawImageSample, imageKinds, pointAt, shapesAt } from "./sheet.js";

/**
 * One thing of each name, in the order of the film.
 * @param {Thing[]} things
 */
export const kinds = (things) => {
  /** @type {Map<string, Thing>} */
  const found = new Map();
  for (const thing of things) {
    const known = found.get(thing.name || "");
    // A sample with more parts shows more.
    if (thing.name && (!known || (thing.parts || []).length > (known.parts || []).length)) found.set(thing.name, thing);
  }
  return [...found.values()];
};

/**
 * Fills the legend: the tiles and the things of a film, each with its name.
 * @param {Film} film
 */
export const drawLegend = (film) => {
  const list = get("symbols");
  /** @type {(name: string, draw: (canvas: HTMLCanvasElement) => void) => void} */
  const add = (name, draw) => {
    const [line, canvas] = [element("li"), element("canvas")];
    canvas.setAttribute("aria-hidden", "true");
    draw(canvas);
    line.append(canvas, element("span", "", name));
    list.append(line);
  };
  list.replaceChildren();
  for (const [letter, name] of film.tiles) if (letter !== " ") add(name, (canvas) => drawTile(canvas, letter));
  // A text says what it is.
  const drawn = film.things.filter((thing) => thing.shape !== "text");
  for (const thing of kinds(drawn)) add(thing.name || "", (canvas) => drawSample(canvas, thing));
  for (const stamp of imageKinds(film)) add(stamp.kind || "", (canvas) => drawImageSample(canvas, stamp));
  if (film.frames.some((frame) => frame.ways.some((way) => way.isPast))) add("way of one that is out", drawPastWay);
  get("legend").hidden = list.childElementCount === 0;
};

/**
 * What is on a tile of a frame, in words: its coordinates as the contest counts them, the tile, the things, and how likely
 * each seat is there for the others.
 * @param {Film} film
 * @param {Frame} frame
 * @param {[number, number]} tile
 */
export const wordsOf = (film, frame, [x, y]) => {
  const letter = film.texts[frame.rows[y]]?.[x];
  if (letter === undefined) return "";
  const [left, top] = frame.corner || [0, 0];
  const { first, down } = film.axes;
  const name = film.tiles.find(([of]) => of === letter)?.[1] || "";
  const things = frame.things.map((at) => film.things[at]).filter((thing) => thing.at[0] === x && thing.at[1] === y && thing.name);
  const said = things.map((thing) => {
    const owner = thing.seat === undefined ? "" : " " + seatLetter(thing.seat);
    return (thing.name || "").split(/[,:]/)[0] + owner + (thing.says ? " (" + thing.says + ")" : "");
  });
  const heat = frame.known.flatMap(([seat, thought]) => {
    if (!("heat" in thought) || thought.heat[0][1] !== y + top) return [];
    const digit = thought.heat[1][x + left - thought.heat[0][0]];
    return digit > "0" ? [seatLetter(seat) + " can be here (" + digit + " of 9)"] : [];
  });
  const place = (first[0] + left + x) + " " + (first[1] + down * (top + y));
  return place + ": " + [name, ...said, ...heat].filter(Boolean).join("; ");
};

/**
 * Names the tile under the pointer, or the one that was tapped, in the line below the picture.
 * @param {Film} film
 * @param {() => Frame} current
 */
export const nameTiles = (film, current) => {
  const picture = get("picture");
  const [find, words] = film.sheet ? [pointAt, shapesAt] : [tileAt, wordsOf];
  /** @type {[number, number] | null} */
  let place = null;
  const show = () => {
    const said = place && words(film, current(), place);
    get("tile").textContent = said || "Point at or tap a " + (film.sheet ? "shape" : "tile") + " to read it.";
  };
  for (const kind of ["pointermove", "pointerdown"]) {
    picture.addEventListener(kind, (/** @type {PointerEvent} */ event) => {
      // From the inner edge of its frame: engines differ in where `offsetX` begins.
      const area = picture.getBoundingClientRect();
      place = find(event.clientX - area.left - picture.clientLeft, event.clientY - area.top - picture.clientTop);
      show();
    });
  }
  return show;
};
