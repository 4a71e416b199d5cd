import { element } from "./elements.js";
import { counted, estimateTexts, percent, rounded, signed } from "./numbers.js";
import { seatLetter } from "./seats.js";
import { sortableTable } from "./sorting.js";
import { testText } from "./verdict.js";

/**
 * A value with its interval, as the report has it; an end without a bound is null.
 * @typedef {{ value: number | null, low: number | null, high: number | null }} Estimated
 */

/**
 * The part of a try's report that its tables show.
 * @typedef {{
 *   candidate: string, champion: string, rounds: number, games_left_out: number, points: number[], points_difference: Estimated,
 *   elos: (number | null)[], elo_difference: Estimated, mean_scores: number[], score_difference: Estimated, superiority: number, test: any,
 *   opponents: {
 *     opponent: string, better: number, equal: number, worse: number, points: number[], points_difference: Estimated, tendency: string,
 *   }[],
 *   seats: { seat: number, points: number[], points_difference: Estimated, tendency: string }[],
 *   better_seeds: TriedSeed[], worse_seeds: TriedSeed[],
 * }} TryReport
 */

/** @typedef {{ seed: string, opponents: string[][], points: number[] }} TriedSeed */

/**
 * Whether a report is that of a try.
 * @param {any} report
 * @returns {report is TryReport}
 */
export const isTry = (report) => report.candidate !== undefined;

/** @param {number} share */
const inHundreds = (share) => rounded(100 * share, 1);

/**
 * A difference with its interval, in one cell, which can wrap before the interval.
 * @param {Estimated} estimate
 * @param {(value: number) => string} format
 */
const difference = (estimate, format) => {
  const [middle, from, to] = estimateTexts(estimate, format);
  return middle + " [" + from + ",\u00a0" + to + "]";
};

/** @param {Estimated} estimate */
const shareDifference = (estimate) => difference(estimate, (share) => signed(100 * share, 1));

/**
 * The Elo of a bot with this share of the points. It is infinite if it won or lost all.
 * @param {number | null} elo
 * @param {number} points
 */
const eloOf = (elo, points) => {
  if (elo !== null) return signed(elo, 1);
  return points < 0.5 ? "-∞" : "+∞";
};

/**
 * The rows of both bots against the whole field.
 * @param {TryReport} report
 */
export const fieldRows = (report) => [
  ["points %", ...report.points.map(inHundreds), shareDifference(report.points_difference)],
  ["Elo", ...report.elos.map((elo, bot) => eloOf(elo, report.points[bot])),
    difference(report.elo_difference, (elo) => signed(elo, 1))],
  ["mean score", ...report.mean_scores.map((score) => rounded(score, 2)),
    difference(report.score_difference, (score) => signed(score, 2))],
];

/**
 * The cells of an opponent or a seat: the points of both, and the difference with what is certain of it.
 * @param {{ points: number[], points_difference: Estimated, tendency: string }} row
 */
const pointCells = ({ points, points_difference: estimate, tendency }) =>
  [...points.map(inHundreds), shareDifference(estimate) + (tendency === "open" ? "" : " " + tendency)];

/**
 * A row for each opponent, those first against which the candidate gains most: the points, and on how many seeds it does better, as
 * well, and worse.
 * @param {TryReport["opponents"]} opponents
 */
export const opponentRows = (opponents) =>
  opponents.toSorted((one, other) => (other.points_difference.value ?? 0) - (one.points_difference.value ?? 0))
    .map((row) => [row.opponent, ...pointCells(row), row.better + " : " + row.equal + " : " + row.worse]);

/**
 * A row for each of the seeds with the largest differences.
 * @param {TriedSeed[]} seeds
 */
export const seedRows = (seeds) =>
  seeds.map(({ seed, opponents, points }) =>
    [seed, ...points.map(inHundreds), signed(100 * (points[0] - points[1]), 1), opponents.map((group) => group.join(" with ")).join(", ")]);

/** Whether the user has folded out the seeds: they stay so while the run goes on. */
let isUnfolded = false;

/**
 * The tables of a try: the two bots against the field, by opponent, by seat, and by seed.
 * @param {TryReport} report
 * @param {(bot: string) => string} className
 * @returns {HTMLElement[]}
 */
export const trial = (report, className) => {
  const { candidate, champion, seats } = report;
  const name = (/** @type {string | number} */ bot) => element("span", className(String(bot)), bot);
  const head = (/** @type {string} */ first) => [first, candidate, champion, "difference [95 %]"];
  const left = report.games_left_out > 0 ? "; not counted: " + counted(report.games_left_out, "game") + " of rounds that are not whole" : "";
  const likely = candidate + " is better than " + champion + " with likelihood " + percent(report.superiority)
    + ", after a seed against each opponent in " + report.rounds + (report.rounds === 1 ? " round" : " rounds") + left;
  const parts = [element("p", "", likely), sortableTable("field", head("against the field"), fieldRows(report))];
  if (report.test) parts.push(element("p", "soft", testText(candidate, report.test)));
  const against = opponentRows(report.opponents).map(([opponent, ...cells]) => [name(opponent), ...cells]);
  parts.push(element("h3", "", "Points by opponent"));
  parts.push(sortableTable("opponents", [...head("% against"), "seeds better : equal : worse"], against));
  if (seats.length > 1) {
    const rows = seats.map((row) => [seatLetter(row.seat), ...pointCells(row)]);
    parts.push(element("h3", "", "Points by seat"));
    parts.push(sortableTable("seats", head("% in seat"), rows));
  }
  const seeds = seedRows([...report.better_seeds, ...report.worse_seeds]);
  if (seeds.length > 0) {
    const more = element("details");
    more.open = isUnfolded;
    more.addEventListener("toggle", () => { isUnfolded = more.open; });
    more.append(element("summary", "", "seeds with the largest differences"));
    more.append(sortableTable("seeds", ["% on seed", candidate, champion, "difference", "against"], seeds));
    parts.push(more);
  }
  const box = element("div", "trial");
  box.append(...parts);
  return [box];
};
