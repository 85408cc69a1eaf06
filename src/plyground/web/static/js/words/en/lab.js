/**
 * Lab: experiments and trainings, and charts.
 *
 * @import { Section } from "../en.js"
 */

/** @satisfies {Section} */
export const chart = {
  asTable: "The same as a table",
  numbers: (name) => `${name}, numbers`,
  fromTo: (label, from, to) => `${label} from ${from} to ${to}`,
  at: (label, from) => `${label} at ${from}`,
  noPoints: "No points",
  about: (y, x, told) => `${y} by ${x}. ${told}.`,
  range: (low, high) => ` (${low} to ${high})`,
};

/** @satisfies {Section} */
export const lab = {
  experiments: "Experiments",
  reading: "Reading the results…",
  allVerdicts: "All verdicts",
  running: "running",
  yoursAre: "Yours: ",
  about:
    "The tables and figures of five reports, measured again. Open an experiment to see its numbers, or to run it.",
  run: "Run",
  experiment: "Experiment",
  rawData: "Raw data",
  isRun: (name) => `${name} is being run`,
  runAgain: (seed) => `Run it again, seed ${seed}`,
  failed: "failed",
  starting: "Starting, or waiting for the one before it.",
  runningStep: (done, all, step) => `Running: ${done} of ${all}, ${step}`,
  notRun: (minutes, command) =>
    `Not run yet; a quick run takes about ${minutes} minutes. ${command}`,
  quick: (minutes, command) => `A quick run takes about ${minutes} minutes. ${command}`,
  oursAre: "Ours: ",
  changed: (changed, all) => `; ${changed} of ${all} came out another way`,
  yoursState: (state) => `yours ${state}`,
  shownBy: "Shown by ",
  beside: (text) => `Beside it: ${text}.`,
  yoursWhy: (text) => `Yours: ${text}`,
  whose: { ours: "Ours", yours: "Yours" },
  states: {
    reproduced: "reproduced",
    consistent: "consistent, too few games",
    differs: "differs",
    undecided: "undecided",
    "not comparable": "not comparable",
    "not run": "not run",
  },
  counts: {
    reproduced: (count) => `${count} reproduced`,
    consistent: (count) => `${count} consistent`,
    differs: (count) => `${count} differ`,
    undecided: (count) => `${count} undecided`,
    "not comparable": (count) => `${count} not comparable`,
    "not run": (count) => `${count} not run`,
  },
  marks: {
    derived: "derived, not counted",
    arithmetic: "arithmetic, not counted",
    "fitted afterwards": "fitted afterwards, not counted",
  },
  markCounts: {
    derived: (count) => `${count} derived`,
    arithmetic: (count) => `${count} arithmetic`,
    "fitted afterwards": (count) => `${count} fitted afterwards`,
  },
  flips: (flips, repeats) => `flips in ${flips} of ${repeats} runs`,
  heads: {
    what: "what",
    report: "report",
    ours: "ours",
    yours: "yours",
    state: "state",
    why: "why",
  },
  listHeads: ["experiment", "report", "state", "verdicts"],
  trainings: {
    title: "Networks that learn",
    none: (folder) =>
      `No training in ${folder}. Start one with “plyground train tic_tac_toe --minutes 5”, and watch it here.`,
    progress: (minutes, planned) => `${minutes} of ${planned} minutes`,
    sofar: (minutes) => `${minutes} minutes`,
    games: (count) => `${count} games`,
    notYet: "It plays its first games; learning begins once there are enough of them.",
    minutes: "minutes",
    kept: (share) => `keeps the value in ${share} of positions`,
    mistakes: "Mistakes in 1,000 moves",
    score: "Score of the policy",
    losses: "Losses",
    policyLoss: "policy",
    valueLoss: "value",
  },
};
