/**
 * What nodes look like: those of a recorded search, and those of a Monte Carlo tree.
 *
 * @import { GrowthNode } from "./tree-growth.js"
 * @import { SearchNode, TreeModel } from "./tree-model.js"
 *
 * @typedef {{
 *   shape: "up" | "down" | "box" | "pill" | "circle", text: string, below: string, classes: string,
 *   label: string, move: string, edge: string, level: string | null, radius?: number, width?: number,
 *   cells?: number[] | null,
 * }} Look `label` is what a screen reader says, `edge` are classes of the line to the parent,
 *   `cells` a board to draw above the node
 */

import { words } from "../words.js";

/**
 * @template N
 * @typedef {{selected: N, path: Set<N>, count: number}} Drawn what is selected, the path to it, and
 *   how many nodes are drawn
 */

const ROOMY = 60; // up to so many nodes, every window is written

/**
 * The look of a node of `model` at its present step.
 * @param {TreeModel} model
 * @param {SearchNode} node
 * @param {Drawn<SearchNode>} drawn
 * @returns {Look}
 */
export function searchLook(model, node, { selected, path, count }) {
  const roomy = count <= ROOMY;
  if (node.unrecorded) return unrecordedLook(node, selected);
  if (node.pruned) return prunedLook(model, node, selected);
  const classes = [node.status, node.maximising ? "max" : "min"];
  if (node.leaf) classes.push("leaf");
  if (path.has(node)) classes.push("on-path");
  if (node === model.current) classes.push("current");
  if (node === selected) classes.push("selected");
  const seen = node.status !== "unseen";
  const window = seen && model.pruning && !node.leaf && (roomy || path.has(node));
  return {
    shape: shapeOf(node),
    classes: classes.join(" "),
    text: textOf(model, node),
    below: window ? `[${model.windowText(node)}]` : "",
    label: labelOf(model, node),
    move: roomy || seen ? moveOf(node) : "",
    edge: edgeOf(node, path),
    level: levelOf(node),
    cells: node.cells,
  };
}

// The move, and how many there are of it where mirror images are merged.
/** @param {SearchNode} node */
function moveOf({ move, twins }) {
  return move && twins.length ? `${move} ×${twins.length + 1}` : (move ?? "");
}

/** @param {SearchNode} node @param {SearchNode} selected @returns {Look} */
function unrecordedLook(node, selected) {
  const many = node.size.toLocaleString(words.locale);
  const reached = node.parent?.status === "done";
  return {
    shape: "pill",
    classes: `${reached ? "done" : "unseen"}${node === selected ? " selected" : ""}`,
    text: `+${many}`,
    below: words.looks.more,
    label: words.looks.unrecorded(many),
    move: "",
    edge: reached ? "done" : "unseen",
    level: null,
  };
}

/** @param {SearchNode} node */
function shapeOf(node) {
  if (node.leaf) return "box";
  return node.maximising ? "up" : "down";
}

// The value, ≥5 where it is only a bound; until there is one, the number of a leaf.
/** @param {TreeModel} model @param {SearchNode} node */
function textOf(model, node) {
  const sign = node.bound === "at_least" ? "≥" : node.bound === "at_most" ? "≤" : "";
  return sign + model.letters(node.value ?? node.number ?? null);
}

/** @param {SearchNode} node @param {Set<SearchNode>} path */
function edgeOf(node, path) {
  /** @type {string[]} */
  const edge = [node.status];
  if (path.has(node)) edge.push("on-path");
  if (node.parent && node.parent.best === node.move) edge.push("best");
  return edge.join(" ");
}

/** @param {TreeModel} model @param {SearchNode} node @param {SearchNode} selected @returns {Look} */
function prunedLook(model, node, selected) {
  let top = node;
  while (top.parent?.pruned) top = top.parent;
  const cut = Boolean(top.parent?.cut);
  const many = node.moves.length;
  return {
    shape: shapeOf(node),
    classes: `${cut ? "pruned" : "unseen"}${node === selected ? " selected" : ""}`,
    text: many > 1 ? `${many}×` : model.letters(node.number ?? null),
    below: cut && !node.below ? words.search.isPruned : "",
    label: `${movesText(node)}: ${cut ? words.looks.pruned : words.looks.notReached}`,
    move: node.move ?? "",
    edge: `${cut ? "pruned" : "unseen"}${node.below ? " inner" : ""}`,
    level: levelOf(node),
  };
}

/** @param {SearchNode} node */
function movesText({ move, moves }) {
  return moves.length > 1 ? words.looks.moves(moves.join(", ")) : words.looks.move(move ?? "");
}

/** @param {SearchNode} node */
function levelOf(node) {
  if (node.leaf) return null;
  return node.maximising ? "▲ MAX" : "▼ MIN";
}

/** @param {TreeModel} model @param {SearchNode} node */
function labelOf(model, node) {
  const { leaf, max, min, root, twins, noValue, notReached } = words.looks;
  const kind = node.leaf ? leaf : node.maximising ? max : min;
  const alike = node.twins.length ? twins(node.twins.join(", ")) : "";
  const move = node.move === null ? root : `${words.looks.move(node.move)}${alike}`;
  if (node.status === "unseen") return `${kind}, ${move}, ${notReached}`;
  const read = `${boundWords(node)}${model.read(node.value)}`;
  const value = node.score ? words.search.worth(read) : noValue;
  return `${kind}, ${move}, ${value}, ${words.looks.window(model.windowText(node))}`;
}

/**
 * "at least " or "at most ", where the value of a node is only that.
 * @param {SearchNode} node
 */
export function boundWords({ bound }) {
  return { at_least: words.values.atLeast, at_most: words.values.atMost, exact: "" }[
    bound ?? "exact"
  ];
}

/**
 * A result that is proven, as a word: -1, 0 or 1 for who moved there.
 * @param {number} proven
 */
export function provenWord(proven) {
  return proven > 0 ? words.scores.won : proven < 0 ? words.scores.lost : words.looks.drawn;
}

/**
 * The look of a node of a Monte Carlo tree with that many simulations.
 * @param {number} simulations
 * @param {GrowthNode} node
 * @param {Drawn<GrowthNode> & {fresh: Set<number>}} drawn
 * @returns {Look}
 */
export function growthLook(simulations, node, { selected, path, fresh }) {
  const share = simulations ? node.visits / simulations : 0;
  const classes = ["grown", node.mover === 0 ? "by-first" : "by-second"];
  if (fresh.has(node.id)) classes.push("fresh");
  if (path.has(node)) classes.push("on-path");
  if (node === selected) classes.push("selected");
  return {
    shape: "circle",
    radius: 16 + 16 * Math.sqrt(share),
    classes: classes.join(" "),
    text: node.visits >= 10000 ? `${Math.round(node.visits / 1000)}k` : String(node.visits),
    below: node.proven === null ? percent(node.value) : provenWord(node.proven),
    label: words.looks.visited(
      node.move === null ? words.looks.root : words.looks.move(node.move),
      node.visits,
      percent(node.value),
    ),
    move: node.move ?? "",
    edge: path.has(node) ? "on-path" : "",
    width: 1 + 9 * Math.sqrt(share),
    level: null,
  };
}

/**
 * A share as 62%; a dash where there is none.
 * @param {number | null} share
 */
export function percent(share) {
  return share === null ? "–" : words.percent(Math.round(100 * share));
}
