/** The clocks of a game. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { Clocks } from "../../src/plyground/web/static/js/components/clocks.js";

let time = 0;
const clocks = () => new Clocks(() => time);

beforeEach(() => {
  const kept = new Map();
  globalThis.localStorage = {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => kept.set(name, value),
  };
});

test("one clock runs at a time", () => {
  const made = clocks();
  made.run(0);
  time += 2000;
  made.run(1);
  time += 500;
  assert.deepEqual([made.seconds(0), made.seconds(1)], [2, 0.5]);
  made.run(null);
  time += 9000;
  assert.deepEqual([made.seconds(0), made.seconds(1)], [2, 0.5]);
  made.reset();
  assert.equal(made.seconds(0), 0);
});

test("what was spent on a game is kept, and only for that game", () => {
  const made = clocks();
  made.run(1);
  time += 3000;
  made.keep("#/play/konane?moves=d4");
  const again = clocks();
  again.recall("#/play/konane");
  assert.equal(again.seconds(1), 0);
  again.recall("#/play/konane?moves=d4");
  assert.equal(again.seconds(1), 3);
});
