/**
 * What a list of opponents says of each: a name, a line of character, a measured rating.
 *
 * @import { PresetView } from "../api-types.js"
 */

import { capital, sentence } from "../dom.js";
import { served } from "../served.js";
import { words } from "../words.js";

/**
 * The text of an option: "Casual · Robin (1542)".
 * @param {PresetView} preset
 */
export function optionText({ name, title, rating }) {
  const plain = capital(served(name.replaceAll("_", " ")));
  const shown = title ? words.opponents.titled(plain, title) : plain;
  return rating ? `${shown} (${rating.rating})` : shown;
}

/**
 * What is said below the list: what the opponent really does, and how strong that is.
 * @param {PresetView} preset
 */
export function introduction({ title, says, rating }) {
  const does = served(says);
  const line = sentence(title ? words.opponents.character(title, does) : does);
  if (!rating) return line;
  const { rating: level, margin, games } = rating;
  return `${line} ${words.opponents.rated(level, margin, games)}`;
}
