/**
 * The keys of Play: what is said of them, and what they do.
 *
 * @import { MoveView } from "../api-types.js"
 * @import { PlayedGame } from "./played-game.js"
 *
 * @typedef {{
 *   begin: () => unknown, undo: () => unknown, redo: () => unknown, hint: () => unknown,
 *   jump: (ply: number) => unknown, play: (move: MoveView) => unknown, playBest: () => unknown,
 * }} Does
 */

import { named } from "../board-clicks.js";
import { isTyping, isWithin } from "../dom.js";
import { words } from "../words.js";

export const playKeys = () => [
  ["← →", words.keys.walkGame],
  [words.keys.homeEnd, words.keys.ends],
  [words.keys.enter, words.keys.playCell],
  [words.keys.digits, words.keys.playNamed],
  [words.keys.escape, words.keys.putDown],
  [words.keys.space, words.keys.playBest],
  ["h", words.keys.hint],
  ["u", words.keys.undo],
  ["r", words.keys.redo],
  ["n", words.keys.newGame],
];

/**
 * Do what a key means; the board has had its own before.
 * @param {KeyboardEvent} event
 * @param {PlayedGame} game
 * @param {MoveView[]} playable the moves that can be played now
 * @param {Does} does
 */
export function press(event, game, playable, { begin, undo, redo, hint, jump, play, playBest }) {
  if (isTyping(event) || event.defaultPrevented) return;
  /** @type {Record<string, () => unknown>} */
  const pressed = {
    ArrowLeft: () => jump(game.at - 1),
    ArrowRight: () => jump(game.at + 1),
    Home: () => jump(0),
    End: () => jump(game.moves.length),
    u: undo,
    r: redo,
    n: begin,
    h: hint,
  };
  if (!isWithin(event, "button, a, summary")) pressed[" "] = playBest;
  const move = named(playable, event.key);
  if (move) pressed[event.key] = () => play(move);
  if (!pressed[event.key]) return;
  event.preventDefault();
  pressed[event.key]();
}
