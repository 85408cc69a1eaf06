/**
 * What several screens say of a game: the board, its moves, scores, mistakes and why.
 *
 * @import { Section } from "../en.js"
 */

/** @satisfies {Section} */
export const board = {
  name: "Board",
  stone: (player) => `${player} stone`,
  empty: "empty",
  pickedUp: "picked up",
  canGo: "can go here",
  legal: "legal move",
  drops: (cell) => `drops to ${cell}`,
  label: (title) => `${title} board`,
};

// the list of moves
/** @satisfies {Section} */
export const moves = {
  first: "First position",
  back: "Back",
  forward: "Forward",
  last: "Last position",
  title: "Moves",
  ofTheGame: "Moves of the game",
  variations: "Moves and variations",
  noneYet: "No moves yet.",
  none: "No moves yet. Click the board; other moves become variations.",
  slips: { blunder: "blunder", mistake: "mistake", inaccuracy: "inaccuracy" },
  isSlip: {
    blunder: (move) => `${move} is a blunder.`,
    mistake: (move) => `${move} is a mistake.`,
    inaccuracy: (move) => `${move} is an inaccuracy.`,
  },
};

/** @satisfies {Section} */
export const refusal = {
  noMove: (move, help) => `${move} is no move here. ${help}`.trim(),
  noStone: "there is no stone to move; click a stone first",
  others: (player) => `this stone belongs to ${player}`,
  stuck: "this stone cannot move now",
};

// while machine code is made
/** @satisfies {Section} */
export const compiling = {
  ready: "getting ready, once",
  longer: (seconds) => `longer than the ${seconds}\u00a0s that were expected`,
  about: (seconds) => `about ${seconds}\u00a0s`,
  now: "any moment now",
  what: (what, game, long) => `compiling ${what} for ${game}, once: ${long}`,
  title: "Compiling",
};

// what a position is worth, for people
/** @satisfies {Section} */
export const scores = {
  slightlyAhead: (player) => `${player} is slightly ahead`,
  ahead: (player) => `${player} is ahead`,
  farAhead: (player) => `${player} is far ahead`,
  winning: (player) => `${player} is winning`,
  losing: (player) => `${player} is losing`,
  even: "about even",
  drawn: "a draw with best play",
  won: "won",
  lost: "lost",
  wins: "wins",
  draws: "draws",
  loses: "loses",
  within: (verb, plies) => `${verb} in ${plies === 1 ? "1 ply" : `${plies} plies`}`,
  andWins: (wins) => `, and ${wins}`,
  butLoses: (loses) => `, but ${loses}`,
  explained: (score) => `${score} (a ply is a move of one side)`,
  whose: (player) => `Scores are for ${player}, who moves; ★ is the best.`,
  counted: "W7 wins and L7 loses in 7 plies; a ply is a move of one side.",
  deep: (plies) => `d${plies} looked ${plies === 1 ? "1 ply" : `${plies} plies`} ahead.`,
  visited: "50% is even; 2 k× was tried 2000 times.",
  expects: (share, player) => ` It expects ${share} for ${player}.`,
  policyRings: "Rings: how likely the network thinks each move to be the best.",
  visitRings: "Rings: how often each move was tried.",
};

/** @satisfies {Section} */
export const review = {
  points: "Turning points",
  title: "Review",
  looking: (move) => `Looking at move ${move}…`,
  allProven: "All of it is proven.",
  provenFrom: (move) => `Proven from move ${move} on; before that, estimated.`,
  estimated: "Estimated, not proven.",
  noPoints: "No turning points: no move threw the result away. ",
  move: (number) => `Move ${number}: `,
  find: "Find the better move",
  findBetter: (player, move) => `${player}: find a better move than ${move}`,
  notJudged: "not judged",
  right: "That is it.",
  wrong: "Try another move.",
  change: (before, after) => ` ${before} before it; ${after} after it.`,
};

/** @satisfies {Section} */
export const why = {
  ask: "Why?",
  looking: "Looking for a proof…",
  back: "Step back",
  next: "Next step",
  close: "Close the explanation",
  title: "Why",
  over: "The game is over.",
  canTry: (player) => `${player} can try:`,
  then: (move) => `, then ${move}`,
  rest: "The rest is proven, too.",
  restIn: (plies) => `The rest is proven, too: ${plies} more plies.`,
};
