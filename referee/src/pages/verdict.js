/** @import { Headline } from "./contract.js" */
import { element } from "./elements.js";
import { counted, estimateTexts, orDash, rounded, signed } from "./numbers.js";

/** What each state is called. @type {Record<Headline["state"], string>} */
const STATES = { accepted: "accepted", rejected: "rejected", open: "open", ahead: "ahead", behind: "behind", close: "not certain" };

/**
 * The part of its games that an open test has probably played, from 0 to 1. Between the least and the greatest number of games that
 * are left, the geometric mean is taken.
 * @param {Headline} headline
 * @returns {number | null} null if nothing is known
 */
export const shareDone = ({ games, left }) => {
  if (!left) return null;
  const middle = Math.sqrt(Math.max(left[0], 1) * Math.max(left[1], 1));
  return games / (games + middle);
};

/**
 * A number of games with two digits that count: an estimate is no better.
 * @param {number} games
 */
export const roughly = (games) => {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(games, 1))) - 1);
  return String(Math.round(games / unit) * unit);
};

/**
 * What an open test probably still takes, in words; empty if the test is not open.
 * @param {Headline} headline
 */
export const leftInWords = ({ state, games, left, faults }) => {
  if (state !== "open") return "";
  if (!left && faults.length > 0) return counted(games, "game") + " done";
  if (!left) return counted(games, "game") + " done; too few to say how many are left";
  const [least, most] = left.map(roughly);
  return counted(games, "game") + " done, probably " + (least === most ? least : least + " to " + most) + " left";
};

/**
 * The difference in Elo with its interval, in words.
 * @param {Headline["elo"]} elo
 */
export const eloInWords = (elo) => {
  if (!elo) return "–";
  const [value, low, high] = elo;
  const texts = estimateTexts({ value, low, high }, (known) => signed(known, 0));
  return elo.every((end) => end === null) ? "–" : texts[0] + " [" + texts[1] + ", " + texts[2] + "]";
};

/**
 * A bar that says how far a test is: full in the colour of its answer, or the part that is done.
 * @param {Headline} headline
 */
export const progressBar = (headline) => {
  const done = headline.state === "open" ? shareDone(headline) ?? 0 : 1;
  const bar = element("div", "progress " + headline.state);
  bar.setAttribute("role", "img");
  const open = headline.state === "open" ? ": about " + rounded(100 * done, 0) + " % of its games are done" : "";
  bar.setAttribute("aria-label", STATES[headline.state] + open);
  const part = element("div");
  part.style.width = 100 * done + "%";
  bar.append(part);
  return bar;
};

/**
 * A short form for a list: the bar and the word of the state.
 * @param {Headline} headline
 */
export const shortVerdict = (headline) => {
  const box = element("span", "short-verdict");
  const done = shareDone(headline);
  const share = headline.state === "open" && done !== null ? " " + rounded(100 * done, 0) + " %" : "";
  box.append(progressBar(headline), element("span", "state " + headline.state, STATES[headline.state] + share));
  return box;
};

/**
 * The state of the sequential test in one line.
 * @param {string} bot
 * @param {any} test
 */
export const testText = (bot, test) => {
  const two = (/** @type {number} */ value) => rounded(value, 2);
  const found = test.finding ? bot + " is " + test.finding : "undecided";
  const by = test.by === "score" ? "by score of normalised Elo " : "by points of Elo ";
  return "test " + by + test.elo0 + " against " + test.elo1 + ": LLR " + orDash(test.llr, two)
    + " within " + two(test.bounds[0]) + " to " + two(test.bounds[1]) + ": " + found;
};

/** The names of half points: 0, ½, 1, 1½ … */
export const pointsName = (/** @type {number} */ half) => (half % 2 === 0 ? String(half / 2) : (half > 1 ? (half - 1) / 2 : "") + "½");

/**
 * The seeds by the points of the first bot as one bar.
 * @param {number[]} pairs
 */
export const pairsBar = (pairs) => {
  const all = pairs.reduce((sum, count) => sum + count, 0);
  if (all === 0) return null;
  const box = element("div", "pairs");
  const bar = element("div", "pairs-bar");
  bar.setAttribute("role", "img");
  const words = pairs.map((count, half) => count + " with " + pointsName(half));
  bar.setAttribute("aria-label", "seeds by points: " + words.join(", "));
  const legend = element("div", "pairs-legend");
  pairs.forEach((count, half) => {
    const level = "level" + Math.round(4 * half / (pairs.length - 1));
    const part = element("div", level);
    part.style.flexGrow = String(count);
    if (count > 0) bar.append(part);
    const name = element("span");
    name.append(element("i", level), pointsName(half) + ": " + count);
    legend.append(name);
  });
  box.append(element("p", "soft", all + (all === 1 ? " seed" : " seeds") + " by points"), bar, legend);
  return box;
};

/**
 * The answer of a report, first on its page: the sentence, the bar, the difference in Elo, whether the log was
 * changed, and why bots were thrown out.
 * @param {Headline} headline
 */
export const verdictBox = (headline) => {
  const box = element("div", "verdict-box " + headline.state);
  box.append(element("p", "verdict", headline.words), progressBar(headline));
  const details = [leftInWords(headline) || counted(headline.games, "game")];
  if (headline.elo) details.push("Elo " + eloInWords(headline.elo));
  box.append(element("p", "soft", details.join(" · ")));
  if (headline.changed) box.append(element("p", "fault", headline.changed));
  for (const words of headline.faults) box.append(element("p", "fault", words));
  const bar = pairsBar(headline.pairs);
  if (bar) box.append(bar);
  return box;
};
