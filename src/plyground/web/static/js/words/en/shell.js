/**
 * What the page says around its screens: header, keys, a server that is away, a published site.
 *
 * @import { Section } from "../en.js"
 */

/** @type {string} */
export const locale = "en";

/** @type {string} */
export const decimal = ".";

/** @param {number | string} number */
export const percent = (number) => `${number}%`;

// what is proven, in a letter
/** @satisfies {Section} */
export const letters = { win: "W", loss: "L", draw: "D" };

/** @satisfies {Section} */
export const shell = {
  serverAnswered: (status) => `the server answered ${status}`,
  press: "Click or press a key to begin the search.",
  cannotShow: "This cannot be shown",
  startGame: "Start a game",
  away: "The server is away. Your game is safe.",
  theme: (theme) => `Theme: ${theme}`,
  close: "Close",
  titles: {
    arena: "Arena",
    lab: "Lab",
    play: "Play",
    analyse: "Analyse",
    tree: "Tree",
    learn: "Learn",
    puzzles: "Puzzles",
    together: "Together",
    rules: "How to play",
  },
  skip: "Skip to the board",
  game: "Game",
  screens: "Screens",
  language: "Language",
  themes: { auto: "auto", light: "light", dark: "dark" },
  connection: { open: "connected", connecting: "connecting", lost: "reconnecting" },
};

// a published site, which has no server
/** @satisfies {Section} */
export const site = {
  title: "Loading",
  loading: (percent) =>
    `The engine is loading: ${percent} %. Moves you make now are answered as soon as it is there.`,
  starting: "The engine is starting. Moves you make now are answered as soon as it is there.",
  waiting: "The engine is starting; your move is answered as soon as it is there.",
  sizes:
    "On boards larger than usual, opponents may think much more slowly here than in an installed Plyground.",
  failed: (why) => `The engine could not be loaded, so nobody answers: ${why}`,
  connection: { open: "on this device", connecting: "loading", lost: "not loaded" },
};

// the list of keys
/** @satisfies {Section} */
export const keys = {
  list: "this list",
  title: "Keys",
  walkGame: "walk through the game (in the board: move between cells)",
  homeEnd: "Home End",
  ends: "first and last position",
  enter: "Enter",
  playCell: "in the board: play the cell",
  digits: "1 to 9",
  playNamed: "play the move of that name",
  escape: "Escape",
  putDown: "put a stone down again",
  space: "Space",
  playBest: "play the best move",
  hint: "hint",
  undo: "undo",
  redo: "redo",
  newGame: "new game",
  walkLine: "walk through the line (in the board: move between cells)",
  engine: "engine on or off",
  scores: "scores on the board on or off",
  delete: "Delete",
  remove: "remove the move and what follows",
  answerCell: "in the board: answer with the cell",
  answerNamed: "answer with the move of that name",
  nextPuzzle: "next puzzle",
  step: "one step back or on",
  stepEnds: "to the start or the end",
  playOrPause: "play or pause",
  cutoff: "to the next cutoff",
  zoom: "zoom in, zoom out, fit",
  tab: "Tab, then arrows",
  nodes: "walk the nodes of the tree; Enter selects",
  answer: "answer the question",
  goOn: "go on, once it is answered",
  presenter: "presenter's view: large type, nothing else",
};

/** @satisfies {Section} */
export const away = {
  title: "The server is away",
  about: "The page goes on by itself as soon as it is back. It is started with:",
};
