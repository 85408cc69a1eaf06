/**
 * The engine beside the board: which, its limits, start and stop, and what it has done.
 *
 *   engine.follow(place)  analyse a place while the engine is on; null stops
 *   onanalysis(analysis, finished)  gets what is known, up to 15 times a second
 *   engine.replies        whether moves of a person are to be answered; only perfect play does that
 *
 * @import { AnalysisView, DoneMessage, GameView, Place, SpecView, StatisticsView } from "../api-types.js"
 * @import { Query } from "../router.js"
 *
 * @typedef {typeof DEFAULTS} Settings
 */

import { live, post, transport } from "../api.js";
import { decimal, h, say, short, wordsOf } from "../dom.js";
import { words } from "../words.js";
import { Compiling } from "./compiling.js";
import { estimatesOf } from "./scores.js";

const engines = () => [
  ["analyst", words.engine.kinds.analyst],
  ["alphabeta", words.engine.kinds.alphabeta],
  ["mcts", words.engine.kinds.mcts],
  ["minimax(depth=4)", words.engine.kinds.minimax],
  ["alphazero", words.engine.kinds.alphazero],
  ["policy", words.engine.kinds.policy],
  ["perfect", words.engine.kinds.perfect],
];
const CUSTOM = "custom";
const SETTLE = 60; // milliseconds to wait while someone walks quickly through a game
// In a worker, what is asked next waits until a part of the search has ended.
const SECONDS = transport.isServer ? "15" : "5";
const DEFAULTS = { engine: "on", spec: "", seconds: SECONDS, depth: "", reply: "off" };

/**
 * The settings that an address asks for; `analyst` is who analyses where it says nothing.
 * @param {Query} query
 * @param {string} analyst
 * @returns {Settings}
 */
export function settingsIn(query, analyst) {
  const { engine, spec, seconds, depth, reply } = query;
  return {
    engine: engine || DEFAULTS.engine,
    spec: spec || analyst,
    seconds: seconds || DEFAULTS.seconds,
    depth: depth || DEFAULTS.depth,
    reply: reply || DEFAULTS.reply,
  };
}

/**
 * The other way; what is usual is left out.
 * @param {Settings} settings
 * @param {string} analyst
 * @returns {Query}
 */
export function settingsOut(settings, analyst) {
  /** @type {Record<string, string>} */
  const usual = { ...DEFAULTS, spec: analyst };
  const all = Object.entries(settings);
  return Object.fromEntries(all.filter(([name, value]) => value !== usual[name]));
}

export class Engine {
  #game;
  #analyst;
  #onanalysis;
  #onchange;
  /** @type {Place | null} */
  #place = null;
  /** @type {(() => void) | null} */
  #stop = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #settings;
  #switch = h("button", { type: "button", class: "engine-switch", onclick: () => this.toggle() });
  #select;
  #spec;
  #specRow;
  #seconds;
  #depth;
  #reply = h("input", {
    type: "checkbox",
    onchange: ({ currentTarget }) => this.#replies(currentTarget.checked),
  });
  #compiling = new Compiling();
  #error = h("p", { class: "error-text", role: "alert" });
  #says = h("p", { class: "engine-state small muted" });
  #replyRow = h("label", { class: "reply", hidden: true }, this.#reply, words.engine.reply);
  /** @type {Record<string, HTMLElement>} */
  #numbers = {};
  element;

  /**
   * @param {{
   *   game: GameView, analyst: string, kinds: string[], settings: Settings, onchange: () => unknown,
   *   onanalysis: (analysis: AnalysisView, finished: boolean) => unknown,
   * }} how
   */
  constructor({ game, analyst, kinds, settings, onanalysis, onchange }) {
    this.#game = game;
    this.#analyst = analyst;
    this.#settings = settings;
    this.#onanalysis = onanalysis;
    this.#onchange = onchange;
    const changed = () => this.#changed();
    this.#select = h(
      "select",
      { "aria-label": words.engine.title, onchange: () => this.#chosen() },
      engines()
        .filter(([value]) => value === analyst || kinds.includes(value.split("(")[0]))
        .map(([value, text]) => h("option", { value }, text)),
      h("option", { value: CUSTOM }, words.engine.ownSpec),
    );
    this.#spec = h("input", {
      class: "mono grow",
      "aria-label": words.engine.spec,
      placeholder: "alphabeta(table=0)",
      spellcheck: "false",
      autocomplete: "off",
      onchange: changed,
    });
    this.#seconds = h("input", {
      type: "number",
      min: 0.1,
      max: 60,
      step: "any",
      onchange: changed,
    });
    this.#depth = h("input", {
      type: "number",
      min: 1,
      max: 120,
      placeholder: words.engine.any,
      onchange: changed,
    });
    /** @param {[string, string]} named */
    const number = ([name, title]) =>
      h("div", {}, h("dt", {}, title), (this.#numbers[name] = h("dd", { class: "number" }, "–")));
    this.#specRow = h("div", { class: "row spec-row" }, this.#spec);
    this.element = h(
      "section",
      { class: "card engine stack", "aria-label": words.engine.title },
      h(
        "div",
        { class: "row" },
        this.#switch,
        h("span", { class: "grow engine-choice" }, this.#select),
      ),
      this.#specRow,
      h(
        "div",
        { class: "row limits" },
        h("label", {}, words.engine.seconds, this.#seconds),
        h("label", {}, words.engine.depth, this.#depth),
      ),
      this.#replyRow,
      this.#error,
      h("dl", { class: "numbers" }, Object.entries(words.engine.numbers).map(number)),
      this.#says,
      this.#compiling.element,
    );
    this.take(settings);
  }

  get isOn() {
    return this.#settings.engine === "on";
  }

  get replies() {
    return this.isOn && this.#isPerfect && this.#settings.reply === "on";
  }

  get #isPerfect() {
    return this.#settings.spec.split("(")[0].trim() === "perfect";
  }

  get settings() {
    return this.#settings;
  }

  /**
   * Take settings, as from the address.
   * @param {Settings} settings
   */
  take(settings) {
    this.#settings = { ...settings };
    const known = engines().some(([spec]) => spec === settings.spec);
    this.#select.value = known ? settings.spec : CUSTOM;
    this.#specRow.hidden = known;
    this.#spec.value = settings.spec;
    this.#seconds.value = settings.seconds;
    this.#depth.value = settings.depth;
    this.#reply.checked = settings.reply === "on";
    this.#showSwitch();
  }

  toggle() {
    this.#settings.engine = this.isOn ? "off" : "on";
    this.#showSwitch();
    this.#onchange();
    if (this.isOn) this.#begin();
    else this.halt(words.engine.stopped);
  }

  /**
   * Analyse this place from now on.
   * @param {Place | null} place
   */
  follow(place) {
    this.halt("");
    this.#place = place;
    clearTimeout(this.#timer);
    if (place && this.isOn) this.#timer = setTimeout(() => this.#begin(), SETTLE);
  }

  /**
   * Stop the search under way.
   * @param {string} says
   */
  halt(says) {
    clearTimeout(this.#timer);
    this.#stop?.();
    this.#stop = null;
    this.#compiling.hide();
    say(this.#says, says);
  }

  /** What to ask for: the spec and the limit. */
  request(seconds = Number(this.#settings.seconds)) {
    const depth = Number(this.#settings.depth);
    return { agent: this.#settings.spec, limit: depth ? { seconds, depth } : { seconds } };
  }

  #begin() {
    this.halt("");
    if (!this.#place) return;
    /** @param {Pick<DoneMessage, "analysis"> & {reason?: DoneMessage["reason"]}} message */
    const told = ({ analysis, reason }) => {
      this.#compiling.hide();
      if (!analysis) return;
      say(this.#says, this.#estimated(analysis));
      this.#count(analysis.statistics);
      this.#onanalysis(analysis, reason === "finished");
    };
    const asked = { ...this.#place, ...this.request(), lines: 5 };
    this.#stop = live.start(
      { type: "analyse", ...asked },
      {
        progress: told,
        done: (message) => {
          this.#stop = null;
          told(message);
          const open = message.analysis?.moves.some(({ score }) => !score) ?? true;
          const estimated = message.analysis && this.#estimated(message.analysis);
          const reached = estimated || words.engine.limit;
          const limit = this.#isPerfect && open ? words.engine.unsolved : reached;
          const known = message.reason === "finished" ? words.engine.known : "";
          say(this.#says, message.reason === "limit" ? limit : known);
        },
        queued: ({ ahead }) => say(this.#says, words.engine.busy(ahead)),
        preparing: ({ compiling }) => this.#compiling.show(compiling),
        error: (problem) => {
          this.#stop = null;
          this.#compiling.hide();
          say(this.#says, problem.message);
        },
      },
    );
  }

  // What whoever proves what it can has had to estimate, in words; others estimate anyway.
  /** @param {AnalysisView} analysis */
  #estimated(analysis) {
    const proves = this.#settings.spec.split("(")[0].trim() === "analyst";
    return proves ? estimatesOf(analysis) : "";
  }

  /** @param {StatisticsView} statistics */
  #count({ depth, selective_depth: deepest, nodes, nodes_per_second: rate, seconds }) {
    say(
      this.#numbers.depth,
      !depth ? "–" : deepest > depth ? `${depth} / ${deepest}` : String(depth),
    );
    say(this.#numbers.positions, short(nodes));
    say(this.#numbers.rate, short(rate));
    say(this.#numbers.time, `${decimal(seconds.toFixed(1))} s`);
  }

  #showSwitch() {
    say(this.#switch, this.isOn ? words.engine.stop : words.engine.start);
    this.#switch.classList.toggle("primary", !this.isOn);
    this.#replyRow.hidden = !this.#isPerfect;
  }

  /** @param {boolean} wanted */
  #replies(wanted) {
    this.#settings.reply = wanted ? "on" : "off";
    this.#onchange();
  }

  #chosen() {
    const custom = this.#select.value === CUSTOM;
    this.#specRow.hidden = !custom;
    if (custom) this.#spec.focus();
    else {
      this.#spec.value = this.#select.value;
      this.#changed();
    }
  }

  async #changed() {
    const spec = this.#spec.value.trim() || this.#analyst;
    try {
      const { name: game, values: parameters } = this.#game;
      /** @type {SpecView} */
      const checked = await post("/agents/check", { game, parameters, spec });
      if (!checked.can_analyse) throw new Error(words.engine.noScores(spec, this.#analyst));
      if (!this.#seconds.checkValidity() || !this.#depth.checkValidity())
        throw new Error(words.engine.ranges);
      say(this.#error, "");
    } catch (error) {
      say(this.#error, wordsOf(error));
      return;
    }
    Object.assign(this.#settings, {
      spec,
      seconds: this.#seconds.value || DEFAULTS.seconds,
      depth: this.#depth.value,
    });
    this.#showSwitch();
    this.#onchange();
    if (this.isOn) this.#begin();
  }
}
