/** The live ladder of solvers: what its board shows of a position. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { shown } from "../../docs/live/connect-four.js";

// Columns of three bits, two cells high: the first player's disc and one on top of it.
const position = { mine: 0b001n, theirs: 0b010n, width: 3n, height: 2n };

test("cells are numbered from the lowest row, and the first player's discs are 1", () => {
  const view = shown(position, { legal: [1, 2], player: 0, won: false }, 0);
  assert.deepEqual(view.cells, [1, 0, 0, 2, 0, 0]);
  assert.deepEqual(view.last, [3]);
});

test("with the other to move, the mover's discs are 2", () => {
  const view = shown(position, { legal: [], player: 1, won: false });
  assert.deepEqual(view.cells, [2, 0, 0, 1, 0, 0]);
  assert.deepEqual(view.last, []);
});

test("a legal move leads to the lowest empty cell of its column", () => {
  const { legal } = shown(position, { legal: [1, 2], player: 0, won: false });
  assert.deepEqual(
    legal.map(({ move, text, path }) => [move, text, path]),
    [
      [1, "2", [1]],
      [2, "3", [2]],
    ],
  );
});
