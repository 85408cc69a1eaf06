/**
 * Analyse: Engine, Editor, Import und Export, Eröffnungen, Kommentare, Bretter zum Einbetten.
 *
 * @import { Words } from "../../words.js"
 */

/** @type {Words["analyse"]} */
export const analyse = {
  judge: "Die ganze Partie bewerten",
  play: "Ab hier spielen",
  heading: (title) => `${title} analysieren`,
  bestLines: "Beste Varianten",
  noLines: "Noch keine Varianten.",
  scores: "Bewertungen auf dem Brett",
  game: "Partie",
  promote: "Zur Hauptvariante machen",
  remove: "Zug entfernen",
  begin: "Neu",
  edit: "Stellung ändern",
  answers: (player, move, score) => `${player} antwortet ${move}: ${score}.`,
  tryAgain: "Noch einmal",
  stopJudging: (done, all) => `Nicht weiter bewerten (${done} von ${all})`,
  graph: (player, known, all) =>
    `Vorteil von ${player} im Lauf der Partie; ${known} von ${all} Stellungen bewertet`,
  notJudged: "Noch nicht bewertet",
  proven: "bewiesen",
};

/** @type {Words["engine"]} */
export const engine = {
  unsolved:
    "Nicht rechtzeitig gelöst. Gib mehr Sekunden, oder spiele weiter: Spätere Stellungen sind leichter.",
  estimated: "Nicht auf Anhieb bewiesen: Dies sind Schätzungen einer Suche.",
  partly: "G, V und R sind bewiesen, die anderen sind Schätzungen einer Suche.",
  reply: "Meine Züge mit dem besten Zug beantworten",
  title: "Engine",
  ownSpec: "Selbst beschreiben…",
  spec: "Beschreibung der Engine",
  any: "alle",
  seconds: "Sekunden",
  depth: "Tiefe",
  stopped: "angehalten",
  limit: "Die Grenze ist erreicht.",
  known: "Alles ist bekannt.",
  busy: (ahead) => `Alle Suchen sind beschäftigt; ${ahead} davor.`,
  stop: "Engine anhalten",
  start: "Engine starten",
  noScores: (spec, analyst) => `${spec} bewertet keine Züge; ${analyst} tut es.`,
  ranges: "Sekunden gehen von 0,1 bis 60, Tiefe von 1 bis 120.",
  kinds: {
    analyst: "Exakt, wo möglich",
    alphabeta: "Alpha-Beta",
    mcts: "Monte Carlo",
    minimax: "Minimax, 4 Halbzüge",
    alphazero: "Netz und Suche",
    policy: "Netz allein",
    perfect: "Perfektes Spiel",
  },
  numbers: { depth: "Tiefe", positions: "Stellungen", rate: "pro Sekunde", time: "Zeit" },
};

/** @type {Words["editor"]} */
export const editor = {
  asText: "Stellung als Text",
  name: "Stellungseditor",
  title: "Eine Stellung aufbauen",
  places: "Ein Klick setzt",
  nothing: "Nichts",
  toMove: "Am Zug",
  use: "Diese Stellung verwenden",
  clear: "Leeren",
  cancel: "Abbrechen",
};

/** @type {Words["exchange"]} */
export const exchange = {
  field: "Züge, eine Stellung oder eine Aufzeichnung",
  hint: "Züge, eine Stellung oder eine Aufzeichnung",
  file: "Datei zum Einlesen",
  copied: (what) => `${what} kopiert.`,
  ready: (what) => `${what}: steht zum Kopieren im Feld.`,
  title: "Einlesen und ausgeben",
  import: "Einlesen",
  copyMoves: "Züge kopieren",
  moves: "Züge",
  copyPosition: "Stellung kopieren",
  position: "Stellung",
  saveRecord: "Aufzeichnung speichern",
  saveSvg: "Als SVG speichern",
  savePng: "Als PNG speichern",
  saveGif: "Partie als GIF speichern",
  nothing: "Es gibt nichts einzulesen: Füge Züge, eine Stellung oder eine Aufzeichnung ein.",
  noJson: (problem) => `Das beginnt wie eine Aufzeichnung, ist aber kein JSON: ${problem}`,
  noRecord: "Eine Aufzeichnung hat ein Spiel und Züge.",
  noPicture: "es entstand kein Bild",
};

/** @type {Words["explorer"]} */
export const explorer = {
  title: "Eröffnungen",
  move: "Zug",
  proven: "Bewiesen",
  chosen: "Gewählt",
  results: "Gewonnen, remis, verloren",
  own: "Mit den Partien der Arena hier",
  loading: "Wird nachgeschlagen…",
  here: (games, here) =>
    `${here} von ${games} Partien unserer Agenten kamen hierher. Die Ergebnisse gelten für den, der zieht; Züge, die einander spiegeln, zählen als einer.`,
  notHere: (games) => `Keine von ${games} Partien unserer Agenten kam hierher.`,
  noGames: "Auf diesem Brett gibt es keine Partien unserer Agenten; die Arena kann welche spielen.",
  noProof: "nicht bewiesen, oder noch nicht gefragt",
  by: (agents) => `von ${agents}`,
  over: "Die Partie ist zu Ende.",
  more: (count) => `und ${count} weitere`,
  rest: (count) => `Nicht gezeigt: ${count} weitere ${count === 1 ? "Zeile" : "Zeilen"}.`,
};

/** @type {Words["comments"]} */
export const comments = {
  of: "Kommentar zu ",
  field: (move) => `Kommentar zu ${move}`,
  none: "Kommentar zu einem Zug",
  empty: "Spiele oder wähle einen Zug, um etwas dazu zu schreiben.",
  hint: "Was denkst du über diesen Zug?",
};

/** @type {Words["embedding"]} */
export const embedding = {
  embed: "Einbetten",
  title: "Dieses Brett einbetten",
  about:
    "Setze diese Zeile in eine eigene Seite. Sie zeigt die Partie zum Durchgehen, solange dieser Server läuft und der Browser ihn erreicht.",
  line: "Die Zeile für die eigene Seite",
  theme: "Farben",
  themes: { auto: "wie das System", light: "hell", dark: "dunkel" },
  copy: "Kopieren",
  close: "Schließen",
  copied: "Die Zeile ist kopiert.",
  forbidden: "Der Browser verbietet das Kopieren; markiere stattdessen die Zeile.",
  frame: (title) => `${title} auf Plyground`,
  walk: "Durch die Partie gehen",
  open: "In Plyground öffnen",
  failed: "Dieses Brett lässt sich nicht zeigen.",
  noGame: "Die Adresse nennt kein Spiel, wie in /embed/#/play/konane.",
  away: "Der Server ist nicht da.",
  again: "Noch einmal versuchen",
  number: (ply, all) => `${ply} von ${all}`,
};
