/** A game with its variations. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { rounds } from "../../src/plyground/web/static/js/components/moves.js";
import { slip, Variations } from "../../src/plyground/web/static/js/components/variations.js";

function tree(...lines) {
  const made = new Variations();
  for (const line of lines) made.enter(line.split(" "));
  return made;
}

const main = (variations) => {
  variations.enter([]);
  variations.current.visited = undefined;
  return variations.line().map(({ move }) => move);
};

test("another move makes a variation, and nothing is lost", () => {
  const made = tree("a b c", "a d");
  assert.deepEqual(made.path(), ["a", "d"]);
  assert.deepEqual(
    made.root.children[0].children.map(({ move, ply }) => [move, ply]),
    [
      ["b", 2],
      ["d", 2],
    ],
  );
});

test("a line leads through the current node, then where one was last", () => {
  const made = tree("a b c", "a d e");
  made.enter(["a"]);
  assert.deepEqual(
    made.line().map(({ move }) => move),
    ["a", "d", "e"],
  );
  made.enter(["a", "b", "c"], 1);
  assert.deepEqual(made.path(), ["a"]);
  assert.deepEqual(
    made.line().map(({ move }) => move),
    ["a", "b", "c"],
  );
});

test("a variation can become the main line, or go", () => {
  const made = tree("a b c", "a d");
  made.promote(made.current);
  assert.deepEqual(
    made.root.children[0].children.map(({ move }) => move),
    ["d", "b"],
  );
  made.remove(made.current);
  assert.deepEqual(made.path(), ["a"]);
  assert.deepEqual(main(made), ["a", "b", "c"]);
  made.remove(made.root);
  assert.equal(made.root.children.length, 1);
});

test("a line belongs to a tree where it reaches one of its ends", () => {
  const made = tree("a b", "a c");
  assert.ok(made.endsWith(["a", "c"]));
  assert.ok(made.endsWith(["a", "b"]));
  for (const other of [[], ["a"], ["b"], ["a", "b", "x"]]) assert.ok(!made.endsWith(other));
});

test("what is kept comes back as it was", () => {
  const made = tree("a b", "a c");
  made.current.loss = 0.5;
  made.current.score = { advantage: 0.25, text: "Red is ahead", depth: 4, brief: "+3" };
  const kept = JSON.parse(JSON.stringify(made));
  const back = Variations.revive(kept);
  assert.deepEqual(JSON.parse(JSON.stringify(back)), kept);
  back.enter(["a", "c"]);
  assert.deepEqual(back.current.score, made.current.score);
  assert.deepEqual(Variations.revive(undefined).root.children, []);
});

test("an analysis says how much each move lost", () => {
  const score = (advantage) => ({ kind: "estimate", player: 1, value: 0, advantage });
  const moves = [-0.5, 0.4].map((advantage, index) => ({
    text: "bc"[index],
    score: score(advantage),
    visits: null,
    depth: 3,
  }));
  const made = tree("a c");
  const [after] = made.root.children;
  made.judge(after, [moves[0], { ...moves[1], depth: 4 }], 1);
  assert.equal(made.current.loss, null); // one was looked at more deeply: they do not compare
  made.judge(after, moves, 1);
  assert.equal(made.current.loss, 0.9);
  made.go(after);
  made.play("b"); // played only afterwards
  assert.equal(made.current.loss, 0);
});

test("a loss has a sign by its size", () => {
  const signs = [null, 0.1, 0.2, 0.4, 2].map((loss) => slip({ loss })?.sign);
  assert.deepEqual(signs, [undefined, undefined, "?!", "?", "??"]);
});

test("moves come in rounds, with a gap where the second player begins", () => {
  const plies = (first) => ["a", "b", "c"].map((text, at) => ({ text, player: (first + at) % 2 }));
  const shown = (first) =>
    rounds(plies(first)).map(({ plies: all }) => all.map(({ text, gap }) => (gap ? "…" : text)));
  assert.deepEqual(shown(0), [["a", "b"], ["c"]]);
  assert.deepEqual(shown(1), [
    ["…", "a"],
    ["b", "c"],
  ]);
  assert.deepEqual(rounds([]), []);
});

test("comments are kept with their moves, and trees without any read as before", () => {
  const made = new Variations();
  made.enter(["b2", "a1"]);
  made.current.comment = "the corner";
  const again = Variations.revive(JSON.parse(JSON.stringify(made)));
  again.enter(["b2", "a1"]);
  assert.deepEqual(
    again.line().map(({ move, comment }) => [move, comment]),
    [
      ["b2", ""],
      ["a1", "the corner"],
    ],
  );
  assert.deepEqual(Variations.revive(["", null, null, ["b2", null, null]]).path(), []);
});
