/** @import { Rows } from "./gamelist.js" */
import { element, get } from "./elements.js";

/**
 * The address of the page of two games.
 * @param {string} recording
 * @param {string} other
 */
export const pairPage = (recording, other) => "/pair?" + new URLSearchParams({ recording, with: other });

/**
 * Asks the dashboard for rows; each with a recording gets the address of its page.
 * @param {string} address
 * @param {Record<string, string | number>} query
 * @returns {Promise<Rows | null>} null if it does not answer
 */
export const askServer = async (address, query) => {
  const parameters = Object.entries(query).map(([name, value]) => [name, String(value)]);
  const answer = await fetch(address + "?" + new URLSearchParams(parameters)).catch(() => null);
  // A dashboard that is ended breaks off its answer.
  const body = answer?.ok ? await answer.json().catch(() => null) : null;
  if (!body) return null;
  const { rows, found } = body;
  for (const row of rows) {
    if (row.recording) row.page = "/game?" + new URLSearchParams({ recording: row.recording });
    if (row.recording && row.partner) row.pair = pairPage(row.recording, row.partner);
  }
  return { rows, found };
};

/** Milliseconds after which a stream that has ended is opened again. */
const AGAIN = 3000;

/**
 * Calls `take` with the object of each event of this name that differs from the one before it. A stream of events begins with the
 * present state. While there is no stream, the page says that it is out of date. Browsers open at most six connections to a server, for all its pages together; so a page has one only while it is
 * in view.
 * @param {string} address
 * @param {string} name
 * @param {unknown} known what the page shows already
 * @param {(data: any) => void} take
 */
export const onNews = (address, name, known, take) => {
  let before = JSON.stringify(known);
  const silence = element("p", "fault");
  silence.setAttribute("role", "status");
  get("about").after(silence);
  /** @type {EventSource | null} */
  let stream = null;
  const follow = () => {
    if (document.hidden) {
      stream?.close();
      stream = null;
    } else if (!stream || stream.readyState === EventSource.CLOSED) {
      stream = new EventSource(address);
      stream.addEventListener("open", () => silence.replaceChildren());
      stream.addEventListener("error", () => {
        silence.textContent = "The dashboard does not answer: this page shows what was known before.";
        // A browser does not try again after an answer such as 404, which a log has while it is replaced.
        setTimeout(follow, AGAIN);
      });
      stream.addEventListener(name, (event) => {
        const data = JSON.parse(event.data);
        const now = JSON.stringify(data);
        if (now !== before) take(data);
        before = now;
      });
    }
  };
  document.addEventListener("visibilitychange", follow);
  follow();
};
