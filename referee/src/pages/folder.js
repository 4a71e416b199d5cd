(() => {
  let data = JSON.parse(get("data").textContent);
  /** A log that changed within so many seconds belongs to a run that goes on. */
  const RUNS = 15;

  const since = (seconds) => {
    const units = [["day", 86400], ["hour", 3600], ["minute", 60]].find(([, length]) => seconds >= 2 * length);
    const [name, length] = units || ["second", 1];
    const count = Math.floor(seconds / length);
    return count + " " + name + (count === 1 ? "" : "s") + " ago";
  };

  const draw = () => {
    const rows = data.logs.map((log) => {
      const link = element("a", "", log.path);
      link.href = "/report?" + new URLSearchParams({ log: log.path });
      const state = log.idle <= RUNS ? element("span", "verdict", "runs") : "changed " + since(log.idle);
      return [link, log.game, log.bots.join(", "), log.games, state];
    });
    get("logs").replaceChildren(rows.length > 0
      ? table(["log", "game", "bots", "games", "state"], rows)
      : element("p", "", "No log of a duel or a ladder is here yet; --log says where one goes."));
    const looked = data.looked < data.there ? "; " + data.looked + " of " + data.there + " files are known so far" : "";
    get("about").textContent = data.logs.length + " logs, " + data.recordings + " recordings" + looked;
  };

  const ask = async (filter, from, count) => {
    const answer = await fetch("/api/recordings?" + new URLSearchParams({ ...filter, from, count }));
    const { rows, found } = await answer.json();
    for (const row of rows) row.page = "/game?" + new URLSearchParams({ recording: row.recording });
    return { rows, found };
  };

  const showGames = gameList(data.bots, ask);
  draw();
  showGames();
  const events = new EventSource("/api/news");
  events.addEventListener("folder", (event) => {
    data = JSON.parse(event.data);
    draw();
    showGames();
  });
})();
