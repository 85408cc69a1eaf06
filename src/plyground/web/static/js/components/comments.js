/**
 * Comments on moves: kept in the browser with the line of the game that they belong to, and written
 * in a field below the moves.
 *
 *   const comments = new GameComments();
 *   comments.open(place, moves);   what was said of exactly this line
 *   comments.set(ply, text);  comments.of(ply)
 *   comments.played(moves);        the line after another move; what was said of a dropped one goes
 *
 * @import { Place } from "../api-types.js"
 *
 * @typedef {Record<number, string>} Said by ply, from 1
 * @typedef {{place: string, moves: string, said: Said}} Kept
 */

import { h, keep, recall, say } from "../dom.js";
import { words } from "../words.js";

const STORED = "comments";
const MOST_GAMES = 50;
const LONGEST = 1000; // letters

export class GameComments {
  /** @type {Said} */
  #said = {};
  #place = "";
  /** @type {string[]} */
  #moves = [];
  #keptAs = ""; // the line under which the browser has it

  /**
   * Take up a game: what the browser keeps of exactly this line.
   * @param {Place} place
   * @param {string[]} moves
   */
  open(place, moves) {
    this.#place = keyOf(place);
    this.#moves = moves;
    this.#keptAs = moves.join(" ");
    this.#said = keptOf(this.#place, this.#keptAs);
  }

  /**
   * Follow the game; what was said of moves that others have replaced is dropped.
   * @param {string[]} moves
   */
  played(moves) {
    const same = moves.findIndex((move, index) => move !== this.#moves[index]);
    const until = same < 0 ? moves.length : same;
    for (const ply of Object.keys(this.#said)) if (Number(ply) > until) delete this.#said[+ply];
    this.#moves = moves;
    if (Object.keys(this.#said).length) this.#keep();
  }

  /** @param {number} ply */
  of(ply) {
    return this.#said[ply] ?? "";
  }

  /** @param {number} ply @param {string} text */
  set(ply, text) {
    if (text) this.#said[ply] = text;
    else delete this.#said[ply];
    this.#keep();
  }

  #keep() {
    const line = this.#moves.join(" ");
    keepSaid(this.#place, line, this.#said, this.#keptAs);
    this.#keptAs = line;
  }
}

/**
 * What the browser keeps of a line.
 * @param {Place} place
 * @param {string[]} moves
 */
export function recallComments(place, moves) {
  return keptOf(keyOf(place), moves.join(" "));
}

/**
 * Keep what is said of a line.
 * @param {Place} place
 * @param {string[]} moves
 * @param {Said} said
 */
export function keepComments(place, moves, said) {
  keepSaid(keyOf(place), moves.join(" "), said);
}

/** @param {string} place @param {string} line @returns {Said} */
function keptOf(place, line) {
  const found = allKept().find((kept) => kept.place === place && kept.moves === line);
  return { ...found?.said };
}

/** @param {string} place @param {string} line @param {Said} said @param {string} [before] */
function keepSaid(place, line, said, before = line) {
  const others = allKept().filter(
    (kept) => kept.place !== place || (kept.moves !== line && kept.moves !== before),
  );
  const made = Object.keys(said).length ? [{ place, moves: line, said }] : [];
  keep(STORED, [...others.slice(-MOST_GAMES), ...made]);
}

/** @returns {Kept[]} */
function allKept() {
  return recall(STORED, []);
}

/** @param {Place} place */
function keyOf({ game, parameters = {}, position = null }) {
  return JSON.stringify([game, Object.entries(parameters).sort(), position ?? ""]);
}

/**
 * The field below the moves. What is written there belongs to the move that was shown when one began:
 * an agent may move meanwhile.
 * @template T what a move is on the screen: a ply, or a node of variations
 */
export class CommentField {
  #onwrite;
  /** @type {{move: string | null, text: string, target: T} | null} */
  #shown = null;
  /** @type {(() => void) | null} what is to be shown once nobody writes any more */
  #next = null;
  #label = h("span", { class: "small muted" });
  /** @type {HTMLTextAreaElement} */
  #field = h("textarea", {
    rows: 2,
    maxlength: LONGEST,
    onchange: () => this.#write(),
    onblur: () => this.#next?.(),
    onkeydown: (event) => this.#key(event),
  });
  element = h("label", { class: "comment-field stack" }, this.#label, this.#field);

  /** @param {(text: string, target: T) => unknown} onwrite told once something was written */
  constructor(onwrite) {
    this.#onwrite = onwrite;
  }

  /**
   * Show what is said of a move; null: there is none.
   * @param {string | null} move
   * @param {string} text
   * @param {T} target
   */
  show(move, text, target) {
    this.#next = null;
    if (document.activeElement === this.#field && this.#shown?.target !== target) {
      this.#next = () => this.show(move, text, target);
      return;
    }
    this.#shown = { move, text, target };
    say(this.#label, move ? words.comments.field(move) : words.comments.none);
    this.#field.disabled = !move;
    this.#field.placeholder = move ? words.comments.hint : words.comments.empty;
    if (document.activeElement !== this.#field) this.#field.value = text;
  }

  #write() {
    if (this.#shown) this.#onwrite(this.#field.value.trim(), this.#shown.target);
  }

  // Enter ends, as in a line; Shift and Enter begins another one.
  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    this.#field.blur();
  }
}

/**
 * A comment as the lists of moves show it, with its move where it does not stand beside it; null
 * where there is none.
 * @param {string} move
 * @param {string} text
 * @param {boolean} apart
 */
export function commentShown(move, text, apart = false) {
  if (!text) return null;
  const name = h(apart ? "b" : "span", { class: apart ? "" : "visually-hidden" }, `${move}: `);
  return h(
    "span",
    { class: "comment small" },
    h("span", { class: "visually-hidden" }, words.comments.of),
    name,
    text,
  );
}
