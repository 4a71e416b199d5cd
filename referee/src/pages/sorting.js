import { button, table } from "./elements.js";

/**
 * The title of a column, which orders a list by it.
 * @param {string} title
 * @param {"up" | "down" | null} direction the present order by this column
 * @param {() => void} action
 */
export const sorter = (title, direction, action) => {
  const made = button(title + (direction === null ? "" : direction === "up" ? "\u00a0▲" : "\u00a0▼"), action);
  made.className = "sorter";
  return made;
};

/**
 * Says in the head of a table by which column it is ordered.
 * @param {HTMLTableElement} made
 * @param {number} at
 * @param {"up" | "down"} direction
 */
export const markSorted = (made, at, direction) =>
  made.tHead?.rows[0].cells[at]?.setAttribute("aria-sort", direction === "up" ? "ascending" : "descending");

/**
 * A value by which a cell is ordered: the `data-key` of an element, a number at the beginning of a text as `shortNumber` writes it
 * or as that of a place, such as `10. ocean`, or the text. A cell without a value comes last.
 * @param {string | number | Node} cell
 * @returns {number | string | null}
 */
export const keyOf = (cell) => {
  if (typeof cell === "number") return cell;
  const key = typeof cell === "string" ? undefined : /** @type {any} */ (cell).dataset?.key;
  const text = String(key ?? (typeof cell === "string" ? cell : cell.textContent)).trim();
  if (text === "" || text === "–") return null;
  if (text.startsWith("-∞")) return -Infinity;
  if (text.startsWith("+∞")) return Infinity;
  const number = /^([+-]?[0-9]*\.?[0-9]+(?:e[+-]?[0-9]+)?)(k?)(?=\.? |$)/.exec(text);
  return number ? Number(number[1]) * (number[2] ? 1000 : 1) : text;
};

/**
 * Rows by one of their columns: numbers before texts, cells without a value last.
 * @template {(string | number | Node)[]} Row
 * @param {Row[]} rows
 * @param {number} at
 * @param {"up" | "down"} direction
 */
export const sortedRows = (rows, at, direction) => {
  const sign = direction === "up" ? 1 : -1;
  return rows.toSorted((one, other) => {
    const [mine, others] = [keyOf(one[at]), keyOf(other[at])];
    if (mine === null || others === null) return Number(mine === null) - Number(others === null);
    if (typeof mine !== typeof others) return typeof mine === "number" ? -1 : 1;
    if (mine === others) return 0;
    return mine < others ? -sign : sign;
  });
};

/** By table: the column and the direction that the user chose. @type {Map<string, { at: number, direction: "up" | "down" }>} */
const chosen = new Map();

/**
 * A table whose columns order it by a click. The choice is kept when a table of this name is made again.
 * @param {string} name
 * @param {string[]} head
 * @param {(string | number | Node)[][]} rows in the order at first
 * @returns {HTMLElement}
 */
export const sortableTable = (name, head, rows) => {
  const order = chosen.get(name);
  const titles = head.map((title, at) => {
    if (title === "") return title;
    return sorter(title, order?.at === at ? order.direction : null, () => {
      const turned = order?.at === at && order.direction === "down" ? "up" : "down";
      chosen.set(name, { at, direction: turned });
      const next = sortableTable(name, head, rows);
      made.replaceWith(next);
      next.querySelectorAll("th")[at].querySelector("button")?.focus();
    });
  });
  const made = table(titles, order ? sortedRows(rows, order.at, order.direction) : rows);
  if (order) markSorted(made, order.at, order.direction);
  return made;
};
