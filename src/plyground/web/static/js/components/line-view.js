/**
 * A line of moves on the board: the position at its end, its moves numbered.
 *
 * @import { Place, PositionView } from "../api-types.js"
 * @import { Overlay } from "../board.js"
 */

import { positionView } from "../api.js";

/**
 * What to show of moves that follow a place.
 * @param {Place} place
 * @param {string[]} moves
 * @returns {Promise<{view: PositionView, overlay: Overlay}>}
 */
export async function lineView(place, moves) {
  const before = (place.moves ?? "").split(" ").filter(Boolean);
  const view = await positionView({ ...place, moves: [...before, ...moves].join(" ") });
  /** @type {Map<number, string>} */
  const numbers = new Map();
  view.plies.slice(before.length).forEach(({ cells }, index) => {
    if (cells.length) numbers.set(cells[cells.length - 1], String(index + 1));
  });
  return {
    view: { ...view, legal: [], last: [] },
    overlay: { numbers: [...numbers].map(([cell, text]) => ({ cell, text })) },
  };
}
