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
export let language = globalThis.document ? wanted() : "en";

/** @type {Words} always the same object, whatever the language */
export const words = /** @type {any} */ ({});
await load();

/**
 * Show the page in a language from now on. What was said before stays as it is, until it is said again.
 * @param {string} chosen
 */
export async function choose(chosen) {
  try {
    localStorage.setItem(KEPT, chosen);
  } catch {
    // Forbidden: the choice lasts as long as the page.
  }
  language = chosen;
  await load();
}

async function load() {
  become(words, (await import(`./words/${language}.js`)).words);
}

/**
 * Make a section say what another says, with all sections in it.
 * @param {Record<string, any>} section
 * @param {Record<string, any>} other
 */
export function become(section, other) {
  for (const name of Object.keys(section)) if (!Object.hasOwn(other, name)) delete section[name];
  for (const [name, said] of Object.entries(other))
    if (typeof said === "object" && !Array.isArray(said)) become((section[name] ??= {}), said);
    else section[name] = said;
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
