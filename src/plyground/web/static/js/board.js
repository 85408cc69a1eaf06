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
 * Events, for `board.on`: `move` {move} (one of view.legal), `refused` {path}: the cells that were
 * clicked and begin no legal move; POST /api/play with that path says why; and `early` {}: a click
 * on a move that is painted, before the position after it is there.
 *
 * A move of several cells is clicked cell by cell, or its stone is dragged; Escape cancels. Arrow keys move between cells,
 * Enter and Space click. Moves without a cell are buttons below the board. A board without cells is
 * shown as text.
 *
 * @import { GameView, MoveView, PositionView } from "./api-types.js"
 * @import { ChipScore } from "./board-art.js"
 *
 * @typedef {Partial<PositionView> & {cells: number[], player: number}} Shown
 * @typedef {ChipScore & {move: string, path: number[]}} MoveScore loss and share go from 0 to 1
 * @typedef {{
 *   scores?: MoveScore[], numbers?: {cell: number, text: string}[],
 *   arrows?: [number, number][], hint?: number[],
 * }} Overlay with the best score first; arrows lead from a cell to another
 * @typedef {{move: {move: MoveView}, refused: {path: number[]}, early: {}, place: {cell: number}}} Events
 */

import { extent, labelSize } from "./board-art.js";
import { MoveButtons } from "./board-buttons.js";
import { click, continuing, marked, meant } from "./board-clicks.js";
import { letDrag } from "./board-drag.js";
import { BoardDrawing } from "./board-drawing.js";
import { CellFocus } from "./board-focus.js";
import { h, say, set } from "./dom.js";
import { words } from "./words.js";

export class PlyBoard extends HTMLElement {
  /** @type {GameView} */
  #game = /** @type {any} */ (null); // until it is set, there is nothing to draw
  /** @type {BoardDrawing} */
  #drawing = /** @type {any} */ (null); // comes with the game
  /** @type {CellFocus} */
  #focus = /** @type {any} */ (null); // comes with the game
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
  #painted = false; // whether a move is shown that has not been answered
  #dropped = false; // whether a stone was dragged to where it now belongs
  #buttons = new MoveButtons((move, isPointed) => this.#press(move, isPointed));
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
    this.#painted = false;
    this.#picked = [];
    say(this.#text, view?.text ?? "");
    this.#show();
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
    this.#drawing?.element.setAttribute("aria-label", text);
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
    this.#drawing.clearGhost();
    this.#drawing.clearOverlay();
    this.#painted = true;
    this.#view = {
      ...this.#view,
      cells,
      legal: [],
      last: removes ? [] : move.path.slice(-1),
      captured: [],
    };
    this.#show();
    this.#mark();
    this.#tellCells();
    this.#offerButtons();
  }

  // --- drawing ----------------------------------------------------------------------------------

  #build() {
    const { board } = this.#game;
    const { width, height } = extent(board);
    this.#drawing = new BoardDrawing(this.#game, this.#label);
    this.#focus = new CellFocus(board, this.#drawing.tiles);
    this.style.setProperty("--ratio", String(width / height));
    this.style.setProperty("--label", String(labelSize(board)));
    const { element } = this.#drawing;
    this.#listen(element);
    this.replaceChildren(board.cells.length ? element : this.#text, this.#buttons.element);
  }

  #show() {
    this.#drawing.show(this.#view?.cells ?? [], this.#view?.links ?? [], this.#dropped);
  }

  // Stones that can move or be taken off, the stone that was picked, and where it can go.
  #mark() {
    const picked = this.#interactive ? this.#picked : [];
    const possible = this.#interactive ? continuing(this.#legal, picked) : [];
    const next = marked(possible, picked.length, this.#view?.cells ?? []);
    this.#drawing.mark(this.#view ?? {}, picked, next);
  }

  #drawOverlay() {
    if (!this.#game) return;
    const overlay = this.#overlay ?? {};
    this.#drawing.lay(overlay, this.#picked);
    this.#buttons.score(overlay.scores ?? []);
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
      const tile = this.#drawing.tiles[cell];
      tile.classList.toggle("legal", legal || this.#editing);
      tile.classList.toggle("draggable", this.#canDrag(cell));
      set(tile, "aria-label", told.join(", "));
      set(tile, "tabindex", this.#reachable && cell === this.#focus.cell ? 0 : -1);
    }
  }

  // A disc lands on one cell of its column, which the empty ones above it name.
  /** @param {number} cell */
  #legalWords(cell) {
    const target = this.#meant(cell);
    if (this.#picked.length) return [words.board.canGo];
    if (target === cell) return [words.board.legal];
    return this.#view?.cells[cell] ? [] : [words.board.drops(this.#game.board.cells[target].name)];
  }

  #offerButtons() {
    const loose = this.#interactive ? this.#legal.filter(({ path }) => !path.length) : [];
    const only = loose.length === this.#legal.length;
    this.#buttons.offer(loose, only);
  }

  // The button goes away; who has pressed it by key is taken back to the board.
  /** @param {MoveView} move @param {boolean} isPointed */
  #press(move, isPointed) {
    if (!isPointed && this.#drawing.tiles.length) this.#focus.go(this.#focus.cell);
    this.#send("move", { move });
  }

  /** @param {number} cell */
  #click(cell) {
    if (this.#editing) return this.#send("place", { cell });
    if (!this.#interactive) return undefined;
    if (this.#painted) return this.#send("early", {});
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
    if (!this.#interactive || this.#editing || !this.#drawing.hasPiece(cell)) return false;
    return continuing(this.#legal, [cell]).some(({ path }) => path.length > 1);
  }

  // Where no move leads, the stone goes back; a move of more cells is gone on with by clicks.
  /** @param {number} cell @param {number | null} on */
  #drop(cell, on) {
    this.#drawing.carry(cell);
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
      carry: (cell, x, y) => this.#drawing.carry(cell, { x, y }),
      drop: (cell, on) => this.#drop(cell, on),
    });
    grid.addEventListener("click", (event) => {
      const cell = cellOf(event);
      if (cell === null) return;
      this.#focus.clicked(cell, event.detail > 0); // 0 where a helper of the browser clicks
      this.#click(cell);
    });
    grid.addEventListener("pointerover", (event) => this.#hover(cellOf(event)));
    grid.addEventListener("pointerleave", () => this.#drawing.clearGhost());
    grid.addEventListener("keydown", (event) => this.#key(event));
    grid.addEventListener("focusin", (event) => this.#ring(cellOf(event)));
    grid.addEventListener("focusout", () => this.#drawing.ring(null));
  }

  /** @param {number | null} cell */
  #hover(cell) {
    this.#drawing.clearGhost();
    if (cell === null || !this.#view || !this.#interactive || !this.#isLegal(cell)) return;
    const target = this.#meant(cell);
    if (this.#view.cells[target]) return;
    this.#drawing.showGhost(target, this.#view.player);
  }

  /** @param {number | null} cell */
  #ring(cell) {
    if (cell === null || !this.#drawing.tiles[cell].matches(":focus-visible")) return;
    this.#focus.isPointed = false;
    this.#drawing.ring(cell);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape" && this.#picked.length) this.#pick([]);
    else if (this.#focus.isPointed) return;
    else if (event.key === "Enter" || event.key === " ") this.#click(this.#focus.cell);
    else if (!this.#focus.follow(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
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
