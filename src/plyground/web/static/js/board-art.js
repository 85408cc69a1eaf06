/**
 * What a board looks like: tiles, frame, pieces and marks as SVG. Lengths are in cells.
 *
 * Nothing here knows a game. Tiles serve grids, hexagons and rhombuses, which differ only in their
 * outlines; a board that discs drop into has a frame with holes in front of its pieces.
 *
 * @import { BoardView } from "./api-types.js"
 *
 * @typedef {{x: number, y: number}} Spot such as a cell: its centre
 * @typedef {{text: string, loss: number, best: boolean, proven: boolean, share: number}} ChipScore
 */

import { svg } from "./dom.js";

const PIECE = 0.39;
const HOLE = 0.4;
const LETTERS = [0.38, 0.38, 0.33, 0.26, 0.21]; // their size in a chip, by their number

// A look: whether it is a disc, and the sign that tells it apart without its colour; the discs of X
// and O carry their letters.
/** @type {Record<string, {disc?: boolean, sign: string}>} */
const LOOKS = {
  cross: { sign: "cross" },
  ring: { sign: "ring" },
  yellow: { disc: true, sign: "letter-x" },
  red: { disc: true, sign: "circle" },
  blue: { disc: true, sign: "dot" },
  black: { disc: true, sign: "none" },
  white: { disc: true, sign: "circle" },
};

/**
 * What of the plane a board needs: its cells and the labels around them.
 * @param {BoardView} board
 */
export function extent(board) {
  const size = labelSize(board);
  const edge = 0.12;
  const xs = board.labels.map(({ x }) => x);
  const ys = board.labels.map(({ y }) => y);
  const left = Math.min(-edge, ...xs.map((x) => x - size));
  const top = Math.min(-edge, ...ys.map((y) => y - 0.7 * size));
  const right = Math.max(board.width + edge, ...xs.map((x) => x + size));
  const bottom = Math.max(board.height + edge, ...ys.map((y) => y + 0.7 * size));
  return { left, top, width: right - left, height: bottom - top };
}

/**
 * The size of labels: about the same on paper for small and large boards.
 * @param {BoardView} board
 */
export function labelSize({ width, height }) {
  return Math.min(0.4, 0.036 * Math.max(width, height, 4));
}

/**
 * `x,y x,y` for polygons and polylines.
 * @param {[number, number][]} list
 */
export function points(list) {
  return list.map(([x, y]) => `${x},${y}`).join(" ");
}

/**
 * A piece around (0, 0); the look is one of the API's.
 * @param {string} look
 */
export function piece(look) {
  const { disc, sign } = LOOKS[look] ?? { disc: true, sign: "none" };
  const made = svg("g", { class: `piece look-${look}` });
  if (disc) made.append(svg("circle", { class: "disc", r: PIECE }));
  if (sign === "cross")
    made.append(svg("path", { class: "stroke", d: "M-.25-.25l.5.5m0-.5l-.5.5" }));
  if (sign === "ring") made.append(svg("circle", { class: "stroke", r: 0.27 }));
  if (sign === "circle") made.append(svg("circle", { class: "sign", r: 0.24 }));
  if (sign === "letter-x")
    made.append(svg("path", { class: "sign", d: "M-.16-.16l.32.32m0-.32l-.32.32" }));
  if (sign === "dot") made.append(svg("circle", { class: "sign dot", r: 0.1 }));
  return made;
}

/**
 * A piece on its own, as a picture beside a player's name.
 * @param {string} look
 */
export function pieceIcon(look) {
  return svg(
    "svg",
    { class: "piece-icon", viewBox: "-.45 -.45 .9 .9", "aria-hidden": "true" },
    piece(look),
  );
}

/**
 * What lies behind the pieces, apart from the tiles themselves.
 * @param {BoardView} board
 */
export function backdrop({ kind, width, height }) {
  return kind === "drop" ? [svg("rect", { class: "backdrop", width, height, rx: 0.2 })] : [];
}

/**
 * What lies before the pieces: the frame with a hole for each cell, or nothing.
 * @param {BoardView} board
 */
export function frame({ kind, width, height, cells }) {
  if (kind !== "drop") return [];
  const holes = cells.map(
    ({ x, y }) =>
      `M${x - HOLE} ${y}a${HOLE} ${HOLE} 0 1 0 ${2 * HOLE} 0a${HOLE} ${HOLE} 0 1 0 ${-2 * HOLE} 0z`,
  );
  const corner = 0.2;
  const across = width - 2 * corner;
  const down = height - 2 * corner;
  /** @param {number} x @param {number} y */
  const turn = (x, y) => `a${corner} ${corner} 0 0 1 ${x} ${y}`;
  const edge = `M${corner} 0h${across}${turn(corner, corner)}v${down}${turn(-corner, corner)}h${-across}${turn(-corner, -corner)}v${-down}${turn(corner, -corner)}z`;
  return [svg("path", { class: "frame", "fill-rule": "evenodd", d: edge + holes.join("") })];
}

/**
 * The borders that belong to players.
 * @param {BoardView} board
 * @param {string[]} pieces
 */
export function sides({ sides: all }, pieces) {
  return all.map(({ player, points: along }) =>
    svg("polyline", { class: `side look-${pieces[player]}`, points: points(along) }),
  );
}

/**
 * Coordinates around the board.
 * @param {BoardView} board
 */
export function labels({ labels: all }) {
  return all.map(({ text, x, y }) => svg("text", { class: "label", x, y }, text));
}

/**
 * A line between two pieces of a group.
 * @param {Spot} one
 * @param {Spot} two
 * @param {string} look
 */
export function link(one, two, look) {
  return svg("line", { class: `link look-${look}`, x1: one.x, y1: one.y, x2: two.x, y2: two.y });
}

// Marks on cells by their class, with their radius.
const MARKS = {
  last: 0.37,
  left: 0.1,
  captured: 0.15,
  won: 0.43,
  target: 0.13,
  picked: 0.44,
  from: 0.43,
  hint: 0.44,
};

/**
 * A mark on a cell.
 * @param {keyof typeof MARKS} name
 * @param {Spot} spot
 */
export function mark(name, { x, y }) {
  return svg("circle", { class: `mark ${name}`, cx: x, cy: y, r: MARKS[name] });
}

/**
 * A line through the cells that decided the game, where they lie on one.
 * @param {Spot[]} cells
 */
export function wonLine(cells) {
  const [first, last] = [cells[0], cells[cells.length - 1]];
  return svg("line", { class: "won-line", x1: first.x, y1: first.y, x2: last.x, y2: last.y });
}

/**
 * Whether cells lie on one straight line.
 * @param {Spot[]} cells
 */
export function inLine(cells) {
  const [one, two] = [cells[0], cells[cells.length - 1]];
  /** @param {Spot} spot */
  const off = ({ x, y }) => (two.x - one.x) * (y - one.y) - (two.y - one.y) * (x - one.x);
  return cells.length > 2 && cells.every((cell) => Math.abs(off(cell)) < 0.01);
}

/**
 * An arrow from one cell to another.
 * @param {Spot} from
 * @param {Spot} to
 */
export function arrow(from, to) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / length, dy / length];
  /** @type {[number, number]} */
  const tip = [to.x - ux * 0.12, to.y - uy * 0.12];
  const foot = [tip[0] - ux * 0.34, tip[1] - uy * 0.34];
  /** @type {[number, number][]} */
  const head = [
    tip,
    [foot[0] - uy * 0.2, foot[1] + ux * 0.2],
    [foot[0] + uy * 0.2, foot[1] - ux * 0.2],
  ];
  return svg(
    "g",
    { class: "arrow" },
    svg("line", { x1: from.x + ux * 0.15, y1: from.y + uy * 0.15, x2: foot[0], y2: foot[1] }),
    svg("polygon", { points: points(head) }),
  );
}

/**
 * A score on a cell: a chip with its text; `change` changes it in place.
 * @param {Spot} spot
 */
export function chip({ x, y }) {
  const back = svg("circle", { class: "chip-back", r: 0.36 });
  const share = svg("circle", {
    class: "chip-share",
    r: 0.42,
    pathLength: 100,
    transform: "rotate(-90)",
  });
  const text = svg("text", { class: "chip-text" });
  const star = svg("path", {
    class: "chip-star",
    d: "M0-.17l.05.11.12.01-.09.08.03.12-.11-.06-.11.06.03-.12-.09-.08.12-.01z",
    transform: "translate(.29 -.29) scale(.8)",
  });
  const made = svg(
    "g",
    { class: "chip", transform: `translate(${x} ${y})` },
    share,
    back,
    text,
    star,
  );
  /** @param {ChipScore} score */
  const change = ({ text: words, loss, best, proven, share: part }) => {
    made.setAttribute("class", `chip${best ? " best" : ""}${proven ? " proven" : ""}`);
    back.style.setProperty("--loss", `${Math.round(100 * loss)}%`);
    if (text.textContent !== words) {
      text.textContent = words;
      text.setAttribute("font-size", String(LETTERS[words.length] ?? 0.17));
    }
    share.setAttribute("stroke-dasharray", part > 0.03 ? `${100 * part} 100` : "0 100");
  };
  return { made, change };
}

/**
 * A number written on a cell.
 * @param {Spot} spot
 * @param {string} text
 */
export function numberOn({ x, y }, text) {
  return svg(
    "g",
    { class: "numbered", transform: `translate(${x} ${y})` },
    svg("circle", { r: 0.22 }),
    svg("text", { "font-size": 0.28 }, text),
  );
}
