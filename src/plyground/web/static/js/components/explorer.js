/**
 * The opening explorer: of each move, what is proven, how often our agents chose it, and what became
 * of it; a click enters it. Proofs are those that the engine of the screen finds, from a book or by
 * solving; the counts come from the games that ship with the game, and from the arena of this server.
 *
 * @import { AnalysisView, ChoiceRow, ExploreView, Place } from "../api-types.js"
 */

import { post, transport } from "../api.js";
import { capital, h, keep, recall, say } from "../dom.js";
import { served } from "../served.js";
import { brief, inWords, isJudged, percent } from "./scores.js";
import { words } from "../words.js";

const MOST_ROWS = 12; // the rest is folded into a line
const MOST_ALIKE = 4; // moves of a row that have a button

export class OpeningExplorer {
  #players;
  #enter;
  /** @type {Place | null | undefined} that the board shows, null once the game is over */
  #place;
  /** @type {AnalysisView | null} */
  #known = null;
  /** @type {ExploreView | null} */
  #found = null;
  #round = 0;
  #rows = h("tbody", {});
  #note = h("p", { class: "small muted", role: "note" });
  #table;
  #own = h("input", { type: "checkbox" });
  element;

  /**
   * `enter(moves)` plays moves on the board; `onchange` hears of opening and closing.
   * @param {{
   *   players: string[], enter: (moves: string[]) => unknown, onchange: () => unknown,
   *   fail: (error: unknown) => unknown,
   * }} how
   */
  constructor({ players, enter, onchange, fail }) {
    this.#players = players;
    this.#enter = enter;
    this.#own.checked = transport.isServer && recall("explorer.own", false);
    this.#own.addEventListener("change", () => {
      keep("explorer.own", this.#own.checked);
      this.#look().catch(fail);
    });
    const heads = [
      words.explorer.move,
      words.explorer.proven,
      words.explorer.chosen,
      words.explorer.results,
    ];
    this.#table = h(
      "table",
      { class: "explorer-moves" },
      h("caption", { class: "visually-hidden" }, words.explorer.title),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          heads.map((head) => h("th", { scope: "col" }, head)),
        ),
      ),
      this.#rows,
    );
    this.element = h(
      "details",
      {
        class: "card explorer",
        ontoggle: () => {
          onchange();
          this.#look().catch(fail);
        },
      },
      h("summary", {}, words.explorer.title),
      this.#table,
      this.#note,
      transport.isServer ? h("label", { class: "small" }, this.#own, words.explorer.own) : [],
    );
  }

  get isOpen() {
    return this.element.open;
  }

  /** @param {boolean} open */
  set isOpen(open) {
    this.element.open = open;
  }

  /**
   * Follow the board to another place; null once the game is over.
   * @param {Place | null} place
   */
  async follow(place) {
    this.#place = place;
    this.#known = this.#found = null;
    this.#table.inert = true; // what it shows is about the place before
    await this.#look();
  }

  /**
   * Take what an engine has found out about the position on the board.
   * @param {AnalysisView} analysis
   */
  learn(analysis) {
    this.#known = analysis;
    if (this.isOpen && this.#found) this.#show();
  }

  async #look() {
    const round = ++this.#round;
    if (!this.isOpen || this.#place === undefined) return;
    if (!this.#place) {
      this.#found = { games: 0, moves: [] };
      this.#show();
      say(this.#note, words.explorer.over);
      return;
    }
    if (!this.#found) say(this.#note, words.explorer.loading);
    /** @type {ExploreView} */
    const found = await post("/explore", { ...this.#place, own: this.#own.checked });
    if (round !== this.#round) return;
    this.#found = found;
    this.#show();
  }

  #show() {
    const { games, moves } = this.#found ?? { games: 0, moves: [] };
    const here = moves.reduce((sum, row) => sum + gamesOf(row), 0);
    const proven = provenOf(this.#known);
    const sorted = ordered(moves, proven);
    const shown = sorted.slice(0, MOST_ROWS);
    const focused = document.activeElement?.closest(".explorer-moves") && document.activeElement;
    const again = focused?.textContent;
    this.#rows.replaceChildren(...shown.map((row) => this.#row(row, here, proven)));
    this.#table.inert = false;
    this.#table.hidden = !shown.length;
    const rest = sorted.length - shown.length;
    say(this.#note, `${countOf(games, here)}${rest ? ` ${words.explorer.rest(rest)}` : ""}`);
    if (again)
      [...this.#rows.querySelectorAll("button")].find((b) => b.textContent === again)?.focus();
  }

  /**
   * @param {ChoiceRow} row
   * @param {number} here
   * @param {ReturnType<typeof provenOf>} proven
   */
  #row(row, here, proven) {
    const value = row.moves.map((move) => proven.get(move)).find(Boolean);
    const chosen = gamesOf(row);
    const rest = row.moves.length - MOST_ALIKE;
    const buttons = row.moves
      .slice(0, MOST_ALIKE)
      .map((move) => h("button", { type: "button", onclick: () => this.#enter([move]) }, move));
    return h(
      "tr",
      {},
      h("th", { scope: "row" }, buttons, rest > 0 ? ` ${words.explorer.more(rest)}` : null),
      value
        ? h(
            "td",
            { class: "number", title: capital(inWords(value, this.#players)) },
            h("span", { class: "line-score proven" }, brief(value)),
          )
        : h("td", { class: "number muted", title: words.explorer.noProof }, "–"),
      h("td", { class: "number" }, chosen ? percent(chosen / here) : "–"),
      h(
        "td",
        { class: "number" },
        chosen ? `${row.wins} · ${row.draws} · ${row.losses}` : "–",
        chosen ? h("small", { class: "muted" }, words.explorer.by(namesOf(row).join(", "))) : null,
      ),
    );
  }
}

/** @param {ChoiceRow} row */
function gamesOf({ wins, draws, losses }) {
  return wins + draws + losses;
}

// Without the arguments of specs, for which there is no room; of equal names, one.
/** @param {ChoiceRow} row */
function namesOf({ agents }) {
  return [...new Set(agents.map(({ agent }) => served(agent.replace(/\(.*/, ""))))];
}

/**
 * What is proven of moves, by their text.
 * @param {AnalysisView | null} analysis
 */
export function provenOf(analysis) {
  const known = (analysis?.moves ?? []).filter(isJudged);
  return new Map(
    known.filter(({ score }) => score.kind === "proven").map(({ text, score }) => [text, score]),
  );
}

/**
 * The rows of moves: proven wins, then what agents chose most often, proven losses last.
 * @param {ChoiceRow[]} rows
 * @param {ReturnType<typeof provenOf>} proven
 */
export function ordered(rows, proven) {
  /** @param {ChoiceRow} row */
  const rank = ({ moves: [first] }) => {
    const value = proven.get(first);
    return value ? (value.value > 0 ? 2 : value.value) : 0;
  };
  return [...rows].sort((one, two) => rank(two) - rank(one) || gamesOf(two) - gamesOf(one));
}

/** @param {number} games @param {number} here */
function countOf(games, here) {
  if (here) return words.explorer.here(games, here);
  return games ? words.explorer.notHere(games) : words.explorer.noGames;
}
