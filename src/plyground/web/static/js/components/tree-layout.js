/** Where the nodes of a tree stand, and which of them are drawn at all. */

/**
 * The nodes to draw: at most about `budget` of them. Nodes of `open` show their children first,
 * then the others, level by level; a node whose children are not drawn is folded. `extra` nodes
 * come on top of the budget.
 */
export function chooseVisible(root, { budget, open, extra = 0 }) {
  const shown = new Map([[root, false]]); // node -> whether its children are drawn
  const expand = (node) => {
    shown.set(node, true);
    for (const child of node.children) if (!shown.has(child)) shown.set(child, false);
  };
  for (const node of open) {
    if (node.children.length && shown.has(node)) expand(node);
  }
  const most = budget + (shown.size > 1 ? extra : 0);
  const queue = [root];
  for (let place = 0; place < queue.length; place += 1) {
    const node = queue[place];
    const fits = shown.size + node.children.length <= most;
    if (!shown.get(node) && node.children.length && fits) expand(node);
    if (shown.get(node)) queue.push(...node.children);
  }
  return shown;
}

/** From the root to the node, both included. */
export function pathTo(node) {
  const path = [];
  for (let at = node; at; at = at.parent) path.unshift(at);
  return path;
}

/**
 * A tidy layout: parents centred over their children, subtrees as close as they can be.
 * Returns a Map from node to {x, y}, with the root at x = 0.
 */
export function tidy(root, shown, { halfWidth, gap, level }) {
  const offsets = new Map(); // node -> x from its parent
  const positions = new Map();

  // The outline of the subtree, by level: [left, right], seen from the node.
  function outline(node) {
    const half = halfWidth(node);
    const children = shown.get(node) ? node.children : [];
    if (!children.length) return [[-half, half]];
    let joined = null;
    const places = [];
    for (const child of children) {
      const own = outline(child);
      const shift = joined ? distance(joined, own, gap) : 0;
      places.push(shift);
      joined = joined ? merge(joined, own, shift) : own;
    }
    const middle = (places[0] + places[places.length - 1]) / 2;
    children.forEach((child, index) => offsets.set(child, places[index] - middle));
    return [[-half, half], ...joined.map(([left, right]) => [left - middle, right - middle])];
  }

  function place(node, x, depth) {
    positions.set(node, { x, y: depth * level });
    if (!shown.get(node)) return;
    for (const child of node.children) place(child, x + offsets.get(child), depth + 1);
  }

  outline(root);
  place(root, 0, 0);
  return positions;
}

function distance(left, right, gap) {
  let needed = -Infinity;
  for (let level = 0; level < Math.min(left.length, right.length); level += 1) {
    needed = Math.max(needed, left[level][1] - right[level][0] + gap);
  }
  return needed;
}

function merge(left, right, shift) {
  const joined = [];
  for (let level = 0; level < Math.max(left.length, right.length); level += 1) {
    const one = left[level];
    const two = right[level] && [right[level][0] + shift, right[level][1] + shift];
    joined.push(one && two ? [Math.min(one[0], two[0]), Math.max(one[1], two[1])] : (one ?? two));
  }
  return joined;
}
