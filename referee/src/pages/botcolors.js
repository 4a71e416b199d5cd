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
 * The colours of the bots of a page, as the names of classes. Each has the colour of its name; where two have the same, the later
 * one in alphabetical order takes the next free colour. So a bot has the same colour on nearly every page, and its own on each
 * page of up to twelve bots.
 * @param {string[]} bots
 * @returns {(bot: string) => string} the class of a bot; of a name that the page does not have, its own colour
 */
export const botColors = (bots) => {
  const own = (/** @type {string} */ name) => (hashed(name) >>> 0) % HUES;
  /** @type {Map<string, number>} */
  const found = new Map();
  const names = [...new Set(bots)].sort();
  if (names.length <= HUES) {
    const taken = new Set();
    for (const name of names) {
      let hue = own(name);
      // Half of the circle away is easier to tell apart than next to it.
      for (let step = 1; taken.has(hue); step++) hue = (own(name) + step * 5) % HUES;
      taken.add(hue);
      found.set(name, hue);
    }
  }
  return (bot) => "bot" + (found.get(bot) ?? own(bot));
};
