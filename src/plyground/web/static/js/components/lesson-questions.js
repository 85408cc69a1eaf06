/**
 * The questions of a lesson. They are made from a recorded search, so that every answer is true by
 * construction: a question stops the search at one of its steps and asks what comes next.
 *
 * @import { Names } from "./tree-explain.js"
 * @import { SearchNode, TreeModel } from "./tree-model.js"
 *
 * @typedef {{
 *   text: string, options: string[], right: number[], why: string,
 *   node: SearchNode | null, step: number, then: number, hides: boolean,
 * }} Question `right` are the places of the right options; the tree stands at `step` until somebody
 *   answers, and at `then` afterwards; `hides`: what is known of the node would give the answer away
 * @typedef {"worth" | "cut" | "best" | "ends" | "moves" | "winner" | "known" | "visits" | "random"} Kind
 */

import { words } from "../words.js";
import { explain, saidBy } from "./tree-explain.js";
import { isAside } from "./tree-model.js";

/**
 * At most `count` questions of a kind about a search.
 * @param {Kind} kind
 * @param {TreeModel} model
 * @param {Names} names
 * @param {number} count
 * @returns {Question[]}
 */
export function questionsOf(kind, model, names, count) {
  return MAKERS[kind](model, names, count);
}

/** @type {Record<Kind, (model: TreeModel, names: Names, count: number) => Question[]>} */
const MAKERS = { worth, cut, best, ends, moves, winner, known, visits, random };

// --- minimax ------------------------------------------------------------------------------------

/** @param {TreeModel} model @param {Names} names @param {number} count */
function worth(model, names, count) {
  const moments = model.events.flatMap((event, index) => {
    if (event.kind !== "value" || event.source !== "children" || event.bound !== "exact") return [];
    const node = nodeAt(model, event.node);
    return node.children.length > 1 ? [{ index, node, value: event.value }] : [];
  });
  const chosen = mixed(moments, count, ({ node }) => node.maximising);
  return chosen.map(({ index, node, value }) => {
    const right = outcome(model, value, names);
    const mover = node.maximising ? names.max : names.min;
    return {
      ...choices(allOutcomes(model, names), right, 4),
      text: words.questions.worth(mover),
      why: said(model, index + 1, names),
      node,
      step: index,
      then: index + 1,
      hides: true,
    };
  });
}

/** @param {TreeModel} model @param {Names} names */
function best(model, names) {
  const { root } = model;
  const end = model.length;
  const value = valueOf(model, root);
  const options = root.children.map((child) => child.move ?? "");
  const right = root.children.flatMap((child, place) =>
    outcome(model, valueOf(model, child), names) === outcome(model, value, names) ? [place] : [],
  );
  return [
    {
      text: words.questions.best(names.max),
      options,
      right,
      why: words.questions.bestWhy(
        names.max,
        right.map((place) => options[place]).join(words.questions.or),
        outcome(model, value, names),
      ),
      node: root,
      step: end - 1,
      then: end,
      hides: true,
    },
  ];
}

// --- what a tree is -----------------------------------------------------------------------------

/** @param {TreeModel} model @param {Names} names */
function moves(model, names) {
  const many = model.root.children.reduce((sum, child) => sum + child.moves.length, 0);
  const merged = [...model.nodes.values()].some(({ twins }) => twins.length);
  return [
    {
      ...numbers(many, [1, -1, 2]),
      text: merged ? words.questions.movesMerged : words.questions.moves(names.max),
      why: words.questions.movesWhy(many),
      node: model.root,
      step: model.length,
      then: model.length,
      hides: false,
    },
  ];
}

/** @param {TreeModel} model */
function ends(model) {
  const leaves = [...model.nodes.values()].filter(({ leaf }) => leaf).length;
  return [
    {
      ...numbers(leaves, [-1, 2, model.nodes.size - leaves]),
      text: words.questions.ends,
      why: words.questions.endsWhy(leaves),
      node: null,
      step: model.length,
      then: model.length,
      hides: false,
    },
  ];
}

/** @param {TreeModel} model @param {Names} names @param {number} count */
function winner(model, names, count) {
  const moments = model.events.flatMap((event, index) =>
    event.kind === "value" && event.source === "end"
      ? [{ index, node: nodeAt(model, event.node), value: event.value }]
      : [],
  );
  const different = moments.filter(
    ({ value }, place) =>
      moments.findIndex((each) => Math.sign(each.value) === Math.sign(value)) === place,
  );
  return different.slice(0, count).map(({ index, node, value }) => ({
    ...choices(threeOutcomes(names), outcome(model, value, names), 3),
    text: words.questions.winner,
    why: said(model, index + 1, names),
    node,
    step: index,
    then: index + 1,
    hides: true,
  }));
}

// --- alpha-beta ---------------------------------------------------------------------------------

/** @param {TreeModel} model @param {Names} names @param {number} count */
function cut(model, names, count) {
  const moments = model.events.flatMap((event, index) => {
    if (event.kind !== "update") return [];
    const node = nodeAt(model, event.node);
    const left = childrenLeft(node, event.best);
    const next = model.events[index + 1];
    const isCut = next.kind === "cut" && next.node === event.node;
    return node.parent && left ? [{ index, node, left, isCut }] : [];
  });
  return mixed(moments, count, ({ isCut }) => isCut).map(({ index, node, left, isCut }) => ({
    text: words.questions.cut(left),
    options: [words.questions.cutYes, words.questions.cutNo],
    right: [isCut ? 0 : 1],
    why: isCut ? said(model, index + 2, names) : whyNot(model, index + 1, node, names),
    node,
    step: index + 1,
    then: index + (isCut ? 2 : 1),
    hides: false,
  }));
}

/** @param {TreeModel} model */
function visits(model) {
  const { nodes, counts } = model.view;
  const whole = counts.find((each) => !each.pruning)?.nodes ?? nodes;
  return [
    {
      ...numbers(
        nodes,
        [whole - nodes, -2, -4, 2].filter((far) => nodes + far <= whole),
      ),
      text: words.questions.visits(whole),
      why: nodes < whole ? words.questions.visitsSome(nodes, whole) : words.questions.visitsAll,
      node: null,
      step: 0,
      then: model.length,
      hides: false,
    },
  ];
}

/** @param {TreeModel} model @param {number} step @param {SearchNode} node @param {Names} names */
function whyNot(model, step, node, { max, min }) {
  model.goto(step);
  const [mover, other] = node.maximising ? [max, min] : [min, max];
  const limit = node.maximising ? node.beta : node.alpha;
  const names = { max, min };
  const { nothingElsewhere, worseElsewhere } = words.questions;
  const found = saidBy(node.maximising, model, node.value, names);
  if (limit === null) return nothingElsewhere(mover, found, other);
  return worseElsewhere(mover, found, other, saidBy(!node.maximising, model, limit, names));
}

// --- the table ----------------------------------------------------------------------------------

/** @param {TreeModel} model @param {Names} names @param {number} count */
function known(model, names, count) {
  const moments = model.events.flatMap((event, index) => {
    const next = model.events[index + 1];
    if (event.kind !== "enter" || !event.parent || !event.depth) return [];
    const inTable = next.kind === "value" && next.source === "table";
    return inTable || next.kind === "enter"
      ? [{ index, node: nodeAt(model, event.node), inTable }]
      : [];
  });
  const hits = moments.filter(({ inTable }) => inTable);
  const later = moments.filter(({ inTable, index }) => !inTable && index > (hits[0]?.index ?? 0));
  return mixed([...hits, ...later], count, ({ inTable }) => inTable).map(
    ({ index, node, inTable }) => ({
      text: words.questions.known,
      options: [words.questions.knownYes, words.questions.knownNo],
      right: [inTable ? 0 : 1],
      why: inTable
        ? words.questions.knownWhy(said(model, index + 2, names))
        : words.questions.newWhy,
      node,
      step: index + 1,
      then: index + 2,
      hides: true,
    }),
  );
}

// --- chance -------------------------------------------------------------------------------------

/** @param {TreeModel} model @param {Names} names */
function random(model, names) {
  const { root } = model;
  const shares = root.children.map((child) => shareWon(model, child));
  const most = Math.max(...shares);
  const options = root.children.map(({ move }) => move ?? "");
  return [
    {
      text: words.questions.random(names.max),
      options,
      right: shares.flatMap((share, place) => (share === most ? [place] : [])),
      why: words.questions.randomWhy(
        options
          .map((move, place) => `${move}: ${words.percent(Math.round(100 * shares[place]))}`)
          .join(", "),
      ),
      node: root,
      step: 0,
      then: model.length,
      hides: true,
    },
  ];
}

/**
 * The share of games that MAX wins where both play at random; a draw counts half.
 * @param {TreeModel} model
 * @param {SearchNode} node
 * @returns {number}
 */
export function shareWon(model, node) {
  if (node.leaf) return (1 + Math.sign(valueOf(model, node))) / 2;
  const shares = node.children.map((child) => shareWon(model, child));
  return shares.reduce((sum, share) => sum + share, 0) / shares.length;
}

// --- words --------------------------------------------------------------------------------------

/**
 * A value for who answers: who wins, without in how many plies; a number of a tree of numbers.
 * @param {TreeModel} model
 * @param {number} value
 * @param {Names} names
 */
function outcome(model, value, names) {
  const score = model.scores.get(value);
  if (score?.kind !== "proven") return model.read(value);
  const [wins, draw, loses] = threeOutcomes(names);
  return score.value > 0 ? wins : score.value < 0 ? loses : draw;
}

/** @param {Names} names */
function threeOutcomes({ max, min }) {
  return [words.questions.wins(max), words.values.aDraw, words.questions.wins(min)];
}

/** @param {TreeModel} model @param {Names} names */
function allOutcomes(model, names) {
  if ([...model.scores.values()].every(({ kind }) => kind === "proven"))
    return threeOutcomes(names);
  const values = [...model.scores.keys()].sort((one, two) => one - two);
  return [...new Set(values.map((value) => outcome(model, value, names)))];
}

// --- helpers ------------------------------------------------------------------------------------

/** @param {TreeModel} model @param {number} id */
function nodeAt(model, id) {
  return /** @type {SearchNode} */ (model.nodes.get(id));
}

// What a node is worth in the end, whatever step is shown.
/** @param {TreeModel} model @param {SearchNode} node */
function valueOf(model, node) {
  const found = model.events.find((event) => event.kind === "value" && event.node === node.id);
  return found?.kind === "value" ? found.value : 0;
}

/** @param {SearchNode} node @param {string} move the child that came back last */
function childrenLeft(node, move) {
  const rank = node.children.find((child) => child.move === move)?.rank ?? 0;
  const all = node.children.reduce(
    (sum, child) => sum + (isAside(child) ? child.moves.length : 1),
    0,
  );
  return all - rank - 1;
}

/** @param {TreeModel} model @param {number} step @param {Names} names */
function said(model, step, names) {
  model.goto(step);
  return explain(model, names);
}

/**
 * At most `count` of a list, from all over it.
 * @template T
 * @param {T[]} list
 * @param {number} count
 */
export function spread(list, count) {
  if (list.length <= count) return list;
  return Array.from({ length: count }, (_, place) => {
    const at = count === 1 ? 0.5 : place / (count - 1);
    return list[Math.round(at * (list.length - 1))];
  });
}

/**
 * At most `count` moments in their order, half of them of one sort if there are enough.
 * @template {{index: number}} T
 * @param {T[]} moments
 * @param {number} count
 * @param {(moment: T) => boolean} isFirst whether it is of the first sort
 */
function mixed(moments, count, isFirst) {
  const first = moments.filter(isFirst);
  const second = moments.filter((moment) => !isFirst(moment));
  const few = Math.min(second.length, Math.floor(count / 2));
  const chosen = [...spread(first, count - few)];
  chosen.push(...spread(second, count - chosen.length));
  return chosen.sort((one, two) => one.index - two.index);
}

/**
 * At most `most` options in their own order, the right one among them.
 * @param {string[]} all
 * @param {string} right
 * @param {number} most
 */
function choices(all, right, most) {
  const others = [...new Set(all)].filter((each) => each !== right);
  const kept = new Set([right, ...spread(others, most - 1)]);
  const options = [...new Set(all)].filter((each) => kept.has(each));
  const numeric = options.every((each) => /^[-−+]?\d+$/.test(each));
  if (numeric) options.sort((one, two) => asNumber(one) - asNumber(two));
  return { options, right: [options.indexOf(right)] };
}

/** @param {string} text */
function asNumber(text) {
  return Number(text.replace("−", "-"));
}

/** @param {number} right @param {number[]} near how far off the others are */
function numbers(right, near) {
  const all = [right, ...near.map((far) => right + far)].filter((each) => each > 0);
  return choices(all.map(String), String(right), 4);
}
