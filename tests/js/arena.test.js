/** What the Arena says of a tournament. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { leading } from "../../src/plyground/web/static/js/components/arena-job.js";

const standing = (agent, value) => ({
  agent,
  tally: { games: 4, wins: 2, draws: 0, losses: 2, score: { value, low: 0.2, high: 0.8 } },
});

test("one leads, then came first", () => {
  const standings = [standing("best", 0.75), standing("easy", 0.25)];
  assert.match(leading(standings, { state: "running" }), /^best leads with 75% of the points/);
  assert.match(leading(standings, { state: "complete" }), /^best came first with 75%/);
});

test("equals are level, and none of them came first", () => {
  assert.equal(
    leading([standing("best", 0.5), standing("easy", 0.5)], { state: "complete" }),
    "best and easy are level with 50% of the points each",
  );
  const three = ["a", "b", "c"].map((agent) => standing(agent, 0.5));
  assert.match(leading(three, { state: "running" }), /^a, b and c are level/);
});

test("before the first game nothing is said", () => {
  assert.equal(leading([], { state: "running" }), "");
});
