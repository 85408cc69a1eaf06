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

import { decimal } from "../dom.js";
import { served } from "../served.js";
import { words } from "../words.js";

/** @returns {[number, ((player: string) => string) | null][]} */
const levelNames = () => [
  [0.1, null],
  [0.35, words.scores.slightlyAhead],
  [0.7, words.scores.ahead],
  [1, words.scores.farAhead],
]; // up to an advantage

const DEEPEST = 1000; // deeper than any search

/**
 * A score in at most five letters, for who moves: W7, L4, D, won, +12, −3.4, 62%.
 * @param {ScoreView} score
 * @param {number | null} visits
 */
export function brief(score, visits = null) {
  if (score.kind === "proven") {
    const { win, loss, draw } = words.letters;
    const letter = score.value > 0 ? win : score.value < 0 ? loss : draw;
    return score.value && score.distance !== null ? `${letter}${score.distance}` : letter;
  }
  if (visits !== null) return words.percent(Math.round((score.value / 1000 + 1) * 50));
  return score.sure
    ? score.value > 0
      ? words.scores.won
      : words.scores.lost
    : signed(score.value);
}

/**
 * A score as a sentence without its full stop, as in "Red wins in 5 plies".
 * @param {ScoreView} score
 * @param {string[]} players
 * @param {number | null} visits
 */
export function inWords(score, players, visits = null) {
  const name = players[score.player];
  if (score.kind === "proven") return score.value ? `${name} ${fate(score)}` : words.scores.drawn;
  if (score.sure) return score.value > 0 ? words.scores.winning(name) : words.scores.losing(name);
  const advantage = advantageOf({ score, visits });
  const [, level] = levelNames().find(([most]) => Math.abs(advantage) <= most) ?? [];
  return level ? level(players[advantage > 0 ? 0 : 1]) : words.scores.even;
}

/**
 * What is proven, behind "Red to move": ", and wins in 5 plies"; nothing for an estimate.
 * @param {ScoreView | null} score
 */
export function proof(score) {
  if (score?.kind !== "proven") return "";
  if (!score.value) return `: ${words.scores.drawn}`;
  return score.value > 0 ? words.scores.andWins(fate(score)) : words.scores.butLoses(fate(score));
}

/** @param {ScoreView} score */
function fate({ value, distance }) {
  const { wins, loses, within } = words.scores;
  const verb = value > 0 ? wins : loses;
  return distance === null ? verb : within(verb, distance);
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
        : decimal(size.toFixed(1));
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
 * A score as a sentence without its full stop, with what a ply is where it counts in plies.
 * @param {ScoreView} score
 * @param {string[]} players
 */
export function explained(score, players) {
  const told = inWords(score, players);
  const isCounted = score.kind === "proven" && score.value && score.distance !== null;
  return isCounted ? words.scores.explained(told) : told;
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
  const parts = [words.scores.whose(players[player])];
  if (isCounted) parts.push(words.scores.counted);
  if (deep) parts.push(words.scores.deep(deep.depth));
  if (open.some(({ visits }) => visits !== null)) parts.push(words.scores.visited);
  return parts.join(" ");
}

/**
 * Which scores of an analysis are estimates, where it was to prove: all, some, or none ("").
 * @param {Pick<AnalysisView, "moves">} analysis
 */
export function estimatesOf({ moves }) {
  const kinds = new Set(moves.map(({ score }) => score?.kind));
  if (!kinds.has("estimate")) return "";
  return kinds.has("proven") ? words.engine.partly : words.engine.estimated;
}

/**
 * What the rings around the scores of an analysis mean; nothing where there are none.
 * @param {AnalysisView} analysis
 * @param {string[]} players
 */
export function ringsOf({ moves, player, value }, players) {
  const expects =
    value === null ? "" : words.scores.expects(percent((1 + value) / 2), players[player]);
  if (moves.some(({ policy }) => policy !== null)) return `${words.scores.policyRings}${expects}`;
  return moves.some(({ visits }) => visits) ? words.scores.visitRings : "";
}

/**
 * Whose turn it is or how the game ended; a move that is on no cell is named if it is the only one.
 * @param {Pick<PositionView, "status" | "legal">} view
 */
export function statusOf({ status, legal }) {
  const [only, ...others] = legal;
  const told = served(status);
  return only && !others.length && !only.path.length ? `${told}: ${only.text}` : told;
}

/**
 * The judgement of a position in which the game is over; no engine is needed for that.
 * @param {OutcomeView} outcome
 * @returns {Judgement}
 */
export function settled({ winner, text }) {
  return {
    advantage: winner === null ? 0 : [1, -1][winner],
    brief: winner === null ? words.letters.draw : words.letters.win, // at the winner's end of the bar
    text: served(text),
    depth: DEEPEST,
  };
}

/**
 * A share as 62%.
 * @param {number} share
 */
export function percent(share) {
  return words.percent(Math.round(100 * share));
}
