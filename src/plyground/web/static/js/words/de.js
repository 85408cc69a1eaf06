/** Alles, was die Seite sagt, auf Deutsch: eine Datei für jede Ansicht. */

import * as analyse from "./de/analyse.js";
import * as arena from "./de/arena.js";
import * as board from "./de/board.js";
import * as lab from "./de/lab.js";
import * as learn from "./de/learn.js";
import * as play from "./de/play.js";
import * as puzzles from "./de/puzzles.js";
import * as served from "./de/served.js";
import * as shell from "./de/shell.js";
import * as together from "./de/together.js";
import * as tree from "./de/tree.js";

/** @type {import("../words.js").Words} */
export const words = {
  ...shell,
  ...board,
  ...play,
  ...analyse,
  ...together,
  ...puzzles,
  ...tree,
  ...learn,
  ...arena,
  ...lab,
  ...served,
};
