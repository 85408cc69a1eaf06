/**
 * The advantage of the first player over the game; a click jumps there.
 *
 * @typedef {{advantage: number} | null} Known what is known of a position
 * @typedef {{ply: number, sign: string, name: string}} Slip
 */

import { h, svg } from "../dom.js";
import { words } from "../words.js";

const HEIGHT = 96;
const EDGE = 10;

export class AdvantageGraph {
  #onjump;
  #drawing = svg("svg", { class: "graph-drawing", role: "img", height: HEIGHT });
  /** @type {[Known[], number, Slip[], string] | null} */
  #last = null;
  #plies = 1;
  element;

  /** @param {(ply: number) => unknown} onjump */
  constructor(onjump) {
    this.#onjump = onjump;
    this.#drawing.addEventListener("click", (event) => this.#click(event));
    this.element = h("div", { class: "graph" }, this.#drawing);
    new ResizeObserver(() => this.#last && this.show(...this.#last)).observe(this.element);
  }

  /**
   * Draw scores by ply ({advantage} or null, the start first), where the board stands, and slips.
   * @param {Known[]} scores
   * @param {number} at
   * @param {Slip[]} slips
   * @param {string} name
   */
  show(scores, at, slips, name) {
    this.#last = [scores, at, slips, name];
    const width = this.element.clientWidth || 300;
    this.#plies = Math.max(scores.length - 1, 1);
    /** @param {number} ply */
    const x = (ply) => EDGE + (ply / this.#plies) * (width - 2 * EDGE);
    /** @param {{advantage: number}} score */
    const y = ({ advantage }) => HEIGHT / 2 - advantage * (HEIGHT / 2 - EDGE);
    const known = scores.flatMap((score, ply) => (score ? [[x(ply), y(score)]] : []));
    const line = known
      .map(([left, top], index) => `${index ? "L" : "M"}${left.toFixed(1)} ${top.toFixed(1)}`)
      .join("");
    const area =
      known.length > 1
        ? `${line}L${known[known.length - 1][0].toFixed(1)} ${HEIGHT / 2}L${known[0][0].toFixed(1)} ${HEIGHT / 2}z`
        : "";
    this.#drawing.setAttribute("viewBox", `0 0 ${width} ${HEIGHT}`);
    this.#drawing.setAttribute(
      "aria-label",
      words.analyse.graph(name, known.length, scores.length),
    );
    this.#drawing.replaceChildren(
      svg("line", { class: "middle", x1: 0, x2: width, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
      svg("path", { class: "area", d: area }),
      svg("line", { class: "here", x1: x(at), x2: x(at), y1: 2, y2: HEIGHT - 2 }),
      svg("path", { class: "curve", d: line }),
      ...known.map(([cx, cy]) => svg("circle", { class: "dot", cx, cy, r: 2.2 })),
      ...slips.flatMap(({ ply, sign, name: kind }) => {
        const score = scores[ply];
        const above = score && { x: x(ply), y: Math.max(12, y(score) - 6) };
        return above ? [svg("text", { class: `slip ${kind}`, ...above }, sign)] : [];
      }),
    );
  }

  /** @param {MouseEvent} event */
  #click({ clientX }) {
    const { left, width } = this.#drawing.getBoundingClientRect();
    const part = (clientX - left - EDGE) / (width - 2 * EDGE);
    this.#onjump(Math.min(Math.max(Math.round(part * this.#plies), 0), this.#plies));
  }
}
