/**
 * The shell: header, address, and the screen below it.
 *
 * A screen is js/screens/NAME.js with `mount(container, state, shell)`, which returns (or promises)
 * {update(state), unmount(), keys}. It is mounted anew when the screen, the game or its parameters
 * change; otherwise `update` gets the new state. `keys`, optional, are pairs for the list of keys.
 * States are described in router.js. Game and board of the state are `shell.game`.
 *
 * @import { GameSummary, GameView } from "./api-types.js"
 * @import { Query, State } from "./router.js"
 *
 * @typedef {{
 *   update?: (state: State) => unknown, unmount?: () => unknown, keys?: string[][],
 * }} Mounted what a screen's mount() returned
 */

import {
  allGames,
  agentsOf,
  forgetGames,
  gameView,
  isAbort,
  live,
  patiently,
  ProblemError,
  transport,
} from "./api.js";
import { awayCard, keepShell } from "./away.js";
import { h, isTyping, say, wordsOf } from "./dom.js";
import { showLoading } from "./loading.js";
import { forgetNotices, invite, showNotice } from "./notices.js";
import { format, LEARN, offered, parse, sameBoard } from "./router.js";
import "./board.js";
import { failureCard } from "./components/failure-card.js";
import { showKeys } from "./components/keys-dialog.js";
import { choose, language, LANGUAGES, words } from "./words.js";

/** @type {Record<string, string>} */
const TITLES = words.shell.titles;
/** @type {Record<string, string>} */
const THEMES = { auto: "◐", light: "☀", dark: "☾" };
// The game that is on where the address names none; a published site has its own.
const SITE = /** @type {HTMLElement | null} */ (document.querySelector('[name="plyground-site"]'));
const FIRST_GAME = SITE?.dataset.game ?? "connect_four";
const SCREENS = offered(transport.isServer);

/** @param {string} id */
const find = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const gamePicker = /** @type {HTMLSelectElement} */ (find("game"));
const tabs = /** @type {HTMLCollectionOf<HTMLAnchorElement>} */ (find("tabs").children);

export class Shell {
  /** @type {GameSummary[]} */
  games = [];
  /** @type {GameView} */
  game = /** @type {any} */ (null); // there before a screen is mounted
  state = parse(location.hash);
  /** @type {Mounted | null} */
  #mounted = null;
  /** @type {State | null} */
  #mountedFor = null;
  #round = 0;

  async begin() {
    live.addEventListener("state", () => this.#showConnection());
    live.addEventListener("held", () => invite(live.pressed), { once: true });
    live.connect();
    this.#makeHeader();
    showLoading(transport, find("screen"));
    addEventListener("hashchange", () => this.#follow(parse(location.hash)));
    try {
      this.games = await allGames();
    } catch (error) {
      this.#showFailure(error);
      return;
    }
    this.#offerGames();
    await this.#follow(parse(location.hash));
  }

  #offerGames() {
    gamePicker.replaceChildren(
      ...this.games.map(({ name, title }) => h("option", { value: name }, title)),
    );
  }

  /**
   * Go to the state with these changes; `replace` keeps it out of the browser's history.
   * @param {Partial<State>} changes
   * @param {{replace?: boolean}} how
   */
  go(changes, { replace = false } = {}) {
    const state = { ...this.state, ...changes };
    this.note(state, { replace });
    return this.#follow(state);
  }

  /**
   * Write a state into the address without telling the screen, which knows it already.
   * @param {Partial<State>} changes
   * @param {{replace?: boolean}} how
   */
  note(changes, { replace = true } = {}) {
    this.state = { ...this.state, ...changes };
    const hash = format(this.state);
    if (hash !== location.hash) history[replace ? "replaceState" : "pushState"](null, "", hash);
    this.#showState();
  }

  /**
   * The address of the state with these changes, for `href`.
   * @param {Partial<State>} changes
   */
  link(changes) {
    return format({ ...this.state, ...changes });
  }

  /**
   * Say one thing to people who listen to the page.
   * @param {string} text
   */
  announce(text) {
    const announcer = find("announcer");
    announcer.textContent = "";
    requestAnimationFrame(() => (announcer.textContent = text));
  }

  /**
   * Show a sentence for a few seconds, and say it; `kind` is "info" or "error".
   * @param {string} text
   * @param {"info" | "error"} kind
   */
  notice(text, kind = "info") {
    showNotice(text, kind);
    this.announce(text);
  }

  /**
   * Show what went wrong, unless it was given up on purpose.
   * @param {unknown} error
   */
  fail(error) {
    if (isAbort(error)) return;
    if (!(error instanceof ProblemError)) console.error(error);
    this.notice(wordsOf(error), "error");
  }

  /**
   * Load a stylesheet of css/ once; resolves when it holds.
   * @param {string} name
   */
  stylesheet(name) {
    const id = `css-${name}`;
    if (find(id)) return Promise.resolve();
    const load = () =>
      new Promise((resolve, reject) => {
        const made = h("link", {
          id,
          rel: "stylesheet",
          href: `css/${name}`,
          onload: resolve,
          onerror: (error) => {
            made.remove();
            reject(error);
          },
        });
        document.head.append(made);
      });
    return patiently(load);
  }

  /**
   * A module of js/, loaded when it is needed; browsers never try an address again that has failed.
   * @param {string} path
   */
  module(path) {
    return patiently((failed) => import(`./${path}${failed ? `?again=${failed}` : ""}`));
  }

  /** @returns {"light" | "dark"} the theme that is shown */
  get theme() {
    const chosen = document.documentElement.dataset.theme;
    const dark = chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    return dark ? "dark" : "light";
  }

  /** The agents of the current game. */
  agents() {
    return agentsOf(this.game.name, this.state.parameters);
  }

  /** @param {State} state */
  async #follow(state) {
    const round = ++this.#round;
    find("screen").setAttribute("aria-busy", "true");
    try {
      if (!SCREENS.tabs.includes(state.screen) && !SCREENS.others.includes(state.screen))
        state.screen = "play";
      if (state.screen === LEARN && this.game) Object.assign(state, boardOf(this.state));
      state.game ||= this.games.some(({ name }) => name === FIRST_GAME)
        ? FIRST_GAME
        : this.games[0].name;
      const game = await gameView(state.game, state.parameters);
      if (round !== this.#round) return;
      this.game = game;
      this.state = state;
      this.#showState();
      const before = this.#mountedFor;
      const same = before?.screen === state.screen && sameBoard(before, state);
      if (same && this.#mounted) await this.#mounted.update?.(state);
      else await this.#mount(state, round);
    } catch (error) {
      if (round !== this.#round) return;
      this.state = state;
      this.#showState();
      this.#showFailure(error);
    } finally {
      if (round === this.#round) find("screen").removeAttribute("aria-busy");
    }
  }

  /** @param {State} state @param {number} round */
  async #mount(state, round) {
    const screen = await this.module(`screens/${state.screen}.js`);
    if (round !== this.#round) return;
    this.#mounted?.unmount?.();
    if (this.#mounted) live.leave();
    this.#mounted = null;
    this.#mountedFor = state;
    forgetNotices();
    const container = h("div", { class: `screen ${state.screen}` });
    find("screen").replaceChildren(container);
    const mounted = await screen.mount(container, state, this);
    if (round === this.#round) this.#mounted = mounted;
    else mounted?.unmount?.();
  }

  /** @param {unknown} error */
  #showFailure(error) {
    if (!(error instanceof ProblemError)) console.error(error);
    this.#mounted?.unmount?.();
    this.#mounted = null;
    const link = h("a", { class: "button primary", href: "#/play" }, words.shell.startGame);
    find("screen").replaceChildren(failureCard(words.shell.cannotShow, wordsOf(error), link));
  }

  #makeHeader() {
    this.#offerLanguages();
    find("tabs").append(
      ...SCREENS.tabs.map((screen) => h("a", { data: { screen }, href: `#/${screen}` })),
    );
    gamePicker.addEventListener("change", () =>
      this.go({
        game: gamePicker.value,
        parameters: {},
        position: null,
        moves: "",
        query: this.#lastingQuery(),
      }),
    );
    find("theme").addEventListener("click", () => this.#switchTheme());
    find("keys").addEventListener("click", () => this.#showKeys());
    find("skip").addEventListener("click", (event) => {
      event.preventDefault();
      const tile = document.querySelector("ply-board [tabindex='0']");
      (tile instanceof SVGElement ? tile : find("screen")).focus();
    });
    addEventListener("keydown", (event) => {
      if (event.key === "?" && !isTyping(event)) this.#showKeys();
    });
    this.#nameHeader();
  }

  #nameHeader() {
    document.documentElement.lang = language;
    say(find("skip"), words.shell.skip);
    say(find("game-label"), words.shell.game);
    find("tabs").setAttribute("aria-label", words.shell.screens);
    for (const tab of tabs) say(tab, TITLES[tab.dataset.screen ?? ""]);
    label(find("keys"), words.keys.title);
    label(find("language"), words.shell.language);
    this.#nameTheme();
    this.#showConnection();
  }

  #offerLanguages() {
    const select = /** @type {HTMLSelectElement} */ (find("language"));
    select.append(
      ...Object.entries(LANGUAGES).map(([code, name]) =>
        h("option", { value: code, title: name, lang: code }, code.toUpperCase()),
      ),
    );
    select.value = language;
    select.addEventListener("change", () =>
      this.#speak(select.value).catch((error) => this.fail(error)),
    );
  }

  // Without loading the page again: the Python of a published site would have to start anew.
  /** @param {string} chosen */
  async #speak(chosen) {
    await choose(chosen);
    forgetGames();
    this.#nameHeader();
    this.games = await allGames();
    this.#offerGames();
    this.#mountedFor = null;
    await this.#follow(this.state);
  }

  // Who plays stays when the game changes; custom specs may not fit another game.
  #lastingQuery() {
    const kept = Object.entries(this.state.query);
    return Object.fromEntries(
      kept.filter(
        ([key, value]) => ["first", "second"].includes(key) && value && !value.includes("("),
      ),
    );
  }

  #showState() {
    const { screen, game, query } = this.state;
    gamePicker.value = game;
    gamePicker.hidden = screen === LEARN; // lessons have games of their own
    for (const tab of tabs) {
      const here = tab.dataset.screen === screen;
      tab.toggleAttribute("aria-current", here);
      if (here) tab.setAttribute("aria-current", "page");
      tab.href = this.link({
        screen: tab.dataset.screen,
        query: here && screen !== LEARN ? query : this.#carried(query),
        lesson: "",
      });
    }
    document.title = `${this.game?.title ?? "Plyground"} · ${TITLES[screen]} · Plyground`;
  }

  // What the other screens understand, too: who plays, and the place in the game.
  /** @param {Query} query */
  #carried({ first, second, at }) {
    return { first, second, at };
  }

  #showConnection() {
    const shown = find("connection");
    shown.dataset.state = live.state;
    const states = transport.isServer ? words.shell.connection : words.site.connection;
    say(shown.querySelector(".word"), states[live.state]);
    shown.title = live.state === "lost" ? words.shell.away : "";
    if (live.state === "lost" && !this.games.length) find("screen").replaceChildren(awayCard());
  }

  #switchTheme() {
    const order = Object.keys(THEMES);
    const next = order[(order.indexOf(document.documentElement.dataset.theme ?? "auto") + 1) % 3];
    if (next === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = next;
    try {
      localStorage.setItem("plyground.theme", next);
    } catch {
      // Forbidden: the choice lasts as long as the page.
    }
    this.#nameTheme();
  }

  #nameTheme() {
    const theme = document.documentElement.dataset.theme ?? "auto";
    /** @type {Record<string, string>} */
    const names = words.shell.themes;
    say(find("theme"), THEMES[theme]);
    label(find("theme"), words.shell.theme(names[theme]));
  }

  #showKeys() {
    showKeys([...(this.#mounted?.keys ?? []), ["?", words.keys.list]]);
  }
}

/** @param {HTMLElement} element @param {string} text */
function label(element, text) {
  element.setAttribute("aria-label", text);
  element.title = text;
}

// What a lesson leaves as it was: the game that is on.
/** @param {State} state */
function boardOf({ game, parameters, position, moves }) {
  return { game, parameters, position, moves };
}

new Shell().begin();
if (transport.isServer) keepShell();
else live.whenOpen().then(keepShell); // a published site loads enough before
