/**
 * What clicks and arrow keys on a board mean. A move has a path: the cells to click, in order.
 *
 * @import { BoardView, MoveView } from "./api-types.js"
 */

/**
 * The moves whose path begins with the cells of `path`.
 * @template {{path: number[]}} M
 * @param {M[]} moves
 * @param {number[]} path
 */
export function continuing(moves, path) {
  return moves.filter((move) => path.every((cell, index) => move.path[index] === cell));
}

/**
 * The cell that a click means: in a drop game, where the disc would land.
 * @param {BoardView} board
 * @param {MoveView[]} legal
 * @param {number} cell
 */
export function meant({ kind, cells }, legal, cell) {
  if (kind !== "drop") return cell;
  return legal.find(({ path }) => cells[path[0]]?.x === cells[cell].x)?.path[0] ?? cell;
}

/**
 * What a click on a cell does after the `picked` ones: it makes a move, changes what is picked, or
 * is refused with the path that begins no move.
 * @param {MoveView[]} legal
 * @param {number[]} picked
 * @param {number} cell
 * @returns {{move: MoveView} | {picked: number[]} | {refused: number[]}}
 */
export function click(legal, picked, cell) {
  const path = [...picked, cell];
  const possible = continuing(legal, path);
  const move = possible.find((each) => each.path.length === path.length);
  if (move) return { move };
  if (possible.length) return { picked: path };
  const again = continuing(legal, [cell]).some((each) => each.path.length > 1);
  if (picked.length && again) return { picked: picked.includes(cell) ? [] : [cell] };
  return { refused: path };
}

/**
 * The move that a digit names, as a column of its own does.
 * @param {MoveView[]} legal
 * @param {string} key
 */
export function named(legal, key) {
  return /^[1-9]$/.test(key) ? legal.find(({ text }) => text === key) : undefined;
}

/**
 * The cells to mark as the next click of `moves`: parts of a longer move, and stones that are taken off.
 * @param {MoveView[]} moves
 * @param {number} step
 * @param {number[]} cells what stands on them
 */
export function marked(moves, step, cells) {
  const next = moves.filter(({ path }) => path.length > 1 || cells[path[step]]);
  return [...new Set(next.map(({ path }) => path[step]))];
}

/**
 * The best of `scores` for each cell that can be clicked next; the scores come best first.
 * @template {{path: number[]}} S
 * @param {S[]} scores
 * @param {number[]} picked
 */
export function bestByCell(scores, picked) {
  /** @type {Map<number, S>} */
  const best = new Map();
  for (const score of continuing(scores, picked)) {
    const cell = score.path[picked.length];
    if (cell !== undefined && !best.has(cell)) best.set(cell, score);
  }
  return best;
}

/**
 * The cell that a key leads to, null for other keys; up and down go to the cell nearest to `x`.
 * @param {BoardView} board
 * @param {number} from
 * @param {string} key
 * @param {number} x
 */
export function neighbour({ rows, cells }, from, key, x) {
  const at = rows.findIndex((row) => row.includes(from));
  const row = rows[at];
  const place = row.indexOf(from);
  if (key === "ArrowLeft") return row[Math.max(place - 1, 0)];
  if (key === "ArrowRight") return row[Math.min(place + 1, row.length - 1)];
  if (key === "Home") return row[0];
  if (key === "End") return row[row.length - 1];
  if (key !== "ArrowUp" && key !== "ArrowDown") return null;
  const other = rows[key === "ArrowUp" ? at - 1 : at + 1];
  if (!other) return from;
  /** @param {number} cell */
  const off = (cell) => Math.abs(cells[cell].x - x);
  return other.reduce((best, cell) => (off(cell) < off(best) ? cell : best));
}
