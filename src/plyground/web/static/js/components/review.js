/**
 * A short analysis of each of several positions, one after the other; `stop` ends it.
 *
 * @import { AnalysisView, LimitModel, OutcomeView, Place } from "../api-types.js"
 *
 * @typedef {{outcome: OutcomeView, analysis?: undefined} | {analysis: AnalysisView, outcome?: undefined}} Found
 * @typedef {(index: number, found: Found) => unknown} Tell
 */

import { live, positionView } from "../api.js";

export class Review {
  #how;
  #stopped = false;
  /** @type {(() => void) | null} ends the analysis under way */
  #cancel = null;

  /**
   * `how` are the agent and the limit for each position.
   * @param {{agent: string, limit: LimitModel}} how
   */
  constructor(how) {
    this.#how = how;
  }

  /**
   * `tell` is called as often as something is known.
   * @param {Place[]} places
   * @param {Tell} tell
   */
  async run(places, tell) {
    for (const [index, place] of places.entries()) {
      const { outcome } = await positionView(place);
      if (this.#stopped) return;
      if (outcome) tell(index, { outcome });
      else await this.#analyse(place, (analysis) => analysis && tell(index, { analysis }));
      if (this.#stopped) return;
    }
  }

  stop() {
    this.#stopped = true;
    this.#cancel?.();
  }

  /**
   * @param {Place} place
   * @param {(analysis: AnalysisView | null) => unknown} tell
   * @returns {Promise<void>}
   */
  #analyse(place, tell) {
    return new Promise((resolve, reject) => {
      const end = live.start(
        { type: "analyse", ...place, ...this.#how, lines: 1 },
        {
          progress: ({ analysis }) => tell(analysis),
          done: ({ analysis }) => {
            tell(analysis);
            resolve();
          },
          error: reject,
        },
      );
      this.#cancel = () => {
        end();
        resolve();
      };
    });
  }
}
