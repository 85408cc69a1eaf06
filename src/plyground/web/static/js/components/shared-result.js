/**
 * The end of a shared game: who won and how, a rematch on the same link, and the way to Analyse.
 *
 * @import { ActRequest, SharedView } from "../api-types.js"
 * @import { Shell } from "../main.js"
 */

import { h, sentence } from "../dom.js";
import { served } from "../served.js";
import { words } from "../words.js";
import { headline } from "./headline.js";

/**
 * What stands on the card; `act` is told what the player wants.
 * @param {Shell} shell
 * @param {SharedView} state
 * @param {(action: ActRequest["action"]) => unknown} act
 */
export function resultOf(shell, { seat, view, offer }, act) {
  if (!view.outcome) return [];
  const people = seat === null ? [] : [seat];
  const position = view.start_is_default ? null : view.start;
  const review = { screen: "analyse", position, moves: view.moves, query: {} };
  const rematch = h(
    "button",
    {
      type: "button",
      class: "primary",
      disabled: Boolean(offer),
      onclick: () => act("offer_rematch"),
    },
    words.together.rematch,
  );
  return [
    h("h2", {}, headline(view.outcome.winner, people, shell.game.players)),
    h("p", {}, sentence(served(view.outcome.reason))),
    h(
      "div",
      { class: "row" },
      seat === null ? null : rematch,
      h("a", { class: "button", href: shell.link({ query: {} }) }, words.together.another),
      h("a", { class: "button", href: shell.link(review) }, words.together.analyse),
    ),
  ];
}

/**
 * What is said when a rematch has begun; empty if none has.
 * @param {SharedView} before
 * @param {SharedView} state
 * @param {string[]} players
 */
export function rematchWords(before, { seat, view }, players) {
  if (!before.view.outcome || view.outcome) return "";
  return seat === null ? words.together.againWatched : words.together.again(players[seat]);
}
