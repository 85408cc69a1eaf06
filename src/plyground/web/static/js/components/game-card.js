/**
 * The card of an analysed game: advantage, what was wrong with the move, the variations, and the
 * buttons that walk and change them.
 *
 * @import { Place } from "../api-types.js"
 * @import { Shell } from "../main.js"
 * @import { MoveNode, Mover, Variations } from "./variations.js"
 * @import { WhyPanel } from "./why.js"
 *
 * @typedef {{
 *   shell: Shell, place: () => Place, jump: (node: MoveNode) => unknown,
 *   jumpTo: (ply: number) => unknown, preview: (moves: string[] | null) => unknown,
 *   promote: () => unknown, remove: () => unknown, review: () => unknown,
 *   comment: (text: string, node: MoveNode) => unknown,
 * }} Host what the card asks for; `jumpTo` is told a ply, too large a one is the last
 */

import { h, say } from "../dom.js";
import { words } from "../words.js";
import { AdvantageGraph } from "./advantage-graph.js";
import { CommentField } from "./comments.js";
import { slip, VariationView } from "./variations.js";

export class GameCard {
  #host;
  #graph;
  #list;
  /** @type {CommentField<MoveNode>} */
  #comment;
  #fault = h("p", { class: "fault small" });
  #buttons;
  #ply = 0;
  /** @type {WhyPanel | null} */
  #why = null;
  element;

  /** @param {Host} host */
  constructor(host) {
    this.#host = host;
    this.#graph = new AdvantageGraph(host.jumpTo);
    this.#list = new VariationView(host.jump);
    this.#comment = new CommentField(host.comment);
    /** @param {string} text @param {() => unknown} onclick */
    const button = (text, onclick, more = {}) =>
      h("button", { type: "button", onclick, ...more }, text);
    /** @param {string} label @param {string} sign @param {() => number} ply */
    const walk = (label, sign, ply) =>
      button(sign, () => host.jumpTo(ply()), { class: "quiet", "aria-label": label, title: label });
    this.#buttons = {
      first: walk(words.moves.first, "«", () => 0),
      back: walk(words.moves.back, "‹", () => this.#ply - 1),
      on: walk(words.moves.forward, "›", () => this.#ply + 1),
      last: walk(words.moves.last, "»", () => Infinity),
      review: button(words.analyse.judge, host.review),
      promote: button(words.analyse.promote, host.promote),
      remove: button(words.analyse.remove, host.remove),
    };
    const { first, back, on, last, review, promote, remove } = this.#buttons;
    this.element = h(
      "section",
      { class: "card", "aria-label": words.analyse.game },
      this.#graph.element,
      this.#fault,
      this.#list.element,
      this.#comment.element,
      h("div", { class: "walk" }, first, back, on, last),
      h("div", { class: "row actions" }, review, promote, remove),
    );
  }

  /**
   * Show the game and where the board stands in it.
   * @param {Variations} tree
   * @param {Mover} mover
   */
  show(tree, mover) {
    this.#list.show(tree, mover);
    const { current } = tree;
    this.#comment.show(current.move || null, current.comment, current);
    const length = tree.line().length;
    const { first, back, on, last, review, promote, remove } = this.#buttons;
    this.#ply = current.ply;
    first.disabled = back.disabled = current.ply === 0;
    on.disabled = last.disabled = current.ply === length;
    remove.disabled = current.ply === 0;
    let main = true;
    for (let at = current; at.parent; at = at.parent) main &&= at.parent.children[0] === at;
    promote.hidden = main;
    review.disabled = length === 0;
  }

  /**
   * Show what is known of its positions.
   * @param {Variations} tree
   */
  showJudgement(tree) {
    const { current, root } = tree;
    const nodes = [root, ...tree.line()];
    const slips = nodes.slice(1).flatMap((node) => {
      const fault = slip(node);
      return fault ? [{ ply: node.ply, ...fault }] : [];
    });
    const [first] = this.#host.shell.game.players;
    this.#graph.show(
      nodes.map(({ score }) => score),
      current.ply,
      slips,
      first,
    );
    this.#showFault(current);
  }

  /** @param {MoveNode} current */
  #showFault(current) {
    const fault = slip(current);
    const told = fault ? words.moves.isSlip[fault.name](current.move) : "";
    if (this.#fault.dataset.told === told) return;
    this.#fault.dataset.told = told;
    if (!fault) {
      this.#fault.replaceChildren();
      return;
    }
    const again = () => this.#host.jumpTo(current.ply - 1);
    this.#fault.replaceChildren(
      `${fault.sign} ${told} `,
      h("button", { type: "button", onclick: again }, words.analyse.tryAgain),
      " ",
      h("button", { type: "button", onclick: () => this.#explain() }, words.why.ask),
    );
  }

  async #explain() {
    const { shell, place: here, preview } = this.#host;
    const place = here();
    const [{ WhyPanel }] = await Promise.all([
      shell.module("components/why.js"),
      shell.stylesheet("end.css"),
    ]);
    if (here().moves !== place.moves) return;
    this.closeWhy();
    const onclose = () => (this.#why = null);
    const made = new WhyPanel({ game: shell.game, place, preview, onclose });
    this.#why = made;
    this.#fault.after(made.element);
  }

  closeWhy() {
    this.#why?.close();
    this.#why = null;
  }

  /**
   * How far the analysis of the whole game is; null when none is under way.
   * @param {{done: number, all: number} | null} progress
   */
  showReview(progress) {
    const told = progress && words.analyse.stopJudging(progress.done, progress.all);
    say(this.#buttons.review, told ?? words.analyse.judge);
  }
}
