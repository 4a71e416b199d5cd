const WIDTH = 640, HEIGHT = 240, LEFT = 52, RIGHT = 10, TOP = 10, BOTTOM = 34;

/** Round numbers between two ends, for the lines of a grid. */
const ticks = (low, high, count) => {
  const rough = (high - low) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((it) => it * power).find((it) => it >= rough) || rough;
  const found = [];
  for (let at = Math.ceil(low / step - 1e-9) * step; at <= high + step * 1e-9; at += step) found.push(at);
  return found;
};

const shortNumber = (value) => {
  if (Math.abs(value) >= 10000) return (value / 1000).toFixed(0) + "k";
  return String(Number(value.toPrecision(3)) + 0);
};

/**
 * A chart of lines. Each series has a name, a class and points [x, y], and may have a band [x, low, high];
 * numbers that are null or infinite leave a gap.
 */
const lineChart = ({ title, x, y, series, bounds = [], logarithmic = false, label = shortNumber }) => {
  const box = element("figure");
  box.append(element("h3", "", title));
  const on = (value) => (logarithmic ? Math.log10(Math.max(value, 1)) : value);
  const known = (point) => point.every((number) => Number.isFinite(number) && number !== null);
  const all = series.flatMap((one) => one.points.filter(known));
  if (all.length === 0) return null;
  // The first intervals are far wider than what becomes of them: they do not set the range.
  const bands = series.flatMap((one) => (one.band || []).filter(known)).slice(-Math.ceil(all.length * 0.7));
  const heights = [...all.map((one) => one[1]), ...bands.flatMap((one) => [one[1], one[2]]), ...bounds];
  let [low, high] = [Math.min(...heights), Math.max(...heights)];
  if (low === high) [low, high] = [low - 1, high + 1];
  const xs = all.map((one) => on(one[0]));
  let [left, right] = [Math.min(...xs), Math.max(...xs)];
  if (left === right) [left, right] = [left - 1, right + 1];
  const across = (value) => LEFT + (WIDTH - LEFT - RIGHT) * (on(value) - left) / (right - left);
  const down = (value) => TOP + (HEIGHT - TOP - BOTTOM) * (high - Math.min(Math.max(value, low), high)) / (high - low);
  const place = (a, b) => across(a).toFixed(1) + "," + down(b).toFixed(1);
  const chart = svg("svg", { class: "chart", viewBox: "0 0 " + WIDTH + " " + HEIGHT, role: "img" });
  const last = series.map((one) => one.name + " " + shortNumber(one.points.filter(known).at(-1)?.[1] ?? 0));
  chart.setAttribute("aria-label", title + "; at the end: " + last.join(", "));
  const write = (text, at, anchor) => {
    const made = svg("text", { x: at[0], y: at[1], "text-anchor": anchor });
    made.textContent = text;
    chart.append(made);
  };
  for (const tick of ticks(low, high, 5)) {
    chart.append(svg("line", { class: "grid", x1: LEFT, x2: WIDTH - RIGHT, y1: down(tick), y2: down(tick) }));
    write(shortNumber(tick), [LEFT - 5, down(tick) + 4], "end");
  }
  const below = logarithmic ? ticks(left, right, 6).map((it) => 10 ** it) : ticks(left, right, 7);
  for (const tick of below) write(label(tick), [across(tick), HEIGHT - BOTTOM + 15], "middle");
  write(x, [(WIDTH + LEFT) / 2, HEIGHT - 4], "middle");
  for (const bound of bounds) {
    chart.append(svg("line", { class: "bound", x1: LEFT, x2: WIDTH - RIGHT, y1: down(bound), y2: down(bound) }));
  }
  for (const { className, points, band } of series) {
    const inside = (band || []).filter(known);
    if (inside.length > 1) {
      const upper = inside.map((one) => place(one[0], one[2]));
      const lower = inside.map((one) => place(one[0], one[1])).reverse();
      chart.append(svg("polygon", { class: className, points: [...upper, ...lower].join(" ") }));
    }
    const line = points.filter(known).map((one) => place(...one)).join(" ");
    chart.append(svg("polyline", { class: className, points: line }));
  }
  const legend = element("figcaption");
  for (const { name, className } of series) legend.append(element("span", className, name));
  legend.append(element("span", "", y));
  box.append(chart, legend);
  return box;
};

/** A value with its interval as a small picture, on a scale that a column shares. */
const intervalPicture = ([value, low, high], [least, most], className) => {
  const picture = svg("svg", { class: "interval " + className, viewBox: "0 0 200 20", role: "img" });
  picture.setAttribute("aria-label", signed(value, 1) + ", from " + signed(low, 1) + " to " + signed(high, 1));
  const across = (at) => 4 + 192 * (Math.min(Math.max(at ?? 0, least), most) - least) / (most - least || 1);
  const line = (name, a, b) => picture.append(svg("line", { class: name, x1: across(a), x2: across(b), y1: 10, y2: 10 }));
  picture.append(svg("line", { class: "zero", x1: across(0), x2: across(0), y1: 0, y2: 20 }));
  line("", low ?? least, high ?? most);
  picture.append(svg("circle", { cx: across(value), cy: 10, r: 4 }));
  return picture;
};
