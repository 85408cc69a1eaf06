/**
 * A tree drawn as SVG: zoomed and dragged, with nodes to click and to walk by keyboard.
 *
 * What a node looks like is told by a function, so that a search and a Monte Carlo tree share the
 * drawing. Where a look has cells and the view a game, a small board stands above the node.
 *
 * @import { GameView } from "../api-types.js"
 * @import { Look } from "./tree-looks.js"
 *
 * @typedef {{parent: TreeNode | null, children: TreeNode[], size: number}} TreeNode
 * @typedef {(node: TreeNode) => Look} LookOf
 * @typedef {ReturnType<typeof makeParts>} Parts
 */

import { words } from "../words.js";
import { set, svg } from "../dom.js";
import { BOARD_SIZE, smallBoard } from "./tree-boards.js";
import { pathTo, tidy } from "./tree-layout.js";

const LEVEL = 124; // from one ply to the next
const HALF = 31; // of the width of a node
const GAP = 12;
const ABOVE = BOARD_SIZE + 8; // room for a board above a node
const MARGIN = { across: 40, top: 34, bottom: 74 }; // around the nodes
const LEGIBLE = 0.46; // a scale from which on letters can be read
const COMFORTABLE = 0.6; // the same where there is room
const READABLE = 0.9; // where the whole tree would be too small to read
const SMALLEST = 0.02;
const LARGEST = 4;
const SQUEEZE = 0.78; // of heights, at most; boards need all of it
const LEVEL_SEEN = 110; // pixels between two plies, where there is room
const LETTERS = { least: 0.75, most: 1.5 }; // letters of a small tree are enlarged
const SHAPES = {
  up: "M0,-27 L31,21 L-31,21 Z",
  down: "M0,27 L31,-21 L-31,-21 Z",
  box: "M-27,-18 H27 V18 H-27 Z",
  pill: "M-17,-15 H17 A15,15 0 0 1 17,15 H-17 A15,15 0 0 1 -17,-15 Z",
};
const TEXT_AT = { up: 14, down: -3, box: 5, pill: 5, circle: 0 };

export class TreeView {
  follows = true;
  touched = false; // whether somebody has moved the camera
  dragged = false;
  scale = 1;
  stretch = 1; // of heights: a wide tree drawn small is no line, and a deep one fits
  x = 0;
  y = 0;
  /** @type {GameView | null} whose boards are drawn; null for none */
  game = null;
  /** @type {Map<TreeNode, Parts>} */
  drawn = new Map();
  /** @type {Map<TreeNode, {x: number, y: number}>} */
  positions = new Map();
  /** @type {Map<TreeNode, boolean>} node -> whether unfolded; the root comes first */
  shown = new Map();
  /** @type {TreeNode | null} the one that the Tab key leads to */
  tabbed = null;

  /**
   * `onselect(node)` for a click or Enter, `ontoggle(node)` for its fold.
   * @param {{
   *   onselect: (node: TreeNode) => unknown, ontoggle: (node: TreeNode) => unknown, label: string,
   * }} how
   */
  constructor({ onselect, ontoggle, label }) {
    this.onselect = onselect;
    this.ontoggle = ontoggle;
    this.edges = svg("g", { class: "tree-edges", "aria-hidden": "true" });
    this.items = svg("g", { class: "tree-items" });
    this.camera = svg("g", {}, this.edges, this.items);
    this.levels = svg("g", { class: "tree-levels", "aria-hidden": "true" });
    this.element = svg("svg", { class: "tree-stage" }, this.camera, this.levels);
    set(this.items, "role", "tree");
    set(this.items, "aria-label", label);
    this.#listen();
    this.resized = new ResizeObserver(() => (this.touched ? this.#place() : this.fit()));
    this.resized.observe(this.element);
  }

  close() {
    this.resized.disconnect();
  }

  /**
   * Draw the nodes of `shown` (node -> whether unfolded); those drawn before keep their element.
   * @param {TreeNode} root
   * @param {Map<TreeNode, boolean>} shown
   * @param {LookOf} look
   */
  draw(root, shown, look) {
    this.shown = shown;
    this.positions = this.#lay(root, shown);
    for (const [node, drawn] of this.drawn) {
      if (shown.has(node)) continue;
      drawn.item.remove();
      drawn.edge?.group.remove();
      this.drawn.delete(node);
    }
    for (const node of shown.keys()) {
      const drawn = this.drawn.get(node) ?? this.#make(node);
      this.drawn.set(node, drawn);
    }
    this.paint(look);
    for (const [node, drawn] of this.drawn) this.#put(node, drawn);
  }

  /**
   * Let every drawn node look as `look` says now.
   * @param {LookOf} look
   */
  paint(look) {
    const looks = new Map([...this.drawn.keys()].map((node) => [node, look(node)]));
    for (const [node, drawn] of this.drawn) {
      const look = /** @type {Look} */ (looks.get(node));
      this.#paint(drawn, look);
      this.#paintBoard(drawn, look, node.parent && looks.get(node.parent));
      if (node.parent) this.#paintEdge(drawn, look, node.parent, looks.get(node.parent));
    }
    this.#labelLevels(looks);
    const [root] = this.shown.keys();
    this.#rove(this.tabbed && this.drawn.has(this.tabbed) ? this.tabbed : root);
  }

  // --- the camera ------------------------------------------------------------------------------

  /** Show the whole tree, or, where it would be too small to read, its top; `whole` insists. */
  fit(whole = false) {
    if (!this.positions.size) return;
    this.touched = false;
    const { width } = this.#size();
    const { left, right } = boundsOf(this.positions);
    const wanted = this.#scaleFor(this.positions);
    const legible = wanted >= LEGIBLE || whole;
    this.scale = clamp(legible ? wanted : READABLE);
    this.#stretchFor(this.positions);
    const middle = (width + this.#gutter()) / 2;
    this.x = legible ? middle - (this.scale * (left + right)) / 2 : middle;
    this.y = (MARGIN.top + (this.game ? ABOVE : 0)) * this.scale + 4;
    this.#place();
  }

  /**
   * Whether the nodes of `shown` could all be seen at once, and read.
   * @param {TreeNode} root
   * @param {Map<TreeNode, boolean>} shown
   */
  hasRoomFor(root, shown) {
    const least = this.#isNarrow() ? LEGIBLE : COMFORTABLE;
    return this.#scaleFor(this.#lay(root, shown)) >= least;
  }

  /** @param {TreeNode} root @param {Map<TreeNode, boolean>} shown */
  #lay(root, shown) {
    const halfWidth = () => (this.game ? Math.max(HALF, BOARD_SIZE / 2) : HALF);
    return tidy(root, shown, { halfWidth, gap: GAP, level: this.#level() });
  }

  #squeeze() {
    return this.game ? 1 : SQUEEZE;
  }

  #level() {
    return this.game ? LEVEL + ABOVE : LEVEL;
  }

  /** @param {Map<TreeNode, {x: number, y: number}>} positions */
  #scaleFor(positions) {
    const { width, height } = this.#size();
    const { left, right, depth } = boundsOf(positions);
    const across = (width - this.#gutter()) / (right - left + 2 * HALF + MARGIN.across);
    const around = MARGIN.top + MARGIN.bottom + (this.game ? ABOVE : 0);
    return Math.min(across, height / (this.#squeeze() * depth + around), 1.4);
  }

  // As high as the frame allows, but not so high that one loses the line from parent to child.
  /** @param {Map<TreeNode, {x: number, y: number}>} positions */
  #stretchFor(positions) {
    const { depth } = boundsOf(positions);
    const around = MARGIN.top + MARGIN.bottom + (this.game ? ABOVE : 0);
    const room = depth ? (this.#size().height / this.scale - around) / depth : 1;
    const most = Math.max(1, LEVEL_SEEN / (LEVEL * this.scale));
    this.stretch = Math.max(this.#squeeze(), Math.min(most, room));
    for (const [node, drawn] of this.drawn) this.#put(node, drawn);
  }

  /**
   * Show the whole tree where that can be read; if not, or somebody has moved the camera, move as
   * little as is needed to see the node.
   * @param {TreeNode} node
   */
  follow(node) {
    if (!this.positions.has(node) || !this.follows) return;
    if (!this.touched && this.#scaleFor(this.positions) >= LEGIBLE) {
      this.fit();
      return;
    }
    if (this.#isSeen(node)) return;
    const { width, height } = this.#size();
    const at = this.#at(node);
    const [x, y] = [this.x + at.x * this.scale, this.y + at.y * this.scale];
    if (x < width * 0.16 || x > width * 0.84) this.x += width / 2 - x;
    if (y < 40) this.y += height * 0.25 - y;
    if (y > height - 70) this.y += height * 0.7 - y;
    this.#place();
  }

  /** @param {TreeNode} node */
  #isSeen(node) {
    const { width, height } = this.#size();
    const at = this.#at(node);
    const [x, y] = [this.x + at.x * this.scale, this.y + at.y * this.scale];
    const half = HALF * this.scale;
    const above = (MARGIN.top + (this.game ? ABOVE : 0)) * this.scale;
    return (
      x >= this.#gutter() + half && x <= width - half && y >= above && y <= height - 30 * this.scale
    );
  }

  /** @param {number} factor @param {number} x @param {number} y */
  zoom(factor, x = this.#size().width / 2, y = this.#size().height / 2) {
    const scale = clamp(this.scale * factor);
    this.touched = true;
    this.x = x - ((x - this.x) * scale) / this.scale;
    this.y = y - ((y - this.y) * scale) / this.scale;
    this.scale = scale;
    this.#place();
  }

  #place() {
    set(this.camera, "transform", `translate(${this.x} ${this.y}) scale(${this.scale})`);
    const letters = Math.max(1, Math.min(LETTERS.most, LETTERS.least / this.scale));
    this.element.style.setProperty("--letters", String(letters));
    this.element.classList.toggle("small", this.scale < LETTERS.least);
    this.element.classList.toggle("far", this.scale < 0.3);
    for (const row of this.levels.querySelectorAll("text")) {
      const y = this.y + Number(row.dataset.ply) * this.#level() * this.stretch * this.scale;
      set(row, "transform", `translate(8 ${y})`);
    }
  }

  #size() {
    return { width: this.element.clientWidth || 600, height: this.element.clientHeight || 400 };
  }

  // Room at the left for the names of the levels.
  #gutter() {
    return this.#isNarrow() ? 28 : 84;
  }

  #isNarrow() {
    return this.#size().width < 600;
  }

  // --- nodes -----------------------------------------------------------------------------------

  /** @param {TreeNode} node */
  #make(node) {
    const drawn = makeParts(node.parent !== null);
    drawn.fold.addEventListener("click", (event) => {
      event.stopPropagation();
      this.ontoggle(node);
    });
    drawn.item.addEventListener("click", () => {
      if (!this.dragged) this.onselect(node);
    });
    drawn.item.addEventListener("focus", () => this.#rove(node));
    drawn.item.addEventListener("keydown", (event) => this.#key(event, node));
    this.items.append(drawn.item);
    if (drawn.edge) this.edges.append(drawn.edge.group);
    return drawn;
  }

  /** @param {TreeNode} node */
  #at(node) {
    const { x, y } = this.positions.get(node) ?? { x: 0, y: 0 };
    return { x, y: y * this.stretch };
  }

  /** @param {TreeNode} node @param {Parts} drawn */
  #put(node, drawn) {
    const { x, y } = this.#at(node);
    set(drawn.item, "transform", `translate(${x} ${y})`);
    const folded = node.children.length > 0 && !this.shown.get(node);
    set(drawn.item, "aria-level", pathTo(node).length);
    set(drawn.item, "aria-expanded", node.children.length ? String(!folded) : null);
    drawn.fold.classList.toggle("hidden", !folded);
    if (folded) drawn.hidden.textContent = `+${(node.size - 1).toLocaleString(words.locale)}`;
    const { edge } = drawn;
    if (!edge || !node.parent) return;
    const from = this.#at(node.parent);
    const top = 20 + (drawn.board.childElementCount ? ABOVE : 0);
    const ends = { x1: from.x, y1: from.y + edge.gap, x2: x, y2: y - top };
    for (const [name, value] of Object.entries(ends)) set(edge.line, name, value);
    /** @param {number} share */
    const at = (share) => [
      from.x + share * (x - from.x),
      from.y + 44 + share * (y - from.y - 44 - top),
    ];
    const [labelX, labelY] = at(0.6);
    set(edge.move, "x", labelX);
    set(edge.move, "y", labelY + 5);
    const [barX, barY] = at(0.18);
    /** @param {number} shift */
    const bar = (shift) => `M${barX - 9},${barY + 4 + shift} L${barX + 9},${barY - 4 + shift}`;
    set(edge.bars, "d", `${bar(-3)} ${bar(4)}`);
  }

  /** @param {Parts} drawn @param {Look} look */
  #paint(drawn, look) {
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

  // A position never changes: its board is drawn once.
  /** @param {Parts} drawn @param {Look} look @param {Look | null | undefined} above */
  #paintBoard({ board }, look, above) {
    if (!this.game || !look.cells || board.childElementCount) return;
    board.append(smallBoard(this.game, look.cells, above?.cells));
  }

  /**
   * @param {Parts} drawn
   * @param {Look} look
   * @param {TreeNode} parent
   * @param {Look | undefined} above
   */
  #paintEdge({ edge }, look, parent, above) {
    if (!edge) return;
    set(edge.group, "class", `tree-edge ${look.edge}`);
    edge.gap = above?.shape !== "circle" && above?.below ? 44 : 20; // below the parent's window
    set(edge.line, "y1", this.#at(parent).y + edge.gap);
    edge.line.style.strokeWidth = String(look.width ?? "");
    edge.move.textContent = look.move;
  }

  /** @param {Map<TreeNode, Look>} looks */
  #labelLevels(looks) {
    /** @type {Map<number, string>} ply -> its label */
    const found = new Map();
    for (const [node, { level }] of looks) {
      if (level) found.set(Math.round(this.#at(node).y / this.stretch / this.#level()), level);
    }
    const gutter = svg("rect", { width: found.size ? this.#gutter() : 0, height: "100%" });
    this.levels.replaceChildren(
      gutter,
      ...[...found].map(([ply, label]) => {
        const row = svg("text", { y: 5 }, this.#isNarrow() ? label[0] : label);
        row.dataset.ply = String(ply);
        return row;
      }),
    );
    this.#place();
  }

  // --- hands -----------------------------------------------------------------------------------

  /** @param {TreeNode} node */
  #rove(node) {
    const before = this.tabbed && this.drawn.get(this.tabbed);
    if (before) set(before.item, "tabindex", -1);
    this.tabbed = node;
    const now = this.drawn.get(node);
    if (now) set(now.item, "tabindex", 0);
  }

  /** @param {KeyboardEvent} event @param {TreeNode} node */
  #key(event, node) {
    const siblings = node.parent?.children ?? [node];
    const place = siblings.indexOf(node);
    /** @type {Record<string, TreeNode | null | undefined>} */
    const next = {
      ArrowUp: node.parent,
      ArrowDown: node.children[0],
      ArrowLeft: siblings[place - 1],
      ArrowRight: siblings[place + 1],
    };
    if (event.key in next) {
      const wanted = next[event.key];
      if (wanted && !this.drawn.has(wanted)) this.ontoggle(node);
      const drawn = wanted && this.drawn.get(wanted);
      if (drawn) {
        drawn.item.focus({ preventScroll: true });
        this.follow(wanted);
      }
    } else if (event.key === "Enter") {
      this.onselect(node);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  #listen() {
    /** @type {Map<number, PointerEvent>} pointers that are down */
    const held = new Map();
    this.element.addEventListener(
      "wheel",
      (event) => {
        event.preventDefault();
        const box = this.element.getBoundingClientRect();
        this.zoom(Math.exp(-event.deltaY / 400), event.clientX - box.left, event.clientY - box.top);
      },
      { passive: false },
    );
    this.element.addEventListener("pointerdown", (event) => {
      held.set(event.pointerId, event);
      this.dragged = false;
    });
    this.element.addEventListener("pointermove", (event) => {
      const before = held.get(event.pointerId);
      if (!before) return;
      const far = Math.hypot(event.clientX - before.clientX, event.clientY - before.clientY);
      if (!this.dragged && far < 4) return;
      if (!this.dragged) this.element.setPointerCapture(event.pointerId);
      this.dragged = this.touched = true;
      if (held.size === 1) {
        this.x += event.clientX - before.clientX;
        this.y += event.clientY - before.clientY;
        this.#place();
      } else {
        const other = [...held.values()].find(({ pointerId }) => pointerId !== event.pointerId);
        if (other) this.#pinch(event, before, other);
      }
      held.set(event.pointerId, event);
    });
    this.element.addEventListener("pointerup", (event) => held.delete(event.pointerId));
    this.element.addEventListener("pointercancel", (event) => held.delete(event.pointerId));
  }

  /** @param {PointerEvent} event @param {PointerEvent} before @param {PointerEvent} other */
  #pinch(event, before, other) {
    /** @param {PointerEvent} point */
    const reach = (point) =>
      Math.hypot(point.clientX - other.clientX, point.clientY - other.clientY);
    const box = this.element.getBoundingClientRect();
    this.zoom(
      reach(event) / Math.max(1, reach(before)),
      other.clientX - box.left,
      other.clientY - box.top,
    );
  }
}

/**
 * Where the middles of nodes lie: left, right, and how deep.
 * @param {Map<TreeNode, {x: number, y: number}>} positions
 */
function boundsOf(positions) {
  const places = [...positions.values()];
  const xs = places.map(({ x }) => x);
  const depth = Math.max(...places.map(({ y }) => y));
  return { left: Math.min(...xs), right: Math.max(...xs), depth };
}

/** @param {number} scale */
function clamp(scale) {
  return Math.max(SMALLEST, Math.min(LARGEST, scale));
}

/**
 * The elements of a node, and of the edge to its parent where it has one.
 * @param {boolean} hasParent
 */
function makeParts(hasParent) {
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
