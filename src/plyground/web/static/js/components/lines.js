/**
 * The best lines of an analysis: hover or focus a move to see the board after it, click to go there.
 *
 * Rows are changed in place, so that what is under the pointer stays while the search goes on.
 *
 * @import { MoveReportView } from "../api-types.js"
 *
 * @typedef {{element: HTMLElement, change: (line: MoveReportView) => void}} Row
 */

import { capital, h, say, short } from "../dom.js";
import { words } from "../words.js";
import { brief, inWords, percent } from "./scores.js";

const LONGEST = 10;

// Browsers also send events for a pointer that rests while the page changes below it.
const pointer = { x: NaN, y: NaN, moved: false };
document.addEventListener(
  "pointermove",
  ({ clientX: x, clientY: y }) => {
    Object.assign(pointer, { x, y, moved: x !== pointer.x || y !== pointer.y });
  },
  { capture: true, passive: true },
);

export class Lines {
  #players;
  #preview;
  #enter;
  /** @type {Row[]} */
  #rows = [];
  /** @type {HTMLElement | null} the move under the pointer */
  #under = null;
  /** @type {HTMLElement | null} the move whose board is shown, and the moves up to it */
  #shown = null;
  #upTo = "";
  element = h("ol", {
    class: "lines",
    "aria-label": words.analyse.bestLines,
    data: { none: words.analyse.noLines },
  });

  /**
   * `preview(moves or null)` shows a line on the board, `enter(moves)` plays it.
   * @param {{
   *   players: string[], preview: (moves: string[] | null) => unknown,
   *   enter: (moves: string[]) => unknown,
   * }} how
   */
  constructor({ players, preview, enter }) {
    this.#players = players;
    this.#preview = preview;
    this.#enter = enter;
    this.element.addEventListener("pointerleave", () => this.#leave());
    this.element.addEventListener("focusout", () => this.#leave());
  }

  /**
   * Show these reports of moves.
   * @param {MoveReportView[]} lines
   */
  show(lines) {
    for (const { element } of this.#rows.splice(lines.length)) element.remove();
    lines.forEach((line, index) => {
      this.#rows[index] ??= this.#row();
      this.#rows[index].change(line);
    });
    this.#renew();
  }

  // The board that is shown changes with its line, and goes with it.
  #renew() {
    if (!this.#shown) return;
    if (!this.#shown.isConnected) this.#leave();
    else if (upTo(this.#shown).join(" ") !== this.#upTo) this.#show(this.#shown);
  }

  /** @param {HTMLElement} button */
  #show(button) {
    const moves = upTo(button);
    this.#shown = button;
    this.#upTo = moves.join(" ");
    this.#preview(moves);
  }

  /** @returns {Row} */
  #row() {
    const score = h("span", { class: "line-score number" });
    const depth = h("span", { class: "line-depth small muted number" });
    const box = h("span", { class: "line-moves" });
    const element = h("li", {}, score, box, depth);
    this.element.append(element);
    /** @param {MoveReportView} report */
    const change = ({ score: judged, visits, policy, depth: deep, line, text }) => {
      say(score, judged ? brief(judged, visits) : "?");
      score.title = judged ? capital(inWords(judged, this.#players, visits)) : "";
      score.classList.toggle("proven", judged?.kind === "proven");
      const effort = visits === null ? `d${deep}` : `${short(visits)}×`;
      say(
        depth,
        judged?.kind === "proven"
          ? words.analyse.proven
          : policy === null
            ? effort
            : `${percent(policy)} ${effort}`,
      );
      const moves = (line.text || text).split(" ").slice(0, LONGEST);
      while (box.children.length > moves.length) box.lastChild?.remove();
      moves.forEach((move, index) => say(box.children[index] ?? this.#button(box), move));
    };
    return { element, change };
  }

  // Lines also appear under a pointer that rests; only one that moves asks for a preview.
  /**
   * @param {PointerEvent} event
   * @param {HTMLElement} button
   */
  #pointed({ pointerType }, button) {
    if (button === this.#under || pointerType === "touch" || !pointer.moved) return;
    this.#under = button;
    this.#show(button);
  }

  #leave() {
    this.#under = this.#shown = null;
    this.#preview(null);
  }

  /** @param {HTMLElement} box */
  #button(box) {
    const made = h("button", {
      type: "button",
      onpointermove: (event) => this.#pointed(event, event.currentTarget),
      onfocus: ({ currentTarget: button }) =>
        button.matches(":focus-visible") && this.#show(button),
      onclick: ({ currentTarget: button }) => {
        this.#under = this.#shown = null;
        this.#enter(upTo(button));
      },
    });
    box.append(made);
    return made;
  }
}

/**
 * The moves of a line up to one of its buttons.
 * @param {HTMLElement} button
 */
function upTo(button) {
  const all = [...(button.parentElement?.children ?? [])];
  return all.slice(0, all.indexOf(button) + 1).map(({ textContent }) => textContent ?? "");
}
