/**
 * A recorded search for the tree screen: of a position, or of a tree of numbers.
 *
 * @import { CountView, GameView, Place, TreeView } from "../api-types.js"
 * @import { Drawn } from "./tree-looks.js"
 * @import { SearchNode } from "./tree-model.js"
 * @import { TreeSettings } from "./tree-settings.js"
 */

import { gameView, live, positionView, post } from "../api.js";
import { h, short as brief } from "../dom.js";
import { fitting } from "./tables.js";
import { explain } from "./tree-explain.js";
import { pathTo } from "./tree-layout.js";
import { boundWords, searchLook } from "./tree-looks.js";
import { parseNumbers, TreeModel } from "./tree-model.js";
import { cutWords, reasonWords } from "./tree-words.js";

const RECORD = 4000; // nodes to ask for
const ROWS = 30; // of children in the panel
const NUMBER_NAMES = { max: "MAX", min: "MIN" };

/** Trees of numbers to begin with. */
export const PRESETS = [
  { name: "The classic", tree: "((3 12 8) (2 4 6) (14 5 2))" },
  {
    // The tic-tac-toe report's text names 5 7, 1 -2 8, 7, -9, 3 and the values -4 and 1; the other
    // leaves are chosen so that the same branches are cut.
    name: "After Figure 2 of the tic-tac-toe report",
    tree: "(((5 7) (1 -2 8) (-4 -6)) ((2 7) (-9) (3 0 4)) ((6 1) (5 1) (0 1)))",
  },
  { name: "Best move first: most is cut", tree: "((14 5 2) (3 12 8) (2 4 6))" },
  { name: "Worst order: nothing is cut", tree: "((6 4 2) (12 8 3) (14 9 5))" },
  { name: "A deep cutoff", tree: "((5 8) (((2 9) (3 7)) (4 6)))" },
];

/** The search that the settings ask for, as steps for the screen. */
export class SearchSteps {
  cutoffs = true;

  /**
   * `place` is null for a tree of numbers, which is then `settings.tree`.
   * @param {Place | null} place
   * @param {TreeSettings} settings
   * @param {AbortSignal} signal
   */
  static async load(place, settings, signal) {
    await live.whenAllowed();
    const { pruning, ordering, table } = settings;
    const switches = { pruning, ordering, table, record: RECORD };
    if (!place) {
      const { tree } = settings;
      /** @type {TreeView} */
      const view = await post("/tree/numbers", { tree, ...switches, table: false }, { signal });
      return new SearchSteps(new TreeModel(view, parseNumbers(tree)), settings, null, null);
    }
    const { depth, evaluate } = settings;
    /** @type {Promise<TreeView>} */
    const asked = post("/tree", { ...place, ...switches, depth, evaluate }, { signal });
    const [view, game] = await Promise.all([asked, gameView(place.game, place.parameters)]);
    const here = await positionView(place);
    return new SearchSteps(new TreeModel(view), settings, place, { game, player: here.player });
  }

  /**
   * @param {TreeModel} model
   * @param {TreeSettings} settings
   * @param {Place | null} place
   * @param {{game: GameView, player: number} | null} players `player` moves at the root
   */
  constructor(model, settings, place, players) {
    this.model = model;
    this.settings = settings;
    this.place = place;
    model.pruning = settings.pruning;
    model.numbers = !place;
    this.names = players
      ? {
          max: `MAX (${players.game.symbols[players.player]})`,
          min: `MIN (${players.game.symbols[1 - players.player]})`,
        }
      : NUMBER_NAMES;
  }

  get length() {
    return this.model.length;
  }
  get step() {
    return this.model.step;
  }
  get root() {
    return this.model.root;
  }
  get current() {
    return this.model.current;
  }

  /** @param {number} step */
  goto(step) {
    this.model.goto(step);
  }
  nextCutoff() {
    return this.model.nextCutoff();
  }
  sentence() {
    return explain(this.model, this.names);
  }
  /** @param {SearchNode} node @param {Drawn<SearchNode>} drawn */
  look(node, drawn) {
    return searchLook(this.model, node, drawn);
  }

  /**
   * Nodes whose children are drawn whatever the budget says.
   * @param {SearchNode} selected
   */
  kept(selected) {
    /** @type {SearchNode[]} what both sides would choose, as far as it is known */
    const line = [this.root];
    for (let next = best(this.root); next; next = best(next)) line.push(next);
    return [...pathTo(this.current), ...pathTo(selected), ...line];
  }

  /** What the search has done by now, in a line. */
  summary() {
    const { nodes, recorded, complete, depth } = this.model.view;
    const entered = this.model.entered();
    const parts = [`${entered} of ${nodes.toLocaleString("en")} nodes visited`, `depth ${depth}`];
    if (recorded < nodes)
      parts.push(`the first ${recorded.toLocaleString("en")} can be stepped through`);
    if (!complete) parts.push("stopped after 5 seconds: choose less depth");
    else if (this.step === this.length) parts.push(`value ${this.model.read(this.root.value)}`);
    return parts.join(" · ");
  }

  legend() {
    return (
      "▲ MAX takes the largest child, ▼ MIN the smallest, ▭ is a leaf. [alpha, beta] is the window. " +
      "≥ and ≤ mark bounds. Dashed branches are pruned. W5 is a win in 5 plies, L5 a loss, = a draw; won and lost are what the evaluator says."
    );
  }

  /** The counts of all variants, side by side. */
  counts() {
    const { counts } = this.model.view;
    const most = Math.max(1, ...counts.map(({ nodes }) => nodes));
    const { pruning, ordering, table } = this.settings;
    /** @type {[string, "evaluations" | "cutoffs" | "table_hits"][]} */
    const columns = [
      ["judged", "evaluations"],
      ["cutoffs", "cutoffs"],
    ];
    if (counts.some((each) => each.table)) columns.push(["table", "table_hits"]);
    const rows = counts.map((each) => {
      const here = each.pruning === pruning && each.ordering === ordering && each.table === table;
      const bar = h("span", { class: "tree-bar" });
      bar.style.width = `${Math.max(1, (100 * each.nodes) / most)}%`;
      return h(
        "tr",
        { class: here ? "here" : "" },
        h("th", { scope: "row" }, each.name.replace("-", "\u2011"), here ? " (shown)" : "", bar),
        h("td", {}, `${each.complete ? "" : "> "}${each.nodes.toLocaleString("en")}`),
        h("td", {}, each.seconds === null ? "" : `${(1000 * each.seconds).toPrecision(2)} ms`),
        columns.map(([, field]) => h("td", {}, brief(each[field]))),
      );
    });
    const heads = ["search", "nodes", "time", ...columns.map(([head]) => head)];
    return h(
      "section",
      { class: "card" },
      h("h2", {}, "With and without"),
      fitting(
        "Nodes and time of each variant",
        h(
          "table",
          { class: "tree-counts" },
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              heads.map((head) => h("th", { scope: "col" }, head)),
            ),
          ),
          h("tbody", {}, rows),
        ),
      ),
    );
  }

  /**
   * What the panel says about a node.
   * @param {SearchNode} node
   */
  describe(node) {
    const { model } = this;
    /** @type {HTMLElement[]} */
    const facts = [];
    /** @param {string} name @param {string} value */
    const say = (name, value) => facts.push(h("div", {}, h("dt", {}, name), h("dd", {}, value)));
    const mover = node.maximising ? this.names.max : this.names.min;
    if (node.pruned) {
      say("State", "pruned: never looked at");
      say("Moves", node.moves.join(", "));
    } else {
      say("To move", node.leaf ? `${mover}, but a leaf` : mover);
      say("Value", valueSentence(model, node));
      if (model.pruning)
        say("Window", `alpha ${model.read(node.alpha, "−∞")}, beta ${model.read(node.beta, "+∞")}`);
      if (node.rank !== null && node.parent)
        say("Order", `${node.rank + 1} of ${movesOf(node.parent)}`);
      const reason = reasonWords(node);
      if (reason) say("Why", reason);
      if (node.cut)
        say(
          "Cutoff",
          cutWords(node.cut, (value) => model.read(value)),
        );
    }
    return { title: this.title(node), facts, table: node.leaf ? null : this.#children(node) };
  }

  /** @param {SearchNode} node */
  title(node) {
    const moves = pathTo(node)
      .slice(1)
      .map(({ move }) => move || "…");
    return moves.length ? `After ${moves.join(" ")}` : "The root";
  }

  /**
   * The position of a node for a board; null for numbers and pruned branches.
   * @param {SearchNode} node
   */
  placeOf(node) {
    if (!this.place || !node.position) return null;
    return { game: this.place.game, parameters: this.place.parameters, position: node.position };
  }

  /** @param {SearchNode} node */
  #children(node) {
    const rows = node.children
      .slice(0, ROWS)
      .map((child) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, child.move || child.moves.join(" ")),
          h("td", {}, child.pruned ? "–" : valueSentence(this.model, child, "")),
          h("td", {}, stateOf(child)),
        ),
      );
    const left = node.children.length - rows.length;
    if (left > 0) rows.push(h("tr", {}, h("td", { colspan: 3 }, `and ${left} more`)));
    return h(
      "table",
      { class: "tree-children" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          ["move", "value", "state"].map((each) => h("th", { scope: "col" }, each)),
        ),
      ),
      h("tbody", {}, rows),
    );
  }
}

/** @param {SearchNode} node */
function best(node) {
  return node.children.find(({ move }) => move === node.best);
}

/** @param {SearchNode} node */
function movesOf(node) {
  return node.children.reduce((sum, child) => sum + child.moves.length, 0);
}

/** @param {SearchNode} node */
function stateOf(node) {
  if (node.pruned) return node.parent?.cut ? "pruned" : "not yet";
  if (node.status === "unseen") return "not yet";
  if (node.parent?.best === node.move) return "best";
  return node.status === "open" ? "looking" : "";
}

/** @param {TreeModel} model @param {SearchNode} node */
function valueSentence(model, node, unknown = "not known yet") {
  if (!node.score) return unknown;
  return `${boundWords(node)}${model.read(node.value)}${node.status === "open" ? " so far" : ""}`;
}
