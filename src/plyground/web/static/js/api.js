/**
 * The server: requests, and one WebSocket for what is live. See docs/api.md.
 *
 * Both are patient. A request that finds no server waits until it is back; searches under way are
 * asked for again after a lost connection.
 */

const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 4000;
const ENDING = 503; // what a server answers that is about to go away

/** A refusal: `detail` is a sentence for a person, `reason` the rule that forbids a move. */
export class ProblemError extends Error {
  constructor(problem) {
    super(problem.detail);
    Object.assign(this, problem);
  }
}

/** One WebSocket to the server; dispatches `state` when its state changes. */
export class Live extends EventTarget {
  state = "connecting"; // "open" or "lost"
  #searches = new Map(); // id -> {message, handlers}
  #pause = FIRST_PAUSE;
  #socket = null;
  #count = 0;
  #retry = 0;

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
   * `progress`, `done`, `queued` and `preparing` get the message, `error` a ProblemError.
   * Returns a function that stops it; its handlers are not called after that.
   */
  start(message, handlers) {
    const id = `${message.type}-${++this.#count}`;
    this.#searches.set(id, { message: { ...message, id }, handlers });
    this.#send({ ...message, id });
    return () => {
      if (this.#searches.delete(id)) this.#send({ type: "stop", id });
    };
  }

  /** The choice of an agent, as a promise; `signal` gives it up. */
  choose(message, { signal, ...handlers } = {}) {
    return new Promise((resolve, reject) => {
      const stop = this.start(
        { type: "choose", ...message },
        { ...handlers, done: ({ choice }) => resolve(choice), error: reject },
      );
      signal?.addEventListener("abort", () => {
        stop();
        reject(signal.reason);
      });
    });
  }

  /** Resolves as soon as the server is there. */
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

  #opened() {
    this.#pause = FIRST_PAUSE;
    for (const { message } of this.#searches.values()) this.#send(message);
    this.#become("open");
  }

  #lost() {
    this.#become("lost");
    this.#retry = setTimeout(() => this.connect(), this.#pause);
    this.#pause = Math.min(this.#pause * 1.6, LONGEST_PAUSE);
  }

  #heard(message) {
    const search = this.#searches.get(message.id);
    if (!search) return;
    if (message.type === "done" || message.type === "error") this.#searches.delete(message.id);
    const told = message.type === "error" ? new ProblemError(message.problem) : message;
    search.handlers[message.type]?.(told);
  }

  #send(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #become(state) {
    if (state === this.state) return;
    this.state = state;
    this.dispatchEvent(new Event("state"));
  }
}

export const live = new Live();

/** GET a path under /api; `query` is an object or pairs. */
export function get(path, query, options) {
  const search = query ? `?${new URLSearchParams(query)}` : "";
  return request(`/api${path}${search}`, {}, options);
}

/** POST a body to a path under /api. */
export function post(path, body, options) {
  const headers = { "Content-Type": "application/json" };
  return request(`/api${path}`, { method: "POST", headers, body: JSON.stringify(body) }, options);
}

/** The answer of a DELETE or another method without a body. */
export function send(method, path, options) {
  return request(`/api${path}`, { method }, options);
}

async function request(url, how, { signal } = {}) {
  const answer = await reach(url, { ...how, signal });
  const type = answer.headers.get("Content-Type") ?? "";
  const body = type.includes("json") ? await answer.json() : await answer.text();
  if (answer.ok) return body;
  throw new ProblemError(
    type.includes("problem")
      ? body
      : {
          status: answer.status,
          title: answer.statusText,
          detail: `the server answered ${answer.status}`,
        },
  );
}

async function reach(url, how) {
  for (;;) {
    try {
      const answer = await fetch(url, how);
      if (answer.status !== ENDING) return answer;
    } catch (error) {
      if (error.name === "AbortError") throw error;
    }
    await pause(FIRST_PAUSE);
    await live.whenOpen();
  }
}

function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

// --- what screens ask for -----------------------------------------------------------------------

const games = new Map();
const positions = new Map();
const MOST_POSITIONS = 2000;

/** All games. */
export async function allGames() {
  return (await get("/games")).games;
}

/** A game with its parameters fixed and its board; asked for once. */
export function gameView(name, parameters = {}) {
  const pairs = Object.entries(parameters).map(([key, value]) => ["parameter", `${key}=${value}`]);
  return once(games, JSON.stringify([name, pairs]), () =>
    get(`/games/${encodeURIComponent(name)}`, pairs),
  );
}

/** The position that a state (or any place) describes; asked for once. */
export function positionView({ game, parameters = {}, position = null, moves = "" }) {
  const place = { game, parameters, position, moves };
  if (positions.size > MOST_POSITIONS) positions.clear();
  return once(positions, JSON.stringify(place), () => post("/position", place));
}

/** The presets, kinds, evaluators and raters of a game; asked for once. */
export function agentsOf(name) {
  return once(games, `agents of ${name}`, () => get(`/games/${encodeURIComponent(name)}/agents`));
}

function once(kept, key, ask) {
  if (!kept.has(key)) {
    const asked = ask();
    kept.set(key, asked);
    asked.catch(() => kept.delete(key));
  }
  return kept.get(key);
}
