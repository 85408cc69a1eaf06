/** What clicks and keys on a board mean. */

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  bestByCell,
  click,
  continuing,
  marked,
  meant,
  neighbour,
} from "../../src/plyground/web/static/js/board-clicks.js";

const moves = (...paths) => paths.map((path) => ({ path, text: path.join("-") }));
const JUMPS = moves([0, 2], [0, 2, 4], [1, 3], [5]);

// Columns of two cells; y grows downward.
const COLUMNS = {
  kind: "drop",
  cells: [
    { x: 0, y: 0 },
    { x: 1, y: 0 },
    { x: 0, y: 1 },
    { x: 1, y: 1 },
  ],
};

// Three rows of a hexagon, each shifted by half a cell.
const HEXAGON = {
  kind: "hexagon",
  rows: [
    [0, 1],
    [2, 3, 4],
    [5, 6],
  ],
  cells: [0.5, 1.5, 0, 1, 2, 0.5, 1.5].map((x) => ({ x })),
};

test("a path narrows the moves down", () => {
  assert.deepEqual(continuing(JUMPS, []), JUMPS);
  assert.deepEqual(
    continuing(JUMPS, [0, 2]).map(({ text }) => text),
    ["0-2", "0-2-4"],
  );
  assert.deepEqual(continuing(JUMPS, [0, 2, 4, 6]), []);
});

test("stones that can be picked or taken off are marked, empty cells are not", () => {
  const cells = [1, 2, 0, 0, 0, 1];
  assert.deepEqual(marked(JUMPS, 0, cells), [0, 1, 5]);
  assert.deepEqual(marked(moves([2], [3]), 0, cells), []);
  assert.deepEqual(marked(continuing(JUMPS, [0]), 1, cells), [2]);
});

test("in a drop game any cell of a column means where the disc lands", () => {
  const legal = moves([2], [1]);
  assert.equal(meant(COLUMNS, legal, 0), 2);
  assert.equal(meant(COLUMNS, legal, 3), 1);
  assert.equal(meant(COLUMNS, moves([1]), 0), 0);
  assert.equal(meant({ ...COLUMNS, kind: "grid" }, legal, 0), 0);
});

test("a click makes a move, picks a stone, or is refused", () => {
  assert.deepEqual(click(JUMPS, [], 5), { move: JUMPS[3] });
  assert.deepEqual(click(JUMPS, [], 0), { picked: [0] });
  assert.deepEqual(click(JUMPS, [0], 2), { move: JUMPS[0] });
  assert.deepEqual(click(JUMPS, [], 4), { refused: [4] });
  assert.deepEqual(click(JUMPS, [0], 4), { refused: [0, 4] });
});

test("with a stone in hand, a click picks another one or puts it down", () => {
  assert.deepEqual(click(JUMPS, [0], 1), { picked: [1] });
  assert.deepEqual(click(JUMPS, [0], 0), { picked: [] });
});

test("each cell shows the best score of the moves that go on there", () => {
  const best = bestByCell(JUMPS, []);
  assert.deepEqual([...best.keys()], [0, 1, 5]);
  assert.equal(best.get(0).text, "0-2");
  assert.deepEqual([...bestByCell(JUMPS, [1]).keys()], [3]);
  assert.deepEqual(
    [...bestByCell(JUMPS, [0, 2]).values()].map(({ text }) => text),
    ["0-2-4"],
  );
});

test("arrow keys stay on the board", () => {
  const go = (from, key) => neighbour(HEXAGON, from, key, HEXAGON.cells[from].x);
  assert.equal(go(3, "ArrowLeft"), 2);
  assert.equal(go(2, "ArrowLeft"), 2);
  assert.equal(go(4, "ArrowRight"), 4);
  assert.equal(go(3, "Home"), 2);
  assert.equal(go(3, "End"), 4);
  assert.equal(go(0, "ArrowUp"), 0);
  assert.equal(go(4, "ArrowDown"), 6);
  assert.equal(go(3, "Enter"), null);
});

test("going down a hexagon keeps to the column where it began", () => {
  const x = HEXAGON.cells[1].x;
  assert.equal(neighbour(HEXAGON, 1, "ArrowDown", x), 3);
  assert.equal(neighbour(HEXAGON, 3, "ArrowDown", x), 6);
});
