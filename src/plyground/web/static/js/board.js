/**
 * <ply-board>: a board drawn from the API's geometry, to look at or to play on.
 *
 *   board.game         a GameView: geometry, names and looks; set it first
 *   board.view         a PositionView; thumbnails need only {cells}
 *   board.overlay      null or {scores, numbers, arrows, hint}:
 *                      scores  [{move, path, text, loss: 0..1, best, proven, share: 0..1}], best first
 *                      numbers [{cell, text}];  arrows [[from, to]];  hint [cell, ...]
 *   board.interactive  whether moves can be made
 *   board.editing      whether every cell can be clicked; sends `place` {cell}
 *   board.label        what people who listen hear the board called
 *   board.paint(move)  shows a legal move at once, before the server has answered
 *
 * Events: `move` {move} (one of view.legal) and `refused` {cell, path}: the cells that were clicked
 * and begin no legal move; POST /api/play with that path says why.
 *
 * A move of several cells is clicked cell by cell, Escape cancels. Arrow keys move between cells,
 * Enter and Space click. Moves without a cell are buttons below the board.
 */

import * as art from "./board-art.js";
import { appear, fall, isStill, slide } from "./board-motion.js";
import { capital, h, say, set, svg } from "./dom.js";

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

class PlyBoard extends HTMLElement {
  #game = null;
  #view = null;
  #overlay = null;
  #interactive = false;
  #reachable = false; // by keyboard: once somebody has said whether it is interactive
  #editing = false;
  #label = "Board";
  #picked = []; // cells clicked so far of a move of several
  #layers = {};
  #tiles = []; // by cell
  #pieces = new Map(); // cell -> {content, node}
  #chips = new Map(); // cell -> {made, change}
  #focused = 0;
  #pointed = false; // whether the focus came from a pointer: keys then belong to the screen
  #wishX = null; // so that going up and down a hexagon does not drift
  #ghost = null;
  #grid = null;
  #buttons = h("div", { class: "board-buttons" });

  get game() {
    return this.#game;
  }
  set game(game) {
    if (game === this.#game) return;
    this.#game = game;
    this.#build();
  }

  get view() {
    return this.#view;
  }
  set view(view) {
    this.#view = view;
    this.#picked = [];
    this.#show(view?.cells ?? []);
    this.#tellCells();
    this.#mark();
    this.#offerButtons();
    this.#drawOverlay();
  }

  get overlay() {
    return this.#overlay;
  }
  set overlay(overlay) {
    this.#overlay = overlay;
    this.#drawOverlay();
  }

  get interactive() {
    return this.#interactive;
  }
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
  set editing(editing) {
    this.#editing = editing;
    this.#tellCells();
  }

  set label(text) {
    this.#label = text;
    this.#grid?.setAttribute("aria-label", text);
  }

  /** Show a legal move before the server has answered: what it captures comes with the answer. */
  paint(move) {
    const cells = [...this.#view.cells];
    const [from, to] = [move.path[0], move.path[move.path.length - 1]];
    if (from === undefined) return;
    const removes = from === to && cells[from];
    if (from !== to) cells[from] = 0;
    cells[to] = removes ? 0 : this.#view.player + 1;
    this.#picked = [];
    this.#clearGhost();
    this.#layers.overlay.replaceChildren();
    this.#chips.clear();
    this.#view = { ...this.#view, cells, legal: [], last: removes ? [] : [to], captured: [] };
    this.#show(cells);
    this.#mark();
    this.#tellCells();
  }

  // --- drawing ----------------------------------------------------------------------------------

  #build() {
    const { board, pieces } = this.#game;
    const { left, top, width, height } = art.extent(board);
    this.#pieces.clear();
    this.#chips.clear();
    this.#focused =
      board.rows[Math.floor(board.rows.length / 2)][Math.floor(board.rows[0].length / 2)] ?? 0;
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
    this.#grid = svg(
      "svg",
      {
        viewBox: `${left} ${top} ${width} ${height}`,
        class: `board kind-${board.kind}`,
        role: "grid",
        "aria-label": this.#label,
      },
      Object.values(this.#layers),
    );
    this.style.setProperty("--ratio", width / height);
    this.style.setProperty("--label", art.labelSize(board));
    this.#listen();
    this.replaceChildren(this.#grid, this.#buttons);
  }

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

  #show(cells) {
    const gone = [];
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

  #put(cell, content, gone, together) {
    const { x, y } = this.#cell(cell);
    const inner = art.piece(this.#game.pieces[content - 1]);
    const node = svg("g", { transform: `translate(${x} ${y})` }, inner);
    this.#layers.pieces.append(node);
    this.#pieces.set(cell, { content, node });
    if (isStill() || together > 1 || !this.isConnected) return;
    const moved = gone.find(([, was]) => was === content);
    if (this.#game.board.kind === "drop") fall(inner, y + 0.6);
    else if (moved) slide(inner, this.#cell(moved[0]).x - x, this.#cell(moved[0]).y - y);
    else appear(inner);
  }

  #mark() {
    const { last = [], captured = [], line = [] } = this.#view ?? {};
    const at = (name) => (cell) => art.mark(name, this.#cell(cell));
    const filled = (cell) => this.#view.cells[cell];
    const marks = [
      ...captured.map(at("captured")),
      ...last.map((cell) => at(filled(cell) ? "last" : "left")(cell)),
    ];
    const drop = this.#game.board.kind === "drop";
    this.#tiles.forEach((tile, cell) => tile.classList.toggle("lit", line.includes(cell)));
    if (drop) marks.push(...line.map(at("won")));
    const along = line.map((cell) => this.#cell(cell));
    if (along.length && art.inLine(along)) marks.push(art.wonLine(along));
    marks.push(...this.#choices());
    this.#layers.marks.replaceChildren(...marks);
  }

  // Stones that can move, the stone that was picked, and where it can go.
  #choices() {
    if (!this.#interactive) return [];
    const several = this.#continuing(this.#picked).filter(({ path }) => path.length > 1);
    const step = this.#picked.length;
    const next = [...new Set(several.map(({ path }) => path[step]))];
    const name = step ? "target" : "from";
    return [
      ...this.#picked.map((cell) => art.mark("picked", this.#cell(cell))),
      ...next.map((cell) => art.mark(name, this.#cell(cell))),
    ];
  }

  #drawOverlay() {
    const { scores = [], numbers = [], arrows = [], hint = [] } = this.#overlay ?? {};
    if (!this.#game) return;
    const step = this.#picked.length;
    const shown = new Map(); // the best move of each cell comes first
    for (const score of scores) {
      const cell = score.path[step];
      const fits =
        cell !== undefined && this.#picked.every((picked, index) => score.path[index] === picked);
      if (fits && !shown.has(cell)) shown.set(cell, score);
    }
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
    for (const button of this.#buttons.children) {
      const score = scores.find(({ move }) => move === button.dataset.move);
      say(button.lastChild, score ? `${score.best ? "★ " : ""}${score.text}` : "");
    }
    this.#layers.overlay.append(...others);
  }

  #chip(cell) {
    if (!this.#chips.has(cell)) {
      const chip = art.chip(this.#cell(cell));
      this.#layers.overlay.append(chip.made);
      this.#chips.set(cell, chip);
    }
    return this.#chips.get(cell);
  }

  #cell(cell) {
    return this.#game.board.cells[cell];
  }

  // --- what can be done -------------------------------------------------------------------------

  get #legal() {
    return this.#view?.legal ?? [];
  }

  #continuing(path) {
    return this.#legal.filter((move) => path.every((cell, index) => move.path[index] === cell));
  }

  // The cell that a click means: in a drop game, where the disc would land.
  #meant(cell) {
    if (this.#game.board.kind !== "drop") return cell;
    const x = this.#cell(cell).x;
    return this.#legal.find(({ path }) => this.#cell(path[0])?.x === x)?.path[0] ?? cell;
  }

  #isLegal(cell) {
    const path = [...this.#picked, this.#meant(cell)];
    return this.#continuing(path).some((move) => move.path.length >= path.length);
  }

  #tellCells() {
    if (!this.#game) return;
    const { players, board } = this.#game;
    for (const { cell, name } of board.cells) {
      const content = this.#view?.cells?.[cell] ?? 0;
      const legal = this.#interactive && this.#isLegal(cell);
      const picked = this.#picked.includes(cell);
      const words = [name, content ? `${players[content - 1]} stone` : "empty"];
      if (picked) words.push("picked up");
      else if (legal) words.push(this.#picked.length ? "can go here" : "legal move");
      const tile = this.#tiles[cell];
      tile.classList.toggle("legal", legal || this.#editing);
      set(tile, "aria-label", words.join(", "));
      set(tile, "tabindex", this.#reachable && cell === this.#focused ? 0 : -1);
    }
  }

  #offerButtons() {
    const loose = this.#interactive ? this.#legal.filter(({ path }) => !path.length) : [];
    this.#buttons.replaceChildren(
      ...loose.map((move) =>
        h(
          "button",
          {
            type: "button",
            data: { move: move.text },
            onclick: () => this.#send("move", { move }),
          },
          capital(move.text),
          h("span", { class: "button-score number" }),
        ),
      ),
    );
  }

  #click(cell) {
    if (this.#editing) return this.#send("place", { cell });
    if (!this.#interactive) return undefined;
    const meant = this.#meant(cell);
    const path = [...this.#picked, meant];
    const possible = this.#continuing(path).filter((move) => move.path.length >= path.length);
    const done = possible.find((move) => move.path.length === path.length);
    if (done) return this.#send("move", { move: done });
    if (possible.length) return this.#pick(path);
    const again = this.#continuing([meant]).some((move) => move.path.length > 1);
    if (this.#picked.length && again)
      return this.#pick(this.#picked.includes(meant) ? [] : [meant]);
    return this.#send("refused", { cell, path });
  }

  #pick(path) {
    this.#picked = path;
    this.#tellCells();
    this.#mark();
    this.#drawOverlay();
  }

  #send(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
  }

  // --- pointer and keys -------------------------------------------------------------------------

  #listen() {
    const cellOf = ({ target }) => {
      const found = target.closest?.("[data-cell]");
      return found ? Number(found.dataset.cell) : null;
    };
    this.#grid.addEventListener("click", (event) => {
      const cell = cellOf(event);
      if (cell === null) return;
      this.#focused = cell;
      this.#pointed = event.detail > 0; // 0 where a helper of the browser clicks
      this.#click(cell);
    });
    this.#grid.addEventListener("pointerover", (event) => this.#hover(cellOf(event)));
    this.#grid.addEventListener("pointerleave", () => this.#clearGhost());
    this.#grid.addEventListener("keydown", (event) => this.#key(event));
    this.#grid.addEventListener("focusin", (event) => this.#ring(cellOf(event), event.target));
    this.#grid.addEventListener("focusout", () => this.#layers.focus.replaceChildren());
  }

  #hover(cell) {
    this.#clearGhost();
    if (cell === null || !this.#interactive || !this.#isLegal(cell)) return;
    const meant = this.#meant(cell);
    if (this.#view.cells[meant]) return;
    const { x, y } = this.#cell(meant);
    const look = this.#game.pieces[this.#view.player];
    this.#ghost = svg("g", { class: "ghost", transform: `translate(${x} ${y})` }, art.piece(look));
    this.#layers.pieces.append(this.#ghost);
  }

  #clearGhost() {
    this.#ghost?.remove();
    this.#ghost = null;
  }

  #ring(cell, target) {
    if (cell === null || !target.matches(":focus-visible")) return;
    this.#pointed = false;
    this.#layers.focus.replaceChildren(
      svg("polygon", { points: art.points(this.#cell(cell).outline) }),
    );
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape" && this.#picked.length) this.#pick([]);
    else if (this.#pointed) return;
    else if (event.key === "Enter" || event.key === " ") this.#click(this.#focused);
    else {
      const next = this.#neighbour(event.key);
      if (next === null) return;
      this.#focus(next);
    }
    event.preventDefault();
    event.stopPropagation();
  }

  #focus(cell) {
    this.#tiles[this.#focused].setAttribute("tabindex", -1);
    this.#focused = cell;
    this.#tiles[cell].setAttribute("tabindex", 0);
    this.#tiles[cell].focus();
  }

  // The cell that a key leads to; null for other keys.
  #neighbour(key) {
    const { rows } = this.#game.board;
    const at = rows.findIndex((row) => row.includes(this.#focused));
    const row = rows[at];
    const place = row.indexOf(this.#focused);
    const within = { ArrowLeft: place - 1, ArrowRight: place + 1, Home: 0, End: row.length - 1 }[
      key
    ];
    if (within !== undefined) {
      this.#wishX = null;
      return row[Math.min(Math.max(within, 0), row.length - 1)];
    }
    const step = { ArrowUp: -1, ArrowDown: 1 }[key];
    if (step === undefined) return null;
    const other = rows[at + step];
    if (!other) return this.#focused;
    this.#wishX ??= this.#cell(this.#focused).x;
    const off = (cell) => Math.abs(this.#cell(cell).x - this.#wishX);
    return other.reduce((best, cell) => (off(cell) < off(best) ? cell : best));
  }
}

customElements.define("ply-board", PlyBoard);
