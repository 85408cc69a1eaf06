/**
 * The card of the best lines: the lines, what their letters mean, and whether the board has scores.
 *
 * @import { AnalysisView } from "../api-types.js"
 */

import { h, say } from "../dom.js";
import { words } from "../words.js";
import { Lines } from "./lines.js";
import { legendOf, ringsOf } from "./scores.js";

export class BestLines {
  #players;
  #lines;
  #legend = h("p", { class: "small muted legend" });
  #switch;
  element;

  /**
   * `preview(moves or null)` shows a line on the board, `enter(moves)` plays it, `onscores(shown)` is
   * told when somebody wants the scores on the board or not.
   * @param {{
   *   players: string[], preview: (moves: string[] | null) => unknown,
   *   enter: (moves: string[]) => unknown, onscores: (shown: boolean) => unknown,
   * }} how
   */
  constructor({ players, preview, enter, onscores }) {
    this.#players = players;
    this.#lines = new Lines({ players, preview, enter });
    this.#switch = h("input", {
      type: "checkbox",
      onchange: ({ currentTarget }) => onscores(currentTarget.checked),
    });
    this.element = h(
      "section",
      { class: "card best", "aria-label": words.analyse.bestLines },
      h(
        "div",
        { class: "row between" },
        h("h2", {}, words.analyse.bestLines),
        h("label", { class: "small" }, this.#switch, words.analyse.scores),
      ),
      this.#lines.element,
      this.#legend,
    );
  }

  /** @param {boolean} shown */
  set scores(shown) {
    this.#switch.checked = shown;
  }

  clear() {
    this.#lines.show([]);
    say(this.#legend, "");
  }

  /** @param {AnalysisView} analysis */
  show(analysis) {
    this.#lines.show(analysis.lines);
    const told = [legendOf(analysis, this.#players), ringsOf(analysis, this.#players)];
    say(this.#legend, told.join(" ").trim());
  }
}
