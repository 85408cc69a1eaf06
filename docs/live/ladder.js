/**
 * The live part of docs/algorithms/solver-ladder.md: a position, switches, and a count of nodes.
 *
 * @import { Position } from "./connect-four.js"
 */

import { PlyBoard } from "./board.js";
import { Rules, shown } from "./connect-four.js";
import { description, game, positions, rungs, worker } from "./data.js";
import { h, say } from "./dom.js";
import { LadderChart, inSeconds, short } from "./ladder-chart.js";
import { loadKernels } from "./loader.js";
import { bytes, single, threadCount, together } from "./orders.js";
import { Run } from "./run.js";

const PATIENCE = 10; // seconds for each rung, where all are climbed
const FULL = "the full solver";

class Ladder {
  #rules;
  /** @type {number[]} columns from 0 */
  #moves = [];
  /** @type {Run | null} */
  #run = null;
  #board = new PlyBoard();
  #chart = new LadderChart();
  #status = h("p", { class: "status" });
  #answer = h("p", { class: "answer", role: "status" });
  #choice = h(
    "select",
    { onchange: () => this.#choose() },
    ...positions.map(([name], place) => h("option", { value: place }, name)),
    h("option", { value: "own", disabled: true }, "your own"),
  );
  #undo = button("Take back", () => this.#set(this.#moves.slice(0, -1)));
  #clear = button("Clear", () => this.#set([]));
  #solve = button("Solve", () => this.#start(() => this.#measure()), "primary");
  #climb = button("Climb the ladder", () => this.#start(() => this.#climbAll()));
  #stop = button("Stop", () => this.#halt());
  #full = h("input", { type: "checkbox", onchange: () => this.#lock() });
  #threads = h("input", { type: "checkbox", checked: true });
  #switches = rungs.map(([, title], place) => {
    const box = h("input", { type: "checkbox", checked: place < 3 });
    return { box, label: h("label", {}, box, title) };
  });
  #isHalted = false;

  /** @param {Rules} rules */
  constructor(rules) {
    this.#rules = rules;
    this.#board.game = game;
    this.#board.label = "Connect Four: the position to solve";
    this.#board.interactive = true;
    this.#board.on("move", ({ move }) => this.#set([...this.#moves, move.move]));
  }

  /** @param {HTMLElement} place */
  fill(place) {
    const own = h("label", { class: "full" }, this.#full, FULL);
    const several = h("label", {}, this.#threads, `with ${threadCount} threads`);
    const steps = h(
      "fieldset",
      {},
      h("legend", {}, "Steps"),
      ...this.#switches.map(({ label }) => label),
      own,
      threadCount > 1 ? several : null,
    );
    const chosen = h("label", { class: "position" }, "Position", this.#choice);
    const walk = group(this.#undo, this.#clear);
    const work = group(this.#solve, this.#climb, this.#stop);
    place.replaceChildren(
      h(
        "div",
        { class: "ply-live" },
        h("div", { class: "place" }, chosen, this.#board, this.#status, walk),
        h("div", { class: "steps" }, steps, work, this.#answer),
        this.#chart.element,
      ),
    );
    this.#choose();
  }

  // --- the position -----------------------------------------------------------------------------

  #choose() {
    const [, moves] = positions[Number(this.#choice.value)];
    this.#set([...moves].map((digit) => Number(digit) - 1));
  }

  /** @returns {Position} */
  get #position() {
    return this.#moves.reduce((before, move) => this.#rules.play(before, move), this.#rules.start);
  }

  /** @param {number[]} moves */
  #set(moves) {
    this.#halt();
    this.#moves = moves;
    const text = moves.map((move) => move + 1).join("");
    const known = positions.findIndex(([, each]) => each === text);
    this.#choice.value = known < 0 ? "own" : String(known);
    const position = this.#position;
    const facts = this.#rules.facts(position);
    this.#board.view = shown(position, facts, moves.at(-1));
    const over = facts.won ? `${game.players[1 - facts.player]} has won` : "the board is full";
    const turn = facts.legal.length ? `${game.players[facts.player]} to move` : over;
    say(this.#status, `${moves.length} ${moves.length === 1 ? "disc" : "discs"}, ${turn}`);
    this.#undo.disabled = this.#clear.disabled = moves.length === 0;
    this.#chart.clear();
    say(this.#answer, "Click columns to set up a position of your own.");
    this.#rest();
  }

  // --- solving ----------------------------------------------------------------------------------

  get #taken() {
    return this.#switches.map(({ box }) => box.checked);
  }

  #lock() {
    for (const { box } of this.#switches) box.disabled = this.#full.checked;
  }

  #rest() {
    const isOver = !this.#board.view?.legal?.length;
    this.#solve.disabled = this.#climb.disabled = this.#run !== null || isOver;
    this.#stop.disabled = this.#run === null;
  }

  #halt() {
    this.#isHalted = true;
    this.#run?.stop();
  }

  /** @param {() => Promise<unknown>} work */
  async #start(work) {
    this.#isHalted = false;
    try {
      await work();
    } catch (error) {
      say(this.#answer, `This did not work: ${error instanceof Error ? error.message : error}`);
    }
    this.#run = null;
    this.#rest();
  }

  #measure() {
    return this.#full.checked ? this.#solveBy(null) : this.#solveBy(this.#taken);
  }

  async #climbAll() {
    this.#chart.clear();
    for (let taken = 0; taken <= rungs.length + 1; taken++) {
      const steps = taken > rungs.length ? null : rungs.map((_, place) => place < taken);
      if (this.#isHalted) return;
      await this.#solveBy(steps, PATIENCE);
    }
  }

  /**
   * Solve with these steps; null for the full solver.
   * @param {boolean[] | null} steps
   * @param {number} [patience] seconds
   */
  async #solveBy(steps, patience = Infinity) {
    const moves = this.#moves;
    const orders = await this.#orders(steps);
    const name = nameOf(steps, orders.length);
    const run = new Run(worker, orders, (nodes, seconds) => {
      if (this.#moves === moves) this.#tell(name, nodes, seconds);
      if (seconds > patience) run.stop();
    });
    this.#run = run;
    this.#rest();
    const { nodes, seconds, found } = await run.result;
    if (this.#moves === moves) this.#tell(name, nodes, seconds, found);
  }

  /** @param {boolean[] | null} steps */
  async #orders(steps) {
    const position = this.#position;
    if (!steps && threadCount > 1 && this.#threads.checked) return together(position, threadCount);
    if (!steps) return [single("solve", { position })];
    const taken = Object.fromEntries(rungs.map(([key], place) => [key, Number(steps[place])]));
    return [single("ladder", { position, steps: taken })];
  }

  /**
   * @param {string} name
   * @param {number} nodes
   * @param {number} seconds
   * @param {[number, number] | null} [found]
   */
  #tell(name, nodes, seconds, found) {
    this.#chart.show(name, { nodes, seconds, isDone: Boolean(found) });
    const speed = seconds > 0.001 ? `, ${short(Math.round(nodes / seconds))} nodes a second` : "";
    const value = found ? this.#worth(found[0]) : "not solved yet";
    say(this.#answer, `${value}: ${short(nodes)} nodes, ${inSeconds(seconds)}${speed}`);
  }

  /** @param {number} score */
  #worth(score) {
    if (score === 0) return "Score 0, a draw";
    const player = (this.#board.view?.player ?? 0) ^ Number(score < 0);
    return `Score ${score > 0 ? "+" : "−"}${Math.abs(score)}, ${game.players[player]} wins`;
  }
}

/** @param {boolean[] | null} steps null for the full solver @param {number} threads */
function nameOf(steps, threads) {
  if (!steps) return threads > 1 ? `${FULL}, ${threads} threads` : FULL;
  const names = rungs.filter((_, place) => steps[place]).map(([, title]) => title);
  if (!names.length) return "plain negamax";
  const isRung = steps.every((taken, place) => taken === place < names.length);
  return isRung ? `+ ${names.at(-1)}` : names.join(", ");
}

/** @param {string} text @param {() => unknown} onclick @param {string} [kind] */
function button(text, onclick, kind = "") {
  return h("button", { type: "button", class: kind, onclick }, text);
}

/** @param {...HTMLElement} buttons */
function group(...buttons) {
  return h("div", { class: "buttons" }, ...buttons);
}

async function begin() {
  const place = document.getElementById("ladder");
  if (!place) return;
  new Ladder(new Rules(await loadKernels(bytes, description))).fill(place);
}

begin();
