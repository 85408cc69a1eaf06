/** What the tree screen is asked to show: read from the address, changed by a form. */

import { h, say } from "../dom.js";
import { PRESETS } from "./tree-search.js";

export const MODES = [
  ["search", "This position"],
  ["numbers", "Tree of numbers"],
  ["growth", "Monte Carlo"],
];
const DEEPEST = 12;
const EXPLORATION = 0.4; // as agents have it
const ITERATIONS = [10, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000, 50000];

/** The settings that an address asks for; nonsense becomes the default. */
export function readSettings(query) {
  const whole = (text, low, high, otherwise) => {
    const value = Number(text);
    return Number.isInteger(value) && value >= low && value <= high ? value : otherwise;
  };
  const exploration = Number(query.c);
  return {
    mode: MODES.some(([mode]) => mode === query.mode) ? query.mode : "search",
    depth: whole(query.depth, 1, DEEPEST, 2),
    pruning: query.pruning !== "0",
    ordering: query.ordering === "1",
    table: query.table === "1",
    evaluate: query.evaluate || "default",
    tree: query.tree || PRESETS[0].tree,
    iterations: whole(query.iterations, 1, 1000000, 500),
    every: whole(query.every, 1, 1000000, 5),
    exploration: query.c && exploration >= 0 && exploration <= 100 ? exploration : EXPLORATION,
  };
}

/** The other way; defaults are left out. */
export function writeSettings(settings) {
  const { mode, depth, pruning, ordering, table, evaluate, tree, iterations, every, exploration } =
    settings;
  const shared = { mode: mode === "search" ? null : mode };
  const switches = { pruning: pruning ? null : 0, ordering: ordering ? 1 : null };
  if (mode === "growth") return { ...shared, iterations, every, c: exploration };
  if (mode === "numbers") return { ...shared, ...switches, tree };
  return {
    ...shared,
    ...switches,
    depth,
    table: table ? 1 : null,
    evaluate: evaluate === "default" ? null : evaluate,
  };
}

/** The form; `onchange(settings)` when something else is wanted, `onstop()` ends a growth. */
export class SettingsForm {
  constructor(settings, { agents, onchange, onstop }) {
    this.settings = settings;
    this.onchange = onchange;
    this.problem = h("p", { class: "error-text", id: "tree-problem", hidden: true });
    this.stopButton = h("button", { type: "button", onclick: onstop }, "Stop");
    this.parts = { search: this.#search(agents), numbers: this.#numbers(), growth: this.#growth() };
    const modes = MODES.map(([mode, title]) =>
      h(
        "label",
        {},
        h("input", {
          type: "radio",
          name: "tree-mode",
          value: mode,
          checked: mode === settings.mode,
          onchange: () => this.#change({ mode }),
        }),
        title,
      ),
    );
    this.element = h(
      "form",
      { class: "card tree-settings", onsubmit: (event) => event.preventDefault() },
      h(
        "div",
        { class: "row tree-modes", role: "radiogroup", "aria-label": "What to show" },
        modes,
      ),
      Object.values(this.parts),
      this.problem,
    );
    this.show(settings);
  }

  show(settings) {
    this.settings = settings;
    for (const [mode, part] of Object.entries(this.parts)) part.hidden = mode !== settings.mode;
    for (const radio of this.element.elements["tree-mode"])
      radio.checked = radio.value === settings.mode;
    for (const control of this.element.elements) {
      const { setting } = control.dataset;
      if (!setting) continue;
      if (control.type === "checkbox") control.checked = settings[setting];
      else if (document.activeElement !== control) control.value = settings[setting];
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

  #change(changes) {
    this.onchange({ ...this.settings, ...changes });
  }

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
      h("label", {}, "Depth", depth),
      this.#switch("pruning", "Alpha-beta pruning"),
      this.#switch("ordering", "Good moves first"),
      this.#switch("table", "Table"),
      h("label", {}, "Evaluator", this.#select("evaluate", evaluators, String)),
    );
  }

  #numbers() {
    this.text = h("input", {
      type: "text",
      class: "grow mono",
      spellcheck: "false",
      autocomplete: "off",
      data: { setting: "tree" },
      "aria-describedby": "tree-problem",
      onchange: ({ target }) => this.#change({ tree: target.value.trim() || PRESETS[0].tree }),
    });
    const presets = h(
      "select",
      {
        onchange: ({ target }) => {
          const chosen = PRESETS[Number(target.value)];
          if (!chosen) return;
          this.text.value = chosen.tree;
          this.#change({ tree: chosen.tree });
        },
      },
      h("option", { value: "" }, "choose…"),
      PRESETS.map(({ name }, index) => h("option", { value: index }, name)),
    );
    return h(
      "div",
      { class: "row" },
      h("label", { class: "grow" }, "Tree", this.text),
      h("label", {}, "Example", presets),
      this.#switch("pruning", "Alpha-beta pruning"),
      this.#switch("ordering", "Best first"),
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
        onchange: ({ target }) => this.#change({ every: Number(target.value) }),
      },
      choices.map((each) =>
        h("option", { value: each }, each === 1 ? "each one" : `every ${each}`),
      ),
    );
    const shown = h("span", { class: "number" });
    const tell = (iterations) => say(shown, iterations.toLocaleString("en"));
    const slider = h("input", {
      type: "range",
      min: 0,
      max: ITERATIONS.length - 1,
      oninput: () => tell(ITERATIONS[slider.value]),
      onchange: () => this.#change({ iterations: ITERATIONS[slider.value] }),
    });
    slider.value = nearest(this.settings.iterations);
    tell(this.settings.iterations);
    const exploration = h("input", {
      type: "number",
      min: 0,
      max: 100,
      step: 0.1,
      data: { setting: "exploration" },
      onchange: ({ target }) => this.#change({ exploration: Number(target.value) }),
    });
    return h(
      "div",
      { class: "row" },
      h("label", {}, "Simulations", slider, shown),
      h("label", {}, "Show", every),
      h("label", {}, "Exploration c", exploration),
      h(
        "button",
        { type: "button", class: "primary", onclick: () => this.#change({}) },
        "Grow again",
      ),
      this.stopButton,
    );
  }

  #switch(setting, title) {
    return h(
      "label",
      {},
      h("input", {
        type: "checkbox",
        data: { setting },
        onchange: ({ target }) => this.#change({ [setting]: target.checked }),
      }),
      title,
    );
  }

  #select(setting, values, read) {
    const made = h(
      "select",
      {
        data: { setting },
        onchange: ({ target }) => this.#change({ [setting]: read(target.value) }),
      },
      values.map((value) => h("option", { value }, value)),
    );
    made.value = this.settings[setting];
    return made;
  }
}

function nearest(iterations) {
  const far = (index) => Math.abs(ITERATIONS[index] - iterations);
  return ITERATIONS.reduce((best, _, index) => (far(index) < far(best) ? index : best), 0);
}
