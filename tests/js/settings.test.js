/** Who plays at first, and how an engine is set. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { settingsIn, settingsOut } from "../../src/plyground/web/static/js/components/engine.js";
import { usual } from "../../src/plyground/web/static/js/components/players.js";

const offering = (...names) => ({
  analyst: "analyst",
  presets: names.map((name) => ({ name, spec: name, says: "" })),
});

test("a person plays against casual, and asks who proves what it can, then the best", () => {
  assert.deepEqual(usual(offering("beginner", "casual", "best")), {
    opponent: "casual",
    advisers: ["analyst", "best"],
  });
  assert.deepEqual(usual(offering("one", "two", "three")), {
    opponent: "two",
    advisers: ["analyst", "three"],
  });
  assert.deepEqual(usual(offering("alone")), {
    opponent: "alone",
    advisers: ["analyst", "alone"],
  });
});

test("an engine's settings survive the address, what is usual left out", () => {
  assert.deepEqual(settingsOut(settingsIn({}, "alphabeta"), "alphabeta"), {});
  assert.equal(settingsIn({}, "mcts").spec, "mcts");
  const query = { spec: "mcts", seconds: "3", engine: "off" };
  assert.deepEqual(settingsOut(settingsIn({ ...query, at: "4" }, "alphabeta"), "alphabeta"), query);
});
