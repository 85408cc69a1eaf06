/**
 * Connect Four for a page without a server: the rules are kernels of the module.
 *
 * @import { Block } from "./loader.js"
 * @import { MoveView } from "./api-types.js"
 * @import { Shown } from "./board.js"
 * @typedef {{mine: bigint, theirs: bigint, width: bigint, height: bigint}} Position
 * @typedef {{legal: number[], player: number, won: boolean}} Facts
 */

export class Rules {
  #look;
  #play;
  /** @type {Position} */
  start;

  /** @param {{block(name: string): Block}} kernels */
  constructor(kernels) {
    this.#look = kernels.block("look");
    this.#play = kernels.block("play");
    this.start = this.#look.get("position");
  }

  /** @param {Position} position @param {number} column from 0 @returns {Position} */
  play(position, column) {
    return this.#play.run({ position, move: column });
  }

  /** @param {Position} position @returns {Facts} */
  facts(position) {
    const { moves, player, result } = this.#look.run({ position });
    const legal = [...this.#look.get("moves").slice(0, Number(moves))].map(Number);
    return { legal, player: Number(player), won: result !== 0n };
  }
}

/**
 * What the board shows of a position, after a move into a column or none.
 * @param {Position} position
 * @param {Facts} facts
 * @param {number} [last]
 * @returns {Shown}
 */
export function shown(position, { legal, player }, last) {
  const [width, height] = [Number(position.width), Number(position.height)];
  const discs = player ? [position.theirs, position.mine] : [position.mine, position.theirs];
  /** @param {number} cell */
  const content = (cell) => {
    const bit = BigInt((cell % width) * (height + 1) + Math.floor(cell / width));
    return discs.findIndex((side) => (side >> bit) & 1n) + 1;
  };
  const cells = Array.from({ length: width * height }, (_, cell) => content(cell));
  /** @param {number} column */
  const slot = (column) => cells.findIndex((disc, cell) => cell % width === column && disc === 0);
  /** @param {number} column @returns {MoveView} */
  const move = (column) => ({
    move: column,
    text: String(column + 1),
    path: [slot(column)],
    cells: [slot(column)],
  });
  const top = last === undefined ? [] : [topOf(cells, last, width)];
  return { cells, player, legal: legal.map(move), last: top };
}

/** @param {number[]} cells @param {number} column @param {number} width */
function topOf(cells, column, width) {
  return cells.findLastIndex((disc, cell) => cell % width === column && disc !== 0);
}
