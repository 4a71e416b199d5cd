/** @import { Exhibit, Gallery } from "./contract.js" */
import { element, get } from "./elements.js";

/**
 * Whether a game has all of these words.
 * @param {Exhibit} game
 * @param {string} words
 */
export const hasWords = (game, words) => {
  const text = [game.contest, game.seed, game.verdict, ...game.players].join(" ").toLowerCase();
  return words.toLowerCase().split(/\s+/).every((word) => text.includes(word));
};

/**
 * Draws a PNG on a canvas of its size. An image with an address would need a permission in the page's security policy.
 * @param {HTMLCanvasElement} canvas
 * @param {string} picture
 */
const paint = async (canvas, picture) => {
  const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  Object.assign(canvas, { width: image.width, height: image.height });
  canvas.getContext("2d")?.drawImage(image, 0, 0);
};

/** @param {Exhibit} game */
const exhibit = (game) => {
  const line = element("li"), link = Object.assign(element("a"), { href: game.page }), words = element("div", "words");
  if (game.picture) {
    const canvas = element("canvas");
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", "The board of " + game.players.join(" against "));
    paint(canvas, game.picture);
    link.append(canvas);
  }
  words.append(element("b", "", game.verdict), element("span", "soft", game.contest + ", seed " + game.seed),
    element("span", "soft", game.players.join(" – ")));
  link.append(words);
  line.append(link);
  return line;
};

/** @param {Gallery} data */
export const showGallery = (data) => {
  const lines = data.games.map(exhibit);
  const show = () => {
    const shown = data.games.map((game) => hasWords(game, get("wanted").value.trim()));
    get("exhibits").replaceChildren(...lines.filter((_, at) => shown[at]));
    const count = shown.filter(Boolean).length;
    get("about").textContent = count + (count === 1 ? " game" : " games") + ", the newest first";
  };
  get("wanted").addEventListener("input", show);
  show();
};
