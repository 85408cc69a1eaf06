/**
 * The end of a game: who won and how, the next game, and a review that begins by itself.
 *
 * @import { AgentsView, GameView, PositionView } from "../api-types.js"
 * @import { Host } from "./game-review.js"
 */

import { capital, h } from "../dom.js";
import { served } from "../served.js";
import { words } from "../words.js";
import { GameReview } from "./game-review.js";
import { headline } from "./headline.js";

export class EndCard {
  #review;
  moves;
  element;

  /**
   * `view` is the end of the game; `again(swapped)` begins the next one.
   * @param {{
   *   game: GameView, agents: AgentsView, view: PositionView, people: number[], host: Host,
   *   again: (swapped: boolean) => unknown,
   * }} how
   */
  constructor({ game, agents, view, people, host, again }) {
    const told = people.length ? people : [0, 1];
    this.moves = view.moves;
    this.#review = new GameReview({ game, agents, view, people: told, host });
    const plies = view.plies.length;
    /** @param {string} text @param {boolean} swapped */
    const button = (text, swapped, more = {}) =>
      h("button", { type: "button", onclick: () => again(swapped), ...more }, text);
    this.element = h(
      "section",
      { class: "card end stack", "aria-label": words.end.title },
      h("h2", {}, headline(view.outcome?.winner ?? null, people, game.players)),
      h("p", {}, words.end.how(capital(served(view.outcome?.reason ?? "")), plies)),
      h(
        "div",
        { class: "row" },
        button(words.end.rematch, false, { class: "primary" }),
        button(words.end.swap, true),
      ),
      this.#review.element,
    );
  }

  /**
   * Mark where the board stands.
   * @param {number} ply
   */
  at(ply) {
    this.#review.at(ply);
  }

  close() {
    this.#review.close();
    this.element.remove();
  }
}
