/**
 * The list of moves of the game that is played, with what was said of them and a field to say more.
 *
 * @import { Place, PositionView } from "../api-types.js"
 */

import { CommentField, GameComments } from "./comments.js";
import { MoveList } from "./moves.js";

export class CommentedMoves {
  #list;
  #comments = new GameComments();
  /** @type {CommentField<number>} */
  #field = new CommentField((text, ply) => this.#say(text, ply));
  /** @type {PositionView["plies"]} */
  #plies = [];
  #at = 0;
  elements;

  /** @param {(ply: number) => unknown} jump */
  constructor(jump) {
    this.#list = new MoveList(jump);
    this.elements = [this.#list.element, this.#field.element];
  }

  /**
   * Take up a game with what was said of exactly these moves.
   * @param {Place} place
   * @param {string[]} moves
   */
  open(place, moves) {
    this.#comments.open(place, moves);
  }

  /**
   * Follow the game; what was said of moves that others have replaced is dropped.
   * @param {string[]} moves
   */
  played(moves) {
    this.#comments.played(moves);
  }

  /**
   * @param {PositionView["plies"]} plies the whole game
   * @param {number} at how many of them the board shows
   */
  show(plies, at) {
    this.#plies = plies;
    this.#at = at;
    this.refresh();
  }

  /** Show what is said now. */
  refresh() {
    const at = this.#at;
    this.#list.show(this.#plies, at, (ply) => this.#comments.of(ply));
    this.#field.show(this.#plies[at - 1]?.text ?? null, this.#comments.of(at), at);
  }

  /** @param {string} text @param {number} ply */
  #say(text, ply) {
    this.#comments.set(ply, text);
    this.refresh();
  }
}
