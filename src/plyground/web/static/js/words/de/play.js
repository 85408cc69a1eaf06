/**
 * Spielen: Spieler, Parameter, das Ende einer Partie, Wertungen eines Menschen.
 *
 * @import { Words } from "../../words.js"
 */

/** @type {Words["play"]} */
export const play = {
  undo: "Zurück",
  analyse: "Ab hier analysieren",
  seeSearch: "Die Suche ansehen",
  together: "Zu zweit spielen",
  invite: "Ab hier einladen",
  heading: (title) => `${title} spielen`,
  players: "Spieler",
  newGame: "Neue Partie",
  redo: "Wieder vor",
  hint: "Tipp",
  pause: "Pause",
  copyLink: "Link kopieren",
  sound: "Ton",
  rules: "Regeln in einer Zeile",
  playOn: "Weiterspielen",
  begun: "Neue Partie.",
  undone: "Zurückgenommen.",
  redone: "Wiederholt.",
  thinking: "denkt",
  stopped: "angehalten",
  waiting: (ahead) => `wartet, ${ahead} davor`,
  gettingReady: "macht sich bereit",
  progress: (depth, positions) => `denkt: Tiefe ${depth}, ${positions} Stellungen`,
  hintWhy: (move, why) => `Tipp: ${move}. ${why}.`,
  hintIs: (move) => `Tipp: ${move}.`,
  copied: "Der Link zu dieser Stellung ist kopiert.",
  notCopied: "Der Browser verbietet das Kopieren; der Link steht in der Adresszeile.",
};

/** @type {Words["players"]} */
export const players = {
  people: "Für Menschen",
  report: "Wie im Bericht",
  own: "Eigene",
  write: "Selbst beschreiben…",
  clock: "Bedenkzeit bisher",
  who: (player) => `Wer ${player} spielt`,
  spec: (player) => `Beschreibung des Agenten für ${player}`,
  human: "Mensch",
  howToWrite: "Schreibe eine Art mit ihren Argumenten, dann drücke Eingabe.",
};

/** @type {Words["parameters"]} */
export const parameters = {
  begin: "Neue Partie auf diesem Brett",
  title: "Brett ",
  idle: (name) =>
    `„${name}“ ändert hier nichts: Die anderen Einstellungen entscheiden. Leere sie zuerst.`,
};

/** @type {Words["end"]} */
export const end = {
  draw: "Remis",
  won: (player) => `${player} hat gewonnen`,
  youWon: "Du hast gewonnen",
  youLost: "Du hast verloren",
  title: "Ergebnis",
  rematch: "Revanche",
  swap: "Seiten tauschen",
  how: (reason, moves) => `${reason}, nach ${moves} ${moves === 1 ? "Zug" : "Zügen"}.`,
};

/** @type {Words["opponents"]} */
export const opponents = {
  titled: (name, title) => `${name} · ${title}`,
  character: (title, does) => `${title} ${does}`,
  rated: (rating, margin, games) => `Etwa ${rating} ± ${margin}, gemessen in ${games} Partien.`,
};

/** @type {Words["person"]} */
export const person = {
  title: "Deine Wertung",
  rating: (rating, margin, games) =>
    `Du: etwa ${rating} ± ${margin}, nach ${games} ${games === 1 ? "Partie" : "Partien"} auf diesem Brett`,
  change: (change) => ` (${change} durch diese)`,
  uncounted: (why) => `Diese Partie zählt nicht für deine Wertung: ${why}.`,
  spoilt: {
    undo: "ein Zug wurde zurückgenommen",
    hint: "du hattest einen Tipp",
    players: "die Spieler haben unterwegs gewechselt",
    middle: "die Seite wurde mittendrin geöffnet",
    position: "sie hat bei einer aufgebauten Stellung begonnen",
  },
  forget: "Vergessen",
  forgotten: "Deine Wertung in diesem Spiel ist vergessen.",
};
