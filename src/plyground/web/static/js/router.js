/**
 * The state of a screen as an address, so that a copied link gives the same board:
 *
 *   #/play/konane/size=6/jumps=single?moves=d3+d4&second=casual
 *
 * `position` is where the moves begin (null: the start of the game), `moves` is text, `query` holds
 * whatever else the screen keeps; without a game, `game` is empty. A lesson has no game of the
 * address, only its own name: #/learn/alpha-beta?part=2
 *
 * @typedef {Record<string, string | null | undefined>} Query
 * @typedef {Record<string, string | number>} Parameters
 * @typedef {{
 *   screen: string, game: string, parameters: Parameters,
 *   position: string | null, moves: string, query: Query, lesson?: string,
 * }} State
 */

export const SCREENS = ["play", "analyse", "tree", "learn", "puzzles", "arena", "lab"];
/** The screen whose address names a lesson instead of a game. */
export const LEARN = "learn";
/** Screens without a tab of their own: Play leads there, and links that people send each other. */
export const TOGETHER = "together";
export const RULES = "rules";
const ALL = [...SCREENS, TOGETHER, RULES];
/** Screens that need a server: it plays tournaments, keeps results, and is where people meet. */
const SERVED = ["arena", "lab", TOGETHER];

/**
 * The screens that there are, those with a tab and the others.
 * @param {boolean} isServer whether a server answers
 */
export function offered(isServer) {
  const isThere = (/** @type {string} */ screen) => isServer || !SERVED.includes(screen);
  return { tabs: SCREENS.filter(isThere), others: [TOGETHER, RULES].filter(isThere) };
}

/**
 * The state that a hash describes; what it leaves out is null or empty.
 * @param {string} hash
 * @returns {State}
 */
export function parse(hash) {
  const [path, search = ""] = hash.replace(/^#\/?/, "").split("?", 2);
  const [screen, game, ...settings] = path.split("/").map(decode);
  /** @type {Query} */
  const { position = null, moves, ...query } = Object.fromEntries(new URLSearchParams(search));
  const nothing = { game: "", parameters: {}, position: null, moves: "" };
  if (screen === LEARN) return { screen, ...nothing, query, lesson: game ?? "" };
  return {
    screen: ALL.includes(screen) ? screen : "play",
    game: game ?? "",
    parameters: Object.fromEntries(settings.filter((text) => text.includes("=")).map(setting)),
    position,
    moves: moves ?? "",
    query,
  };
}

/**
 * The hash of a state; empty values are left out.
 * @param {State} state
 */
export function format({ screen, game, parameters, position, moves, query, lesson }) {
  if (screen === LEARN)
    return address(`#/${screen}${lesson ? `/${encode(lesson)}` : ""}`, Object.entries(query));
  const settings = Object.entries(parameters).map(
    ([name, value]) => `/${encode(name)}=${encode(value)}`,
  );
  const place = `#/${screen}${game ? `/${encode(game)}` : ""}${settings.join("")}`;
  return address(place, Object.entries({ position, moves, ...query }));
}

/** @param {string} place @param {[string, string | null | undefined][]} query */
function address(place, query) {
  const search = query.flatMap(([name, value]) =>
    value ? [`${encode(name)}=${encode(value)}`] : [],
  );
  return search.length ? `${place}?${search.join("&")}` : place;
}

/**
 * Whether two states show the same board: game and parameters.
 * @param {State} one
 * @param {State} two
 */
export function sameBoard(one, two) {
  /** @param {State} state */
  const told = ({ game, parameters }) => JSON.stringify([game, Object.entries(parameters).sort()]);
  return told(one) === told(two);
}

/**
 * The whole number that a query says, taken to the nearest one that there is; `otherwise` if it says
 * none.
 * @param {string | null | undefined} text
 * @param {{low: number, high: number, otherwise: number}} range
 */
export function whole(text, { low, high, otherwise }) {
  const asked = text ? Math.trunc(Number(text)) : NaN;
  return Number.isNaN(asked) ? otherwise : Math.min(Math.max(low, asked), high);
}

/** @param {string} text */
function setting(text) {
  const at = text.indexOf("=");
  const value = text.slice(at + 1);
  return [text.slice(0, at), /^-?\d+$/.test(value) ? Number(value) : value];
}

// Readable where an address allows it: d5,d4 and +, not %2C and %20.
/** @param {string | number} value */
function encode(value) {
  return encodeURIComponent(value)
    .replace(/%20/g, "+")
    .replace(/%(2C|3A|2F)/g, decodeURIComponent);
}

/** @param {string} text */
function decode(text) {
  try {
    return decodeURIComponent(text.replace(/\+/g, " "));
  } catch {
    return text;
  }
}
