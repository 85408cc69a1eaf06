/**
 * A tree drawn as SVG: zoomed and dragged, with nodes to click and to walk by keyboard.
 *
 * What a node looks like is told by a function, so that a search and a Monte Carlo tree share the
 * drawing. Where a look has cells and the view a game, a small board stands above the node.
 *
 * @import { GameView } from "../api-types.js"
 * @import { Look } from "./tree-looks.js"
 * @import { Parts } from "./tree-parts.js"
 *
 * @typedef {{parent: TreeNode | null, children: TreeNode[], size: number}} TreeNode
 * @typedef {(node: TreeNode) => Look} LookOf
 */

import { set, svg } from "../dom.js";
import { words } from "../words.js";
import { BOARD_SIZE, smallBoard } from "./tree-boards.js";
import { Camera, HALF } from "./tree-camera.js";
import { Hands } from "./tree-hands.js";
import { pathTo, tidy } from "./tree-layout.js";
import { makeParts, paintEdge, paintNode, putEdge } from "./tree-parts.js";

const GAP = 12;
const LETTERS = { least: 0.75, most: 1.5 }; // letters of a small tree are enlarged

export class TreeView {
  follows = true;
  /** @type {GameView | null} */
  #game = null;
  /** @type {Map<TreeNode, Parts>} */
  #drawn = new Map();
  /** @type {Map<TreeNode, {x: number, y: number}>} */
  #positions = new Map();
  /** @type {Map<TreeNode, boolean>} node -> whether unfolded; the root comes first */
  #shown = new Map();
  /** @type {TreeNode | null} the one that the Tab key leads to */
  #tabbed = null;
  #camera;
  #hands;
  #resized;

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
    this.items = svg("g", { class: "tree-items", role: "tree", "aria-label": label });
    this.drawing = svg("g", {}, this.edges, this.items);
    this.levels = svg("g", { class: "tree-levels", "aria-hidden": "true" });
    this.element = svg("svg", { class: "tree-stage" }, this.drawing, this.levels);
    this.#camera = new Camera(this.element);
    this.#hands = new Hands(this.element, {
      zoom: (factor, x, y) => this.zoom(factor, x, y),
      move: (across, down) => {
        this.#camera.move(across, down);
        this.#place();
      },
    });
    this.#resized = new ResizeObserver(() => (this.touched ? this.#place() : this.fit()));
    this.#resized.observe(this.element);
  }

  close() {
    this.#resized.disconnect();
  }

  /** Whose boards are drawn; null for none. */
  get game() {
    return this.#game;
  }

  set game(game) {
    this.#game = game;
    this.#camera.hasBoards = Boolean(game);
  }

  /** Whether somebody has moved the camera. */
  get touched() {
    return this.#camera.touched;
  }

  /**
   * Draw the nodes of `shown` (node -> whether unfolded); those drawn before keep their element.
   * @param {TreeNode} root
   * @param {Map<TreeNode, boolean>} shown
   * @param {LookOf} look
   */
  draw(root, shown, look) {
    this.#shown = shown;
    this.#positions = this.#lay(root, shown);
    for (const [node, drawn] of this.#drawn) {
      if (shown.has(node)) continue;
      drawn.item.remove();
      drawn.edge?.group.remove();
      this.#drawn.delete(node);
    }
    for (const node of shown.keys()) {
      const drawn = this.#drawn.get(node) ?? this.#make(node);
      this.#drawn.set(node, drawn);
    }
    this.paint(look);
    for (const [node, drawn] of this.#drawn) this.#put(node, drawn);
  }

  /**
   * Let every drawn node look as `look` says now.
   * @param {LookOf} look
   */
  paint(look) {
    const looks = new Map([...this.#drawn.keys()].map((node) => [node, look(node)]));
    for (const [node, drawn] of this.#drawn) {
      const look = /** @type {Look} */ (looks.get(node));
      paintNode(drawn, look);
      this.#paintBoard(drawn, look, node.parent && looks.get(node.parent));
      if (node.parent) paintEdge(drawn, look, this.#at(node.parent).y, looks.get(node.parent));
    }
    this.#labelLevels(looks);
    const [root] = this.#shown.keys();
    this.#rove(this.#tabbed && this.#drawn.has(this.#tabbed) ? this.#tabbed : root);
  }

  // --- the camera ------------------------------------------------------------------------------

  /** Show the whole tree, or, where it would be too small to read, its top; `whole` insists. */
  fit(whole = false) {
    if (!this.#positions.size) return;
    this.#camera.fit([...this.#positions.values()], whole);
    for (const [node, drawn] of this.#drawn) this.#put(node, drawn);
    this.#place();
  }

  /**
   * Whether the nodes of `shown` could all be seen at once, and read.
   * @param {TreeNode} root
   * @param {Map<TreeNode, boolean>} shown
   */
  hasRoomFor(root, shown) {
    return this.#camera.hasRoomFor([...this.#lay(root, shown).values()]);
  }

  /** @param {TreeNode} root @param {Map<TreeNode, boolean>} shown */
  #lay(root, shown) {
    const halfWidth = () => (this.#game ? Math.max(HALF, BOARD_SIZE / 2) : HALF);
    return tidy(root, shown, { halfWidth, gap: GAP, level: this.#camera.level });
  }

  /**
   * Show the whole tree where that can be read; if not, or somebody has moved the camera, move as
   * little as is needed to see the node.
   * @param {TreeNode} node
   */
  follow(node) {
    const place = this.#positions.get(node);
    if (!place || !this.follows) return;
    if (this.#camera.canFit([...this.#positions.values()])) this.fit();
    else if (this.#camera.reveal(place)) this.#place();
  }

  /** @param {number} factor @param {number} [x] @param {number} [y] */
  zoom(factor, x, y) {
    this.#camera.zoom(factor, x, y);
    this.#place();
  }

  #place() {
    const { x, y, scale, stretch, level } = this.#camera;
    set(this.drawing, "transform", `translate(${x} ${y}) scale(${scale})`);
    const letters = Math.max(1, Math.min(LETTERS.most, LETTERS.least / scale));
    this.element.style.setProperty("--letters", String(letters));
    this.element.classList.toggle("small", scale < LETTERS.least);
    this.element.classList.toggle("far", scale < 0.3);
    for (const row of this.levels.querySelectorAll("text"))
      set(
        row,
        "transform",
        `translate(8 ${y + Number(row.dataset.ply) * level * stretch * scale})`,
      );
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
      if (!this.#hands.dragged) this.onselect(node);
    });
    drawn.item.addEventListener("focus", () => this.#rove(node));
    drawn.item.addEventListener("keydown", (event) => this.#key(event, node));
    this.items.append(drawn.item);
    if (drawn.edge) this.edges.append(drawn.edge.group);
    return drawn;
  }

  /** @param {TreeNode} node */
  #at(node) {
    return this.#camera.at(this.#positions.get(node) ?? { x: 0, y: 0 });
  }

  /** @param {TreeNode} node @param {Parts} drawn */
  #put(node, drawn) {
    const at = this.#at(node);
    set(drawn.item, "transform", `translate(${at.x} ${at.y})`);
    const folded = node.children.length > 0 && !this.#shown.get(node);
    set(drawn.item, "aria-level", pathTo(node).length);
    set(drawn.item, "aria-expanded", node.children.length ? String(!folded) : null);
    drawn.fold.classList.toggle("hidden", !folded);
    if (folded) drawn.hidden.textContent = `+${(node.size - 1).toLocaleString(words.locale)}`;
    if (node.parent) putEdge(drawn, this.#at(node.parent), at);
  }

  // A position never changes: its board is drawn once.
  /** @param {Parts} drawn @param {Look} look @param {Look | null | undefined} above */
  #paintBoard({ board }, look, above) {
    if (!this.#game || !look.cells || board.childElementCount) return;
    board.append(smallBoard(this.#game, look.cells, above?.cells));
  }

  /** @param {Map<TreeNode, Look>} looks */
  #labelLevels(looks) {
    const { gutter, isNarrow, level: height } = this.#camera;
    /** @type {Map<number, string>} ply -> its label */
    const found = new Map();
    for (const [node, { level }] of looks)
      if (level) found.set(Math.round((this.#positions.get(node)?.y ?? 0) / height), level);
    const rows = [...found].map(([ply, label]) => {
      const row = svg("text", { y: 5 }, isNarrow ? label[0] : label);
      row.dataset.ply = String(ply);
      return row;
    });
    const behind = svg("rect", { width: found.size ? gutter : 0, height: "100%" });
    this.levels.replaceChildren(behind, ...rows);
    this.#place();
  }

  // --- the keyboard ----------------------------------------------------------------------------

  /** @param {TreeNode} node */
  #rove(node) {
    const before = this.#tabbed && this.#drawn.get(this.#tabbed);
    if (before) set(before.item, "tabindex", -1);
    this.#tabbed = node;
    const now = this.#drawn.get(node);
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
      if (wanted && !this.#drawn.has(wanted)) this.ontoggle(node);
      const drawn = wanted && this.#drawn.get(wanted);
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
}
