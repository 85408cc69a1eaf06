/**
 * Analyse: the engine, the editor, import and export, openings, comments, boards to embed.
 *
 * @import { Section } from "../en.js"
 */

/** @satisfies {Section} */
export const analyse = {
  judge: "Judge the whole game",
  play: "Play from here",
  heading: (title) => `Analyse ${title}`,
  bestLines: "Best lines",
  noLines: "No lines yet.",
  scores: "Scores on the board",
  game: "Game",
  promote: "Make main line",
  remove: "Remove move",
  begin: "New",
  edit: "Edit position",
  answers: (player, move, score) => `${player} answers ${move}: ${score}.`,
  tryAgain: "Try again",
  stopJudging: (done, all) => `Stop judging (${done} of ${all})`,
  graph: (player, known, all) =>
    `Advantage of ${player} over the game; ${known} of ${all} positions judged`,
  notJudged: "Not judged yet",
  proven: "proven",
};

/** @satisfies {Section} */
export const engine = {
  unsolved: "Not solved in time. Give it more seconds, or play on: later positions are easier.",
  estimated: "Not proven in a moment: these are estimates of a search.",
  partly: "W, L and D are proven; the others are estimates of a search.",
  reply: "Answer my moves with the best reply",
  title: "Engine",
  ownSpec: "Spec of your own…",
  spec: "Spec of the engine",
  any: "any",
  seconds: "Seconds",
  depth: "Depth",
  stopped: "stopped",
  limit: "The limit is reached.",
  known: "Everything is known.",
  busy: (ahead) => `All searchers are busy; ${ahead} ahead.`,
  stop: "Stop engine",
  start: "Start engine",
  noScores: (spec, analyst) => `${spec} does not score moves; ${analyst} does.`,
  ranges: "Seconds go from 0.1 to 60, depth from 1 to 120.",
  kinds: {
    analyst: "Exact where possible",
    alphabeta: "Alpha-beta",
    mcts: "Monte Carlo",
    minimax: "Minimax, 4 plies",
    alphazero: "Network and search",
    policy: "Network alone",
    perfect: "Perfect play",
  },
  numbers: { depth: "depth", positions: "positions", rate: "per second", time: "time" },
};

/** @satisfies {Section} */
export const editor = {
  asText: "Position as text",
  name: "Position editor",
  title: "Set up a position",
  places: "A click places",
  nothing: "Nothing",
  toMove: "To move",
  use: "Use this position",
  clear: "Clear",
  cancel: "Cancel",
};

/** @satisfies {Section} */
export const exchange = {
  field: "Moves, a position or a record",
  hint: "Moves, a position, or a record",
  file: "File to import",
  copied: (what) => `${what} copied.`,
  ready: (what) => `${what} stands in the field, ready to copy.`,
  title: "Import and export",
  import: "Import",
  copyMoves: "Copy moves",
  moves: "Moves",
  copyPosition: "Copy position",
  position: "Position",
  saveRecord: "Save record",
  saveSvg: "Save SVG",
  savePng: "Save PNG",
  saveGif: "Save GIF of the game",
  nothing: "There is nothing to import: paste moves, a position or a record.",
  noJson: (problem) => `This begins like a record, but is no JSON: ${problem}`,
  noRecord: "A record has a game and moves.",
  noPicture: "no picture was made",
};

/** @satisfies {Section} */
export const explorer = {
  title: "Opening explorer",
  move: "Move",
  proven: "Proven",
  chosen: "Chosen",
  results: "Won, drawn, lost",
  own: "With the games of the arena here",
  loading: "Looking it up…",
  here: (games, here) =>
    `${here} of ${games} games of our agents came here. Results are for who makes the move; moves that mirror each other count as one.`,
  notHere: (games) => `None of ${games} games of our agents came here.`,
  noGames: "There are no games of our agents on this board; the arena can play some.",
  noProof: "not proven, or not asked yet",
  by: (agents) => `by ${agents}`,
  over: "The game is over.",
  more: (count) => `and ${count} more`,
  rest: (count) => `Not shown: ${count} more ${count === 1 ? "row" : "rows"}.`,
};

/** @satisfies {Section} */
export const comments = {
  of: "Comment on ",
  field: (move) => `Comment on ${move}`,
  none: "Comment on a move",
  empty: "Play or choose a move to write about it.",
  hint: "What do you think of this move?",
};

/** @satisfies {Section} */
export const embedding = {
  embed: "Embed",
  title: "Embed this board",
  about:
    "Put this line into a page of yours. It shows the game to step through, as long as this server runs and the reader's browser reaches it.",
  line: "The line to put into a page",
  theme: "Colours",
  themes: { auto: "as the reader's system", light: "light", dark: "dark" },
  copy: "Copy",
  close: "Close",
  copied: "The line is copied.",
  forbidden: "The browser forbids copying; select the line instead.",
  frame: (title) => `${title} on Plyground`,
  walk: "Walk through the game",
  open: "Open in Plyground",
  failed: "This board cannot be shown.",
  noGame: "The address names no game, as in /embed/#/play/konane.",
  away: "The server is away.",
  again: "Try again",
  number: (ply, all) => `${ply} of ${all}`,
};
