/**
 * Tree: the search of a position, step by step; a tree of numbers; a Monte Carlo tree as it grows.
 *
 * The three are steps of a tree. The screen owns the drawing, the controls and the panel, and asks
 * the steps what to say.
 *
 * @import { AgentsView, Place } from "../api-types.js"
 * @import { Shell } from "../main.js"
 * @import { State } from "../router.js"
 * @import { Drawn, Look } from "../components/tree-looks.js"
 * @import { Steps } from "../components/tree-player.js"
 * @import { TreeSettings } from "../components/tree-settings.js"
 * @import { TreeNode } from "../components/tree-view.js"
 *
 * @typedef {Steps & {
 *   readonly root: TreeNode, readonly current: TreeNode, cutoffs: boolean,
 *   goto(step: number): void, look(node: TreeNode, drawn: Drawn<TreeNode>): Look,
 *   kept(selected: TreeNode): TreeNode[], placeOf(node: TreeNode): Place | null,
 *   sentence(): string, summary(): string, legend(): string, counts(): HTMLElement | null,
 *   describe(node: TreeNode): {title: string, facts: HTMLElement[], table: HTMLElement | null},
 * }} TreeSteps
 */

import { positionView, ProblemError } from "../api.js";
import { PlyBoard } from "../board.js";
import { h, say, wordsOf } from "../dom.js";
import { words } from "../words.js";
import { Compiling } from "../components/compiling.js";
import { GrowthSteps } from "../components/tree-growth.js";
import { chooseVisible, pathTo } from "../components/tree-layout.js";
import { treeKeys, Player } from "../components/tree-player.js";
import { SearchSteps } from "../components/tree-search.js";
import { readSettings, SettingsForm, writeSettings } from "../components/tree-settings.js";
import { saveTree } from "../components/tree-svg.js";
import { TreeView } from "../components/tree-view.js";

const DRAWN = [30, 100, 500]; // nodes that are drawn at most, about; the rest is folded
const GROWN = 30; // of a growing tree, which cannot be asked again
const FITTING = [200, 120, 80, 50, 30, 20, 12, 1]; // those tried where as many as fit are wanted

/**
 * @param {HTMLElement} container
 * @param {State} state
 * @param {Shell} shell
 */
export async function mount(container, state, shell) {
  const [agents] = await Promise.all([shell.agents(), shell.stylesheet("tree.css")]);
  const screen = new TreeScreen(container, state, shell, agents);
  screen.load();
  return screen;
}

class TreeScreen {
  keys = treeKeys();
  /** @type {TreeSteps | null} */
  steps = null;
  /** @type {TreeNode | null} */
  selected = null;
  /** @type {Set<TreeNode>} folds that somebody opened */
  opened = new Set();
  /** @type {Map<TreeNode, boolean>} what is drawn, see chooseVisible */
  drawn = new Map();
  /** @type {HTMLElement | null} */
  counts = null;
  fitted = false;
  budget = 1;
  boardKey = "";
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  noting;
  loading = new AbortController();

  /**
   * @param {HTMLElement} container
   * @param {State} state
   * @param {Shell} shell
   * @param {AgentsView} agents
   */
  constructor(container, state, shell, agents) {
    this.shell = shell;
    this.state = state;
    this.settings = readSettings(state.query);
    this.form = new SettingsForm(this.settings, {
      agents,
      onchange: (settings) => this.#change(settings),
      onstop: () => this.#growth()?.stop(),
    });
    this.view = new TreeView({
      label: words.tree.name,
      onselect: (node) => this.#select(node),
      ontoggle: (node) => this.#toggle(node),
    });
    this.player = new Player({
      onstep: (step) => this.#goto(step),
      onkey: (key) => this.#key(key),
    });
    this.sentence = h("p", { class: "tree-sentence" });
    this.summary = h("p", { class: "tree-summary muted" });
    this.compiling = new Compiling();
    this.panel = h("div", { class: "panel" });
    this.legend = h("p", { class: "small muted" });
    this.amount = h(
      "select",
      { "aria-label": words.tree.drawn, onchange: () => this.#redraw() },
      h("option", { value: "" }, words.tree.drawFitting),
      DRAWN.map((each) => h("option", { value: each }, words.tree.draw(each))),
    );
    this.board = new PlyBoard();
    this.board.className = "tree-board";
    this.board.game = shell.game;
    this.board.label = words.tree.position;
    this.#lay(container);
  }

  /** @param {HTMLElement} container */
  #lay(container) {
    /** @param {string} text @param {string} label @param {() => unknown} does */
    const tool = (text, label, does) =>
      h("button", { type: "button", "aria-label": label, title: label, onclick: does }, text);
    const follow = h("input", {
      type: "checkbox",
      checked: true,
      onchange: ({ currentTarget }) => {
        this.view.follows = currentTarget.checked;
        if (this.selected) this.view.follow(this.selected);
      },
    });
    const tools = h(
      "div",
      { class: "tree-tools", role: "group", "aria-label": words.tree.view },
      tool("+", words.tree.zoomIn, () => this.view.zoom(1.3)),
      tool("−", words.tree.zoomOut, () => this.view.zoom(1 / 1.3)),
      this.amount,
      tool(words.tree.fit, words.tree.showAll, () => this.view.fit(true)),
      h("label", {}, follow, words.tree.follow),
      tool("SVG", words.tree.save, () => saveTree(this.view, this.#name())),
    );
    container.append(
      h("h1", { class: "visually-hidden" }, words.tree.heading),
      this.form.element,
      h(
        "div",
        { class: "tree-layout" },
        h(
          "section",
          { class: "tree-main", "aria-label": words.tree.name },
          this.sentence,
          this.compiling.element,
          this.player.element,
          h("div", { class: "tree-above" }, this.summary, tools),
          this.view.element,
          h(
            "div",
            { class: "tree-legend" },
            this.legend,
            h("a", { href: "#/learn" }, words.tree.lessons),
          ),
        ),
        this.panel,
      ),
    );
  }

  /** @param {State} state */
  update(state) {
    const settings = readSettings(state.query);
    const moved =
      this.state.moves !== state.moves ||
      this.state.position !== state.position ||
      this.state.query.at !== state.query.at;
    const same = JSON.stringify(settings) === JSON.stringify(this.settings);
    this.state = state;
    if (moved || !same) {
      this.settings = settings;
      this.form.show(settings);
      this.load();
    } else if (state.query.step) {
      this.#goto(Number(state.query.step) || 0, { note: false });
    }
  }

  unmount() {
    this.loading.abort();
    this.#growth()?.close();
    this.player.close();
    this.view.close();
    clearTimeout(this.noting);
  }

  /** Ask for what the settings want, and show it. */
  async load() {
    this.loading.abort();
    this.loading = new AbortController();
    const { signal } = this.loading;
    clearTimeout(this.noting); // a step of what was shown before
    this.player.pause();
    this.#growth()?.close();
    say(this.summary, words.tree.searching);
    if (!this.steps) say(this.sentence, words.tree.begun);
    try {
      const steps = await this.compiling.during(this.shell.game.title, this.#asked(signal));
      if (signal.aborted) {
        if (steps instanceof GrowthSteps) steps.close();
        return;
      }
      this.form.complain();
      this.#begin(steps);
    } catch (error) {
      if (signal.aborted) return;
      say(this.summary, "");
      if (!this.steps) say(this.sentence, "");
      this.form.complain(wordsOf(error));
      if (!(error instanceof ProblemError)) console.error(error);
    }
  }

  // The tree while it grows; null where a search is shown.
  #growth() {
    return this.steps instanceof GrowthSteps ? this.steps : null;
  }

  /**
   * @param {AbortSignal} signal
   * @returns {Promise<TreeSteps>}
   */
  async #asked(signal) {
    const { mode } = this.settings;
    if (mode === "numbers") return SearchSteps.load(null, this.settings, signal);
    const place = await this.#place();
    if (mode === "search") return SearchSteps.load(place, this.settings, signal);
    return GrowthSteps.load(place, this.settings, signal, {
      game: this.shell.game,
      drawn: Number(this.amount.value) || GROWN,
      onchange: () => this.#grew(),
      compiling: this.compiling,
      onerror: (error) => this.form.complain(error.message),
    });
  }

  // The moves up to the place in the game that the address names.
  async #place() {
    const { game, parameters, position, moves, query } = this.state;
    const place = { game, parameters, position, moves };
    if (!query.at) return place;
    const { plies } = await positionView(place);
    return {
      ...place,
      moves: plies
        .slice(0, Number(query.at))
        .map(({ text }) => text)
        .join(" "),
    };
  }

  /** @param {TreeSteps} steps */
  #begin(steps) {
    this.steps = steps;
    this.opened.clear();
    this.selected = steps.root;
    this.fitted = false;
    const search = this.settings.mode !== "growth";
    this.view.game =
      this.settings.boards && this.settings.mode === "search" ? this.shell.game : null;
    say(this.legend, steps.legend());
    const wanted = Number(this.state.query.step);
    steps.goto(search && Number.isInteger(wanted) ? wanted : 0);
    if (search) this.selected = steps.current;
    this.player.watch(steps, steps);
    this.counts = steps.counts();
    this.#show();
  }

  /** @param {TreeSettings} settings */
  #change(settings) {
    this.settings = settings;
    this.form.show(settings);
    const { at, first, second } = this.state.query;
    this.state = { ...this.state, query: { at, first, second, ...writeSettings(settings) } };
    this.shell.note(this.state, { replace: false });
    this.load();
  }

  /** @param {number} step */
  #goto(step, { note = true } = {}) {
    const { steps } = this;
    if (!steps) return;
    steps.goto(step);
    if (this.settings.mode !== "growth") this.selected = steps.current;
    this.#show();
    if (!this.player.playing) this.shell.announce(steps.sentence());
    if (note && this.settings.mode !== "growth") this.#noteStep(steps.step);
  }

  // Browsers limit how often an address may change.
  /** @param {number} step */
  #noteStep(step) {
    clearTimeout(this.noting);
    this.noting = setTimeout(() => {
      const query = { ...this.state.query, step: step ? String(step) : null };
      this.state = { ...this.state, query };
      this.shell.note(this.state);
    }, 300);
  }

  /** @param {TreeNode} node */
  #select(node) {
    this.player.pause();
    this.selected = node;
    this.#show({ follow: false });
  }

  /** @param {TreeNode} node */
  #toggle(node) {
    if (this.opened.has(node)) this.opened.delete(node);
    else this.opened.add(node);
    this.#show({ follow: false });
  }

  // A growing tree has to be asked for again: its snapshots hold no more nodes than were wanted.
  #redraw() {
    this.fitted = false;
    if (this.#growth()) this.load();
    else this.#show();
  }

  #grew() {
    const growth = this.#growth();
    if (!growth) return;
    this.#show();
    if (growth.phase === "done") this.shell.announce(growth.sentence());
  }

  /** @param {string} key */
  #key(key) {
    if (key === "+") this.view.zoom(1.3);
    else if (key === "-") this.view.zoom(1 / 1.3);
    else if (key === "0") this.view.fit(true);
    else return false;
    return true;
  }

  #name() {
    return this.settings.mode === "numbers" ? "tree" : `${this.shell.game.name}-tree`;
  }

  // What is drawn: the children of `open`, and as much else as was asked for, or as can be read.
  /** @param {TreeSteps} steps @param {Set<TreeNode>} open */
  #visible({ root }, open) {
    const extra = [...this.opened].reduce((sum, node) => sum + node.children.length, 0);
    const wanted = Number(this.amount.value);
    /** @param {number} budget */
    const choose = (budget) => chooseVisible(root, { budget, open, extra });
    if (wanted) return choose(wanted);
    if (!this.fitted)
      this.budget = FITTING.find((budget) => this.view.hasRoomFor(root, choose(budget))) ?? 1;
    return choose(this.budget);
  }

  #show({ follow = true } = {}) {
    const { steps } = this;
    if (!steps) return;
    const known = this.selected && pathTo(this.selected).includes(steps.root);
    const selected = known && this.selected ? this.selected : steps.root;
    this.selected = selected;
    const open = [...steps.kept(selected), ...[...this.opened].flatMap(pathTo)];
    const shown = this.#visible(steps, new Set(open));
    const drawn = { selected, path: new Set(pathTo(selected)), count: shown.size };
    /** @param {TreeNode} node */
    const look = (node) => steps.look(node, drawn);
    const growth = this.#growth();
    const same =
      this.drawn.size === shown.size &&
      !growth &&
      [...shown].every(([node, unfolded]) => this.drawn.get(node) === unfolded);
    if (same) this.view.paint(look);
    else this.view.draw(steps.root, shown, look);
    this.drawn = shown;
    if (!this.fitted || (growth?.growing && !this.view.touched)) this.view.fit();
    this.fitted ||= steps.length > 0 && (!growth || shown.size > 1);
    if (follow) this.view.follow(selected);
    say(this.sentence, steps.sentence());
    say(this.summary, steps.summary());
    this.form.stopButton.disabled = !growth?.growing;
    this.player.show();
    this.#fillPanel(steps, selected);
  }

  /** @param {TreeSteps} steps @param {TreeNode} selected */
  #fillPanel(steps, selected) {
    const { title, facts, table } = steps.describe(selected);
    const place = steps.placeOf(selected);
    this.board.hidden = !place;
    if (place) this.#showBoard(place);
    this.panel.replaceChildren(
      this.counts ?? "",
      h(
        "section",
        { class: "card stack" },
        h("h2", {}, title),
        this.board,
        h("dl", { class: "tree-facts" }, facts),
        place && selected.parent && selected.size > 1 ? this.#searchFrom(place) : "",
        table ?? "",
      ),
    );
  }

  // What lies below a node, as a tree of its own.
  /** @param {Place} place */
  #searchFrom({ position = null, moves = "" }) {
    const query = { ...this.state.query, step: null, at: null };
    return h("a", { href: this.shell.link({ position, moves, query }) }, words.tree.searchFrom);
  }

  /** @param {Place} place */
  async #showBoard(place) {
    const key = JSON.stringify(place);
    if (key === this.boardKey) return;
    this.boardKey = key;
    try {
      const view = await positionView(place);
      if (this.boardKey === key) this.board.view = view;
    } catch (error) {
      this.shell.fail(error);
    }
  }
}
