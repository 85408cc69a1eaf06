/**
 * Baum: die Suche, Schritt für Schritt.
 *
 * @import { Words } from "../../words.js"
 */

/** @type {Words["tree"]} */
export const tree = {
  name: "Der Baum",
  drawn: "Gezeichnete Knoten",
  drawFitting: "zeichnen, was passt",
  draw: (count) => `${count} zeichnen`,
  position: "Die Stellung des gewählten Knotens",
  view: "Ansicht",
  zoomIn: "Vergrößern",
  zoomOut: "Verkleinern",
  fit: "Einpassen",
  showAll: "Den ganzen Baum zeigen",
  follow: "Folgen",
  save: "Den Baum als SVG speichern, für Folien",
  heading: "Suchbaum",
  lessons: "Lektionen über Bäume",
  searching: "sucht…",
  begun: "Sucht…",
  searchFrom: "Ab hier suchen",
  after: (moves) => `Nach ${moves}`,
  root: "Die Wurzel",
};

/** @type {Words["stepper"]} */
export const stepper = {
  start: "Zum Anfang",
  back: "Einen Schritt zurück",
  play: "Abspielen",
  on: "Einen Schritt weiter",
  end: "Zum Ende",
  cutoff: "Nächster Schnitt",
  toCutoff: "Zum nächsten Schnitt",
  step: "Schritt",
  slow: "langsam",
  steps: "Schritte",
  speed: "Tempo",
  pause: "Pause",
  at: (step, all) => `Schritt ${step} von ${all}`,
};

/** @type {Words["settings"]} */
export const settings = {
  position: "Diese Stellung",
  numbers: "Zahlenbaum",
  growth: "Monte Carlo",
  grown: (simulations, exploration) => `${simulations} Simulationen, Erkundung ${exploration}`,
  alphaBeta: "Alpha-Beta",
  minimax: "Minimax",
  strictly: "strenge Schnitte",
  ordered: "gute Züge zuerst",
  withTable: "Tabelle",
  mirrored: "Spiegelbilder vereint",
  evaluatedBy: (evaluator) => `Bewertung ${evaluator}`,
  deep: (depth) => `Tiefe ${depth}`,
  stop: "Anhalten",
  growAgain: "Neu wachsen lassen",
  what: "Was zu sehen ist",
  title: "Einstellungen",
  depth: "Tiefe",
  pruning: "Alpha-Beta-Schnitte",
  strict: "Nur streng Schlechteres weglassen",
  ordering: "Gute Züge zuerst",
  table: "Tabelle",
  merged: "Spiegelbilder vereinen",
  boards: "Bretter in den Knoten",
  evaluator: "Bewertung",
  choose: "auswählen…",
  tree: "Baum",
  example: "Beispiel",
  bestFirst: "Bester zuerst",
  each: "jede",
  every: (count) => `jede ${count}.`,
  simulations: "Simulationen",
  show: "Zeigen",
  exploration: "Erkundung c",
};

/** @type {Words["search"]} */
export const search = {
  visited: (entered, nodes) => `${entered} von ${nodes} Knoten besucht`,
  depth: (depth) => `Tiefe ${depth}`,
  minimax: (sign, nodes) => `Minimax besucht ${sign}${nodes}`,
  recorded: (count) => `${count} lassen sich durchgehen, die tiefen sind gezählt`,
  stopped: "nach 5 Sekunden angehalten: Wähle weniger Tiefe",
  worth: (value) => `Wert ${value}`,
  legend:
    "▲ MAX nimmt das größte Kind, ▼ MIN das kleinste, ▭ ist ein Blatt. [alpha, beta] ist das Fenster. ≥ und ≤ sind Schranken. Gestrichelte Zweige sind abgeschnitten. G5 ist ein Gewinn in 5 Halbzügen, V5 ein Verlust, = ein Remis; gewonnen und verloren sagt die Bewertung.",
  shown: " (gezeigt)",
  title: "Mit und ohne",
  state: "Zustand",
  unrecorded: "gesucht und gezählt, aber nicht aufgezeichnet",
  nodes: "Knoten",
  pruned: "abgeschnitten: nie angesehen",
  moves: "Züge",
  butLeaf: (player) => `${player}, aber ein Blatt`,
  value: "Wert",
  window: "Fenster",
  windowIs: (alpha, beta) => `alpha ${alpha}, beta ${beta}`,
  mirrors: "Spiegelbilder",
  order: "Reihenfolge",
  rank: (rank, all) => `${rank} von ${all}`,
  why: "Warum",
  cutoff: "Schnitt",
  more: "mehr",
  andMore: (count) => `und ${count} weitere`,
  someNodes: (count) => `${count} Knoten`,
  isPruned: "geschnitten",
  notYet: "noch nicht",
  best: "bester",
  looking: "in Arbeit",
  unknown: "noch nicht bekannt",
  heads: ["Suche", "Knoten", "Zeit", "Schnitte"],
  childHeads: ["Zug", "Wert", "Zustand"],
  soFar: " bisher",
};

/** @type {Words["looks"]} */
export const looks = {
  more: "mehr",
  unrecorded: (count) => `${count} weitere Knoten, gesucht und gezählt, aber nicht aufgezeichnet`,
  pruned: "abgeschnitten, nicht angesehen",
  notReached: "noch nicht erreicht",
  move: (move) => `Zug ${move}`,
  moves: (moves) => `Züge ${moves}`,
  root: "Wurzel",
  leaf: "Blatt",
  max: "MAX-Knoten",
  min: "MIN-Knoten",
  twins: (moves) => ` und seine Spiegelbilder ${moves}`,
  noValue: "noch kein Wert",
  window: (window) => `Fenster ${window}`,
  drawn: "remis",
  visited: (move, visits, value) => `${move}, ${visits} Besuche, Wert ${value}`,
};

/** @type {Words["reasons"]} */
export const reasons = {
  end: "die Partie ist zu Ende",
  evaluated: "bewertet",
  table: "Treffer in der Tabelle: schon ebenso tief gesucht",
  largest: "das größte seiner Kinder",
  smallest: "das kleinste seiner Kinder",
  cut: "eine Schranke: Züge wurden abgeschnitten",
  notEnough: "eine Schranke: Kein Kind ist gut genug, um zu zählen",
  cutoff: (limit, relation) => `${limit}-Schnitt: ${relation}`,
};

/** @type {Words["values"]} */
export const values = {
  win: "Gewinn",
  loss: "Verlust",
  draw: "Remis",
  within: (value, plies) => `${value} in ${plies}`,
  one: (value) => `${value}`,
  aDraw: "Remis",
  even: "0, ausgeglichen",
  forWhom: (value, player) => `${value} für ${player}`,
  atLeast: "mindestens ",
  atMost: "höchstens ",
};

/** @type {Words["explain"]} */
export const explain = {
  begin: (max, min) =>
    `Noch ist nichts gesucht. ${max} zieht an der Wurzel und will einen großen Wert, ${min} einen kleinen. Drücke ▶ oder die rechte Pfeiltaste.`,
  root: (mover) => `Die Suche beginnt an der Wurzel, wo ${mover} zieht.`,
  openWindow: " Noch ist nichts bekannt: alpha ist −∞ und beta ist +∞.",
  ordinals: [
    "als erstes",
    "als zweites",
    "als drittes",
    "als viertes",
    "als fünftes",
    "als sechstes",
  ],
  ordinal: (number) => `als ${number}.`,
  tries: (mover, move, order) => `${mover} versucht hier ${order} ${move}`,
  leaf: (tries) => `${tries}: ein Blatt.`,
  hasElsewhere: (player, value) => `${player} hat anderswo ${value}`,
  holdsTo: (player, value) => `${player} kann es auf ${value} drücken`,
  and: ", und ",
  entered: (tries, mover, known) => `${tries}. Jetzt zieht ${mover}${known}.`,
  found: (mover, value, move) => `${mover} hat mit ${move} ${value} gefunden`,
  best: (found, mover) => `${found}, an diesem Knoten bisher das Beste für ${mover}.`,
  alphaRises: (found, value) => `${found}, bisher das Beste: alpha steigt auf ${value}.`,
  betaFalls: (found, value) => `${found}, bisher das Beste: beta sinkt auf ${value}.`,
  noBound: (found) => `${found}, bisher das Beste, aber keine Schranke ändert sich.`,
  has: (mover, value, other, limit) =>
    `${mover} hat ${value} gefunden; ${other} hat anderswo schon ${limit}`,
  cut: (has, count) =>
    `${has}, also ${count === 1 ? "kann das letzte Kind" : `können die übrigen ${count} Kinder`} nichts mehr ändern: abgeschnitten.`,
  cutNothing: (has, other) =>
    `${has}, also kommt ${other} nicht hierher: ein Schnitt, obwohl kein Kind mehr übrig war.`,
  table: (value) => `Diese Stellung wurde schon gesucht: Die Tabelle weiß ${value}.`,
  over: (value) => `Hier ist die Partie zu Ende: ${value}.`,
  evaluated: (value) => `Tiefer sieht die Suche nicht: Die Bewertung sagt ${value}.`,
  number: (value) => `Ein Blatt: Seine Zahl ist ${value}.`,
  done: (value, mover, move) =>
    `Die Suche ist fertig. Wert der Wurzel: ${value}; ${mover} spielt ${move}.`,
  takesLargest: (mover, value) => `Alle Kinder sind bekannt; ${mover} nimmt das größte: ${value}.`,
  takesSmallest: (mover, value) =>
    `Alle Kinder sind bekannt; ${mover} nimmt das kleinste: ${value}.`,
  enough: (value) => `Wert dieses Knotens: ${value}. Das genügt, der Rest wurde abgeschnitten.`,
  noBetter: (value, mover) =>
    `Wert dieses Knotens: ${value}. Das ist nicht besser als das, was ${mover} anderswo schon hat.`,
  child: (number) => `Kind ${number}`,
};

/** @type {Words["examples"]} */
export const examples = {
  classic: "Der Klassiker",
  figure: "Nach Abbildung 2 des Berichts über Tic-Tac-Toe",
  bestFirst: "Bester Zug zuerst: Das meiste entfällt",
  worstOrder: "Schlechteste Reihenfolge: Nichts entfällt",
  deep: "Ein tiefer Schnitt",
};

/** @type {Words["growth"]} */
export const growth = {
  waiting: "wartet",
  over: (outcome) => `die Partie ist zu Ende: ${outcome}`,
  ahead: (count) => `wartet: ${count} Suchen sind davor`,
  preparing: "in Vorbereitung: Für dieses Spiel entsteht Maschinencode, nur einmal",
  finished: "fertig: Das Ergebnis ist bewiesen",
  gettingReady: "In Vorbereitung: Für dieses Spiel entsteht Maschinencode, nur einmal.",
  begin:
    "Jede Simulation geht den Baum hinab, fügt ein Blatt an, spielt zufällig weiter und zählt auf dem Rückweg das Ergebnis.",
  onlyRoot: (simulations) => `Nach ${simulations} besteht der Baum nur aus seiner Wurzel.`,
  visited: (simulations, move, visits, won) =>
    `Nach ${simulations} wurde ${move} am meisten besucht: ${visits}-mal, ${won} gewonnen.`,
  summary: (simulations, nodes, drawn, state) =>
    `${simulations} · ${nodes} Knoten im Baum, ${drawn} gezeichnet · ${state}`,
  legend: (first, second) =>
    `Im Kreis: Besuche; darunter: der Anteil, den gewann, wer dorthin zog. Durchgezogene Kreise sind Züge von ${first}, gestrichelte von ${second}. Dicke Linien wurden öfter besucht; gefüllte Kreise seit dem letzten Schritt.`,
  mover: "Hierher zog",
  visits: "Besuche",
  value: "Wert",
  worth: (value) => `${value} für die Seite, die hierher zog`,
  exploration: "Erkundung",
  proven: "Bewiesen",
  next: (visited, move, value, exploration, sum) =>
    `${visited} Die nächste geht zu ${move}: Wert ${value} + Erkundung ${exploration} = ${sum} ist am größten.`,
  heads: ["Zug", "Besuche", "Wert", "Erkund.", "Summe"],
  simulations: (written, count) => `${written} Simulation${count === 1 ? "" : "en"}`,
  phases: {
    preparing: "in Vorbereitung",
    growing: "wächst",
    done: "fertig",
    stopped: "angehalten",
    failed: "fehlgeschlagen",
  },
};
