/**
 * An element with a class and a text. Words of bots reach the page only as text, never as markup.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {string} [className]
 * @param {string | number} [text]
 */
export const element = (name, className, text) => {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = String(text);
  return made;
};

/**
 * The element of the page with this id.
 * @param {string} id
 * @returns {any}
 */
export const get = (id) => document.getElementById(id);

/**
 * Replaces what a box contains. If a control in it has the focus, the new control at the same place gets it.
 * @param {HTMLElement} box
 * @param {...Node} parts
 */
export const refill = (box, ...parts) => {
  const controls = () => /** @type {HTMLElement[]} */ ([...box.querySelectorAll("a, button, input, select, summary, [tabindex]")]);
  const place = controls().findIndex((control) => control === document.activeElement);
  box.replaceChildren(...parts);
  if (place >= 0) controls()[place]?.focus({ preventScroll: true });
};

/** The object that the page shows. */
export const pageData = async () => {
  const bytes = Uint8Array.from(atob(get("data").textContent), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).json();
};

/**
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 */
export const svg = (name, attributes) => {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const key in attributes) made.setAttribute(key, String(attributes[key]));
  return made;
};

/**
 * The choices of a list; each has a value and a text.
 * @param {(string | number)[][]} choices
 */
export const options = (choices) =>
  choices.map(([value, text]) => Object.assign(element("option", "", text), { value: String(value) }));

/**
 * A list to choose from; each choice has a value and a text.
 * @param {(string | number)[][]} choices
 */
export const selection = (choices) => {
  const made = element("select");
  made.append(...options(choices));
  return made;
};

/**
 * A button that submits no form.
 * @param {string} text
 * @param {() => void} action
 */
export const button = (text, action) => {
  const made = element("button", "", text);
  made.type = "button";
  made.addEventListener("click", action);
  return made;
};

/**
 * A button that copies a text to the clipboard, or shows the text if there is no clipboard.
 * @param {string} text
 * @param {string} label
 */
export const copyButton = (text, label) => {
  const made = button(label, async () => {
    try {
      await navigator.clipboard.writeText(text);
      made.classList.add("copied");
    } catch {
      window.prompt("Copy this:", text);
    }
  });
  made.title = text;
  return made;
};

/**
 * A table; a cell is a text, a number or an element.
 * @param {(string | Node)[]} head
 * @param {(string | number | Node)[][]} rows
 */
export const table = (head, rows) => {
  const made = element("table");
  const top = element("tr");
  for (const title of head) {
    const cell = Object.assign(element("th"), { scope: "col" });
    cell.append(title);
    top.append(cell);
  }
  made.createTHead().append(top);
  const titles = [...top.cells].map((cell) => cell.textContent.replace(/\s[▲▼]$/, ""));
  const body = made.createTBody();
  for (const row of rows) {
    const line = element("tr");
    row.forEach((cell, at) => {
      const box = element(at === 0 ? "th" : "td");
      if (at === 0) box.scope = "row";
      // On a phone a cell of a list shows its title itself.
      box.dataset.title = titles[at];
      box.append(cell instanceof Node ? cell : String(cell));
      line.append(box);
    });
    body.append(line);
  }
  return made;
};
