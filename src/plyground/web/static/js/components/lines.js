/**
 * The best lines of an analysis: hover or focus a move to see the board after it, click to go there.
 *
 * Rows are changed in place, so that what is under the pointer stays while the search goes on.
 */

import { capital, h, say, short } from "../dom.js";
import { brief, inWords, percent } from "./scores.js";

const LONGEST = 10;

// Browsers also send events for a pointer that rests while the page changes below it.
const pointer = { x: null, y: null, moved: false };
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
  #rows = [];
  #under = null; // the move under the pointer
  element = h("ol", { class: "lines", "aria-label": "Best lines" });

  /** `preview(moves or null)` shows a line on the board, `enter(moves)` plays it. */
  constructor({ players, preview, enter }) {
    this.#players = players;
    this.#preview = preview;
    this.#enter = enter;
    this.element.addEventListener("pointerleave", () => this.#leave());
    this.element.addEventListener("focusout", () => this.#leave());
  }

  /** Show these reports of moves. */
  show(lines) {
    while (this.#rows.length > lines.length) this.#rows.pop().element.remove();
    lines.forEach((line, index) => {
      this.#rows[index] ??= this.#row();
      this.#rows[index].change(line);
    });
  }

  #row() {
    const score = h("span", { class: "line-score number" });
    const depth = h("span", { class: "line-depth small muted number" });
    const box = h("span", { class: "line-moves" });
    const element = h("li", {}, score, box, depth);
    this.element.append(element);
    const change = ({ score: judged, visits, policy, depth: deep, line, text }) => {
      say(score, judged ? brief(judged, visits) : "?");
      score.title = judged ? capital(inWords(judged, this.#players, visits)) : "";
      score.classList.toggle("proven", judged?.kind === "proven");
      const effort = visits === null ? `d${deep}` : `${short(visits)}×`;
      say(
        depth,
        judged?.kind === "proven"
          ? "proven"
          : policy === null
            ? effort
            : `${percent(policy)} ${effort}`,
      );
      const moves = (line.text || text).split(" ").slice(0, LONGEST);
      while (box.children.length > moves.length) box.lastChild.remove();
      moves.forEach((move, index) => say(box.children[index] ?? this.#button(box), move));
    };
    return { element, change };
  }

  // Lines also appear under a pointer that rests; only one that moves asks for a preview.
  #pointed({ pointerType }, button, upTo) {
    if (button === this.#under || pointerType === "touch" || !pointer.moved) return;
    this.#under = button;
    this.#preview(upTo());
  }

  #leave() {
    this.#under = null;
    this.#preview(null);
  }

  #button(box) {
    const upTo = () =>
      [...box.children]
        .slice(0, [...box.children].indexOf(made) + 1)
        .map(({ textContent }) => textContent);
    const made = h("button", {
      type: "button",
      onpointermove: (event) => this.#pointed(event, made, upTo),
      onfocus: () => made.matches(":focus-visible") && this.#preview(upTo()),
      onclick: () => {
        this.#under = null;
        this.#enter(upTo());
      },
    });
    box.append(made);
    return made;
  }
}
