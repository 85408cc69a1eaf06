/**
 * The two players of a game: who they are, whose turn it is, and the time that they have spent.
 *
 * @import { AgentsView, GameView, PositionView } from "../api-types.js"
 * @import { Query } from "../router.js"
 */

import { h } from "../dom.js";
import { words } from "../words.js";
import { Clocks } from "./clocks.js";
import { HUMAN, PlayerRow, usual } from "./players.js";

/** @type {("first" | "second")[]} */
const SIDES = ["first", "second"];

export class BothPlayers {
  clocks = new Clocks();
  #names; // of the presets and kinds of this game
  #usual; // who plays where the address says nothing
  #rows;
  element;

  /** @param {{game: GameView, agents: AgentsView, onchange: () => unknown}} how */
  constructor({ game, agents, onchange }) {
    this.#names = new Set([...agents.presets, ...agents.kinds].map(({ name }) => name));
    this.#usual = { first: HUMAN, second: usual(agents).opponent };
    this.#rows = SIDES.map(
      (side, player) => new PlayerRow({ game, player, agents, value: this.#usual[side], onchange }),
    );
    this.element = h(
      "section",
      { class: "card players", "aria-label": words.play.players },
      this.#rows.map(({ element }) => element),
    );
  }

  /**
   * Become those of the address.
   * @param {Query} query
   */
  become(query) {
    SIDES.forEach((side, player) => {
      const asked = query[side];
      this.#rows[player].become(asked && this.#fits(asked) ? asked : this.#usual[side]);
    });
  }

  // Names of agents come along from other games, which may not have them.
  /** @param {string} player */
  #fits(player) {
    return player === HUMAN || player.includes("(") || this.#names.has(player);
  }

  /** For the address: those who are not the usual ones. */
  query() {
    /** @type {Query} */
    const query = {};
    SIDES.forEach((side, player) => {
      const { value } = this.#rows[player];
      if (value !== this.#usual[side]) query[side] = value;
    });
    return query;
  }

  /** @param {number} player */
  isHuman(player) {
    return this.#rows[player].isHuman;
  }

  /** The sides that people play. */
  get people() {
    return [0, 1].filter((player) => this.isHuman(player));
  }

  /**
   * The spec of a side, or that of a person.
   * @param {number} player
   */
  value(player) {
    return this.#rows[player].value;
  }

  /**
   * The ply where a person last had the choice before `at`, or null.
   * @param {PositionView["plies"]} plies
   * @param {number} at
   */
  lastChoice(plies, at) {
    const found = plies.slice(0, at).findLastIndex(({ player }) => this.isHuman(player));
    return found < 0 ? null : found;
  }

  swap() {
    const [first, second] = this.#rows.map(({ value }) => value);
    [second, first].forEach((value, side) => this.#rows[side].become(value));
  }

  /**
   * Show whose turn it is, what that side is doing, and the clocks.
   * @param {PositionView} view
   * @param {string} note
   */
  tell({ player, outcome }, note) {
    this.#rows.forEach((row, side) => {
      const active = !outcome && side === player;
      row.tell({ active, seconds: this.clocks.seconds(side), note: active ? note : "" });
    });
  }
}
