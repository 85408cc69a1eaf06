/** Lists of agents: whom they offer, in which groups. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { agentGroups } from "../../src/plyground/web/static/js/components/players.js";

const PRESETS = [
  { name: "casual", spec: "humanlike", says: "slips", group: "people" },
  { name: "prefer_outer", spec: "random(prefer=outer)", says: "outermost", group: "report" },
  { name: "best", spec: "perfect", says: "never errs", group: "people" },
];

test("agents are grouped: for people, as in the report, your own", () => {
  const groups = agentGroups(PRESETS, ["mcts(c=1)"]);
  assert.deepEqual(
    groups.map(({ label, agents }) => [label, agents.map(({ value }) => value)]),
    [
      ["For people", ["casual", "best"]],
      ["As in the report", ["prefer_outer"]],
      ["Your own", ["mcts(c=1)", "custom"]],
    ],
  );
  assert.equal(groups[1].agents[0].text, "Prefer outer");
});

test("a game without a report has no such group", () => {
  const [people] = PRESETS;
  const labels = agentGroups([people], []).map(({ label }) => label);
  assert.deepEqual(labels, ["For people", "Your own"]);
});
