/**
 * The live part of docs/algorithms/alphabeta.md: searches that were recorded event by event, to step
 * through. Values are those of the player at the root, whose nodes are boxes.
 *
 * @typedef {{kind: string, node: number, parent?: number | null, move?: string, ply?: number,
 *   low?: number | null, high?: number | null, value?: number, bound?: string, skipped?: number}} Event
 * @typedef {{number: number, move: string, ply: number, parent: Node | null, children: Node[]}} Node
 */

import { h, say, svg } from "./dom.js";
import { tidy } from "./tree-layout.js";
import { searches } from "./tree-data.js";

const [HALF, HEIGHT, LEVEL, GAP] = [15, 24, 64, 6];
const LEAST_SCALE = 0.85; // smaller cannot be read; then it is scrolled
/** @type {Record<string, string>} */
const SIGNS = { exact: "", at_least: "≥", at_most: "≤" };

class Steps {
  #at = 0; // events that have happened
  /** @type {Event[]} */
  #events = [];
  /** @type {Node[]} */
  #nodes = [];
  #drawing = svg("svg", { class: "drawing", role: "img", "aria-label": "The tree so far" });
  #frame = h(
    "div",
    { class: "frame", tabindex: 0, role: "group", "aria-label": "The search tree" },
    this.#drawing,
  );
  #told = h("p", { class: "answer", role: "status" });
  #choice = h(
    "select",
    { onchange: () => this.#choose() },
    ...searches.map(([name], place) => h("option", { value: place }, name)),
  );
  #back = button("Back", () => this.#go(this.#at - 1));
  #on = button("Step", () => this.#go(this.#at + 1), "primary");
  #cut = button("Next cut", () => this.#go(this.#nextCut()));
  #end = button("To the end", () => this.#go(this.#events.length));

  /** @param {HTMLElement} place */
  fill(place) {
    const chosen = h("label", { class: "position" }, "Search", this.#choice);
    const buttons = h("div", { class: "buttons" }, this.#on, this.#back, this.#cut, this.#end);
    place.replaceChildren(
      h("div", { class: "ply-live tree" }, chosen, this.#frame, this.#told, buttons),
    );
    this.#choice.value = String(searches.length - 1);
    this.#choose();
  }

  #choose() {
    this.#events = searches[Number(this.#choice.value)][1];
    this.#nodes = [];
    for (const event of this.#events.filter(({ kind }) => kind === "enter")) {
      const parent = this.#nodes[event.parent ?? -1] ?? null;
      const node = { number: event.node, move: event.move ?? "", ply: event.ply ?? 0, parent };
      this.#nodes.push({ ...node, children: [] });
      parent?.children.push(this.#nodes[event.node]);
    }
    this.#go(1);
  }

  #nextCut() {
    const next = this.#events.findIndex(({ kind }, place) => kind === "cut" && place >= this.#at);
    return next < 0 ? this.#events.length : next + 1;
  }

  /** @param {number} at */
  #go(at) {
    this.#at = Math.min(Math.max(1, at), this.#events.length);
    this.#back.disabled = this.#at === 1;
    const isEnd = this.#at === this.#events.length;
    this.#on.disabled = this.#cut.disabled = this.#end.disabled = isEnd;
    this.#draw();
    this.#follow();
    const entered = this.#events.slice(0, this.#at).filter(({ kind }) => kind === "enter").length;
    say(this.#told, `${this.#sentence(this.#events[this.#at - 1])} Nodes: ${entered}.`);
  }

  // --- words ------------------------------------------------------------------------------------

  /** @param {Event} event */
  #sentence({ kind, node, low, high, value = 0, bound = "", skipped = 0 }) {
    const { move, ply } = this.#nodes[node];
    const here = move ? `After ${move}` : "At the root";
    const window = `from ${end(low, "−∞")} to ${end(high, "+∞")}`;
    const words = { at_least: "at least ", at_most: "at most ", exact: "" };
    switch (kind) {
      case "enter":
        return `${here}: only values ${window} matter.`;
      case "update":
        return `${here}, the best so far is ${signed(value)}: now only values ${window} matter.`;
      case "cut":
        return `${here}, one ${ply % 2 ? "reply" : "move"} is enough: ${skipped} others are not looked at.`;
      default:
        return `${here} it is worth ${words[/** @type {"exact"} */ (bound)]}${signed(value)}.`;
    }
  }

  // Where the tree is wider than its frame, the node of the event comes to the middle.
  #follow() {
    const now = this.#drawing.querySelector(".now")?.getBoundingClientRect();
    const { left, width } = this.#frame.getBoundingClientRect();
    this.#frame.scrollLeft += (now?.left ?? left) - left - width / 2;
  }

  // --- the drawing ------------------------------------------------------------------------------

  #draw() {
    const places = tidy(this.#nodes[0], new Map(this.#nodes.map((node) => [node, true])), {
      halfWidth: () => HALF,
      gap: GAP,
      level: LEVEL,
    });
    const all = [...places.values()];
    const left = Math.min(...all.map(({ x }) => x)) - HALF - GAP;
    const right = Math.max(...all.map(({ x }) => x)) + HALF + GAP;
    const low = Math.max(...all.map(({ y }) => y)) + HEIGHT;
    this.#drawing.setAttribute("viewBox", `${left} ${-HEIGHT} ${right - left} ${low + HEIGHT + 8}`);
    this.#drawing.style.minWidth = `${LEAST_SCALE * (right - left)}px`;
    const past = this.#events.slice(0, this.#at);
    const now = past[past.length - 1].node;
    const seen = past.filter(({ kind }) => kind === "enter").map(({ node }) => this.#nodes[node]);
    /** @param {Node} node */
    const spot = (node) => /** @type {{x: number, y: number}} */ (places.get(node));
    this.#drawing.replaceChildren(
      ...seen.flatMap((node) =>
        node.parent ? edge(spot(node.parent), spot(node), node.move) : [],
      ),
      ...seen.map((node) =>
        box(spot(node), node.ply, valueOf(past, node.number), node.number === now),
      ),
      ...past
        .filter(({ kind }) => kind === "cut")
        .map((event) => cutAt(spot(this.#nodes[event.node]), event)),
    );
  }
}

/** @param {Event[]} past @param {number} number of the node */
function valueOf(past, number) {
  const found = past.findLast(({ kind, node }) => node === number && kind === "value");
  return found ? `${SIGNS[found.bound ?? "exact"]}${signed(found.value ?? 0)}` : "";
}

/** @typedef {{x: number, y: number}} Spot */

/** @param {Spot} from @param {Spot} to @param {string} move */
function edge(from, to, move) {
  const [x, y] = [0.35 * from.x + 0.65 * to.x, 0.35 * from.y + 0.65 * to.y];
  return [
    svg("line", { x1: from.x, y1: from.y, x2: to.x, y2: to.y }),
    svg("text", { class: "move", x, y }, move),
  ];
}

/** @param {Spot} spot @param {number} ply @param {string} text @param {boolean} isNow */
function box({ x, y }, ply, text, isNow) {
  const round = ply % 2 ? HEIGHT / 2 : 3;
  const frame = { x: x - HALF, y: y - HEIGHT / 2, width: 2 * HALF, height: HEIGHT, rx: round };
  return svg("g", { class: isNow ? "now" : "" }, svg("rect", frame), svg("text", { x, y }, text));
}

/** @param {Spot} spot @param {Event} event */
function cutAt({ x, y }, { skipped = 0 }) {
  return svg("text", { class: "cut", x, y: y + HEIGHT / 2 + 8 }, `${skipped} cut`);
}

/** @param {number | null | undefined} value @param {string} infinite */
function end(value, infinite) {
  return value === null || value === undefined ? infinite : signed(value);
}

/** @param {number} value */
function signed(value) {
  return value > 0 ? `+${value}` : String(value).replace("-", "−");
}

/** @param {string} text @param {() => unknown} onclick @param {string} [kind] */
function button(text, onclick, kind = "") {
  return h("button", { type: "button", class: kind, onclick }, text);
}

const place = document.getElementById("search-steps");
if (place) new Steps().fill(place);
