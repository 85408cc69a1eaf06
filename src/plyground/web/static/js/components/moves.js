/**
 * The moves of a game, to click; and the buttons that walk through it.
 *
 *   const list = new MoveList(onjump);  list.show(plies, at);  list.element
 *
 * @typedef {{text: string, player: number}} Ply
 * @typedef {{gap: true} | {gap?: false, text: string, ply: number}} Entry
 * @typedef {{number: number, plies: Entry[]}} Round
 */

import { h } from "../dom.js";
import { words } from "../words.js";
import { commentShown } from "./comments.js";

export class MoveList {
  #onjump;
  #list = h("ol", {
    class: "moves",
    "aria-label": words.moves.title,
    data: { none: words.moves.noneYet },
  });
  #walk;
  #shown = "";
  #length = 0;
  #at = 0;
  element;

  /** @param {(ply: number) => unknown} onjump */
  constructor(onjump) {
    this.#onjump = onjump;
    /** @param {string} label @param {string} sign @param {() => number} to */
    const step = (label, sign, to) =>
      h(
        "button",
        {
          type: "button",
          class: "quiet",
          "aria-label": label,
          title: label,
          onclick: () => onjump(to()),
        },
        sign,
      );
    this.#walk = [
      step(words.moves.first, "«", () => 0),
      step(words.moves.back, "‹", () => Math.max(0, this.#at - 1)),
      step(words.moves.forward, "›", () => Math.min(this.#length, this.#at + 1)),
      step(words.moves.last, "»", () => this.#length),
    ];
    this.element = h(
      "section",
      { class: "card move-card", "aria-label": words.moves.ofTheGame },
      this.#list,
      h("div", { class: "walk" }, this.#walk),
    );
  }

  /**
   * Show moves ({text, player}), the one after which the board stands marked, with what was said
   * of them.
   * @param {Ply[]} plies
   * @param {number} at
   * @param {(ply: number) => string} comment
   */
  show(plies, at, comment = () => "") {
    this.#length = plies.length;
    this.#at = at;
    const told = JSON.stringify(plies.map(({ text }, index) => [text, comment(index + 1)]));
    if (told !== this.#shown) {
      this.#shown = told;
      this.#list.replaceChildren(...rounds(plies).map((round) => this.#round(round, comment)));
    }
    for (const button of this.#list.querySelectorAll("button")) {
      const here = Number(button.dataset.ply) === at;
      if (here) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
      if (here) reveal(this.#list, button);
    }
    this.#list.dataset.empty = String(!plies.length);
    this.#walk.slice(0, 2).forEach((button) => (button.disabled = at === 0));
    this.#walk.slice(2).forEach((button) => (button.disabled = at === plies.length));
  }

  /** @param {Round} round @param {(ply: number) => string} comment */
  #round({ number, plies }, comment) {
    /** @param {Entry} entry */
    const move = (entry) => {
      if (entry.gap) return h("span", { class: "gap" }, "…");
      const { text, ply } = entry;
      return h("button", { type: "button", data: { ply }, onclick: () => this.#onjump(ply) }, text);
    };
    const said = plies.map((entry) =>
      entry.gap ? null : commentShown(entry.text, comment(entry.ply), true),
    );
    return h(
      "li",
      {},
      h("span", { class: "round muted number" }, `${number}.`),
      plies.map(move),
      said,
    );
  }
}

/**
 * Plies in pairs, the first player's first; a game that the second begins starts with a gap.
 * @param {Ply[]} plies
 */
export function rounds(plies) {
  /** @type {Round[]} */
  const made = [];
  plies.forEach(({ text, player }, index) => {
    if (player === 0 || !made.length || made[made.length - 1].plies.length === 2) {
      made.push({ number: made.length + 1, plies: player === 1 ? [{ gap: true }] : [] });
    }
    made[made.length - 1].plies.push({ text, ply: index + 1 });
  });
  return made;
}

// The list is positioned: what is in it measures from its top.
/** @param {HTMLElement} list @param {HTMLElement} button */
function reveal(list, button) {
  const [top, bottom] = [button.offsetTop, button.offsetTop + button.offsetHeight];
  if (top < list.scrollTop) list.scrollTop = top;
  else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
}
