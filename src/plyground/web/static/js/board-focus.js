/**
 * The cell of a board that the keyboard is at: arrow keys, Home and End lead from one to the next.
 *
 * @import { BoardView } from "./api-types.js"
 */

import { neighbour } from "./board-clicks.js";

export class CellFocus {
  #board;
  #tiles;
  #cell;
  /** @type {number | null} so that going up and down a hexagon does not drift */
  #wishX = null;
  isPointed = false; // whether the focus came from a pointer: keys then belong to the screen

  /** @param {BoardView} board @param {SVGElement[]} tiles by cell */
  constructor(board, tiles) {
    this.#board = board;
    this.#tiles = tiles;
    this.#cell =
      board.rows[Math.floor(board.rows.length / 2)]?.[Math.floor(board.rows[0].length / 2)] ?? 0;
  }

  get cell() {
    return this.#cell;
  }

  /**
   * A cell was clicked, which gives it the focus.
   * @param {number} cell
   * @param {boolean} isPointed
   */
  clicked(cell, isPointed) {
    this.#cell = cell;
    this.isPointed = isPointed;
  }

  /**
   * Go where a key leads; says whether it leads anywhere.
   * @param {string} key
   */
  follow(key) {
    const x = this.#wishX ?? this.#board.cells[this.#cell].x;
    const next = neighbour(this.#board, this.#cell, key, x);
    if (next === null) return false;
    this.#wishX = key === "ArrowUp" || key === "ArrowDown" ? x : null;
    this.go(next);
    return true;
  }

  /** @param {number} cell */
  go(cell) {
    this.#tiles[this.#cell].setAttribute("tabindex", "-1");
    this.#cell = cell;
    this.#tiles[cell].setAttribute("tabindex", "0");
    this.#tiles[cell].focus();
  }
}
