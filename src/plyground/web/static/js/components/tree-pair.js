/**
 * Two searches of one tree in step: minimax looks at everything, alpha-beta waits while minimax is
 * in what it has cut.
 *
 * @import { SearchNode, TreeModel } from "./tree-model.js"
 */

import { pathTo } from "./tree-layout.js";

/**
 * For every step of `whole`, from 0 on, the step of `cutting` that belongs beside it.
 * @param {TreeModel} whole minimax
 * @param {TreeModel} cutting alpha-beta, of the same tree in the same order
 */
export function inStep(whole, cutting) {
  const entered = stepsOf(whole, "enter");
  const done = stepsOf(whole, "value");
  let latest = 0;
  const moments = cutting.events.map((event) => {
    const node = /** @type {SearchNode} */ (cutting.nodes.get(event.node));
    latest = Math.max(latest, momentOf(event, node, latest, { entered, done }));
    return latest;
  });
  return Array.from(
    { length: whole.length + 1 },
    (_, step) => moments.filter((moment) => moment <= step).length,
  );
}

// After which step of minimax an event of alpha-beta is due.
/**
 * @param {TreeModel["events"][number]} event
 * @param {SearchNode} node
 * @param {number} latest that of the event before
 * @param {{entered: Map<string, number>, done: Map<string, number>}} steps
 */
function momentOf(event, node, latest, { entered, done }) {
  if (event.kind === "enter") return entered.get(place(node)) ?? latest;
  if (event.kind === "update") return (done.get(`${place(node)} ${event.best}`) ?? latest) + 1;
  const cut = node.children.some((child) => child.pruned); // there is time until minimax is through
  if (cut) return latest + 1;
  return event.kind === "value" ? (done.get(place(node)) ?? latest) : latest;
}

/** @param {TreeModel} model @param {"enter" | "value"} kind */
function stepsOf(model, kind) {
  return new Map(
    model.events.flatMap((event, index) => {
      const node = /** @type {SearchNode} */ (model.nodes.get(event.node));
      return event.kind === kind ? [[place(node), index + 1]] : [];
    }),
  );
}

/** @param {SearchNode} node */
function place(node) {
  return pathTo(node)
    .map(({ move }) => move)
    .join(" ");
}
