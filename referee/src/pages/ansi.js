/** Classes of the codes that are not colours. */
const WEIGHTS = new Map([[1, "b"], [2, "d"], [4, "u"], [7, "r"]]);

/** Codes that end others. @type {Map<number, string[]>} */
const ENDS = new Map([[22, ["b", "d"]], [24, ["u"]], [27, ["r"]], [39, ["color"]]]);

/**
 * The codes of a sequence. The numbers behind 38 and 48, such as `38;5;7` or `48;2;0;0;7`, are those of a colour and no codes.
 * @param {string} sequence
 */
const codesOf = (sequence) => sequence.replace(/(^|;)([34]8);(5;\d*|2;\d*;\d*;\d*)(?=;|$)/g, "$1$2").split(";").map(Number);

/**
 * Changes the classes as a code says.
 * @param {Map<string, string>} classes
 * @param {number} code
 */
const obey = (classes, code) => {
  const weight = WEIGHTS.get(code);
  if (code === 0) classes.clear();
  else if (weight) classes.set(weight, weight);
  else if (ENDS.has(code)) ENDS.get(code)?.forEach((name) => classes.delete(name));
  else if (code >= 30 && code <= 37) classes.set("color", `c${code - 30}`);
  else if (code >= 90 && code <= 97) classes.set("color", `c${code - 90}`);
};

/**
 * A line with ANSI colours as pieces of text with classes.
 * @param {string} line
 * @returns {{ text: string, classes: string }[]}
 */
export const ansiPieces = (line) => {
  const classes = new Map();
  return line.split("\u001b[").map((piece, at) => {
    if (at === 0) return { text: piece, classes: "" };
    const end = piece.indexOf("m");
    for (const code of codesOf(piece.slice(0, end))) obey(classes, code);
    return { text: piece.slice(end + 1), classes: [...classes.values()].join(" ") };
  }).filter((piece) => piece.text);
};

/**
 * A line without its colours.
 * @param {string} line
 */
export const plainText = (line) => ansiPieces(line).map((piece) => piece.text).join("");
