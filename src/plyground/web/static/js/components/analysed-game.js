/**
 * The game that is analysed: a tree of variations from a position, with what is known of each
 * position. The browser keeps it.
 *
 * @import { AnalysisView, GameView, Place } from "../api-types.js"
 * @import { MoveNode } from "./variations.js"
 */

import { keepComments, recallComments } from "./comments.js";
import { keepAnalysis, keptWith } from "./kept-analyses.js";
import { Review } from "./review.js";
import { advantageOf, brief, inWords, isJudged, settled } from "./scores.js";
import { Variations } from "./variations.js";

export class AnalysedGame {
  /** @type {string | null} where it begins, null for the start of the game */
  position = null;
  tree = new Variations();
  #game;
  #number = 0; // under which the browser keeps it
  /** @type {Review | null} the analysis of the whole game under way */
  #review = null;

  /** @param {GameView} game */
  constructor(game) {
    this.#game = game;
  }

  /** @returns {Place} */
  place(moves = this.tree.path()) {
    const { name: game, values: parameters } = this.#game;
    return { game, parameters, position: this.position, moves: moves.join(" ") };
  }

  /**
   * Begin with these moves; what the browser knows beside them comes along.
   * @param {string | null} position
   * @param {string[]} moves
   * @param {number} at
   */
  begin(position, moves, at) {
    this.stopReview();
    this.position = position;
    const [number, tree] = keptWith(this.#keptAs, moves) ?? [Date.now(), new Variations()];
    this.#number = number;
    this.tree = tree;
    this.tree.enter(moves, at);
    const said = recallComments(this.place([]), moves);
    for (const node of this.tree.line()) node.comment ||= said[node.ply] ?? "";
  }

  get #keptAs() {
    const { full_name: game } = this.#game;
    return this.position ? `${game} ${this.position}` : game;
  }

  keep() {
    keepAnalysis(this.#number, this.#keptAs, this.tree);
  }

  /**
   * Play moves one after the other, or follow them where they were played before.
   * @param {string[]} moves
   */
  play(moves) {
    for (const move of moves) this.tree.play(move);
    this.keep();
  }

  /**
   * Say something of a move. It stays with the variations, and with its line for Play.
   * @param {string} text
   * @param {MoveNode} node
   */
  comment(text, node) {
    node.comment = text;
    this.keep();
    const line = this.tree.line();
    const said = line.flatMap(({ ply, comment }) => (comment ? [[ply, comment]] : []));
    const moves = line.map(({ move }) => move);
    keepComments(this.place([]), moves, Object.fromEntries(said));
  }

  promote() {
    this.tree.promote(this.tree.current);
    this.keep();
  }

  remove() {
    this.tree.remove(this.tree.current);
    this.keep();
  }

  /**
   * The node of the line at a ply, the last for one beyond; null if the board stands there.
   * @param {number} ply
   */
  nodeAt(ply) {
    const line = this.tree.line();
    const wanted = Math.min(ply, line.length);
    if (wanted === this.tree.current.ply || wanted < 0) return null;
    return wanted === 0 ? this.tree.root : line[wanted - 1];
  }

  /**
   * Keep the deepest judgement of a position, and the latest of equals.
   * @param {AnalysisView} analysis
   * @param {MoveNode} node
   */
  learn({ moves, player, statistics: { depth } }, node = this.tree.current) {
    this.tree.judge(node, moves, player);
    const [best] = moves;
    if (!isJudged(best)) return;
    const { score } = best;
    if (node.score && node.score.depth > depth && score.kind !== "proven") return;
    const text = inWords(score, this.#game.players, best.visits);
    node.score = { advantage: advantageOf(best), brief: brief(score, best.visits), text, depth };
  }

  get isReviewed() {
    return this.#review !== null;
  }

  stopReview() {
    this.#review?.stop();
  }

  /**
   * Judge the whole game from its end; `onstep(done, all)` after each position.
   * @param {ConstructorParameters<typeof Review>[0]} request
   * @param {(done: number, all: number) => unknown} onstep
   */
  async review(request, onstep) {
    const nodes = [this.tree.root, ...this.tree.line()].reverse();
    const places = nodes.map((node) => this.place(this.tree.path(node)));
    this.#review = new Review(request);
    try {
      await this.#review.run(places, (index, known) => {
        if (known.outcome) nodes[index].score = settled(known.outcome);
        else this.learn(known.analysis, nodes[index]);
        onstep(index + 1, nodes.length);
      });
      this.keep();
    } finally {
      this.#review = null;
    }
  }
}
