/**
 * What the page asks for, and the memory of what was answered. See docs/api.md.
 *
 * A request that finds no server waits until it is back.
 *
 * @import * as api from "./api-types.js"
 * @import { Options } from "./live.js"
 */

import { Live } from "./live.js";
import { isAbort, ProblemError } from "./problem.js";
import { served } from "./served.js";
import { transport } from "./transport.js";
import { words } from "./words.js";

export { isAbort, ProblemError, transport };

const PAUSE = 250;
const ENDING = 503; // what a server answers that is about to go away

export const live = new Live(transport, remember);

/**
 * The answer to GET of a path under /api; `query` are pairs.
 * @template T
 * @param {string} path
 * @param {string[][]} query
 * @param {Options} options
 * @returns {Promise<T>}
 */
export function get(path, query = [], options = {}) {
  const search = query.length ? `?${new URLSearchParams(query)}` : "";
  return request(`/api${path}${search}`, {}, options);
}

/**
 * The answer to POST of a body to a path under /api.
 * @template T
 * @param {string} path
 * @param {object} body
 * @param {Options} options
 * @returns {Promise<T>}
 */
export function post(path, body, options = {}) {
  const headers = { "Content-Type": "application/json" };
  return request(`/api${path}`, { method: "POST", headers, body: JSON.stringify(body) }, options);
}

/** @param {string} url @param {RequestInit} how @param {Options} options */
async function request(url, how, { signal }) {
  const answer = await reach(url, { ...how, signal });
  const type = answer.headers.get("Content-Type") ?? "";
  const body = type.includes("json") ? await answer.json() : await answer.text();
  if (answer.ok) return body;
  throw new ProblemError(
    type.includes("problem") ? body : { detail: words.shell.serverAnswered(answer.status) },
  );
}

/** @param {string} url @param {RequestInit} how */
async function reach(url, how) {
  for (;;) {
    try {
      const answer = await transport.fetch(url, how);
      if (answer.status !== ENDING) return answer;
    } catch (error) {
      if (isAbort(error)) throw error;
    }
    await pause(PAUSE);
    await live.whenOpen();
  }
}

/** @param {number} milliseconds */
function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

const MOST_TRIES = 4;

/**
 * What `load` fetches of the page itself, once the server is there; `load` is told how often it has
 * failed. A file that fails with the server there is broken, which is its last error.
 * @template T
 * @param {(failed: number) => Promise<T>} load
 */
export async function patiently(load) {
  for (let failed = 0; ; failed += 1) {
    if (live.state === "lost") await live.whenOpen();
    try {
      return await load(failed);
    } catch (error) {
      if (failed >= MOST_TRIES && live.state === "open") throw error;
      await pause(PAUSE);
    }
  }
}

// --- what screens ask for -----------------------------------------------------------------------

/** @type {Map<string, Promise<api.GameView>>} */
const games = new Map();
/** @type {Map<string, Promise<api.AgentsView>>} */
const agents = new Map();
/** @type {Map<string, Promise<api.PositionView>>} */
const positions = new Map();
const MOST_POSITIONS = 2000;

/** All games. */
export async function allGames() {
  /** @type {api.GamesView} */
  const { games } = await get("/games");
  return games.map(gameInWords);
}

/** Have games told in other words from now on: the language is another. */
export function forgetGames() {
  games.clear();
}

// With the words that people read in their language.
/**
 * @template {api.GameSummary} G
 * @param {G} game
 * @returns {G}
 */
function gameInWords(game) {
  return {
    ...game,
    title: served(game.title),
    summary: served(game.summary),
    players: game.players.map(served),
  };
}

/**
 * A game with its parameters fixed and its board; asked for once.
 * @param {string} name
 * @param {Record<string, string | number>} parameters
 */
export function gameView(name, parameters = {}) {
  const pairs = assignments(parameters);
  return once(games, JSON.stringify([name, pairs]), async () => {
    /** @type {api.GameView} */
    const game = await get(`/games/${encodeURIComponent(name)}`, pairs);
    return { ...gameInWords(game), move_help: served(game.move_help) };
  });
}

/**
 * The position that a state (or any place) describes; asked for once.
 * @param {api.Place} place
 */
export function positionView({ game, parameters = {}, position = null, moves = "" }) {
  const place = { game, parameters, position, moves };
  if (positions.size > MOST_POSITIONS) positions.clear();
  return once(positions, JSON.stringify(place), () => post("/position", place));
}

/**
 * Keep a position that the server has sent on its own: a move later in the game of a place.
 * @param {api.Place} place
 * @param {api.PositionView} view
 */
function remember({ game, parameters = {}, position = null }, view) {
  const place = { game, parameters, position, moves: view.moves };
  positions.set(JSON.stringify(place), Promise.resolve(view));
}

/**
 * The presets, kinds, evaluators and raters of a game with its parameters; asked for once.
 * @param {string} name
 * @param {Record<string, string | number>} parameters
 */
export function agentsOf(name, parameters = {}) {
  const pairs = assignments(parameters);
  return once(agents, JSON.stringify([name, pairs]), () =>
    get(`/games/${encodeURIComponent(name)}/agents`, pairs),
  );
}

/**
 * Parameters as a query has them.
 * @param {Record<string, string | number>} parameters
 */
function assignments(parameters) {
  return Object.entries(parameters).map(([key, value]) => ["parameter", `${key}=${value}`]);
}

/**
 * @template T
 * @param {Map<string, Promise<T>>} kept
 * @param {string} key
 * @param {() => Promise<T>} ask
 */
function once(kept, key, ask) {
  const known = kept.get(key);
  if (known) return known;
  const asked = ask();
  kept.set(key, asked);
  asked.catch(() => kept.delete(key));
  return asked;
}
