/**
 * One sentence for every step of a search, for somebody who sees alpha-beta for the first time.
 *
 * @import { CutEvent, UpdateEvent, ValueEvent } from "../api-types.js"
 * @import { SearchNode, TreeModel } from "./tree-model.js"
 *
 * @typedef {{max: string, min: string}} Names of the maximiser and the minimiser
 * @typedef {{model: TreeModel, node: SearchNode, names: Names, mover: string}} Teller
 */

import { words } from "../words.js";

/**
 * What the search does at its present step.
 * @param {TreeModel} model
 * @param {Names} names
 */
export function explain(model, names = { max: "MAX", min: "MIN" }) {
  const event = model.event;
  if (!event) return words.explain.begin(names.max, names.min);
  const node = model.current;
  const teller = { model, node, names, mover: node.maximising ? names.max : names.min };
  if (event.kind === "enter") return entered(teller);
  if (event.kind === "update") return updated(teller, event);
  return event.kind === "cut" ? cutOff(teller, event) : valued(teller, event);
}

/** @param {Teller} teller */
function entered({ model, node, names, mover }) {
  if (!node.parent || node.rank === null) {
    return words.explain.root(mover) + (model.pruning ? words.explain.openWindow : "");
  }
  const { ordinals, ordinal, hasElsewhere, holdsTo } = words.explain;
  const order = ordinals[node.rank] ?? ordinal(node.rank + 1);
  const before = node.parent.maximising ? names.max : names.min;
  const tries = words.explain.tries(before, moveName(model, node.move), order);
  if (node.leaf) return words.explain.leaf(tries);
  const bounds = [];
  if (node.alpha !== null) bounds.push(hasElsewhere(names.max, inWords(model, node.alpha)));
  if (node.beta !== null) bounds.push(holdsTo(names.min, inWords(model, node.beta)));
  const known = bounds.length ? `; ${bounds.join(words.explain.and)}` : "";
  return words.explain.entered(tries, mover, known);
}

/** @param {Teller} teller @param {UpdateEvent} event */
function updated({ model, node, names, mover }, event) {
  const value = saidBy(node.maximising, model, event.value, names);
  const found = words.explain.found(mover, value, moveName(model, event.best));
  if (!model.pruning) return words.explain.best(found, mover);
  const { alphaRises, betaFalls, noBound } = words.explain;
  const [rises, bound] = node.maximising ? [alphaRises, event.alpha] : [betaFalls, event.beta];
  return bound === event.value ? rises(found, inWords(model, event.value)) : noBound(found);
}

/** @param {Teller} teller @param {CutEvent} event */
function cutOff({ model, node, names, mover }, event) {
  const other = node.maximising ? names.min : names.max;
  const limit = node.maximising ? node.beta : node.alpha;
  const has = words.explain.has(
    mover,
    saidBy(node.maximising, model, node.value, names),
    other,
    saidBy(!node.maximising, model, limit, names),
  );
  const count = event.skipped.length;
  return count ? words.explain.cut(has, count) : words.explain.cutNothing(has, other);
}

/** @param {Teller} teller @param {ValueEvent} event */
function valued({ model, node, names, mover }, event) {
  const text = inWords(model, event.value);
  const forMax = words.values.forWhom(text, names.max);
  if (event.source === "table") {
    return words.explain.table(bounded(event, text));
  }
  if (event.source === "end") {
    return words.explain.over(event.value === 0 ? words.values.aDraw : forMax);
  }
  if (event.source === "evaluation") {
    return node.number === undefined
      ? words.explain.evaluated(event.value === 0 ? words.values.even : forMax)
      : words.explain.number(text);
  }
  if (!node.parent) return words.explain.done(text, mover, moveName(model, node.best));
  if (event.bound === "exact") {
    const { takesLargest, takesSmallest } = words.explain;
    return node.maximising ? takesLargest(mover, text) : takesSmallest(mover, text);
  }
  if (node.cut) return words.explain.enough(bounded(event, text));
  return words.explain.noBetter(bounded(event, text), mover);
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
  const told = inWords(model, value);
  return !byMax && decides ? words.values.forWhom(told, max) : told;
}

// A win in 5, but +3.
/** @param {TreeModel} model @param {number | null} value */
function inWords(model, value) {
  const score = value === null ? null : model.scores.get(value);
  const told = model.read(value);
  return score?.kind === "proven" ? words.values.one(told) : told;
}

/** @param {ValueEvent} event @param {string} text */
function bounded({ bound }, text) {
  const { atLeast, atMost } = words.values;
  return { exact: text, at_least: `${atLeast}${text}`, at_most: `${atMost}${text}` }[bound];
}

/** @param {TreeModel} model @param {string | null} move */
function moveName(model, move) {
  return model.numbers ? words.explain.child(move ?? "") : (move ?? "");
}
