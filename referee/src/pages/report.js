/** @import { Findings } from "./contract.js" */
/** @import { Filter, Order } from "./filter.js" */
import { botColors } from "./botcolors.js";
import { lineChart } from "./charts.js";
import { button, element, get, pageData, refill, selection } from "./elements.js";
import { isWanted, ordered } from "./filter.js";
import { gameList } from "./gamelist.js";
import { batchWords, counted, millis } from "./numbers.js";
import { reportCharts } from "./reportcharts.js";
import { askServer, onNews, pairPage } from "./server.js";
import { sideBySide } from "./sidebyside.js";
import { sortableTable } from "./sorting.js";
import { standing } from "./standing.js";
import { valueTable } from "./values.js";
import { verdictBox } from "./verdict.js";

/** @type {Findings} */
let data = await pageData();

/** The colour of a bot. */
const color = botColors(data.bots);

const conductTable = () => {
  const isReplayed = data.conduct.some((conduct) => conduct.replayed > 0);
  const rows = data.conduct.map((conduct, at) => {
    const faults = conduct.faults.map(([kind, count]) => count + " " + kind).join(", ");
    return [
      element("span", color(data.bots[at]), data.bots[at]), millis(conduct.p50), millis(conduct.p99), millis(conduct.max),
      conduct.percent_of_limit + " %", conduct.overloaded,
      ...(isReplayed ? [conduct.replayed + " of " + conduct.games] : []), faults ? element("span", "fault", faults) : "none",
    ];
  });
  const replayed = isReplayed ? ["replayed"] : [];
  return sortableTable("conduct", ["bot", "p50 ms", "p99 ms", "max ms", "of the limit", "overloaded", ...replayed, "faults"], rows);
};

/** The machines: a row for each bot on each of them. */
const machineTable = () => {
  const rows = data.report.machines.all.flatMap((/** @type {any} */ it) =>
    Object.entries(it.bots).map(([bot, there]) => [
      it.machine, element("span", color(bot), bot), it.games, there.points === null ? "–" : (100 * there.points).toFixed(1),
      millis(there.p50), millis(there.p99), millis(there.max), there.percent_of_limit + " %", there.slowest_seed,
      there.speed === null ? "–" : Math.round(there.speed.nodes),
      it.starved_micros === null ? "–" : (it.starved_micros / 1e6).toFixed(1), it.processor,
    ]));
  const head = ["machine", "bot", "games", "points %", "p50 ms", "p99 ms", "max ms", "of the limit", "on seed", "nodes",
    "waited s", "processor"];
  return sortableTable("machines", head, rows);
};

/** The machines on which something differs, in sentences. */
const namedMachines = () =>
  [...data.report.machines.odd, ...data.report.machines.slow].map(({ sentence }) => element("p", "fault", sentence));

/** The batches of a run on other machines, by machine. */
const batchTable = () => {
  const rows = (data.batches?.machines || []).map((it) =>
    [it.machine, it.running, it.done, it.failed, it.is_out ? element("span", "fault", "taken out") : ""]);
  return sortableTable("batches", ["machine", "running", "done", "failed", ""], rows);
};

/** Links to the games that are looked for most: those that a bot lost, and those with faults. */
const shortcuts = () => {
  const box = element("nav", "shortcuts");
  box.setAttribute("aria-label", "Some of the games");
  const link = (/** @type {string} */ text, /** @type {Partial<Filter>} */ wanted) =>
    box.append(button(text, () => list.choose(wanted)));
  for (const bot of data.bots.slice(0, 8)) link("lost by " + bot, { bot, result: "lost" });
  const faulty = data.conduct.some((conduct) => conduct.faults.length > 0);
  if (faulty) link("games with faults", { fault: "some" });
  if (data.conduct.some((conduct) => conduct.overloaded > 0)) link("not counted", { fault: "overload" });
  link("all games", {});
  return box;
};

/**
 * The seeds on which a bot lost every game; each leads to its games.
 * @param {Findings["lost_seeds"][number]} lost
 */
const lostSeeds = ({ bot, count, of, seeds }) => {
  const box = element("div", "lost-seeds");
  const words = element("p");
  words.append(element("b", color(bot), bot), " lost every game on " + count + " of " + of + " seeds");
  const buttons = element("div", "seeds");
  for (const { seed, games, pair } of seeds) {
    if (data.live && pair.length === 2) {
      const link = Object.assign(element("a", "seed", seed), { href: pairPage(pair[0], pair[1]) });
      link.title = "both games side by side";
      buttons.append(link);
      continue;
    }
    const made = button(seed, () => list.choose({ bot, seed: "=" + seed, result: "lost" }));
    made.title = games + " games";
    buttons.append(made);
  }
  box.append(words, buttons);
  if (count > seeds.length) box.append(element("p", "soft", "and " + (count - seeds.length) + " more"));
  return box;
};

const draw = () => {
  const options = Object.entries(data.report.options || {}).filter(([, value]) => value !== "")
    .map(([name, value]) => name + "=" + value).join(" ");
  const where = data.report.where && "only where " + data.report.where.condition;
  get("about").textContent = [counted(data.games_in_all, "game"), where, options, data.report.log].filter(Boolean).join(", ");
  get("text").textContent = data.text;
  refill(get("verdict"), verdictBox(data.headline), shortcuts());
  refill(get("standing"), ...standing(data.report, color, data.text));
  const sides = sideBySide(data, color);
  if (sides.parentElement === null) get("sides").replaceChildren(sides);
  get("sides-section").hidden = data.bots.length < 2;
  refill(get("lost"), ...data.lost_seeds.map(lostSeeds));
  get("lost-section").hidden = data.lost_seeds.length === 0;
  refill(get("charts"), ...reportCharts(data).map(lineChart).filter((chart) => chart !== null));
  refill(get("conduct"), conductTable());
  get("batches-section").hidden = !data.batches;
  get("batches-all").textContent = data.batches ? batchWords(data.batches) : "";
  refill(get("batches"), ...(data.batches ? [batchTable()] : []));
  const isElsewhere = data.report.machines !== undefined;
  get("machines-section").hidden = !isElsewhere;
  refill(get("machines"), ...(isElsewhere ? [machineTable()] : []));
  refill(get("machines-named"), ...(isElsewhere ? namedMachines() : []));
  // The report of a try has no values.
  const values = data.report.values || [];
  refill(get("values"), valueTable(values, data.bots, color));
  get("values-section").hidden = values.length === 0;
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

/** Says that a page that stands alone has only some of the games. */
const sayPart = () => {
  const part = get("part");
  part.hidden = data.games.length >= data.games_in_all;
  part.textContent = "The list has " + data.games.length + " of the " + data.games_in_all
    + " games: those with faults or recordings first, then the latest. The dashboard lists all games.";
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
const list = gameList(log
  ? (filter, from, count) => askServer("/api/games", { log, where: condition, ...filter, from, count })
  : ownRows);
draw();
if (!log) sayPart();
list.show(data.bots);
if (log) {
  get("standing").after(conditionForm());
  if (data.bots.length > 2) get("standing").after(comparisonForm());
  onNews("/api/news?" + new URLSearchParams(location.search), "report", data, (findings) => {
    data = findings;
    draw();
    list.show(data.bots);
  });
}
