/** Lessons: questions that are true by construction, two searches in step, the line that is lit. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { lineOf } from "../../src/plyground/web/static/js/components/lesson-code.js";
import {
  addressOf,
  randomTree,
} from "../../src/plyground/web/static/js/components/lesson-material.js";
import {
  boardQuestions,
  growthQuestions,
} from "../../src/plyground/web/static/js/components/lesson-live-questions.js";
import {
  questionsOf,
  shareWon,
  spread,
} from "../../src/plyground/web/static/js/components/lesson-questions.js";
import {
  parseNumbers,
  TreeModel,
} from "../../src/plyground/web/static/js/components/tree-model.js";
import { inStep } from "../../src/plyground/web/static/js/components/tree-pair.js";

const STATIC = new URL("../../src/plyground/web/static/", import.meta.url);
const NAMES = { max: "MAX", min: "MIN" };
const CLASSIC = "((3 12 8) (2 4 6) (14 5 2))";

/** A small alpha-beta that tells what the server's would, written a second time. */
function search(text, pruning, ends = false) {
  const events = [];
  let entered = 0;
  const score = (value) => ({ kind: ends ? "proven" : "estimate", value, distance: null });
  function look(tree, parent, move, rank, ply, alpha, beta) {
    const node = entered++;
    const maximising = ply % 2 === 0;
    const window = { alpha: finite(alpha), beta: finite(beta) };
    const place = { node, parent, move, rank, ply, depth: 9 - ply, maximising };
    events.push({ kind: "enter", ...place, ...window, position: "", twins: [], hidden: 0 });
    if (!tree.children) {
      const value = tree.number;
      const source = ends ? "end" : "evaluation";
      events.push({ kind: "value", node, value, score: score(value), bound: "exact", source });
      return value;
    }
    let best = maximising ? -Infinity : Infinity;
    const [first, last] = [alpha, beta];
    for (const [index, child] of tree.children.entries()) {
      const value = look(child, node, String(index + 1), index, ply + 1, alpha, beta);
      if (maximising ? value > best : value < best) {
        best = value;
        if (pruning && maximising) alpha = Math.max(alpha, best);
        else if (pruning) beta = Math.min(beta, best);
        const now = { alpha: finite(alpha), beta: finite(beta) };
        const found = { node, best: String(index + 1), value, score: score(value) };
        events.push({ kind: "update", ...found, ...now });
      }
      if (pruning && (maximising ? best >= last : best <= first)) {
        const skipped = tree.children.slice(index + 1).map((_, far) => String(index + 2 + far));
        const limit = maximising ? "beta" : "alpha";
        const bound = maximising ? last : first;
        events.push({ kind: "cut", node, skipped, limit, value: best, bound });
        break;
      }
    }
    const bound = best <= first ? "at_most" : best >= last ? "at_least" : "exact";
    events.push({
      ...{ kind: "value", node, value: best, score: score(best), bound, source: "children" },
    });
    return best;
  }
  const numbers = parseNumbers(text);
  look(numbers, null, null, 0, 0, -Infinity, Infinity);
  const view = { events, nodes: entered, counts: [{ pruning: false, nodes: 13 }] };
  const made = new TreeModel(view, numbers);
  made.numbers = !ends;
  made.pruning = pruning;
  return made;
}

const finite = (value) => (Number.isFinite(value) ? value : null);
const ask = (kind, model, count = 9) => questionsOf(kind, model, NAMES, count);
const answers = ({ options, right }) => right.map((place) => options[place]);

test("what a node is worth is asked before it is known", () => {
  const asked = ask("worth", search(CLASSIC, false));
  assert.deepEqual(asked.map(answers), [["3"], ["2"], ["2"], ["3"]]);
  for (const { step, then, options, hides } of asked) {
    assert.equal(then, step + 1);
    assert.ok(hides && options.length === 4);
  }
});

test("cuts are asked right before they happen, and so are moments without one", () => {
  const model = search(CLASSIC, true);
  const asked = ask("cut", model);
  assert.deepEqual(asked.map(answers), [
    ["No, look on"],
    ["Yes, cut"],
    ["No, look on"],
    ["No, look on"],
  ]);
  for (const { step, right, node } of asked) {
    const next = model.events[step];
    assert.equal(next.kind === "cut" && next.node === node.id, right[0] === 0);
  }
  const [nothing, cut, matters] = asked.map(({ why }) => why);
  assert.match(nothing, /^MIN has found 3 here, and MAX has nothing better elsewhere yet/);
  assert.match(cut, /^MIN has found 2; MAX already has 3 elsewhere/);
  assert.match(matters, /^MIN has found 14 here, but MAX has only 3 elsewhere/);
  assert.match(asked[1].text, /2 children are left\. Will alpha-beta cut them\?$/);
  assert.match(asked[3].text, /one child is left\. Will alpha-beta cut it\?$/);
});

test("of two sorts of moments about half are asked", () => {
  const rights = ask("cut", search(CLASSIC, true), 2).map(({ right }) => right[0]);
  assert.deepEqual(rights.sort(), [0, 1]);
  assert.deepEqual(spread([1, 2, 3, 4, 5], 3), [1, 3, 5]);
  assert.deepEqual(spread([1, 2], 3), [1, 2]);
});

test("ends, moves, visits and the best move are counted in the tree", () => {
  const model = search(CLASSIC, false);
  assert.deepEqual(answers(ask("ends", model)[0]), ["9"]);
  assert.deepEqual(answers(ask("moves", model)[0]), ["3"]);
  assert.deepEqual(answers(ask("best", model)[0]), ["1"]);
  assert.deepEqual(answers(ask("visits", search(CLASSIC, true))[0]), ["11"]);
  const all = ask("visits", search("((6 4 2) (12 8 3) (14 9 5))", true))[0];
  assert.deepEqual([answers(all), all.why], [["13"], "It visits all of them: nothing is cut."]);
});

test("where the game is over, values are who wins; at random they are shares", () => {
  const model = search("((1 0) (-1 1))", false, true);
  assert.deepEqual(ask("winner", model).map(answers), [["MAX wins"], ["a draw"], ["MIN wins"]]);
  assert.deepEqual(ask("worth", model).map(answers), [["a draw"], ["MIN wins"], ["a draw"]]);
  assert.deepEqual(
    model.root.children.map((child) => shareWon(model, child)),
    [0.75, 0.5],
  );
  assert.deepEqual(answers(ask("random", model)[0]), ["1"]);
  assert.equal(model.letters(0), "=");
});

test("the table is asked about where it knows a position, and where it does not", () => {
  const model = search("((1 2) ((3 4) (3 4)))", false);
  const hit = model.events.find(({ kind, node }) => kind === "value" && node === 8);
  const inside = new Set([9, 10]);
  const events = model.events.filter(({ node }) => !inside.has(node) && node !== 8);
  const at = events.findLastIndex(({ node }) => node === 5) + 1;
  const enter = model.events.find(({ kind, node }) => kind === "enter" && node === 8);
  events.splice(at, 0, enter, { ...hit, source: "table" });
  const asked = ask("known", new TreeModel({ ...model.view, events }));
  assert.ok(asked.some(({ right }) => right[0] === 0));
  assert.match(asked.find(({ right }) => right[0] === 0).why, /same stones came in another order/);
});

test("alpha-beta waits while minimax is in what it has cut", () => {
  const [whole, cutting] = [search(CLASSIC, false), search(CLASSIC, true)];
  const beside = inStep(whole, cutting);
  assert.deepEqual([beside[0], beside.at(-1)], [0, cutting.length]);
  beside.slice(1).forEach((step, index) => assert.ok(step >= beside[index]));
  const entered = (model, path) =>
    model.events.findIndex(({ kind, node }) => {
      const at = model.nodes.get(node);
      return kind === "enter" && at.parent && `${at.parent.move ?? ""}${at.move}` === path;
    }) + 1;
  for (const path of ["1", "11", "13", "2", "21", "3", "33"]) {
    whole.goto(entered(whole, path));
    assert.equal(beside[whole.step], entered(cutting, path), path);
  }
  const seen = ["22", "23"].map((path) => {
    cutting.goto(beside[entered(whole, path)]);
    return [cutting.event.kind, cutting.current.move];
  });
  assert.deepEqual(seen, [
    ["cut", "2"],
    ["value", "2"],
  ]);
});

test("every event has its line in the program", () => {
  const lines = search(CLASSIC, true).events.map(lineOf);
  assert.deepEqual(lines.slice(0, 5), ["call", "call", "call", "leaf", "best"]);
  assert.ok(lines.includes("cut"));
  assert.equal(lines.at(-1), "return");
  assert.equal(lineOf({ kind: "value", source: "table" }), "table");
  assert.equal(lineOf(null), null);
});

test("a random tree is a tree, and never the same", () => {
  for (let seed = 0; seed < 20; seed += 1) assert.ok(parseNumbers(randomTree())?.children);
  assert.notEqual(randomTree(), randomTree());
  assert.equal(
    randomTree(() => 0),
    "((1 1 1) (1 1 1) (1 1 1))",
  );
});

test("the next simulation is asked about where one sum is clearly the largest", () => {
  const move = (node, visits, value, exploration, proven = null) => ({
    ...{ node, parent: 0, move: `m${node}`, visits, value, exploration, proven, player: 0 },
  });
  const shot = (simulations, ...nodes) => ({ simulations, nodes });
  const snapshots = [
    shot(2, move(1, 1, 0.5, 0.5), move(2, 1, 0.5, 0.5)), // a tie
    shot(3, move(1, 2, 0.5, 0.3), move(2, 1, 0.5, 0.6)),
    shot(4, move(1, 2, 0.5, 0.3), move(2, 2, 1, 0.4)),
    shot(6, move(1, 3, 0.5, 0.3), move(2, 3, 1, 0.4, 1)), // two further, and proven
    shot(7, move(1, 4, 0.5, 0.3), move(2, 3, 1, 0.4, 1)),
  ];
  const asked = growthQuestions({ snapshots }, 9);
  assert.deepEqual(asked.map(answers), [["m2"]]);
  assert.deepEqual([asked[0].step, asked[0].then], [2, 3]);
});

test("a network's favourite and exact ends come from the analysis", () => {
  const game = { players: ["X", "O"] };
  const report = (move, policy, value) => ({
    ...{ move, text: `m${move}`, policy, score: { kind: "proven", value, distance: 1 } },
  });
  const analysis = { player: 1, moves: [report(2, 0.7, 0), report(0, 0.2, -1), report(1, 0.1, 0)] };
  assert.deepEqual(boardQuestions("policy", analysis, game).map(answers), [["m2"]]);
  assert.deepEqual(boardQuestions("exact", analysis, game).map(answers), [["a draw"], ["2"]]);
  const open = { ...analysis, moves: [{ ...report(0, 1, 0), score: { kind: "estimate" } }] };
  assert.deepEqual(boardQuestions("exact", open, game), []);
});

test("the lessons can be gone on with on the other screens", () => {
  const numbers = { kind: "numbers", tree: "((1 2) 3)", pruning: false };
  assert.equal(addressOf(numbers, "play"), null);
  assert.match(addressOf(numbers, "tree"), /^#\/tree\?mode=numbers&tree=.*&pruning=0$/);
  const place = { kind: "search", game: "hex", moves: "a1 b2", depth: 3, table: true };
  assert.equal(addressOf(place, "play"), "#/play/hex?moves=a1+b2");
  assert.equal(addressOf(place, "tree"), "#/tree/hex?moves=a1+b2&depth=3&boards=1&table=1");
  assert.equal(addressOf({ kind: "numbers", tree: "random" }, "tree"), null);
});

test("eight to twelve lessons, each with words, something to see and a question at once", () => {
  const lessons = JSON.parse(readFileSync(new URL("lessons.json", STATIC), "utf8"));
  assert.ok(lessons.length >= 8 && lessons.length <= 12);
  assert.equal(new Set(lessons.map(({ id }) => id)).size, lessons.length);
  for (const { id, title, about, parts } of lessons) {
    assert.match(id, /^[a-z-]+$/);
    assert.ok(title && about && parts.length);
    assert.ok(parts[0].ask?.length, `${id} begins with a question`);
    for (const { heading, text, show } of parts) assert.ok(heading && text.length && show.kind);
  }
});
