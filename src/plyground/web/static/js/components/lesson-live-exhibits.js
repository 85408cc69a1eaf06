/**
 * What a lesson shows that needs the live connection: a tree that grows, a board with scores.
 *
 * @import { AnalysisView, MoveReportView, Place } from "../api-types.js"
 * @import { Compiling } from "./compiling.js"
 * @import { Exhibit } from "./lesson-exhibits.js"
 * @import { Asked, Shown } from "./lesson-material.js"
 * @import { Question } from "./lesson-questions.js"
 */

import { gameView, live, positionView } from "../api.js";
import { PlyBoard } from "../board.js";
import { h, say } from "../dom.js";
import { words } from "../words.js";
import { boardQuestions, growthQuestions } from "./lesson-live-questions.js";
import { GrowthSteps } from "./tree-growth.js";
import { chooseVisible } from "./tree-layout.js";
import { TreeView } from "./tree-view.js";

const EVERY_ONE = 1;
const SIMULATIONS = 40;
const EXPLORATION = 0.4; // as agents have it
const DRAWN = 60;

// --- a growing tree -----------------------------------------------------------------------------

/** @param {Shown} shown @param {AbortSignal} signal @param {Compiling} compiling */
export async function loadGrowth(shown, signal, compiling) {
  await live.whenAllowed();
  const game = await gameView(shown.game ?? "");
  const place = { game: game.name, moves: shown.moves ?? "" };
  const wish = {
    iterations: shown.iterations ?? SIMULATIONS,
    every: EVERY_ONE,
    exploration: EXPLORATION,
  };
  const view = new TreeView({
    label: words.tree.name,
    onselect: () => undefined,
    ontoggle: () => undefined,
  });
  const sentence = h("p", { class: "tree-sentence" });
  const table = h("div", { class: "lesson-sums" });
  const element = h("div", { class: "lesson-tree" }, view.element, table, sentence);
  const steps = await new Promise((resolve, reject) => {
    /** @type {GrowthSteps | null} */
    let growing = null;
    GrowthSteps.load(place, wish, signal, {
      game,
      drawn: DRAWN,
      compiling,
      onchange: () => growing?.phase === "done" && resolve(growing),
      onerror: reject,
    }).then((made) => (growing = made), reject);
    signal.addEventListener("abort", () => {
      growing?.close();
      reject(signal.reason);
    });
  });
  let hidden = false;
  /** @param {number} step */
  const show = (step) => {
    steps.goto(step);
    const { root } = steps;
    const shown = chooseVisible(root, { budget: DRAWN, open: steps.kept() });
    const drawn = { selected: root, path: new Set([root]), count: shown.size };
    view.draw(root, shown, (node) => steps.look(node, drawn));
    view.fit();
    table.replaceChildren(steps.describe(root).table ?? "");
    table.classList.toggle("asking", hidden);
    say(sentence, hidden ? "" : steps.sentence());
  };
  return {
    element,
    steps,
    views: [view],
    questions: (/** @type {Asked} */ { count = 1 }) => growthQuestions(steps, count),
    show,
    ask: (/** @type {Question | null} */ question, /** @type {boolean} */ answered) => {
      hidden = Boolean(question && !answered);
      show(question ? (answered ? question.then : question.step) : steps.step);
    },
    close: () => {
      steps.close();
      view.close();
    },
  };
}

// --- a board with scores ------------------------------------------------------------------------

/**
 * @param {Shown} shown
 * @param {AbortSignal} signal
 * @param {Compiling} compiling
 * @returns {Promise<Exhibit>}
 */
export async function loadBoard(shown, signal, compiling) {
  await live.whenAllowed();
  const place = { game: shown.game ?? "", moves: shown.moves ?? "" };
  const [game, view, analysis] = await Promise.all([
    gameView(place.game),
    positionView(place),
    analysed({ ...place, agent: shown.agent ?? "perfect" }, signal, compiling),
  ]);
  const board = new PlyBoard();
  board.className = "lesson-board";
  board.game = game;
  board.label = words.questions.position;
  board.view = view;
  const sentence = h("p", { class: "tree-sentence" });
  const reveal = () => {
    board.overlay = { scores: analysis.moves.map((move) => chipOf(move, analysis)) };
  };
  return {
    element: h("div", { class: "lesson-tree" }, board, sentence),
    steps: null,
    views: [],
    questions: ({ kind }) => boardQuestions(kind, analysis, game),
    show: () => undefined,
    ask: (question, answered) => {
      if (answered || !question) reveal();
      else board.overlay = null;
    },
    close: () => undefined,
  };
}

/**
 * @param {Place & { agent: string }} asked
 * @param {AbortSignal} signal
 * @param {Compiling} compiling
 * @returns {Promise<AnalysisView>}
 */
function analysed(asked, signal, compiling) {
  return new Promise((resolve, reject) => {
    const stop = live.start(
      { type: "analyse", ...asked, limit: { seconds: 20 }, lines: 1 },
      {
        preparing: (message) => compiling.show(message.compiling),
        done: ({ analysis }) =>
          analysis ? resolve(analysis) : reject(new Error(words.questions.nothingFound)),
        error: reject,
      },
    );
    signal.addEventListener("abort", () => {
      stop();
      reject(signal.reason);
    });
  });
}

/** @param {MoveReportView} move @param {AnalysisView} analysis */
function chipOf({ text, path, score, policy }, { moves }) {
  const most = Math.max(...moves.map((each) => each.policy ?? 0));
  const proven = score?.kind === "proven";
  const value = proven ? score.value : policy ? policy / most : 0;
  const highest = proven ? Math.max(...moves.map((each) => each.score?.value ?? -1)) : 1;
  return {
    move: text,
    path,
    text: proven ? "LDW"[score.value + 1] : `${Math.round(100 * (policy ?? 0))}%`,
    loss: proven ? (highest - value) / 2 : 1 - value,
    best: value === highest,
    proven,
    share: policy ?? 0,
  };
}
