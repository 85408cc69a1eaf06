/**
 * A game with its variations: a tree of moves, of which nothing is lost by playing another move.
 *
 * The first child of a node is the main line. `score` is what an engine thought of the position after
 * the move; `loss` is how much worse than the best move it was, in one analysis of the position before;
 * `comment` is what a person says of the move.
 *
 * @import { MoveReportView } from "../api-types.js"
 * @import { Judgement } from "./scores.js"
 *
 * @typedef {{
 *   move: string, parent: MoveNode | null, children: MoveNode[], ply: number,
 *   score: Judgement | null, loss: number | null, comment: string,
 *   visited?: MoveNode, judged?: Map<string, number>,
 * }} MoveNode its move is empty at the root
 * @typedef {(ply: number) => number} Mover who made the move with that number
 */

import { h } from "../dom.js";
import { words } from "../words.js";
import { commentShown } from "./comments.js";
import { advantageOf, isJudged } from "./scores.js";

/** @type {[number, string, keyof typeof words.moves.slips][]} */
const SLIPS = [
  [0.8, "??", "blunder"],
  [0.4, "?", "mistake"],
  [0.2, "?!", "inaccuracy"],
]; // of 2

export class Variations {
  root = node("", null);
  current = this.root;

  /** The moves from the root to a node, as texts. */
  path(of = this.current) {
    return pathTo(of).map(({ move }) => move);
  }

  /** The nodes of the line through the current one, without the root: chosen moves, then main ones. */
  line() {
    const nodes = pathTo(this.current);
    for (let at = onward(this.current); at; at = onward(at)) nodes.push(at);
    return nodes;
  }

  /**
   * Play a move from the current node, or follow it where it was played before.
   * @param {string} move
   */
  play(move) {
    let next = this.current.children.find((child) => child.move === move);
    if (!next) {
      next = node(move, this.current);
      next.loss = this.current.judged?.get(move) ?? null;
      this.current.children.push(next);
    }
    this.go(next);
  }

  /**
   * Make a node the current one.
   * @param {MoveNode} to
   */
  go(to) {
    for (let at = to; at.parent; at = at.parent) at.parent.visited = at;
    this.current = to;
  }

  /**
   * Follow moves from the root, then stand after the first `at` of them.
   * @param {string[]} moves
   * @param {number} at
   */
  enter(moves, at = moves.length) {
    this.current = this.root;
    for (const move of moves) this.play(move);
    if (at < moves.length) this.go(at === 0 ? this.root : this.line()[at - 1]);
  }

  /**
   * Keep what an analysis of a node's position says: its moves, for `player` who is to move.
   * @param {MoveNode} at
   * @param {MoveReportView[]} moves
   * @param {number} player
   */
  judge(at, moves, player) {
    const open = moves.filter(({ score, visits }) => score?.kind !== "proven" && visits === null);
    const depths = new Set(open.map(({ depth }) => depth));
    if (depths.size > 1) return; // in the middle of an iteration: deeper moves beside shallower ones
    const sign = player === 0 ? 1 : -1;
    const known = moves.filter(isJudged);
    const levels = known.map((move) => advantageOf(move) * sign);
    const best = Math.max(...levels);
    const judged = new Map(known.map(({ text }, index) => [text, best - levels[index]]));
    at.judged = judged;
    for (const child of at.children) child.loss = judged.get(child.move) ?? child.loss;
  }

  /**
   * Whether these moves are a whole line of the tree, from the root to an end.
   * @param {string[]} moves
   */
  endsWith(moves) {
    /** @type {MoveNode | undefined} */
    let at = this.root;
    for (const move of moves) at = at?.children.find((child) => child.move === move);
    return at !== undefined && !at.children.length;
  }

  /**
   * Take a node and all that follows away.
   * @param {MoveNode} gone
   */
  remove(gone) {
    if (!gone.parent) return;
    gone.parent.children = gone.parent.children.filter((child) => child !== gone);
    this.go(gone.parent);
  }

  /**
   * Make the line that leads to a node the main one.
   * @param {MoveNode} to
   */
  promote(to) {
    for (let at = to; at.parent; at = at.parent) {
      at.parent.children = [at, ...at.parent.children.filter((child) => child !== at)];
    }
  }

  /** As nested arrays, to keep; see `revive`. */
  toJSON() {
    return pack(this.root);
  }

  /**
   * The tree that `toJSON` gave.
   * @param {unknown} packed
   */
  static revive(packed) {
    const made = new Variations();
    if (Array.isArray(packed)) unpack(packed, made.root);
    return made;
  }
}

/**
 * @param {string} move
 * @param {MoveNode | null} parent
 * @returns {MoveNode}
 */
function node(move, parent) {
  const ply = parent ? parent.ply + 1 : 0;
  return { move, parent, children: [], score: null, loss: null, comment: "", ply };
}

/**
 * From the root, which is left out, to a node.
 * @param {MoveNode} node
 */
function pathTo(node) {
  /** @type {MoveNode[]} */
  const nodes = [];
  for (let at = node; at.parent; at = at.parent) nodes.unshift(at);
  return nodes;
}

/**
 * The node that follows: the one that was visited last, or the main one.
 * @param {MoveNode} node
 * @returns {MoveNode | undefined}
 */
function onward({ children, visited }) {
  return children.find((child) => child === visited) ?? children[0];
}

/**
 * What is kept of a node: [move, [advantage, text, depth, brief] or null, loss, ...children], where
 * the move is [move, comment] if there is one.
 * @param {MoveNode} node
 * @returns {any[]}
 */
function pack({ move, score, loss, comment, children }) {
  const judged = score && [score.advantage, score.text, score.depth, score.brief];
  return [comment ? [move, comment] : move, judged, loss, ...children.map(pack)];
}

/** @param {any[]} packed @param {MoveNode} into */
function unpack([, score, loss, ...children], into) {
  into.loss = loss;
  const [advantage, text, depth, brief = ""] = score ?? [];
  if (score) into.score = { advantage, text, depth, brief };
  for (const child of children) {
    const [move, comment = ""] = Array.isArray(child[0]) ? child[0] : [child[0]];
    const made = node(move, into);
    made.comment = comment;
    into.children.push(made);
    unpack(child, made);
  }
}

/**
 * How bad a move was: {sign, name}, or null.
 * @param {Pick<MoveNode, "loss">} node
 */
export function slip({ loss }) {
  const found = SLIPS.find(([least]) => loss !== null && loss >= least);
  return found ? { sign: found[1], name: found[2] } : null;
}

/** The tree as text to click. */
export class VariationView {
  #onjump;
  element = h("div", { class: "variations", role: "group", "aria-label": words.moves.variations });

  /** @param {(node: MoveNode) => unknown} onjump */
  constructor(onjump) {
    this.#onjump = onjump;
  }

  /** @param {Variations} variations @param {Mover} mover */
  show(variations, mover) {
    const box = h("div", { class: "main-line" });
    this.#line(variations.root, box, variations.current, mover);
    if (!variations.root.children.length)
      box.append(h("p", { class: "muted small" }, words.moves.none));
    const top = this.element.scrollTop;
    this.element.replaceChildren(box);
    this.element.scrollTop = top;
    const here = this.element.querySelector("[aria-current]");
    if (here) keepInView(this.element, here);
  }

  /** @param {MoveNode} from @param {HTMLElement} box @param {MoveNode} current @param {Mover} mover */
  #line(from, box, current, mover) {
    let first = true;
    for (let at = from; at.children.length; at = at.children[0]) {
      const [main, ...others] = at.children;
      box.append(this.#move(main, first, current, mover));
      first = others.length > 0;
      for (const other of others) {
        const side = h("div", { class: "side-line" });
        side.append(this.#move(other, true, current, mover));
        this.#line(other, side, current, mover);
        box.append(side);
      }
    }
  }

  /** @param {MoveNode} of @param {boolean} begins @param {MoveNode} current @param {Mover} mover */
  #move(of, begins, current, mover) {
    const player = mover(of.ply);
    const round = Math.floor((of.ply - 1 + mover(1)) / 2) + 1;
    const number = player === 0 ? `${round}.` : begins ? `${round}…` : "";
    const fault = slip(of);
    return h(
      "span",
      { class: "move" },
      number ? h("span", { class: "round muted number" }, number) : null,
      h(
        "button",
        {
          type: "button",
          "aria-current": of === current ? "step" : null,
          onclick: () => this.#onjump(of),
        },
        of.move,
        fault ? h("span", { class: `slip ${fault.name}`, title: fault.name }, fault.sign) : null,
      ),
      commentShown(of.move, of.comment),
    );
  }
}

/** @param {Element} box @param {Element} item */
function keepInView(box, item) {
  const [outer, inner] = [box.getBoundingClientRect(), item.getBoundingClientRect()];
  if (inner.top < outer.top) box.scrollTop -= outer.top - inner.top;
  else if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom;
}
