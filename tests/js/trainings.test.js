/** The curves of trainings. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { chartsOf } from "../../src/plyground/web/static/js/components/trainings.js";

const point = { minutes: 0.502, policy_loss: 2, value_loss: 0.5, kept: null };

test("a training has the charts that there are numbers for", () => {
  assert.deepEqual(chartsOf({ points: [], strengths: [] }), []);
  const [losses, ...more] = chartsOf({ points: [point], strengths: [] });
  assert.deepEqual(more, []);
  assert.deepEqual(
    losses.series.map(({ points }) => points),
    [[{ x: 0.5, y: 2, low: null, high: null }], [{ x: 0.5, y: 0.5, low: null, high: null }]],
  );
});

test("mistakes are what is left of a thousand moves that keep the value", () => {
  const points = [point, { ...point, minutes: 1, kept: 0.75 }];
  const strengths = [{ minutes: 2, score: 0.6, low: 0.5, high: 0.7 }];
  const [mistakes, score] = chartsOf({ points, strengths });
  assert.deepEqual(mistakes.series[0].points, [{ x: 1, y: 250, low: null, high: null }]);
  assert.deepEqual(score.series[0].points, [{ x: 2, y: 0.6, low: 0.5, high: 0.7 }]);
});
