/**
 * The analyses that the browser keeps: trees of variations, by game and starting position.
 */

import { keep, recall } from "../dom.js";
import { Variations } from "./variations.js";

const NAME = "analyses";
const MOST_KEPT = 12;

/**
 * All of them, the latest last.
 * @returns {{number: number, place: string, tree: unknown}[]}
 */
function allKept() {
  return recall(NAME, []);
}

/**
 * The latest analysis of a place of which these moves are a whole line: what an address shows was
 * noted from it. A game that only begins like it is another one.
 * @param {string} place
 * @param {string[]} moves
 * @returns {[number, Variations] | null}
 */
export function keptWith(place, moves) {
  for (const kept of allKept().reverse()) {
    const tree = Variations.revive(kept.place === place ? kept.tree : null);
    if (moves.length && tree.endsWith(moves)) return [kept.number, tree];
  }
  return null;
}

/**
 * Keep a tree under its number, as the latest.
 * @param {number} number
 * @param {string} place
 * @param {Variations} tree
 */
export function keepAnalysis(number, place, tree) {
  const others = allKept().filter((kept) => kept.number !== number);
  keep(NAME, [...others.slice(1 - MOST_KEPT), { number, place, tree }]);
}
