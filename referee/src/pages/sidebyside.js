/** @import { Findings } from "./contract.js" */
import { element, selection, table } from "./elements.js";
import { estimateTexts, millis, orDash, percent, rounded, shortNumber, signed } from "./numbers.js";

/**
 * The rows of two bots side by side: a name and a value of each.
 * @param {Findings} data
 * @param {[string, string]} pair
 * @returns {string[][]}
 */
export const sideRows = (data, pair) => {
  const of = (/** @type {(bot: string, at: number) => string} */ value) =>
    pair.map((bot) => (data.bots.includes(bot) ? value(bot, data.bots.indexOf(bot)) : "–"));
  const { report } = data;
  const isLadder = report.bots?.[0]?.bot !== undefined;
  /** @type {(bot: string) => any} */
  const inLadder = (bot) => report.bots.find((/** @type {any} */ row) => row.bot === bot);
  /** @type {string[][]} */
  const rows = [];
  if (isLadder) {
    rows.push(["Elo", ...of((bot) => estimateTexts(inLadder(bot).elo, (elo) => signed(elo, 0))[0])]);
    rows.push(["points", ...of((bot) => orDash(inLadder(bot).points, percent))]);
    rows.push(["points against the other", ...of((bot) =>
      orDash(inLadder(bot).points_against[pair[0] === bot ? pair[1] : pair[0]], percent))]);
    rows.push(["mean score", ...of((bot) => orDash(inLadder(bot).mean_score, (score) => rounded(score, 2)))]);
  } else if (report.mean_scores) {
    rows.push(["mean score", ...of((_, at) => orDash(report.mean_scores[at], (score) => rounded(score, 2)))]);
  }
  rows.push(["games", ...of((_, at) => String(data.conduct[at].games))]);
  rows.push(["median time", ...of((_, at) => millis(data.conduct[at].p50) + " ms")]);
  rows.push(["99 % of the times", ...of((_, at) => millis(data.conduct[at].p99) + " ms")]);
  rows.push(["longest time", ...of((_, at) => millis(data.conduct[at].max) + " ms")]);
  rows.push(["of the limit", ...of((_, at) => data.conduct[at].percent_of_limit + " %")]);
  const faults = (/** @type {number} */ at) => data.conduct[at].faults.reduce((sum, [, count]) => sum + count, 0);
  rows.push(["faults", ...of((_, at) => String(faults(at)))]);
  const lost = (/** @type {string} */ bot) => data.lost_seeds.find((one) => one.bot === bot)?.count || 0;
  rows.push(["seeds on which it always lost", ...of((bot) => String(lost(bot)))]);
  /** @type {import("./values.js").Reported[]} */
  const values = report.values || [];
  for (const name of new Set(values.filter((one) => one.bot !== null && one.seat === null).map((one) => one.name))) {
    rows.push([name + ", mean", ...of((bot) =>
      orDash(values.find((one) => one.name === name && one.bot === bot && one.seat === null)?.mean, shortNumber))]);
  }
  return rows;
};

/** The two bots that the user chose. @type {[string, string] | null} */
let chosenPair = null;

/**
 * Two bots side by side, with lists to choose them if there are more.
 * @param {Findings} data
 * @param {(bot: string) => string} color
 */
export const sideBySide = (data, color) => {
  const box = element("div");
  if (data.bots.length < 2) return box;
  const pair = chosenPair || /** @type {[string, string]} */ (data.bots.slice(0, 2));
  /** @type {(string | Node)[]} */
  const heads = pair.map((bot, at) => {
    if (data.bots.length === 2) return element("span", color(bot), bot);
    const choice = selection(data.bots.map((name) => [name, name]));
    choice.value = bot;
    choice.className = color(bot);
    choice.setAttribute("aria-label", at === 0 ? "first bot" : "second bot");
    choice.addEventListener("change", () => {
      chosenPair = /** @type {[string, string]} */ (pair.map((name, place) => (place === at ? choice.value : name)));
      box.replaceWith(sideBySide(data, color));
    });
    return choice;
  });
  box.append(table(["of each", ...heads], sideRows(data, pair)));
  return box;
};
