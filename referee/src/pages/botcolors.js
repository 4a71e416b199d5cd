/** Number of colours for bots. */
const HUES = 12;

/**
 * A number that depends on a name alone (FNV-1a over its UTF-16 units).
 * @param {string} name
 */
const hashed = (name) => {
  let hash = 0x811c9dc5;
  for (let at = 0; at < name.length; at++) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193) >>> 0;
  // The low bits of a product mix worse than the high ones.
  return hash ^ (hash >>> 15);
};

/**
 * The steps between two hues, on the shorter way around the circle.
 * @param {number} one
 * @param {number} other
 */
const between = (one, other) => Math.min(Math.abs(one - other), HUES - Math.abs(one - other));

/**
 * The colours of the bots of a page, as the names of classes. Each has the colour of its name, unless one that comes before it in
 * alphabetical order has that colour or one too near to it. Then it takes the free colour that is farthest from all those. So a bot
 * has the same colour on most pages, and on each page of up to twelve bots one of its own; the fewer they are, the farther apart.
 * @param {string[]} bots
 * @returns {(bot: string) => string} the class of a bot; of a name that the page does not have, its own colour
 */
export const botColors = (bots) => {
  const own = (/** @type {string} */ name) => (hashed(name) >>> 0) % HUES;
  /** @type {Map<string, number>} */
  const found = new Map();
  const names = [...new Set(bots)].sort();
  if (names.length <= HUES) {
    // Two neighbours are easily taken for each other; a quarter of the circle is enough.
    const apart = Math.max(1, Math.min(3, Math.floor(HUES / names.length)));
    for (const name of names) {
      const distance = (/** @type {number} */ hue) => Math.min(...[...found.values()].map((taken) => between(hue, taken)));
      let hue = own(name);
      if (distance(hue) < apart) {
        for (let step = 1; step < HUES; step++) {
          const other = (own(name) + step) % HUES;
          if (distance(other) > distance(hue)) hue = other;
        }
      }
      found.set(name, hue);
    }
  }
  return (bot) => "bot" + (found.get(bot) ?? own(bot));
};
