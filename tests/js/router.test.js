/** An address and the state it stands for. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { format, parse, sameBoard, whole } from "../../src/plyground/web/static/js/router.js";

const ADDRESS = "#/play/konane/size=6/jumps=single?moves=d3+d4&second=casual";
const EMPTY = { game: "", parameters: {}, position: null, moves: "", query: {} };

test("an address becomes a state and the same address again", () => {
  const state = parse(ADDRESS);
  assert.deepEqual(state, {
    screen: "play",
    game: "konane",
    parameters: { size: 6, jumps: "single" },
    position: null,
    moves: "d3 d4",
    query: { second: "casual" },
  });
  assert.equal(format(state), ADDRESS);
});

test("what an address leaves out is empty, and an unknown screen is play", () => {
  assert.deepEqual(parse(""), { screen: "play", ...EMPTY });
  assert.deepEqual(parse("#/nowhere"), { screen: "play", ...EMPTY });
  assert.deepEqual(parse("#/lab"), { screen: "lab", ...EMPTY });
});

test("a setting without a value is ignored, a broken escape is kept as it stands", () => {
  assert.deepEqual(parse("#/play/hex/size/width=-3/name=%zz").parameters, {
    width: -3,
    name: "%zz",
  });
});

test("empty values are left out of an address", () => {
  const query = { first: "", second: null, at: undefined, step: "0" };
  assert.equal(format({ screen: "tree", ...EMPTY, game: "hex", query }), "#/tree/hex?step=0");
});

test("specs and positions survive, readable where an address allows it", () => {
  const state = {
    ...parse("#/analyse/connect_four"),
    position: "......./...O... X",
    query: { spec: "alphabeta(seconds=1, table=0)", name: "a&b=c#d" },
  };
  assert.deepEqual(parse(format(state)), state);
  assert.ok(format(state).includes("position=......./...O...+X"));
  assert.ok(format(state).includes("spec=alphabeta(seconds%3D1,+table%3D0)"));
});

test("a board is the same whatever the order of its parameters", () => {
  const one = parse("#/play/hex/size=5/swap=on?moves=a1");
  assert.ok(sameBoard(one, parse("#/tree/hex/swap=on/size=5")));
  assert.ok(!sameBoard(one, parse("#/play/hex/swap=on/size=6")));
  assert.ok(!sameBoard(one, parse("#/play/konane/swap=on/size=5")));
});

test("a lesson is an address of its own, without a game", () => {
  const state = parse("#/learn/alpha-beta?part=2");
  assert.deepEqual(state, {
    screen: "learn",
    ...EMPTY,
    query: { part: "2" },
    lesson: "alpha-beta",
  });
  assert.equal(format({ ...state, game: "hex", moves: "a1" }), "#/learn/alpha-beta?part=2");
  assert.equal(format(parse("#/learn")), "#/learn");
});

test("a number of an address is a whole one that there is", () => {
  const range = { low: 1, high: 7, otherwise: 4 };
  const asked = ["3", "2.5", "-1", "99", "1e9", "x", "", null, undefined];
  assert.deepEqual(
    asked.map((text) => whole(text, range)),
    [3, 2, 1, 7, 7, 4, 4, 4, 4],
  );
});
