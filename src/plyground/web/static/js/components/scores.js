/** Scores for people: short for the board, long for the panel, a share for the bar. */

/** A score in at most five letters, for who moves: W7, L4, D, +12, −3.4, 62%. */
export function brief(score, visits = null) {
  if (score.kind === "proven") {
    const letter = score.value > 0 ? "W" : score.value < 0 ? "L" : "D";
    return score.value && score.distance !== null ? `${letter}${score.distance}` : letter;
  }
  if (visits !== null) return `${Math.round((score.value / 1000 + 1) * 50)}%`;
  return signed(score.value);
}

/** The advantage of the first player, -1 to 1; a Monte Carlo search's estimate is a share of wins. */
export function advantageOf({ score, visits }) {
  if (score.kind === "proven" || visits === null) return score.advantage;
  return (score.value / 1000) * (score.player === 0 ? 1 : -1);
}

function signed(value) {
  const size = Math.abs(value);
  const digits = size >= 10000 ? `${Math.round(size / 1000)}k` : size >= 10 || Number.isInteger(size) ? String(Math.round(size)) : size.toFixed(1);
  return value < 0 ? `−${digits}` : value > 0 ? `+${digits}` : "0";
}

/** Scores of an analysis as the board's overlay wants them. */
export function overlayOf({ moves, player }) {
  const known = moves.filter(({ score }) => score);
  if (!known.length) return [];
  const sign = player === 0 ? 1 : -1;
  const level = (move) => advantageOf(move) * sign;
  const levels = known.map(level);
  const best = Math.max(...levels);
  const spread = Math.max(best - Math.min(...levels), 0.1);
  const visits = known.reduce((sum, move) => sum + (move.visits ?? 0), 0);
  return known.map((move, index) => ({
    move: move.text,
    path: move.path,
    text: brief(move.score, move.visits),
    loss: (best - level(move)) / spread,
    best: index === 0,
    proven: move.score.kind === "proven",
    share: visits ? move.visits / visits : 0,
  }));
}
