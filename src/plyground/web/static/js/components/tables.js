/**
 * Tables that fit their place: where one is too wide, each of its rows becomes a card.
 *
 *   const shown = new FittingTable("Standings", table);  shown.element; shown.fit() after new rows
 *
 * The table has a head and one body. In a card every cell stands below the name of its column: the
 * text of the head, or its `data-head`. How cards look is in tables.css, for windows up to 62 rem;
 * in a wider one the table scrolls.
 */

import { h } from "../dom.js";

export class FittingTable {
  #table;
  #gauge = h("div", {}); // as wide as the place and without height, whatever the table does
  element;

  /** @param {string} label @param {HTMLTableElement} table */
  constructor(label, table) {
    this.#table = table;
    this.element = h(
      "div",
      { class: "scroll", tabindex: 0, role: "region", "aria-label": label },
      this.#gauge,
      table,
    );
    new ResizeObserver(() => this.fit()).observe(this.#gauge);
  }

  /** Choose between table and cards. */
  fit() {
    this.#nameCells();
    this.#table.classList.remove("cards");
    this.#table.classList.toggle("cards", this.#table.offsetWidth > this.#gauge.offsetWidth);
  }

  #nameCells() {
    const heads = [...(this.#table.tHead?.rows[0].cells ?? [])].map(
      (head) => head.dataset.head ?? head.textContent,
    );
    for (const row of this.#table.tBodies[0].rows) {
      [...row.cells].forEach((cell, column) => (cell.dataset.head = heads[column]));
    }
  }
}

/**
 * A table that fits, for one whose rows do not change.
 * @param {string} label
 * @param {HTMLTableElement} table
 */
export function fitting(label, table) {
  return new FittingTable(label, table).element;
}
