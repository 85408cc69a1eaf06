/**
 * The board of the game that is played, with a line below it that says how the game stands.
 *
 * @import { GameView, PositionView } from "../api-types.js"
 */

import { PlyBoard } from "../board.js";
import { capital, h, say } from "../dom.js";
import { words } from "../words.js";
import { statusOf } from "./scores.js";

export class PlayedBoard {
  board = new PlyBoard();
  status = h("p", { class: "status" });
  element;

  /** @param {GameView} game @param {HTMLElement} below */
  constructor(game, below) {
    this.board.game = game;
    this.board.label = words.board.label(game.title);
    this.element = h(
      "div",
      { class: "board-area" },
      h("h1", { class: "visually-hidden" }, words.play.heading(game.title)),
      this.board,
      this.status,
      below,
    );
  }

  /**
   * @param {PositionView} view
   * @param {boolean} isOpen whether a person is to move
   */
  show(view, isOpen) {
    this.board.view = view;
    this.board.overlay = null;
    this.board.interactive = isOpen;
    this.status.classList.toggle("over", Boolean(view.outcome));
    say(this.status, capital(statusOf(view)));
  }
}
