/**
 * What the server says in English, in the language of the page: titles, players, strengths, rules,
 * how a game ended. A language lists the sentences that it knows in `served`, {1} and {2} standing
 * for what differs; those of games that somebody has added stay as they are.
 *
 *   "{1} won: {2}": "{1} hat gewonnen: {2}"
 */

import { words } from "./words.js";

/** @type {Record<string, string>} */
const KNOWN = words.served;
const HOLE = /\{(\d)\}/g;

/** @type {[RegExp, string[], string][]} patterns of the sentences with holes, the names of these, what is said */
const PATTERNS = Object.entries(KNOWN)
  .filter(([theirs]) => theirs.includes("{1}"))
  .map(([theirs, ours]) => [
    pattern(theirs),
    [...theirs.matchAll(HOLE)].map(([, name]) => name),
    ours,
  ]);

/** @param {string} theirs */
function pattern(theirs) {
  const plain = theirs.replace(/[.*+?^$()|[\]\\]/g, "\\$&");
  return new RegExp(`^${plain.replace(HOLE, "(.+?)")}$`);
}

/**
 * A text of the server in the language of the page, as it is where that has no words for it.
 * @param {string} text
 * @returns {string}
 */
export function served(text) {
  if (Object.hasOwn(KNOWN, text)) return KNOWN[text];
  for (const [theirs, holes, ours] of PATTERNS) {
    const [, ...found] = theirs.exec(text) ?? [];
    if (found.length) return ours.replace(HOLE, (_, name) => served(found[holes.indexOf(name)]));
  }
  return text;
}
