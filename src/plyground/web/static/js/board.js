/**
 * <ply-board>: a board drawn from the API's geometry, to look at or to play on.
 *
 *   board.game         geometry, names and looks; set it first
 *   board.view         the position to show
 *   board.overlay      null, or what is drawn on top of it
 *   board.interactive  whether moves can be made
 *   board.editing      whether every cell can be clicked; sends `place` {cell}
 *   board.label        what people who listen hear the board called
 *   board.paint(move)  shows a legal move at once, before the server has answered
 *
 * Events, for `board.on`: `move` {move} (one of view.legal) and `refused` {path}: the cells that were
 * clicked and begin no legal move; POST /api/play with that path says why.
 *
 * A move of several cells is clicked cell by cell, or its stone is dragged; Escape cancels. Arrow keys move between cells,
 * Enter and Space click. Moves without a cell are buttons below the board. A board without cells is
 * shown as text.
 *
 * @import { CellView, GameView, MoveView, PositionView } from "./api-types.js"
 * @import { ChipScore } from "./board-art.js"
 *
 * @typedef {Partial<PositionView> & {cells: number[], player: number}} Shown
 * @typedef {ChipScore & {move: string, path: number[]}} MoveScore loss and share go from 0 to 1
 * @typedef {{
 *   scores?: MoveScore[], numbers?: {cell: number, text: string}[],
 *   arrows?: [number, number][], hint?: number[],
 * }} Overlay with the best score first; arrows lead from a cell to another
 * @typedef {{move: {move: MoveView}, refused: {path: number[]}, place: {cell: number}}} Events
 */

import * as art from "./board-art.js";
import { bestByCell, click, continuing, marked, meant, neighbour } from "./board-clicks.js";
import { letDrag } from "./board-drag.js";
import { appear, fall, isStill, slide } from "./board-motion.js";
import { capital, h, say, set, svg } from "./dom.js";
import { words } from "./words.js";

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

export class PlyBoard extends HTMLElement {
  /** @type {GameView} */
  #game = /** @type {any} */ (null); // until it is set, there is nothing to draw
  /** @type {Shown | null} */
  #view = null;
  /** @type {Overlay | null} */
  #overlay = null;
  #interactive = false;
  #reachable = false; // by keyboard: once somebody has said whether it is interactive
  #editing = false;
  #label = words.board.name;
  /** @type {number[]} cells clicked so far of a move of several */
  #picked = [];
  /** @type {Record<string, SVGGElement>} */
  #layers = {};
  /** @type {SVGGElement[]} by cell */
  #tiles = [];
  /** @type {Map<number, {content: number, node: SVGGElement}>} by cell */
  #pieces = new Map();
  /** @type {Map<number, ReturnType<typeof art.chip>>} by cell */
  #chips = new Map();
  #focused = 0;
  #pointed = false; // whether the focus came from a pointer: keys then belong to the screen
  /** @type {number | null} so that going up and down a hexagon does not drift */
  #wishX = null;
  /** @type {SVGGElement | null} */
  #ghost = null;
  #dropped = false; // whether a stone was dragged to where it now belongs
  /** @type {SVGSVGElement | null} */
  #grid = null;
  #buttons = h("div", { class: "board-buttons" });
  #text = h("pre", { class: "board-text" }); // instead of the grid, where a board has no cells

  get game() {
    return this.#game;
  }
  /** @param {GameView} game */
  set game(game) {
    if (game === this.#game) return;
    this.#game = game;
    this.#build();
  }

  get view() {
    return this.#view;
  }
  /** @param {Shown | null} view */
  set view(view) {
    this.#view = view;
    this.#picked = [];
    say(this.#text, view?.text ?? "");
    this.#show(view?.cells ?? []);
    this.#tellCells();
    this.#mark();
    this.#offerButtons();
    this.#drawOverlay();
  }

  get overlay() {
    return this.#overlay;
  }
  /** @param {Overlay | null} overlay */
  set overlay(overlay) {
    this.#overlay = overlay;
    this.#drawOverlay();
  }

  get interactive() {
    return this.#interactive;
  }
  /** @param {boolean} interactive */
  set interactive(interactive) {
    if (this.#reachable && this.#interactive === interactive) return;
    this.#reachable = true;
    this.#interactive = interactive;
    this.#picked = [];
    this.#tellCells();
    this.#mark();
    this.#offerButtons();
  }

  get editing() {
    return this.#editing;
  }
  /** @param {boolean} editing */
  set editing(editing) {
    this.#editing = editing;
    this.#tellCells();
  }

  /** @param {string} text */
  set label(text) {
    this.#label = text;
    this.#grid?.setAttribute("aria-label", text);
  }

  /**
   * Call `does` with what each of these events tells.
   * @template {keyof Events} N
   * @param {N} name
   * @param {(detail: Events[N]) => unknown} does
   */
  on(name, does) {
    this.addEventListener(name, (event) => does(/** @type {CustomEvent} */ (event).detail));
  }

  /**
   * Show a legal move before the server has answered: what it captures comes with the answer.
   * @param {MoveView} move
   */
  paint(move) {
    if (!this.#view) return;
    const cells = [...this.#view.cells];
    const [from, to] = [move.path[0], move.path[move.path.length - 1]];
    const removes = from === to && cells[from];
    if (from !== to) cells[from] = 0;
    if (to !== undefined) cells[to] = removes ? 0 : this.#view.player + 1;
    this.#picked = [];
    this.#clearGhost();
    this.#layers.overlay.replaceChildren();
    this.#chips.clear();
    this.#view = {
      ...this.#view,
      cells,
      legal: [],
      last: removes ? [] : move.path.slice(-1),
      captured: [],
    };
    this.#show(cells);
    this.#mark();
    this.#tellCells();
    this.#offerButtons();
  }

  // --- drawing ----------------------------------------------------------------------------------

  #build() {
    const { board, pieces } = this.#game;
    const { left, top, width, height } = art.extent(board);
    this.#pieces.clear();
    this.#chips.clear();
    this.#focused =
      board.rows[Math.floor(board.rows.length / 2)]?.[Math.floor(board.rows[0].length / 2)] ?? 0;
    this.#layers = Object.fromEntries(LAYERS.map((name) => [name, svg("g", { class: name })]));
    this.#tiles = board.cells.map((cell) => this.#tile(cell));
    const rows = board.rows.map((row) =>
      svg(
        "g",
        { role: "row" },
        row.map((cell) => this.#tiles[cell]),
      ),
    );
    this.#layers.tiles.append(...art.backdrop(board), ...rows);
    this.#layers.sides.append(...art.sides(board, pieces));
    this.#layers.frame.append(...art.frame(board));
    this.#layers.labels.append(...art.labels(board));
    for (const name of LAYERS.slice(1)) this.#layers[name].setAttribute("aria-hidden", "true");
    const grid = svg(
      "svg",
      {
        viewBox: `${left} ${top} ${width} ${height}`,
        class: `board kind-${board.kind}`,
        role: "grid",
        tabindex: -1, // browsers would stop here by Tab, because it listens to the focus of its cells
        "aria-label": this.#label,
      },
      Object.values(this.#layers),
    );
    this.style.setProperty("--ratio", String(width / height));
    this.style.setProperty("--label", String(art.labelSize(board)));
    this.#grid = grid;
    this.#listen(grid);
    this.replaceChildren(board.cells.length ? grid : this.#text, this.#buttons);
  }

  /** @param {CellView} cell */
  #tile({ cell, outline, shaded }) {
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

  /** @param {number[]} cells */
  #show(cells) {
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
    for (const cell of come) this.#put(cell, cells[cell], gone, come.length);
    const links = (this.#view?.links ?? []).map(([one, two]) =>
      art.link(this.#cell(one), this.#cell(two), this.#game.pieces[cells[one] - 1]),
    );
    this.#layers.links.replaceChildren(...links);
  }

  /**
   * @param {number} cell
   * @param {number} content
   * @param {[number, number][]} gone
   * @param {number} together
   */
  #put(cell, content, gone, together) {
    const { x, y } = this.#cell(cell);
    const inner = art.piece(this.#game.pieces[content - 1]);
    const node = svg("g", { transform: `translate(${x} ${y})` }, inner);
    this.#layers.pieces.append(node);
    this.#pieces.set(cell, { content, node });
    if (isStill() || this.#dropped || together > 1 || !this.isConnected) return;
    const moved = gone.find(([, was]) => was === content);
    if (this.#game.board.kind === "drop") fall(inner, y + 0.6);
    else if (moved) slide(inner, this.#cell(moved[0]).x - x, this.#cell(moved[0]).y - y);
    else appear(inner);
  }

  #mark() {
    const { cells = [], last = [], captured = [], line = [] } = this.#view ?? {};
    /** @type {SVGElement[]} */
    const marks = [
      ...captured.map((cell) => art.mark("captured", this.#cell(cell))),
      ...last.map((cell) => art.mark(cells[cell] ? "last" : "left", this.#cell(cell))),
    ];
    const drop = this.#game.board.kind === "drop";
    this.#tiles.forEach((tile, cell) => tile.classList.toggle("lit", line.includes(cell)));
    const along = line.map((cell) => this.#cell(cell));
    if (drop) marks.push(...along.map((cell) => art.mark("won", cell)));
    else if (along.length && art.inLine(along)) marks.push(art.wonLine(along));
    marks.push(...this.#choices());
    this.#layers.marks.replaceChildren(...marks);
  }

  // Stones that can move or be taken off, the stone that was picked, and where it can go.
  #choices() {
    if (!this.#interactive) return [];
    const step = this.#picked.length;
    const next = marked(continuing(this.#legal, this.#picked), step, this.#view?.cells ?? []);
    const name = step ? "target" : "from";
    return [
      ...this.#picked.map((cell) => art.mark("picked", this.#cell(cell))),
      ...next.map((cell) => art.mark(name, this.#cell(cell))),
    ];
  }

  #drawOverlay() {
    const { scores = [], numbers = [], arrows = [], hint = [] } = this.#overlay ?? {};
    if (!this.#game) return;
    const shown = bestByCell(scores, this.#picked);
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
    for (const button of this.#buttons.querySelectorAll("button")) {
      const score = scores.find(({ move }) => move === button.dataset.move);
      say(button.lastChild, score ? `${score.best ? "★ " : ""}${score.text}` : "");
    }
    this.#layers.overlay.append(...others);
  }

  /** @param {number} cell */
  #chip(cell) {
    const chip = this.#chips.get(cell) ?? art.chip(this.#cell(cell));
    if (!this.#chips.has(cell)) this.#layers.overlay.append(chip.made);
    this.#chips.set(cell, chip);
    return chip;
  }

  /** @param {number} cell */
  #cell(cell) {
    return this.#game.board.cells[cell];
  }

  // --- what can be done -------------------------------------------------------------------------

  get #legal() {
    return this.#view?.legal ?? [];
  }

  /** @param {number} cell */
  #meant(cell) {
    return meant(this.#game.board, this.#legal, cell);
  }

  /** @param {number} cell */
  #isLegal(cell) {
    return continuing(this.#legal, [...this.#picked, this.#meant(cell)]).length > 0;
  }

  #tellCells() {
    if (!this.#game) return;
    const { players, symbols, board } = this.#game;
    for (const { cell, name } of board.cells) {
      const content = this.#view?.cells[cell] ?? 0;
      const legal = this.#interactive && this.#isLegal(cell);
      const picked = this.#picked.includes(cell);
      const piece = players[content - 1] ?? symbols[content - 1];
      const told = [name, content ? words.board.stone(piece) : words.board.empty];
      if (picked) told.push(words.board.pickedUp);
      else if (legal) told.push(...this.#legalWords(cell));
      const tile = this.#tiles[cell];
      tile.classList.toggle("legal", legal || this.#editing);
      tile.classList.toggle("draggable", this.#canDrag(cell));
      set(tile, "aria-label", told.join(", "));
      set(tile, "tabindex", this.#reachable && cell === this.#focused ? 0 : -1);
    }
  }

  // A disc lands on one cell of its column, which the empty ones above it name.
  /** @param {number} cell */
  #legalWords(cell) {
    const target = this.#meant(cell);
    if (this.#picked.length) return [words.board.canGo];
    if (target === cell) return [words.board.legal];
    return this.#view?.cells[cell] ? [] : [words.board.drops(this.#cell(target).name)];
  }

  #offerButtons() {
    const loose = this.#interactive ? this.#legal.filter(({ path }) => !path.length) : [];
    const only = loose.length === this.#legal.length;
    this.#buttons.replaceChildren(
      ...loose.map((move) =>
        h(
          "button",
          {
            type: "button",
            class: only ? "primary" : "",
            data: { move: move.text },
            onclick: ({ detail }) => this.#press(move, detail > 0),
          },
          capital(move.text),
          h("span", { class: "button-score number" }),
        ),
      ),
    );
  }

  // The button goes away; who has pressed it by key is taken back to the board.
  /** @param {MoveView} move @param {boolean} pointed */
  #press(move, pointed) {
    if (!pointed && this.#tiles.length) this.#focus(this.#focused);
    this.#send("move", { move });
  }

  /** @param {number} cell */
  #click(cell) {
    if (this.#editing) return this.#send("place", { cell });
    if (!this.#interactive) return undefined;
    const does = click(this.#legal, this.#picked, this.#meant(cell));
    if ("move" in does) return this.#send("move", does);
    if ("picked" in does) return this.#pick(does.picked);
    return this.#send("refused", { path: does.refused });
  }

  /** @param {number[]} path */
  #pick(path) {
    this.#picked = path;
    this.#tellCells();
    this.#mark();
    this.#drawOverlay();
  }

  /** @template {keyof Events} N @param {N} name @param {Events[N]} detail */
  #send(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
  }

  // --- dragging ---------------------------------------------------------------------------------

  // The stones that move: those from which a move of several cells begins.
  /** @param {number} cell */
  #canDrag(cell) {
    if (!this.#interactive || this.#editing || !this.#pieces.has(cell)) return false;
    return continuing(this.#legal, [cell]).some(({ path }) => path.length > 1);
  }

  /** @param {number} cell @param {number} x @param {number} y */
  #carry(cell, x, y) {
    const node = this.#pieces.get(cell)?.node;
    node?.setAttribute("transform", `translate(${x} ${y})`);
    if (node && node !== this.#layers.pieces.lastChild) this.#layers.pieces.append(node);
  }

  // Where no move leads, the stone goes back; a move of more cells is gone on with by clicks.
  /** @param {number} cell @param {number | null} on */
  #drop(cell, on) {
    const { x, y } = this.#cell(cell);
    this.#carry(cell, x, y);
    const does = on === null || on === cell ? null : click(this.#legal, [cell], on);
    this.#pick(does && "picked" in does && does.picked.length > 1 ? does.picked : []);
    if (!this.#interactive || !does) return;
    this.#dropped = true;
    if ("move" in does) this.#send("move", does);
    else if ("refused" in does) this.#send("refused", { path: does.refused });
    this.#dropped = false;
  }

  // --- pointer and keys -------------------------------------------------------------------------

  /** @param {SVGSVGElement} grid */
  #listen(grid) {
    letDrag(grid, {
      canDrag: (cell) => this.#canDrag(cell),
      begin: (cell) => this.#pick([cell]),
      carry: (cell, x, y) => this.#carry(cell, x, y),
      drop: (cell, on) => this.#drop(cell, on),
    });
    grid.addEventListener("click", (event) => {
      const cell = cellOf(event);
      if (cell === null) return;
      this.#focused = cell;
      this.#pointed = event.detail > 0; // 0 where a helper of the browser clicks
      this.#click(cell);
    });
    grid.addEventListener("pointerover", (event) => this.#hover(cellOf(event)));
    grid.addEventListener("pointerleave", () => this.#clearGhost());
    grid.addEventListener("keydown", (event) => this.#key(event));
    grid.addEventListener("focusin", (event) => this.#ring(cellOf(event)));
    grid.addEventListener("focusout", () => this.#layers.focus.replaceChildren());
  }

  /** @param {number | null} cell */
  #hover(cell) {
    this.#clearGhost();
    if (cell === null || !this.#view || !this.#interactive || !this.#isLegal(cell)) return;
    const target = this.#meant(cell);
    if (this.#view.cells[target]) return;
    const { x, y } = this.#cell(target);
    const look = this.#game.pieces[this.#view.player];
    this.#ghost = svg("g", { class: "ghost", transform: `translate(${x} ${y})` }, art.piece(look));
    this.#layers.pieces.append(this.#ghost);
  }

  #clearGhost() {
    this.#ghost?.remove();
    this.#ghost = null;
  }

  /** @param {number | null} cell */
  #ring(cell) {
    if (cell === null || !this.#tiles[cell].matches(":focus-visible")) return;
    this.#pointed = false;
    this.#layers.focus.replaceChildren(
      svg("polygon", { points: art.points(this.#cell(cell).outline) }),
    );
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape" && this.#picked.length) this.#pick([]);
    else if (this.#pointed) return;
    else if (event.key === "Enter" || event.key === " ") this.#click(this.#focused);
    else {
      const x = this.#wishX ?? this.#cell(this.#focused).x;
      const next = neighbour(this.#game.board, this.#focused, event.key, x);
      if (next === null) return;
      this.#wishX = event.key === "ArrowUp" || event.key === "ArrowDown" ? x : null;
      this.#focus(next);
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {number} cell */
  #focus(cell) {
    this.#tiles[this.#focused].setAttribute("tabindex", "-1");
    this.#focused = cell;
    this.#tiles[cell].setAttribute("tabindex", "0");
    this.#tiles[cell].focus();
  }
}

/**
 * The cell that an event happened in, or null.
 * @param {Event} event
 */
function cellOf({ target }) {
  const found = target instanceof Element ? target.closest("[data-cell]") : null;
  return found instanceof SVGElement ? Number(found.dataset.cell) : null;
}

if (!customElements.get("ply-board")) customElements.define("ply-board", PlyBoard);
