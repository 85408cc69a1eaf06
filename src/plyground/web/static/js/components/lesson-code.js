/**
 * Minimax and alpha-beta in a few lines of plain words; the line that a step of the search is at is
 * lit.
 *
 * @import { TreeEvent } from "./tree-model.js"
 *
 * @typedef {"call" | "leaf" | "table" | "loop" | "look" | "best" | "cut" | "return"} Line
 */

import { h } from "../dom.js";
import { words } from "../words.js";

/** @returns {Record<string, [Line, string][]>} */
const programs = () => ({
  minimax: [
    ["call", words.code.call],
    ["leaf", words.code.leaf],
    ["table", words.code.table],
    ["loop", words.code.loop],
    ["look", words.code.look],
    ["best", words.code.bestMinimax],
    ["return", words.code.result],
  ],
  "alpha-beta": [
    ["call", words.code.callAlphaBeta],
    ["leaf", words.code.leaf],
    ["table", words.code.table],
    ["loop", words.code.loop],
    ["look", words.code.lookAlphaBeta],
    ["best", words.code.bestAlphaBeta],
    ["cut", words.code.cut],
    ["return", words.code.result],
  ],
});

/**
 * The line that an event belongs to; none before the first.
 * @param {TreeEvent | null} event
 * @returns {Line | null}
 */
export function lineOf(event) {
  if (!event) return null;
  if (event.kind === "enter") return "call";
  if (event.kind === "update") return "best";
  if (event.kind === "cut") return "cut";
  if (event.source === "table") return "table";
  return event.source === "children" ? "return" : "leaf";
}

/** A program, one of whose lines is lit. */
export class Pseudocode {
  /** @param {{pruning: boolean, table: boolean}} search */
  constructor({ pruning, table }) {
    const program = programs()[pruning ? "alpha-beta" : "minimax"];
    this.lines = new Map(
      program
        .filter(([line]) => table || line !== "table")
        .map(([line, text]) => [line, h("li", {}, text)]),
    );
    this.element = h("ol", { class: "lesson-code mono", "aria-label": words.code.title }, [
      ...this.lines.values(),
    ]);
  }

  /** @param {TreeEvent | null} event */
  show(event) {
    const lit = lineOf(event);
    for (const [line, item] of this.lines) {
      item.classList.toggle("lit", line === lit);
      if (line === lit) item.setAttribute("aria-current", "step");
      else item.removeAttribute("aria-current");
    }
  }
}
