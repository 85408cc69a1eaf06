/**
 * Zu zweit: Partien zwischen zwei Menschen.
 *
 * @import { Words } from "../../words.js"
 */

/** @type {Words["together"]} */
export const together = {
  from: "Die Partie beginnt in dieser Stellung, eine Revanche auch.",
  start: "Hier beginnt die Partie",
  rematch: "Revanche",
  again: (side) => `Eine neue Partie. Du spielst ${side}.`,
  againWatched: "Eine neue Partie mit vertauschten Seiten.",
  links: "Links zum Verschicken",
  forPlayer: "Für die andere Seite",
  forWatchers: "Für Zuschauer",
  onlyHere:
    "Diese Links gelten auf diesem Rechner. Für andere starte den Server mit --host und öffne die Seite mit dem Link, den er ausgibt.",
  copied: "Der Link ist kopiert.",
  notCopied: "Der Browser verbietet das Kopieren; markiere den Link stattdessen.",
  copyLink: (label) => `Den Link kopieren: ${label}`,
  copy: "Kopieren",
  begins: ", beginnt",
  withFriend: (title) => `${title} zu zweit spielen`,
  about:
    "Du bekommst einen Link zum Verschicken. Wer ihn öffnet, spielt auf diesem Server gegen dich; ein zweiter Link ist für alle, die nur zuschauen.",
  form: "Eine Partie zu zweit",
  youPlay: "Du spielst",
  minutes: "Minuten für jede Seite (0: ohne Uhren)",
  increment: "Sekunden, die jeder Zug hinzufügt",
  make: "Partie anlegen",
  looking: "Die Partie wird gesucht…",
  offer: "Angebot",
  offerDraw: "Remis anbieten",
  askTakeback: "Um Rücknahme bitten",
  resign: "Aufgeben",
  heading: (title) => `${title} gemeinsam spielen`,
  takenBack: "Zurückgenommen.",
  declined: "Abgelehnt.",
  bothHere: "Beide sind da.",
  cannotPlayOn: "Diese Partie lässt sich nicht fortsetzen",
  noGame: "Keine solche Partie",
  makeNew: "Eine neue Partie anlegen",
  waiting: "Warten auf die andere Seite",
  withdraw: "Zurückziehen",
  accept: "Annehmen",
  decline: "Ablehnen",
  another: "Noch eine Partie",
  analyse: "Diese Partie analysieren",
  watching: (count) => `Zuschauer: ${count}`,
  isAway: "nicht da",
  notHere: "noch nicht da",
  you: "du",
  connected: "verbunden",
  resignThis: "Diese Partie aufgeben?",
  yesResign: "Ja, aufgeben",
  timeLeft: "verbleibende Zeit",
  offers: {
    rematch: {
      yours: "Du bietest Revanche an.",
      theirs: (player) => `${player} bietet Revanche an.`,
    },
    draw: { yours: "Du bietest Remis an.", theirs: (player) => `${player} bietet Remis an.` },
    takeback: {
      yours: "Du bittest darum, einen Zug zurückzunehmen.",
      theirs: (player) => `${player} bittet darum, einen Zug zurückzunehmen.`,
    },
  },
};
