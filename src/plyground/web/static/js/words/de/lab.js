/**
 * Labor: Experimente und Trainings, und Diagramme.
 *
 * @import { Words } from "../../words.js"
 */

/** @type {Words["chart"]} */
export const chart = {
  asTable: "Dasselbe als Tabelle",
  numbers: (name) => `${name}, Zahlen`,
  fromTo: (label, from, to) => `${label} von ${from} bis ${to}`,
  at: (label, from) => `${label} bei ${from}`,
  noPoints: "Keine Punkte",
  about: (y, x, told) => `${y} nach ${x}. ${told}.`,
  range: (low, high) => ` (${low} bis ${high})`,
};

/** @type {Words["lab"]} */
export const lab = {
  experiments: "Versuche",
  reading: "Die Ergebnisse werden gelesen…",
  allVerdicts: "Alle Urteile",
  running: "läuft",
  yoursAre: "Deine: ",
  about:
    "Die Tabellen und Abbildungen von fünf Berichten, neu gemessen. Öffne einen Versuch, um seine Zahlen zu sehen oder ihn laufen zu lassen.",
  run: "Starten",
  experiment: "Versuch",
  rawData: "Rohdaten",
  isRun: (name) => `${name} läuft`,
  runAgain: (seed) => `Noch einmal, Startzahl ${seed}`,
  failed: "fehlgeschlagen",
  starting: "Beginnt, oder wartet auf den davor.",
  runningStep: (done, all, step) => `Läuft: ${done} von ${all}, ${step}`,
  notRun: (minutes, command) =>
    `Noch nicht gelaufen; ein schneller Lauf dauert etwa ${minutes} Minuten. ${command}`,
  quick: (minutes, command) => `Ein schneller Lauf dauert etwa ${minutes} Minuten. ${command}`,
  oursAre: "Unsere: ",
  changed: (changed, all) => `; ${changed} von ${all} gingen anders aus`,
  yoursState: (state) => `deines: ${state}`,
  shownBy: "Zu sehen in ",
  beside: (text) => `Daneben: ${text}.`,
  yoursWhy: (text) => `Deines: ${text}`,
  whose: { ours: "Unsere", yours: "Deine" },
  states: {
    reproduced: "bestätigt",
    consistent: "vereinbar, zu wenige Partien",
    differs: "weicht ab",
    undecided: "unentschieden",
    "not comparable": "nicht vergleichbar",
    "not run": "nicht gelaufen",
  },
  counts: {
    reproduced: (count) => `${count} bestätigt`,
    consistent: (count) => `${count} vereinbar`,
    differs: (count) => `${count} ${count === 1 ? "weicht" : "weichen"} ab`,
    undecided: (count) => `${count} unentschieden`,
    "not comparable": (count) => `${count} nicht vergleichbar`,
    "not run": (count) => `${count} nicht gelaufen`,
  },
  marks: {
    derived: "abgeleitet, zählt nicht",
    arithmetic: "Arithmetik, zählt nicht",
    "fitted afterwards": "nachträglich angepasst, zählt nicht",
  },
  markCounts: {
    derived: (count) => `${count} abgeleitet`,
    arithmetic: (count) => `${count} Arithmetik`,
    "fitted afterwards": (count) => `${count} nachträglich angepasst`,
  },
  flips: (flips, repeats) => `kippt in ${flips} von ${repeats} Läufen`,
  heads: {
    what: "Was",
    report: "Bericht",
    ours: "unseres",
    yours: "deines",
    state: "Zustand",
    why: "Warum",
  },
  listHeads: ["Versuch", "Bericht", "Zustand", "Urteile"],
  trainings: {
    title: "Netze, die lernen",
    none: (folder) =>
      `Kein Training in ${folder}. „plyground train tic_tac_toe --minutes 5“ beginnt eines, und hier ist es zu sehen.`,
    progress: (minutes, planned) => `${minutes} von ${planned} Minuten`,
    sofar: (minutes) => `${minutes} Minuten`,
    games: (count) => `${count} Partien`,
    notYet: "Es spielt die ersten Partien; sobald es genug sind, beginnt das Lernen.",
    minutes: "Minuten",
    kept: (share) => `hält den Wert in ${share} der Stellungen`,
    mistakes: "Fehlzüge in 1.000 Zügen",
    score: "Punkte der Vorhersage",
    losses: "Lernfehler",
    policyLoss: "der Züge",
    valueLoss: "des Werts",
  },
};
