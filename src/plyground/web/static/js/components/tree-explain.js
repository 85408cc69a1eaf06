/**
 * One sentence for every step of a search, for somebody who sees alpha-beta for the first time.
 *
 * @import { CutEvent, UpdateEvent, ValueEvent } from "../api-types.js"
 * @import { SearchNode, TreeModel } from "./tree-model.js"
 *
 * @typedef {{max: string, min: string}} Names of the maximiser and the minimiser
 * @typedef {{model: TreeModel, node: SearchNode, names: Names, mover: string}} Teller
 */

const ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth"];

/**
 * What the search does at its present step.
 * @param {TreeModel} model
 * @param {Names} names
 */
export function explain(model, names = { max: "MAX", min: "MIN" }) {
  const event = model.event;
  if (!event) {
    return (
      `Nothing is searched yet. ${names.max} moves at the root and wants a large value; ` +
      `${names.min} wants a small one. Press ▶ or the right arrow key.`
    );
  }
  const node = model.current;
  const teller = { model, node, names, mover: node.maximising ? names.max : names.min };
  if (event.kind === "enter") return entered(teller);
  if (event.kind === "update") return updated(teller, event);
  return event.kind === "cut" ? cutOff(teller, event) : valued(teller, event);
}

/** @param {Teller} teller */
function entered({ model, node, names, mover }) {
  if (!node.parent || node.rank === null) {
    const open = model.pruning ? " Nothing is known yet: alpha is −∞ and beta is +∞." : "";
    return `The search begins at the root, where ${mover} moves.${open}`;
  }
  const order = ORDINALS[node.rank] ?? `number ${node.rank + 1}`;
  const before = node.parent.maximising ? names.max : names.min;
  const tries = `${before} tries ${moveName(model, node.move)}, ${node.rank < ORDINALS.length ? "the " : ""}${order} here`;
  if (node.leaf) return `${tries}: a leaf.`;
  const bounds = [];
  if (node.alpha !== null) bounds.push(`${names.max} has ${inWords(model, node.alpha)} elsewhere`);
  if (node.beta !== null) bounds.push(`${names.min} can hold it to ${inWords(model, node.beta)}`);
  const known = bounds.length ? `; ${bounds.join(", and ")}` : "";
  return `${tries}. Now ${mover} moves${known}.`;
}

/** @param {Teller} teller @param {UpdateEvent} event */
function updated({ model, node, names, mover }, event) {
  const found = `${mover} has found ${saidBy(node.maximising, model, event.value, names)} with ${moveName(model, event.best)}`;
  if (!model.pruning) return `${found}, the best for ${mover} so far at this node.`;
  const bound = node.maximising ? ["alpha rises", event.alpha] : ["beta falls", event.beta];
  const moves = bound[1] === event.value;
  return moves
    ? `${found}, the best so far: ${bound[0]} to ${inWords(model, event.value)}.`
    : `${found}, the best so far, but it changes no bound.`;
}

/** @param {Teller} teller @param {CutEvent} event */
function cutOff({ model, node, names, mover }, event) {
  const other = node.maximising ? names.min : names.max;
  const limit = node.maximising ? node.beta : node.alpha;
  const has =
    `${mover} has found ${saidBy(node.maximising, model, node.value, names)}; ${other} already has ` +
    `${saidBy(!node.maximising, model, limit, names)} elsewhere`;
  const count = event.skipped.length;
  if (!count) return `${has}, so ${other} will not come here: a cutoff, though no child was left.`;
  const rest = count === 1 ? "the remaining child" : `the remaining ${count} children`;
  return `${has}, so ${rest} cannot matter: cut off.`;
}

/** @param {Teller} teller @param {ValueEvent} event */
function valued({ model, node, names, mover }, event) {
  const text = inWords(model, event.value);
  if (event.source === "table") {
    return `This position was searched before: the table knows ${bounded(event, text)}.`;
  }
  if (event.source === "end") {
    return `The game is over here: ${event.value === 0 ? "a draw" : `${text} for ${names.max}`}.`;
  }
  if (event.source === "evaluation") {
    return node.number === undefined
      ? `The search looks no deeper: the evaluator says ${event.value === 0 ? "0, even" : `${text} for ${names.max}`}.`
      : `A leaf: its number is ${text}.`;
  }
  if (!node.parent) {
    return (
      `The search is done: the root is worth ${text}, and ${mover} plays ` +
      `${moveName(model, node.best)}.`
    );
  }
  if (event.bound === "exact") {
    const which = node.maximising ? "largest" : "smallest";
    return `All children are known; ${mover} takes the ${which}: ${text}.`;
  }
  if (node.cut)
    return `This node is worth ${bounded(event, text)}: enough to know, the rest was cut.`;
  return (
    `This node is worth ${bounded(event, text)}: no better for ${mover} than what ` +
    `${mover} already has elsewhere.`
  );
}

/**
 * A value in a sentence about MAX or MIN. Values are for MAX: where MIN speaks of a win or a loss, it
 * is said whose.
 * @param {boolean} byMax
 * @param {TreeModel} model
 * @param {number | null} value
 * @param {Names} names
 */
export function saidBy(byMax, model, value, { max }) {
  const score = value === null ? null : model.scores.get(value);
  const decides = score?.sure || (score?.kind === "proven" && score.value !== 0);
  const words = inWords(model, value);
  return !byMax && decides ? `${words} for ${max}` : words;
}

// A win in 5, but +3.
/** @param {TreeModel} model @param {number | null} value */
function inWords(model, value) {
  const words = model.read(value);
  return /^(win|loss|draw)/.test(words) ? `a ${words}` : words;
}

/** @param {ValueEvent} event @param {string} text */
function bounded({ bound }, text) {
  return { exact: text, at_least: `at least ${text}`, at_most: `at most ${text}` }[bound];
}

/** @param {TreeModel} model @param {string | null} move */
function moveName(model, move) {
  return model.numbers ? `child ${move}` : move;
}
