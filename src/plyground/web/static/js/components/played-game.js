/**
 * The game that is played: where it began, every move as text, and how many of them the board shows.
 * Playing a move while walking back drops what followed.
 *
 * @import { GameView, Place } from "../api-types.js"
 *
 * @typedef {{moves: string[], at: number}} Line
 */

export class PlayedGame {
  /** @type {string | null} where it began, null for the start of the game */
  position = null;
  /** @type {string[]} */
  moves = [];
  at = 0;
  #game;
  /** @type {string[][]} the moves before each undo, which redo brings back */
  #undone = [];

  /** @param {GameView} game */
  constructor(game) {
    this.#game = game;
  }

  /** @param {number} [plies] @returns {Place} */
  place(plies) {
    const { name: game, values: parameters } = this.#game;
    return {
      game,
      parameters,
      position: this.position,
      moves: this.moves.slice(0, plies).join(" "),
    };
  }

  /** What the board shows of it. */
  here() {
    return this.place(this.at);
  }

  get isAtEnd() {
    return this.at === this.moves.length;
  }

  /** For the address: nothing where the board shows the last move. */
  get walkedTo() {
    return this.at < this.moves.length ? String(this.at) : undefined;
  }

  /**
   * Take up a game at one of its moves.
   * @param {string | null} position
   * @param {string[]} moves
   * @param {number} at
   */
  open(position, moves, at) {
    this.position = position;
    this.moves = moves;
    this.at = Math.min(at, moves.length);
    this.#undone = [];
  }

  /**
   * Play a move where the board stands.
   * @param {string} move
   */
  enter(move) {
    this.moves = [...this.moves.slice(0, this.at), move];
    this.at += 1;
    this.#undone = [];
  }

  /** @returns {Line} to go back to, where a move turns out not to count */
  get line() {
    return { moves: this.moves, at: this.at };
  }

  /** @param {Line} line */
  restore({ moves, at }) {
    this.moves = moves;
    this.at = at;
  }

  /**
   * Undo moves until `at` are left.
   * @param {number} at
   */
  undo(at) {
    this.#undone.push(this.moves);
    this.moves = this.moves.slice(0, at);
    this.at = at;
  }

  get canRedo() {
    return this.#undone.length > 0;
  }

  /** Bring back what the last undo took. */
  redo() {
    this.moves = this.#undone.pop() ?? this.moves;
    this.at = this.moves.length;
  }
}
