/**
 * The form of a tournament: agents as chips, pairs, limits, openings; `onstart(request)`.
 *
 * @import { GameView, JobRequest, PresetView, SpecView } from "../api-types.js"
 * @import { Parameters } from "../router.js"
 *
 * @typedef {(request: JobRequest) => unknown} OnStart
 */

import { post } from "../api.js";
import { h, say, wordsOf } from "../dom.js";
import { served } from "../served.js";
import { words } from "../words.js";
import { agentOptions, keepSpec } from "./players.js";

const OWN = "custom"; // as agentOptions calls it
/** @returns {["seconds" | "nodes" | "depth", string][]} */
const limits = () => [
  ["seconds", words.engine.seconds],
  ["nodes", words.arena.nodes],
  ["depth", words.engine.depth],
];

export class ArenaForm {
  /**
   * @param {{
   *   game: GameView, parameters: Parameters, presets: PresetView[], agents: string[],
   *   onstart: OnStart, onagents: (agents: string[]) => unknown,
   * }} how
   */
  constructor({ game, parameters, presets, agents, onstart, onagents }) {
    this.place = { game: game.name, parameters };
    this.presets = presets;
    this.agents = agents;
    this.onagents = onagents;
    this.chips = h("ul", { class: "chips", "aria-label": words.arena.agents });
    this.problem = h("p", { class: "error-text", id: "arena-problem", role: "alert" });
    this.fields = {
      pairs: number({ value: 10, min: 1, max: 10000 }),
      seconds: number({ value: 0.1, min: 0.001, max: 60, step: "any" }),
      nodes: number({ min: 1 }),
      depth: number({ min: 1, max: 120 }),
      plies: number({ min: 0, max: 40, placeholder: words.arena.asUsual }),
      seed: number({ value: 1, min: 0 }),
      workers: number({ min: 1, max: 16, placeholder: words.arena.oneACore }),
      gauntlet: h("input", { type: "checkbox" }),
      openings: h("textarea", {
        rows: 3,
        "aria-label": words.arena.openings,
        placeholder: words.arena.openingsHint,
        spellcheck: "false",
      }),
    };
    this.total = h("p", { class: "muted small" });
    for (const field of Object.values(this.fields))
      field.addEventListener("input", () => this.#count());
    this.element = h(
      "form",
      {
        class: "card stack arena-form",
        novalidate: true,
        onsubmit: (event) => {
          event.preventDefault();
          this.#start(onstart);
        },
      },
      this.#parts(),
    );
    this.#showChips();
  }

  /** Say what was wrong; nothing takes it back. */
  complain(text = "") {
    say(this.problem, text);
  }

  #parts() {
    const { fields } = this;
    /** @param {string} text @param {HTMLElement} field */
    const labelled = (text, field) => h("label", { class: "field" }, h("span", {}, text), field);
    return [
      h("h2", {}, words.arena.newTournament),
      this.chips,
      this.#adder(),
      h(
        "fieldset",
        {},
        h("legend", {}, words.arena.games),
        h(
          "div",
          { class: "fields" },
          labelled(words.arena.pairs, fields.pairs),
          labelled(words.arena.openingMoves, fields.plies),
          labelled(words.arena.seed, fields.seed),
          labelled(words.arena.processes, fields.workers),
        ),
        h("label", {}, fields.gauntlet, words.arena.gauntlet),
      ),
      h(
        "fieldset",
        {},
        h("legend", {}, words.arena.limits),
        h(
          "div",
          { class: "fields" },
          limits().map(([name, text]) => labelled(text, fields[name])),
        ),
      ),
      h("details", {}, h("summary", {}, words.arena.ownOpenings), fields.openings),
      this.total,
      this.problem,
      h("button", { type: "submit", class: "primary" }, words.arena.start),
    ];
  }

  #adder() {
    const spec = h("input", {
      class: "mono grow",
      "aria-label": words.arena.spec,
      placeholder: "alphabeta(depth=4)",
      hidden: true,
      spellcheck: "false",
      autocomplete: "off",
      "aria-describedby": "arena-problem",
      onkeydown: (event) => {
        if (event.key !== "Enter") return;
        event.preventDefault();
        this.#add(event.currentTarget.value);
      },
    });
    const select = h(
      "select",
      {
        "aria-label": words.arena.agentToAdd,
        onchange: ({ currentTarget }) => {
          spec.hidden = currentTarget.value !== OWN;
          if (!spec.hidden) spec.focus();
        },
      },
      agentOptions(this.place.game, this.presets),
    );
    const add = h(
      "button",
      { type: "button", onclick: () => this.#add((select.value === OWN ? spec : select).value) },
      words.arena.add,
    );
    return h("div", { class: "row" }, select, spec, add);
  }

  /** @param {string} text */
  async #add(text) {
    const wanted = text.trim();
    if (!wanted) return;
    try {
      /** @type {SpecView} */
      const { spec } = await post("/agents/check", { ...this.place, spec: wanted });
      if (this.agents.includes(spec)) throw new Error(words.arena.isThere(spec));
      this.complain();
      if (!this.presets.some(({ name }) => name === spec)) keepSpec(this.place.game, spec);
      this.#change([...this.agents, spec]);
    } catch (error) {
      this.complain(wordsOf(error));
    }
  }

  /** @param {string[]} agents */
  #change(agents) {
    this.agents = agents;
    this.#showChips();
    this.onagents(agents);
  }

  #showChips() {
    /** @param {string} agent */
    const says = (agent) => served(this.presets.find(({ name }) => name === agent)?.says ?? "");
    this.chips.replaceChildren(
      ...this.agents.map((agent) =>
        h(
          "li",
          { class: "chip", title: says(agent) || null },
          h("span", { class: "mono" }, agent),
          h(
            "button",
            {
              type: "button",
              class: "quiet",
              "aria-label": words.arena.remove(agent),
              onclick: () => this.#change(this.agents.filter((each) => each !== agent)),
            },
            "×",
          ),
        ),
      ),
    );
    this.#count();
  }

  #count() {
    const count = this.agents.length;
    const pairings = this.fields.gauntlet.checked ? count - 1 : (count * (count - 1)) / 2;
    const games = 2 * pairings * Number(this.fields.pairs.value);
    say(
      this.total,
      count < 2 ? words.arena.chooseTwo : words.arena.planned(games.toLocaleString(words.locale)),
    );
  }

  /** @param {OnStart} onstart */
  #start(onstart) {
    const { fields } = this;
    const limit = Object.fromEntries(
      limits()
        .filter(([name]) => fields[name].value)
        .map(([name]) => [name, Number(fields[name].value)]),
    );
    const openings = fields.openings.value
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean);
    onstart({
      ...this.place,
      agents: this.agents,
      limit,
      openings,
      gauntlet: fields.gauntlet.checked,
      pairs: Number(fields.pairs.value),
      opening_plies: fields.plies.value ? Number(fields.plies.value) : null,
      seed: Number(fields.seed.value),
      workers: Number(fields.workers.value) || null,
    });
  }
}

/** @param {{value?: string | number, [attribute: string]: unknown}} attributes */
function number({ value = "", ...bounds }) {
  return h("input", { type: "number", inputmode: "decimal", value, ...bounds });
}
