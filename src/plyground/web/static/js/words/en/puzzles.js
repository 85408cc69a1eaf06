/**
 * Puzzles, and the rules to click through.
 *
 * @import { Section } from "../en.js"
 */

/** @satisfies {Section} */
export const puzzles = {
  unreadable: (title) => `The puzzles of ${title} cannot be read`,
  others: "Puzzles of other games:",
  fault: (title, says) => `No puzzles of ${title}: ${says}`,
  none: (title) => `No puzzles of ${title} yet`,
  howToMake: "Make some, and declare the file in the game's knowledge: ",
  moves: "What every move does",
  next: "Next puzzle",
  show: "Show the answer",
  play: "Play it out",
  all: (count) => `all (${count})`,
  heading: (title) => `Puzzles of ${title}`,
  title: "Puzzle",
  choose: "Choose",
  grade: "Grade ",
  ofDay: (day) => `of ${day}`,
  ofAll: (number, count) => `${number} of ${count}`,
  which: (which, grade) => `Puzzle ${which} · ${grade}`,
  ask: (player, question) => `${player} to move. ${question}`,
  answer: "Answer on the board.",
  solved: " (solved)",
  streak: (row, best, days) =>
    `Right at once: ${row} in a row (best ${best}). Daily streak: ${days} ${days === 1 ? "day" : "days"}.`,
  measured: (share) => `Measured: weak agents answer wrongly ${share} of the time`,
  right: (told) => `Right: ${told}.`,
  anotherLoses: "Another one loses.",
  better: "There is a better move.",
  wrong: (told, other) => `Not that one: ${told}. ${other} Try again.`,
  answerIs: (move, does) => `The answer: ${move} ${does}.`,
  today: (title) => `Today's puzzle: ${title}`,
  grades: { easy: "easy", medium: "medium", hard: "hard" },
};

/** @satisfies {Section} */
export const tour = {
  walk: "step back and on (in the board: move between cells)",
  heading: (title) => `How to play ${title}`,
  link: "How to play, step by step",
  none: (title) => `No steps for ${title} yet`,
  noneHelp: "The game's knowledge names no tour of its rules.",
  step: (number, count) => `Step ${number} of ${count}`,
  steps: "Steps",
  rule: "Rule",
  back: "Back",
  next: "Next",
  skip: "Skip",
  again: "Try again",
  done: "Done",
  refused: (why) => `Refused. ${why}`,
  otherwise: "That is a legal move, but not the one that is asked for. Try again.",
  play: (title) => `Play ${title}`,
};
