/**
 * Learn: lessons, their code and their questions.
 *
 * @import { Section } from "../en.js"
 */

/** @satisfies {Section} */
export const learn = {
  heading: "Learn how programs look ahead",
  about: (count) =>
    `${count} short lessons. No mathematics is needed; every tree is a real search. `,
  soFar: (right, asked) => `So far ${right} of ${asked} answers were right.`,
  goOnWith: (title) => `Go on: ${title}`,
  begin: "Begin",
  rightOf: (right, asked) => `${right} of ${asked} right`,
  moment: "One moment…",
  place: (lesson, lessons, part, parts) =>
    `Lesson ${lesson} of ${lessons} · part ${part} of ${parts}`,
  all: "All lessons",
  presenter: "Presenter's view",
  next: (title) => `Next: ${title}`,
  goOn: "Go on",
  lesson: "Lesson",
  back: "Back",
  openTree: "Open on the Tree screen",
  play: "Play this position",
  another: "Another tree",
  questionOf: (number, count) => `Question ${number} of ${count}`,
  question: "Question",
  nextQuestion: "Next question",
  right: "Right. ",
  wrong: "Not quite. ",
  score: (right, asked) => `Score ${right} of ${asked}`,
};

// the programs of the lessons
/** @satisfies {Section} */
export const code = {
  leaf: "  a leaf?  return what it is worth",
  table: "  in the table?  return what it says",
  loop: "  for each child:",
  bestMinimax: "    best so far?  MAX keeps the largest v, MIN the smallest",
  result: "  return the best v",
  bestAlphaBeta: "    best so far?  MAX raises alpha to v, MIN lowers beta to v",
  cut: "    alpha ≥ beta?  stop: the other side will not come here",
  title: "The search in words",
  alphaBeta: "Alpha-beta",
  minimax: "Minimax",
  call: "value(node):",
  look: "    v = value(child)",
  callAlphaBeta: "value(node, alpha, beta):",
  lookAlphaBeta: "    v = value(child, alpha, beta)",
};

// the questions of the lessons
/** @satisfies {Section} */
export const questions = {
  inQuestion: "the node in question",
  position: "The position",
  nothingFound: "nothing was found out in time",
  worth: (mover) =>
    `All children of the marked node are known, and ${mover} moves there. What is the node worth?`,
  best: (player) => `Which move should ${player} choose at the root?`,
  bestWhy: (player, moves, outcome) => `${player} takes the largest child, ${moves}: ${outcome}.`,
  or: " or ",
  moves: (player) => `How many moves does ${player} have at the root of this tree?`,
  movesMerged: "With mirror images merged, how many first moves are there to look at?",
  movesWhy: (count) => `Every line down from the root is a move: there are ${count}.`,
  ends: "How many different ways can the game go on from here until its end?",
  endsWhy: (count) =>
    `Every leaf, a node with nothing below it, is the end of one way to play on: ${count}.`,
  winner: "The game is over at the marked leaf. How did it end?",
  wins: (player) => `${player} wins`,
  cut: (left) =>
    left === 1
      ? "At the marked node one child is left. Will alpha-beta cut it?"
      : `At the marked node ${left} children are left. Will alpha-beta cut them?`,
  cutYes: "Yes, cut",
  cutNo: "No, look on",
  visits: (count) => `The tree has ${count} nodes. How many does alpha-beta visit in this order?`,
  visitsSome: (visited, all) => `It visits ${visited} of ${all}; the dashed ones are cut.`,
  visitsAll: "It visits all of them: nothing is cut.",
  nothingElsewhere: (mover, found, other) =>
    `${mover} has found ${found} here, and ${other} has nothing better elsewhere yet: nothing can be cut.`,
  worseElsewhere: (mover, found, other, has) =>
    `${mover} has found ${found} here, but ${other} has only ${has} elsewhere and would still come here: the rest matters.`,
  known: "The search has come to the marked position. Does the table know it already?",
  knownYes: "Yes: it was searched before",
  knownNo: "No: it is new",
  knownWhy: (explained) => `${explained} The same stones came in another order.`,
  newWhy: "No node that is done shows the same stones: it has to be searched.",
  random: (player) =>
    `From here on both sides play at random. After which first move does ${player} win most often?`,
  randomWhy: (shares) => `${shares}. A draw counts half.`,
  next: "Add value and exploration. To which move does the next simulation go?",
  nextWhy: (sums) => `Value and exploration together: ${sums}. The largest is next.`,
  policy: (player) =>
    `${player} is to move. Which move does the network like most, before any search?`,
  policyWhy: (first, share, second, less) =>
    `${first} gets ${share} of its trust, ${second} ${less}.`,
  exact: (player) =>
    `${player} is to move, and neither side makes a mistake. How does the game end?`,
  exactWhy: (outcome) => `The solver has looked at everything: ${outcome}.`,
  keeping: (moves) => `How many of the ${moves} moves keep that result?`,
  keepingWhy: (count, moves) =>
    `${count} of ${moves}: they are the ones with the best letter on the board.`,
};
