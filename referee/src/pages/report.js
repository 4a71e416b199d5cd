(() => {
  let data = JSON.parse(get("data").textContent);
  const className = (bot) => seatClass(data.bots.indexOf(bot));

  const drawStanding = () => {
    const report = data.report;
    const area = get("standing");
    area.replaceChildren();
    if (Array.isArray(report.bots) && report.bots[0]?.bot !== undefined) {
      const ends = (bot) => [bot.elo.value, bot.elo.low, bot.elo.high];
      const known = report.bots.flatMap(ends).filter((it) => typeof it === "number" && Number.isFinite(it));
      const range = [Math.min(0, ...known), Math.max(0, ...known)];
      const against = report.bots.map((bot, at) => String(at + 1));
      const rows = report.bots.map((bot, at) => [
        element("span", className(bot.bot), at + 1 + ". " + bot.bot), signed(bot.elo.value, 0),
        intervalPicture(ends(bot), range, className(bot.bot)), rounded(bot.weng_lin.rating, 1), bot.games,
        percent(bot.points), rounded(bot.mean_score, 2),
        ...report.bots.map((other) => percent(bot.points_against[other.bot])),
      ]);
      area.append(table(["bot", "Elo", "95 %", "Weng-Lin", "games", "points", "mean score", ...against], rows));
      return;
    }
    if (report.elo) {
      const line = (name, { value, low, high }, decimals, scale = 1) =>
        [name, signed(value * scale, decimals), signed(low * scale, decimals), signed(high * scale, decimals)];
      const rows = [
        ["points %", rounded(100 * report.points, 1), rounded(100 * report.points_interval.low, 1), rounded(100 * report.points_interval.high, 1)],
        line("Elo", report.elo, 1),
      ];
      if (report.normalised_elo) rows.push(line("normalised Elo", report.normalised_elo, 1));
      rows.push(line("score difference", report.score_difference, 2));
      const [a, b] = report.bots;
      const words = a + " against " + b + ": " + report.wins + " won, " + report.draws + " drawn, " + report.losses
        + " lost; better with likelihood " + percent(report.superiority);
      area.append(element("p", "", words), table([a, "value", "95 % from", "to"], rows));
      const test = report.test;
      if (test) {
        const found = test.finding ? a + " is " + test.finding : "undecided";
        area.append(element("p", "verdict", "test of " + test.elo0 + " against " + test.elo1 + ": LLR " + rounded(test.llr, 2)
          + " within " + rounded(test.bounds[0], 2) + " to " + rounded(test.bounds[1], 2) + ": " + found));
      }
      return;
    }
    area.append(element("pre", "", data.text));
  };

  const drawCharts = () => {
    const charts = [];
    const looks = data.course ? data.course.looks : [];
    if (looks.some((look) => look.llr !== undefined)) {
      charts.push(lineChart({
        title: "The sequential test", x: "games", y: "log-likelihood ratio", bounds: data.course.bounds,
        series: [{ name: data.bots[0], className: "seat0", points: looks.map((it) => [it.games, it.llr]) }],
      }));
    }
    if (looks.length > 1) {
      charts.push(lineChart({
        title: "Points", x: "games", y: "% of the points, with the 95 % interval", bounds: [50],
        series: [{
          name: data.bots[0], className: "seat0",
          points: looks.map((it) => [it.games, 100 * it.points[0]]),
          band: looks.map((it) => [it.games, 100 * it.points[1], 100 * it.points[2]]),
        }],
      }));
      charts.push(lineChart({
        title: "Elo", x: "games", y: "Elo, with the 95 % interval", bounds: [0],
        series: [{
          name: data.bots[0], className: "seat0",
          points: looks.map((it) => [it.games, it.elo[0]]), band: looks.map((it) => [it.games, it.elo[1], it.elo[2]]),
        }],
      }));
    }
    if (data.ratings) {
      charts.push(lineChart({
        title: "Ratings", x: "games", y: "Elo",
        series: data.bots.map((bot, at) => ({
          name: bot, className: seatClass(at), points: data.ratings.map(([games, elo]) => [games, elo[at]]),
        })),
      }));
    }
    const times = data.conduct.map((conduct, at) => {
      const all = conduct.times.reduce((sum, [, count]) => sum + count, 0);
      let seen = 0;
      return {
        name: data.bots[at], className: seatClass(at),
        points: conduct.times.map(([micros, count]) => [micros, 100 * (seen += count) / all]),
      };
    });
    charts.push(lineChart({
      title: "Times of answers", x: "milliseconds", y: "% of the answers that took no longer", series: times,
      logarithmic: true, label: (micros) => shortNumber(micros / 1000),
    }));
    for (const [name, bots] of Object.entries(data.metrics)) {
      charts.push(lineChart({
        title: name, x: "turn", y: "mean over the recorded games",
        series: Object.entries(bots).map(([bot, means]) => ({
          name: bot, className: className(bot), points: means.map((mean, at) => [at + 1, mean]),
        })),
      }));
    }
    get("charts").replaceChildren(...charts.filter(Boolean));
  };

  const drawConduct = () => {
    const rows = data.conduct.map((it, at) => [
      element("span", seatClass(at), data.bots[at]), millis(it.p50), millis(it.p99), millis(it.max),
      it.percent_of_limit + " %", it.overloaded,
      it.faults.length > 0 ? element("span", "fault", it.faults.map(([kind, count]) => count + " " + kind).join(", ")) : "none",
    ]);
    const head = ["bot", "p50 ms", "p99 ms", "max ms", "of the limit", "overloaded", "faults"];
    get("conduct").replaceChildren(table(head, rows));
  };

  const draw = () => {
    const report = data.report;
    const options = Object.entries(report.options || {}).filter(([, value]) => value !== "")
      .map(([name, value]) => name + "=" + value).join(" ");
    get("about").textContent = [data.games_in_all + " games", options, report.log].filter(Boolean).join(", ");
    get("text").textContent = data.text;
    drawStanding();
    drawCharts();
    drawConduct();
  };

  const here = (filter, from, count) => {
    const wanted = data.games.filter((row) => isWanted(row, filter));
    return { found: wanted.length, rows: wanted.slice(from, from + count) };
  };
  const there = async (filter, from, count) => {
    const answer = await fetch("/api/games?" + new URLSearchParams({ log: data.live, ...filter, from, count }));
    const { rows, found } = await answer.json();
    for (const row of rows) {
      if (row.recording) row.page = "/game?" + new URLSearchParams({ recording: row.recording });
    }
    return { rows, found };
  };

  /** Two bots of many to compare, on a page of their own. */
  const offerComparison = () => {
    const form = element("form");
    const choices = ["a", "b"].map((name, at) => {
      const select = Object.assign(element("select"), { name });
      select.setAttribute("aria-label", "bot " + name.toUpperCase());
      for (const bot of data.bots) select.append(Object.assign(element("option", "", bot), { value: bot }));
      select.selectedIndex = at;
      return select;
    });
    const button = Object.assign(element("button", "", "compare"), { type: "button" });
    button.addEventListener("click", () => {
      const [a, b] = choices.map((choice) => choice.value);
      location.href = "/report?" + new URLSearchParams({ log: data.live, a, b });
    });
    form.append(choices[0], " with ", choices[1], " ", button);
    get("standing").after(form);
  };
  const showGames = gameList(data.bots, data.live ? there : here);
  draw();
  showGames();
  if (data.live) {
    if (data.bots.length > 2) offerComparison();
    const here = new URLSearchParams(location.search);
    const events = new EventSource("/api/news?" + here);
    events.addEventListener("report", (event) => {
      data = JSON.parse(event.data);
      draw();
      showGames();
    });
  }
})();
