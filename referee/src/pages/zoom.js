import { get } from "./elements.js";

/**
 * The part of a picture that is shown: how many times larger than the whole picture, and its left and top as parts of the
 * whole width and height.
 * @typedef {{ scale: number, x: number, y: number }} View
 */

/** The whole picture. @type {View} */
export const WHOLE = { scale: 1, x: 0, y: 0 };

/** The greatest scale. */
const LARGEST = 12;

/**
 * The nearest view that shows nothing outside the picture.
 * @param {View} view
 * @returns {View}
 */
const inside = ({ scale, x, y }) => {
  const most = 1 - 1 / scale;
  return { scale, x: Math.min(Math.max(x, 0), most), y: Math.min(Math.max(y, 0), most) };
};

/**
 * A view that is `factor` times larger; the point of the picture below [across, down], as parts of the window, stays there.
 * @param {View} view
 * @param {number} factor
 * @param {[number, number]} point
 */
export const zoomed = ({ scale, x, y }, factor, [across, down]) => {
  const next = Math.min(Math.max(scale * factor, 1), LARGEST);
  return inside({ scale: next, x: x + across / scale - across / next, y: y + down / scale - down / next });
};

/**
 * A view that was dragged by these parts of the window.
 * @param {View} view
 * @param {[number, number]} by
 */
export const dragged = ({ scale, x, y }, [across, down]) => inside({ scale, x: x - across / scale, y: y - down / scale });

/** Keys that change the view, with the part of the window by which they move it. @type {Map<string, [number, number]>} */
const MOVES = new Map([["ArrowLeft", [0.25, 0]], ["ArrowRight", [-0.25, 0]], ["ArrowUp", [0, 0.25]], ["ArrowDown", [0, -0.25]]]);

/**
 * The view after a key, or null if the key does not change it.
 * @param {View} view
 * @param {string} key
 * @param {boolean} hasShift
 */
export const viewAfter = (view, key, hasShift) => {
  const move = MOVES.get(key);
  if (move) return hasShift && view.scale > 1 ? dragged(view, move) : null;
  if (key === "z") return zoomed(view, 1.5, [0.5, 0.5]);
  if (key === "x") return zoomed(view, 1 / 1.5, [0.5, 0.5]);
  return key === "0" ? WHOLE : null;
};

/**
 * Lets wheel, fingers, mouse, buttons and keys change the view of the picture.
 * @param {(view: View) => void} show
 */
export const startZoom = (show) => {
  const picture = get("picture");
  let view = WHOLE;
  const change = (/** @type {View} */ next) => {
    view = next;
    picture.classList.toggle("zoomed", view.scale > 1);
    get("whole").disabled = view.scale === 1;
    show(view);
  };
  const place = (/** @type {{ clientX: number, clientY: number }} */ { clientX, clientY }) => {
    const area = picture.getBoundingClientRect();
    return /** @type {[number, number]} */ ([(clientX - area.left) / area.width, (clientY - area.top) / area.height]);
  };
  const press = (/** @type {string} */ key, hasShift = false) => {
    const next = viewAfter(view, key, hasShift);
    if (next) change(next);
    return next !== null;
  };
  for (const [id, key] of [["larger", "z"], ["smaller", "x"], ["whole", "0"]]) get(id).addEventListener("click", () => press(key));
  picture.addEventListener("wheel", (/** @type {WheelEvent} */ event) => {
    // The page scrolls if there is nothing to make smaller.
    if (view.scale === 1 && event.deltaY > 0) return;
    event.preventDefault();
    change(zoomed(view, Math.exp(-event.deltaY / 400), place(event)));
  }, { passive: false });
  startDrag(picture, place, (factor, middle, by) => change(dragged(zoomed(view, factor, middle), by)));
  return press;
};

/**
 * Reports drags with one finger or the mouse, and pinches with two fingers: the factor, the middle, and the way of the middle.
 * @param {any} picture
 * @param {(event: PointerEvent) => [number, number]} place
 * @param {(factor: number, middle: [number, number], by: [number, number]) => void} report
 */
const startDrag = (picture, place, report) => {
  /** @type {Map<number, [number, number]>} */
  const held = new Map();
  const middle = () => {
    const all = [...held.values()];
    return /** @type {[number, number]} */ ([0, 1].map((axis) => all.reduce((sum, one) => sum + one[axis], 0) / all.length));
  };
  const spread = () => {
    const [a, b] = [...held.values()];
    return b ? Math.hypot(a[0] - b[0], a[1] - b[1]) || 1 : 1;
  };
  picture.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => held.set(event.pointerId, place(event)));
  picture.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => {
    if (!held.has(event.pointerId)) return;
    const [before, wide] = [middle(), spread()];
    held.set(event.pointerId, place(event));
    const now = middle();
    report(spread() / wide, before, [now[0] - before[0], now[1] - before[1]]);
  });
  for (const kind of ["pointerup", "pointercancel", "pointerleave"]) {
    picture.addEventListener(kind, (/** @type {PointerEvent} */ event) => held.delete(event.pointerId));
  }
};
