/**
 * The words of the page in the language of the person: the one chosen here before, otherwise the
 * first of the browser's that there is. Only that one is loaded. See docs/translating.md.
 *
 * @typedef {typeof import("./words/en.js").words} Words
 */

/** @type {Record<string, string>} the languages there are, each by its own name */
export const LANGUAGES = { en: "English", de: "Deutsch" };
const KEPT = "plyground.language";

/** The language of the page. */
export const language = globalThis.document ? wanted() : "en";

/** @type {Words} */
export const words = (await import(`./words/${language}.js`)).words;

/**
 * Show the page in a language from now on. What is on stays: it is in the address.
 * @param {string} chosen
 */
export function choose(chosen) {
  try {
    localStorage.setItem(KEPT, chosen);
  } catch {
    // Forbidden: the browser's own language it is, then.
  }
  location.reload();
}

function wanted() {
  const asked = [kept(), ...navigator.languages.map((each) => each.split("-")[0])];
  return asked.find((each) => Object.hasOwn(LANGUAGES, each)) ?? "en";
}

function kept() {
  try {
    return localStorage.getItem(KEPT) ?? "";
  } catch {
    return "";
  }
}
