/** @import { GameRow } from "./contract.js" */
/** @import { Filter, Order } from "./filter.js" */
import { botColors } from "./botcolors.js";
import { button, copyButton, element, get, options, refill, selection, table } from "./elements.js";
import { counted, millis } from "./numbers.js";
import { seatLetter } from "./seats.js";
import { markSorted, sorter } from "./sorting.js";

/**
 * Some rows of a list, and how many rows pass the filter.
 * @typedef {GameRow & { pair?: string }} Row a game with the address of the page of its pair
 * @typedef {{ rows: Row[], found: number }} Rows
 */

/** Rows on a page of the list. */
const PAGE = 50;

/** The choice of a list that chooses nothing. */
const any = ["", "any"];

/**
 * The fields of the filter with their labels.
 * @returns {[keyof Filter, string, HTMLElement][]}
 */
const filterFields = () => {
  const input = (/** @type {string} */ type, /** @type {string} */ className) =>
    Object.assign(element("input", className), { type });
  return [
    ["bot", "bot", selection([any])],
    ["seat", "in seat", selection([any])],
    ["result", "result", selection([any, ["won", "won"], ["drawn", "drawn"], ["lost", "lost"]])],
    ["fault", "fault", selection([any, ["some", "some"], ["none", "none"], ["overload", "machine overloaded"]])],
    ["seed", "seed has", Object.assign(input("search", ""), { title: "A part of the seed; =7 is seed 7 alone" })],
    ["least", "length from", input("number", "short")],
    ["most", "to", input("number", "short")],
    ["kept", "recording", selection([any, ["some", "kept"]])],
  ];
};

/**
 * Links and commands for a game.
 * @param {Row} row
 */
const links = (row) => {
  const box = element("span");
  if (row.page) box.append(Object.assign(element("a", "", "view"), { href: row.page }), " ");
  else if (row.view) box.append(copyButton(row.view, "copy view"), " ");
  if (row.pair) box.append(Object.assign(element("a", "", "pair"), { href: row.pair }), " ");
  if (row.again) box.append(copyButton(row.again, "copy command"));
  return box;
};

/**
 * A column that a list may lack.
 * @param {string} title
 * @param {string} by
 * @param {(row: Row) => string} cell
 * @returns {[string, string, (row: Row) => string]}
 */
const column = (title, by, cell) => [title, by, cell];

/** @param {GameRow} row */
const faultText = (row) => {
  const faults = row.faults.map(([seat, kind]) => row.bots[seat] + ": " + kind);
  if (row.overloaded) faults.push("machine overloaded");
  return faults.length > 0 ? element("span", "fault", faults.join("; ")) : "";
};

/** Most seats of a game that its row names. */
const MOST_SEATS = 12;

/**
 * The seats that the row of a game names, in order: of many, those with the best places.
 * @param {GameRow} row
 */
export const namedSeats = ({ bots, ranks }) => {
  const seats = bots.map((_, seat) => seat);
  const best = seats.toSorted((one, other) => (ranks[one] ?? 0) - (ranks[other] ?? 0));
  return best.slice(0, MOST_SEATS).sort((one, other) => one - other);
};

/**
 * The length of a game. A recording that does not end has no result, so its length is not known.
 * @param {GameRow} row
 */
export const turnsText = ({ ranks, turns }) => (ranks.length > 0 ? turns : "–");

/**
 * The bots of a game with their points; winners are bold.
 * @param {GameRow} row
 * @param {(bot: string) => string} color
 */
const seatTexts = (row, color) => {
  const seats = element("span", "seats");
  const named = namedSeats(row);
  named.forEach((seat, at) => {
    const bot = row.bots[seat];
    const name = element("span", color(bot), bot + " " + (row.scores[seat] ?? "–"));
    if (row.ranks[seat] === 1) name.style.fontWeight = "600";
    seats.append(at > 0 ? " : " : "", name);
  });
  if (named.length < row.bots.length) seats.append(" and " + (row.bots.length - named.length) + " more");
  return seats;
};

/**
 * What a link to a part of the list chooses; other fields become empty.
 * @typedef {(wanted: Partial<Filter>) => void} Choose
 */

/**
 * The list of games with its filter. `ask` gives some rows of those that pass a filter, or null if it gets no answer.
 * @param {(filter: Filter & Order, from: number, count: number) => Rows | Promise<Rows | null>} ask
 * @returns {{ show: (bots: string[]) => Promise<void>, choose: Choose }} functions that ask for the rows and show them, those of these
 * bots; `choose` sets the filter and moves the list into view
 */
export const gameList = (ask) => {
  let page = 0;
  /** @type {string[]} */
  let bots = [];
  let color = botColors(bots);
  const form = get("filter");
  const fields = filterFields();
  for (const [name, label, field] of fields) {
    const box = element("label", "", label);
    box.append(Object.assign(field, { name }));
    form.append(box);
  }
  /** @type {{ by: string, order: string }} */
  let order = { by: "number", order: "down" };
  const wanted = () => {
    const values = Object.fromEntries(fields.map(([name, , field]) => [name, /** @type {any} */ (field).value]));
    // Without a bot or a seat, each game is won by somebody.
    const result = /** @type {HTMLSelectElement} */ (fields.find(([name]) => name === "result")?.[2]);
    result.disabled = !values.bot && !values.seat;
    result.title = result.disabled ? "Choose a bot or a seat first" : "";
    return { ...values, ...(result.disabled ? { result: "" } : {}), ...order };
  };

  /**
   * The title of a column by which the games can be ordered.
   * @param {string} title
   * @param {string} by
   */
  const titled = (title, by) => {
    const isChosen = order.by === by;
    const direction = isChosen ? (order.order === "up" ? "up" : "down") : null;
    return sorter(title, direction, () => {
      order = { by, order: direction === "down" ? "up" : "down" };
      page = 0;
      renew();
    });
  };

  /**
   * Adds seats to the filter.
   * @param {number} count
   */
  const offerSeats = (count) => {
    const list = /** @type {HTMLSelectElement} */ (fields[1][2]);
    for (let seat = list.length - 1; seat < count; seat++) list.append(...options([[seat, seatLetter(seat)]]));
  };

  /** The number of the latest question: answers to earlier ones come too late. */
  let question = 0;

  const renew = async () => {
    question += 1;
    const own = question;
    const answer = await ask(/** @type {Filter & Order} */ (wanted()), page * PAGE, PAGE);
    if (own !== question) return;
    if (!answer) {
      get("found").textContent = "The dashboard does not answer. Is it still running?";
      return;
    }
    const { rows, found } = answer;
    const pages = Math.max(1, Math.ceil(found / PAGE));
    if (page >= pages) {
      page = pages - 1;
      await renew();
      return;
    }
    get("found").textContent = counted(found, "game");
    offerSeats(Math.max(2, ...rows.map((row) => row.bots.length)));
    // A list of recordings has games of several contests, and no times.
    const has = (/** @type {(row: Row) => unknown} */ value) => rows.some(value);
    /** The columns: a title, by which value it orders, and the cell of a row. @type {[string, string, (row: Row) => string | number | Node][]} */
    const columns = [
      ["game", "number", (row) => row.number],
      ...(has((row) => row.game) ? [column("contest", "contest", (row) => row.game || "")] : []),
      ["seed", "seed", (row) => row.seed],
      ["bots by seat and points", "bots", (row) => seatTexts(row, color)],
      ["turns", "turns", turnsText],
      ...(has((row) => row.end) ? [column("end", "end", (row) => (row.end || "").replaceAll("-", " "))] : []),
      ...(has((row) => row.slowest.length > 0) ? [column("longest ms", "slowest", (row) => row.slowest.map(millis).join(" / "))] : []),
      ["faults", "faults", faultText],
      ["replay", "", links],
    ];
    const head = columns.map(([title, by]) => (by ? titled(title, by) : title));
    const made = table(head, rows.map((row) => columns.map(([, , cell]) => cell(row))));
    markSorted(made, columns.findIndex(([, by]) => by === order.by), order.order === "up" ? "up" : "down");
    refill(get("games"), made);
    const step = (/** @type {string} */ text, /** @type {number} */ to) => {
      const made = button(text, () => { page = to; renew(); });
      made.disabled = to < 0 || to >= pages;
      return made;
    };
    const where = element("span", "", "page " + (page + 1) + " of " + pages);
    refill(get("pager"), step("◀ before", page - 1), where, step("after ▶", page + 1));
  };
  /** @param {string[]} now */
  const show = (now) => {
    if (now.join("\n") !== bots.join("\n")) {
      bots = now;
      color = botColors(bots);
      const list = /** @type {HTMLSelectElement} */ (fields[0][2]);
      const chosen = list.value;
      list.replaceChildren(...options([any, ...bots.map((bot) => [bot, bot])]));
      list.value = bots.includes(chosen) ? chosen : "";
    }
    return renew();
  };
  /** @type {Choose} */
  const choose = (wish) => {
    for (const [name, , field] of fields) /** @type {any} */ (field).value = wish[name] || "";
    page = 0;
    renew();
    form.scrollIntoView({ block: "start" });
    /** @type {HTMLElement} */ (form.querySelector("select")).focus({ preventScroll: true });
  };
  form.addEventListener("submit", (/** @type {Event} */ event) => event.preventDefault());
  form.addEventListener("input", () => { page = 0; renew(); });
  return { show, choose };
};
