/**
 * Play: players, parameters, the end of a game, ratings of a person.
 *
 * @import { Section } from "../en.js"
 */

/** @satisfies {Section} */
export const play = {
  undo: "Undo",
  analyse: "Analyse from here",
  seeSearch: "See the search",
  together: "Play a friend",
  invite: "Invite from here",
  heading: (title) => `Play ${title}`,
  players: "Players",
  newGame: "New game",
  redo: "Redo",
  hint: "Hint",
  pause: "Pause",
  copyLink: "Copy link",
  sound: "Sound",
  rules: "Rules in a line",
  playOn: "Play on",
  begun: "New game.",
  undone: "Undone.",
  redone: "Redone.",
  thinking: "thinking",
  stopped: "stopped",
  waiting: (ahead) => `waiting, ${ahead} ahead`,
  gettingReady: "getting ready",
  progress: (depth, positions) => `thinking: depth ${depth}, ${positions} positions`,
  hintWhy: (move, why) => `Hint: ${move}. ${why}.`,
  hintIs: (move) => `Hint: ${move}.`,
  copied: "The link to this position is copied.",
  notCopied: "The browser forbids copying; the address bar holds the link.",
};

/** @satisfies {Section} */
export const players = {
  people: "For people",
  report: "As in the report",
  own: "Your own",
  write: "Write a spec…",
  clock: "time spent thinking",
  who: (player) => `Who plays ${player}`,
  spec: (player) => `Spec of the agent for ${player}`,
  human: "Human",
  howToWrite: "Write a kind with its arguments, then press Enter.",
};

/** @satisfies {Section} */
export const parameters = {
  begin: "New game on this board",
  title: "Board ",
  idle: (name) =>
    `“${name}” makes no difference here: the other settings decide. Clear them first.`,
};

/** @satisfies {Section} */
export const end = {
  draw: "A draw",
  won: (player) => `${player} won`,
  youWon: "You won",
  youLost: "You lost",
  title: "Result",
  rematch: "Rematch",
  swap: "Swap sides",
  how: (reason, moves) => `${reason}, after ${moves} ${moves === 1 ? "move" : "moves"}.`,
};

/** @satisfies {Section} */
export const opponents = {
  titled: (name, title) => `${name} · ${title}`,
  character: (title, does) => `${title} ${does}`,
  rated: (rating, margin, games) => `About ${rating} ± ${margin}, measured in ${games} games.`,
};

/** @satisfies {Section} */
export const person = {
  title: "Your rating",
  rating: (rating, margin, games) =>
    `You: about ${rating} ± ${margin}, after ${games} ${games === 1 ? "game" : "games"} on this board`,
  change: (change) => ` (${change} by this one)`,
  uncounted: (why) => `This game does not count for your rating: ${why}.`,
  spoilt: {
    undo: "a move was taken back",
    hint: "you had a hint",
    players: "the players changed on the way",
    middle: "the page was opened in the middle of it",
    position: "it began at a position that was set up",
  },
  forget: "Forget it",
  forgotten: "Your rating at this game is forgotten.",
};
