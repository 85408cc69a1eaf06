/**
 * A hint: the best move, marked on the board, and why it is the best in a notice.
 *
 * @import { ChoiceView } from "../api-types.js"
 * @import { PlyBoard } from "../board.js"
 * @import { Shell } from "../main.js"
 */

import { capital } from "../dom.js";
import { words } from "../words.js";
import { explained } from "./scores.js";

/**
 * @param {ChoiceView} best
 * @param {PlyBoard} board
 * @param {Shell} shell
 */
export function showHint({ move, score }, board, shell) {
  const [from, to] = [move.path[0], move.path[move.path.length - 1]];
  board.overlay =
    move.path.length > 1 ? { arrows: [[from, to]], hint: [from] } : { hint: move.path };
  shell.notice(
    score
      ? words.play.hintWhy(move.text, capital(explained(score, shell.game.players)))
      : words.play.hintIs(move.text),
  );
}
