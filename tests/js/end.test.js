/** The end of a game, its turning points, and the branches of a refutation. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { headline } from "../../src/plyground/web/static/js/components/headline.js";
import { turningPoints } from "../../src/plyground/web/static/js/components/game-review.js";
import { choices } from "../../src/plyground/web/static/js/components/why.js";

const PLAYERS = ["Red", "Blue"];

test("one person is told whether they won, others who did", () => {
  assert.equal(headline(0, [0], PLAYERS), "You won");
  assert.equal(headline(0, [1], PLAYERS), "You lost");
  assert.equal(headline(1, [0, 1], PLAYERS), "Blue won");
  assert.equal(headline(1, [], PLAYERS), "Blue won");
  assert.equal(headline(null, [0], PLAYERS), "A draw");
});

test("turning points are the mistakes and blunders of people", () => {
  const line = [0, 0.5, 1, 0.3, 2].map((loss, index) => ({ ply: index + 1, loss }));
  const mover = (ply) => (ply - 1) % 2;
  const plies = (players) => turningPoints(line, mover, players).map(({ ply }) => ply);
  assert.deepEqual(plies([0]), [3, 5]);
  assert.deepEqual(plies([1]), [2]);
  assert.deepEqual(plies([0, 1]), [2, 3, 5]);
});

const step = (move, ...answers) => ({ move, player: 0, distance: 1, is_folded: false, answers });

test("replies that lose at once to the same move are one choice", () => {
  const replies = [
    step("a", step("x", step("y", step("z")))),
    step("b", step("w")),
    step("c", step("v")),
    step("d", step("w")),
    step("e"),
  ];
  assert.deepEqual(
    choices(replies).map(({ reply, also }) => [reply, ...also].map(({ move }) => move)),
    [["a"], ["b", "d"], ["c"], ["e"]],
  );
  const folded = [step("a", { ...step("x"), is_folded: true }), step("b", step("x"))];
  assert.equal(choices(folded).length, 2);
});
