/**
 * Questions about what the server has found out while it searched: a Monte Carlo tree, a network's
 * first thought, exact values. Made from the answer, so that they are true by construction.
 *
 * @import { AnalysisView, GameView, GrownNode } from "../api-types.js"
 * @import { Question } from "./lesson-questions.js"
 * @import { GrowthSteps } from "./tree-growth.js"
 */

import { decimal } from "../dom.js";
import { words } from "../words.js";
import { spread } from "./lesson-questions.js";
import { percent } from "./scores.js";

const SETTLED = { node: null, step: 0, then: 0, hides: false };

/**
 * Where the next simulation goes, asked between two snapshots that are one simulation apart. What is
 * proven is not tried again, so such moments are left out.
 * @param {GrowthSteps} steps
 * @param {number} count
 * @returns {Question[]}
 */
export function growthQuestions(steps, count) {
  const moments = steps.snapshots.flatMap((now, index) => {
    const next = steps.snapshots[index + 1];
    if (!next || next.simulations !== now.simulations + 1) return [];
    const before = rootMoves(now);
    const grown = rootMoves(next).filter(
      ({ node, visits }) => (before.find((each) => each.node === node)?.visits ?? 0) < visits,
    );
    const open = before.every(({ value, proven }) => value !== null && proven === null);
    return open && grown.length === 1 && isClear(before)
      ? [{ index, before, move: grown[0].move }]
      : [];
  });
  return spread(moments, count).map(({ index, before, move }) => {
    const options = before.map((each) => each.move ?? "");
    const sums = before.map(sumOf);
    return {
      text: words.questions.next,
      options,
      right: [options.indexOf(move ?? "")],
      why: words.questions.nextWhy(
        options.map((each, place) => `${each} ${decimal(sums[place].toFixed(2))}`).join(", "),
      ),
      node: null,
      step: index + 1,
      then: index + 2,
      hides: false,
    };
  });
}

/** @param {GrownNode} node */
function sumOf({ value, exploration }) {
  return (value ?? 0) + (exploration ?? 0);
}

// Whether one sum is the largest even after rounding.
/** @param {GrownNode[]} nodes */
function isClear(nodes) {
  const [largest, next] = nodes.map(sumOf).sort((one, two) => two - one);
  return next !== undefined && largest - next > 0.02;
}

/** @param {GrowthSteps["snapshots"][number]} snapshot */
function rootMoves({ nodes }) {
  return nodes.filter(({ parent }) => parent === 0);
}

/**
 * @param {string} kind "policy": which move a network likes most; "exact": how the game ends
 * @param {AnalysisView} analysis
 * @param {GameView} game
 * @returns {Question[]}
 */
export function boardQuestions(kind, analysis, game) {
  return kind === "policy" ? [firstThought(analysis, game)] : exactEnd(analysis, game);
}

/** @param {AnalysisView} analysis @param {GameView} game */
function firstThought({ moves, player }, game) {
  const liked = [...moves].sort((one, two) => (two.policy ?? 0) - (one.policy ?? 0));
  const sorted = [...moves].sort((one, two) => one.move - two.move);
  const first = liked[0];
  return {
    ...SETTLED,
    text: words.questions.policy(game.players[player]),
    options: sorted.map(({ text }) => text),
    right: [sorted.indexOf(first)],
    why: words.questions.policyWhy(
      first.text,
      percent(first.policy ?? 0),
      liked[1].text,
      percent(liked[1].policy ?? 0),
    ),
  };
}

/** @param {AnalysisView} analysis @param {GameView} game */
function exactEnd({ moves, player }, game) {
  const values = moves.flatMap(({ score }) => (score?.kind === "proven" ? [score.value] : []));
  if (!values.length || values.length < moves.length) return [];
  const best = Math.max(...values);
  const { wins } = words.questions;
  const options = [wins(game.players[player]), words.values.aDraw, wins(game.players[1 - player])];
  const many = values.filter((value) => value === best).length;
  const counts = [...new Set([many, 1, Math.ceil(moves.length / 2), moves.length])];
  counts.sort((one, two) => one - two);
  return [
    {
      ...SETTLED,
      text: words.questions.exact(game.players[player]),
      options,
      right: [1 - best],
      why: words.questions.exactWhy(options[1 - best]),
    },
    {
      ...SETTLED,
      text: words.questions.keeping(moves.length),
      options: counts.map(String),
      right: [counts.indexOf(many)],
      why: words.questions.keepingWhy(many, moves.length),
    },
  ];
}
