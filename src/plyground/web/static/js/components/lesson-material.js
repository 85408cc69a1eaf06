/**
 * What the lessons' file says is to be shown and asked, and where one can go on with it.
 *
 * @import { Kind } from "./lesson-questions.js"
 * @import { SearchWish } from "./tree-search.js"
 *
 * @typedef {{kind: Kind | "next" | "policy" | "exact", count?: number}} Asked
 * @typedef {Partial<SearchWish> & {
 *   kind: "numbers" | "search" | "pair" | "growth" | "analysis",
 *   game?: string, moves?: string, agent?: string, iterations?: number, at?: "start" | "end",
 *   plain?: boolean, windows?: boolean,
 * }} Shown as the lessons' file has it; a `plain` tree is only a tree, without values; without
 *   `windows` there are no alphas and betas
 */

/** Instead of a tree of numbers: one that nobody has seen. */
export const RANDOM = "random";

/**
 * The address of the screen where one can go on with what is shown; `screen` is tree or play.
 * @param {Shown} shown
 * @param {"tree" | "play"} screen
 */
export function addressOf(shown, screen) {
  const { game, moves, kind, tree, depth } = shown;
  if (screen === "play") return game ? address("play", game, { moves }) : null;
  if (kind === "analysis") return null;
  if (tree && tree !== RANDOM)
    return `#/tree?${new URLSearchParams({ mode: "numbers", tree, pruning: shown.pruning === false ? "0" : "1" })}`;
  if (kind === "growth") return address("tree", game, { moves, mode: "growth" });
  if (!game) return null;
  /** @type {Record<string, string | undefined>} */
  const query = { moves, depth: String(depth), boards: "1" };
  if (shown.pruning === false) query.pruning = "0";
  for (const name of /** @type {const} */ (["table", "merged", "ordering"]))
    if (shown[name]) query[name] = "1";
  return address("tree", game, query);
}

/** @param {string} screen @param {string | undefined} game @param {Record<string, string | undefined>} query */
function address(screen, game, query) {
  const said = Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return `#/${screen}/${game}${said.length ? `?${new URLSearchParams(said)}` : ""}`;
}

/**
 * A tree of numbers: two plies with three or four children each, or three plies with two.
 * @param {() => number} chance from 0 to 1
 */
export function randomTree(chance = Math.random) {
  const shapes = [
    [3, 3],
    [4, 3],
    [2, 2, 3],
  ];
  const shape = shapes[Math.floor(shapes.length * chance())];
  /** @param {number} ply @returns {string} */
  const grow = (ply) =>
    ply === shape.length
      ? String(1 + Math.floor(20 * chance()))
      : `(${Array.from({ length: shape[ply] }, () => grow(ply + 1)).join(" ")})`;
  return grow(0);
}
