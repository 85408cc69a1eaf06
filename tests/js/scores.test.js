/** Scores for people. */

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  advantageOf,
  brief,
  estimatesOf,
  explained,
  inWords,
  legendOf,
  overlayOf,
  proof,
  ringsOf,
  settled,
  statusOf,
} from "../../src/plyground/web/static/js/components/scores.js";

const PLAYERS = ["Red", "Blue"];
const estimate = (value, more = {}) => ({
  kind: "estimate",
  player: 0,
  value,
  distance: null,
  sure: false,
  advantage: 0,
  ...more,
});
const proven = (value, distance, player = 0) => ({
  kind: "proven",
  player,
  value,
  distance,
  sure: false,
  advantage: value * (player ? -1 : 1),
});
const report = (text, score, more = {}) => ({
  text,
  path: [],
  score,
  visits: null,
  policy: null,
  ...more,
});

test("a proven score is a letter and its distance", () => {
  assert.equal(brief(proven(1, 7)), "W7");
  assert.equal(brief(proven(-1, 4)), "L4");
  assert.equal(brief(proven(1, null)), "W");
  assert.equal(brief(proven(0, 12)), "D");
});

test("an estimate has a sign and few digits", () => {
  const read = [0, 3, -3.44, 12.6, -250, 99999].map((value) => brief(estimate(value)));
  assert.deepEqual(read, ["0", "+3", "−3.4", "+13", "−250", "+100k"]);
});

test("what is proven is not called an estimate", () => {
  const open = { score: null };
  const guess = { score: estimate(3) };
  const win = { score: proven(1, 5) };
  const told = [[open], [win, open], [guess, open], [win, guess]].map((moves) =>
    estimatesOf({ moves }),
  );
  assert.deepEqual(told, [
    "",
    "",
    "Not proven in a moment: these are estimates of a search.",
    "W, L and D are proven; the others are estimates of a search.",
  ]);
});

test("a Monte Carlo estimate is a share of wins", () => {
  assert.equal(brief(estimate(240), 10), "62%");
  assert.equal(advantageOf({ score: estimate(500, { player: 1 }), visits: 3 }), -0.5);
});

test("a legend explains the letters and numbers that are shown", () => {
  const read = (...moves) => legendOf({ moves, player: 1 }, PLAYERS);
  const whose = "Scores are for Blue, who moves; ★ is the best.";
  const plies = "W7 wins and L7 loses in 7 plies; a ply is a move of one side.";
  assert.equal(read(report("a", proven(1, 41), { depth: 41 })), `${whose} ${plies}`);
  assert.equal(read(report("a", proven(0, null), { depth: 1 })), whose);
  assert.equal(
    read(report("a", estimate(2), { depth: 17 })),
    `${whose} d17 looked 17 plies ahead.`,
  );
  assert.match(read(report("a", estimate(2), { depth: 3, visits: 10 })), /50% is even/);
  assert.equal(read(report("a", null, { depth: 0 })), "");
});

test("a ply is explained where there is one", () => {
  assert.equal(
    explained(proven(1, 5), PLAYERS),
    "Red wins in 5 plies (a ply is a move of one side)",
  );
  assert.equal(explained(proven(0, null), PLAYERS), "a draw with best play");
  assert.equal(explained(estimate(1, { advantage: 0.05 }), PLAYERS), "about even");
});

test("scores have words", () => {
  assert.equal(inWords(proven(1, 5), PLAYERS), "Red wins in 5 plies");
  assert.equal(inWords(proven(-1, 1, 1), PLAYERS), "Blue loses in 1 ply");
  assert.equal(inWords(proven(0, null), PLAYERS), "a draw with best play");
  assert.equal(inWords(estimate(-100000, { sure: true }), PLAYERS), "Red is losing");
  const ahead = [0.05, 0.2, -0.5, 1].map((advantage) =>
    inWords(estimate(1, { advantage }), PLAYERS),
  );
  assert.deepEqual(ahead, [
    "about even",
    "Red is slightly ahead",
    "Blue is ahead",
    "Red is far ahead",
  ]);
  assert.equal(proof(proven(-1, 2)), ", but loses in 2 plies");
  assert.equal(proof(estimate(4)), "");
  assert.equal(proof(null), "");
});

test("on the board, losses go from the best move to the worst", () => {
  const analysis = {
    player: 1,
    value: null,
    moves: [
      report("a1", estimate(4, { player: 1, advantage: -0.4 })),
      report("b1", estimate(0, { player: 1, advantage: 0 })),
      report("c1", estimate(2, { player: 1, advantage: -0.2 })),
      report("d1", null),
    ],
  };
  const shown = overlayOf(analysis);
  assert.deepEqual(
    shown.map(({ move, loss, best }) => [move, loss, best]),
    [
      ["a1", 0, true],
      ["b1", 1, false],
      ["c1", 0.5, false],
    ],
  );
  assert.deepEqual(overlayOf({ ...analysis, moves: [report("d1", null)] }), []);
});

test("rings are visits, or what a network thinks", () => {
  const tried = [
    report("a", estimate(0), { visits: 30 }),
    report("b", estimate(0), { visits: 10 }),
  ];
  const guessed = [report("a", null, { policy: 0.8 }), report("b", null, { policy: 0.2 })];
  const share = (moves) => overlayOf({ player: 0, value: null, moves }).map((each) => each.share);
  assert.deepEqual(share(tried), [0.75, 0.25]);
  assert.deepEqual(share(guessed), [0.8, 0.2]);
  assert.match(ringsOf({ player: 0, value: null, moves: tried }, PLAYERS), /how often/);
  assert.match(ringsOf({ player: 1, value: 0.5, moves: guessed }, PLAYERS), /75% for Blue/);
  assert.equal(ringsOf({ player: 0, value: null, moves: [report("a", estimate(0))] }, PLAYERS), "");
});

test("the only moves are named where they are on no cell", () => {
  const pass = { move: 64, text: "pass", path: [], cells: [] };
  const cell = { move: 3, text: "d1", path: [3], cells: [3] };
  assert.equal(statusOf({ status: "Red to move", legal: [pass] }), "Red to move: pass");
  assert.equal(statusOf({ status: "Red to move", legal: [cell, pass] }), "Red to move");
  assert.equal(statusOf({ status: "draw", legal: [] }), "draw");
});

test("a finished game needs no engine", () => {
  const briefs = [0, 1, null].map((winner) => settled({ winner, reason: "", text: "" }).brief);
  assert.deepEqual(briefs, ["W", "W", "D"]);
  assert.equal(settled({ winner: 1, reason: "", text: "Blue won" }).advantage, -1);
});
