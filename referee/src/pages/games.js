/** The list of games with its filter. `ask` gives for a filter and a page the rows and how many there are. */
const gameList = (bots, ask) => {
  const PAGE = 50;
  let page = 0;
  const fields = {};
  const form = get("filter");
  const field = (name, label, input) => {
    input.name = name;
    const box = element("label", "", label);
    box.append(input);
    form.append(box);
    fields[name] = input;
  };
  const choice = (options) => {
    const made = element("select");
    for (const [value, text] of options) made.append(Object.assign(element("option", "", text), { value }));
    return made;
  };
  const input = (type, className) => Object.assign(element("input", className), { type });
  field("bot", "bot", choice([["", "any"], ...bots.map((bot) => [bot, bot])]));
  field("seat", "in seat", choice([["", "any"], ..."ABCDEFGH".split("").map((it, at) => [String(at), it])]));
  field("result", "result", choice([["", "any"], ["won", "won"], ["drawn", "drawn"], ["lost", "lost"]]));
  field("fault", "fault", choice([["", "any"], ["some", "some"], ["none", "none"], ["overload", "machine overloaded"]]));
  field("seed", "seed has", input("search"));
  field("least", "length from", input("number", "short"));
  field("most", "to", input("number", "short"));
  field("kept", "recording", choice([["", "any"], ["some", "kept"]]));
  const wanted = () => Object.fromEntries(Object.entries(fields).map(([name, one]) => [name, one.value]));

  const seatText = (row, seat) => row.bots[seat] + " " + row.scores[seat];
  const links = (row) => {
    const box = element("span");
    if (row.page) box.append(Object.assign(element("a", "", "view"), { href: row.page }), " ");
    else if (row.recording) box.append(copyButton("referee view " + row.recording, "copy view"), " ");
    if (row.again) box.append(copyButton(row.again, "copy command"));
    return box;
  };
  const faultText = (row) => {
    const faults = row.faults.map(([seat, kind]) => row.bots[seat] + ": " + kind);
    if (row.overloaded) faults.push("machine overloaded");
    return faults.length > 0 ? element("span", "fault", faults.join("; ")) : "";
  };

  const show = async () => {
    const { rows, found } = await ask(wanted(), page * PAGE, PAGE);
    const pages = Math.max(1, Math.ceil(found / PAGE));
    if (page >= pages) {
      page = pages - 1;
      return show();
    }
    get("found").textContent = found + (found === 1 ? " game" : " games");
    const cells = rows.map((row) => {
      const seats = element("span");
      row.bots.forEach((_, seat) => {
        const name = element("span", seatClass(bots.indexOf(row.bots[seat])), seatText(row, seat));
        if (row.ranks[seat] === 1) name.style.fontWeight = "600";
        seats.append(name, seat + 1 < row.bots.length ? " : " : "");
      });
      return [row.number, row.seed, seats, row.turns, row.slowest.map(millis).join(" / "), faultText(row), links(row)];
    });
    get("games").replaceChildren(
      table(["game", "seed", "bots by seat and points", "turns", "longest ms", "faults", ""], cells));
    get("pager").replaceChildren();
    const step = (text, to, isPossible) => {
      const button = Object.assign(element("button", "", text), { type: "button", disabled: !isPossible });
      button.addEventListener("click", () => { page = to; show(); });
      get("pager").append(button);
    };
    step("◀ before", page - 1, page > 0);
    get("pager").append(element("span", "", "page " + (page + 1) + " of " + pages));
    step("after ▶", page + 1, page + 1 < pages);
  };
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", () => { page = 0; show(); });
  return show;
};

/** Whether a row is what a filter wants. */
const isWanted = (row, { bot, seat, result, fault, seed, least, most, kept }) => {
  const seats = row.bots.map((_, at) => at).filter((at) => (!bot || row.bots[at] === bot) && (seat === "" || String(at) === seat));
  if ((bot || seat !== "") && seats.length === 0) return false;
  const best = row.ranks.filter((rank) => rank === 1).length;
  const isOf = { won: (at) => row.ranks[at] === 1 && best === 1, drawn: (at) => row.ranks[at] === 1 && best > 1, lost: (at) => row.ranks[at] > 1 };
  if (result && !seats.some(isOf[result])) return false;
  const faults = row.faults.filter(([at]) => seats.includes(at)).length;
  if (fault === "some" && faults === 0 || fault === "none" && faults > 0 || fault === "overload" && !row.overloaded) return false;
  if (seed && !row.seed.includes(seed)) return false;
  if (least && row.turns < Number(least) || most && row.turns > Number(most)) return false;
  return !kept || Boolean(row.recording);
};
