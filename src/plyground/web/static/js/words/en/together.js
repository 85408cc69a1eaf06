/**
 * Together: games between two people.
 *
 * @import { Section } from "../en.js"
 */

/** @satisfies {Section} */
export const together = {
  from: "The game begins at this position, and so does a rematch.",
  start: "Where the game begins",
  rematch: "Rematch",
  again: (side) => `A new game. You play ${side}.`,
  againWatched: "A new game, with the sides changed.",
  links: "Links to send",
  forPlayer: "For the other player",
  forWatchers: "For people who watch",
  onlyHere:
    "These links work on this machine. For others, start the server with --host and open the page by the link that it prints.",
  copied: "The link is copied.",
  notCopied: "The browser forbids copying; select the link instead.",
  copyLink: (label) => `Copy the link: ${label}`,
  copy: "Copy",
  begins: ", who begins",
  withFriend: (title) => `Play ${title} with a friend`,
  about:
    "You get a link to send. Whoever opens it plays against you on this server; a second link is for people who only watch.",
  form: "A game for two",
  youPlay: "You play",
  minutes: "Minutes for each player (0: no clocks)",
  increment: "Seconds that each move adds",
  make: "Make the game",
  looking: "Looking for the game…",
  offer: "Offer",
  offerDraw: "Offer a draw",
  askTakeback: "Ask for a takeback",
  resign: "Resign",
  heading: (title) => `Play ${title} together`,
  takenBack: "Taken back.",
  declined: "Declined.",
  bothHere: "Both players are here.",
  cannotPlayOn: "This game cannot be played on",
  noGame: "No such game",
  makeNew: "Make a new game",
  waiting: "Waiting for the other player",
  withdraw: "Withdraw",
  accept: "Accept",
  decline: "Decline",
  another: "Another game",
  analyse: "Analyse this game",
  watching: (count) => `Watching: ${count}`,
  isAway: "away",
  notHere: "not here yet",
  you: "you",
  connected: "connected",
  resignThis: "Resign this game?",
  yesResign: "Yes, resign",
  timeLeft: "time left",
  offers: {
    rematch: { yours: "You offer a rematch.", theirs: (player) => `${player} offers a rematch.` },
    draw: { yours: "You offer a draw.", theirs: (player) => `${player} offers a draw.` },
    takeback: {
      yours: "You ask to take a move back.",
      theirs: (player) => `${player} asks to take a move back.`,
    },
  },
};
