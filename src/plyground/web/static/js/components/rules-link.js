/**
 * The rules in short, and the way to those that one clicks through, where a game has them.
 *
 * @import { GameView } from "../api-types.js"
 * @import { Shell } from "../main.js"
 */

import { h, sentence } from "../dom.js";
import { RULES } from "../router.js";
import { words } from "../words.js";

/**
 * A link, or null.
 * @param {Shell} shell
 */
export function rulesLink(shell) {
  if (!shell.game.has_tour) return null;
  const there = { screen: RULES, parameters: {}, position: null, moves: "", query: {} };
  return h("a", { class: "button", href: shell.link(there) }, words.tour.link);
}

/** @param {GameView} game */
export function rulesCard({ summary, move_help: help }) {
  return h(
    "details",
    { class: "card rules" },
    h("summary", {}, words.play.rules),
    h("p", {}, summary),
    h("p", { class: "small muted" }, sentence(help)),
  );
}
