// Puzzles: the puzzle of a day, the next one, and streaks.

import assert from "node:assert/strict";
import { test } from "node:test";

const { answer, daily, dateOf, does, following, NOTHING, solveDay, streakOf } =
  await import("../../src/plyground/web/static/js/components/puzzle-progress.js");

const GAMES = [
  { game: "konane", count: 100 },
  { game: "othello", count: 7 },
];
const PUZZLES = ["easy", "easy", "hard"].map((grade) => ({ grade }));

test("the puzzle of a day depends on the date alone, and games take turns", () => {
  assert.equal(dateOf(new Date(2026, 0, 5, 23, 59)), "2026-01-05");
  const days = ["2026-11-16", "2026-11-17", "2026-11-18", "2026-11-19"];
  const found = days.map((day) => daily(day, GAMES));
  assert.deepEqual(
    found,
    days.map((day) => daily(day, GAMES)),
  );
  assert.deepEqual(
    found.map(({ game }) => game),
    [found[0].game, found[1].game, found[0].game, found[1].game],
  );
  assert.notEqual(found[0].game, found[1].game);
  assert.notEqual(found[0].number, found[2].number);
});

test("the number of a day's puzzle is one that there is", () => {
  for (let day = 1; day < 29; day += 1) {
    const { game, number } = daily(`2026-02-${String(day).padStart(2, "0")}`, GAMES);
    const { count } = GAMES.find((each) => each.game === game);
    assert.ok(number >= 1 && number <= count);
  }
});

test("the next puzzle is of the grade, and new as long as there are new ones", () => {
  assert.equal(following(PUZZLES, "", 0), 1);
  assert.equal(following(PUZZLES, "hard", 0), 3);
  assert.equal(following(PUZZLES, "", 1, { 2: true }), 3);
  assert.equal(following(PUZZLES, "", 3), 1);
  assert.equal(following(PUZZLES, "easy", 1, { 1: true, 2: false }), 2);
  assert.equal(following(PUZZLES, "medium", 0), 0);
});

test("the first answer to a puzzle counts", () => {
  let progress = answer(NOTHING, "konane", 1, true);
  progress = answer(progress, "konane", 2, true);
  assert.deepEqual([progress.row, progress.best], [2, 2]);
  assert.equal(answer(progress, "konane", 2, false), progress);
  progress = answer(progress, "othello", 2, false);
  assert.deepEqual([progress.row, progress.best], [0, 2]);
  assert.deepEqual(progress.answered, { konane: { 1: true, 2: true }, othello: { 2: false } });
  assert.equal(NOTHING.row, 0);
});

test("days in a row count until one is left out", () => {
  let progress = solveDay(NOTHING, "2026-11-30");
  progress = solveDay(progress, "2026-12-01");
  assert.equal(solveDay(progress, "2026-12-01"), progress);
  assert.equal(streakOf(progress, "2026-12-01"), 2);
  assert.equal(streakOf(progress, "2026-12-02"), 2);
  assert.equal(streakOf(progress, "2026-12-03"), 0);
  assert.equal(solveDay(progress, "2026-12-05").days, 1);
  assert.equal(streakOf(NOTHING, "2026-12-01"), 0);
});

test("what a move does, in words", () => {
  assert.equal(does("win in 5"), "wins in 5 plies");
  assert.equal(does("loss in 1"), "loses in 1 ply");
  assert.equal(does("draw"), "draws");
});
