/**
 * The review of a finished game: its graph, and the turning points of the people who played it. It
 * begins by itself, from the last move on, and is exact as far back as the solver reaches.
 *
 * @import { AgentsView, AnalysisView, GameView, Place, PositionView } from "../api-types.js"
 * @import { MoveNode } from "./variations.js"
 *
 * @typedef {{says: string, judge: (move: string) => boolean}} Question
 * @typedef {{
 *   place: (plies: number) => Place, jump: (ply: number) => unknown,
 *   ask: (question: Question | null) => unknown,
 *   tell: (text: string) => unknown,
 *   preview: (plies: number, moves: string[] | null) => unknown,
 *   module: (path: string) => Promise<any>, fail: (error: unknown) => unknown,
 * }} Host the screen with the board: `ask` has the next move that is clicked judged instead of played
 */

import { capital, h, say } from "../dom.js";
import { words } from "../words.js";
import { AdvantageGraph } from "./advantage-graph.js";
import { Review } from "./review.js";
import { advantageOf, brief, inWords, isJudged, settled } from "./scores.js";
import { slip, Variations } from "./variations.js";

const EXACT = { agent: "perfect", limit: { seconds: 0.6 } };
const SECONDS = 0.4; // a position, of an engine that estimates

/**
 * The mistakes and blunders of some players in a line of moves, the first move's first.
 * @param {MoveNode[]} line
 * @param {(ply: number) => number} mover
 * @param {number[]} players
 */
export function turningPoints(line, mover, players) {
  return line.filter((node) => {
    const fault = slip(node);
    return fault && fault.name !== "inaccuracy" && players.includes(mover(node.ply));
  });
}

export class GameReview {
  #game;
  #host;
  #view;
  #people;
  #tree = new Variations();
  /** @type {Map<number, AnalysisView>} by ply */
  #known = new Map();
  #running;
  #at;
  /** @type {import("./why.js").WhyPanel | null} */
  #why = null;
  #state = h("p", { class: "small muted", role: "status" });
  #list = h("ol", { class: "turning-points", "aria-label": words.review.points });
  #graph;
  element;

  /**
   * `view` is the end of the game, `people` the players who are told of their turning points.
   * @param {{
   *   game: GameView, agents: AgentsView, view: PositionView, people: number[], host: Host,
   * }} how
   */
  constructor({ game, agents, view, people, host }) {
    this.#game = game;
    this.#host = host;
    this.#view = view;
    this.#people = people;
    this.#at = view.plies.length;
    this.#graph = new AdvantageGraph((ply) => host.jump(ply));
    this.element = h(
      "div",
      { class: "review stack" },
      h("h3", {}, words.review.title),
      this.#graph.element,
      this.#state,
      this.#list,
    );
    this.#tree.enter(view.plies.map(({ text }) => text));
    const solvable = agents.kinds.some(({ name }) => name === EXACT.agent);
    const engine = { agent: agents.analyst, limit: { seconds: SECONDS } };
    this.#running = new Review(...(solvable ? [EXACT, engine] : [engine]));
    this.#run();
  }

  /**
   * Mark where the board stands.
   * @param {number} ply
   */
  at(ply) {
    this.#at = ply;
    this.#show();
  }

  close() {
    this.#running.stop();
    this.#why?.close();
    this.#why = null;
    this.#host.ask(null);
  }

  get #nodes() {
    return [this.#tree.root, ...this.#tree.line()];
  }

  async #run() {
    const nodes = this.#nodes.reverse();
    const places = nodes.map(({ ply }) => this.#host.place(ply));
    try {
      await this.#running.run(places, (index, found) => {
        const node = nodes[index];
        if (found.outcome) node.score = settled(found.outcome);
        else this.#learn(node, found.analysis);
        say(this.#state, words.review.looking(node.ply + 1));
        this.#show();
      });
      this.#conclude();
    } catch (error) {
      say(this.#state, "");
      this.#host.fail(error);
    }
  }

  /** @param {MoveNode} node @param {AnalysisView} analysis */
  #learn(node, analysis) {
    this.#known.set(node.ply, analysis);
    this.#tree.judge(node, analysis.moves, analysis.player);
    const [best] = analysis.moves;
    if (!isJudged(best)) return;
    node.score = {
      advantage: advantageOf(best),
      brief: brief(best.score, best.visits),
      text: inWords(best.score, this.#game.players, best.visits),
      depth: analysis.statistics.depth,
    };
  }

  #conclude() {
    const exact = this.#exactFrom();
    const plies = this.#view.plies.length;
    const proven =
      exact === 0
        ? words.review.allProven
        : exact < plies
          ? words.review.provenFrom(exact + 1)
          : words.review.estimated;
    const points = this.#points();
    const found = points.length ? "" : words.review.noPoints;
    say(this.#state, `${found}${proven}`);
    this.#show();
  }

  // The first position from which every one is proven.
  #exactFrom() {
    let ply = this.#view.plies.length;
    while (ply > 0 && this.#known.get(ply - 1)?.score?.kind === "proven") ply -= 1;
    return ply;
  }

  #points() {
    const { plies } = this.#view;
    return turningPoints(this.#tree.line(), (ply) => plies[ply - 1].player, this.#people);
  }

  #show() {
    const nodes = this.#nodes;
    const points = this.#points();
    const slips = points.flatMap((node) => {
      const fault = slip(node);
      return fault ? [{ ply: node.ply, ...fault }] : [];
    });
    const scores = nodes.map(({ score }) => score);
    this.#graph.show(scores, this.#at, slips, this.#game.players[0]);
    const told = JSON.stringify(points.map(({ ply, score }) => [ply, score?.text]));
    if (this.#list.dataset.told === told) return;
    this.#list.dataset.told = told;
    this.#list.replaceChildren(...points.map((node) => this.#point(node)));
  }

  /** @param {MoveNode} node */
  #point(node) {
    const fault = slip(node);
    const slot = h("div", {});
    return h(
      "li",
      { class: "stack", value: node.ply },
      h(
        "p",
        {},
        h("span", { class: "muted" }, words.review.move(node.ply)),
        h("b", {}, node.move),
        h(
          "span",
          { class: `slip ${fault?.name}`, title: fault ? words.moves.slips[fault.name] : null },
          fault?.sign,
        ),
        words.review.change(capital(node.parent?.score?.text ?? ""), node.score?.text ?? ""),
      ),
      h(
        "div",
        { class: "row" },
        h("button", { type: "button", onclick: () => this.#try(node) }, words.review.find),
        h("button", { type: "button", onclick: () => this.#explain(node, slot) }, words.why.ask),
      ),
      slot,
    );
  }

  /** @param {MoveNode} node */
  #try(node) {
    this.#why?.close();
    this.#why = null;
    this.#host.jump(node.ply - 1);
    const player = this.#game.players[this.#view.plies[node.ply - 1].player];
    this.#host.ask({
      says: words.review.findBetter(player, node.move),
      judge: (move) => this.#judge(node, move),
    });
  }

  /** @param {MoveNode} node @param {string} move */
  #judge({ parent, ply }, move) {
    const loss = parent?.judged?.get(move) ?? null;
    const report = this.#known.get(ply - 1)?.moves.find(({ text }) => text === move);
    const told = report?.score
      ? inWords(report.score, this.#game.players, report.visits)
      : words.review.notJudged;
    const right = loss !== null && !slip({ loss });
    this.#host.tell(`${move}: ${told}. ${right ? words.review.right : words.review.wrong}`);
    return right;
  }

  /** @param {MoveNode} node @param {HTMLElement} slot */
  async #explain(node, slot) {
    this.#why?.close();
    this.#host.ask(null);
    this.#host.jump(node.ply);
    const { WhyPanel } = await this.#host.module("components/why.js");
    this.#why = new WhyPanel({
      game: this.#game,
      place: this.#host.place(node.ply),
      preview: (/** @type {string[] | null} */ moves) => this.#host.preview(node.ply, moves),
      onclose: () => (this.#why = null),
    });
    if (this.#why) slot.replaceChildren(this.#why.element);
  }
}
