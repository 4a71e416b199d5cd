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

/** Looks all colours up again: they change between light and dark. */
export const forgetColors = () => colors.clear();
