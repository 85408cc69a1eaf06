/**
 * The server: requests, and one WebSocket for what is live. See docs/api.md.
 *
 * Both are patient. A request that finds no server waits until it is back; searches under way are
 * asked for again after a lost connection. Searches begin once a person has pressed something:
 * anybody can make a browser open an address. Looking at a shared game is no search.
 *
 * @import * as api from "./api-types.js"
 */

import { served } from "./served.js";
import { words } from "./words.js";

/**
 * What the live connection can be asked for, and who hears of it.
 *
 * @typedef {Omit<api.AnalyseMessage, "id"> | Omit<api.ChooseMessage, "id">
 *   | Omit<api.PlayMessage, "id"> | Omit<api.GrowMessage, "id">
 *   | Omit<api.WatchMessage, "id">} Search
 * @typedef {{
 *   played?: (message: api.PlayedMessage) => unknown,
 *   progress?: (message: api.ProgressMessage) => unknown,
 *   done?: (message: api.DoneMessage) => unknown,
 *   queued?: (message: api.QueuedMessage) => unknown,
 *   preparing?: (message: api.PreparingMessage) => unknown,
 *   shared?: (message: api.SharedMessage) => unknown,
 *   error?: (error: ProblemError) => unknown,
 * }} Handlers
 * @typedef {{signal?: AbortSignal}} Options
 */

const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 4000;
const ENDING = 503; // what a server answers that is about to go away
const PRESSES = ["pointerdown", "keydown", "click"];

/** A refusal: its message is a sentence for a person, `reason` the rule that forbids a move. */
export class ProblemError extends Error {
  /** @param {{detail: string, reason?: string | null}} problem */
  constructor({ detail, reason = null }) {
    super(detail);
    this.reason = reason;
  }
}

/**
 * One WebSocket to the server; dispatches `state` when its state changes, and `held` when a search
 * waits for a person.
 */
export class Live extends EventTarget {
  /** @type {"connecting" | "open" | "lost"} */
  state = "connecting";
  /** @type {Map<string, {message: api.FromPage, handlers: Handlers}>} by id */
  #searches = new Map();
  #pause = FIRST_PAUSE;
  /** @type {WebSocket | null} */
  #socket = null;
  #count = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #retry;
  #isAllowed = false;
  /** Resolves once a person has pressed something on the page. */
  pressed = new Promise((resolve) => {
    const press = () => resolve(this.#allow());
    const how = { once: true, capture: true };
    for (const kind of PRESSES) globalThis.addEventListener?.(kind, press, how);
  });

  connect() {
    clearTimeout(this.#retry);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.#socket = new WebSocket(`${scheme}://${location.host}/api/live`);
    this.#socket.onopen = () => this.#opened();
    this.#socket.onclose = () => this.#lost();
    this.#socket.onmessage = (event) => this.#heard(JSON.parse(event.data));
  }

  /**
   * Begin a search; `message` is one of docs/api.md without its id. Handlers, all optional:
   * `played`, `progress`, `done`, `queued`, `preparing` and `shared` get the message, `error` a
   * ProblemError.
   * Returns a function that stops it; its handlers are not called after that.
   * @param {Search} message
   * @param {Handlers} handlers
   */
  start(message, handlers) {
    const id = `${message.type}-${++this.#count}`;
    const asked = { ...message, id };
    this.#searches.set(id, { message: asked, handlers });
    if (this.#mayBegin(asked)) this.#send(asked);
    else this.dispatchEvent(new Event("held"));
    return () => {
      if (this.#searches.delete(id)) this.#send({ type: "stop", id });
    };
  }

  /**
   * The choice of an agent, as a promise; `signal` gives it up. The position after it is known then.
   * @param {Omit<api.ChooseMessage, "id" | "type">} message
   * @param {Handlers & Options} options
   * @returns {Promise<api.ChoiceView>}
   */
  choose(message, options = {}) {
    return /** @type {Promise<api.ChoiceView>} */ (
      this.#choice({ type: "choose", ...message }, options)
    );
  }

  /**
   * Play a move: `played` resolves once the position after it is known, `reply` to what the agent
   * of `message.reply` chose, null if none was asked or the game is over.
   * @param {Omit<api.PlayMessage, "id" | "type">} message
   * @param {Handlers & Options} options
   */
  play(message, options = {}) {
    /** @type {Promise<api.ChoiceView | null>} */
    let reply = Promise.resolve(null);
    const played = new Promise((resolve, reject) => {
      reply = this.#choice({ type: "play", ...message }, { ...options, played: resolve });
      reply.catch(reject);
    });
    return { played, reply };
  }

  /**
   * @param {Omit<api.ChooseMessage, "id"> | Omit<api.PlayMessage, "id">} message
   * @param {Handlers & Options} options
   * @returns {Promise<api.ChoiceView | null>}
   */
  #choice(message, { signal, ...handlers }) {
    return new Promise((resolve, reject) => {
      const stop = this.start(message, {
        ...handlers,
        played: (answer) => {
          remember(message, answer.view);
          handlers.played?.(answer);
        },
        done: ({ choice, view }) => {
          if (view) remember(message, view);
          resolve(choice);
        },
        error: reject,
      });
      signal?.addEventListener("abort", () => {
        stop();
        reject(signal.reason);
      });
    });
  }

  /** Have the server close the players of the game that was on. */
  leave() {
    this.#send({ type: "leave" });
  }

  /**
   * Resolves as soon as the server is there.
   * @returns {Promise<void>}
   */
  whenOpen() {
    if (this.state === "open") return Promise.resolve();
    return new Promise((resolve) => {
      const look = () => {
        if (this.state !== "open") return;
        this.removeEventListener("state", look);
        resolve();
      };
      this.addEventListener("state", look);
    });
  }

  /** Resolves once searches may be asked for. */
  whenAllowed() {
    if (!this.#isAllowed) this.dispatchEvent(new Event("held"));
    return this.pressed;
  }

  // Before the press does anything else: what it begins is not asked for twice.
  #allow() {
    if (this.#isAllowed) return;
    const held = [...this.#searches.values()].filter(({ message }) => !this.#mayBegin(message));
    this.#isAllowed = true;
    for (const { message } of held) this.#send(message);
  }

  #askAll() {
    for (const { message } of this.#searches.values())
      if (this.#mayBegin(message)) this.#send(message);
  }

  /** @param {api.FromPage} message */
  #mayBegin({ type }) {
    return this.#isAllowed || type === "watch";
  }

  #opened() {
    this.#pause = FIRST_PAUSE;
    this.#askAll();
    this.#become("open");
  }

  #lost() {
    this.#become("lost");
    this.#retry = setTimeout(() => this.connect(), this.#pause);
    this.#pause = Math.min(this.#pause * 1.6, LONGEST_PAUSE);
  }

  /** @param {api.ToPage} message */
  #heard(message) {
    if (message.type === "hello" || message.id === null) return;
    const search = this.#searches.get(message.id);
    if (!search) return;
    if (message.type === "done" || message.type === "error") this.#searches.delete(message.id);
    if (message.type === "error") search.handlers.error?.(new ProblemError(message.problem));
    else if (message.type === "done") search.handlers.done?.(message);
    else if (message.type === "progress") search.handlers.progress?.(message);
    else if (message.type === "played") search.handlers.played?.(message);
    else if (message.type === "shared") search.handlers.shared?.(message);
    else if (message.type === "queued") search.handlers.queued?.(message);
    else search.handlers.preparing?.(message);
  }

  /** @param {api.FromPage} message */
  #send(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** @param {"open" | "lost"} state */
  #become(state) {
    if (state === this.state) return;
    this.state = state;
    this.dispatchEvent(new Event("state"));
  }
}

export const live = new Live();

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
      const answer = await fetch(url, how);
      if (answer.status !== ENDING) return answer;
    } catch (error) {
      if (isAbort(error)) throw error;
    }
    await pause(FIRST_PAUSE);
    await live.whenOpen();
  }
}

/**
 * Whether something ended because it was given up on purpose.
 * @param {unknown} error
 */
export function isAbort(error) {
  return error instanceof Error && error.name === "AbortError";
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
      await pause(FIRST_PAUSE);
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
