/**
 * Tree: the search, step by step.
 *
 * @import { Section } from "../en.js"
 */

/** @satisfies {Section} */
export const tree = {
  name: "The tree",
  drawn: "Nodes drawn",
  drawFitting: "draw what fits",
  draw: (count) => `draw ${count}`,
  position: "The position of the selected node",
  view: "View",
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
  fit: "Fit",
  showAll: "Show the whole tree",
  follow: "Follow",
  save: "Save the tree as SVG, for slides",
  heading: "Search tree",
  lessons: "Lessons on trees",
  searching: "searching…",
  begun: "Searching…",
  searchFrom: "Search from here",
  after: (moves) => `After ${moves}`,
  root: "The root",
};

// the buttons that step through a search
/** @satisfies {Section} */
export const stepper = {
  start: "To the start",
  back: "One step back",
  play: "Play",
  on: "One step on",
  end: "To the end",
  cutoff: "Next cutoff",
  toCutoff: "To the next cutoff",
  step: "Step",
  slow: "slow",
  steps: "Steps",
  speed: "Speed",
  pause: "Pause",
  at: (step, all) => `step ${step} of ${all}`,
};

// what a tree shows
/** @satisfies {Section} */
export const settings = {
  position: "This position",
  numbers: "Tree of numbers",
  growth: "Monte Carlo",
  grown: (simulations, exploration) => `${simulations} simulations, exploration ${exploration}`,
  alphaBeta: "alpha-beta",
  minimax: "minimax",
  strictly: "strict cuts",
  ordered: "good moves first",
  withTable: "table",
  mirrored: "mirrors merged",
  evaluatedBy: (evaluator) => `evaluator ${evaluator}`,
  deep: (depth) => `depth ${depth}`,
  stop: "Stop",
  growAgain: "Grow again",
  what: "What to show",
  title: "Settings",
  depth: "Depth",
  pruning: "Alpha-beta pruning",
  strict: "Cut strictly worse only",
  ordering: "Good moves first",
  table: "Table",
  merged: "Merge mirror images",
  boards: "Boards in the nodes",
  evaluator: "Evaluator",
  choose: "choose…",
  tree: "Tree",
  example: "Example",
  bestFirst: "Best first",
  each: "each one",
  every: (count) => `every ${count}`,
  simulations: "Simulations",
  show: "Show",
  exploration: "Exploration c",
};

// a recorded search
/** @satisfies {Section} */
export const search = {
  visited: (entered, nodes) => `${entered} of ${nodes} nodes visited`,
  depth: (depth) => `depth ${depth}`,
  minimax: (sign, nodes) => `minimax visits ${sign}${nodes}`,
  recorded: (count) => `${count} can be stepped through, the deep ones are counted`,
  stopped: "stopped after 5 seconds: choose less depth",
  worth: (value) => `value ${value}`,
  legend:
    "▲ MAX takes the largest child, ▼ MIN the smallest, ▭ is a leaf. [alpha, beta] is the window. ≥ and ≤ mark bounds. Dashed branches are pruned. W5 is a win in 5 plies, L5 a loss, = a draw; won and lost are what the evaluator says.",
  shown: " (shown)",
  title: "With and without",
  state: "State",
  unrecorded: "searched and counted, but not recorded",
  nodes: "Nodes",
  pruned: "pruned: never looked at",
  moves: "Moves",
  butLeaf: (player) => `${player}, but a leaf`,
  value: "Value",
  window: "Window",
  windowIs: (alpha, beta) => `alpha ${alpha}, beta ${beta}`,
  mirrors: "Mirror images",
  order: "Order",
  rank: (rank, all) => `${rank} of ${all}`,
  why: "Why",
  cutoff: "Cutoff",
  more: "more",
  andMore: (count) => `and ${count} more`,
  someNodes: (count) => `${count} nodes`,
  isPruned: "pruned",
  notYet: "not yet",
  best: "best",
  looking: "looking",
  unknown: "not known yet",
  heads: ["search", "nodes", "time", "cuts"],
  childHeads: ["move", "value", "state"],
  soFar: " so far",
};

// nodes of a tree, for who listens
/** @satisfies {Section} */
export const looks = {
  more: "more",
  unrecorded: (count) => `${count} more nodes, searched and counted, but not recorded`,
  pruned: "pruned, not looked at",
  notReached: "not reached yet",
  move: (move) => `move ${move}`,
  moves: (moves) => `moves ${moves}`,
  root: "root",
  leaf: "Leaf",
  max: "MAX node",
  min: "MIN node",
  twins: (moves) => ` and its mirror images ${moves}`,
  noValue: "no value yet",
  window: (window) => `window ${window}`,
  drawn: "drawn",
  visited: (move, visits, value) => `${move}, ${visits} visits, value ${value}`,
};

// where the value of a node comes from
/** @satisfies {Section} */
export const reasons = {
  end: "the game is over",
  evaluated: "evaluated",
  table: "table hit: searched before, to the same depth",
  largest: "the largest of its children",
  smallest: "the smallest of its children",
  cut: "a bound: moves were cut",
  notEnough: "a bound: no child is good enough to matter",
  cutoff: (limit, relation) => `${limit} cutoff: ${relation}`,
};

// what a node of a tree is worth
/** @satisfies {Section} */
export const values = {
  win: "win",
  loss: "loss",
  draw: "draw",
  within: (value, plies) => `${value} in ${plies}`,
  one: (value) => `a ${value}`,
  aDraw: "a draw",
  even: "0, even",
  forWhom: (value, player) => `${value} for ${player}`,
  atLeast: "at least ",
  atMost: "at most ",
};

// one sentence for each step of a search
/** @satisfies {Section} */
export const explain = {
  begin: (max, min) =>
    `Nothing is searched yet. ${max} moves at the root and wants a large value; ${min} wants a small one. Press ▶ or the right arrow key.`,
  root: (mover) => `The search begins at the root, where ${mover} moves.`,
  openWindow: " Nothing is known yet: alpha is −∞ and beta is +∞.",
  ordinals: ["the first", "the second", "the third", "the fourth", "the fifth", "the sixth"],
  ordinal: (number) => `number ${number}`,
  tries: (mover, move, order) => `${mover} tries ${move}, ${order} here`,
  leaf: (tries) => `${tries}: a leaf.`,
  hasElsewhere: (player, value) => `${player} has ${value} elsewhere`,
  holdsTo: (player, value) => `${player} can hold it to ${value}`,
  and: ", and ",
  entered: (tries, mover, known) => `${tries}. Now ${mover} moves${known}.`,
  found: (mover, value, move) => `${mover} has found ${value} with ${move}`,
  best: (found, mover) => `${found}, the best for ${mover} so far at this node.`,
  alphaRises: (found, value) => `${found}, the best so far: alpha rises to ${value}.`,
  betaFalls: (found, value) => `${found}, the best so far: beta falls to ${value}.`,
  noBound: (found) => `${found}, the best so far, but it changes no bound.`,
  has: (mover, value, other, limit) =>
    `${mover} has found ${value}; ${other} already has ${limit} elsewhere`,
  cut: (has, count) =>
    `${has}, so ${count === 1 ? "the remaining child" : `the remaining ${count} children`} cannot matter: cut off.`,
  cutNothing: (has, other) =>
    `${has}, so ${other} will not come here: a cutoff, though no child was left.`,
  table: (value) => `This position was searched before: the table knows ${value}.`,
  over: (value) => `The game is over here: ${value}.`,
  evaluated: (value) => `The search looks no deeper: the evaluator says ${value}.`,
  number: (value) => `A leaf: its number is ${value}.`,
  done: (value, mover, move) =>
    `The search is done: the root is worth ${value}, and ${mover} plays ${move}.`,
  takesLargest: (mover, value) => `All children are known; ${mover} takes the largest: ${value}.`,
  takesSmallest: (mover, value) => `All children are known; ${mover} takes the smallest: ${value}.`,
  enough: (value) => `This node is worth ${value}: enough to know, the rest was cut.`,
  noBetter: (value, mover) =>
    `This node is worth ${value}: no better for ${mover} than what ${mover} already has elsewhere.`,
  child: (number) => `child ${number}`,
};

/** @satisfies {Section} */
export const examples = {
  classic: "The classic",
  figure: "After Figure 2 of the tic-tac-toe report",
  bestFirst: "Best move first: most is cut",
  worstOrder: "Worst order: nothing is cut",
  deep: "A deep cutoff",
};

// a Monte Carlo tree
/** @satisfies {Section} */
export const growth = {
  waiting: "waiting",
  over: (outcome) => `the game is over: ${outcome}`,
  ahead: (count) => `waiting: ${count} searches are ahead`,
  preparing: "preparing: machine code is being made for this game, once",
  finished: "finished: the result is proven",
  gettingReady: "Getting ready: machine code is being made for this game, once.",
  begin:
    "Every simulation walks down the tree, adds a leaf, plays on at random and counts the result on its way back.",
  onlyRoot: (simulations) => `After ${simulations} the tree is only its root.`,
  visited: (simulations, move, visits, won) =>
    `After ${simulations}, ${move} was visited most: ${visits} times, won ${won}.`,
  summary: (simulations, nodes, drawn, state) =>
    `${simulations} · ${nodes} nodes in the tree, ${drawn} drawn · ${state}`,
  legend: (first, second) =>
    `In a circle: visits; below it: the share won by who moved there. Solid circles are moves of ${first}, dashed ones of ${second}. Thick lines are visited more; shaded circles were visited since the last step.`,
  mover: "Moved here",
  visits: "Visits",
  value: "Value",
  worth: (value) => `${value} for who moved here`,
  exploration: "Exploration",
  proven: "Proven",
  next: (visited, move, value, exploration, sum) =>
    `${visited} The next goes to ${move}: value ${value} + exploration ${exploration} = ${sum} is the largest.`,
  heads: ["move", "visits", "value", "explore", "sum"],
  simulations: (written, count) => `${written} simulation${count === 1 ? "" : "s"}`,
  phases: {
    preparing: "preparing",
    growing: "growing",
    done: "done",
    stopped: "stopped",
    failed: "failed",
  },
};
