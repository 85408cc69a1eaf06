/**
 * The way to the rules that one clicks through, where a game has them.
 *
 * @import { Shell } from "../main.js"
 */

import { h } from "../dom.js";
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
