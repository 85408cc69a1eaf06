/**
 * What a screen does once its game is over: the card, loaded when it is needed, and what the card
 * asks of the board: to show another line, and to have a click judged instead of played.
 *
 * @import { AgentsView, MoveView, Place, PositionView } from "../api-types.js"
 * @import { PlyBoard } from "../board.js"
 * @import { Shell } from "../main.js"
 * @import { EndCard } from "./end-card.js"
 * @import { Question } from "./game-review.js"
 *
 * @typedef {{
 *   shell: Shell, agents: AgentsView, board: PlyBoard, status: HTMLElement,
 *   place: (plies: number) => Place, jump: (ply: number) => Promise<unknown>,
 *   people: () => number[], again: (swapped: boolean) => unknown,
 * }} Around the screen: `jump` ends when the position is shown
 */

import { capital, h, say } from "../dom.js";
import { lineView } from "./line-view.js";
import { statusOf } from "./scores.js";

export class Finish {
  #around;
  /** @type {EndCard | null} */
  #card = null;
  /** @type {Question | null} */
  #question = null;
  /** @type {PositionView | null} what the board shows, apart from a line of the card */
  #view = null;
  /** @type {Promise<unknown>} the position that the card asked for last */
  #shown = Promise.resolve();
  #round = 0;
  element = h("div", { class: "end-slot" });

  /** @param {Around} around */
  constructor(around) {
    this.#around = around;
  }

  /**
   * Follow the game: where the board stands, and its end. The card stays while one walks through a
   * game that is over.
   * @param {PositionView} view
   * @param {PositionView} whole
   */
  async follow(view, whole) {
    const round = ++this.#round;
    this.#view = view;
    this.#question = null;
    if (this.#card && whole.outcome && this.#card.moves === whole.moves) {
      this.#card.at(view.plies.length);
      return;
    }
    this.close();
    if (!whole.outcome) return;
    const { shell, agents, people, place, again } = this.#around;
    const [{ EndCard }] = await Promise.all([
      shell.module("components/end-card.js"),
      shell.stylesheet("analyse.css"),
      shell.stylesheet("end.css"),
    ]);
    if (round !== this.#round) return;
    /** @type {EndCard} */
    const card = new EndCard({
      game: shell.game,
      agents,
      view: whole,
      people: people(),
      again,
      host: {
        place,
        jump: (/** @type {number} */ ply) => (this.#shown = this.#around.jump(ply)),
        ask: (/** @type {Question | null} */ question) => this.#ask(question),
        tell: (/** @type {string} */ text) => shell.notice(text),
        preview: (/** @type {number} */ plies, /** @type {string[] | null} */ moves) =>
          this.#preview(plies, moves),
        module: (/** @type {string} */ path) => shell.module(path),
        fail: (/** @type {unknown} */ error) => shell.fail(error),
      },
    });
    this.#card = card;
    this.element.replaceChildren(card.element);
  }

  /** Take the card away. */
  close() {
    this.#card?.close();
    this.#card = null;
  }

  get isAsking() {
    return this.#question !== null;
  }

  /**
   * Judge a move that was clicked; a right one is shown.
   * @param {MoveView} move
   */
  answer(move) {
    if (!this.#question?.judge(move.text)) return;
    this.#question = null;
    this.#around.board.interactive = false;
    this.#around.board.paint(move);
  }

  /** @param {Question | null} question */
  async #ask(question) {
    await this.#shown;
    this.#question = question;
    if (!question) return;
    const { shell, board, status } = this.#around;
    board.interactive = true;
    board.scrollIntoView({ block: "nearest" });
    say(status, question.says);
    shell.announce(question.says);
  }

  /** @param {number} plies @param {string[] | null} moves */
  async #preview(plies, moves) {
    await this.#shown;
    const round = this.#round;
    const { view, overlay } = await lineView(this.#around.place(plies), moves ?? []);
    if (round !== this.#round || !this.#view) return;
    const { board, status } = this.#around;
    board.view = moves ? view : this.#view;
    board.overlay = moves ? overlay : null;
    say(status, capital(statusOf(moves ? view : this.#view)));
  }
}
