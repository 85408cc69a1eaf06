/**
 * Tree: the search of a position, step by step; a tree of numbers; a Monte Carlo tree as it grows.
 *
 * The three are `steps`: {length, step, goto, root, current, look, sentence, ...}. The screen owns
 * the drawing, the controls and the panel, and asks the steps what to say.
 */

import { positionView } from "../api.js";
import { h, say } from "../dom.js";
import { GrowthSteps } from "../components/tree-growth.js";
import { chooseVisible, pathTo } from "../components/tree-layout.js";
import { KEYS, Player } from "../components/tree-player.js";
import { SearchSteps } from "../components/tree-search.js";
import { readSettings, SettingsForm, writeSettings } from "../components/tree-settings.js";
import { TreeView } from "../components/tree-view.js";

const DRAWN = [30, 100, 500]; // nodes that are drawn at most, about; the rest is folded

export async function mount(container, state, shell) {
  const [agents] = await Promise.all([
    shell.agents(),
    shell.stylesheet("tables.css"),
    shell.stylesheet("tree.css"),
  ]);
  const screen = new TreeScreen(container, state, shell, agents);
  screen.load();
  return screen;
}

class TreeScreen {
  keys = KEYS;
  steps = null;
  selected = null;
  opened = new Set(); // folds that somebody opened
  loading = new AbortController();

  constructor(container, state, shell, agents) {
    this.shell = shell;
    this.state = state;
    this.settings = readSettings(state.query);
    this.form = new SettingsForm(this.settings, {
      agents,
      onchange: (settings) => this.#change(settings),
      onstop: () => this.steps?.stop?.(),
    });
    this.view = new TreeView({
      label: "The tree",
      onselect: (node) => this.#select(node),
      ontoggle: (node) => this.#toggle(node),
    });
    this.player = new Player({
      onstep: (step) => this.#goto(step),
      onkey: (key) => this.#key(key),
    });
    this.sentence = h("p", { class: "tree-sentence" });
    this.summary = h("p", { class: "tree-summary muted" });
    this.panel = h("div", { class: "panel" });
    this.board = h("ply-board", { class: "tree-board" });
    this.board.game = shell.game;
    this.board.label = "The position of the selected node";
    this.#lay(container);
  }

  #lay(container) {
    const tool = (text, label, does) =>
      h("button", { type: "button", "aria-label": label, title: label, onclick: does }, text);
    const follow = h("input", {
      type: "checkbox",
      checked: true,
      onchange: ({ target }) => {
        this.view.follows = target.checked;
        this.view.follow(this.selected);
      },
    });
    this.amount = h(
      "select",
      { "aria-label": "Nodes drawn", onchange: () => this.#redraw() },
      DRAWN.map((each) => h("option", { value: each }, `draw ${each}`)),
    );
    this.amount.value = matchMedia("(max-width: 45rem)").matches ? DRAWN[0] : DRAWN[1];
    const tools = h(
      "div",
      { class: "tree-tools" },
      tool("+", "Zoom in", () => this.view.zoom(1.3)),
      tool("−", "Zoom out", () => this.view.zoom(1 / 1.3)),
      this.amount,
      tool("Fit", "Show the whole tree", () => this.view.fit(true)),
      h("label", {}, follow, "Follow"),
    );
    this.legend = h("p", { class: "tree-legend small muted" });
    container.append(
      h("h1", { class: "visually-hidden" }, "Search tree"),
      this.form.element,
      h(
        "div",
        { class: "tree-layout" },
        h(
          "section",
          { class: "tree-main", "aria-label": "The tree" },
          this.sentence,
          this.player.element,
          h("div", { class: "tree-frame" }, this.view.element, tools),
          this.summary,
          this.legend,
        ),
        this.panel,
      ),
    );
  }

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
    } else if (this.steps && state.query.step !== undefined) {
      this.#goto(Number(state.query.step) || 0, { note: false });
    }
  }

  unmount() {
    this.loading.abort();
    this.steps?.close?.();
    this.player.close();
    this.view.close();
    clearTimeout(this.noting);
  }

  /** Ask for what the settings want, and show it. */
  async load() {
    this.loading.abort();
    this.loading = new AbortController();
    const { signal } = this.loading;
    this.player.pause();
    this.steps?.close?.();
    say(this.summary, "searching…");
    if (!this.steps)
      say(this.sentence, "Searching… The first search of a game takes a few seconds.");
    try {
      const steps = await this.#asked(signal);
      if (signal.aborted) {
        steps.close?.();
        return;
      }
      this.form.complain();
      this.#begin(steps);
    } catch (error) {
      if (signal.aborted) return;
      say(this.summary, "");
      if (!this.steps) say(this.sentence, "");
      this.form.complain(error.detail ?? error.message);
      if (!("detail" in error)) console.error(error);
    }
  }

  async #asked(signal) {
    const { mode } = this.settings;
    if (mode === "numbers") return SearchSteps.load(null, this.settings, signal);
    const place = await this.#place();
    if (mode === "search") return SearchSteps.load(place, this.settings, signal);
    return GrowthSteps.load(place, this.settings, signal, {
      game: this.shell.game,
      drawn: Number(this.amount.value),
      onchange: () => this.#grew(),
      onerror: (error) => this.form.complain(error.detail),
    });
  }

  // The moves up to the place in the game that the address names.
  async #place() {
    const { game, parameters, position, moves, query } = this.state;
    const place = { game, parameters, position, moves };
    if (query.at === undefined) return place;
    const { plies } = await positionView(place);
    return {
      ...place,
      moves: plies
        .slice(0, Number(query.at))
        .map(({ text }) => text)
        .join(" "),
    };
  }

  #begin(steps) {
    this.steps = steps;
    this.opened.clear();
    this.selected = steps.root;
    this.fitted = false;
    const search = this.settings.mode !== "growth";
    say(this.legend, steps.legend());
    const wanted = Number(this.state.query.step);
    steps.goto(search && Number.isInteger(wanted) ? wanted : 0);
    if (search) this.selected = steps.current;
    this.player.watch(steps, { cutoffs: steps.cutoffs });
    this.counts = steps.counts();
    this.#show();
  }

  #change(settings) {
    this.settings = settings;
    this.form.show(settings);
    const { at, first, second } = this.state.query;
    this.state = { ...this.state, query: { at, first, second, ...writeSettings(settings) } };
    this.shell.note(this.state, { replace: false });
    this.load();
  }

  #goto(step, { note = true } = {}) {
    this.steps.goto(step);
    if (this.settings.mode !== "growth") this.selected = this.steps.current;
    this.#show();
    if (!this.player.playing) this.shell.announce(this.steps.sentence());
    if (note && this.settings.mode !== "growth") this.#noteStep();
  }

  // Browsers limit how often an address may change.
  #noteStep() {
    clearTimeout(this.noting);
    this.noting = setTimeout(() => {
      this.state = { ...this.state, query: { ...this.state.query, step: this.steps.step || null } };
      this.shell.note(this.state);
    }, 300);
  }

  #select(node) {
    this.player.pause();
    this.selected = node;
    this.#show({ follow: false });
  }

  #toggle(node) {
    if (this.opened.has(node)) this.opened.delete(node);
    else this.opened.add(node);
    this.#show({ follow: false });
  }

  // A growing tree has to be asked for again: its snapshots hold no more nodes than were wanted.
  #redraw() {
    if (this.steps?.snapshots) this.load();
    else if (this.steps) this.#show();
  }

  #grew() {
    if (!this.steps?.snapshots) return;
    this.#show();
    if (this.steps.state === "done") this.shell.announce(this.steps.sentence());
  }

  #key(key) {
    const does = {
      "+": () => this.view.zoom(1.3),
      "-": () => this.view.zoom(1 / 1.3),
      0: () => this.view.fit(true),
    }[key];
    does?.();
    return Boolean(does);
  }

  #show({ follow = true } = {}) {
    const { steps } = this;
    if (!pathTo(this.selected).includes(steps.root)) this.selected = steps.root;
    const open = [...steps.kept(this.selected), ...[...this.opened].flatMap(pathTo)];
    const extra = [...this.opened].reduce((sum, node) => sum + node.children.length, 0);
    const shown = chooseVisible(steps.root, {
      budget: Number(this.amount.value),
      open: new Set(open),
      extra,
    });
    const path = new Set(pathTo(this.selected));
    const look = steps.look({ selected: this.selected, path, count: shown.size });
    const same =
      this.drawn?.size === shown.size &&
      this.drawnRoot === steps.root &&
      !steps.snapshots &&
      [...shown].every(([node, unfolded]) => this.drawn.get(node) === unfolded);
    if (same) this.view.paint(look);
    else this.view.draw(steps.root, shown, look);
    this.drawn = shown;
    this.drawnRoot = steps.root;
    if (!this.fitted || (steps.growing && !this.view.touched)) this.view.fit();
    this.fitted ||= steps.length > 0 && (!steps.snapshots || shown.size > 1);
    if (follow) this.view.follow(this.selected);
    say(this.sentence, steps.sentence());
    say(this.summary, steps.summary());
    this.form.stopButton.disabled = !steps.growing;
    this.player.show();
    this.#fillPanel();
  }

  #fillPanel() {
    const { title, facts, table } = this.steps.describe(this.selected);
    const place = this.steps.placeOf(this.selected);
    this.board.hidden = !place;
    if (place) this.#showBoard(place);
    this.panel.replaceChildren(
      h(
        "section",
        { class: "card stack" },
        h("h2", {}, title),
        this.board,
        h("dl", { class: "tree-facts" }, facts),
        table ?? "",
      ),
      this.counts ?? "",
    );
  }

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
