/**
 * A short analysis of each of several positions, one after the other; `stop` ends it.
 *
 * Who analyses is asked in turn until one knows all moves for certain; the last one's estimates count.
 * Who did not know two positions in a row is not asked about those that follow.
 *
 * @import { AnalysisView, LimitModel, OutcomeView, Place } from "../api-types.js"
 *
 * @typedef {{outcome: OutcomeView, analysis?: undefined} | {analysis: AnalysisView, outcome?: undefined}} Found
 * @typedef {(index: number, found: Found) => unknown} Tell
 */

import { live, positionView } from "../api.js";

const MOST_FAILURES = 2;

export class Review {
  #hows;
  #failures;
  #stopped = false;
  /** @type {(() => void) | null} ends the analysis under way */
  #cancel = null;

  /**
   * `hows` are agents with their limits for each position.
   * @param {...{agent: string, limit: LimitModel}} hows
   */
  constructor(...hows) {
    this.#hows = hows;
    this.#failures = hows.map(() => 0);
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
      else await this.#ask(place, (analysis) => tell(index, { analysis }));
      if (this.#stopped) return;
    }
  }

  /** @param {Place} place @param {(analysis: AnalysisView) => unknown} tell */
  async #ask(place, tell) {
    const last = this.#hows.length - 1;
    for (const [index, how] of this.#hows.entries()) {
      if (index < last && this.#failures[index] >= MOST_FAILURES) continue;
      /** @type {AnalysisView | null} */
      let found = null;
      await this.#analyse(place, how, (analysis) => {
        found = analysis;
        if (analysis && index === last) tell(analysis);
      });
      if (this.#stopped || index === last) return;
      this.#failures[index] = found && isKnown(found) ? 0 : this.#failures[index] + 1;
      if (found && isKnown(found)) return tell(found);
    }
  }

  stop() {
    this.#stopped = true;
    this.#cancel?.();
  }

  /**
   * @param {Place} place
   * @param {{agent: string, limit: LimitModel}} how
   * @param {(analysis: AnalysisView | null) => unknown} tell
   * @returns {Promise<void>}
   */
  #analyse(place, how, tell) {
    return new Promise((resolve, reject) => {
      const end = live.start(
        { type: "analyse", ...place, ...how, lines: 1 },
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

/** @param {AnalysisView} analysis */
function isKnown({ moves }) {
  return moves.every(({ score }) => score?.kind === "proven");
}
