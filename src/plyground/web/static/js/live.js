/**
 * What is live: moves with their replies, and searches that are watched. See docs/api.md.
 *
 * Searches under way are asked for again after a lost connection. They begin once a person has
 * pressed something: anybody can make a browser open an address. Looking at a shared game is no search.
 *
 * @import * as api from "./api-types.js"
 * @import { Line, Transport } from "./transport.js"
 */

import { ProblemError } from "./problem.js";

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
const PRESSES = ["pointerdown", "keydown", "click"];

/**
 * One connection; dispatches `state` when its state changes, and `held` when a search waits for a
 * person.
 */
export class Live extends EventTarget {
  /** @type {"connecting" | "open" | "lost"} */
  state = "connecting";
  /** @type {Map<string, {message: api.FromPage, handlers: Handlers}>} by id */
  #searches = new Map();
  #pause = FIRST_PAUSE;
  #transport;
  #remember;
  /** @type {Line | null} */
  #line = null;
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

  /**
   * `remember(place, view)` is told of positions that come with choices.
   * @param {Transport} transport
   * @param {(place: api.Place, view: api.PositionView) => void} remember
   */
  constructor(transport, remember) {
    super();
    this.#transport = transport;
    this.#remember = remember;
  }

  connect() {
    clearTimeout(this.#retry);
    this.#line = this.#transport.connect({
      opened: () => this.#opened(),
      lost: () => this.#lost(),
      heard: (text) => this.#heard(JSON.parse(text)),
    });
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
          this.#remember(message, answer.view);
          handlers.played?.(answer);
        },
        done: ({ choice, view }) => {
          if (view) this.#remember(message, view);
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
    this.#line?.send(JSON.stringify(message));
  }

  /** @param {"open" | "lost"} state */
  #become(state) {
    if (state === this.state) return;
    this.state = state;
    this.dispatchEvent(new Event("state"));
  }
}
