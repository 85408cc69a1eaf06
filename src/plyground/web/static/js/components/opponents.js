/**
 * What a list of opponents says of each: a name, a line of character, a measured rating.
 *
 * @import { PresetView, RatingView } from "../api-types.js"
 */

import { capital, sentence } from "../dom.js";

const WORDS = {
  /** @param {string} name @param {string} title */
  titled: (name, title) => `${name} · ${title}`,
  /** @param {string} title @param {string} says */
  character: (title, says) => `${title} ${says}`,
  /** @param {RatingView} rating */
  rated: ({ rating, margin, games }) => `About ${rating} ± ${margin}, measured in ${games} games.`,
};

/**
 * The text of an option: "Casual · Robin (1542)".
 * @param {PresetView} preset
 */
export function optionText({ name, title, rating }) {
  const plain = capital(name.replaceAll("_", " "));
  const shown = title ? WORDS.titled(plain, title) : plain;
  return rating ? `${shown} (${rating.rating})` : shown;
}

/**
 * What is said below the list: what the opponent really does, and how strong that is.
 * @param {PresetView} preset
 */
export function introduction({ title, says, rating }) {
  const line = sentence(title ? WORDS.character(title, says) : says);
  return rating ? `${line} ${WORDS.rated(rating)}` : line;
}
