/** @import { Findings } from "./contract.js" */
/** @import { Filter, Order } from "./filter.js" */
import { lineChart } from "./charts.js";
import { button, element, get, pageData, selection, table } from "./elements.js";
import { isWanted, ordered } from "./filter.js";
import { gameList } from "./gamelist.js";
import { millis } from "./numbers.js";
import { reportCharts } from "./reportcharts.js";
import { seatColor } from "./seats.js";
import { askServer, onNews } from "./server.js";
import { standing } from "./standing.js";
import { valueTable } from "./values.js";

/** @type {Findings} */
let data = await pageData();

const conductTable = () => {
  const isReplayed = data.conduct.some((conduct) => conduct.replayed > 0);
  const rows = data.conduct.map((conduct, at) => {
    const faults = conduct.faults.map(([kind, count]) => count + " " + kind).join(", ");
    return [
      element("span", seatColor(at), data.bots[at]), millis(conduct.p50), millis(conduct.p99), millis(conduct.max),
      conduct.percent_of_limit + " %", conduct.overloaded,
      ...(isReplayed ? [conduct.replayed + " of " + conduct.games] : []), faults ? element("span", "fault", faults) : "none",
    ];
  });
  const replayed = isReplayed ? ["replayed"] : [];
  return table(["bot", "p50 ms", "p99 ms", "max ms", "of the limit", "overloaded", ...replayed, "faults"], rows);
};

const draw = () => {
  const options = Object.entries(data.report.options || {}).filter(([, value]) => value !== "")
    .map(([name, value]) => name + "=" + value).join(" ");
  const where = data.report.where && "only where " + data.report.where.condition;
  get("about").textContent = [data.games_in_all + " games", where, options, data.report.log].filter(Boolean).join(", ");
  get("text").textContent = data.text;
  get("standing").replaceChildren(...standing(data.report, data.bots, data.text));
  get("charts").replaceChildren(...reportCharts(data).map(lineChart).filter((chart) => chart !== null));
  get("conduct").replaceChildren(conductTable());
  get("values").replaceChildren(valueTable(data.report.values, data.bots));
  get("values-section").hidden = data.report.values.length === 0;
};

/**
 * The rows of a page that stands alone.
 * @param {Filter & Order} filter
 * @param {number} from
 * @param {number} count
 */
const ownRows = (filter, from, count) => {
  const wanted = data.games.filter((row) => isWanted(row, filter));
  return { found: wanted.length, rows: ordered(wanted, filter).slice(from, from + count) };
};

/** The condition of the page's games; empty for all games. */
const condition = new URLSearchParams(location.search).get("where") || "";

/** A form that opens the same report for the games that meet a condition. */
const conditionForm = () => {
  const form = element("form");
  const field = Object.assign(element("input", ""), { type: "search", name: "where", value: condition, size: 40 });
  field.setAttribute("aria-label", "condition");
  field.placeholder = "map_size < 20 and p1.depth > 3";
  form.append("only games where ", field, " ", button("select", () => form.requestSubmit()));
  form.addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    const query = new URLSearchParams(location.search);
    query.set("where", field.value);
    location.href = "/report?" + query;
  });
  return form;
};

/** A form that opens the comparison of two of the bots. */
const comparisonForm = () => {
  const form = element("form");
  const choices = ["a", "b"].map((name, at) => {
    const choice = Object.assign(selection(data.bots.map((bot) => [bot, bot])), { name, selectedIndex: at });
    choice.setAttribute("aria-label", "bot " + name.toUpperCase());
    return choice;
  });
  const open = button("compare", () => {
    const [a, b] = choices.map((choice) => choice.value);
    location.href = "/report?" + new URLSearchParams({ log: String(data.live), a, b, where: condition });
  });
  form.append(choices[0], " with ", choices[1], " ", open);
  return form;
};

const log = data.live;
const showGames = gameList(data.bots, log
  ? (filter, from, count) => askServer("/api/games", { log, where: condition, ...filter, from, count })
  : ownRows);
draw();
showGames();
if (log) {
  get("standing").after(conditionForm());
  if (data.bots.length > 2) get("standing").after(comparisonForm());
  onNews("/api/news?" + new URLSearchParams(location.search), "report", (findings) => {
    data = findings;
    draw();
    showGames();
  });
}
