"use strict";
/** An element with a class and a text; what bots say is only ever put in as text. */
const element = (name, className, text) => {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
};

const get = (id) => document.getElementById(id);

const svg = (name, attributes) => {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const key in attributes) made.setAttribute(key, attributes[key]);
  return made;
};

const seatClass = (place) => "seat" + (place % 6);

/** A table of a head and rows; a cell is a text, a number or an element. */
const table = (head, rows) => {
  const made = element("table");
  const top = element("tr");
  for (const title of head) top.append(Object.assign(element("th", "", title), { scope: "col" }));
  made.append(element("thead"), element("tbody"));
  made.tHead.append(top);
  for (const row of rows) {
    const line = element("tr");
    row.forEach((cell, at) => {
      const box = element(at === 0 ? "th" : "td");
      if (at === 0) box.scope = "row";
      box.append(cell instanceof Node ? cell : String(cell ?? "–"));
      line.append(box);
    });
    made.tBodies[0].append(line);
  }
  return made;
};

/** A number with so many decimals; what is not known or infinite is a dash. */
const rounded = (value, decimals) =>
  typeof value === "number" && Number.isFinite(value) ? (Math.round(value * 10 ** decimals) / 10 ** decimals + 0).toFixed(decimals) : "–";

const signed = (value, decimals) => (value > 0 ? "+" : "") + rounded(value, decimals);

const percent = (value) => (typeof value === "number" ? rounded(100 * value, 1) + " %" : "–");

const millis = (micros) => rounded(micros / 1000, 1);

/** A button that puts a text on the clipboard, or shows it where there is none. */
const copyButton = (text, label) => {
  const button = element("button", "", label);
  button.type = "button";
  button.title = text;
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(text);
      button.classList.add("copied");
    } catch {
      window.prompt("Copy this:", text);
    }
  });
  return button;
};
