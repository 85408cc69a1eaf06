/**
 * The board of an analysis: a position with the scores of its moves, or a line that is pointed at.
 *
 * @import { AnalysisView, Place, PositionView } from "../api-types.js"
 */

import { PlyBoard } from "../board.js";
import { lineView } from "./line-view.js";
import { arrowsOf, overlayOf } from "./scores.js";

export class AnalysedBoard {
  element = new PlyBoard();
  /** @type {AnalysisView | null} of the position on the board */
  known = null;
  #hasScores = true;
  /** @type {PositionView | null} */
  #view = null;
  /** @type {string[] | null} the moves of the line that is shown */
  #previewing = null;

  get hasScores() {
    return this.#hasScores;
  }

  set hasScores(shown) {
    this.#hasScores = shown;
    this.#overlay();
  }

  /** @param {PositionView} view */
  show(view) {
    this.#view = view;
    this.known = null;
    this.#previewing = null;
    this.element.view = view;
    this.element.overlay = null;
    this.element.interactive = !view.outcome;
  }

  /** Whatever is pointed at is not shown any more. */
  forgetPreview() {
    this.#previewing = null;
  }

  /** @param {AnalysisView} analysis */
  learn(analysis) {
    this.known = analysis;
    if (!this.#previewing) this.#overlay();
  }

  #overlay() {
    this.element.overlay =
      this.#hasScores && this.known
        ? { scores: overlayOf(this.known), arrows: arrowsOf(this.known) }
        : null;
  }

  /**
   * Show the moves of a line from a place; null takes them off.
   * @param {Place} place
   * @param {string[] | null} moves
   */
  async preview(place, moves) {
    if (!moves) {
      if (!this.#previewing || !this.#view) return;
      this.#previewing = null;
      this.element.view = this.#view;
      this.#overlay();
      return;
    }
    this.#previewing = moves;
    const { view, overlay } = await lineView(place, moves);
    if (this.#previewing !== moves) return;
    this.element.view = view;
    this.element.overlay = overlay;
  }
}
