/**
 * Which puzzle is whose turn: that of a day, the next one, and what somebody has answered so far.
 *
 * @import { PuzzleCount, PuzzleView } from "../api-types.js"
 *
 * @typedef {{
 *   answered: Record<string, Record<string, boolean>>,
 *   row: number, best: number, lastDay: string, days: number,
 * }} Progress `answered`: by game and number, whether the first answer was right; `row`: first
 *   answers that were right in a row; `days`: days in a row on which the day's puzzle was solved
 */

import { words } from "../words.js";

const DAY = 86_400_000; // milliseconds

/** @type {Progress} */
export const NOTHING = { answered: {}, row: 0, best: 0, lastDay: "", days: 0 };

/**
 * The date of somebody's calendar, as 2026-11-16.
 * @param {Date} now
 */
export function dateOf(now) {
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/**
 * The puzzle of a date, the same for everybody: games take turns, and numbers seem to be by chance.
 * @param {string} date
 * @param {PuzzleCount[]} games
 */
export function daily(date, games) {
  const day = Date.parse(date) / DAY;
  const { game, count } = games[day % games.length];
  return { game, number: ((Math.imul(day, 2654435761) >>> 8) % count) + 1 };
}

/**
 * The number of the next puzzle of a grade ("" for any) that has not been answered, else simply the
 * next; 0 if there is none.
 * @param {PuzzleView[]} puzzles
 * @param {string} grade
 * @param {number} after
 * @param {Record<string, boolean>} answered
 */
export function following(puzzles, grade, after, answered = {}) {
  const fits = puzzles.flatMap((puzzle, index) =>
    !grade || puzzle.grade === grade ? [index + 1] : [],
  );
  const turned = [...fits.filter((number) => number > after), ...fits.filter((n) => n <= after)];
  return turned.find((number) => !(number in answered)) ?? turned[0] ?? 0;
}

/**
 * The progress after an answer; of several to one puzzle, the first counts.
 * @param {Progress} before
 * @param {string} game
 * @param {number} number
 * @param {boolean} right
 * @returns {Progress}
 */
export function answer(before, game, number, right) {
  const known = before.answered[game] ?? {};
  if (number in known) return before;
  const row = right ? before.row + 1 : 0;
  const answered = { ...before.answered, [game]: { ...known, [number]: right } };
  return { ...before, answered, row, best: Math.max(before.best, row) };
}

/**
 * The progress after the puzzle of a day was solved, at whichever try.
 * @param {Progress} before
 * @param {string} date
 * @returns {Progress}
 */
export function solveDay(before, date) {
  if (before.lastDay === date) return before;
  const goesOn = Date.parse(date) - Date.parse(before.lastDay) === DAY;
  return { ...before, lastDay: date, days: goesOn ? before.days + 1 : 1 };
}

/**
 * The days in a row that still count on a date: up to it, or up to the day before.
 * @param {Progress} progress
 * @param {string} date
 */
export function streakOf({ lastDay, days }, date) {
  return Date.parse(date) - Date.parse(lastDay) <= DAY ? days : 0;
}

/**
 * What a move does, from its proven value: "win in 5" is "wins in 5 plies".
 * @param {string} value
 */
export function does(value) {
  const [result, , plies] = value.split(" ");
  const { wins, draws, loses, within } = words.scores;
  const verb = { win: wins, draw: draws, loss: loses }[result] ?? result;
  return plies ? within(verb, Number(plies)) : verb;
}
