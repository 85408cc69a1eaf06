/** Charts drawn from data: axes, numbers, and the words for those who do not see them. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { describe } from "../../src/plyground/web/static/js/components/chart.js";
import {
  logarithmicScale,
  numberText,
  placesOf,
  roundNumbers,
  roundPowers,
  scale,
  ticksAcross,
  ticksUp,
  valueText,
} from "../../src/plyground/web/static/js/components/chart-axes.js";

/** @param {[number | string, number][]} points */
function chart(points, more = {}) {
  const series = [{ label: "ours", curve: null, points: points.map(([x, y]) => point(x, y)) }];
  return { x: "n", y: "rate", percent: false, log_y: false, series, ...more };
}

/** @param {number | string} x @param {number} y */
function point(x, y, low = null, high = null) {
  return { x, y, low, high };
}

test("ticks are round and reach around the values", () => {
  assert.deepEqual(roundNumbers(0, 100), [0, 20, 40, 60, 80, 100]);
  assert.deepEqual(roundNumbers(3, 3), [3, 4]);
  assert.deepEqual(roundNumbers(-0.12, 0.31), [-0.2, -0.1, 0, 0.1, 0.2, 0.3, 0.4]);
  assert.deepEqual(roundPowers([3, 40000]), [1, 10, 100, 1000, 10000, 100000]);
  assert.deepEqual(roundPowers([3, 40]), [2, 5, 10, 20, 50]);
  assert.deepEqual(roundPowers([]), [1, 2, 5, 10]);
});

test("numbers are written for people", () => {
  assert.deepEqual([0.12345, 12.5, 1234.5, -3].map(numberText), ["0.123", "12.5", "1,235", "−3"]);
  assert.equal(valueText({ percent: true }, 0.625), "62.5%");
});

test("words stand side by side, numbers where they belong", () => {
  const words = placesOf(
    chart([
      ["b", 1],
      ["a", 2],
    ]),
  );
  assert.deepEqual(
    [...words],
    [
      ["b", 0],
      ["a", 1],
    ],
  );
  assert.deepEqual(ticksAcross(words), [
    { at: 0, text: "b" },
    { at: 1, text: "a" },
  ]);
  const few = ticksAcross(
    placesOf(
      chart([
        [5, 1],
        [1, 2],
      ]),
    ),
  );
  assert.deepEqual(
    few.map(({ text }) => text),
    ["1", "5"],
  );
  const many = Array.from({ length: 101 }, (_, x) => /** @type {[number, number]} */ ([x, x]));
  const ticks = ticksAcross(placesOf(chart(many)));
  assert.deepEqual(
    ticks.map(({ at }) => at),
    [0, 20, 40, 60, 80, 100],
  );
});

test("the upright axis takes shares, intervals and logarithms into account", () => {
  const share = ticksUp(chart([[1, 0.3]], { percent: true }));
  assert.deepEqual(
    share.map(({ text }) => text),
    ["0%", "20%", "40%", "60%", "80%", "100%"],
  );
  const series = [{ label: "s", curve: null, points: [point(1, 5, 2, 9)] }];
  assert.deepEqual(
    ticksUp(chart([], { series })).map(({ at }) => at),
    [0, 2, 4, 6, 8, 10],
  );
  const powers = ticksUp(
    chart(
      [
        [1, 2],
        [2, 5000],
      ],
      { log_y: true },
    ),
  );
  assert.deepEqual(
    powers.map(({ at }) => at),
    [1, 10, 100, 1000, 10000],
  );
  assert.deepEqual(
    ticksUp(chart([])).map(({ at }) => at),
    [0, 1],
  );
});

test("scales go from end to end", () => {
  const plain = scale([0, 10], [100, 0]);
  assert.deepEqual([0, 5, 10].map(plain), [100, 50, 0]);
  const logarithmic = logarithmicScale([1, 100], [0, 2]);
  assert.ok(Math.abs(logarithmic(10) - 1) < 1e-9);
  assert.equal(logarithmic(0), 0);
});

test("a chart is told in words", () => {
  assert.equal(
    describe(
      chart([
        [1, 0.5],
        [8, 0.75],
      ]),
    ),
    "rate by n. ours from 1: 0.5 to 8: 0.75.",
  );
  assert.equal(describe(chart([["a", 2]])), "rate by n. ours at a: 2.");
  assert.equal(describe(chart([])), "rate by n. No points.");
});
