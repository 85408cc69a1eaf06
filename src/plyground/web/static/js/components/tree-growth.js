/** A Monte Carlo tree for the tree screen: snapshots of its growth, to be walked like a search. */

import { live, positionView, ProblemError } from "../api.js";
import { h } from "../dom.js";
import { pathTo } from "./tree-layout.js";
import { growthLook, percent } from "./tree-looks.js";

const MOST_SNAPSHOTS = 1500;
const ROWS = 30;

/** Snapshots of a growing tree; `onchange` is called when one more has come. */
export class GrowthSteps {
  cutoffs = false;

  static async load(place, settings, signal, { onchange, onerror, game, drawn }) {
    const here = await positionView(place);
    if (signal.aborted) throw signal.reason;
    if (here.outcome) throw new ProblemError({ detail: `the game is over: ${here.outcome.text}` });
    return new GrowthSteps(place, settings, {
      onchange,
      onerror,
      game,
      drawn,
      player: here.player,
    });
  }

  constructor(place, settings, { onchange, onerror, game, player, drawn }) {
    this.place = place;
    this.game = game;
    this.settings = settings;
    this.onchange = onchange;
    this.nodes = new Map();
    this.snapshots = [];
    this.step = 0;
    this.state = "waiting";
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
        queued: ({ ahead }) => this.#become(`waiting: ${ahead} searches are ahead`),
        preparing: () => this.#become("preparing: machine code is being made for this game, once"),
        progress: ({ grown }) => this.#add(grown, "growing"),
        done: ({ grown, reason }) =>
          this.#add(grown, reason === "finished" ? "finished: the result is proven" : "done"),
        error: (error) => {
          this.state = "failed";
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
    return /^(growing|waiting|preparing)/.test(this.state);
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

  goto(step) {
    this.step = Math.max(0, Math.min(this.length, step));
    if (this.step) this.#show(this.snapshots[this.step - 1], this.snapshots[this.step - 2]);
  }

  look(options) {
    return growthLook(this.simulations, { ...options, fresh: this.fresh ?? new Set() });
  }

  kept() {
    return [...this.nodes.values()].filter((node) => node.shown);
  }

  get simulations() {
    return this.root.visits;
  }

  sentence() {
    if (this.state.startsWith("preparing"))
      return "Getting ready: machine code is being made for this game, once. That takes a few seconds.";
    if (!this.step)
      return "Every simulation walks down the tree, adds a leaf, plays on at random and counts the result on its way back.";
    const best = most(this.root.children, ({ visits }) => visits);
    if (!best) return `After ${count(this.simulations)} the tree is only its root.`;
    const next = most(
      this.root.children.filter(({ value }) => value !== null),
      (each) => each.value + each.exploration,
    );
    const visited = `After ${count(this.simulations)}, ${best.move} was visited most: ${best.visits} times, won ${percent(best.value)}.`;
    if (!next) return visited;
    const sum = (next.value + next.exploration).toFixed(2);
    return (
      `${visited} The next goes to ${next.move}: value ${next.value.toFixed(2)} + exploration ` +
      `${next.exploration.toFixed(2)} = ${sum} is the largest.`
    );
  }

  summary() {
    const shot = this.snapshots[this.step - 1];
    if (!shot) return this.state;
    return (
      `${count(shot.simulations)} · ${shot.size.toLocaleString("en")} nodes in the tree, ` +
      `${shot.nodes.length} drawn · ${this.state}`
    );
  }

  counts() {
    return null;
  }

  legend() {
    const [first, second] = this.game.players;
    return (
      `In a circle: visits; below it: the share won by who moved there. Solid circles are moves of ${first}, ` +
      `dashed ones of ${second}. Thick lines are visited more; shaded circles were visited since the last step.`
    );
  }

  title(node) {
    const moves = pathTo(node)
      .slice(1)
      .map(({ move }) => move);
    return moves.length ? `After ${moves.join(" ")}` : "The root";
  }

  placeOf(node) {
    const moves = pathTo(node)
      .slice(1)
      .map(({ move }) => move);
    return { ...this.place, moves: [this.place.moves, ...moves].join(" ").trim() };
  }

  describe(node) {
    const facts = [];
    const say = (name, value) => facts.push(h("div", {}, h("dt", {}, name), h("dd", {}, value)));
    say("Moved here", node.parent ? this.game.players[node.mover] : "–");
    say("Visits", node.visits.toLocaleString("en"));
    if (node.parent) {
      say("Value", `${number(node.value)} for who moved here`);
      say("Exploration", number(node.exploration));
    }
    if (node.proven !== null) say("Proven", { 1: "won", 0: "drawn", "-1": "lost" }[node.proven]);
    return {
      title: this.title(node),
      facts,
      table: node.children.length ? childTable(node) : null,
    };
  }

  #become(state) {
    this.state = state;
    this.onchange();
  }

  #add(grown, state) {
    const latest = this.step === this.length;
    if (grown && grown.simulations < this.simulationsSeen) this.snapshots = []; // begun anew after a lost connection
    this.simulationsSeen = grown?.simulations ?? 0;
    if (grown && grown.simulations !== this.snapshots.at(-1)?.simulations) {
      if (this.snapshots.length >= MOST_SNAPSHOTS)
        this.snapshots = this.snapshots.filter((_, index) => index % 2);
      this.snapshots.push(grown);
    }
    if (latest) this.goto(this.length);
    this.#become(state);
  }

  #show(grown, before) {
    for (const node of this.nodes.values()) {
      node.children = [];
      node.shown = false;
    }
    const visits = new Map(before?.nodes.map((each) => [each.node, each.visits]));
    this.fresh = new Set();
    for (const { node: id, parent, player, ...rest } of grown.nodes) {
      if (!this.nodes.has(id)) this.nodes.set(id, { id });
      const node = Object.assign(this.nodes.get(id), rest, {
        mover: player,
        children: [],
        shown: true,
        size: 1,
      });
      node.parent = parent === null ? null : this.nodes.get(parent);
      node.parent?.children.push(node);
      if (visits.get(id) !== node.visits) this.fresh.add(id);
    }
  }
}

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
        ["move", "visits", "value", "explore", "sum"].map((each) =>
          h("th", { scope: "col" }, each),
        ),
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
          h("td", {}, child.value === null ? "–" : number(child.value + child.exploration)),
        ),
      ),
    ),
  );
}

function number(value) {
  return value === null || value === undefined ? "–" : value.toFixed(2);
}

function count(simulations) {
  return `${simulations.toLocaleString("en")} simulation${simulations === 1 ? "" : "s"}`;
}

function most(nodes, worth) {
  return nodes.reduce((best, node) => (!best || worth(node) > worth(best) ? node : best), null);
}
