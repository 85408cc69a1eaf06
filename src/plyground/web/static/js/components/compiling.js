/**
 * What is being compiled, once, with a bar and the seconds that are left.
 *
 *   const note = new Compiling();
 *   note.element; note.show(compiling); note.hide()
 *
 * @import { CompilingView, StatusView } from "../api-types.js"
 */

import { get, live } from "../api.js";
import { capital, h, say } from "../dom.js";
import { served } from "../served.js";
import { words } from "../words.js";

const EVERY = 250; // milliseconds between two looks at the clock
const ASK_AFTER = 400; // until a request is thought to wait for a compilation
const ASK_EVERY = 1000;

/**
 * What is compiled and how long that takes, after `passed` seconds.
 * @param {CompilingView | null} compiling null: it is not known yet
 * @param {number} passed
 */
export function compilingWords(compiling, passed) {
  if (!compiling) return words.compiling.ready;
  const { game, what, expected } = compiling;
  const left = expected - passed;
  const long =
    passed > 1.5 * expected + 1
      ? words.compiling.longer(Math.round(expected))
      : left >= 1
        ? words.compiling.about(Math.round(left))
        : words.compiling.now;
  return words.compiling.what(served(what), served(game), long);
}

export class Compiling {
  /** @type {CompilingView | null} */
  #compiling = null;
  #since = 0; // when it began, by the browser's clock
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #ticking;
  #words = h("span", {});
  #bar = h("progress", { "aria-label": words.compiling.title });
  element = h("p", { class: "compiling small muted", hidden: true }, this.#words, this.#bar);

  /** @param {CompilingView | null} compiling */
  show(compiling) {
    this.#compiling = compiling;
    this.#since = performance.now() - 1000 * (compiling?.passed ?? 0);
    this.element.hidden = false;
    clearInterval(this.#ticking);
    this.#ticking = setInterval(() => this.#tick(), EVERY);
    this.#tick();
  }

  hide() {
    clearInterval(this.#ticking);
    this.element.hidden = true;
  }

  #tick() {
    const passed = (performance.now() - this.#since) / 1000;
    say(this.#words, `${capital(compilingWords(this.#compiling, passed))}.`);
    const expected = this.#compiling?.expected;
    if (expected) {
      this.#bar.max = expected;
      this.#bar.value = Math.min(passed, expected);
    } else this.#bar.removeAttribute("value");
  }

  /**
   * Show what the server compiles for a game while a request waits for its answer.
   * @template T
   * @param {string} title of the game
   * @param {Promise<T>} answer
   * @returns {Promise<T>}
   */
  during(title, answer) {
    let over = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let next;
    const look = async () => {
      /** @type {StatusView} */
      const { compiling } = await get("/status");
      if (over) return;
      const ours = compiling.find(({ game }) => game === title);
      if (ours) this.show(ours);
      next = setTimeout(look, ASK_EVERY);
    };
    live.pressed.then(() => {
      if (!over) next = setTimeout(look, ASK_AFTER);
    });
    return answer.finally(() => {
      over = true;
      clearTimeout(next);
      this.hide();
    });
  }
}
