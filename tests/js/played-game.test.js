/** The game on the screen Play: moves, where the board stands, undo and redo. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { PlayedGame } from "../../src/plyground/web/static/js/components/played-game.js";

/** @param {string[]} moves */
function gameOf(moves, at = Infinity) {
  const game = new PlayedGame(/** @type {any} */ ({ name: "nim", values: { heaps: 3 } }));
  game.open("a place", moves, at);
  return game;
}

test("a place has the moves until a ply", () => {
  const game = gameOf(["1", "2", "3"], 2);
  const place = { game: "nim", parameters: { heaps: 3 }, position: "a place" };
  assert.deepEqual(game.place(), { ...place, moves: "1 2 3" });
  assert.deepEqual(game.place(1), { ...place, moves: "1" });
  assert.deepEqual(game.here(), { ...place, moves: "1 2" });
});

test("the address names the ply only where one has walked back", () => {
  assert.equal(gameOf(["1", "2"], 1).walkedTo, "1");
  assert.equal(gameOf(["1", "2"], 7).walkedTo, undefined);
  assert.equal(gameOf(["1", "2"]).isAtEnd, true);
});

test("a move that is played while walking back drops what followed", () => {
  const game = gameOf(["1", "2", "3"], 1);
  const before = game.line;
  game.enter("4");
  assert.deepEqual(game.line, { moves: ["1", "4"], at: 2 });
  game.restore(before);
  assert.deepEqual(game.line, { moves: ["1", "2", "3"], at: 1 });
});

test("redo brings back what each undo took, until another move is played", () => {
  const game = gameOf(["1", "2", "3"]);
  game.undo(2);
  game.undo(0);
  assert.deepEqual(game.line, { moves: [], at: 0 });
  game.redo();
  assert.deepEqual(game.line, { moves: ["1", "2"], at: 2 });
  game.redo();
  assert.deepEqual(game.line, { moves: ["1", "2", "3"], at: 3 });
  assert.equal(game.canRedo, false);
  game.undo(1);
  game.enter("5");
  assert.equal(game.canRedo, false);
});
