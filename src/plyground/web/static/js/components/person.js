/**
 * The rating of the person at the board, which the browser keeps, a game and board at a time. The
 * adaptive opponent plays at it. Games count that were played from the start to the end without a
 * hint or an undo, against an opponent with a rating.
 *
 *   person.begin(); person.spoil(reason); person.finish(place, player, opponent); person.element
 *
 * @import { PersonModel, PersonView, Place } from "../api-types.js"
 */

import { post } from "../api.js";
import { h, keep, recall, say } from "../dom.js";
import { words } from "../words.js";

/** What the server takes. */
const RANGES = { rating: [-10_000, 10_000], deviation: [1, 350], games: [0, 1_000_000] };
const Z = 1.96; // deviations on either side of an interval of 95%
export const ADAPTIVE = "adaptive";

/** @typedef {"undo" | "hint" | "players" | "middle" | "position"} Spoilt why a game does not count */

export class Person {
  #key;
  #tell;
  /** @type {PersonModel | null} */
  #known;
  /** @type {Spoilt | null} */
  #spoilt = null;
  #isRated = false; // whether the game that is on was counted
  #text = h("span", {});
  #forget = h("button", { type: "button", class: "quiet" }, words.person.forget);
  element = h(
    "section",
    { class: "card person row between small", "aria-label": words.person.title },
    this.#text,
    this.#forget,
  );

  /**
   * `game` is the full name with parameters; `tell` says a sentence to the person.
   * @param {string} game
   * @param {(text: string) => unknown} tell
   */
  constructor(game, tell) {
    this.#key = `rating.${game}`;
    this.#tell = tell;
    this.#known = checked(recall(this.#key, null));
    this.#forget.addEventListener("click", () => this.#reset());
    this.#show("");
  }

  /**
   * The spec of an opponent as the server is asked for it: the adaptive one at this person's level.
   * @param {string} opponent
   */
  opponent(opponent) {
    if (opponent !== ADAPTIVE || !this.#known) return opponent;
    return `${ADAPTIVE}(level=${Math.round(this.#known.rating)})`;
  }

  /**
   * Another game is on; it counts if it begins at its start.
   * @param {Spoilt | null} spoilt
   */
  begin(spoilt = null) {
    this.#spoilt = spoilt;
    this.#isRated = false;
    this.#show("");
  }

  /**
   * The game that is on does not count.
   * @param {Spoilt} reason
   */
  spoil(reason) {
    this.#spoilt ??= reason;
  }

  /**
   * The game is over: rate the person, once.
   * @param {Place} place
   * @param {number} player the side of the person
   * @param {string} opponent as in `opponent()`
   */
  async finish(place, player, opponent) {
    if (this.#isRated) return;
    this.#isRated = true;
    if (this.#spoilt) {
      this.#show(words.person.uncounted(words.person.spoilt[this.#spoilt]));
      return;
    }
    /** @type {PersonView} */
    const found = await post("/rating", {
      ...place,
      person: player,
      opponent,
      before: this.#known,
    });
    if (!found.counted) return;
    const { rating, deviation, games, change } = found;
    this.#known = { rating, deviation, games };
    keep(this.#key, this.#known);
    this.#show(words.person.change(change < 0 ? `−${-change}` : `+${change}`));
  }

  #reset() {
    this.#known = null;
    keep(this.#key, null);
    this.#show("");
    this.#tell(words.person.forgotten);
  }

  /** @param {string} more what the last game did */
  #show(more) {
    const known = this.#known;
    const told = this.#spoilt && this.#isRated ? more : "";
    const rating = known ? `${ratingOf(known)}${told ? "" : more}.` : "";
    say(this.#text, [rating, told].filter(Boolean).join(" "));
    this.#forget.hidden = !known;
    this.element.hidden = !this.#text.textContent;
  }
}

/** @param {PersonModel} known */
function ratingOf({ rating, deviation, games }) {
  return words.person.rating(Math.round(rating), Math.round(Z * deviation), games);
}

/**
 * What the browser kept, if it is a rating.
 * @param {any} kept
 * @returns {PersonModel | null}
 */
export function checked(kept) {
  const { rating, deviation, games } = kept ?? {};
  const isOne =
    Number.isInteger(games) &&
    Object.entries(RANGES).every(
      ([name, [low, high]]) =>
        Number.isFinite(kept[name]) && low <= kept[name] && kept[name] <= high,
    );
  return isOne ? { rating, deviation, games } : null;
}
