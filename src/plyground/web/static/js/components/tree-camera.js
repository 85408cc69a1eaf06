/**
 * Where one looks at a drawn tree from: how large it is, how far it is stretched, what is seen.
 *
 * @typedef {{x: number, y: number}} Point
 */

import { ABOVE } from "./tree-parts.js";

export const HALF = 31; // of the width of a node
const LEVEL = 124; // from one ply to the next
const MARGIN = { across: 40, top: 34, bottom: 74 }; // around the nodes
const LEGIBLE = 0.46; // a scale from which on letters can be read
const COMFORTABLE = 0.6; // the same where there is room
const READABLE = 0.9; // where the whole tree would be too small to read
const SMALLEST = 0.02;
const LARGEST = 4;
const SQUEEZE = 0.78; // of heights, at most; boards need all of it
const LEVEL_SEEN = 110; // pixels between two plies, where there is room

export class Camera {
  touched = false; // whether somebody has moved it
  hasBoards = false; // above the nodes
  scale = 1;
  stretch = 1; // of heights: a wide tree drawn small is no line, and a deep one fits
  x = 0;
  y = 0;
  #element;

  /** @param {Element} element the frame */
  constructor(element) {
    this.#element = element;
  }

  get #width() {
    return this.#element.clientWidth || 600;
  }

  get #height() {
    return this.#element.clientHeight || 400;
  }

  get isNarrow() {
    return this.#width < 600;
  }

  /** Room at the left for the names of the levels. */
  get gutter() {
    return this.isNarrow ? 28 : 84;
  }

  /** How far one ply is from the next. */
  get level() {
    return this.hasBoards ? LEVEL + ABOVE : LEVEL;
  }

  get #top() {
    return MARGIN.top + (this.hasBoards ? ABOVE : 0);
  }

  get #squeeze() {
    return this.hasBoards ? 1 : SQUEEZE;
  }

  /**
   * Where a point of the tree is drawn.
   * @param {Point} point
   */
  at({ x, y }) {
    return { x, y: y * this.stretch };
  }

  /**
   * Show all points, or, where they would be too small to read, the top; `whole` insists.
   * @param {Point[]} points
   * @param {boolean} whole
   */
  fit(points, whole) {
    this.touched = false;
    const { left, right, depth } = boundsOf(points);
    const wanted = this.#scaleFor(points);
    const legible = wanted >= LEGIBLE || whole;
    this.scale = clamp(legible ? wanted : READABLE);
    this.#stretchFor(depth);
    const middle = (this.#width + this.gutter) / 2;
    this.x = legible ? middle - (this.scale * (left + right)) / 2 : middle;
    this.y = this.#top * this.scale + 4;
  }

  /**
   * Whether all points could be seen at once, and read.
   * @param {Point[]} points
   */
  hasRoomFor(points) {
    return this.#scaleFor(points) >= (this.isNarrow ? LEGIBLE : COMFORTABLE);
  }

  /**
   * Whether all points can be read where nobody has moved the camera.
   * @param {Point[]} points
   */
  canFit(points) {
    return !this.touched && this.#scaleFor(points) >= LEGIBLE;
  }

  /** @param {Point[]} points */
  #scaleFor(points) {
    const { left, right, depth } = boundsOf(points);
    const across = (this.#width - this.gutter) / (right - left + 2 * HALF + MARGIN.across);
    const around = this.#top + MARGIN.bottom;
    return Math.min(across, this.#height / (this.#squeeze * depth + around), 1.4);
  }

  // As high as the frame allows, but not so high that one loses the line from parent to child.
  /** @param {number} depth */
  #stretchFor(depth) {
    const around = this.#top + MARGIN.bottom;
    const room = depth ? (this.#height / this.scale - around) / depth : 1;
    const most = Math.max(1, LEVEL_SEEN / (LEVEL * this.scale));
    this.stretch = Math.max(this.#squeeze, Math.min(most, room));
  }

  /**
   * Move as little as is needed to see a point; says whether it moved.
   * @param {Point} point
   */
  reveal(point) {
    const { x: across, y: down } = this.at(point);
    const [x, y] = [this.x + across * this.scale, this.y + down * this.scale];
    if (this.#isSeen(x, y)) return false;
    if (x < this.#width * 0.16 || x > this.#width * 0.84) this.x += this.#width / 2 - x;
    if (y < 40) this.y += this.#height * 0.25 - y;
    if (y > this.#height - 70) this.y += this.#height * 0.7 - y;
    return true;
  }

  /** @param {number} x @param {number} y in the frame */
  #isSeen(x, y) {
    const half = HALF * this.scale;
    return (
      x >= this.gutter + half &&
      x <= this.#width - half &&
      y >= this.#top * this.scale &&
      y <= this.#height - 30 * this.scale
    );
  }

  /** @param {number} factor @param {number} x @param {number} y the point that stays */
  zoom(factor, x = this.#width / 2, y = this.#height / 2) {
    const scale = clamp(this.scale * factor);
    this.touched = true;
    this.x = x - ((x - this.x) * scale) / this.scale;
    this.y = y - ((y - this.y) * scale) / this.scale;
    this.scale = scale;
  }

  /** @param {number} across @param {number} down */
  move(across, down) {
    this.touched = true;
    this.x += across;
    this.y += down;
  }
}

/**
 * Where points lie: left, right, and how deep.
 * @param {Point[]} points
 */
function boundsOf(points) {
  const xs = points.map(({ x }) => x);
  const depth = Math.max(...points.map(({ y }) => y));
  return { left: Math.min(...xs), right: Math.max(...xs), depth };
}

/** @param {number} scale */
function clamp(scale) {
  return Math.max(SMALLEST, Math.min(LARGEST, scale));
}
