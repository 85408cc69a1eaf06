/** Why cells that were clicked are no move: the rules' own reason, asked of the server. */

import { post } from "../api.js";
import { sentence } from "../dom.js";

/** A sentence; `place` is where, `view` what the board shows, `path` the cells. */
export async function refusal(game, place, view, path) {
  const cell = path[path.length - 1];
  const name = game.board.cells[cell].name;
  const jumps = view.legal.some((move) => move.path.length > 1);
  if (jumps && path.length === 1) return `${name}: ${notPicked(game, view, cell)}.`;
  try {
    await post("/play", { ...place, path });
    return `${name} is no move here.`;
  } catch (error) {
    if (!error.reason) return sentence(error.detail ?? error.message);
    return game.board.kind === "drop" ? sentence(error.reason) : `${name}: ${error.reason}.`;
  }
}

// Where a move begins with a piece, the first click has to be on one that can move.
function notPicked(game, { cells, player }, cell) {
  if (!cells[cell]) return "there is no stone to move; click a stone first";
  if (cells[cell] !== player + 1) return `this stone belongs to ${game.players[1 - player]}`;
  return "this stone cannot move now";
}
