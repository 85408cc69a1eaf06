/**
 * Was die Seite um ihre Ansichten herum sagt: Kopf, Tasten, ein Server, der fehlt, eine veröffentlichte Seite.
 *
 * @import { Words } from "../../words.js"
 */

/** @type {Words["locale"]} */
export const locale = "de";

/** @type {Words["decimal"]} */
export const decimal = ",";

/** @type {Words["percent"]} */
export const percent = (number) => `${number}\u00a0%`;

/** @type {Words["letters"]} */
export const letters = { win: "G", loss: "V", draw: "R" };

/** @type {Words["shell"]} */
export const shell = {
  serverAnswered: (status) => `Der Server hat mit ${status} geantwortet`,
  press: "Klicke oder drücke eine Taste, damit die Suche beginnt.",
  cannotShow: "Das lässt sich nicht zeigen",
  startGame: "Eine Partie beginnen",
  away: "Der Server ist nicht da. Deine Partie ist sicher.",
  theme: (theme) => `Farben: ${theme}`,
  close: "Schließen",
  titles: {
    arena: "Arena",
    lab: "Labor",
    play: "Spielen",
    analyse: "Analyse",
    tree: "Baum",
    learn: "Lernen",
    puzzles: "Rätsel",
    together: "Zu zweit",
    rules: "Spielregeln",
  },
  skip: "Zum Brett springen",
  game: "Spiel",
  screens: "Ansichten",
  language: "Sprache",
  themes: { auto: "wie das System", light: "hell", dark: "dunkel" },
  connection: { open: "verbunden", connecting: "verbindet", lost: "verbindet neu" },
};

/** @type {Words["site"]} */
export const site = {
  title: "Wird geladen",
  loading: (percent) =>
    `Das Programm wird geladen: ${percent} %. Züge werden beantwortet, sobald es da ist.`,
  starting: "Das Programm startet. Züge werden beantwortet, sobald es da ist.",
  waiting: "Das Programm startet; dein Zug wird beantwortet, sobald es da ist.",
  sizes:
    "Auf größeren Brettern als üblich denken Gegner hier unter Umständen viel langsamer als in einem installierten Plyground.",
  failed: (why) => `Das Programm konnte nicht geladen werden, niemand antwortet: ${why}`,
  connection: { open: "auf diesem Gerät", connecting: "wird geladen", lost: "nicht geladen" },
};

/** @type {Words["keys"]} */
export const keys = {
  list: "diese Liste",
  title: "Tasten",
  walkGame: "durch die Partie gehen (im Brett: von Feld zu Feld)",
  homeEnd: "Pos1 Ende",
  ends: "erste und letzte Stellung",
  enter: "Eingabe",
  playCell: "im Brett: auf das Feld ziehen",
  digits: "1 bis 9",
  playNamed: "den Zug dieses Namens spielen",
  escape: "Esc",
  putDown: "einen Stein wieder ablegen",
  space: "Leertaste",
  playBest: "den besten Zug spielen",
  hint: "Tipp",
  undo: "zurücknehmen",
  redo: "wiederholen",
  newGame: "neue Partie",
  walkLine: "durch die Variante gehen (im Brett: von Feld zu Feld)",
  engine: "Engine an oder aus",
  scores: "Bewertungen auf dem Brett an oder aus",
  delete: "Entf",
  remove: "den Zug und was folgt entfernen",
  answerCell: "im Brett: mit dem Feld antworten",
  answerNamed: "mit dem Zug dieses Namens antworten",
  nextPuzzle: "nächstes Rätsel",
  step: "einen Schritt zurück oder weiter",
  stepEnds: "zum Anfang oder Ende",
  playOrPause: "abspielen oder anhalten",
  cutoff: "zum nächsten Schnitt",
  zoom: "vergrößern, verkleinern, einpassen",
  tab: "Tab, dann Pfeile",
  nodes: "durch die Knoten des Baums gehen; Eingabe wählt",
  answer: "die Frage beantworten",
  goOn: "weiter, sobald sie beantwortet ist",
  presenter: "Vortragsansicht: große Schrift, sonst nichts",
};

/** @type {Words["away"]} */
export const away = {
  title: "Der Server ist nicht da",
  about: "Die Seite macht von selbst weiter, sobald er wieder da ist. Gestartet wird er mit:",
};
