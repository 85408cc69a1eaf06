/**
 * What the values and the reasons of a recorded search are called.
 *
 * @import { CutEvent, ValueView } from "../api-types.js"
 * @import { SearchNode } from "./tree-model.js"
 */

import { decimal } from "../dom.js";
import { words } from "../words.js";

/**
 * A value in words: "win in 5", "draw", "won" where an evaluator is sure, otherwise a number with
 * its sign; a `plain` one, of a tree of numbers, without.
 * @param {ValueView} score
 * @param {boolean} plain
 */
export function valueWords({ kind, value, distance, sure }, plain = false) {
  if (kind === "proven") {
    const { win, loss, draw, within } = words.values;
    const word = value > 0 ? win : value < 0 ? loss : draw;
    return value && distance !== null ? within(word, distance) : word;
  }
  if (sure && !plain) return value > 0 ? words.scores.won : words.scores.lost;
  return number(value, plain);
}

/**
 * The same in a few letters, for the drawing: W5, L3, =, +100k.
 * @param {ValueView} score
 * @param {boolean} plain
 */
export function valueLetters(score, plain = false) {
  const { kind, value, distance, sure } = score;
  if (kind === "proven") {
    const letter = value > 0 ? words.letters.win : words.letters.loss;
    return value ? `${letter}${distance ?? ""}` : "=";
  }
  if (sure && !plain) return valueWords(score);
  const size = Math.abs(value);
  return size < 10000 ? number(value, plain) : `${number(Math.trunc(value / 1000), plain)}k`;
}

// With a minus as long as a plus.
/** @param {number} value @param {boolean} plain */
function number(value, plain) {
  const sign = value < 0 ? "−" : value > 0 && !plain ? "+" : "";
  return `${sign}${decimal(String(Math.abs(value)))}`;
}

/**
 * Where the value of a node comes from; nothing until it is known.
 * @param {SearchNode} node
 */
export function reasonWords({ source, bound, maximising, cut }) {
  if (source === "end") return words.reasons.end;
  if (source === "evaluation") return words.reasons.evaluated;
  if (source === "table") return words.reasons.table;
  if (bound === "exact") return maximising ? words.reasons.largest : words.reasons.smallest;
  if (bound === null) return "";
  return cut ? words.reasons.cut : words.reasons.notEnough;
}

/**
 * Why moves were cut, as in "beta cutoff: +5 ≥ beta +3"; `read` says values.
 * @param {CutEvent} cut
 * @param {(value: number) => string} read
 */
export function cutWords({ limit, value, bound }, read) {
  const relation = limit === "beta" ? "≥" : "≤";
  return words.reasons.cutoff(limit, `${read(value)} ${relation} ${limit} ${read(bound)}`);
}
