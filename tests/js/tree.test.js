/** Search trees: which nodes are drawn, where they stand, and what a recorded search says. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { explain } from "../../src/plyground/web/static/js/components/tree-explain.js";
import {
  chooseVisible,
  pathTo,
  tidy,
} from "../../src/plyground/web/static/js/components/tree-layout.js";
import { searchLook } from "../../src/plyground/web/static/js/components/tree-looks.js";
import {
  parseNumbers,
  TreeModel,
} from "../../src/plyground/web/static/js/components/tree-model.js";
import {
  readSettings,
  settingsInWords,
  writeSettings,
} from "../../src/plyground/web/static/js/components/tree-settings.js";

import {
  cutWords,
  reasonWords,
  valueLetters,
  valueWords,
} from "../../src/plyground/web/static/js/components/tree-words.js";

const ROOM = { halfWidth: () => 10, gap: 5, level: 100 };

// A tree from nested arrays: [[], [[], []]] has two children, the second of them two more.
function grow(shape, parent = null) {
  const node = { parent, children: [] };
  node.children = shape.map((each) => grow(each, node));
  return node;
}

const everything = (root) => chooseVisible(root, { budget: 1000, open: [] });

// The search of "((3 5) (2 9))" by alpha-beta: the 9 is cut.
const TREE = "((3 5) (2 9))";
const enter = (node, parent, move, rank, ply, alpha = null, beta = null) => ({
  ...{ kind: "enter", node, parent, move, rank, ply, alpha, beta },
  ...{ depth: 2 - ply, maximising: ply % 2 === 0, position: "", twins: [], hidden: 0 },
});
const estimate = (value, sure = false) => ({ kind: "estimate", value, distance: null, sure });
const proven = (value, distance = null) => ({ kind: "proven", value, distance, sure: false });
const update = (node, best, value, alpha, beta) => ({
  ...{ kind: "update", node, best, value, score: estimate(value), alpha, beta },
});
const done = (node, value, source, bound = "exact") => ({
  ...{ kind: "value", node, value, score: estimate(value), bound, source },
});
const VIEW = {
  events: [
    enter(0, null, null, 0, 0),
    enter(1, 0, "1", 0, 1),
    enter(2, 1, "1", 0, 2),
    done(2, 3, "evaluation"),
    update(1, "1", 3, null, 3),
    enter(3, 1, "2", 1, 2, null, 3),
    done(3, 5, "evaluation"),
    done(1, 3, "children"),
    update(0, "1", 3, 3, null),
    enter(4, 0, "2", 1, 1, 3),
    enter(5, 4, "1", 0, 2, 3),
    done(5, 2, "evaluation"),
    update(4, "1", 2, 3, 2),
    { kind: "cut", node: 4, skipped: ["2"], limit: "alpha", value: 2, bound: 3 },
    done(4, 2, "children", "at_most"),
    done(0, 3, "children"),
  ],
};
const CUT = 14;

const model = () => {
  const made = new TreeModel(VIEW, parseNumbers(TREE));
  made.numbers = true;
  return made;
};

test("a budget folds the lower levels first", () => {
  const root = grow([[[], []], [[]]]);
  const shown = chooseVisible(root, { budget: 3, open: [] });
  assert.deepEqual([...shown.values()], [true, false, false]);
  assert.equal(everything(root).size, 6);
});

test("what somebody opened is drawn before the rest, and on top of the budget", () => {
  const root = grow([
    [[], []],
    [[], []],
  ]);
  const second = root.children[1];
  const shown = chooseVisible(root, { budget: 3, open: [root, second], extra: 2 });
  assert.ok(shown.has(second.children[0]));
  assert.ok(!shown.has(root.children[0].children[0]));
});

test("parents stand over the middle of their children, and nothing overlaps", () => {
  const root = grow([[[], [], []], [], [[[], []]]]);
  const places = tidy(root, everything(root), ROOM);
  assert.deepEqual(places.get(root), { x: 0, y: 0 });
  const rows = new Map();
  for (const [node, { x, y }] of places) {
    rows.set(y, [...(rows.get(y) ?? []), x]);
    const xs = node.children.map((child) => places.get(child).x);
    if (xs.length) assert.ok(Math.abs((xs[0] + xs.at(-1)) / 2 - x) < 1e-9);
  }
  for (const xs of rows.values()) {
    xs.sort((one, two) => one - two);
    xs.slice(1).forEach((x, index) => assert.ok(x - xs[index] >= 25 - 1e-9));
  }
});

test("subtrees are as close as they can be", () => {
  const root = grow([[], []]);
  const places = tidy(root, everything(root), ROOM);
  assert.deepEqual(
    root.children.map((child) => places.get(child)),
    [
      { x: -12.5, y: 100 },
      { x: 12.5, y: 100 },
    ],
  );
});

test("a folded node hides its children from the layout", () => {
  const root = grow([[[], []]]);
  const places = tidy(root, chooseVisible(root, { budget: 2, open: [] }), ROOM);
  assert.equal(places.size, 2);
  assert.deepEqual(pathTo(root.children[0].children[1]), [
    root,
    root.children[0],
    root.children[0].children[1],
  ]);
});

test("a tree of numbers is read, and nonsense is not", () => {
  assert.deepEqual(parseNumbers("((3 -12) 8)"), {
    children: [{ children: [{ number: 3 }, { number: -12 }] }, { number: 8 }],
  });
  assert.deepEqual(parseNumbers("[1, 2]"), parseNumbers("(1 2)"));
  for (const text of ["", "()", ")", "nothing"]) assert.equal(parseNumbers(text), null);
});

test("a search can be shown at any step, forward and back", () => {
  const made = model();
  assert.equal(made.entered(), 0);
  assert.equal(made.current, made.root);
  made.goto(5);
  assert.equal(made.nodes.get(1).value, 3);
  assert.equal(made.nodes.get(1).status, "open");
  assert.equal(made.entered(), 3);
  made.goto(99);
  assert.equal(made.step, VIEW.events.length);
  assert.equal(made.read(made.root.value), "3");
  made.goto(2);
  assert.equal(made.nodes.get(1).value, null);
  assert.equal(made.root.status, "open");
});

test("what is cut is a node that is never entered, with its number", () => {
  const made = model();
  const [, pruned] = made.nodes.get(4).children;
  assert.deepEqual([pruned.pruned, pruned.moves, pruned.number], [true, ["2"], 9]);
  assert.equal(made.root.size, 7);
  assert.equal(made.nextCutoff(), CUT);
  made.goto(CUT);
  assert.equal(made.nextCutoff(), VIEW.events.length);
});

test("many pruned moves stand together", () => {
  const skipped = ["2", "3", "4", "5"];
  const events = [
    enter(0, null, null, 0, 0),
    { kind: "cut", node: 0, skipped, limit: "beta", value: 1, bound: 1 },
  ];
  const { root } = new TreeModel({ events });
  assert.equal(root.children.length, 1);
  assert.deepEqual(root.children[0].moves, skipped);
  assert.equal(root.size, 5);
});

test("nodes that were not recorded stand together, with their number", () => {
  const events = [
    { ...enter(0, null, null, 0, 0), hidden: 1234 },
    enter(1, 0, "1", 0, 1),
    done(1, 3, "evaluation"),
    done(0, 3, "children"),
  ];
  const made = new TreeModel({ events });
  const [first, more] = made.root.children;
  assert.deepEqual(
    [first.leaf, more.unrecorded, more.size, made.root.size],
    [true, true, 1234, 1236],
  );
  made.goto(99);
  const look = searchLook(made, more, { selected: first, path: new Set(), count: 3 });
  assert.deepEqual([look.shape, look.text, look.below], ["pill", "+1,234", "more"]);
  assert.match(look.label, /^1,234 more nodes/);
});

test("merged mirror images are counted beside their move", () => {
  const events = [enter(0, null, null, 0, 0), { ...enter(1, 0, "a1", 0, 1), twins: ["a3", "c1"] }];
  const made = new TreeModel({ events });
  made.goto(2);
  const [child] = made.root.children;
  const look = searchLook(made, child, { selected: child, path: new Set(), count: 2 });
  assert.equal(look.move, "a1 ×3");
  assert.match(look.label, /mirror images a3, c1/);
});

test("every step has a sentence", () => {
  const made = model();
  const said = (step) => {
    made.goto(step);
    return explain(made);
  };
  assert.match(said(0), /^Nothing is searched yet\. MAX moves at the root/);
  assert.match(said(2), /^MAX tries child 1, the first here\. Now MIN moves\.$/);
  assert.equal(said(4), "A leaf: its number is 3.");
  assert.match(said(5), /the best so far: beta falls to 3\.$/);
  assert.match(said(10), /Now MIN moves; MAX has 3 elsewhere\.$/);
  assert.match(said(CUT), /^MIN has found 2; MAX already has 3 elsewhere, so the remaining child/);
  assert.match(said(CUT + 1), /^This node is worth at most 2: enough to know/);
  assert.equal(said(99), "The search is done: the root is worth 3, and MAX plays child 1.");
});

test("a node looks like what the search knows of it", () => {
  const made = model();
  made.goto(99);
  const look = (node) =>
    searchLook(made, node, { selected: made.root, path: new Set([made.root]), count: 7 });
  assert.deepEqual([look(made.root).shape, look(made.root).text], ["up", "3"]);
  assert.equal(look(made.nodes.get(4)).text, "≤2");
  assert.equal(look(made.nodes.get(4)).below, "[3, 2]");
  const pruned = look(made.nodes.get(4).children[1]);
  assert.deepEqual([pruned.classes, pruned.text, pruned.below], ["pruned", "9", "pruned"]);
});

test("values have words, and are short in the drawing", () => {
  const values = [proven(1, 5), proven(-1), proven(0, 3), estimate(-100000, true), estimate(-4)];
  const words = values.map((each) => valueWords(each));
  assert.deepEqual(words, ["win in 5", "loss", "draw", "lost", "−4"]);
  const letters = values.map((each) => valueLetters(each));
  assert.deepEqual(letters, ["W5", "L", "=", "lost", "−4"]);
  assert.equal(valueLetters(estimate(123456)), "+123k");
  assert.equal(valueWords(estimate(100000, true), true), "100000");
});

test("values and cuts have reasons", () => {
  const made = model();
  made.goto(99);
  const reasons = [0, 1, 2, 4].map((id) => reasonWords(made.nodes.get(id)));
  assert.deepEqual(reasons, [
    "the largest of its children",
    "the smallest of its children",
    "evaluated",
    "a bound: moves were cut",
  ]);
  const { cut } = made.nodes.get(4);
  assert.equal(
    cutWords(cut, (value) => made.read(value)),
    "alpha cutoff: 2 ≤ alpha 3",
  );
});

test("whose win it is, is said where the other speaks", () => {
  const events = [
    enter(0, null, null, 0, 0),
    enter(1, 0, "1", 0, 1),
    { ...update(1, "1", 999, null, 999), score: proven(1, 3) },
  ];
  const made = new TreeModel({ events });
  made.goto(3);
  assert.match(explain(made), /^MIN has found a win in 3 for MAX with 1/);
});

test("settings that are folded away are told in words", () => {
  const usual = readSettings({});
  assert.equal(settingsInWords(usual), "depth 2, alpha-beta");
  const more = { ...usual, pruning: false, table: true, merged: true, evaluate: "corners" };
  assert.equal(settingsInWords(more), "depth 2, minimax, table, mirrors merged, evaluator corners");
  assert.equal(settingsInWords({ ...usual, strict: true }), "depth 2, alpha-beta, strict cuts");
  assert.equal(settingsInWords({ ...usual, mode: "numbers", tree: "(1 2)" }), "(1 2), alpha-beta");
  const growth = { ...usual, mode: "growth", iterations: 2000 };
  assert.equal(settingsInWords(growth), "2,000 simulations, exploration 0.4");
});

test("settings survive the address, and nonsense becomes the default", () => {
  const usual = readSettings({});
  assert.deepEqual(
    [usual.mode, usual.depth, usual.pruning, usual.exploration],
    ["search", 2, true, 0.4],
  );
  assert.deepEqual(readSettings({ mode: "x", depth: "99", c: "-1", iterations: "1.5" }), usual);
  for (const wanted of [
    { ...usual, depth: 4, pruning: false, table: true, evaluate: "corners", merged: true },
    { ...usual, boards: true, strict: true },
    { ...usual, mode: "numbers", tree: "(1 2)", ordering: true },
    { ...usual, mode: "growth", iterations: 50, every: 20, exploration: 0 },
  ]) {
    assert.deepEqual(readSettings(writeSettings(wanted)), wanted);
  }
});
