/**
 * A chart drawn from data, as wide as its place: lines with error bars, or points with a curve.
 *
 *     legend, where there is more than one series
 *     |     .--.
 *     |  .--'  .
 *     +-----------  the x of every point, or round numbers if there are many; or words
 *
 * Each series has a mark of its own, so that colour is not the only sign. The picture has a title and
 * a description, and everything in it stands in a table below.
 *
 * @import { ChartView, PointView, SeriesView } from "../api-types.js"
 * @import { Scale, Tick } from "./chart-axes.js"
 *
 * @typedef {{
 *   chart: ChartView, wide: number, tall: number, left: number, right: number, top: number,
 *   bottom: number, across: Tick[], up: Tick[], tilted: boolean,
 *   x: (x: number | string) => number, along: Scale, y: Scale,
 * }} Frame where the points lie
 */

import { h, svg } from "../dom.js";
import { words } from "../words.js";
import {
  logarithmicScale,
  numberText,
  placesOf,
  scale,
  ticksAcross,
  ticksUp,
  valueText,
} from "./chart-axes.js";
import { fitting } from "./tables.js";

const LEAST = 280; // pixels
const MOST = 736;
const EDGE = 12;
const LINE = 18; // the height of a line of text
const LETTER = 7.2; // about how wide one is
const SWATCH = 26;
const LOOKS = 7; // of series, after which they come again
const MARKS = [
  "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z",
  "M-3.6-3.6h7.2v7.2h-7.2z",
  "M0-4.4L4.4 3.6h-8.8z",
  "M0-4.8L4.8 0L0 4.8L-4.8 0z",
  "M0 4.4L4.4-3.6h-8.8z",
  "M-1.6-4.4h3.2v2.8h2.8v3.2h-2.8v2.8h-3.2v-2.8h-2.8v-3.2h2.8z",
  "M-4.4 0L0-2L4.4 0L0 2z",
]; // around 0 0

let count = 0; // of charts, for names within the document

/**
 * A figure with the chart, its note, and its numbers as a table.
 * @param {ChartView} chart
 * @param {{name?: string, note?: string}} how what it is called here, and what stands below
 */
export function chartFigure(chart, { name = chart.title, note = chart.note } = {}) {
  const id = `chart-${++count}`;
  const drawing = svg("svg", {
    class: "chart",
    role: "img",
    "aria-labelledby": `${id}-title`,
    "aria-describedby": `${id}-about`,
  });
  const place = h("div", { class: "chart-place" }, drawing);
  let drawn = 0;
  const draw = () => {
    const wide = Math.min(MOST, Math.max(LEAST, place.clientWidth || MOST));
    if (wide === drawn) return;
    drawn = wide;
    drawing.setAttribute("viewBox", `0 0 ${wide} ${tallFor(wide)}`);
    drawing.replaceChildren(
      svg("title", { id: `${id}-title` }, name),
      svg("desc", { id: `${id}-about` }, describe(chart)),
      ...elements(chart, wide),
    );
  };
  draw();
  new ResizeObserver(draw).observe(place);
  return h(
    "figure",
    { class: "chart-figure" },
    place,
    note ? h("figcaption", { class: "small muted" }, note) : null,
    h(
      "details",
      { class: "chart-numbers" },
      h("summary", { class: "small" }, words.chart.asTable),
      fitting(words.chart.numbers(name), numbers(chart)),
    ),
  );
}

/**
 * What the chart shows, in a sentence or two.
 * @param {ChartView} chart
 */
export function describe(chart) {
  const told = chart.series
    .filter(({ points }) => points.length)
    .map(({ label, points }) => {
      const [first, last] = [points[0], points[points.length - 1]];
      const from = `${wordOf(first.x)}: ${valueText(chart, first.y)}`;
      const to = `${wordOf(last.x)}: ${valueText(chart, last.y)}`;
      return points.length > 1 ? words.chart.fromTo(label, from, to) : words.chart.at(label, from);
    });
  return words.chart.about(chart.y, chart.x, told.join("; ") || words.chart.noPoints);
}

/** @param {number | string} x */
function wordOf(x) {
  return typeof x === "string" ? x : numberText(x);
}

/** @param {number} wide */
function tallFor(wide) {
  return Math.max(260, Math.round(0.58 * wide));
}

// --- the table ------------------------------------------------------------------------------------

/** @param {ChartView} chart */
function numbers(chart) {
  const rows = [...placesOf(chart)].sort(([, one], [, other]) => one - other).map(([x]) => x);
  /** @param {SeriesView} series @param {number | string} x */
  const cell = ({ points }, x) =>
    points
      .filter((point) => point.x === x)
      .map(text)
      .join(", ");
  /** @param {PointView} point */
  const text = (point) => valueText(chart, point.y) + interval(chart, point);
  return h(
    "table",
    { class: "lab-table" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        [chart.x, ...chart.series.map(({ label }) => label)].map((head) =>
          head ? h("th", { scope: "col" }, head) : h("td", {}),
        ),
      ),
    ),
    h(
      "tbody",
      {},
      rows.map((x) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, wordOf(x)),
          chart.series.map((series) => h("td", {}, cell(series, x) || "–")),
        ),
      ),
    ),
  );
}

/** @param {ChartView} chart @param {PointView} point */
function interval(chart, { low, high }) {
  if (low === null || high === null) return "";
  return words.chart.range(valueText(chart, low), valueText(chart, high));
}

// --- the picture ----------------------------------------------------------------------------------

/** @param {ChartView} chart @param {number} wide */
function elements(chart, wide) {
  const { parts, below } = legend(chart, wide);
  const frame = frameOf(chart, wide, below);
  return [
    label(wide / 2, LINE, chart.title, "title middle"),
    ...parts,
    ...axes(frame),
    ...chart.series.flatMap((series, number) => seriesPart(series, number, frame)),
  ];
}

/** @param {ChartView} chart @param {number} wide */
function legend({ series }, wide) {
  /** @type {SVGElement[]} */
  const parts = [];
  let [x, y] = [EDGE, 2 * LINE];
  if (series.length < 2) return { parts, below: y };
  series.forEach(({ label: name }, number) => {
    const room = SWATCH + LETTER * name.length + EDGE;
    if (x > EDGE && x + room > wide) [x, y] = [EDGE, y + LINE];
    const look = `series-${number % LOOKS}`;
    parts.push(svg("path", { class: `line ${look}`, d: `M${x} ${y - 4}h20` }));
    parts.push(mark(x + 10, y - 4, number));
    parts.push(label(x + SWATCH, y, name));
    x += room;
  });
  return { parts, below: y + LINE };
}

/** @param {ChartView} chart @param {number} wide @param {number} above @returns {Frame} */
function frameOf(chart, wide, above) {
  const tall = tallFor(wide);
  const places = placesOf(chart);
  const [across, up] = [ticksAcross(places), ticksUp(chart)];
  const left = EDGE + LINE + LETTER * longest(up) + 6;
  const right = wide - 2 * EDGE;
  const hasWords = [...places.keys()].some((x) => typeof x === "string");
  const each = (right - left) / Math.max(across.length, 1);
  const tilted = hasWords && across.some(({ text }) => LETTER * text.length + 4 > each);
  const room = tilted ? Math.min(0.55 * LETTER * longest(across), 90) : 0;
  const [top, bottom] = [above + EDGE, tall - 2 * LINE - EDGE - room];
  const along = scale(reach([...places.values()]), [left, right]);
  /** @type {[number, number]} */
  const ends = [up[0].at, up[up.length - 1].at];
  const y = (chart.log_y ? logarithmicScale : scale)(ends, [bottom, top]);
  /** @param {number | string} x */
  const x = (x) => along(places.get(x) ?? 0);
  return { chart, wide, tall, left, right, top, bottom, across, up, tilted, x, along, y };
}

/** @param {Tick[]} ticks */
function longest(ticks) {
  return Math.max(0, ...ticks.map(({ text }) => text.length));
}

/**
 * From the first to the last place, and a little more at both ends.
 * @param {number[]} places
 * @returns {[number, number]}
 */
function reach(places) {
  if (!places.length) return [-0.5, 0.5];
  const [low, high] = [Math.min(...places), Math.max(...places)];
  const room = 0.04 * (high - low) || 0.5;
  return [low - room, high + room];
}

/** @param {Frame} frame */
function axes(frame) {
  const { chart, wide, tall, left, right, top, bottom, up, y } = frame;
  const middle = (top + bottom) / 2;
  return [
    ...up.flatMap(({ at, text }) => [
      svg("line", { class: "grid", x1: left, x2: right, y1: y(at), y2: y(at) }),
      label(left - 6, y(at) + 4, text, "end"),
    ]),
    svg("line", { class: "axis", x1: left, x2: right, y1: bottom, y2: bottom }),
    ...belowAxis(frame),
    label((left + right) / 2, tall - EDGE, clipped(chart.x, wide - 2 * EDGE), "middle"),
    label(
      LINE,
      middle,
      clipped(chart.y, tall - 2 * EDGE),
      "middle",
      `rotate(-90 ${LINE} ${middle})`,
    ),
  ];
}

/** @param {string} text @param {number} room */
function clipped(text, room) {
  const most = Math.floor(room / LETTER);
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

/** @param {Frame} frame */
function belowAxis({ across, along, bottom, tilted }) {
  let written = -Infinity; // up to where
  return across.flatMap(({ at, text }) => {
    const x = along(at);
    const tick = svg("line", { class: "axis", x1: x, x2: x, y1: bottom, y2: bottom + 4 });
    if (tilted) {
      const turned = `rotate(-30 ${x + 4} ${bottom + 14})`;
      return [tick, label(x + 4, bottom + 14, text, "end", turned)];
    }
    const half = (LETTER * text.length) / 2;
    if (x - half <= written) return [tick];
    written = x + half + 4;
    return [tick, label(x, bottom + LINE, text, "middle")];
  });
}

/** @param {SeriesView} series @param {number} number @param {Frame} frame */
function seriesPart({ label: name, points, curve }, number, frame) {
  const { chart, x, y, along } = frame;
  const look = `series-${number % LOOKS}`;
  /** @type {[number, number][]} */
  const line = curve
    ? curve.map(([at, value]) => [along(at), y(value)])
    : points.map((point) => [x(point.x), y(point.y)]);
  const d = `M${line.map((at) => at.map((each) => each.toFixed(1)).join(" ")).join("L")}`;
  return [
    line.length > 1 ? svg("path", { class: `line ${look}`, d }) : null,
    ...points.flatMap((point) => {
      const said = `${name}, ${wordOf(point.x)}: ${valueText(chart, point.y)}`;
      return [
        errorBar(point, look, frame),
        mark(x(point.x), y(point.y), number, said + interval(chart, point)),
      ];
    }),
  ].filter((part) => part !== null);
}

/** @param {PointView} point @param {string} look @param {Frame} frame */
function errorBar({ x: at, low, high }, look, { x, y }) {
  if (low === null || high === null) return null;
  const d = `M${x(at) - 3} ${y(low)}h6m-3 0V${y(high)}m-3 0h6`;
  return svg("path", { class: `bar ${look}`, d });
}

/** @param {number} x @param {number} y @param {number} number of the series */
function mark(x, y, number, said = "") {
  const transform = `translate(${x.toFixed(1)} ${y.toFixed(1)})`;
  const shape = { class: `mark series-${number % LOOKS}`, d: MARKS[number % LOOKS], transform };
  return svg("path", shape, said ? svg("title", {}, said) : null);
}

/** @param {number} x @param {number} y @param {string} text @param {string | null} transform */
function label(x, y, text, look = "", transform = null) {
  return svg("text", { class: look || null, x: x.toFixed(1), y: y.toFixed(1), transform }, text);
}
