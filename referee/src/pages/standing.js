import { intervalPicture } from "./charts.js";
import { element, table } from "./elements.js";
import { estimateTexts, orDash, percent, rounded, signed } from "./numbers.js";
import { sortableTable } from "./sorting.js";
import { isTry, trial } from "./trial.js";
import { testText } from "./verdict.js";

/**
 * A row of the estimates of a comparison: the value and the ends of its interval.
 * @param {string} name
 * @param {{ value: number | null, low: number | null, high: number | null }} estimate
 * @param {(value: number) => string} format
 */
export const estimateRow = (name, estimate, format) => [name, ...estimateTexts(estimate, format)];

/**
 * The rows of a comparison of two bots.
 * @param {any} report
 */
export const comparisonRows = (report) => {
  const points = { value: report.points, ...report.points_interval };
  const elo = (/** @type {number} */ value) => signed(value, 1);
  return [
    estimateRow("points %", points, (share) => rounded(100 * share, 1)),
    estimateRow("Elo", report.elo, elo),
    ...(report.normalised_elo ? [estimateRow("normalised Elo", report.normalised_elo, elo)] : []),
    estimateRow("score difference", report.score_difference, (value) => signed(value, 2)),
  ];
};

/** @param {any} report */
const comparison = (report) => {
  const [a, b] = report.bots;
  const words = a + " against " + b + ": " + report.wins + " won, " + report.draws + " drawn, " + report.losses
    + " lost; better with likelihood " + orDash(report.superiority, percent);
  const parts = [element("p", "", words), table([a, "value", "95 % from", "to"], comparisonRows(report))];
  if (report.test) parts.push(element("p", "soft", testText(a, report.test)));
  return parts;
};

/**
 * The share of points of a bot in a ladder against another. Names are any words, those of JavaScript's own properties too.
 * @param {any} bot
 * @param {string} other
 * @returns {number | null | undefined}
 */
export const pointsAgainst = (bot, other) =>
  (Object.hasOwn(bot.points_against, other) ? bot.points_against[other] : null);

/**
 * The points of each bot against each other, in a table of its own: it is wide where there are many bots.
 * @param {any} report
 * @param {(bot: string) => string} className
 */
const crossTable = (report, className) => {
  if (report.bots.length < 2) return [];
  const rows = report.bots.map((/** @type {any} */ bot, /** @type {number} */ at) => [
    element("span", className(bot.bot), at + 1 + ". " + bot.bot),
    ...report.bots.map((/** @type {any} */ other) => orDash(pointsAgainst(bot, other.bot), (share) => rounded(100 * share, 1))),
  ]);
  const places = report.bots.map((/** @type {any} */ _, /** @type {number} */ at) => String(at + 1));
  return [element("h3", "", "% of the points against each"), sortableTable("against", ["bot", ...places], rows)];
};

/**
 * @param {any} report
 * @param {(bot: string) => string} className
 */
const ladder = (report, className) => {
  const known = report.bots.flatMap((/** @type {any} */ { elo }) => [elo.value, elo.low, elo.high])
    .filter((/** @type {unknown} */ end) => end !== null);
  /** @type {[number, number]} */
  const range = [Math.min(0, ...known), Math.max(0, ...known)];
  const rows = report.bots.map((/** @type {any} */ bot, /** @type {number} */ at) => [
    element("span", className(bot.bot), at + 1 + ". " + bot.bot), estimateTexts(bot.elo, (elo) => signed(elo, 0))[0],
    intervalPicture(bot.elo, range, className(bot.bot)), rounded(bot.weng_lin.rating, 1), bot.games,
    orDash(bot.points, (share) => rounded(100 * share, 1)), orDash(bot.mean_score, (score) => rounded(score, 2)),
  ]);
  return [sortableTable("ladder", ["bot", "Elo", "95 %", "Weng-Lin", "games", "points %", "mean score"], rows), ...crossTable(report, className)];
};

/**
 * Whether a report has games that count. Without any, its numbers are those of two equal bots.
 * @param {any} report
 */
export const hasGames = (report) => {
  if (report.bots?.[0]?.bot !== undefined) return report.bots.some((/** @type {any} */ bot) => bot.games > 0);
  return isTry(report) ? report.rounds > 0 : report.games > 0;
};

/**
 * What a report says of who is better: for a ladder, for two bots, for a try, or as the text of any other report.
 * @param {any} report
 * @param {(bot: string) => string} color
 * @param {string} text
 * @returns {HTMLElement[]}
 */
export const standing = (report, color, text) => {
  if (!hasGames(report)) return [element("p", "", "No game counts yet.")];
  if (report.bots?.[0]?.bot !== undefined) return ladder(report, color);
  if (isTry(report)) return trial(report, color);
  return report.elo ? comparison(report) : [element("pre", "", text)];
};
