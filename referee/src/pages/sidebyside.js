/** @import { Findings } from "./contract.js" */
import { element, selection, table } from "./elements.js";
import { estimateTexts, millis, orDash, percent, rounded, shortNumber, signed } from "./numbers.js";
import { pointsAgainst } from "./standing.js";

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
      orDash(pointsAgainst(inLadder(bot), pair[0] === bot ? pair[1] : pair[0]), percent))]);
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

/** What is in view: its box, the names of its bots, and the rows in it. @type {{ box: HTMLElement, names: string, fill: (data: Findings) => void } | null} */
let shown = null;

/**
 * Two bots side by side, with lists to choose them if there are more. While the bots are the same, it is the same box, so that a
 * list that the user has opened stays open.
 * @param {Findings} data
 * @param {(bot: string) => string} color
 * @returns {HTMLElement}
 */
export const sideBySide = (data, color) => {
  const names = data.bots.join("\n");
  if (shown?.names === names) shown.fill(data);
  else shown = made(data, color, names);
  return shown.box;
};

/**
 * @param {Findings} data
 * @param {(bot: string) => string} color
 * @param {string} names
 */
const made = (data, color, names) => {
  const box = element("div");
  if (data.bots.length < 2) return { box, names, fill: () => {} };
  const pair = chosenPair || /** @type {[string, string]} */ (data.bots.slice(0, 2));
  let latest = data;
  /** @type {(string | Node)[]} */
  const heads = pair.map((bot, at) => {
    if (data.bots.length === 2) return element("span", color(bot), bot);
    const choice = selection(data.bots.map((name) => [name, name]));
    choice.value = bot;
    choice.className = color(bot);
    choice.setAttribute("aria-label", at === 0 ? "first bot" : "second bot");
    choice.addEventListener("change", () => {
      chosenPair = /** @type {[string, string]} */ (pair.map((name, place) => (place === at ? choice.value : name)));
      shown = made(latest, color, names);
      box.replaceWith(shown.box);
    });
    return choice;
  });
  const head = ["of each", ...heads];
  const body = (/** @type {Findings} */ data) => table(["of each", ...pair], sideRows(data, pair)).tBodies[0];
  const whole = table(head, []);
  box.append(whole);
  const fill = (/** @type {Findings} */ data) => {
    latest = data;
    whole.tBodies[0].replaceWith(body(data));
  };
  fill(data);
  return { box, names, fill };
};
