/**
 * A board in a frame of another page: a position or a game to step through, and nothing else.
 *
 *   /embed/#/play/konane/size=6?moves=d3+d2&at=1&theme=dark
 *
 * The address behind the # is that of Play. All that is asked of the server is one line, by GET: a
 * page around the frame can have nothing done or computed here.
 *
 * @import { FrameView, WholeLineView, Problem } from "./api-types.js"
 * @import { State } from "./router.js"
 */

import { PlyBoard } from "./board.js";
import { capital, h, say } from "./dom.js";
import { format, parse, whole } from "./router.js";
import { served } from "./served.js";
import { language, words } from "./words.js";

class EmbeddedBoard {
  #container;
  #state;
  /** @type {FrameView[]} */
  #frames = [];
  #at = 0;
  #board = new PlyBoard();
  #status = h("p", { class: "status", role: "status" });
  #number = h("span", { class: "number small muted" });
  /** @type {Record<string, HTMLButtonElement>} */
  #buttons;
  #link;

  /** @param {HTMLElement} container @param {State} state */
  constructor(container, state) {
    this.#container = container;
    this.#state = state;
    const { theme } = state.query;
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
    /** @param {string} label @param {string} sign @param {() => number} to */
    const button = (label, sign, to) =>
      h(
        "button",
        {
          type: "button",
          class: "quiet",
          "aria-label": label,
          title: label,
          onclick: () => this.#show(to()),
        },
        sign,
      );
    this.#buttons = {
      first: button(words.moves.first, "«", () => 0),
      back: button(words.moves.back, "‹", () => this.#at - 1),
      on: button(words.moves.forward, "›", () => this.#at + 1),
      last: button(words.moves.last, "»", () => this.#frames.length - 1),
    };
    const there = { ...state, screen: "play", query: { first: "human", second: "human" } };
    this.#link = h(
      "a",
      { href: `../${format(there)}`, target: "_blank", rel: "noopener" },
      words.embedding.open,
    );
  }

  async begin() {
    try {
      const { game, frames } = await line(this.#state);
      this.#frames = frames;
      const title = served(game.title);
      document.title = `${title} · Plyground`;
      this.#board.game = { ...game, players: game.players.map(served) };
      this.#board.label = words.board.label(title);
      this.#board.interactive = false;
      this.#container.replaceChildren(
        h("h1", { class: "visually-hidden" }, title),
        this.#board,
        this.#status,
        this.#walk(),
      );
      const high = frames.length - 1;
      this.#show(whole(this.#state.query.at, { low: 0, high, otherwise: high }));
      document.addEventListener("keydown", (event) => this.#key(event));
    } catch (error) {
      this.#fail(error instanceof Error ? error.message : "");
    }
  }

  #walk() {
    const { first, back, on, last } = this.#buttons;
    const steps = this.#frames.length > 1 ? [first, back, this.#number, on, last] : [];
    const how = { class: "embed-walk", role: "group", "aria-label": words.embedding.walk };
    return h("div", how, steps, this.#link);
  }

  /** @param {number} at */
  #show(at) {
    const last = this.#frames.length - 1;
    this.#at = Math.min(Math.max(0, at), last);
    const frame = this.#frames[this.#at];
    this.#board.view = frame;
    say(this.#status, `${frame.move ? `${frame.move}. ` : ""}${capital(served(frame.status))}`);
    say(this.#number, words.embedding.number(this.#at, last));
    this.#buttons.first.disabled = this.#buttons.back.disabled = this.#at === 0;
    this.#buttons.on.disabled = this.#buttons.last.disabled = this.#at === last;
  }

  /** @param {string} told */
  #fail(told) {
    this.#container.replaceChildren(
      h("h1", { class: "visually-hidden" }, words.embedding.failed),
      h("p", { role: "alert" }, `${words.embedding.failed} ${told}`),
      h("button", { type: "button", onclick: () => location.reload() }, words.embedding.again),
    );
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    /** @type {Record<string, number>} */
    const to = {
      ArrowLeft: this.#at - 1,
      ArrowRight: this.#at + 1,
      Home: 0,
      End: this.#frames.length - 1,
    };
    if (to[event.key] === undefined) return;
    event.preventDefault();
    this.#show(to[event.key]);
  }
}

/** @param {State} state @returns {Promise<WholeLineView>} */
async function line({ game, parameters, position, moves }) {
  if (!game) throw new Error(words.embedding.noGame);
  const query = new URLSearchParams({ game, moves });
  for (const [name, value] of Object.entries(parameters))
    query.append("parameter", `${name}=${value}`);
  if (position) query.append("position", position);
  const answer = await fetch(`/api/line?${query}`).catch(() => {
    throw new Error(words.embedding.away);
  });
  const body = await answer.json();
  if (!answer.ok) throw new Error(/** @type {Problem} */ (body).detail);
  return body;
}

const container = document.getElementById("embed");
if (container) {
  document.documentElement.lang = language;
  addEventListener("hashchange", () => location.reload());
  new EmbeddedBoard(container, parse(location.hash)).begin();
}
