/**
 * A small board for a node of a tree: the position after a move, the cells that it changed marked.
 *
 * @import { GameView } from "../api-types.js"
 */

import * as art from "../board-art.js";
import { svg } from "../dom.js";

/** The side of the square that a board fits into. */
export const BOARD_SIZE = 66;

/**
 * The board, centred at (0, 0); `before` are the cells of the node above.
 * @param {GameView} game
 * @param {number[]} cells
 * @param {number[] | null | undefined} before
 */
export function smallBoard({ board, pieces }, cells, before) {
  const scale = BOARD_SIZE / Math.max(board.width, board.height);
  const tiles = board.cells.map(({ outline, shaded }) =>
    svg(
      "g",
      { class: `cell${shaded ? " shaded" : ""}` },
      svg("polygon", { class: "tile", points: art.points(outline) }),
    ),
  );
  const stones = board.cells.flatMap(({ cell, x, y }) =>
    cells[cell]
      ? [svg("g", { transform: `translate(${x} ${y})` }, art.piece(pieces[cells[cell] - 1]))]
      : [],
  );
  const changed = board.cells.filter(
    ({ cell }) => before && cells[cell] && cells[cell] !== before[cell],
  );
  return svg(
    "g",
    {
      class: `board kind-${board.kind}`,
      transform: `scale(${scale}) translate(${-board.width / 2} ${-board.height / 2})`,
    },
    svg("g", { class: "tiles" }, art.backdrop(board), tiles),
    svg("g", {}, art.sides(board, pieces)),
    svg("g", {}, stones),
    svg("g", { class: "frame" }, art.frame(board)),
    svg(
      "g",
      {},
      changed.map((cell) => art.mark("last", cell)),
    ),
  );
}
