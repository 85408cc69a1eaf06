/** The clocks of a shared game. */

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  secondsLeft,
  shownTime,
} from "../../src/plyground/web/static/js/components/shared-clock.js";
import { format, parse } from "../../src/plyground/web/static/js/router.js";

test("between two messages only the clock of who moves goes on, and not below nothing", () => {
  const said = { seconds: [60, 5], running: 1, increment: 2 };
  assert.equal(secondsLeft(said, 0, 3000), 60);
  assert.equal(secondsLeft(said, 1, 3000), 2);
  assert.equal(secondsLeft(said, 1, 9000), 0);
  assert.equal(secondsLeft({ ...said, running: null }, 1, 9000), 5);
});

test("time is shown in tenths when it runs out, rounded down", () => {
  assert.equal(shownTime(600), "10:00");
  assert.equal(shownTime(10), "0:10");
  assert.equal(shownTime(9.99), "9.9");
  assert.equal(shownTime(0), "0.0");
});

test("a link to a shared game is an address", () => {
  const address = "#/together/konane/size=6?shared=abc&key=d-e_f";
  const state = parse(address);
  assert.deepEqual([state.screen, state.game], ["together", "konane"]);
  assert.deepEqual(state.query, { shared: "abc", key: "d-e_f" });
  assert.equal(format(state), address);
});
