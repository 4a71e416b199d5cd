/** @import { BotConduct, Course, Findings } from "./contract.js" */
/** @import { Chart } from "./charts.js" */
import { botColors } from "./botcolors.js";
import { shortNumber } from "./numbers.js";
import { isTry } from "./trial.js";

/**
 * A share from 0 to 1 in per cent; an end of an interval without a bound remains null.
 * @param {number | null} share
 */
const inPercent = (share) => (share === null ? null : 100 * share);

/**
 * @param {(number | null)[] | undefined} bounds
 */
const withoutNull = (bounds) => (bounds || []).filter((at) => at !== null);

/**
 * How a comparison of two bots went.
 * @param {Course} course
 * @param {string} name
 * @param {string} className
 * @param {boolean} [isTry] whether the points are those of the first bot less those of the second
 * @returns {Chart[]}
 */
export const courseCharts = ({ looks, bounds }, name, className, isTry = false) => {
  const series = { name, className };
  /** @type {Chart[]} */
  const charts = [];
  // A curve needs two points.
  if (looks.length < 2) return charts;
  if (looks.some((look) => look.llr !== undefined)) {
    const points = looks.map((look) => [look.games, look.llr ?? null]);
    charts.push({
      title: "The sequential test", x: "games", y: "log-likelihood ratio", bounds: withoutNull(bounds), series: [{ ...series, points }],
    });
  }
  const points = looks.map(({ games, points: [value, low, high] }) => [games, inPercent(value), inPercent(low), inPercent(high)]);
  const elo = looks.map((look) => [look.games, ...look.elo]);
  const withBand = (/** @type {(number | null)[][]} */ all) =>
    [{ ...series, points: all.map(([games, value]) => [games, value]), band: all.map(([games, , low, high]) => [games, low, high]) }];
  const than = isTry ? " more than the champion" : "";
  charts.push({
    title: "Points", x: "games", y: "% of the points" + than + ", with the 95 % interval", bounds: [isTry ? 0 : 50], series: withBand(points), narrows: true,
  });
  charts.push({ title: "Elo", x: "games", y: "Elo" + than + ", with the 95 % interval", bounds: [0], series: withBand(elo), narrows: true });
  return charts;
};

/**
 * The share of the answers, in per cent, that took at most each time.
 * @param {BotConduct} conduct
 */
export const cumulativeTimes = ({ times }) => {
  const all = times.reduce((sum, [, count]) => sum + count, 0);
  let seen = 0;
  return times.map(([micros, count]) => [micros, 100 * (seen += count) / all]);
};

/**
 * All charts of a report.
 * @param {Findings} data
 * @returns {Chart[]}
 */
export const reportCharts = (data) => {
  const ratings = data.ratings || [], color = botColors(data.bots);
  return [
    ...(data.course ? courseCharts(data.course, data.bots[0], color(data.bots[0]), isTry(data.report)) : []),
    {
      title: "Ratings", x: "games", y: "Elo",
      series: data.bots.map((name, at) => ({
        name, className: color(name), points: ratings.map(([games, elo]) => [games, elo[at]]),
      })),
    },
    {
      title: "Times of answers", x: "milliseconds", y: "% of the answers that took no longer",
      series: data.conduct.map((conduct, at) => ({
        name: data.bots[at], className: color(data.bots[at]), points: cumulativeTimes(conduct),
      })),
      logarithmic: true, label: (micros) => shortNumber(micros / 1000),
    },
    ...Object.entries(data.metrics).map(([title, bots]) => ({
      title, x: "turn", y: "mean over the recorded games, from the least to the most",
      series: Object.entries(bots).map(([name, turns]) => ({
        name, className: data.bots.includes(name) ? color(name) : "soft",
        points: turns.map((numbers, turn) => [turn, numbers && numbers[0]]),
        band: turns.map((numbers, turn) => [turn, numbers && numbers[1], numbers && numbers[2]]),
      })),
    })),
  ];
};
