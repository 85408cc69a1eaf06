/**
 * Who plays a side: a person, a strength, an agent of the reports, or a spec of one's own.
 *
 *   const row = new PlayerRow({game, player, agents, value, onchange});
 *   row.element; row.value ("human" or a spec); row.tell({active, seconds, note})
 *
 * @import { AgentsView, GameView, PresetView, SpecView } from "../api-types.js"
 */

import { post } from "../api.js";
import { pieceIcon } from "../board-art.js";
import { clock, h, keep, recall, say, wordsOf } from "../dom.js";
import { served } from "../served.js";
import { words } from "../words.js";
import { introduction, optionText } from "./opponents.js";

const CUSTOM = "custom";
const MOST_OWN = 5; // specs of one's own that a list offers again
export const HUMAN = "human";

/**
 * Who a person plays against at first, and who are asked for hints, until one has a proof.
 * @param {AgentsView} agents
 */
export function usual(agents) {
  const offered = agents.presets.map(({ name }) => name);
  /** @param {string} name @param {string} otherwise */
  const named = (name, otherwise) => (offered.includes(name) ? name : otherwise);
  const best = named("best", offered[offered.length - 1]);
  const opponent = named("casual", offered[Math.min(1, offered.length - 1)]);
  return { opponent, advisers: [agents.analyst, best] };
}

/**
 * A list of agents by groups: for people, the report's, one's own, which ends in a new one.
 * @param {PresetView[]} presets
 * @param {string[]} own specs
 * @returns {{label: string, agents: {value: string, text: string}[]}[]}
 */
export function agentGroups(presets, own) {
  /** @param {PresetView["group"]} wanted */
  const named = (wanted) =>
    presets
      .filter(({ group }) => group === wanted)
      .map((preset) => ({ value: preset.name, text: optionText(preset) }));
  const written = own.map((spec) => ({ value: spec, text: spec }));
  const groups = [
    { label: words.players.people, agents: named("people") },
    { label: words.players.report, agents: named("report") },
    {
      label: words.players.own,
      agents: [...written, { value: CUSTOM, text: words.players.write }],
    },
  ];
  return groups.filter(({ agents }) => agents.length);
}

/**
 * The options of a list of agents of a game; `before` come at the top.
 * @param {string} game
 * @param {PresetView[]} presets
 * @param {HTMLOptionElement[]} before
 */
export function agentOptions(game, presets, before = []) {
  const groups = agentGroups(presets, ownSpecs(game)).map(({ label, agents }) =>
    h(
      "optgroup",
      { label },
      agents.map(({ value, text }) => h("option", { value }, text)),
    ),
  );
  return [...before, ...groups];
}

/**
 * The specs that were written for a game, the latest first.
 * @param {string} game
 * @returns {string[]}
 */
export function ownSpecs(game) {
  return recall(`own-agents.${game}`, []);
}

/**
 * Offer a spec again that was written for a game.
 * @param {string} game
 * @param {string} spec
 */
export function keepSpec(game, spec) {
  const others = ownSpecs(game).filter((each) => each !== spec);
  keep(`own-agents.${game}`, [spec, ...others].slice(0, MOST_OWN));
}

export class PlayerRow {
  #game;
  #presets;
  #onchange;
  #select;
  #spec;
  #specRow;
  #says = h("p", { class: "says small muted" });
  #error = h("p", { class: "error-text", role: "alert", hidden: true });
  #note = h("span", { class: "note small muted" });
  #clock = h("span", { class: "clock number", title: words.players.clock }, "0:00");
  element;
  value;

  /**
   * @param {{
   *   game: GameView, player: number, agents: AgentsView, value: string,
   *   onchange: (value: string) => unknown,
   * }} how
   */
  constructor({ game, player, agents, value, onchange }) {
    this.#game = game;
    this.#presets = agents.presets;
    this.#onchange = onchange;
    this.value = value;
    const name = game.players[player];
    const id = `spec-error-${player}`;
    this.#error.id = id;
    this.#select = h(
      "select",
      {
        "aria-label": words.players.who(name),
        onchange: ({ currentTarget }) => this.#chosen(currentTarget.value),
      },
      this.#options(),
    );
    this.#spec = h("input", {
      class: "mono",
      "aria-label": words.players.spec(name),
      "aria-describedby": id,
      placeholder: "alphabeta(seconds=1)",
      spellcheck: "false",
      autocomplete: "off",
      onchange: () => this.#check(),
    });
    this.#specRow = h("div", { class: "player-spec" }, this.#spec);
    this.element = h(
      "div",
      { class: "player" },
      h(
        "div",
        { class: "player-top" },
        pieceIcon(game.pieces[player]),
        h("strong", { class: "name" }, name),
        this.#select,
        this.#clock,
      ),
      this.#specRow,
      this.#says,
      this.#error,
      this.#note,
    );
    this.#show();
  }

  #options() {
    return agentOptions(this.#game.name, this.#presets, [
      h("option", { value: HUMAN }, words.players.human),
    ]);
  }

  /** @param {string} wanted */
  #preset(wanted) {
    return this.#presets.find(({ name }) => name === wanted);
  }

  get isHuman() {
    return this.value === HUMAN;
  }

  /**
   * Show whether it is this side's turn, its time, and what it is doing.
   * @param {{active: boolean, seconds: number, note?: string}} how
   */
  tell({ active, seconds, note = "" }) {
    this.element.toggleAttribute("data-active", active);
    say(this.#clock, clock(seconds));
    say(this.#note, note);
  }

  /**
   * Take another value, as from the address.
   * @param {string} value
   */
  become(value) {
    if (value === this.value) return;
    this.value = value;
    this.#show();
  }

  #show() {
    const preset = this.#preset(this.value);
    const custom = !preset && !this.isHuman;
    const listed = !custom || ownSpecs(this.#game.name).includes(this.value);
    this.#select.value = listed ? this.value : CUSTOM;
    this.#specRow.hidden = !custom;
    if (custom) this.#spec.value = this.value;
    say(this.#says, preset ? introduction(preset) : "");
    this.#fail(null);
  }

  /** @param {string} value */
  #chosen(value) {
    if (value !== CUSTOM) {
      this.#take(value);
      return;
    }
    this.#specRow.hidden = false;
    this.#spec.value = this.isHuman ? "" : (this.#preset(this.value)?.spec ?? this.value);
    this.#spec.focus();
    say(this.#says, words.players.howToWrite);
  }

  async #check() {
    const spec = this.#spec.value.trim();
    if (!spec) return;
    try {
      const { name, values } = this.#game;
      /** @type {SpecView} */
      const checked = await post("/agents/check", { game: name, parameters: values, spec });
      if (!this.#preset(spec)) keepSpec(name, spec);
      this.#select.replaceChildren(...this.#options());
      this.#take(spec);
      say(this.#says, served(checked.says));
    } catch (error) {
      this.#fail(wordsOf(error));
    }
  }

  /** @param {string} value */
  #take(value) {
    this.value = value;
    this.#show();
    this.#onchange(value);
  }

  /** @param {string | null} text */
  #fail(text) {
    this.#error.hidden = !text;
    say(this.#error, text ?? "");
    this.#spec.setAttribute("aria-invalid", String(Boolean(text)));
  }
}
