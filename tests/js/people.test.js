/** Opponents with names and ratings, the person's own rating, and the rows of the explorer. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { ordered, provenOf } from "../../src/plyground/web/static/js/components/explorer.js";
import {
  introduction,
  optionText,
} from "../../src/plyground/web/static/js/components/opponents.js";
import { checked } from "../../src/plyground/web/static/js/components/person.js";

const RATING = { rating: 1450, margin: 40, games: 400, seconds: 0.1 };
const ROBIN = { name: "casual", title: "Robin", says: "slips at times", rating: RATING };

test("an opponent is introduced with its name, what it does and its rating", () => {
  assert.equal(optionText(ROBIN), "Casual · Robin (1450)");
  assert.equal(
    introduction(ROBIN),
    "Robin slips at times. About 1450 ± 40, measured in 400 games.",
  );
});

test("without a name or a rating there is less to say", () => {
  const plain = { name: "prefer_outer", title: "", says: "outermost", rating: null };
  assert.equal(optionText(plain), "Prefer outer");
  assert.equal(introduction(plain), "Outermost.");
});

test("what the browser kept must be a rating", () => {
  const known = { rating: 900, deviation: 120, games: 3 };
  assert.deepEqual(checked({ ...known, more: 1 }), known);
  const changes = [
    { games: "3" },
    { games: -1 },
    { deviation: 0 },
    { deviation: 351 },
    { rating: 1e9 },
  ];
  for (const broken of [null, 7, "x", {}, ...changes.map((each) => ({ ...known, ...each }))])
    assert.equal(checked(broken), null);
});

const row = (move, wins, draws = 0, losses = 0) => ({
  moves: [move],
  wins,
  draws,
  losses,
  agents: [],
});
const score = (value, kind = "proven") => ({ kind, value, distance: 3 });

test("rows: proven wins, then what was chosen most often, proven losses last", () => {
  const rows = [row("a", 9), row("b", 0), row("c", 1, 1, 1), row("d", 0)];
  const moves = [
    { text: "a", score: score(-1) },
    { text: "d", score: score(1) },
    { text: "c", score: score(40, "estimate") },
    { text: "b", score: null },
  ];
  const proven = provenOf({ moves });
  assert.deepEqual([...proven.keys()], ["a", "d"]);
  assert.deepEqual(
    ordered(rows, proven).map(({ moves: [move] }) => move),
    ["d", "c", "b", "a"],
  );
  assert.deepEqual(
    ordered(rows, provenOf(null)).map(({ moves: [move] }) => move),
    ["a", "c", "b", "d"],
  );
});
