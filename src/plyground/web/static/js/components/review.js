/** A short analysis of each of several positions, one after the other; `stop` ends it. */

import { live, positionView } from "../api.js";

export class Review {
  #how;
  #stopped = false;
  #cancel = null; // ends the analysis under way

  /** `how` are the agent and the limit for each position. */
  constructor(how) {
    this.#how = how;
  }

  /** `tell(index, {analysis} or {outcome})` is called as often as something is known. */
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

  #analyse(place, tell) {
    return new Promise((resolve, reject) => {
      const end = live.start(
        { type: "analyse", ...place, ...this.#how, lines: 1 },
        {
          progress: ({ analysis }) => tell(analysis),
          done: ({ analysis }) => resolve(tell(analysis)),
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
