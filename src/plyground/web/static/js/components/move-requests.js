/**
 * The moves that agents are asked for, to reply or to advise, and what is told of them meanwhile.
 * At most one of each kind is under way.
 *
 * @import { AgentsView, ChoiceView, Place } from "../api-types.js"
 * @import { Handlers } from "../live.js"
 */

import { live } from "../api.js";
import { short } from "../dom.js";
import { words } from "../words.js";
import { Compiling } from "./compiling.js";
import { usual } from "./players.js";

const SLOWEST_TO_SEE = 350; // milliseconds that an agent's move takes at least
const HINT_SECONDS = 0.5;

export class MoveRequests {
  note = ""; // what the agent that is asked is doing
  #advisers; // whom to ask for hints
  /** @type {AbortController | null} of a move under way, and of the agent that replies */
  #replying = null;
  /** @type {AbortController | null} of a hint */
  #advising = null;
  #compiling = new Compiling();
  element = this.#compiling.element;

  /** @param {AgentsView} agents */
  constructor(agents) {
    this.#advisers = usual(agents).advisers;
  }

  get isReplying() {
    return this.#replying !== null;
  }

  /**
   * Send a person's move: the position after it comes back, and then the agent's reply.
   * @param {Parameters<typeof live.play>[0]} asked
   */
  play(asked) {
    this.stop();
    const { signal } = (this.#replying = new AbortController());
    return { signal, ...live.play(asked, { signal, ...this.#handlers() }) };
  }

  /**
   * The agent's choice; `promised` is one that was asked for with the person's move. Where the
   * signal says that it was stopped, the choice means nothing.
   * @param {Place & {agent: string}} asked
   * @param {Promise<ChoiceView | null> | null} promised
   */
  reply(asked, promised) {
    const control = (promised && this.#replying) || (this.#replying = new AbortController());
    this.note = words.play.thinking;
    return { signal: control.signal, choice: this.#choice(asked, promised, control.signal) };
  }

  /**
   * @param {Place & {agent: string}} asked
   * @param {Promise<ChoiceView | null> | null} promised
   * @param {AbortSignal} signal
   */
  async #choice(asked, promised, signal) {
    const began = performance.now();
    const how = { signal, ...this.#handlers() };
    const choice = (await promised) ?? (await live.choose(asked, how));
    this.#compiling.hide();
    await pause(SLOWEST_TO_SEE - (performance.now() - began));
    if (!signal.aborted) this.note = "";
    return choice;
  }

  /** Nobody is to reply. */
  expectNone() {
    this.#replying = null;
  }

  /** @returns {Handlers} */
  #handlers() {
    return {
      queued: ({ ahead }) => (this.note = words.play.waiting(ahead)),
      preparing: ({ compiling }) => {
        this.note = words.play.gettingReady;
        this.#compiling.show(compiling);
      },
      progress: ({ statistics }) => {
        this.#compiling.hide();
        if (statistics) this.note = words.play.progress(statistics.depth, short(statistics.nodes));
      },
    };
  }

  /**
   * The best move that the advisers know; the later ones are asked where there is no proof.
   * @param {Place} place
   * @returns {Promise<ChoiceView>}
   */
  async best(place) {
    this.#advising?.abort();
    this.#advising = new AbortController();
    const { signal } = this.#advising;
    const { preparing } = this.#handlers();
    const limit = { seconds: HINT_SECONDS };
    try {
      const [first, ...others] = this.#advisers;
      let found = await live.choose({ ...place, agent: first, limit }, { signal, preparing });
      for (const agent of others) {
        if (found.score?.kind === "proven") break;
        found = await live.choose({ ...place, agent, limit }, { signal, preparing });
      }
      return found;
    } finally {
      this.#compiling.hide();
    }
  }

  stop() {
    this.#replying?.abort();
    this.#advising?.abort();
    this.#replying = this.#advising = null;
    this.note = "";
    this.#compiling.hide();
  }
}

/** @param {number} milliseconds */
function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, milliseconds)));
}
