/**
 * Scores for people: short for the board, in words for sentences, a share for the bar.
 *
 * @import { AnalysisView, MoveReportView, OutcomeView, PositionView, ScoreView } from "../api-types.js"
 * @import { MoveScore } from "../board.js"
 *
 * @typedef {{score: ScoreView, visits: number | null}} Judged a score and whence it comes: a Monte
 *   Carlo search's has visits
 * @typedef {{advantage: number, brief: string, text: string, depth: number}} Judgement of a position,
 *   `advantage` for the first player, `brief` for who moves as on the board
 */

/** @type {[number, string][]} */
const LEVELS = [
  [0.1, ""],
  [0.35, "slightly ahead"],
  [0.7, "ahead"],
  [1, "far ahead"],
]; // up to an advantage

const DEEPEST = 1000; // deeper than any search
const DRAW = "a draw with best play";

/**
 * A score in at most five letters, for who moves: W7, L4, D, won, +12, −3.4, 62%.
 * @param {ScoreView} score
 * @param {number | null} visits
 */
export function brief(score, visits = null) {
  if (score.kind === "proven") {
    const letter = score.value > 0 ? "W" : score.value < 0 ? "L" : "D";
    return score.value && score.distance !== null ? `${letter}${score.distance}` : letter;
  }
  if (visits !== null) return `${Math.round((score.value / 1000 + 1) * 50)}%`;
  return score.sure ? (score.value > 0 ? "won" : "lost") : signed(score.value);
}

/**
 * A score as a sentence without its full stop, as in "Red wins in 5 plies".
 * @param {ScoreView} score
 * @param {string[]} players
 * @param {number | null} visits
 */
export function inWords(score, players, visits = null) {
  const name = players[score.player];
  if (score.kind === "proven") return score.value ? `${name} ${fate(score)}` : DRAW;
  if (score.sure) return `${name} is ${score.value > 0 ? "winning" : "losing"}`;
  const advantage = advantageOf({ score, visits });
  const [, level] = LEVELS.find(([most]) => Math.abs(advantage) <= most) ?? [];
  return level ? `${players[advantage > 0 ? 0 : 1]} is ${level}` : "about even";
}

/**
 * What is proven, behind "Red to move": ", and wins in 5 plies"; nothing for an estimate.
 * @param {ScoreView | null} score
 */
export function proof(score) {
  if (score?.kind !== "proven") return "";
  return score.value ? `, ${score.value > 0 ? "and" : "but"} ${fate(score)}` : `: ${DRAW}`;
}

/** @param {ScoreView} score */
function fate({ value, distance }) {
  const verb = value > 0 ? "wins" : "loses";
  return distance === null ? verb : `${verb} in ${plies(distance)}`;
}

/** @param {number} count */
function plies(count) {
  return count === 1 ? "1 ply" : `${count} plies`;
}

/**
 * The advantage of the first player, -1 to 1; a Monte Carlo search's estimate is a share of wins.
 * @param {Judged} judged
 */
export function advantageOf({ score, visits }) {
  if (score.kind === "proven" || visits === null) return score.advantage;
  return (score.value / 1000) * (score.player === 0 ? 1 : -1);
}

/** @param {number} value */
function signed(value) {
  const size = Math.abs(value);
  const digits =
    size >= 10000
      ? `${Math.round(size / 1000)}k`
      : size >= 10 || Number.isInteger(size)
        ? String(Math.round(size))
        : size.toFixed(1);
  return value < 0 ? `−${digits}` : value > 0 ? `+${digits}` : "0";
}

/**
 * Whether a move was looked at.
 * @template {MoveReportView} M
 * @param {M} move
 * @returns {move is M & {score: ScoreView}}
 */
export function isJudged(move) {
  return move.score !== null;
}

/**
 * Scores of an analysis as the board's overlay wants them.
 * @param {AnalysisView} analysis
 * @returns {MoveScore[]}
 */
export function overlayOf({ moves, player }) {
  const known = moves.filter(({ score, policy }) => score || policy !== null);
  if (!known.length) return [];
  const sign = player === 0 ? 1 : -1;
  const levels = known.filter(isJudged).map((move) => advantageOf(move) * sign);
  const best = Math.max(...levels);
  const spread = Math.max(best - Math.min(...levels), 0.1);
  /** @param {MoveReportView} move */
  const loss = (move) => {
    if (!isJudged(move)) return 1 - (move.policy ?? 0);
    return move.score.kind === "proven"
      ? (1 - move.score.value) / 2
      : (best - advantageOf(move) * sign) / spread;
  };
  const visits = known.reduce((sum, move) => sum + (move.visits ?? 0), 0);
  return known.map((move, index) => ({
    move: move.text,
    path: move.path,
    text: move.score ? brief(move.score, move.visits) : percent(move.policy ?? 0),
    loss: loss(move),
    best: index === 0,
    proven: move.score?.kind === "proven",
    share: move.policy ?? (visits ? (move.visits ?? 0) / visits : 0),
  }));
}

/**
 * Arrows for the best move, where it leads from one cell to another.
 * @param {AnalysisView} analysis
 * @returns {[number, number][]}
 */
export function arrowsOf({ moves: [best] }) {
  const path = best?.score ? best.path : [];
  return path.length > 1 ? [[path[0], path[path.length - 1]]] : [];
}

/**
 * A sentence with what a ply is, where it counts in plies.
 * @param {string} words
 */
export function explained(words) {
  return /\bpl(y|ies)\b/.test(words) ? `${words} (a ply is a move of one side)` : words;
}

/**
 * What the letters and numbers of an analysis mean; nothing where there are none.
 * @param {AnalysisView} analysis
 * @param {string[]} players
 */
export function legendOf({ moves, player }, players) {
  const judged = moves.filter(isJudged);
  if (!judged.length) return "";
  const isCounted = judged.some(({ score }) => score.kind === "proven" && score.distance !== null);
  const open = judged.filter(({ score }) => score.kind !== "proven");
  const deep = open.find(({ visits, depth }) => visits === null && depth);
  const parts = [`Scores are for ${players[player]}, who moves; ★ is the best.`];
  if (isCounted) parts.push("W7 wins and L7 loses in 7 plies; a ply is a move of one side.");
  if (deep) parts.push(`d${deep.depth} looked ${plies(deep.depth)} ahead.`);
  if (open.some(({ visits }) => visits !== null))
    parts.push("50% is even; 2 k× was tried 2000 times.");
  return parts.join(" ");
}

/**
 * What the rings around the scores of an analysis mean; nothing where there are none.
 * @param {AnalysisView} analysis
 * @param {string[]} players
 */
export function ringsOf({ moves, player, value }, players) {
  const expects =
    value === null ? "" : ` It expects ${percent((1 + value) / 2)} for ${players[player]}.`;
  if (moves.some(({ policy }) => policy !== null))
    return `Rings: how likely the network thinks each move to be the best.${expects}`;
  return moves.some(({ visits }) => visits) ? "Rings: how often each move was tried." : "";
}

/**
 * Whose turn it is or how the game ended; a move that is on no cell is named if it is the only one.
 * @param {Pick<PositionView, "status" | "legal">} view
 */
export function statusOf({ status, legal }) {
  const [only, ...others] = legal;
  return only && !others.length && !only.path.length ? `${status}: ${only.text}` : status;
}

/**
 * The judgement of a position in which the game is over; no engine is needed for that.
 * @param {OutcomeView} outcome
 * @returns {Judgement}
 */
export function settled({ winner, text }) {
  return {
    advantage: winner === null ? 0 : [1, -1][winner],
    brief: winner === null ? "D" : "W", // at the winner's end of the bar
    text,
    depth: DEEPEST,
  };
}

/**
 * A share as 62%.
 * @param {number} share
 */
export function percent(share) {
  return `${Math.round(100 * share)}%`;
}
