/**
 * The time that each player has spent on a game. The browser keeps it under the game's address, so
 * that a reload goes on where it was.
 */

import { keep, recall } from "../dom.js";

const KEPT = "clocks";

export class Clocks {
  #now;
  #spent = [0, 0]; // seconds, by player
  /** @type {number | null} whose clock runs */
  #running = null;
  #since = 0;

  /** `now` are milliseconds. */
  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  /**
   * Let this player's clock run, null for none.
   * @param {number | null} player
   */
  run(player) {
    this.#settle();
    this.#running = player;
  }

  /** Begin at nothing. */
  reset() {
    this.#spent = [0, 0];
    this.run(null);
  }

  /**
   * Seconds of a player.
   * @param {number} player
   */
  seconds(player) {
    const since = player === this.#running ? (this.#now() - this.#since) / 1000 : 0;
    return this.#spent[player] + since;
  }

  /**
   * Keep what was spent on a game.
   * @param {string} game its address
   */
  keep(game) {
    this.#settle();
    keep(KEPT, { game, spent: this.#spent });
  }

  /**
   * Go on from what was spent on a game, if it is the one that was kept.
   * @param {string} game its address
   */
  recall(game) {
    /** @type {{game?: string, spent?: unknown}} */
    const kept = recall(KEPT, {});
    if (kept.game !== game || !Array.isArray(kept.spent)) return;
    this.#spent = kept.spent.map(Number);
    this.#since = this.#now();
  }

  #settle() {
    const now = this.#now();
    if (this.#running !== null) this.#spent[this.#running] += (now - this.#since) / 1000;
    this.#since = now;
  }
}
