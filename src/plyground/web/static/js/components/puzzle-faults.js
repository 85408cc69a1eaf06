/**
 * Puzzles that are not there, or cannot be read: why, and the games whose puzzles are there.
 *
 * @import { PuzzleCounts } from "../api-types.js"
 * @import { Shell } from "../main.js"
 */

import { h, sentence } from "../dom.js";
import { words } from "../words.js";
import { failureCard } from "./failure-card.js";

/**
 * In place of the puzzles of a game whose file cannot be read.
 * @param {Shell} shell
 * @param {string} says
 * @param {PuzzleCounts["games"]} games
 */
export function unreadable(shell, says, games) {
  return withOthers(shell, games, words.puzzles.unreadable(shell.game.title), sentence(says));
}

/**
 * A card with these lines, and links to the games that have puzzles.
 * @param {Shell} shell
 * @param {PuzzleCounts["games"]} games
 * @param {string} heading
 * @param {...string} lines
 */
export function withOthers(shell, games, heading, ...lines) {
  const link = (/** @type {string} */ game) =>
    h(
      "a",
      { class: "button", href: `#/puzzles/${encodeURIComponent(game)}` },
      titleOf(shell, game),
    );
  const card = failureCard(heading, ...lines, games.length ? words.puzzles.others : null);
  const links = games.map(({ game }) => link(game));
  card.append(h("div", { class: "row" }, links));
  return card;
}

/**
 * A line for each file of another game that cannot be read.
 * @param {Shell} shell
 * @param {PuzzleCounts["faults"]} faults
 */
export function faultLines(shell, faults) {
  return faults.map(({ game, says }) =>
    h(
      "p",
      { class: "small error-text" },
      sentence(words.puzzles.fault(titleOf(shell, game), says)),
    ),
  );
}

/** @param {Shell} shell @param {string} game */
function titleOf({ games }, game) {
  return games.find(({ name }) => name === game)?.title ?? game;
}
