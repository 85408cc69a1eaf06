/**
 * A bar beside the board: how much of it is the first player's.
 *
 * @import { GameView } from "../api-types.js"
 * @import { Judgement } from "./scores.js"
 */

import { capital, h, say } from "../dom.js";
import { words } from "../words.js";

export class EvaluationBar {
  #part = h("div", { class: "bar-part" });
  #text = h("span", { class: "bar-text number" });
  element;

  /** @param {GameView} game */
  constructor(game) {
    this.#part.classList.add(`look-${game.pieces[0]}`);
    this.element = h(
      "div",
      {
        class: `evaluation look-${game.pieces[1]}`,
        role: "img",
        "aria-label": words.analyse.notJudged,
      },
      this.#part,
      this.#text,
    );
  }

  /**
   * Show what is known of a position, or null.
   * @param {Judgement | null} score
   */
  show(score) {
    const advantage = score?.advantage ?? 0;
    this.#part.style.height = `${50 + 50 * advantage}%`;
    this.element.classList.toggle("unknown", !score);
    say(this.#text, score?.brief ?? "");
    this.#text.classList.toggle("low", advantage >= 0);
    const told = score ? capital(score.text) : words.analyse.notJudged;
    this.element.setAttribute("aria-label", told);
    this.element.title = told;
  }
}
