/**
 * A board as an SVG grid: its cells, and in layers above them pieces, marks and what is drawn on top.
 *
 *   drawing.element, drawing.tiles          the grid, and its cells
 *   drawing.show(cells, links, isDropped)   what stands on the cells
 *   drawing.mark(view, picked, next)        the last move, a line that won, what can be clicked
 *   drawing.lay(overlay, picked)            scores, numbers, arrows and a hint
 *
 * @import { CellView, GameView, PositionView } from "./api-types.js"
 * @import { Overlay, Shown } from "./board.js"
 * @import { Spot } from "./board-art.js"
 */

import * as art from "./board-art.js";
import { bestByCell } from "./board-clicks.js";
import { appear, fall, isStill, slide } from "./board-motion.js";
import { svg } from "./dom.js";

const LAYERS = [
  "tiles",
  "sides",
  "links",
  "pieces",
  "frame",
  "marks",
  "overlay",
  "labels",
  "focus",
];

export class BoardDrawing {
  #game;
  #layers = Object.fromEntries(LAYERS.map((name) => [name, svg("g", { class: name })]));
  /** @type {Map<number, {content: number, node: SVGGElement}>} by cell */
  #pieces = new Map();
  /** @type {Map<number, ReturnType<typeof art.chip>>} by cell */
  #chips = new Map();
  /** @type {SVGGElement | null} */
  #ghost = null;
  tiles; // by cell
  element;

  /** @param {GameView} game @param {string} label what people who listen hear it called */
  constructor(game, label) {
    this.#game = game;
    const { board, pieces } = game;
    const { left, top, width, height } = art.extent(board);
    this.tiles = board.cells.map((cell) => tile(cell));
    const rows = board.rows.map((row) =>
      svg(
        "g",
        { role: "row" },
        row.map((cell) => this.tiles[cell]),
      ),
    );
    this.#layers.tiles.append(...art.backdrop(board), ...rows);
    this.#layers.sides.append(...art.sides(board, pieces));
    this.#layers.frame.append(...art.frame(board));
    this.#layers.labels.append(...art.labels(board));
    for (const name of LAYERS.slice(1)) this.#layers[name].setAttribute("aria-hidden", "true");
    this.element = svg(
      "svg",
      {
        viewBox: `${left} ${top} ${width} ${height}`,
        class: `board kind-${board.kind}`,
        role: "grid",
        tabindex: -1, // browsers would stop here by Tab, because it listens to the focus of its cells
        "aria-label": label,
      },
      Object.values(this.#layers),
    );
  }

  /** @param {number} cell */
  #cell(cell) {
    return this.#game.board.cells[cell];
  }

  // --- pieces -----------------------------------------------------------------------------------

  /**
   * Show what stands on the cells. A piece comes with a motion unless it was dragged to its place.
   * @param {number[]} cells
   * @param {PositionView["links"]} links
   * @param {boolean} isDropped
   */
  show(cells, links, isDropped) {
    /** @type {[number, number][]} */
    const gone = [];
    /** @type {number[]} */
    const come = [];
    cells.forEach((content, cell) => {
      const there = this.#pieces.get(cell);
      if ((there?.content ?? 0) === content) return;
      if (there) gone.push([cell, there.content]);
      there?.node.remove();
      this.#pieces.delete(cell);
      if (content) come.push(cell);
    });
    const moves = !isDropped && come.length === 1 && this.element.isConnected && !isStill();
    for (const cell of come) {
      const inner = this.#put(cell, cells[cell]);
      if (moves) this.#move(inner, cell, gone.find(([, was]) => was === cells[cell])?.[0]);
    }
    const drawn = links.map(([one, two]) =>
      art.link(this.#cell(one), this.#cell(two), this.#game.pieces[cells[one] - 1]),
    );
    this.#layers.links.replaceChildren(...drawn);
  }

  /** @param {number} cell @param {number} content */
  #put(cell, content) {
    const { x, y } = this.#cell(cell);
    const inner = art.piece(this.#game.pieces[content - 1]);
    const node = svg("g", { transform: `translate(${x} ${y})` }, inner);
    this.#layers.pieces.append(node);
    this.#pieces.set(cell, { content, node });
    return inner;
  }

  /** @param {Element} piece @param {number} cell @param {number} [from] where it stood before */
  #move(piece, cell, from) {
    const { x, y } = this.#cell(cell);
    if (this.#game.board.kind === "drop") fall(piece, y + 0.6);
    else if (from !== undefined) slide(piece, this.#cell(from).x - x, this.#cell(from).y - y);
    else appear(piece);
  }

  /**
   * Whether a piece stands on a cell.
   * @param {number} cell
   */
  hasPiece(cell) {
    return this.#pieces.has(cell);
  }

  /**
   * Draw the piece of a cell at a point of the board, by default where it belongs.
   * @param {number} cell
   * @param {Spot} point
   */
  carry(cell, { x, y } = this.#cell(cell)) {
    const node = this.#pieces.get(cell)?.node;
    node?.setAttribute("transform", `translate(${x} ${y})`);
    if (node && node !== this.#layers.pieces.lastChild) this.#layers.pieces.append(node);
  }

  /**
   * Show faintly the piece that a player would put on a cell.
   * @param {number} cell
   * @param {number} player
   */
  showGhost(cell, player) {
    const { x, y } = this.#cell(cell);
    const look = this.#game.pieces[player];
    this.#ghost = svg("g", { class: "ghost", transform: `translate(${x} ${y})` }, art.piece(look));
    this.#layers.pieces.append(this.#ghost);
  }

  clearGhost() {
    this.#ghost?.remove();
    this.#ghost = null;
  }

  // --- marks ------------------------------------------------------------------------------------

  /**
   * Mark what has happened, the cells that were picked, and those that can be clicked next.
   * @param {Partial<Shown>} view
   * @param {number[]} picked
   * @param {number[]} next
   */
  mark({ cells = [], last = [], captured = [], line = [] }, picked, next) {
    /** @type {SVGElement[]} */
    const marks = [
      ...captured.map((cell) => art.mark("captured", this.#cell(cell))),
      ...last.map((cell) => art.mark(cells[cell] ? "last" : "left", this.#cell(cell))),
    ];
    const drop = this.#game.board.kind === "drop";
    this.tiles.forEach((tile, cell) => tile.classList.toggle("lit", line.includes(cell)));
    const along = line.map((cell) => this.#cell(cell));
    if (drop) marks.push(...along.map((cell) => art.mark("won", cell)));
    else if (along.length && art.inLine(along)) marks.push(art.wonLine(along));
    const name = picked.length ? "target" : "from";
    marks.push(...picked.map((cell) => art.mark("picked", this.#cell(cell))));
    marks.push(...next.map((cell) => art.mark(name, this.#cell(cell))));
    this.#layers.marks.replaceChildren(...marks);
  }

  /**
   * Draw a ring around the cell that has the focus; null for none.
   * @param {number | null} cell
   */
  ring(cell) {
    const rings =
      cell === null ? [] : [svg("polygon", { points: art.points(this.#cell(cell).outline) })];
    this.#layers.focus.replaceChildren(...rings);
  }

  // --- what is drawn on top ---------------------------------------------------------------------

  /**
   * Draw an overlay, with the scores of moves that begin with the cells that were picked.
   * @param {Overlay} overlay
   * @param {number[]} picked
   */
  lay({ scores = [], numbers = [], arrows = [], hint = [] }, picked) {
    const shown = bestByCell(scores, picked);
    for (const [cell, { made }] of this.#chips) {
      if (shown.has(cell)) continue;
      made.remove();
      this.#chips.delete(cell);
    }
    const others = [
      ...arrows.map(([from, to]) => art.arrow(this.#cell(from), this.#cell(to))),
      ...hint.map((cell) => art.mark("hint", this.#cell(cell))),
      ...numbers.map(({ cell, text }) => art.numberOn(this.#cell(cell), text)),
    ];
    for (const node of [...this.#layers.overlay.children]) {
      if (!node.classList.contains("chip")) node.remove();
    }
    for (const [cell, score] of shown) this.#chip(cell).change(score);
    this.#layers.overlay.append(...others);
  }

  /** @param {number} cell */
  #chip(cell) {
    const chip = this.#chips.get(cell) ?? art.chip(this.#cell(cell));
    if (!this.#chips.has(cell)) this.#layers.overlay.append(chip.made);
    this.#chips.set(cell, chip);
    return chip;
  }

  clearOverlay() {
    this.#layers.overlay.replaceChildren();
    this.#chips.clear();
  }
}

/** @param {CellView} cell */
function tile({ cell, outline, shaded }) {
  return svg(
    "g",
    {
      class: `cell${shaded ? " shaded" : ""}`,
      role: "gridcell",
      tabindex: -1,
      "data-cell": cell,
    },
    svg("polygon", { class: "tile", points: art.points(outline) }),
  );
}
