/**
 * Bars of nodes on a logarithmic scale, one for each way of solving that was tried.
 *
 * @typedef {{nodes: number, seconds: number, isDone: boolean}} Measured isDone: otherwise it was
 *   stopped, or is running
 */

import { h, say } from "./dom.js";

const LEAST_DECADES = 3; // so that a single bar is not full at once
const ROUND = new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 3 });
const WHOLE = new Intl.NumberFormat("en");

/** @param {number} number such as 1234567 @returns {string} such as 1.23M */
export function short(number) {
  return number < 10_000 ? WHOLE.format(number) : ROUND.format(number);
}

/** @param {number} seconds */
export function inSeconds(seconds) {
  return seconds < 0.1 ? `${(1000 * seconds).toPrecision(2)} ms` : `${seconds.toFixed(1)} s`;
}

export class LadderChart {
  /** @type {Map<string, {row: HTMLElement, bar: HTMLElement, text: HTMLElement, nodes: number}>} */
  #bars = new Map();
  element = h("div", { class: "chart", role: "list", "aria-label": "Nodes, by steps taken" });

  clear() {
    this.#bars.clear();
    this.element.replaceChildren();
  }

  /**
   * Add a bar, or change it.
   * @param {string} name of the steps
   * @param {Measured} measured
   */
  show(name, { nodes, seconds, isDone }) {
    const { row, bar, text } = this.#bars.get(name) ?? this.#add(name);
    this.#bars.set(name, { row, bar, text, nodes });
    row.classList.toggle("unfinished", !isDone);
    say(text, `${isDone ? "" : "more than "}${short(nodes)} nodes, ${inSeconds(seconds)}`);
    this.#scale();
  }

  /** @param {string} name */
  #add(name) {
    const [bar, text] = [h("span", { class: "bar" }), h("span", { class: "figure" })];
    const track = h("span", { class: "track" }, bar, text);
    const row = h("div", { class: "row", role: "listitem" }, h("span", {}, name), track);
    this.element.append(row);
    return { row, bar, text };
  }

  #scale() {
    const all = [...this.#bars.values()];
    const decades = Math.log10(Math.max(10 ** LEAST_DECADES, ...all.map(({ nodes }) => nodes)));
    for (const { bar, nodes } of all) {
      bar.style.setProperty("--part", String(Math.log10(Math.max(1, nodes)) / decades));
    }
  }
}
