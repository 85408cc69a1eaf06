/**
 * Rätsel und die Regeln zum Durchklicken.
 *
 * @import { Words } from "../../words.js"
 */

/** @type {Words["puzzles"]} */
export const puzzles = {
  unreadable: (title) => `Die Rätsel zu ${title} lassen sich nicht lesen`,
  others: "Rätsel zu anderen Spielen:",
  fault: (title, says) => `Keine Rätsel zu ${title}: ${says}`,
  none: (title) => `Noch keine Rätsel zu ${title}`,
  howToMake: "Erzeuge welche und trage die Datei beim Wissen des Spiels ein: ",
  moves: "Was jeder Zug bewirkt",
  next: "Nächstes Rätsel",
  show: "Die Lösung zeigen",
  play: "Ausspielen",
  all: (count) => `alle (${count})`,
  heading: (title) => `Rätsel zu ${title}`,
  title: "Rätsel",
  choose: "Auswählen",
  grade: "Schwierigkeit ",
  ofDay: (day) => `vom ${day}`,
  ofAll: (number, count) => `${number} von ${count}`,
  which: (which, grade) => `Rätsel ${which} · ${grade}`,
  ask: (player, question) => `${player} am Zug. ${question}`,
  answer: "Antworte auf dem Brett.",
  solved: " (gelöst)",
  streak: (row, best, days) =>
    `Auf Anhieb richtig: ${row} in Folge (am besten ${best}). Tage in Folge: ${days}.`,
  measured: (share) => `Gemessen: Schwache Agenten antworten in ${share} der Fälle falsch`,
  right: (told) => `Richtig: ${told}.`,
  anotherLoses: "Ein anderer verliert.",
  better: "Es gibt einen besseren Zug.",
  wrong: (told, other) => `Nicht dieser: ${told}. ${other} Versuche es noch einmal.`,
  answerIs: (move, does) => `Die Lösung: ${move} ${does}.`,
  today: (title) => `Rätsel des Tages: ${title}`,
  grades: { easy: "leicht", medium: "mittel", hard: "schwer" },
};

/** @type {Words["tour"]} */
export const tour = {
  walk: "einen Schritt zurück oder weiter (im Brett: von Feld zu Feld)",
  heading: (title) => `So spielt man ${title}`,
  link: "So wird gespielt, Schritt für Schritt",
  none: (title) => `Noch keine Schritte für ${title}`,
  noneHelp: "Das Spiel nennt keine Einführung in seine Regeln.",
  step: (number, count) => `Schritt ${number} von ${count}`,
  steps: "Schritte",
  rule: "Regel",
  back: "Zurück",
  next: "Weiter",
  skip: "Überspringen",
  again: "Noch einmal",
  done: "Fertig",
  refused: (why) => `Nicht erlaubt. ${why}`,
  otherwise: "Das ist ein erlaubter Zug, aber nicht der gesuchte. Versuche es noch einmal.",
  play: (title) => `${title} spielen`,
};
