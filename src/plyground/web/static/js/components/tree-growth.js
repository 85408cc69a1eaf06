/**
 * A Monte Carlo tree for the tree screen: snapshots of its growth, to be walked like a search.
 *
 * @import { GameView, GrownNode, GrownView, Place } from "../api-types.js"
 * @import { Compiling } from "./compiling.js"
 * @import { Drawn } from "./tree-looks.js"
 * @import { TreeSettings } from "./tree-settings.js"
 *
 * @typedef {Omit<GrownNode, "node" | "parent" | "player"> & {
 *   id: number, parent: GrowthNode | null, children: GrowthNode[], mover: number, size: number,
 *   shown: boolean,
 * }} GrowthNode
 * @typedef {{
 *   onchange: () => unknown, onerror: (error: ProblemError) => unknown,
 *   game: GameView, drawn: number, compiling: Compiling,
 * }} Growing whom to tell, and how many nodes are wanted
 * @typedef {Pick<TreeSettings, "iterations" | "every" | "exploration">} GrowthWish
 * @typedef {"preparing" | "growing" | "done" | "stopped" | "failed"} Phase
 */

import { live, positionView, ProblemError } from "../api.js";
import { decimal, h } from "../dom.js";
import { served } from "../served.js";
import { words } from "../words.js";
import { pathTo } from "./tree-layout.js";
import { growthLook, percent, provenWord } from "./tree-looks.js";

const MOST_SNAPSHOTS = 1500;
const ROWS = 30;

/** Snapshots of a growing tree; `onchange` is called when one more has come. */
export class GrowthSteps {
  cutoffs = false;
  step = 0;
  /** @type {Phase} */
  phase = "preparing";
  state = words.growth.waiting; // the phase in words
  ready = true; // whether there is machine code
  /** @type {GrownView[]} */
  snapshots = [];
  /** @type {Map<number, GrowthNode>} */
  nodes = new Map();
  /** @type {Set<number>} nodes that were visited since the step before */
  fresh = new Set();
  simulationsSeen = 0;

  /**
   * @param {Place} place
   * @param {GrowthWish} settings
   * @param {AbortSignal} signal
   * @param {Growing} growing
   */
  static async load(place, settings, signal, growing) {
    const here = await positionView(place);
    if (signal.aborted) throw signal.reason;
    if (here.outcome)
      throw new ProblemError({ detail: words.growth.over(served(here.outcome.text)) });
    return new GrowthSteps(place, settings, growing, here.player);
  }

  /**
   * @param {Place} place
   * @param {GrowthWish} settings
   * @param {Growing} growing
   * @param {number} player who moves at the root
   */
  constructor(place, settings, { onchange, onerror, game, drawn, compiling }, player) {
    this.place = place;
    this.game = game;
    this.settings = settings;
    this.onchange = onchange;
    /** @type {GrowthNode} */
    this.root = {
      id: 0,
      parent: null,
      children: [],
      move: null,
      visits: 0,
      value: null,
      exploration: null,
      proven: null,
      mover: 1 - player,
      size: 1,
      shown: false,
    };
    this.nodes.set(0, this.root);
    const { iterations, every, exploration } = settings;
    this.stopSearch = live.start(
      {
        type: "grow",
        ...place,
        agent: `mcts(c=${exploration})`,
        limit: { nodes: iterations },
        nodes: drawn,
        step: every,
      },
      {
        queued: ({ ahead }) => this.#become("preparing", words.growth.ahead(ahead)),
        preparing: (message) => {
          this.ready = false;
          this.#become("preparing", words.growth.preparing);
          compiling.show(message.compiling);
        },
        progress: ({ grown }) => {
          compiling.hide();
          this.#add(grown, "growing");
        },
        done: ({ grown, reason }) => {
          compiling.hide();
          const state = reason === "finished" ? words.growth.finished : words.growth.phases.done;
          this.#add(grown, "done", state);
        },
        error: (error) => {
          compiling.hide();
          this.phase = "failed";
          this.state = words.growth.phases.failed;
          onerror(error);
        },
      },
    );
  }

  get length() {
    return this.snapshots.length;
  }
  get current() {
    return this.root;
  }
  get growing() {
    return this.phase === "growing" || this.phase === "preparing";
  }

  close() {
    this.stopSearch();
  }

  stop() {
    this.stopSearch();
    this.#become("stopped");
  }

  nextCutoff() {
    return this.length;
  }

  /** @param {number} step */
  goto(step) {
    this.step = Math.max(0, Math.min(this.length, step));
    if (this.step) this.#show(this.snapshots[this.step - 1], this.snapshots[this.step - 2]);
  }

  /** @param {GrowthNode} node @param {Drawn<GrowthNode>} drawn */
  look(node, drawn) {
    return growthLook(this.simulations, node, { ...drawn, fresh: this.fresh });
  }

  kept() {
    return [...this.nodes.values()].filter((node) => node.shown);
  }

  get simulations() {
    return this.root.visits;
  }

  sentence() {
    if (!this.ready) return words.growth.gettingReady;
    if (!this.step) return words.growth.begin;
    const best = most(this.root.children, ({ visits }) => visits);
    if (!best) return words.growth.onlyRoot(count(this.simulations));
    const next = most(
      this.root.children.filter(({ value }) => value !== null),
      tryNext,
    );
    const visited = words.growth.visited(
      count(this.simulations),
      best.move ?? "",
      best.visits,
      percent(best.value),
    );
    if (!next) return visited;
    return words.growth.next(
      visited,
      next.move ?? "",
      number(next.value),
      number(next.exploration),
      number(tryNext(next)),
    );
  }

  summary() {
    const shot = this.snapshots[this.step - 1];
    if (!shot) return this.state;
    return words.growth.summary(
      count(shot.simulations),
      shot.size.toLocaleString(words.locale),
      shot.nodes.length,
      this.state,
    );
  }

  counts() {
    return null;
  }

  legend() {
    const [first, second] = this.game.players;
    return words.growth.legend(first, second);
  }

  /** @param {GrowthNode} node */
  title(node) {
    const moves = movesTo(node);
    return moves.length ? words.tree.after(moves.join(" ")) : words.tree.root;
  }

  /** @param {GrowthNode} node */
  placeOf(node) {
    const moves = movesTo(node);
    return { ...this.place, moves: [this.place.moves, ...moves].join(" ").trim() };
  }

  /** @param {GrowthNode} node */
  describe(node) {
    /** @type {HTMLElement[]} */
    const facts = [];
    /** @param {string} name @param {string} value */
    const say = (name, value) => facts.push(h("div", {}, h("dt", {}, name), h("dd", {}, value)));
    say(words.growth.mover, node.parent ? this.game.players[node.mover] : "–");
    say(words.growth.visits, node.visits.toLocaleString(words.locale));
    if (node.parent) {
      say(words.growth.value, words.growth.worth(number(node.value)));
      say(words.growth.exploration, number(node.exploration));
    }
    if (node.proven !== null) say(words.growth.proven, provenWord(node.proven));
    return {
      title: this.title(node),
      facts,
      table: node.children.length ? childTable(node) : null,
    };
  }

  /** @param {Phase} phase @param {string} state */
  #become(phase, state = words.growth.phases[phase]) {
    this.phase = phase;
    this.state = state;
    this.onchange();
  }

  /** @param {GrownView | null} grown @param {Phase} phase @param {string} state */
  #add(grown, phase, state = words.growth.phases[phase]) {
    this.ready = true;
    const latest = this.step === this.length;
    if (grown && grown.simulations < this.simulationsSeen) this.snapshots = []; // begun anew after a lost connection
    this.simulationsSeen = grown?.simulations ?? 0;
    if (grown && grown.simulations !== this.snapshots.at(-1)?.simulations) {
      if (this.snapshots.length >= MOST_SNAPSHOTS)
        this.snapshots = this.snapshots.filter((_, index) => index % 2);
      this.snapshots.push(grown);
    }
    if (latest) this.goto(this.length);
    this.#become(phase, state);
  }

  /** @param {GrownView} grown @param {GrownView | undefined} before */
  #show(grown, before) {
    for (const node of this.nodes.values()) {
      node.children = [];
      node.shown = false;
    }
    const visits = new Map(before?.nodes.map((each) => [each.node, each.visits]));
    this.fresh = new Set();
    for (const { node: id, parent: above, player: mover, ...rest } of grown.nodes) {
      const parent = (above === null ? null : this.nodes.get(above)) ?? null;
      /** @type {GrowthNode} */
      const now = { ...rest, id, parent, children: [], mover, size: 1, shown: true };
      const node = Object.assign(this.nodes.get(id) ?? now, now); // the same one in every snapshot
      this.nodes.set(id, node);
      parent?.children.push(node);
      if (visits.get(id) !== node.visits) this.fresh.add(id);
    }
  }
}

/** @param {GrowthNode} node */
function movesTo(node) {
  return pathTo(node)
    .slice(1)
    .map(({ move }) => move);
}

/** @param {GrowthNode} node */
function childTable(node) {
  const sorted = [...node.children].sort((one, two) => two.visits - one.visits).slice(0, ROWS);
  return h(
    "table",
    { class: "tree-children" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        words.growth.heads.map((each) => h("th", { scope: "col" }, each)),
      ),
    ),
    h(
      "tbody",
      {},
      sorted.map((child) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, child.move),
          h("td", {}, child.visits),
          h("td", {}, number(child.value)),
          h("td", {}, number(child.exploration)),
          h("td", {}, child.value === null ? "–" : number(tryNext(child))),
        ),
      ),
    ),
  );
}

/** @param {number | null} value */
function number(value) {
  return value === null ? "–" : decimal(value.toFixed(2));
}

/** @param {number} simulations */
function count(simulations) {
  return words.growth.simulations(simulations.toLocaleString(words.locale), simulations);
}

/**
 * What decides where the next simulation goes: value and exploration together.
 * @param {GrowthNode} node
 */
function tryNext({ value, exploration }) {
  return (value ?? 0) + (exploration ?? 0);
}

/** @param {GrowthNode[]} nodes @param {(node: GrowthNode) => number} worth */
function most(nodes, worth) {
  return nodes.reduce(
    (best, node) => (!best || worth(node) > worth(best) ? node : best),
    /** @type {GrowthNode | null} */ (null),
  );
}
