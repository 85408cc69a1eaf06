/**
 * The axes of a chart: where values lie, and which of them are written.
 *
 * @import { ChartView } from "../api-types.js"
 *
 * @typedef {{at: number, text: string}} Tick a value and how it is written
 * @typedef {(value: number) => number} Scale from a value to a place in the picture
 * @typedef {Pick<ChartView, "series" | "percent" | "log_y">} Charted
 */

import { decimal } from "../dom.js";
import { words } from "../words.js";

const MOST_TICKS = 13;

/**
 * A number as 0.125, 12.5 or 12,500.
 * @param {number} value
 */
export function numberText(value) {
  if (Math.abs(value) >= 1000) return Math.round(value).toLocaleString(words.locale);
  return decimal(String(Number(value.toPrecision(3)))).replace("-", "−");
}

/**
 * A value of the chart as people read it.
 * @param {Pick<Charted, "percent">} chart
 * @param {number} value
 */
export function valueText({ percent }, value) {
  return percent ? words.percent(numberText(100 * value)) : numberText(value);
}

/**
 * Where each x lies on its axis; words are set side by side, in the order in which they come.
 * @param {Charted} chart
 * @returns {Map<number | string, number>}
 */
export function placesOf({ series }) {
  const found = [...new Set(series.flatMap(({ points }) => points.map(({ x }) => x)))];
  const hasWords = found.some((x) => typeof x === "string");
  return new Map(found.map((x, index) => [x, hasWords ? index : Number(x)]));
}

/**
 * The ticks of the horizontal axis: every x, or round numbers if there are many.
 * @param {Map<number | string, number>} places
 * @returns {Tick[]}
 */
export function ticksAcross(places) {
  const known = [...places].sort(([, one], [, other]) => one - other);
  const hasWords = known.some(([x]) => typeof x === "string");
  if (known.length <= MOST_TICKS || hasWords)
    return known.map(([x, at]) => ({ at, text: typeof x === "string" ? x : numberText(x) }));
  const [low, high] = [known[0][1], known[known.length - 1][1]];
  return roundNumbers(low, high)
    .filter((at) => low <= at && at <= high)
    .map((at) => ({ at, text: numberText(at) }));
}

/**
 * The ticks of the upright axis; the first and the last are its ends.
 * @param {Charted} chart
 * @returns {Tick[]}
 */
export function ticksUp(chart) {
  return valuesUp(chart).map((at) => ({ at, text: valueText(chart, at) }));
}

/** @param {Charted} chart */
function valuesUp({ series, percent, log_y: logarithmic }) {
  if (percent) return [0, 0.2, 0.4, 0.6, 0.8, 1];
  const values = series
    .flatMap(({ points }) => points.flatMap(({ low, y, high }) => [low, y, high]))
    .filter((value) => value !== null);
  if (logarithmic) return roundPowers(values.filter((value) => value > 0));
  if (!values.length) return [0, 1];
  const [least, high] = [Math.min(...values), Math.max(...values)];
  return roundNumbers(0 < least && least < high / 2 ? 0 : least, high);
}

/**
 * Round numbers at equal steps, about five, that reach from `low` to `high`.
 * @param {number} low
 * @param {number} high
 */
export function roundNumbers(low, high) {
  const span = high - low || Math.abs(high) || 1;
  const power = 10 ** Math.floor(Math.log10(span / 5));
  const size = [1, 2, 5, 10].find((each) => span <= 5 * each * power * 1.0001) ?? 10;
  const step = size * power;
  const first = Math.floor(low / step + 1e-9);
  const last = Math.max(Math.ceil(high / step - 1e-9), first + 1);
  return Array.from({ length: last - first + 1 }, (_, index) =>
    Number(((first + index) * step).toPrecision(12)),
  );
}

/**
 * Powers of ten that reach around the values; with 2 and 5 between where they are few.
 * @param {number[]} values
 */
export function roundPowers(values) {
  const low = values.length ? Math.min(...values) : 1;
  const high = values.length ? Math.max(...values) : 10;
  const first = Math.floor(Math.log10(low));
  const last = Math.ceil(Math.log10(high));
  const powers = Array.from({ length: last - first + 1 }, (_, index) => 10 ** (first + index));
  if (last - first > 2) return powers;
  const fine = powers.flatMap((power) => [power, 2 * power, 5 * power]);
  const start = fine.findLastIndex((tick) => tick <= low * 1.0001);
  const end = fine.findIndex((tick) => tick >= high * 0.9999);
  return fine.slice(start, Math.max(end, start + 1) + 1);
}

/**
 * A scale from values between `low` and `high` to places between `start` and `end`.
 * @param {[number, number]} values
 * @param {[number, number]} places
 * @returns {Scale}
 */
export function scale([low, high], [start, end]) {
  return (value) => start + ((value - low) / (high - low || 1)) * (end - start);
}

/**
 * The same for logarithms; what has none lies at the low end.
 * @param {[number, number]} values
 * @param {[number, number]} places
 * @returns {Scale}
 */
export function logarithmicScale([low, high], places) {
  const plain = scale([Math.log(low), Math.log(high)], places);
  return (value) => plain(Math.log(Math.max(value, low)));
}
