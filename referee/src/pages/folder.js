/** @import { Overview, LogHead } from "./contract.js" */
import { element, get, pageData, table } from "./elements.js";
import { gameList } from "./gamelist.js";
import { ago } from "./numbers.js";
import { askServer, onNews } from "./server.js";

/** A log that changed within this many seconds belongs to a run that is not over. */
const RUNS = 15;

/** @type {Overview} */
let data = await pageData();

/** @param {LogHead} log */
const logRow = (log) => {
  const link = element("a", "", log.name);
  link.href = "/report?" + new URLSearchParams({ log: log.path });
  const state = log.idle <= RUNS ? element("span", "verdict", "runs") : "changed " + ago(log.idle);
  return [link, log.game, log.bots.join(", "), log.games, state];
};

const draw = () => {
  get("logs").replaceChildren(data.logs.length > 0
    ? table(["log", "game", "bots", "games", "state"], data.logs.map(logRow))
    : element("p", "", "This folder has no log of a duel or a ladder yet. Those commands write one with --log."));
  const looked = data.looked < data.there ? "; " + data.looked + " of " + data.there + " files are known so far" : "";
  get("about").textContent = data.logs.length + " logs, " + data.recordings + " recordings" + looked;
};

const showGames = gameList(data.bots, (filter, from, count) => askServer("/api/recordings", { ...filter, from, count }));
draw();
showGames();
onNews("/api/news", "folder", (overview) => {
  data = overview;
  draw();
  showGames();
});
