/**
 * Was mehrere Ansichten über ein Spiel sagen: Brett, Züge, Bewertungen, Fehler und warum.
 *
 * @import { Words } from "../../words.js"
 */

/** @param {number} count */
const halfMoves = (count) => (count === 1 ? "1 Halbzug" : `${count} Halbzügen`);

/** @type {Words["board"]} */
export const board = {
  name: "Brett",
  stone: (player) => `Stein von ${player}`,
  empty: "leer",
  pickedUp: "aufgenommen",
  canGo: "kann hierher",
  legal: "erlaubter Zug",
  drops: (cell) => `fällt auf ${cell}`,
  label: (title) => `${title}: Brett`,
};

/** @type {Words["moves"]} */
export const moves = {
  first: "Erste Stellung",
  back: "Zurück",
  forward: "Vor",
  last: "Letzte Stellung",
  title: "Züge",
  ofTheGame: "Züge der Partie",
  variations: "Züge und Varianten",
  noneYet: "Noch keine Züge.",
  none: "Noch keine Züge. Klicke auf das Brett; andere Züge werden zu Varianten.",
  slips: { blunder: "grober Fehler", mistake: "Fehler", inaccuracy: "Ungenauigkeit" },
  isSlip: {
    blunder: (move) => `${move} ist ein grober Fehler.`,
    mistake: (move) => `${move} ist ein Fehler.`,
    inaccuracy: (move) => `${move} ist eine Ungenauigkeit.`,
  },
};

/** @type {Words["refusal"]} */
export const refusal = {
  noMove: (move, help) => `${move} ist hier kein Zug. ${help}`.trim(),
  noStone: "hier steht kein Stein, der ziehen könnte; klicke zuerst auf einen Stein",
  others: (player) => `dieser Stein gehört ${player}`,
  stuck: "dieser Stein kann jetzt nicht ziehen",
};

/** @type {Words["compiling"]} */
export const compiling = {
  ready: "macht sich bereit, nur dieses eine Mal",
  longer: (seconds) => `länger als die erwarteten ${seconds}\u00a0s`,
  about: (seconds) => `etwa ${seconds}\u00a0s`,
  now: "gleich fertig",
  what: (what, game, long) => `für ${game} wird einmalig übersetzt: ${what}, ${long}`,
  title: "Übersetzen",
};

/** @type {Words["scores"]} */
export const scores = {
  slightlyAhead: (player) => `${player} steht etwas besser`,
  ahead: (player) => `${player} steht besser`,
  farAhead: (player) => `${player} steht viel besser`,
  winning: (player) => `${player} steht auf Gewinn`,
  losing: (player) => `${player} steht auf Verlust`,
  even: "etwa ausgeglichen",
  drawn: "Remis bei bestem Spiel",
  won: "gewonnen",
  lost: "verloren",
  wins: "gewinnt",
  draws: "hält Remis",
  loses: "verliert",
  within: (verb, plies) => `${verb} in ${halfMoves(Number(plies))}`,
  andWins: (wins) => ` und ${wins}`,
  butLoses: (loses) => `, aber ${loses}`,
  explained: (score) => `${score} (ein Halbzug ist ein Zug einer Seite)`,
  whose: (player) => `Bewertet wird für ${player} am Zug; ★ ist der beste Zug.`,
  counted: "G7 gewinnt und V7 verliert in 7 Halbzügen; ein Halbzug ist ein Zug einer Seite.",
  deep: (plies) =>
    `d${plies} hat ${plies === 1 ? "1 Halbzug" : `${plies} Halbzüge`} vorausgesehen.`,
  visited: "50 % ist ausgeglichen; 2 k× wurde 2000-mal versucht.",
  expects: (share, player) => ` Es erwartet ${share} für ${player}.`,
  policyRings: "Ringe: für wie wahrscheinlich das Netz jeden Zug als besten hält.",
  visitRings: "Ringe: wie oft jeder Zug versucht wurde.",
};

/** @type {Words["review"]} */
export const review = {
  points: "Wendepunkte",
  title: "Rückblick",
  looking: (move) => `Zug ${move} wird angesehen…`,
  allProven: "Alles ist bewiesen.",
  provenFrom: (move) => `Ab Zug ${move} bewiesen, davor geschätzt.`,
  estimated: "Geschätzt, nicht bewiesen.",
  noPoints: "Keine Wendepunkte: Kein Zug hat das Ergebnis verschenkt. ",
  move: (number) => `Zug ${number}: `,
  find: "Finde den besseren Zug",
  findBetter: (player, move) => `${player}: Finde einen besseren Zug als ${move}`,
  notJudged: "nicht bewertet",
  right: "Das ist er.",
  wrong: "Versuche einen anderen Zug.",
  change: (before, after) => ` Davor: ${before}; danach: ${after}.`,
};

/** @type {Words["why"]} */
export const why = {
  ask: "Warum?",
  looking: "Ein Beweis wird gesucht…",
  back: "Schritt zurück",
  next: "Nächster Schritt",
  close: "Die Erklärung schließen",
  title: "Warum",
  over: "Die Partie ist zu Ende.",
  canTry: (player) => `${player} kann versuchen:`,
  then: (move) => `, dann ${move}`,
  rest: "Auch der Rest ist bewiesen.",
  restIn: (plies) => `Auch der Rest ist bewiesen: noch ${plies} Halbzüge.`,
};
