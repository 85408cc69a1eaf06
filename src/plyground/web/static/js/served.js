/**
 * What the server says in English, in the language of the page: titles, players, strengths, rules,
 * how a game ended. A language lists the sentences that it knows in `served`, {1} and {2} standing
 * for what differs; those of games that somebody has added stay as they are.
 *
 *   "{1} won: {2}": "{1} hat gewonnen: {2}"
 */

import { language, words } from "./words.js";

const HOLE = /\{(\d)\}/g;

/**
 * A function from the server's texts to those of a language; unknown ones stay as they are.
 * @param {Record<string, string>} known
 */
export function translator(known) {
  const patterns = Object.entries(known)
    .filter(([theirs]) => theirs.includes("{1}"))
    .map(([theirs, ours]) => ({
      pattern: patternOf(theirs),
      holes: [...theirs.matchAll(HOLE)].map(([, name]) => name),
      ours,
    }));
  /** @param {string} text @returns {string} */
  const translate = (text) => {
    if (Object.hasOwn(known, text)) return known[text];
    for (const { pattern, holes, ours } of patterns) {
      const [, ...found] = pattern.exec(text) ?? [];
      if (found.length)
        return ours.replace(HOLE, (_, name) => translate(found[holes.indexOf(name)]));
    }
    return text;
  };
  return translate;
}

/** @param {string} theirs */
function patternOf(theirs) {
  const plain = theirs.replace(/[.*+?^$()|[\]\\]/g, "\\$&");
  return new RegExp(`^${plain.replace(HOLE, "(.+?)")}$`);
}

/** @type {{of: string, translate: (text: string) => string} | null} for the language of the page */
let current = null;

/**
 * A text of the server in the language of the page.
 * @param {string} text
 */
export function served(text) {
  if (current?.of !== language) current = { of: language, translate: translator(words.served) };
  return current.translate(text);
}
