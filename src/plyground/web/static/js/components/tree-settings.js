/**
 * What the tree screen is asked to show: read from the address, changed by a form.
 *
 * @import { AgentsView } from "../api-types.js"
 * @import { Query } from "../router.js"
 *
 * @typedef {ReturnType<typeof readSettings>} TreeSettings
 */

import { h, say } from "../dom.js";
import { words } from "../words.js";
import { examples } from "./tree-search.js";

/** @typedef {"search" | "numbers" | "growth"} Mode */
/** @returns {[Mode, string][]} */
export const modes = () => [
  ["search", words.settings.position],
  ["numbers", words.settings.numbers],
  ["growth", words.settings.growth],
];
const DEEPEST = 12;
const EXPLORATION = 0.4; // as agents have it
const ITERATIONS = [10, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000, 50000];

/**
 * The settings that an address asks for; nonsense becomes the default.
 * @param {Query} query
 */
export function readSettings(query) {
  /**
   * @param {string | null | undefined} text
   * @param {number} low
   * @param {number} high
   * @param {number} otherwise
   */
  const whole = (text, low, high, otherwise) => {
    const value = Number(text);
    return Number.isInteger(value) && value >= low && value <= high ? value : otherwise;
  };
  const exploration = Number(query.c);
  return {
    mode: modes().find(([mode]) => mode === query.mode)?.[0] ?? "search",
    depth: whole(query.depth, 1, DEEPEST, 2),
    pruning: query.pruning !== "0",
    strict: query.strict === "1",
    ordering: query.ordering === "1",
    table: query.table === "1",
    merged: query.merged === "1",
    boards: query.boards === "1",
    evaluate: query.evaluate || "default",
    tree: query.tree || examples()[0].tree,
    iterations: whole(query.iterations, 1, 1000000, 500),
    every: whole(query.every, 1, 1000000, 5),
    exploration: query.c && exploration >= 0 && exploration <= 100 ? exploration : EXPLORATION,
  };
}

/**
 * The other way; defaults are left out.
 * @param {TreeSettings} settings
 * @returns {Query}
 */
export function writeSettings(settings) {
  const { mode, depth, pruning, strict, ordering, table, merged, boards, evaluate } = settings;
  const { tree, iterations, every, exploration } = settings;
  const shared = { mode: mode === "search" ? null : mode };
  const switches = {
    pruning: pruning ? null : "0",
    strict: strict ? "1" : null,
    ordering: ordering ? "1" : null,
  };
  const growth = { iterations: String(iterations), every: String(every), c: String(exploration) };
  if (mode === "growth") return { ...shared, ...growth };
  if (mode === "numbers") return { ...shared, ...switches, tree };
  return {
    ...shared,
    ...switches,
    depth: String(depth),
    table: table ? "1" : null,
    merged: merged ? "1" : null,
    boards: boards ? "1" : null,
    evaluate: evaluate === "default" ? null : evaluate,
  };
}

/**
 * The settings in a few words, for who has folded them away.
 * @param {TreeSettings} settings
 */
export function settingsInWords(settings) {
  const { mode, depth, pruning, strict, ordering, table, merged, evaluate, tree } = settings;
  if (mode === "growth") {
    const { iterations, exploration } = settings;
    return words.settings.grown(iterations.toLocaleString(words.locale), exploration);
  }
  const told = [pruning ? words.settings.alphaBeta : words.settings.minimax];
  if (pruning && strict) told.push(words.settings.strictly);
  if (ordering) told.push(words.settings.ordered);
  if (mode === "numbers") return [tree, ...told].join(", ");
  if (table) told.push(words.settings.withTable);
  if (merged) told.push(words.settings.mirrored);
  if (evaluate !== "default") told.push(words.settings.evaluatedBy(evaluate));
  return [words.settings.deep(depth), ...told].join(", ");
}

/** The form; `onchange(settings)` when something else is wanted, `onstop()` ends a growth. */
export class SettingsForm {
  /**
   * @param {TreeSettings} settings
   * @param {{agents: AgentsView, onchange: (settings: TreeSettings) => unknown, onstop: () => unknown}} how
   */
  constructor(settings, { agents, onchange, onstop }) {
    this.settings = settings;
    this.onchange = onchange;
    this.problem = h("p", { class: "error-text", id: "tree-problem", hidden: true });
    this.stopButton = h("button", { type: "button", onclick: onstop }, words.settings.stop);
    this.text = this.#treeField();
    this.parts = { search: this.#search(agents), numbers: this.#numbers(), growth: this.#growth() };
    this.modes = modes().map(([mode, title]) => {
      const choose = () => this.#change({ mode });
      return h("button", { type: "button", data: { mode }, onclick: choose }, title);
    });
    this.inWords = h("span", { class: "small muted tree-setting-words" });
    const again = () => this.#change({});
    this.actions = h(
      "div",
      { class: "row" },
      h("button", { type: "button", class: "primary", onclick: again }, words.settings.growAgain),
      this.stopButton,
    );
    this.element = h(
      "form",
      { class: "tree-settings", onsubmit: (event) => event.preventDefault() },
      h(
        "div",
        { class: "tree-modes", role: "group", "aria-label": words.settings.what },
        this.modes,
      ),
      this.actions,
      h(
        "details",
        {},
        h("summary", {}, words.settings.title, this.inWords),
        h("div", { class: "card" }, Object.values(this.parts)),
      ),
      this.problem,
    );
    this.show(settings);
  }

  /** @param {TreeSettings} settings */
  show(settings) {
    this.settings = settings;
    for (const [mode, part] of Object.entries(this.parts)) part.hidden = mode !== settings.mode;
    for (const button of this.modes)
      button.setAttribute("aria-pressed", String(button.dataset.mode === settings.mode));
    this.actions.hidden = settings.mode !== "growth";
    say(this.inWords, settingsInWords(settings));
    /** @type {NodeListOf<HTMLInputElement | HTMLSelectElement>} */
    const controls = this.element.querySelectorAll("input, select");
    for (const control of controls) {
      const value = settings[/** @type {keyof TreeSettings} */ (control.dataset.setting)];
      if (typeof value === "boolean" && "checked" in control) control.checked = value;
      else if (value !== undefined && document.activeElement !== control)
        control.value = String(value);
    }
  }

  /** Say what was wrong with the settings; nothing takes it back. */
  complain(text = "") {
    say(this.problem, text);
    this.problem.hidden = !text;
    this.text.setAttribute(
      "aria-invalid",
      String(Boolean(text) && this.settings.mode === "numbers"),
    );
  }

  /** @param {Partial<TreeSettings>} changes */
  #change(changes) {
    this.onchange({ ...this.settings, ...changes });
  }

  /** @param {AgentsView} agents */
  #search(agents) {
    const depth = this.#select(
      "depth",
      Array.from({ length: DEEPEST }, (_, index) => index + 1),
      Number,
    );
    const evaluators = [
      "default",
      ...agents.evaluators.map(({ name }) => name).filter((name) => name !== "default"),
    ];
    return h(
      "div",
      { class: "row" },
      h("label", {}, words.settings.depth, depth),
      this.#switch("pruning", words.settings.pruning),
      this.#switch("strict", words.settings.strict),
      this.#switch("ordering", words.settings.ordering),
      this.#switch("table", words.settings.table),
      this.#switch("merged", words.settings.merged),
      this.#switch("boards", words.settings.boards),
      h("label", {}, words.settings.evaluator, this.#select("evaluate", evaluators, String)),
    );
  }

  #treeField() {
    return h("input", {
      type: "text",
      class: "grow mono",
      spellcheck: "false",
      autocomplete: "off",
      data: { setting: "tree" },
      "aria-describedby": "tree-problem",
      onchange: ({ currentTarget }) =>
        this.#change({ tree: currentTarget.value.trim() || examples()[0].tree }),
    });
  }

  #numbers() {
    const presets = h(
      "select",
      {
        onchange: ({ currentTarget: { value } }) => {
          const chosen = examples()[Number(value)];
          if (!value) return;
          this.text.value = chosen.tree;
          this.#change({ tree: chosen.tree });
        },
      },
      h("option", { value: "" }, words.settings.choose),
      examples().map(({ name }, index) => h("option", { value: index }, name)),
    );
    return h(
      "div",
      { class: "row" },
      h("label", { class: "grow" }, words.settings.tree, this.text),
      h("label", {}, words.settings.example, presets),
      this.#switch("pruning", words.settings.pruning),
      this.#switch("strict", words.settings.strict),
      this.#switch("ordering", words.settings.bestFirst),
    );
  }

  #growth() {
    const choices = [...new Set([1, 5, 20, 100, 500, this.settings.every])].sort(
      (one, two) => one - two,
    );
    const every = h(
      "select",
      {
        data: { setting: "every" },
        onchange: ({ currentTarget }) => this.#change({ every: Number(currentTarget.value) }),
      },
      choices.map((each) =>
        h("option", { value: each }, each === 1 ? words.settings.each : words.settings.every(each)),
      ),
    );
    const shown = h("span", { class: "number" });
    /** @param {number} iterations */
    const tell = (iterations) => say(shown, iterations.toLocaleString(words.locale));
    /** @param {HTMLInputElement} slider */
    const chosen = ({ value }) => ITERATIONS[Number(value)];
    const slider = h("input", {
      type: "range",
      min: 0,
      max: ITERATIONS.length - 1,
      oninput: ({ currentTarget }) => tell(chosen(currentTarget)),
      onchange: ({ currentTarget }) => this.#change({ iterations: chosen(currentTarget) }),
    });
    slider.value = String(nearest(this.settings.iterations));
    tell(this.settings.iterations);
    const exploration = h("input", {
      type: "number",
      min: 0,
      max: 100,
      step: 0.1,
      data: { setting: "exploration" },
      onchange: ({ currentTarget }) => this.#change({ exploration: Number(currentTarget.value) }),
    });
    return h(
      "div",
      { class: "row" },
      h("label", {}, words.settings.simulations, slider, shown),
      h("label", {}, words.settings.show, every),
      h("label", {}, words.settings.exploration, exploration),
    );
  }

  /** @param {"pruning" | "strict" | "ordering" | "table" | "merged" | "boards"} setting @param {string} title */
  #switch(setting, title) {
    return h(
      "label",
      {},
      h("input", {
        type: "checkbox",
        data: { setting },
        onchange: ({ currentTarget }) => this.#change({ [setting]: currentTarget.checked }),
      }),
      title,
    );
  }

  /**
   * @template {string | number} V
   * @param {"depth" | "evaluate"} setting
   * @param {V[]} values
   * @param {(text: string) => V} read
   */
  #select(setting, values, read) {
    const made = h(
      "select",
      {
        data: { setting },
        onchange: ({ currentTarget }) => this.#change({ [setting]: read(currentTarget.value) }),
      },
      values.map((value) => h("option", { value }, value)),
    );
    made.value = String(this.settings[setting]);
    return made;
  }
}

/** @param {number} iterations */
function nearest(iterations) {
  /** @param {number} index */
  const far = (index) => Math.abs(ITERATIONS[index] - iterations);
  return ITERATIONS.reduce((best, _, index) => (far(index) < far(best) ? index : best), 0);
}
