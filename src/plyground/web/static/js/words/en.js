/**
 * Every word that the page says, in English: a file for each screen. A word with something in it is
 * a function.
 *
 * @typedef {{say(...values: (string | number)[]): string}["say"]} Sentence
 * @typedef {{[name: string]: string | string[] | Sentence | Section}} Section
 */

import * as analyse from "./en/analyse.js";
import * as arena from "./en/arena.js";
import * as board from "./en/board.js";
import * as lab from "./en/lab.js";
import * as learn from "./en/learn.js";
import * as play from "./en/play.js";
import * as puzzles from "./en/puzzles.js";
import * as served from "./en/served.js";
import * as shell from "./en/shell.js";
import * as together from "./en/together.js";
import * as tree from "./en/tree.js";

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
