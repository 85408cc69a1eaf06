/**
 * A recorded search as a tree that can be shown at any of its steps.
 *
 * The events of the API are replayed: `goto(n)` leaves every node as the search saw it after its
 * first n events. Moves that were cut off are nodes, too: they are shown as pruned, never entered.
 *
 * @import { CutEvent, TreeView, ValueEvent, ValueView } from "../api-types.js"
 *
 * @typedef {TreeView["events"][number]} TreeEvent
 * @typedef {{number: number, children?: undefined} | {children: Numbers[]}} Numbers a tree of numbers
 * @typedef {{
 *   status: "unseen" | "open" | "done", value: number | null, score: ValueView | null,
 *   bound: ValueEvent["bound"] | null, source: ValueEvent["source"] | null, best: string | null,
 *   cut: CutEvent | null, alpha: number | null, beta: number | null,
 * }} Seen what the search knows of a node at a step
 * @typedef {Seen & {
 *   id: number | string, parent: SearchNode | null, children: SearchNode[], move: string | null,
 *   moves: string[], ply: number, maximising: boolean, leaf: boolean, size: number, pruned: boolean, unrecorded: boolean,
 *   rank: number | null, position: string | null, cells: number[] | null, twins: string[],
 *   hidden: number, number?: number | null, below?: boolean,
 * }} SearchNode `moves` are those it stands for, several only where they were pruned; `twins` are
 *   their mirror images; `hidden` nodes below it were searched but not recorded, and one child
 *   stands for all of them
 */

import { valueLetters, valueWords } from "./tree-words.js";

const CROWD = 4; // from so many pruned moves on, one node stands for all of them

/** @type {Seen} */
const UNSEEN = {
  status: "unseen",
  value: null,
  score: null,
  bound: null,
  source: null,
  best: null,
  cut: null,
  alpha: null,
  beta: null,
};

/** @type {ValueView} */
const DRAW = { kind: "proven", value: 0, distance: null, sure: false };

export class TreeModel {
  pruning = true; // whether the search cuts
  numbers = false; // whether it is of a tree of numbers
  step = 0;
  /** @type {Map<number, SearchNode>} those that were entered */
  nodes = new Map();
  /** @type {Map<number, ValueView>} what values mean */
  scores = new Map();

  /**
   * `view` is the answer of /api/tree; `numbers` the parsed tree of numbers, if it is one.
   * @param {TreeView} view
   * @param {Numbers | null} numbers
   */
  constructor(view, numbers = null) {
    this.view = view;
    this.events = view.events;
    for (const event of this.events) this.#read(event);
    this.root = this.#node(0);
    if (this.#isPlayedOut()) this.scores.set(0, DRAW);
    if (numbers) this.#unfoldNumbers(this.root, numbers);
    for (const node of this.nodes.values()) {
      if (node.hidden) node.children.push(unrecorded(node));
    }
    for (const node of [...this.nodes.values()].reverse()) {
      for (const child of node.children) if (isAside(child)) node.size += child.size;
      if (node.parent) node.parent.size += node.size;
    }
    this.cutoffs = this.events.flatMap((event, index) =>
      event.kind === "cut" && event.skipped.length ? [index + 1] : [],
    );
    this.goto(0);
  }

  get length() {
    return this.events.length;
  }

  /** The event that led to the present step; null before the first. */
  get event() {
    return this.step ? this.events[this.step - 1] : null;
  }

  /** The node that the present step is about. */
  get current() {
    return this.event ? this.#node(this.event.node) : this.root;
  }

  /** The step of the next cutoff that saves something; the end if there is none. */
  nextCutoff() {
    return this.cutoffs.find((step) => step > this.step) ?? this.length;
  }

  /** @param {number} step */
  goto(step) {
    const wanted = Math.max(0, Math.min(this.length, step));
    if (wanted < this.step || this.step === 0) this.#reset();
    while (this.step < wanted) this.#apply(this.events[this.step++]);
  }

  /** Nodes entered so far. */
  entered() {
    let count = 0;
    for (const node of this.nodes.values()) if (node.status !== "unseen") count += 1;
    return count;
  }

  /**
   * A value as people read it; null is an infinity.
   * @param {number | null} value
   * @param {string} infinity
   */
  read(value, infinity = "") {
    return value === null ? infinity : valueWords(this.#score(value), this.numbers);
  }

  /**
   * The same in a few letters.
   * @param {number | null} value
   * @param {string} infinity
   */
  letters(value, infinity = "") {
    return value === null ? infinity : valueLetters(this.#score(value), this.numbers);
  }

  /** @param {SearchNode} node */
  windowText(node) {
    return `${this.letters(node.alpha, "−∞")}, ${this.letters(node.beta, "+∞")}`;
  }

  /** @param {number} value @returns {ValueView} */
  #score(value) {
    return this.scores.get(value) ?? { kind: "estimate", value, distance: null, sure: false };
  }

  // Whether 0 is a draw: games came to their end, and no evaluator has said anything.
  #isPlayedOut() {
    const sources = this.events.flatMap((event) => (event.kind === "value" ? [event.source] : []));
    return sources.includes("end") && !sources.includes("evaluation");
  }

  /** @param {number} id */
  #node(id) {
    return /** @type {SearchNode} */ (this.nodes.get(id));
  }

  /** @param {TreeEvent} event */
  #read(event) {
    if ("score" in event) this.scores.set(event.value, event.score);
    if (event.kind === "enter") {
      const { node: id, move, ply, maximising, rank, position, twins, hidden } = event;
      const parent = event.parent === null ? null : this.#node(event.parent);
      const moves = move === null ? [] : [move];
      const whole = { children: [], leaf: !hidden, size: 1, pruned: false, unrecorded: false };
      const here = { position, cells: event.cells, twins, hidden };
      /** @type {SearchNode} */
      const node = { id, parent, move, moves, ply, maximising, rank, ...here, ...whole, ...UNSEEN };
      this.nodes.set(id, node);
      if (parent) {
        parent.children.push(node);
        parent.leaf = false;
      }
    } else if (event.kind === "cut") {
      const node = this.#node(event.node);
      for (const moves of grouped(event.skipped)) node.children.push(prunedNode(node, moves));
    }
  }

  #reset() {
    this.step = 0;
    for (const node of this.nodes.values()) Object.assign(node, UNSEEN);
  }

  /** @param {TreeEvent} event */
  #apply(event) {
    const node = this.#node(event.node);
    if (event.kind === "enter") {
      Object.assign(node, { status: "open", alpha: event.alpha, beta: event.beta });
    } else if (event.kind === "update") {
      const { best, value, score, alpha, beta } = event;
      Object.assign(node, { best, value, score, alpha, beta });
    } else if (event.kind === "cut") {
      node.cut = event;
    } else {
      const { value, score, bound, source } = event;
      Object.assign(node, { status: "done", value, score, bound, source });
    }
  }

  // Show the numbers under nodes that were never entered, and keep pruned subtrees whole.
  /** @param {SearchNode} node @param {Numbers} numbers */
  #unfoldNumbers(node, numbers) {
    node.number = numbers.children ? null : numbers.number;
    if (!numbers.children) return;
    const pruned = node.children.filter(isAside).flatMap((child) => child.moves);
    node.children = node.children.filter((child) => !isAside(child));
    for (const move of pruned) {
      node.children.push(prunedNumbers(node, move, numbers.children[Number(move) - 1]));
    }
    for (const child of node.children) {
      if (!isAside(child)) this.#unfoldNumbers(child, numbers.children[Number(child.move) - 1]);
    }
  }
}

/**
 * Whether a node only stands for others: pruned ones, or searched ones that were not recorded.
 * @param {SearchNode} node
 */
export function isAside(node) {
  return node.pruned || node.unrecorded;
}

/** @param {SearchNode} parent @returns {SearchNode} */
function unrecorded(parent) {
  const kind = { pruned: false, unrecorded: true };
  return { ...prunedNode(parent, []), ...kind, id: `${parent.id}+`, size: parent.hidden };
}

/** @param {string[]} moves */
function grouped(moves) {
  return moves.length >= CROWD ? [moves] : moves.map((move) => [move]);
}

/** @param {SearchNode} parent @param {string[]} moves @returns {SearchNode} */
function prunedNode(parent, moves) {
  return {
    ...UNSEEN,
    id: `${parent.id}x${moves[0]}`,
    parent,
    children: [],
    move: moves.length === 1 ? moves[0] : "",
    moves,
    ply: parent.ply + 1,
    maximising: !parent.maximising,
    leaf: true,
    size: moves.length,
    pruned: true,
    unrecorded: false,
    rank: null,
    position: null,
    cells: null,
    twins: [],
    hidden: 0,
  };
}

/**
 * @param {SearchNode} parent
 * @param {string} move
 * @param {Numbers} numbers
 * @returns {SearchNode}
 */
function prunedNumbers(parent, move, numbers) {
  const node = prunedNode(parent, [move]);
  node.number = numbers.children ? null : numbers.number;
  node.children = (numbers.children ?? []).map((child, index) =>
    prunedNumbers(node, String(index + 1), child),
  );
  node.leaf = node.children.length === 0;
  node.below = parent.pruned; // its parent says already that it is pruned
  node.size = node.children.reduce((sum, child) => sum + child.size, 1);
  return node;
}

/**
 * The tree that a text such as "((3 12) (2 4))" describes: {children} or {number}; null if it is
 * not one, which the server explains better.
 * @param {string} text
 * @returns {Numbers | null}
 */
export function parseNumbers(text) {
  const tokens = text.match(/[-+]?\d+|[()[\]]/g) ?? [];
  let place = 0;
  /** @returns {Numbers | null} */
  function node() {
    const token = tokens[place++];
    if (token === undefined || token === ")" || token === "]") return null;
    if (token !== "(" && token !== "[") return { number: Number(token) };
    /** @type {Numbers[]} */
    const children = [];
    while (place < tokens.length && tokens[place] !== ")" && tokens[place] !== "]") {
      const child = node();
      if (!child) return null;
      children.push(child);
    }
    place += 1;
    return children.length ? { children } : null;
  }
  return node();
}
