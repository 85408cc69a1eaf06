/**
 * Was der Server auf Englisch sagt, nach seinen Sätzen. Siehe served.js.
 *
 * @import { Words } from "../../words.js"
 */

/** @type {Words["served"]} */
export const served = {
  // games
  "Connect Four": "Vier gewinnt",
  "Tic-tac-toe": "Tic-Tac-Toe",
  "Place stones; no group of yours may outgrow the number of your groups.":
    "Setze Steine; keine deiner Gruppen darf größer sein als die Zahl deiner Gruppen.",
  "Join your two sides of the board; diamonds capture, the second may steal.":
    "Verbinde deine beiden Seiten des Bretts; Rauten schlagen, die zweite Seite darf den ersten Stein stehlen.",
  "Drop discs into columns; four in a line wins.":
    "Wirf Scheiben in die Spalten; vier in einer Reihe gewinnen.",
  "Jump over enemy stones and take them; who cannot jump loses.":
    "Springe über gegnerische Steine und nimm sie; wer nicht springen kann, verliert.",
  "Enclose enemy discs in a line to turn them over; most discs win.":
    "Schließe gegnerische Scheiben in einer Linie ein und drehe sie um; die meisten Scheiben gewinnen.",
  "Take turns to fill nine cells; three in a line wins.":
    "Füllt abwechselnd neun Felder; drei in einer Reihe gewinnen.",
  "a move is a cell from {1} to {2}, or steal": "ein Zug ist ein Feld von {1} bis {2}, oder steal",
  "a move is a cell from {1} to {2}, or pass": "ein Zug ist ein Feld von {1} bis {2}, oder pass",
  "a move is a cell from {1} to {2}": "ein Zug ist ein Feld von {1} bis {2}",
  "a move is a column from {1} to {2}": "ein Zug ist eine Spalte von {1} bis {2}",
  "a move is a square to remove (d5) or a jump in a straight line (c3-e3, c3-g3)":
    "ein Zug ist ein Feld, das geräumt wird (d5), oder ein Sprung in gerader Linie (c3-e3, c3-g3)",
  // players
  Red: "Rot",
  Blue: "Blau",
  Black: "Schwarz",
  White: "Weiß",
  "Yellow (X)": "Gelb (X)",
  "Red (O)": "Rot (O)",
  // parameters
  radius: "Radius",
  size: "Größe",
  width: "Breite",
  height: "Höhe",
  jumps: "Sprünge",
  opening: "Eröffnung",
  multi: "mehrere",
  single: "einer",
  standard: "üblich",
  free: "frei",
  "tiles from the centre to the edge": "Felder von der Mitte bis zum Rand",
  "cells along a side": "Felder an einer Seite",
  "cells along a side; even": "Felder an einer Seite; gerade",
  "squares along a side; even": "Felder an einer Seite; gerade",
  "squares along a side": "Felder an einer Seite",
  rows: "Reihen",
  columns: "Spalten",
  "rows of a board that is no square": "Reihen eines Bretts, das kein Quadrat ist",
  "columns of a board that is no square": "Spalten eines Bretts, das kein Quadrat ist",
  "number of columns": "Zahl der Spalten",
  "number of rows": "Zahl der Reihen",
  "whether a stone may go on jumping in line": "ob ein Stein in einer Linie weiterspringen darf",
  "which stone Black removes first: corner or centre, or any":
    "welchen Stein Schwarz zuerst entfernt: Ecke oder Mitte, oder irgendeinen",
  // strengths
  beginner: "Anfänger",
  casual: "Hobbyspieler",
  strong: "Stark",
  best: "Am besten",
  intuition: "Intuition",
  champion: "Champion",
  report: "Bericht",
  "report mcts": "Bericht, MCTS",
  "plain minimax": "Reines Minimax",
  "strict report": "Strenges Alpha-Beta des Berichts",
  network: "Netz",
  hybrid: "Hybrid",
  uniform: "Zufall",
  "prefer outer": "Lieber außen",
  "prefer groups": "Lieber Gruppen",
  "prefer sparsity": "Lieber verstreut",
  "prefer sparsity outer": "Lieber verstreut und außen",
  utility: "Nutzen",
  easy: "Leicht",
  lookup: "Nachschlagen",
  "utility humanlike": "Nutzen, menschlich",
  unordered: "Ungeordnet",
  "sees its move and the reply, and often prefers the second best":
    "sieht den eigenen Zug und die Antwort und nimmt oft den zweitbesten",
  "tries thirty games by chance and takes the best":
    "probiert dreißig zufällige Partien und nimmt das Beste daraus",
  "tries three hundred games by chance": "probiert dreihundert zufällige Partien",
  "plays games by chance for a tenth of a second":
    "spielt eine Zehntelsekunde lang zufällige Partien",
  "plays games by chance twenty times longer than strong":
    "spielt zwanzigmal so lange wie Stark zufällige Partien",
  "looks three moves ahead and sometimes slips": "denkt drei Züge voraus und vertut sich manchmal",
  "searches for a tenth of a second": "sucht eine Zehntelsekunde lang",
  "learnt by playing against itself; its network guides its search":
    "hat im Spiel gegen sich selbst gelernt; sein Netz lenkt die Suche",
  "plays the first thought of its network, without looking ahead":
    "spielt den ersten Gedanken seines Netzes, ohne vorauszudenken",
  "plays a thousand games to the end by chance": "spielt tausend Partien zufällig zu Ende",
  "counts groups and moves of both sides, deeper as the board fills":
    "zählt Gruppen und Züge beider Seiten, tiefer, je voller das Brett ist",
  "counts groups and moves two moves ahead, without pruning":
    "zählt Gruppen und Züge zwei Züge voraus, ohne Schnitte",
  "plays as its network has seen others play": "spielt, wie sein Netz andere spielen sah",
  "plays by its network until few tiles are left, then searches":
    "spielt nach seinem Netz, bis wenige Felder übrig sind, dann sucht es",
  "any move": "irgendein Zug",
  "any of the outermost": "irgendeiner der äußersten",
  "any that leaves it the most groups": "irgendeiner, der die meisten Gruppen lässt",
  "any that is farthest from the closest own stone":
    "irgendeiner, der am weitesten vom nächsten eigenen Stein liegt",
  "any that is farthest from its own stones, the outermost of them":
    "irgendeiner, der am weitesten von den eigenen Steinen liegt, davon die äußersten",
  "looks beside stones only, for the shortest path":
    "sieht nur neben Steine, nach dem kürzesten Weg",
  "has solved the game and never errs": "hat das Spiel gelöst und irrt nie",
  "counts ones, twos, threes and fatals, five moves ahead":
    "zählt Einer, Zweier, Dreier und Drohungen, fünf Züge voraus",
  "sees wins and losses, and plays by chance else": "sieht Gewinn und Verlust, sonst Zufall",
  "knows the first eight moves by heart": "kennt die ersten acht Züge auswendig",
  "counts as utility does, and sometimes slips": "zählt wie Nutzen und vertut sich manchmal",
  "counts as utility does, without pruning": "zählt wie Nutzen, ohne Schnitte",
  "counts the jumps that can be made in sequence, and drops the worst quarter":
    "zählt die Sprünge, die nacheinander möglich sind, und lässt das schlechteste Viertel weg",
  "counts the same, its moves as the report lists them":
    "zählt dasselbe, die Züge in der Reihenfolge des Berichts",
  "counts the same three moves ahead, without pruning":
    "zählt dasselbe drei Züge voraus, ohne Schnitte",
  "sees the whole game; prefers quick wins": "sieht die ganze Partie; gewinnt lieber schnell",
  "sees the whole game, and leaves no branch out": "sieht die ganze Partie und lässt nichts aus",
  "leaves a branch only where a score is strictly worse; a win is 10 / marks":
    "lässt nur aus, was streng schlechter ist; ein Sieg zählt 10 / Zeichen",
  adaptive: "Passt sich an",
  "counts groups and moves after its stone and yours, and often takes the second best":
    "zählt Gruppen und Züge nach seinem und deinem Stein und nimmt oft das Zweitbeste",
  "counts who can still jump after its move and your answer, and often jumps elsewhere":
    "zählt, wer nach seinem Zug und deiner Antwort noch springen kann, und springt oft anderswo",
  "drops its disc where its network's first thought is, and never looks ahead":
    "wirft, wo sein Netz zuerst hindenkt, und denkt nie voraus",
  "has solved the game: whenever it can win it does, and it never errs":
    "hat das Spiel gelöst: gewinnt, wann immer es geht, und irrt nie",
  "jumps where its network's first thought is, and never looks ahead":
    "springt, wo sein Netz zuerst hindenkt, und denkt nie voraus",
  "knows the whole game by heart; a draw is the most you can get":
    "kennt das ganze Spiel auswendig; mehr als ein Remis ist nicht drin",
  "its network tells its search where to look, and its solver proves what it can":
    "sein Netz sagt der Suche, wohin sie sehen soll, und sein Löser beweist, was er kann",
  "learnt by playing against itself and from a solver; its network tells its search where to look":
    "hat im Spiel gegen sich selbst und von einem Löser gelernt; sein Netz sagt der Suche, wohin sie sehen soll",
  "learnt by playing against itself; its network tells its search where to look":
    "hat im Spiel gegen sich selbst gelernt; sein Netz sagt der Suche, wohin sie sehen soll",
  "looks at three thousand positions, and gives little for discs before the end":
    "sieht dreitausend Stellungen an und gibt wenig auf Scheiben vor dem Ende",
  "looks four marks ahead, blocks what it sees, and rarely slips":
    "denkt vier Zeichen voraus, verhindert, was es sieht, und vertut sich selten",
  "looks three discs ahead for threats, and sometimes slips":
    "sieht drei Scheiben weit nach Drohungen und vertut sich manchmal",
  "looks three jumps ahead and counts the stones that can still move; it slips at times":
    "denkt drei Sprünge voraus und zählt die Steine, die noch ziehen können; vertut sich manchmal",
  "looks three marks ahead and slips now and then":
    "denkt drei Zeichen voraus und vertut sich hin und wieder",
  "looks three moves ahead, guards its corners, and slips at times":
    "denkt drei Züge voraus, hütet seine Ecken und vertut sich manchmal",
  "looks three stones ahead for bridges and captures, and slips at times":
    "sieht drei Steine weit nach Brücken und Schlagzügen und vertut sich manchmal",
  "looks three stones ahead, likes the rim, and slips at times":
    "denkt drei Steine voraus, mag den Rand und vertut sich manchmal",
  "measures the shortest way across after its stone and yours, and often errs":
    "misst nach seinem und deinem Stein den kürzesten Weg hinüber und irrt oft",
  "plays about as well as you do: better when you win":
    "spielt etwa so gut wie du: besser, wenn du gewinnst",
  "plays its network's first thought without looking ahead":
    "spielt den ersten Gedanken seines Netzes, ohne vorauszusehen",
  "plays its network's first thought without looking ahead, which is strong in this game":
    "spielt den ersten Gedanken seines Netzes, ohne vorauszusehen; in diesem Spiel ist das stark",
  "searches for a tenth of a second to have a move left when you have none":
    "sucht eine Zehntelsekunde lang, um noch einen Zug zu haben, wenn du keinen mehr hast",
  "searches for a tenth of a second to leave you without a jump":
    "sucht eine Zehntelsekunde lang, um dir keinen Sprung zu lassen",
  "searches for a tenth of a second, and knows that odd and even rows matter":
    "sucht eine Zehntelsekunde lang und weiß, dass es auf gerade und ungerade Reihen ankommt",
  "searches for a tenth of a second, and sees captures before they happen":
    "sucht eine Zehntelsekunde lang und sieht Schlagzüge, bevor sie kommen",
  "sees its disc and your answer, and often prefers the second best column":
    "sieht seine Scheibe und deine Antwort und nimmt oft die zweitbeste Spalte",
  "sees its mark and your answer, counts open lines, and often takes the second best":
    "sieht sein Zeichen und deine Antwort, zählt offene Linien und nimmt oft das Zweitbeste",
  "sees its move and your answer, likes corners, and often takes the second best":
    "sieht seinen Zug und deine Antwort, mag Ecken und nimmt oft das Zweitbeste",
  // whose turn it is, and how a game ended
  "{1} to move": "{1} am Zug",
  draw: "Remis",
  "draw: {1}": "Remis: {1}",
  "{1} won: {2}": "{1} hat gewonnen: {2}",
  "{1} won": "{1} hat gewonnen",
  "three in a line": "drei in einer Reihe",
  "four in a line": "vier in einer Reihe",
  "the board is full": "das Brett ist voll",
  "joined its two sides": "die beiden Seiten sind verbunden",
  "the same stones stand for the {1}th time": "dieselben Steine stehen zum {1}. Mal",
  "{1} turns were played": "{1} Züge wurden gespielt",
  "{1} discs to {2}": "{1} zu {2} Scheiben",
  "{1} cannot jump": "{1} kann nicht springen",
  "{1} has no legal move": "{1} hat keinen erlaubten Zug",
  "{1} resigned": "{1} hat aufgegeben",
  "{1} ran out of time": "{1} hat die Zeit überschritten",
  "both players agreed": "beide waren einverstanden",
  // why a click is no move
  "the tile is taken": "das Feld ist besetzt",
  "the cell is taken": "das Feld ist besetzt",
  "there would be a group of {1}, but only {2}": "es gäbe eine Gruppe von {1}, aber nur {2}",
  "1 group": "1 Gruppe",
  "{1} groups": "{1} Gruppen",
  "steal is allowed only as the second move of the game":
    "steal ist nur als zweiter Zug der Partie erlaubt",
  "the first stone may not be placed in the centre": "der erste Stein darf nicht in die Mitte",
  "column {1} is full": "Spalte {1} ist voll",
  "no such column": "diese Spalte gibt es nicht",
  "{1} has no stone on {2}": "{1} hat keinen Stein auf {2}",
  "the first two moves remove a stone: {1}": "die ersten beiden Züge entfernen einen Stein: {1}",
  "Black's in a corner or in the middle": "Schwarz in einer Ecke oder in der Mitte",
  "White's beside the hole": "Weiß neben der Lücke",
  "stones are removed only in the first two moves":
    "Steine werden nur in den ersten beiden Zügen entfernt",
  "{1} is not empty": "{1} ist nicht leer",
  "every second square on the way must hold an enemy stone, the others must be empty":
    "auf dem Weg muss auf jedem zweiten Feld ein gegnerischer Stein stehen, die anderen müssen leer sein",
  "{1} can turn over a disc, and so may not pass":
    "{1} kann eine Scheibe umdrehen und darf nicht passen",
  "{1} cannot turn over a disc anywhere, and has to pass":
    "{1} kann nirgends eine Scheibe umdrehen und muss passen",
  "it turns over no disc": "damit wird keine Scheibe umgedreht",
  // puzzles
  "Only one move wins (in {1} plies): which?": "Nur ein Zug gewinnt (in {1} Halbzügen): welcher?",
  "Win in {1} plies: only one move is that quick. Which?":
    "Gewinn in {1} Halbzügen: Nur ein Zug ist so schnell. Welcher?",
  "Only one move draws, and all others lose: which?":
    "Nur ein Zug hält Remis, alle anderen verlieren: welcher?",
  "Only one move loses: which?": "Nur ein Zug verliert: welcher?",
  // why a move was a mistake
  "{1}; after {2}.": "{1}; nach {2}.",
  "{1}: no move is better.": "{1}: Kein Zug ist besser.",
  "{1} wins only in {2} plies; {3}.": "{1} gewinnt erst in {2} Halbzügen; {3}.",
  "{1} loses already in {2} plies; {3}.": "{1} verliert schon in {2} Halbzügen; {3}.",
  "{1} loses already in 1 ply; {2}.": "{1} verliert schon in 1 Halbzug; {2}.",
  "{1} {2} forces a win in {3} plies: {4}": "{1} erzwingt {2} den Gewinn in {3} Halbzügen: {4}",
  "{1} {2} forces a win in {3} plies": "{1} erzwingt {2} den Gewinn in {3} Halbzügen",
  "{1} {2} forces a win in 1 ply: {3}": "{1} gewinnt {2} in 1 Halbzug: {3}",
  "{1} {2} forces a win in 1 ply": "{1} gewinnt {2} in 1 Halbzug",
  "{1} {2} forces a win": "{1} erzwingt {2} den Gewinn",
  "{1} {2} holds a draw": "{1} hält {2} Remis",
  "{1} {2} has won": "{1} hat {2} gewonnen",
  "{1} wins in {2} plies": "{1} gewinnt in {2} Halbzügen",
  "{1} wins in 1 ply": "{1} gewinnt in 1 Halbzug",
  "{1} loses in {2} plies": "{1} verliert in {2} Halbzügen",
  "{1} loses in 1 ply": "{1} verliert in 1 Halbzug",
  "{1} wins": "{1} gewinnt",
  "{1} draws": "{1} hält Remis",
  "{1} loses": "{1} verliert",
  "{1} on the left": "{1} links",
  "{1} on the right": "{1} rechts",
  "{1} in the middle": "{1} in der Mitte",
  // searches that are compared
  minimax: "Minimax",
  "alpha-beta": "Alpha-Beta",
  "strict cuts": "strenge Schnitte",
  ordered: "geordnet",
  "with table": "mit Tabelle",
  "mirrors merged": "Spiegelbilder vereint",
  // what is compiled
  "Monte Carlo tree search": "die Monte-Carlo-Suche",
  "the rules": "die Regeln",
  "the search tree": "der Suchbaum",
  "the search with a network": "die Suche mit einem Netz",
  "the solver": "der Löser",
};
