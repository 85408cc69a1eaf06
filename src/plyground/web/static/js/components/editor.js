/**
 * Setting up a position: click to place pieces, say who moves; or write it as text.
 *
 *   const editor = new Editor({game, board, onapply(text), oncancel()});  editor.begin(view)
 *
 * @import { GameView } from "../api-types.js"
 * @import { PlyBoard, Shown } from "../board.js"
 */

import { positionView } from "../api.js";
import { pieceIcon } from "../board-art.js";
import { h, say, wordsOf } from "../dom.js";
import { words } from "../words.js";

export class Editor {
  #game;
  #board;
  #onapply;
  #oncancel;
  /** @type {number[]} */
  #cells = [];
  #player = 0;
  #brush = 1;
  #sides;
  #text = h("textarea", { rows: 3, "aria-label": words.editor.asText, spellcheck: "false" });
  #error = h("p", { class: "error-text", role: "alert" });
  element;

  /**
   * @param {{
   *   game: GameView, board: PlyBoard,
   *   onapply: (text: string) => unknown, oncancel: () => unknown,
   * }} how
   */
  constructor({ game, board, onapply, oncancel }) {
    this.#game = game;
    this.#board = board;
    this.#onapply = onapply;
    this.#oncancel = oncancel;
    /** @param {string} text @param {() => unknown} onclick @param {string} [name] */
    const button = (text, onclick, name) =>
      h("button", { type: "button", onclick, class: name }, text);
    this.#sides = game.players.map((name, player) =>
      this.#radio("side", name, player === 0, () => this.#turn(player)),
    );
    this.element = h(
      "section",
      { class: "card editor stack", "aria-label": words.editor.name, hidden: true },
      h("h2", {}, words.editor.title),
      h(
        "fieldset",
        {},
        h("legend", {}, words.editor.places),
        h(
          "div",
          { class: "row" },
          game.players.map((name, player) =>
            this.#radio(
              "brush",
              name,
              player === 0,
              () => (this.#brush = player + 1),
              pieceIcon(game.pieces[player]),
            ),
          ),
          this.#radio("brush", words.editor.nothing, false, () => (this.#brush = 0)),
        ),
      ),
      h(
        "fieldset",
        {},
        h("legend", {}, words.editor.toMove),
        h("div", { class: "row" }, this.#sides),
      ),
      this.#text,
      this.#error,
      h(
        "div",
        { class: "row" },
        button(words.editor.use, () => this.#apply(), "primary"),
        button(words.editor.clear, () => this.#fill(this.#cells.map(() => 0))),
        button(words.editor.cancel, () => this.#oncancel()),
      ),
    );
    board.on("place", ({ cell }) => this.#place(cell));
    this.#text.addEventListener("input", () => this.#read());
  }

  /**
   * Start from a position; the board becomes a drawing board.
   * @param {Shown} view
   */
  begin(view) {
    this.element.hidden = false;
    this.#player = view.player;
    const side = this.#sides[view.player].control;
    if (side instanceof HTMLInputElement) side.checked = true;
    this.#board.interactive = false;
    this.#board.editing = true;
    this.#board.overlay = null;
    this.#fill([...view.cells]);
    say(this.#error, "");
  }

  /** Back to a board to play on. */
  end() {
    this.element.hidden = true;
    this.#board.editing = false;
  }

  /**
   * @param {string} name
   * @param {string} text
   * @param {boolean} checked
   * @param {() => unknown} onchange
   * @param {SVGElement | null} icon
   */
  #radio(name, text, checked, onchange, icon = null) {
    return h(
      "label",
      { class: "choice" },
      h("input", { type: "radio", name: `editor-${name}`, checked, onchange }),
      icon,
      text,
    );
  }

  /** @param {number} player */
  #turn(player) {
    this.#player = player;
    this.#fill(this.#cells);
  }

  /** @param {number[]} cells */
  #fill(cells) {
    this.#cells = cells;
    this.#board.view = { cells, player: this.#player };
    const { board, symbols } = this.#game;
    /** @param {number[]} list */
    const row = (list) =>
      list.map((cell) => (cells[cell] ? symbols[cells[cell] - 1] : ".")).join("");
    this.#text.value = `${board.rows.map(row).join("/")} ${symbols[this.#player]}`;
  }

  /** @param {number} cell */
  #place(cell) {
    const cells = [...this.#cells];
    const at = this.#game.board.kind === "drop" ? this.#inColumn(cell) : cell;
    if (at === undefined) return;
    cells[at] = cells[at] === this.#brush ? 0 : this.#brush;
    this.#fill(cells);
  }

  // In a drop game pieces lie on each other: the lowest free cell, or the highest piece to erase.
  /** @param {number} cell */
  #inColumn(cell) {
    const { cells } = this.#game.board;
    if (this.#cells[cell] && this.#brush) return cell;
    const column = cells.filter(({ x }) => x === cells[cell].x).sort((one, two) => two.y - one.y);
    const taken = column.filter((one) => this.#cells[one.cell]);
    return (this.#brush ? column[taken.length] : taken.at(-1))?.cell;
  }

  async #read() {
    try {
      const view = await positionView(this.#asPlace());
      this.#cells = view.cells;
      this.#player = view.player;
      this.#board.view = { cells: view.cells, player: view.player };
      say(this.#error, "");
    } catch (error) {
      say(this.#error, wordsOf(error));
    }
  }

  async #apply() {
    try {
      await positionView(this.#asPlace());
      this.#onapply(this.#text.value.trim());
    } catch (error) {
      say(this.#error, wordsOf(error));
    }
  }

  #asPlace() {
    return {
      game: this.#game.name,
      parameters: this.#game.values,
      position: this.#text.value.trim(),
      moves: "",
    };
  }
}
