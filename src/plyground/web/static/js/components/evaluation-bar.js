/** A bar beside the board: how much of it is the first player's. */

import { h, say } from "../dom.js";

export class EvaluationBar {
  #game;
  #part = h("div", { class: "bar-part" });
  #text = h("span", { class: "bar-text number" });
  element;

  constructor(game) {
    this.#game = game;
    this.#part.classList.add(`look-${game.pieces[0]}`);
    this.element = h("div", { class: `evaluation look-${game.pieces[1]}`, role: "img", "aria-label": "Not judged yet" }, this.#part, this.#text);
  }

  /** Show {advantage, text} for the first player, or null. */
  show(score) {
    const advantage = score?.advantage ?? 0;
    this.#part.style.height = `${50 + 50 * advantage}%`;
    this.element.classList.toggle("unknown", !score);
    say(this.#text, score ? `${advantage > 0 ? "+" : advantage < 0 ? "−" : ""}${Math.abs(Math.round(100 * advantage))}` : "");
    this.#text.classList.toggle("low", advantage >= 0);
    const leader = this.#game.players[advantage >= 0 ? 0 : 1];
    const words = score ? `${leader} ${advantage ? "ahead" : "and opponent even"}: ${score.text}` : "Not judged yet";
    this.element.setAttribute("aria-label", words);
    this.element.title = words;
  }
}
