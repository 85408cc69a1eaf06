/** Words that are too many for every page: a file each and language, fetched where they are needed. */

import { language } from "./words.js";

const ENGLISH = "en";

/**
 * What `words/NAME-LANGUAGE.json` has; nothing in English, in which everything is written.
 * @param {string} name
 */
export async function wordFile(name) {
  if (language === ENGLISH) return {};
  const answer = await fetch(new URL(`./words/${name}-${language}.json`, import.meta.url));
  return answer.json();
}
