/**
 * A recorded search for the tree screen: of a position, or of a tree of numbers.
 *
 * @import { CountView, GameView, Place, TreeView } from "../api-types.js"
 * @import { Drawn } from "./tree-looks.js"
 * @import { SearchNode } from "./tree-model.js"
 * @import { TreeSettings } from "./tree-settings.js"
 *
 * @typedef {Pick<TreeSettings,
 *   "pruning" | "strict" | "ordering" | "table" | "merged" | "boards" | "depth" | "evaluate" |
 *   "tree">} SearchWish
 */

import { gameView, live, positionView, post } from "../api.js";
import { decimal, h, short as brief } from "../dom.js";
import { served } from "../served.js";
import { words } from "../words.js";
import { explain } from "./tree-explain.js";
import { pathTo } from "./tree-layout.js";
import { boundWords, searchLook } from "./tree-looks.js";
import { isAside, parseNumbers, TreeModel } from "./tree-model.js";
import { cutWords, reasonWords } from "./tree-words.js";

const RECORD = 4000; // nodes to ask for
const ROWS = 30; // of children in the panel
const NUMBER_NAMES = { max: "MAX", min: "MIN" };

/** Trees of numbers to begin with. */
export const examples = () => [
  { name: words.examples.classic, tree: "((3 12 8) (2 4 6) (14 5 2))" },
  {
    // The tic-tac-toe report's text names 5 7, 1 -2 8, 7, -9, 3 and the values -4 and 1; the other
    // leaves are chosen so that the same branches are cut.
    name: words.examples.figure,
    tree: "(((5 7) (1 -2 8) (-4 -6)) ((2 7) (-9) (3 0 4)) ((6 1) (5 1) (0 1)))",
  },
  { name: words.examples.bestFirst, tree: "((14 5 2) (3 12 8) (2 4 6))" },
  { name: words.examples.worstOrder, tree: "((6 4 2) (12 8 3) (14 9 5))" },
  { name: words.examples.deep, tree: "((5 8) (((2 9) (3 7)) (4 6)))" },
];

/** The search that the settings ask for, as steps for the screen. */
export class SearchSteps {
  /**
   * `place` is null for a tree of numbers, which is then `settings.tree`. Without `counts` the
   * variants are not compared, and the answer does not have to wait for machine code.
   * @param {Place | null} place
   * @param {SearchWish} settings
   * @param {AbortSignal} signal
   */
  static async load(place, settings, signal, { counts = true } = {}) {
    await live.whenAllowed();
    const { pruning, strict, ordering, table, merged, boards } = settings;
    const switches = { pruning, strict, ordering, table, record: RECORD };
    if (!place) {
      const { tree } = settings;
      /** @type {TreeView} */
      const view = await post("/tree/numbers", { tree, ...switches, table: false }, { signal });
      return new SearchSteps(new TreeModel(view, parseNumbers(tree)), settings, null, null);
    }
    const { depth, evaluate } = settings;
    const wish = { ...place, ...switches, depth, evaluate, merged, boards, counts };
    /** @type {Promise<TreeView>} */
    const asked = post("/tree", wish, { signal });
    const [view, game] = await Promise.all([asked, gameView(place.game, place.parameters)]);
    const here = await positionView(place);
    return new SearchSteps(new TreeModel(view), settings, place, { game, player: here.player });
  }

  /**
   * @param {TreeModel} model
   * @param {SearchWish} settings
   * @param {Place | null} place
   * @param {{game: GameView, player: number} | null} players `player` moves at the root
   */
  constructor(model, settings, place, players) {
    this.model = model;
    this.settings = settings;
    this.place = place;
    this.cutoffs = settings.pruning;
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
    const { nodes, recorded, complete, depth, counts } = this.model.view;
    const entered = this.model.entered();
    const parts = [
      words.search.visited(
        entered.toLocaleString(words.locale),
        nodes.toLocaleString(words.locale),
      ),
      words.search.depth(depth),
    ];
    const plain = counts.find((each) => !each.pruning);
    if (plain && this.model.pruning)
      parts.push(
        words.search.minimax(plain.complete ? "" : "> ", plain.nodes.toLocaleString(words.locale)),
      );
    if (recorded < nodes) parts.push(words.search.recorded(recorded.toLocaleString(words.locale)));
    if (!complete) parts.push(words.search.stopped);
    else if (this.step === this.length)
      parts.push(words.search.worth(this.model.read(this.root.value)));
    return parts.join(" · ");
  }

  legend() {
    return words.search.legend;
  }

  /** The counts of all variants, one below the other. */
  counts() {
    const { counts } = this.model.view;
    const most = Math.max(1, ...counts.map(({ nodes }) => nodes));
    const rows = counts.map((each) => {
      const here = this.#isShown(each);
      const bar = h("span", { class: "tree-bar" });
      bar.style.width = `${Math.max(1, (100 * each.nodes) / most)}%`;
      const name = each.name.split(", ").map(served).join(", ").replace("-", "\u2011");
      return h(
        "tr",
        { class: here ? "here" : "" },
        h("th", { scope: "row" }, name, here ? words.search.shown : "", bar),
        h("td", {}, `${each.complete ? "" : "> "}${each.nodes.toLocaleString(words.locale)}`),
        h("td", {}, each.seconds === null ? "" : milliseconds(each.seconds)),
        h("td", {}, brief(each.cutoffs)),
      );
    });
    const heads = words.search.heads.map((head) => h("th", { scope: "col" }, head));
    return h(
      "section",
      { class: "card" },
      h("h2", {}, words.search.title),
      h(
        "table",
        { class: "tree-counts" },
        h("thead", {}, h("tr", {}, heads)),
        h("tbody", {}, rows),
      ),
    );
  }

  /** @param {CountView} counted */
  #isShown({ pruning, strict, ordering, table, merged }) {
    const { settings } = this;
    return (
      pruning === settings.pruning &&
      strict === (settings.strict && settings.pruning) &&
      ordering === settings.ordering &&
      table === (settings.table && !this.model.numbers) &&
      merged === (settings.merged && !this.model.numbers)
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
    if (node.unrecorded) {
      say(words.search.state, words.search.unrecorded);
      say(words.search.nodes, node.size.toLocaleString(words.locale));
    } else if (node.pruned) {
      say(words.search.state, words.search.pruned);
      say(words.search.moves, node.moves.join(", "));
    } else {
      say(words.editor.toMove, node.leaf ? words.search.butLeaf(mover) : mover);
      say(words.search.value, valueSentence(model, node));
      if (model.pruning)
        say(
          words.search.window,
          words.search.windowIs(model.read(node.alpha, "−∞"), model.read(node.beta, "+∞")),
        );
      if (node.twins.length) say(words.search.mirrors, node.twins.join(", "));
      if (node.rank !== null && node.parent && !node.parent.hidden)
        say(words.search.order, words.search.rank(node.rank + 1, movesOf(node.parent)));
      const reason = reasonWords(node);
      if (reason) say(words.search.why, reason);
      if (node.cut)
        say(
          words.search.cutoff,
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
    return moves.length ? words.tree.after(moves.join(" ")) : words.tree.root;
  }

  /**
   * The position of a node for a board, for nodes that were not recorded the one above them; null
   * for numbers and pruned branches.
   * @param {SearchNode} node
   */
  placeOf(node) {
    const { position } = node.unrecorded && node.parent ? node.parent : node;
    if (!this.place || !position) return null;
    return { game: this.place.game, parameters: this.place.parameters, position };
  }

  /** @param {SearchNode} node */
  #children(node) {
    const rows = node.children
      .slice(0, ROWS)
      .map((child) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, child.move || child.moves.join(" ") || words.search.more),
          h("td", {}, isAside(child) ? "–" : valueSentence(this.model, child, "")),
          h("td", {}, stateOf(child)),
        ),
      );
    const left = node.children.length - rows.length;
    if (left > 0) rows.push(h("tr", {}, h("td", { colspan: 3 }, words.search.andMore(left))));
    return h(
      "table",
      { class: "tree-children" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          words.search.childHeads.map((each) => h("th", { scope: "col" }, each)),
        ),
      ),
      h("tbody", {}, rows),
    );
  }
}

/** @param {number} seconds */
function milliseconds(seconds) {
  const time = 1000 * seconds;
  return `${time < 10 ? decimal(time.toPrecision(2)) : Math.round(time)} ms`;
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
  if (node.unrecorded) return words.search.someNodes(node.size.toLocaleString(words.locale));
  if (node.pruned) return node.parent?.cut ? words.search.isPruned : words.search.notYet;
  if (node.status === "unseen") return words.search.notYet;
  if (node.parent?.best === node.move) return words.search.best;
  return node.status === "open" ? words.search.looking : "";
}

/** @param {TreeModel} model @param {SearchNode} node */
function valueSentence(model, node, unknown = words.search.unknown) {
  if (!node.score) return unknown;
  return `${boundWords(node)}${model.read(node.value)}${node.status === "open" ? words.search.soFar : ""}`;
}
