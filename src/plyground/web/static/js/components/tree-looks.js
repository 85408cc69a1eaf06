/** What nodes look like: those of a recorded search, and those of a Monte Carlo tree. */

import { short, valueText } from "./tree-model.js";

const ROOMY = 60; // up to so many nodes, every window is written

/** The look of a node of `model` at its present step. */
export function searchLook(model, { selected, path, count }) {
  const roomy = count <= ROOMY;
  return (node) => {
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
      text: textOf(node),
      below: window ? `[${model.windowText(node)}]` : "",
      label: labelOf(model, node),
      move: roomy || seen ? node.move : "",
      edge: edgeOf(node, path),
      level: levelOf(node),
    };
  };
}

function shapeOf(node) {
  if (node.leaf) return "box";
  return node.maximising ? "up" : "down";
}

function textOf(node) {
  if (node.status === "done") return valueText(node);
  if (node.status === "open" && node.text) return short(node.text);
  return node.number === undefined || node.number === null ? "" : short(String(node.number));
}

function edgeOf(node, path) {
  const edge = [node.status];
  if (path.has(node)) edge.push("on-path");
  if (node.parent && node.parent.best === node.move) edge.push("best");
  return edge.join(" ");
}

function prunedLook(model, node, selected) {
  let top = node;
  while (top.parent.pruned) top = top.parent;
  const cut = Boolean(top.parent.cut);
  const many = node.moves.length;
  const number = node.number === undefined || node.number === null ? "" : String(node.number);
  return {
    shape: shapeOf(node),
    classes: `${cut ? "pruned" : "unseen"}${node === selected ? " selected" : ""}`,
    text: many > 1 ? `${many}×` : short(number),
    below: cut && !node.below ? "pruned" : "",
    label:
      `${many > 1 ? `moves ${node.moves.join(", ")}` : `move ${node.move}`}: ` +
      (cut ? "pruned, not looked at" : "not reached yet"),
    move: node.move,
    edge: `${cut ? "pruned" : "unseen"}${node.below ? " inner" : ""}`,
    level: levelOf(node),
  };
}

function levelOf(node) {
  if (node.leaf) return null;
  return node.maximising ? "▲ MAX" : "▼ MIN";
}

function labelOf(model, node) {
  const kind = node.leaf ? "Leaf" : node.maximising ? "MAX node" : "MIN node";
  const move = node.move === null ? "root" : `move ${node.move}`;
  if (node.status === "unseen") return `${kind}, ${move}, not reached yet`;
  const bound = { at_least: "at least ", at_most: "at most " }[node.bound] ?? "";
  const value = node.text ? `value ${bound}${node.text}` : "no value yet";
  return `${kind}, ${move}, ${value}, window ${model.windowText(node)}`;
}

/** The look of a node of a Monte Carlo tree with that many simulations. */
export function growthLook(simulations, { selected, path, fresh }) {
  return (node) => {
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
      below:
        node.proven === null
          ? percent(node.value)
          : { 1: "won", 0: "drawn", "-1": "lost" }[node.proven],
      label:
        `${node.move === null ? "root" : `move ${node.move}`}, ${node.visits} visits, ` +
        `value ${percent(node.value)}`,
      move: node.move,
      edge: path.has(node) ? "on-path" : "",
      width: 1 + 9 * Math.sqrt(share),
      level: null,
    };
  };
}

/** A share as 62%; a dash where there is none. */
export function percent(share) {
  return share === null || share === undefined ? "–" : `${Math.round(100 * share)}%`;
}
