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
import { capital, clock, h, say, sentence, wordsOf } from "../dom.js";

const STRENGTHS = ["beginner", "easy", "casual", "strong", "best"];
const CUSTOM = "custom";
export const HUMAN = "human";

/**
 * Who a person plays against at first, and who are asked for hints, until one knows a score.
 * @param {AgentsView} agents
 */
export function usual(agents) {
  const offered = agents.presets.map(({ name }) => name);
  /** @param {string} name @param {string} otherwise */
  const named = (name, otherwise) => (offered.includes(name) ? name : otherwise);
  const best = named("best", offered[offered.length - 1]);
  const advisers = offered.includes("perfect") ? ["perfect", best] : [best];
  return { opponent: named("casual", offered[Math.min(1, offered.length - 1)]), advisers };
}

/**
 * The options of a list of agents, strengths first; `before` come at the top.
 * @param {PresetView[]} presets
 * @param {HTMLOptionElement[]} before
 */
export function agentOptions(presets, before = []) {
  /** @param {PresetView} preset */
  const option = ({ name }) => h("option", { value: name }, capital(name.replaceAll("_", " ")));
  const strengths = presets.filter(({ name }) => STRENGTHS.includes(name));
  const others = presets.filter(({ name }) => !STRENGTHS.includes(name));
  /** @param {string} label @param {PresetView[]} list */
  const group = (label, list) => (list.length ? [h("optgroup", { label }, list.map(option))] : []);
  return [
    ...before,
    ...group("Agent, by strength", strengths),
    ...group("Other agents", others),
    h("option", { value: CUSTOM }, "Agent of your own…"),
  ];
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
  #clock = h("span", { class: "clock number", title: "time spent thinking" }, "0:00");
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
        "aria-label": `Who plays ${name}`,
        onchange: ({ currentTarget }) => this.#chosen(currentTarget.value),
      },
      agentOptions(this.#presets, [h("option", { value: HUMAN }, "Human")]),
    );
    this.#spec = h("input", {
      class: "mono",
      "aria-label": `Spec of the agent for ${name}`,
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
    const preset = this.#presets.find(({ name }) => name === this.value);
    const custom = !preset && !this.isHuman;
    this.#select.value = custom ? CUSTOM : this.value;
    this.#specRow.hidden = !custom;
    if (custom) this.#spec.value = this.value;
    say(this.#says, preset ? sentence(preset.says) : "");
    this.#fail(null);
  }

  /** @param {string} value */
  #chosen(value) {
    if (value !== CUSTOM) {
      this.#take(value);
      return;
    }
    const preset = this.#presets.find(({ name }) => name === this.value);
    this.#specRow.hidden = false;
    this.#spec.value = preset?.spec ?? preset?.name ?? "";
    this.#spec.focus();
    say(this.#says, "Write a kind with its arguments, then press Enter.");
  }

  async #check() {
    const spec = this.#spec.value.trim();
    if (!spec) return;
    try {
      const { name, values } = this.#game;
      /** @type {SpecView} */
      const checked = await post("/agents/check", { game: name, parameters: values, spec });
      this.#take(spec);
      say(this.#says, checked.says);
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
