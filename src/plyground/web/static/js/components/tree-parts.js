/**
 * The elements of a node of a drawn tree, and of the edge to its parent: made, painted and put.
 *
 * @import { Look } from "./tree-looks.js"
 *
 * @typedef {ReturnType<typeof makeParts>} Parts
 * @typedef {{x: number, y: number}} Point
 */

import { set, svg } from "../dom.js";
import { BOARD_SIZE } from "./tree-boards.js";

export const ABOVE = BOARD_SIZE + 8; // room for a board above a node
const SHAPES = {
  up: "M0,-27 L31,21 L-31,21 Z",
  down: "M0,27 L31,-21 L-31,-21 Z",
  box: "M-27,-18 H27 V18 H-27 Z",
  pill: "M-17,-15 H17 A15,15 0 0 1 17,15 H-17 A15,15 0 0 1 -17,-15 Z",
};
const TEXT_AT = { up: 14, down: -3, box: 5, pill: 5, circle: 0 };

/**
 * The elements of a node, and of the edge to its parent where it has one.
 * @param {boolean} hasParent
 */
export function makeParts(hasParent) {
  const shape = svg("path", { class: "shape" });
  const disc = svg("circle", { class: "shape", r: 0 });
  const text = svg("text", { class: "value", "text-anchor": "middle" });
  const below = svg("text", { class: "below", "text-anchor": "middle", y: 38 });
  const hidden = svg("text", { "text-anchor": "middle", y: 5 });
  const fold = svg(
    "g",
    { class: "fold", transform: "translate(0 58)" },
    svg("rect", { x: -32, y: -12, width: 64, height: 24, rx: 12 }),
    hidden,
  );
  const about = { class: "tree-node", role: "treeitem", tabindex: -1 };
  const board = svg("g", { transform: `translate(0 ${-BOARD_SIZE / 2 - 32})` });
  const item = svg("g", about, board, shape, disc, text, below, fold);
  return {
    item,
    board,
    shape,
    disc,
    text,
    below,
    fold,
    hidden,
    edge: hasParent ? makeEdge() : null,
  };
}

function makeEdge() {
  const line = svg("line", {});
  const bars = svg("path", { class: "bars" });
  const move = svg("text", { class: "move", "text-anchor": "middle" });
  const group = svg("g", { class: "tree-edge" }, line, bars, move);
  return { group, line, bars, move, gap: 20 };
}

/** @param {Parts} drawn @param {Look} look */
export function paintNode(drawn, look) {
  const { radius = 0 } = look;
  set(drawn.item, "class", `tree-node ${look.classes}`);
  set(drawn.item, "aria-label", look.label);
  set(drawn.item, "aria-selected", String(look.classes.includes("selected")));
  if (look.shape === "circle") set(drawn.disc, "r", radius);
  else set(drawn.shape, "d", SHAPES[look.shape]);
  drawn.text.textContent = look.text;
  set(drawn.text, "y", TEXT_AT[look.shape] + (look.shape === "circle" ? 5 : 0));
  drawn.text.classList.toggle("long", look.text.length > 4);
  drawn.below.textContent = look.below;
  if (look.shape === "circle") set(drawn.below, "y", radius + 16);
}

/**
 * @param {Parts} drawn
 * @param {Look} look
 * @param {number} top where the parent is
 * @param {Look | undefined} above how the parent looks
 */
export function paintEdge({ edge }, look, top, above) {
  if (!edge) return;
  set(edge.group, "class", `tree-edge ${look.edge}`);
  edge.gap = above?.shape !== "circle" && above?.below ? 44 : 20; // below the parent's window
  set(edge.line, "y1", top + edge.gap);
  edge.line.style.strokeWidth = String(look.width ?? "");
  edge.move.textContent = look.move;
}

/**
 * Draw the edge from the parent to the node, with its move and the bars of a cut.
 * @param {Parts} drawn
 * @param {Point} from
 * @param {Point} to
 */
export function putEdge({ edge, board }, from, to) {
  if (!edge) return;
  const top = 20 + (board.childElementCount ? ABOVE : 0);
  const ends = { x1: from.x, y1: from.y + edge.gap, x2: to.x, y2: to.y - top };
  for (const [name, value] of Object.entries(ends)) set(edge.line, name, value);
  /** @param {number} share */
  const at = (share) => [
    from.x + share * (to.x - from.x),
    from.y + 44 + share * (to.y - from.y - 44 - top),
  ];
  const [labelX, labelY] = at(0.6);
  set(edge.move, "x", labelX);
  set(edge.move, "y", labelY + 5);
  const [barX, barY] = at(0.18);
  /** @param {number} shift */
  const bar = (shift) => `M${barX - 9},${barY + 4 + shift} L${barX + 9},${barY - 4 + shift}`;
  set(edge.bars, "d", `${bar(-3)} ${bar(4)}`);
}
