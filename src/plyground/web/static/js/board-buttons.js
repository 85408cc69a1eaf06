/**
 * The moves that have no cell to click, such as a pass: buttons below the board.
 *
 * @import { MoveView } from "./api-types.js"
 * @import { MoveScore } from "./board.js"
 */

import { capital, h, say } from "./dom.js";

export class MoveButtons {
  #press;
  element = h("div", { class: "board-buttons" });

  /** @param {(move: MoveView, isPointed: boolean) => unknown} press */
  constructor(press) {
    this.#press = press;
  }

  /**
   * Offer these moves; where there are no others, a button is what to press next.
   * @param {MoveView[]} moves
   * @param {boolean} only
   */
  offer(moves, only) {
    this.element.replaceChildren(
      ...moves.map((move) =>
        h(
          "button",
          {
            type: "button",
            class: only ? "primary" : "",
            data: { move: move.text },
            onclick: ({ detail }) => this.#press(move, detail > 0),
          },
          capital(move.text),
          h("span", { class: "button-score number" }),
        ),
      ),
    );
  }

  /**
   * Show what these moves are worth.
   * @param {MoveScore[]} scores
   */
  score(scores) {
    for (const button of this.element.querySelectorAll("button")) {
      const score = scores.find(({ move }) => move === button.dataset.move);
      say(button.lastChild, score ? `${score.best ? "★ " : ""}${score.text}` : "");
    }
  }
}
