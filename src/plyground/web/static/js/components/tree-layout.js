/**
 * Where the nodes of a tree stand, and which of them are drawn at all.
 *
 * @typedef {[number, number][]} Outline of a subtree by level: left and right, seen from its node
 */

/**
 * The nodes to draw: at most about `budget` of them. Nodes of `open` show their children first,
 * then the others, level by level; a node whose children are not drawn is folded. `extra` nodes
 * come on top of the budget.
 * @template {{children: N[]}} N
 * @param {N} root
 * @param {{budget: number, open: Iterable<N>, extra?: number}} wanted
 */
export function chooseVisible(root, { budget, open, extra = 0 }) {
  /** @type {Map<N, boolean>} node -> whether its children are drawn */
  const shown = new Map([[root, false]]);
  /** @param {N} node */
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

/**
 * From the root to the node, both included.
 * @template {{parent: N | null}} N
 * @param {N} node
 */
export function pathTo(node) {
  /** @type {N[]} */
  const path = [];
  for (let at = /** @type {N | null} */ (node); at; at = at.parent) path.unshift(at);
  return path;
}

/**
 * A tidy layout: parents centred over their children, subtrees as close as they can be.
 * Returns a Map from node to {x, y}, with the root at x = 0.
 * @template {{children: N[]}} N
 * @param {N} root
 * @param {Map<N, boolean>} shown
 * @param {{halfWidth: (node: N) => number, gap: number, level: number}} room
 */
export function tidy(root, shown, { halfWidth, gap, level }) {
  /** @type {Map<N, number>} node -> x from its parent */
  const offsets = new Map();
  /** @type {Map<N, {x: number, y: number}>} */
  const positions = new Map();

  /**
   * @param {N} node
   * @returns {Outline}
   */
  function outline(node) {
    const half = halfWidth(node);
    const children = shown.get(node) ? node.children : [];
    if (!children.length) return [[-half, half]];
    /** @type {Outline} */
    let joined = [];
    const places = children.map((child) => {
      const own = outline(child);
      const shift = joined.length ? distance(joined, own, gap) : 0;
      joined = merge(joined, own, shift);
      return shift;
    });
    const middle = (places[0] + places[places.length - 1]) / 2;
    children.forEach((child, index) => offsets.set(child, places[index] - middle));
    return [[-half, half], ...shifted(joined, -middle)];
  }

  /** @param {N} node @param {number} x @param {number} depth */
  function place(node, x, depth) {
    positions.set(node, { x, y: depth * level });
    if (!shown.get(node)) return;
    for (const child of node.children) place(child, x + (offsets.get(child) ?? 0), depth + 1);
  }

  outline(root);
  place(root, 0, 0);
  return positions;
}

/** @param {Outline} left @param {Outline} right @param {number} gap */
function distance(left, right, gap) {
  let needed = -Infinity;
  for (let level = 0; level < Math.min(left.length, right.length); level += 1) {
    needed = Math.max(needed, left[level][1] - right[level][0] + gap);
  }
  return needed;
}

/**
 * @param {Outline} left
 * @param {Outline} right
 * @param {number} shift of the right one
 */
function merge(left, right, shift) {
  const moved = shifted(right, shift);
  const joined = left.length >= moved.length ? [...left] : [...moved];
  for (let level = 0; level < Math.min(left.length, moved.length); level += 1) {
    const [one, two] = [left[level], moved[level]];
    joined[level] = [Math.min(one[0], two[0]), Math.max(one[1], two[1])];
  }
  return joined;
}

/**
 * @param {Outline} outline
 * @param {number} shift
 * @returns {Outline}
 */
function shifted(outline, shift) {
  return outline.map(([left, right]) => [left + shift, right + shift]);
}
