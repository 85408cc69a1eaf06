/**
 * Why cells that were clicked are no move: the rules' own reason, asked of the server.
 *
 * @import { GameView, Place, PositionView } from "../api-types.js"
 */

import { post, ProblemError } from "../api.js";
import { sentence, wordsOf } from "../dom.js";
import { served } from "../served.js";
import { words } from "../words.js";

/**
 * A sentence; `place` is where, `view` what the board shows, `path` the cells.
 * @param {GameView} game
 * @param {Place} place
 * @param {PositionView} view
 * @param {number[]} path
 */
export async function refusal(game, place, view, path) {
  const cell = path[path.length - 1];
  const name = game.board.cells[cell].name;
  const jumps = view.legal.some((move) => move.path.length > 1);
  if (jumps && path.length === 1) return `${name}: ${notPicked(game, view, cell)}.`;
  try {
    await post("/play", { ...place, path });
    return words.refusal.noMove(name, "");
  } catch (error) {
    if (!(error instanceof ProblemError)) return sentence(wordsOf(error));
    if (!error.reason) return words.refusal.noMove(namesOf(game, path), sentence(game.move_help));
    const reason = served(error.reason);
    return game.board.kind === "drop" ? sentence(reason) : `${name}: ${reason}.`;
  }
}

/** @param {GameView} game @param {number[]} path */
function namesOf({ board }, path) {
  return path.map((cell) => board.cells[cell].name).join("-");
}

// Where a move begins with a piece, the first click has to be on one that can move.
/** @param {GameView} game @param {PositionView} view @param {number} cell */
function notPicked(game, { cells, player }, cell) {
  if (!cells[cell]) return words.refusal.noStone;
  if (cells[cell] !== player + 1) return words.refusal.others(game.players[1 - player]);
  return words.refusal.stuck;
}
