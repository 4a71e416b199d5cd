"use strict";
(() => {
  const film = JSON.parse(document.getElementById("data").textContent);
  const get = (id) => document.getElementById(id);
  const last = film.frames.length - 1;
  const seatClass = (seat) => "seat" + (seat % 6);
  const letter = (seat) => String.fromCharCode(65 + seat);
  let now = 0;
  let timer = null;

  /** An element with a class and a text; what bots say is only ever put in as text. */
  const element = (name, className, text) => {
    const made = document.createElement(name);
    if (className) made.className = className;
    if (text !== undefined) made.textContent = text;
    return made;
  };

  /** A line of the board, whose colours are ANSI sequences, as elements. */
  const styled = (line) => {
    const row = document.createDocumentFragment();
    let color = "", bold = "", dim = "", under = "", turned = "";
    for (const piece of line.split("\u001b[")) {
      let text = piece;
      if (row.started) {
        const end = piece.indexOf("m");
        text = piece.slice(end + 1);
        for (const word of piece.slice(0, end).split(";")) {
          const code = Number(word);
          if (code === 0) color = bold = dim = under = turned = "";
          else if (code === 1) bold = "b";
          else if (code === 2) dim = "d";
          else if (code === 4) under = "u";
          else if (code === 7) turned = "r";
          else if (code >= 30 && code <= 37) color = "c" + (code - 30);
          else if (code >= 90 && code <= 97) color = "c" + (code - 90);
        }
      }
      row.started = true;
      const classes = [color, bold, dim, under, turned].filter(Boolean).join(" ");
      if (text) row.append(classes ? element("span", classes, text) : text);
    }
    return row;
  };

  /** Ways come as what each frame adds to the one before; here each gets its points and how many count. */
  film.frames.forEach((frame, at) => {
    frame.ways = (frame.ways || []).map((way, i) => {
      const before = at > 0 ? film.frames[at - 1].ways[i] : undefined;
      const points = way.from > 0 && before ? before.points : [];
      points.push(...way.points);
      return { seat: way.seat, points, count: points.length };
    });
  });

  /** Frames in which something happens: a fault, or a change of what tells of events. */
  const events = film.frames.flatMap((frame, at) => {
    const fault = frame.said.some((said) => said.fault);
    const before = at > 0 ? film.frames[at - 1].measures : [];
    const changed = frame.measures.some((values, i) =>
      film.events[i] && values.some((value, seat) => before[i] && before[i][seat] !== value));
    return at > 0 && (fault || changed) ? [at] : [];
  });

  /** Seats of which it is told what others can know. */
  const observed = [...new Set(film.frames.flatMap((frame) => (frame.known || []).map(([seat]) => seat)))].sort();

  /** The numbers that bots gave a name: each name and seat once. */
  const thought = [...new Set(film.frames.flatMap((frame) => frame.said).flatMap((said) =>
    (said.thoughts || []).filter((one) => one.value).map((one) => JSON.stringify([one.value[0], said.seat]))))]
    .map((pair) => JSON.parse(pair));

  const fill = (area, lines) => {
    area.replaceChildren();
    for (const line of lines) area.append(styled(film.texts[line]), "\n");
  };

  const drawBoard = (frame) => {
    const hasPicture = frame.rows.length > 0;
    get("picture").hidden = !hasPicture;
    get("status").hidden = !hasPicture;
    get("as-text").open = !hasPicture || get("as-text").open;
    fill(get("board"), frame.board);
    if (frame.board.length === 0) {
      get("board").append("There is no position here: the recording has none, or does not follow the rules.");
    }
    if (!hasPicture) return;
    // Above and below the rows of the text stands what the picture does not show.
    const status = [...frame.board.slice(0, 1), ...frame.board.slice(1 + frame.rows.length)];
    get("status").textContent = status.map((line) => film.texts[line].replace(/\u001b\[[0-9;]*m/g, "")).join("\n");
    drawPicture(frame);
  };

  const color = (name) => getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim();
  const tiles = { ".": "floor", "#": "wall", "~": "water", "@": "base", s: "start", f: "finish", d: "dark" };

  const drawPicture = (frame) => {
    const canvas = get("picture");
    const rows = frame.rows.map((row) => film.texts[row]);
    const width = Math.max(...rows.map((row) => row.length));
    const wide = canvas.clientWidth || 600;
    const size = Math.max(3, Math.min(wide / width, window.innerHeight * 0.68 / rows.length, 44));
    const scale = window.devicePixelRatio || 1;
    canvas.width = Math.round(wide * scale);
    canvas.height = Math.round(rows.length * size * scale);
    canvas.style.height = rows.length * size + "px";
    const pen = canvas.getContext("2d");
    pen.scale(scale, scale);
    pen.translate((wide - width * size) / 2, 0);
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    const middle = ([x, y]) => [(x + 0.5) * size, (y + 0.5) * size];
    const write = (text, x, y, part, ink, hasEdge) => {
      if (!text || size < 8) return;
      pen.fillStyle = ink;
      pen.font = "600 " + Math.floor(size * part) + "px system-ui, sans-serif";
      if (hasEdge) pen.strokeText(text, x, y, size * 0.95);
      pen.fillText(text, x, y, size * 0.95);
    };
    const [left, top] = frame.corner || [0, 0];
    const onPicture = ([x, y]) => [x - left, y - top];
    const shown = get("thoughts").value;
    const thinking = frame.said.filter((said) => ["all", String(said.seat)].includes(shown));
    const thoughts = shown.startsWith("known")
      ? (frame.known || []).filter(([seat]) => shown === "known" || shown === "known" + seat)
      : thinking.flatMap((said) => (said.thoughts || []).map((thought) => [said.seat, thought]));
    const gap = size > 9 ? 1 : 0;
    rows.forEach((row, y) => [...row].forEach((letter, x) => {
      const name = tiles[letter] || (letter >= "1" && letter <= "9" ? "marked" : "field");
      pen.fillStyle = color(name);
      pen.fillRect(x * size, y * size, size - gap, size - gap);
      if (name === "marked") write(letter, ...middle([x, y]), 0.6, color("soft"));
    }));
    for (const [seat, { heat }] of thoughts) {
      if (!heat) continue;
      const [x, y] = onPicture(heat[0]);
      pen.fillStyle = color("seat" + seat % 6);
      [...heat[1]].forEach((digit, i) => {
        if (!(digit > 0) || x + i < 0 || x + i >= width || y < 0 || y >= rows.length) return;
        pen.globalAlpha = 0.75 * digit / 9;
        pen.fillRect((x + i) * size, y * size, size - gap, size - gap);
      });
      pen.globalAlpha = 1;
    }
    for (const way of frame.ways) {
      const points = way.points.slice(0, way.count);
      pen.strokeStyle = color("seat" + way.seat % 6);
      pen.lineWidth = Math.max(1, size / 9);
      pen.beginPath();
      points.forEach((point) => pen.lineTo(...middle(point)));
      pen.stroke();
      pen.fillStyle = pen.strokeStyle;
      for (const point of points) {
        pen.beginPath();
        pen.arc(...middle(point), Math.max(1, size / 7), 0, 7);
        pen.fill();
      }
    }
    for (const thing of frame.things || []) drawThing(pen, film.things[thing], size, middle, write);
    pen.setLineDash([size / 4, size / 5]);
    for (const [seat, { path }] of thoughts) {
      if (!path) continue;
      pen.strokeStyle = color("seat" + seat % 6);
      pen.lineWidth = Math.max(1.5, size / 12);
      pen.beginPath();
      path.forEach((tile) => pen.lineTo(...middle(onPicture(tile))));
      pen.stroke();
    }
    pen.setLineDash([]);
    for (const [, { text }] of thoughts) {
      if (!text) continue;
      const [x, y] = middle(onPicture(text[0]));
      // At the edge of the tile, so that what stands there can be seen.
      pen.strokeStyle = color("back");
      pen.lineWidth = 3;
      write(text[1], x, y + size * 0.36, 0.3, color("text"), true);
    }
  };

  const drawThing = (pen, thing, size, middle, write) => {
    const [x, y] = middle(thing.at);
    const ink = thing.seat === undefined ? color("thing") : color("seat" + thing.seat % 6);
    pen.fillStyle = pen.strokeStyle = ink;
    pen.lineWidth = Math.max(1.5, size / 10);
    pen.beginPath();
    if (thing.shape === "disc") pen.arc(x, y, size * 0.42, 0, 7);
    else if (thing.shape === "box") pen.rect(x - size * 0.3, y - size * 0.3, size * 0.6, size * 0.6);
    else if (thing.shape === "dot") pen.arc(x, y, size * 0.14, 0, 7);
    else if (thing.shape === "blast") {
      pen.globalAlpha = 0.35;
      pen.fillRect(x - size * 1.5, y - size * 1.5, size * 3, size * 3);
      pen.globalAlpha = 1;
      return;
    } else if (thing.shape === "diamond") {
      for (const [dx, dy] of [[0, -1], [1, 0], [0, 1], [-1, 0]]) pen.lineTo(x + dx * size * 0.3, y + dy * size * 0.3);
      pen.closePath();
    } else if (thing.shape === "cross") {
      const arm = size * 0.28;
      pen.moveTo(x - arm, y - arm);
      pen.lineTo(x + arm, y + arm);
      pen.moveTo(x + arm, y - arm);
      pen.lineTo(x - arm, y + arm);
      pen.stroke();
      return;
    }
    if (thing.shape !== "text") pen.fill();
    write(thing.text, x, y, 0.55, color("back"));
  };

  const drawSaid = (frame) => {
    const area = get("said");
    area.replaceChildren();
    if (frame.said.length === 0) area.append(element("p", "", "The start position."));
    for (const said of frame.said) {
      const box = element("article");
      const time = said.millis === null ? "" : ", " + said.millis.toFixed(1) + " ms";
      const title = letter(said.seat) + " (" + film.players[said.seat] + "), turn " + said.turn + time;
      box.append(element("h2", seatClass(said.seat), title));
      for (const [name, lines] of [["answer", said.got], ["input", said.sent], ["standard error", said.stderr]]) {
        if (lines.length === 0) continue;
        const text = element("pre", "", lines.map((line) => film.texts[line]).join("\n"));
        text.tabIndex = 0;
        text.setAttribute("role", "region");
        text.setAttribute("aria-label", name + " of " + letter(said.seat));
        box.append(element("h3", "", name), text);
      }
      const values = (said.thoughts || []).filter((thought) => thought.value)
        .map(({ value: [name, number] }) => name + " " + Number(number.toFixed(3)));
      if (values.length > 0) box.append(element("p", "values", values.join(", ")));
      if (said.fault) box.append(element("p", "fault", said.fault));
      area.append(box);
    }
  };

  /** The rows of the chart: what the contest measures, otherwise the times of the answers. */
  const rows = () => {
    const found = [];
    film.measures.forEach((name, i) => film.players.forEach((_, seat) => {
      const values = film.frames.map((frame) => frame.measures[i] ? frame.measures[i][seat] : null);
      found.push({ name, seat, values, isFirst: i === 0 });
    }));
    // How uncertain it is where a seat is: the warm tiles of what others can know of it.
    for (const seat of observed) {
      const values = film.frames.map((frame) => {
        const rows = (frame.known || []).filter(([of]) => of === seat).map(([, one]) => one.heat[1]);
        return rows.length > 0 ? rows.join("").replaceAll(".", "").length : null;
      });
      found.push({ name: "cells where it can be", seat, values, isFirst: false });
    }
    const isFirst = found.length === 0;
    for (const [name, seat] of thought) {
      const values = film.frames.map((frame) => {
        const all = frame.said.filter((said) => said.seat === seat).flatMap((said) => said.thoughts || []);
        const one = all.find((thought) => thought.value && thought.value[0] === name);
        return one ? one.value[1] : null;
      });
      found.push({ name, seat, values, isFirst });
    }
    if (found.length > 0) return found;
    return film.players.map((_, seat) => ({
      name: "milliseconds", seat, isFirst: true,
      values: film.frames.map((frame) => {
        const said = frame.said.find((one) => one.seat === seat);
        return said ? said.millis : null;
      }),
    }));
  };

  const svg = (name, attributes) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const key in attributes) made.setAttribute(key, attributes[key]);
    return made;
  };

  const drawChart = () => {
    const chart = get("chart");
    chart.setAttribute("viewBox", "0 0 " + Math.max(last, 1) + " 100");
    for (const at of events) {
      const mark = film.frames[at].said.some((said) => said.fault);
      if (mark) chart.append(svg("line", { class: "event", x1: at, x2: at, y1: 0, y2: 100 }));
    }
    const byName = new Map();
    for (const row of rows()) {
      const values = row.values.filter((value) => value !== null);
      const range = byName.get(row.name) || [Infinity, -Infinity];
      for (const value of values) {
        range[0] = Math.min(range[0], value);
        range[1] = Math.max(range[1], value);
      }
      byName.set(row.name, range);
    }
    for (const row of rows()) {
      const [low, high] = byName.get(row.name);
      if (low >= high) continue;
      const points = row.values
        .map((value, at) => [at, value])
        .filter(([, value]) => value !== null)
        .map(([at, value]) => at + "," + (96 - 92 * (value - low) / (high - low)).toFixed(1));
      const className = seatClass(row.seat) + (row.isFirst ? "" : " minor");
      chart.append(svg("polyline", { class: className, points: points.join(" ") }));
      const [from, to] = [low, high].map((value) => Number(value.toFixed(1)));
      get("legend").append(element("span", seatClass(row.seat),
        letter(row.seat) + " " + row.name + " (" + from + " to " + to + ")"));
    }
    chart.append(svg("line", { class: "now", id: "now", x1: 0, x2: 0, y1: 0, y2: 100 }));
  };

  /** Browsers let a page change its address a hundred times in half a minute. */
  const ADDRESS_PAUSE = 350;
  let address = null;
  const writeAddress = () => {
    address = null;
    history.replaceState(null, "", "#" + now);
  };

  const show = (at) => {
    now = Math.min(Math.max(at, 0), last);
    const frame = film.frames[now];
    drawBoard(frame);
    drawSaid(frame);
    get("slider").value = now;
    get("where").textContent = "frame " + now + " of " + last;
    get("now").setAttribute("x1", now);
    get("now").setAttribute("x2", now);
    if (address === null) address = setTimeout(writeAddress, ADDRESS_PAUSE);
  };

  const pause = () => {
    clearInterval(timer);
    timer = null;
    get("play").textContent = "▶ play";
    get("play").setAttribute("aria-label", "Play");
    get("play").setAttribute("aria-pressed", "false");
  };

  const play = () => {
    if (timer !== null) return pause();
    if (now === last) show(0);
    get("play").textContent = "⏸ pause";
    get("play").setAttribute("aria-label", "Pause");
    get("play").setAttribute("aria-pressed", "true");
    timer = setInterval(() => {
      if (now === last) pause(); else show(now + 1);
    }, 1000 / Number(get("speed").value));
  };

  const eventAfter = () => events.find((at) => at > now) ?? last;
  const eventBefore = () => events.findLast((at) => at < now) ?? 0;
  const steps = {
    first: () => 0, back: () => now - 1, next: () => now + 1, last: () => last,
    "event-back": eventBefore, "event-next": eventAfter,
  };
  for (const id in steps) get(id).addEventListener("click", () => show(steps[id]()));
  get("play").addEventListener("click", play);
  get("speed").addEventListener("change", () => { if (timer !== null) { pause(); play(); } });
  get("thoughts").addEventListener("change", () => show(now));
  const thinkers = film.players.map((_, seat) => seat)
    .filter((seat) => film.frames.some((frame) => frame.said.some((said) => said.seat === seat && said.thoughts)));
  const choices = [
    ...(thinkers.length > 0 ? [["all", "thoughts of all"]] : []),
    ...thinkers.map((seat) => [seat, "thoughts of " + letter(seat)]),
    ...(observed.length > 0 ? [["known", "what each can know"]] : []),
    ...observed.map((seat) => ["known" + seat, "where " + letter(seat) + " can be"]),
    ["none", "nothing"],
  ];
  for (const [value, text] of choices) get("thoughts").append(Object.assign(element("option", "", text), { value }));
  get("thinking").hidden = choices.length === 1;
  get("slider").max = last;
  get("slider").addEventListener("input", (event) => show(Number(event.target.value)));
  get("chart").addEventListener("click", (event) => {
    const area = get("chart").getBoundingClientRect();
    show(Math.round((event.clientX - area.left) / area.width * last));
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (["SELECT", "INPUT"].includes(event.target.tagName)) return;
    const keys = {
      ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last", n: "event-next", p: "event-back",
    };
    if (event.key === " " && event.target.tagName !== "BUTTON") play();
    else if (keys[event.key]) show(steps[keys[event.key]]());
    else return;
    event.preventDefault();
  });
  window.addEventListener("resize", () => show(now));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => show(now));
  window.addEventListener("hashchange", (event) => show(Number(new URL(event.newURL).hash.slice(1)) || 0));

  const options = Object.entries(film.options).filter(([, value]) => value !== "").map(([name, value]) => name + "=" + value).join(" ");
  const result = film.result && film.result.scores ? ", result " + film.result.scores.join(" : ") : ", no result";
  get("about").textContent = "seed " + film.seed + (options ? ", " + options : "") + result;
  drawChart();
  show(Number(location.hash.slice(1)) || 0);
})();
