/**
 * Lernen: Lektionen, ihr Code und ihre Fragen.
 *
 * @import { Words } from "../../words.js"
 */

/** @type {Words["learn"]} */
export const learn = {
  heading: "Lerne, wie Programme vorausdenken",
  about: (count) =>
    `${count} kurze Lektionen. Mathematik brauchst du nicht; jeder Baum ist eine echte Suche. `,
  soFar: (right, asked) => `Bisher waren ${right} von ${asked} Antworten richtig.`,
  goOnWith: (title) => `Weiter: ${title}`,
  begin: "Beginnen",
  rightOf: (right, asked) => `${right} von ${asked} richtig`,
  moment: "Einen Augenblick…",
  place: (lesson, lessons, part, parts) =>
    `Lektion ${lesson} von ${lessons} · Teil ${part} von ${parts}`,
  all: "Alle Lektionen",
  presenter: "Vortragsansicht",
  next: (title) => `Nächste: ${title}`,
  goOn: "Weiter",
  lesson: "Lektion",
  back: "Zurück",
  openTree: "In der Ansicht Baum öffnen",
  play: "Diese Stellung spielen",
  another: "Ein anderer Baum",
  questionOf: (number, count) => `Frage ${number} von ${count}`,
  question: "Frage",
  nextQuestion: "Nächste Frage",
  right: "Richtig. ",
  wrong: "Nicht ganz. ",
  score: (right, asked) => `${right} von ${asked} richtig`,
};

/** @type {Words["code"]} */
export const code = {
  leaf: "  ein Blatt?  gib zurück, was es wert ist",
  table: "  in der Tabelle?  gib zurück, was sie sagt",
  loop: "  für jedes Kind:",
  bestMinimax: "    bisher am besten?  MAX behält das größte w, MIN das kleinste",
  result: "  gib das beste w zurück",
  bestAlphaBeta: "    bisher am besten?  MAX hebt alpha auf w, MIN senkt beta auf w",
  cut: "    alpha ≥ beta?  halt: die andere Seite kommt nicht hierher",
  title: "Die Suche in Worten",
  alphaBeta: "Alpha-Beta",
  minimax: "Minimax",
  call: "wert(knoten):",
  look: "    w = wert(kind)",
  callAlphaBeta: "wert(knoten, alpha, beta):",
  lookAlphaBeta: "    w = wert(kind, alpha, beta)",
};

/** @type {Words["questions"]} */
export const questions = {
  inQuestion: "der fragliche Knoten",
  position: "Die Stellung",
  nothingFound: "in der Zeit wurde nichts herausgefunden",
  worth: (mover) =>
    `Alle Kinder des markierten Knotens sind bekannt, und ${mover} zieht dort. Was ist der Knoten wert?`,
  best: (player) => `Welchen Zug soll ${player} an der Wurzel wählen?`,
  bestWhy: (player, moves, outcome) => `${player} nimmt das größte Kind, ${moves}: ${outcome}.`,
  or: " oder ",
  moves: (player) => `Wie viele Züge hat ${player} an der Wurzel dieses Baums?`,
  movesMerged: "Wie viele erste Züge bleiben, wenn Spiegelbilder vereint sind?",
  movesWhy: (count) => `Jede Linie von der Wurzel nach unten ist ein Zug: Es sind ${count}.`,
  ends: "Auf wie viele verschiedene Arten kann die Partie von hier bis zum Ende weitergehen?",
  endsWhy: (count) =>
    `Jedes Blatt, ein Knoten mit nichts darunter, ist das Ende eines Weges: ${count}.`,
  winner: "Am markierten Blatt ist die Partie zu Ende. Wie ging sie aus?",
  wins: (player) => `${player} gewinnt`,
  cut: (left) =>
    left === 1
      ? "Am markierten Knoten ist ein Kind übrig. Schneidet Alpha-Beta es ab?"
      : `Am markierten Knoten sind ${left} Kinder übrig. Schneidet Alpha-Beta sie ab?`,
  cutYes: "Ja, abschneiden",
  cutNo: "Nein, weitersuchen",
  visits: (count) =>
    `Der Baum hat ${count} Knoten. Wie viele besucht Alpha-Beta in dieser Reihenfolge?`,
  visitsSome: (visited, all) =>
    `Es besucht ${visited} von ${all}; die gestrichelten sind abgeschnitten.`,
  visitsAll: "Es besucht alle: Nichts wird abgeschnitten.",
  nothingElsewhere: (mover, found, other) =>
    `${mover} hat hier ${found} gefunden, und ${other} hat anderswo noch nichts Besseres: Nichts lässt sich abschneiden.`,
  worseElsewhere: (mover, found, other, has) =>
    `${mover} hat hier ${found} gefunden, aber ${other} hat anderswo nur ${has} und käme noch hierher: Der Rest zählt.`,
  known: "Die Suche ist bei der markierten Stellung angekommen. Kennt die Tabelle sie schon?",
  knownYes: "Ja: Sie wurde schon gesucht",
  knownNo: "Nein: Sie ist neu",
  knownWhy: (explained) => `${explained} Dieselben Steine kamen in anderer Reihenfolge.`,
  newWhy: "Kein fertiger Knoten zeigt dieselben Steine: Sie muss gesucht werden.",
  random: (player) =>
    `Von hier an spielen beide Seiten zufällig. Nach welchem ersten Zug gewinnt ${player} am häufigsten?`,
  randomWhy: (shares) => `${shares}. Ein Remis zählt halb.`,
  next: "Addiere Wert und Erkundung. Zu welchem Zug geht die nächste Simulation?",
  nextWhy: (sums) => `Wert und Erkundung zusammen: ${sums}. Die größte Summe ist dran.`,
  policy: (player) =>
    `${player} ist am Zug. Welchen Zug mag das Netz am meisten, bevor irgendetwas gesucht wird?`,
  policyWhy: (first, share, second, less) =>
    `${first} bekommt ${share} seines Vertrauens, ${second} ${less}.`,
  exact: (player) =>
    `${player} ist am Zug, und keine Seite macht einen Fehler. Wie endet die Partie?`,
  exactWhy: (outcome) => `Der Löser hat alles angesehen: ${outcome}.`,
  keeping: (moves) => `Wie viele der ${moves} Züge erhalten dieses Ergebnis?`,
  keepingWhy: (count, moves) =>
    `${count} von ${moves}: Es sind die mit dem besten Buchstaben auf dem Brett.`,
};
