/** @import { Overview, LogHead } from "./contract.js" */
import { botColors } from "./botcolors.js";
import { element, get, pageData, refill } from "./elements.js";
import { gameList } from "./gamelist.js";
import { ago, batchWords, counted } from "./numbers.js";
import { askServer, onNews } from "./server.js";
import { sortableTable } from "./sorting.js";
import { eloInWords, shortVerdict } from "./verdict.js";

/** A log that changed within this many seconds belongs to a run that is not over. */
const RUNS = 15;

/** @type {Overview} */
let data = await pageData();

/** When the data came. */
let came = performance.now();

/** The colour of a bot. */
let color = botColors([]);

/**
 * The first bots of a log, each in its colour.
 * @param {string[]} bots
 */
const botNames = (bots) => {
  const box = element("span", "names");
  bots.slice(0, 4).forEach((bot, at) => box.append(at > 0 ? ", " : "", element("span", color(bot), bot)));
  if (bots.length > 4) box.append(" and " + (bots.length - 4) + " more");
  return box;
};

/**
 * Says when a log changed. No event comes of a log that does not change.
 * @param {HTMLElement} box
 * @param {LogHead} log
 */
const sayChanged = (box, log) => {
  const idle = log.idle + (performance.now() - came) / 1000;
  box.className = idle <= RUNS ? "runs" : "";
  box.textContent = idle <= RUNS ? "runs" : ago(Math.round(idle));
};

/** The boxes that say when a log changed. @type {[HTMLElement, LogHead][]} */
let saying = [];

/** @param {LogHead} log */
const logRow = (log) => {
  const link = element("a", "", log.name);
  link.href = "/report?" + new URLSearchParams({ log: log.path });
  const headline = log.headline || null;
  const verdict = headline ? element("span", "found") : "–";
  if (headline && verdict instanceof Node) {
    verdict.append(shortVerdict(headline), element("span", "words", headline.words));
    if (headline.changed) verdict.append(element("span", "words fault", headline.changed));
    verdict.dataset.key = headline.state;
  }
  const box = element("span");
  saying.push([box, log]);
  sayChanged(box, log);
  const changed = element("span");
  changed.append(box);
  changed.dataset.key = String(-log.idle);
  if (log.batches) changed.append(element("span", "words", batchWords(log.batches)));
  return [link, verdict, eloInWords(headline && headline.elo), log.game, botNames(log.bots), log.games, changed];
};

const draw = () => {
  color = botColors([...new Set([...data.bots, ...data.logs.flatMap((log) => log.bots)])]);
  saying = [];
  refill(get("logs"), data.logs.length > 0
    ? sortableTable("logs", ["log", "verdict", "Elo", "contest", "bots", "games", "changed"], data.logs.map(logRow))
    : element("p", "", "This folder has no log of a duel or a ladder yet. Those commands write one with --log."));
  const looked = data.looked < data.there ? "; " + data.looked + " of " + data.there + " files are known so far" : "";
  get("about").textContent = counted(data.logs.length, "log") + ", " + counted(data.recordings, "recording") + looked;
};

const list = gameList((filter, from, count) => askServer("/api/recordings", { ...filter, from, count }));
draw();
list.show(data.bots);
setInterval(() => saying.forEach(([box, log]) => sayChanged(box, log)), 5000);
onNews("/api/news", "folder", data, (overview) => {
  data = overview;
  came = performance.now();
  draw();
  list.show(data.bots);
});
