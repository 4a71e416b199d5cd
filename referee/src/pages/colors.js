/** The colours of the style sheet that a picture has used so far. @type {Map<string, string>} */
const colors = new Map();

/**
 * A colour of the style sheet.
 * @param {string} name
 */
export const color = (name) => {
  const known = colors.get(name);
  if (known !== undefined) return known;
  const found = getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim();
  colors.set(name, found);
  return found;
};

/** How often the colours have changed. */
let changes = 0;

/** The number of the present scheme. What was drawn with another one is outdated. */
export const scheme = () => changes;

/** Looks all colours up again: they change between light and dark. */
export const forgetColors = () => {
  colors.clear();
  changes++;
};
