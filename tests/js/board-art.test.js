/** The geometry of a board's drawing. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { extent, inLine, labelSize, points } from "../../src/plyground/web/static/js/board-art.js";

const spots = (...pairs) => pairs.map(([x, y]) => ({ x, y }));

test("cells on one line are told from others", () => {
  assert.ok(inLine(spots([0, 0], [1, 1], [2, 2])));
  assert.ok(inLine(spots([0, 0], [0.5, 0.866], [1, 1.732])));
  assert.ok(!inLine(spots([0, 0], [1, 1], [2, 0])));
  assert.ok(!inLine(spots([0, 0], [1, 1]))); // two always are
});

test("a board has room for its labels", () => {
  const board = { width: 3, height: 3, labels: [{ text: "a", x: -0.5, y: 1 }] };
  const size = labelSize(board);
  const { left, top, width, height } = extent(board);
  assert.equal(left, -0.5 - size);
  assert.equal(top, -0.12);
  assert.ok(Math.abs(left + width - 3.12) < 1e-9);
  assert.ok(Math.abs(top + height - 3.12) < 1e-9);
});

test("labels grow with the board, up to a point", () => {
  assert.equal(labelSize({ width: 3, height: 3 }), labelSize({ width: 4, height: 2 }));
  assert.ok(labelSize({ width: 8, height: 6 }) > labelSize({ width: 5, height: 6 }));
  assert.equal(labelSize({ width: 30, height: 6 }), 0.4);
});

test("points are pairs", () => {
  assert.equal(
    points([
      [0, 1],
      [2.5, 3],
    ]),
    "0,1 2.5,3",
  );
});
