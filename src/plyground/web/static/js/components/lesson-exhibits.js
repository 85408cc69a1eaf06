/**
 * What a lesson shows beside its words: a tree, two trees in step, a growing tree, or a board.
 *
 * An exhibit has an element, questions about itself, and steps where one can walk through it.
 *
 * @import { Compiling } from "./compiling.js"
 * @import { GameView } from "../api-types.js"
 * @import { Asked, Shown } from "./lesson-material.js"
 * @import { Kind, Question } from "./lesson-questions.js"
 * @import { Look } from "./tree-looks.js"
 * @import { SearchWish } from "./tree-search.js"
 * @import { Steps } from "./tree-player.js"
 * @import { TreeNode } from "./tree-view.js"
 * @import { SearchNode } from "./tree-model.js"
 *
 * @typedef {{
 *   element: HTMLElement, steps: (Steps & {cutoffs: boolean}) | null, views: TreeView[],
 *   questions(asked: Asked): Question[], show(step: number): void,
 *   ask(question: Question | null, answered: boolean): void, close(): void,
 * }} Exhibit
 */

import { gameView } from "../api.js";
import { h, say } from "../dom.js";
import { words } from "../words.js";
import { Pseudocode } from "./lesson-code.js";
import { loadBoard, loadGrowth } from "./lesson-live-exhibits.js";
import { RANDOM, randomTree } from "./lesson-material.js";
import { questionsOf } from "./lesson-questions.js";
import { chooseVisible, pathTo } from "./tree-layout.js";
import { inStep } from "./tree-pair.js";
import { SearchSteps } from "./tree-search.js";
import { TreeView } from "./tree-view.js";

const BUDGETS = [200, 100, 60, 40, 25, 15, 1]; // nodes to draw, the first that can be read
const ENOUGH = 3; // questions about a random tree

/**
 * @param {Shown} shown
 * @param {AbortSignal} signal
 * @param {Compiling} compiling says what is compiled meanwhile
 * @returns {Promise<Exhibit>}
 */
export function loadExhibit(shown, signal, compiling) {
  if (shown.kind === "analysis") return loadBoard(shown, signal, compiling);
  if (shown.kind === "growth") return loadGrowth(shown, signal, compiling);
  return shown.kind === "pair" ? loadPair(shown, signal) : loadTree(shown, signal);
}

// --- trees --------------------------------------------------------------------------------------

/** @param {Shown} shown @returns {SearchWish} */
function wishOf({ tree = "", depth = 9, evaluate = "default", ...shown }) {
  const { pruning = true, ordering = false, table = false, merged = false } = shown;
  const switches = { pruning, strict: false, ordering, table, merged };
  return { tree, depth, evaluate, ...switches, boards: true };
}

/** @param {Shown} shown @param {AbortSignal} signal */
async function loadTree(shown, signal) {
  const wish = wishOf(shown);
  const numbers = shown.kind === "numbers" || !shown.game;
  if (numbers) {
    const load = wish.tree === RANDOM ? loadRandom : SearchSteps.load.bind(null, null);
    return new TreeExhibit(await load(wish, signal), null, shown);
  }
  const place = { game: shown.game ?? "", moves: shown.moves ?? "" };
  const [steps, game] = await Promise.all([
    SearchSteps.load(place, wish, signal, { counts: false }),
    gameView(place.game),
  ]);
  return new TreeExhibit(steps, game, shown);
}

// A new tree in which something is cut, something is not, and there is enough to ask.
/** @param {SearchWish} wish @param {AbortSignal} signal @returns {Promise<SearchSteps>} */
async function loadRandom(wish, signal) {
  const steps = await SearchSteps.load(null, { ...wish, tree: randomTree() }, signal);
  const asked = questionsOf("cut", steps.model, steps.names, ENOUGH);
  const answers = new Set(asked.map(({ right }) => right[0]));
  return asked.length === ENOUGH && answers.size > 1 ? steps : loadRandom(wish, signal);
}

/** @param {Shown} shown @param {AbortSignal} signal */
async function loadPair(shown, signal) {
  const [whole, cutting] = await Promise.all([
    loadTree({ ...shown, pruning: false }, signal),
    loadTree({ ...shown, pruning: true }, signal),
  ]);
  return new PairExhibit(whole, cutting);
}

/** @implements {Exhibit} */
class TreeExhibit {
  /** @type {SearchNode | null} what is asked about, until somebody has answered */
  asked = null;
  veils = false; // until everything is answered
  quiet = false; // while something is asked
  hides = false;
  budget = 0;

  /** @param {SearchSteps} steps @param {GameView | null} game @param {Shown} shown */
  constructor(steps, game, shown) {
    this.steps = steps;
    this.view = new TreeView({
      label: words.tree.name,
      onselect: () => undefined,
      ontoggle: (node) => this.#toggle(node),
    });
    this.views = [this.view];
    this.view.game = game;
    this.symbols = game && bySymbol(game, steps);
    /** @type {Set<TreeNode>} */
    this.opened = new Set();
    const { pruning = true, table = false, plain = false, windows = true } = shown;
    this.plain = plain;
    this.windows = windows;
    this.code = new Pseudocode({ pruning, table });
    this.title = h("h3", {}, pruning ? words.code.alphaBeta : words.code.minimax);
    this.sentence = h("p", { class: "tree-sentence" });
    this.summary = h("p", { class: "small muted" });
    this.element = h(
      "div",
      { class: "lesson-tree" },
      this.view.element,
      this.sentence,
      this.summary,
      this.code.element,
    );
    steps.goto(shown.at === "start" ? 0 : steps.length);
  }

  close() {
    this.view.close();
  }

  /** @param {Asked} asked */
  questions({ kind, count = 1 }) {
    const { model } = this.steps;
    const names = this.plain && this.symbols ? this.symbols : this.steps.names;
    const step = model.step;
    const made = questionsOf(/** @type {Kind} */ (kind), model, names, count);
    model.goto(step);
    return made;
  }

  /** @param {Question | null} question @param {boolean} answered */
  ask(question, answered) {
    this.veils = question !== null;
    this.quiet = question !== null && !answered;
    this.asked = this.quiet && question ? question.node : null;
    this.hides = this.quiet && Boolean(question?.hides);
    const focus = question?.node ?? null;
    if (question) this.show(answered ? question.then : question.step, focus);
    else this.show(this.steps.step);
  }

  /** @param {number} step @param {SearchNode | null} focus */
  show(step, focus = null) {
    const { steps, view } = this;
    steps.goto(step);
    const selected = focus ?? steps.current;
    const open = new Set([...steps.kept(selected), selected, ...this.opened]);
    const { root } = steps;
    const extra = [...this.opened].reduce((sum, node) => sum + node.children.length, 0);
    /** @param {number} budget */
    const choose = (budget) => chooseVisible(root, { budget, open, extra });
    this.budget ||= BUDGETS.find((budget) => view.hasRoomFor(root, choose(budget))) ?? 1;
    const shown = choose(this.budget);
    const drawn = { selected, path: new Set(pathTo(selected)), count: shown.size };
    view.draw(root, shown, (node) => this.#look(/** @type {SearchNode} */ (node), drawn));
    view.follow(selected);
    const quiet = this.plain || this.quiet;
    say(this.sentence, quiet || focus ? "" : steps.sentence()); // the answer says the same
    say(this.summary, quiet ? "" : steps.summary());
    this.code.element.hidden = quiet;
    this.code.show(steps.model.event);
  }

  // What comes later says nothing yet: its boards would tell what is cut.
  /** @param {SearchNode} node @param {Parameters<SearchSteps["look"]>[1]} drawn @returns {Look} */
  #look(node, drawn) {
    const look = this.#known(this.steps.look(node, drawn));
    if (this.plain) return { ...look, text: "", below: "", edge: "done", level: null };
    const cut = node.pruned && node.parent?.cut;
    if (this.veils && this.view.game && node.status === "unseen" && !cut)
      return { ...look, classes: "unseen veiled", shape: pointed(node), cells: null, text: "" };
    if (this.hides && node.parent === this.asked)
      return { ...look, edge: look.edge.replace("best", "") };
    if (node === this.asked) return this.#askedLook(node, look);
    return this.quiet ? { ...look, classes: look.classes.replace("current", "") } : look;
  }

  // Without the window, as long as the lesson has not come to it.
  /** @param {Look} look */
  #known(look) {
    return this.windows || look.below === "pruned" ? look : { ...look, below: "" };
  }

  // Whatever would give the answer away is left out.
  /** @param {SearchNode} node @param {Look} look @returns {Look} */
  #askedLook(node, look) {
    const classes = `${look.classes} asked`;
    if (!this.hides) return { ...look, classes };
    const shape = this.steps.settings.table ? pointed(node) : look.shape;
    return { ...look, classes, shape, text: "?", label: words.questions.inQuestion };
  }

  /** @param {TreeNode} node */
  #toggle(node) {
    if (!this.opened.delete(node)) this.opened.add(node);
    this.show(this.steps.step);
  }
}

// The players as long as nobody is MAX or MIN yet.
/** @param {GameView} game @param {SearchSteps} steps */
function bySymbol({ symbols }, { names }) {
  const [first, second] = symbols;
  return names.max.includes(`(${first})`)
    ? { max: first, min: second }
    : { max: second, min: first };
}

// As a node that is no leaf looks.
/** @param {SearchNode} node @returns {Look["shape"]} */
function pointed({ maximising }) {
  return maximising ? "up" : "down";
}

/** Minimax and alpha-beta, side by side. @implements {Exhibit} */
class PairExhibit {
  /** @param {TreeExhibit} whole @param {TreeExhibit} cutting */
  constructor(whole, cutting) {
    this.whole = whole;
    this.cutting = cutting;
    this.views = [whole.view, cutting.view];
    this.beside = inStep(whole.steps.model, cutting.steps.model);
    this.steps = {
      length: whole.steps.length,
      step: 0,
      cutoffs: true,
      nextCutoff: () => this.#nextCutoff(),
    };
    for (const each of [whole, cutting]) each.element.prepend(each.title);
    this.element = h("div", { class: "lesson-pair" }, whole.element, cutting.element);
  }

  close() {
    this.whole.close();
    this.cutting.close();
  }

  /** @param {Asked} asked */
  questions(asked) {
    return this.cutting.questions(asked).map((question) => ({
      ...question,
      step: this.#beside(question.step),
      then: this.#beside(question.then),
    }));
  }

  /** @param {Question | null} question @param {boolean} answered */
  ask(question, answered) {
    this.whole.quiet = this.cutting.quiet = question !== null && !answered;
    this.cutting.asked = this.cutting.quiet && question ? question.node : null;
    this.show(question ? (answered ? question.then : question.step) : this.steps.step);
  }

  /** @param {number} step */
  show(step) {
    this.steps.step = Math.max(0, Math.min(this.steps.length, step));
    this.whole.show(this.steps.step);
    this.cutting.show(this.beside[this.steps.step]);
  }

  // The step of minimax at which alpha-beta has come that far.
  /** @param {number} step of alpha-beta */
  #beside(step) {
    return Math.max(
      0,
      this.beside.findIndex((each) => each >= step),
    );
  }

  #nextCutoff() {
    const { model } = this.cutting.steps;
    const next = model.cutoffs.find((step) => this.#beside(step) > this.steps.step);
    return next === undefined ? this.steps.length : this.#beside(next);
  }
}
