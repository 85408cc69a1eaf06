/**
 * A shared game: the server's word on it after every change, and what a player may do.
 *
 * After a lost connection the page asks to look on again, with its key, and gets all of it anew.
 *
 * @import { ActRequest, MoveView, PositionView, SharedView } from "../api-types.js"
 * @import { Shell } from "../main.js"
 */

import { live, positionView, post } from "../api.js";
import { pieceIcon } from "../board-art.js";
import { PlyBoard } from "../board.js";
import { named } from "../board-clicks.js";
import { capital, h, isTyping, recall, say, sentence, wordsOf } from "../dom.js";
import { words } from "../words.js";
import { invitation } from "./invitation.js";
import { MoveList } from "./moves.js";
import { refusal } from "./refusal.js";
import { statusOf } from "./scores.js";
import { rematchWords, resultOf } from "./shared-result.js";
import { secondsLeft, shownTime } from "./shared-clock.js";

const TICK = 100; // milliseconds

export class SharedBoard {
  #shell;
  #key;
  /** @type {SharedView | null} until the server has said it */
  #state = null;
  #heard = 0; // when it was said
  /** @type {number | null} how many moves the board shows, while one walks back */
  #at = null;
  #shown = ""; // which position the board shows
  /** @type {PositionView | null} */
  #view = null;
  #round = 0;
  #stop;
  #ticking;
  #board = new PlyBoard();
  #status = h("p", { class: "status" }, words.together.looking);
  #result = h("section", { class: "card stack", "aria-label": words.end.title, hidden: true });
  #offer = h("section", { class: "card stack", "aria-label": words.together.offer, hidden: true });
  #rows;
  #watching = h("p", { class: "small muted watching" });
  #buttons;
  #actions;
  #list = new MoveList((ply) => this.#jump(ply));
  #links;
  element;
  /** @param {KeyboardEvent} event */
  #onkey = (event) => this.#press(event);

  /** @param {Shell} shell @param {string} shared @param {string | null} key */
  constructor(shell, shared, key) {
    const { game } = shell;
    this.#shell = shell;
    this.#key = key;
    this.#board.game = game;
    this.#board.label = words.board.label(game.title);
    this.#board.interactive = false;
    this.#board.on("move", ({ move }) => this.#play(move));
    this.#board.on("refused", ({ path }) => this.#explain(path));
    this.#rows = game.players.map((name, player) => playerRow(name, game.pieces[player]));
    this.#links = invitation(shell, shared);
    /** @param {string} text @param {() => unknown} onclick */
    const button = (text, onclick) => h("button", { type: "button", onclick }, text);
    this.#buttons = {
      draw: button(words.together.offerDraw, () => this.#act({ action: "offer_draw" })),
      takeback: button(words.together.askTakeback, () => this.#act({ action: "ask_takeback" })),
      resign: button(words.together.resign, () => this.#askToResign()),
    };
    this.#actions = h("div", { class: "row actions", hidden: true }, Object.values(this.#buttons));
    this.element = this.#layout();
    document.addEventListener("keydown", this.#onkey);
    this.#ticking = setInterval(() => this.#tick(), TICK);
    this.#stop = live.start(
      { type: "watch", shared, key },
      { shared: (message) => this.#hear(message.shared), error: (error) => this.#fail(error) },
    );
  }

  #layout() {
    return h(
      "div",
      { class: "with-board" },
      h(
        "div",
        { class: "board-area" },
        h("h1", { class: "visually-hidden" }, words.together.heading(this.#shell.game.title)),
        this.#board,
        this.#status,
      ),
      h(
        "div",
        { class: "panel" },
        this.#result,
        this.#offer,
        h(
          "section",
          { class: "card players", "aria-label": words.play.players },
          this.#rows.map(({ element }) => element),
          this.#watching,
        ),
        this.#actions,
        this.#links,
        this.#list.element,
      ),
    );
  }

  close() {
    this.#stop();
    this.#round += 1; // what is still asked for is not shown
    clearInterval(this.#ticking);
    document.removeEventListener("keydown", this.#onkey);
  }

  // --- what the server says -----------------------------------------------------------------------

  /** @param {SharedView} state */
  #hear(state) {
    const before = this.#state;
    const { game, parameters, moves } = state.view;
    if (game !== this.#shell.game.name || !alike(parameters, this.#shell.game.values)) {
      this.#shell.go({ game, parameters }, { replace: true });
      return;
    }
    this.#state = state;
    this.#heard = performance.now();
    if (!before) this.#links.open = state.seat !== null && !state.joined.every(Boolean);
    if (before && all(state) && !all(before)) this.#links.open = false;
    if (before?.view.moves !== moves || before.view.status !== state.view.status) this.#at = null;
    this.#show();
    this.#announce(before, state);
  }

  /** @param {SharedView | null} before @param {SharedView} state */
  async #announce(before, state) {
    if (!before) return;
    const { plies, outcome } = state.view;
    const { players } = this.#shell.game;
    const last = plies[plies.length - 1];
    /** @type {string[]} */
    const said = [];
    const isPlayed = plies.length > before.view.plies.length;
    if (isPlayed) said.push(`${players[last.player]}: ${last.text}.`);
    const again = rematchWords(before, state, players);
    if (again) said.push(again);
    else if (plies.length < before.view.plies.length) said.push(words.together.takenBack);
    if (state.offer && !before.offer) said.push(this.#offerWords(state));
    const isAnswered = before.offer?.player === state.seat && !state.offer && !again;
    const isOpen = !outcome || before.offer?.kind === "rematch";
    if (isAnswered && isOpen && plies.length === before.view.plies.length)
      said.push(words.together.declined);
    if (all(state) && !all(before)) said.push(words.together.bothHere);
    if (state.view.status !== before.view.status) said.push(`${capital(statusOf(state.view))}.`);
    if (said.length) this.#shell.announce(said.join(" "));
    if ((isPlayed || (outcome && !before.view.outcome)) && recall("sound", true)) {
      const { play } = await this.#shell.module("components/sound.js");
      play(outcome ? "end" : "move");
    }
  }

  /** @param {unknown} error */
  #fail(error) {
    this.#board.interactive = false;
    this.#actions.hidden = true;
    this.#state = null;
    say(this.#status, words.together.cannotPlayOn);
    this.#result.hidden = false;
    this.#result.dataset.told = "";
    this.#result.replaceChildren(
      h("h2", {}, words.together.noGame),
      h("p", {}, sentence(wordsOf(error))),
      h(
        "a",
        { class: "button primary", href: this.#shell.link({ query: {} }) },
        words.together.makeNew,
      ),
    );
  }

  // --- showing it ---------------------------------------------------------------------------------

  async #show() {
    const state = this.#state;
    if (!state) return;
    const round = ++this.#round;
    const { view } = state;
    const at = this.#at ?? view.plies.length;
    this.#list.show(view.plies, at);
    this.#showOffer(state);
    this.#showResult(state);
    this.#showActions(state);
    this.#tick();
    const shown = at === view.plies.length ? view : await positionView(this.#place(at));
    if (round !== this.#round) return;
    const position = JSON.stringify([at, shown.moves, shown.status]);
    if (position !== this.#shown) {
      this.#shown = position;
      this.#view = shown;
      this.#board.view = shown;
    }
    this.#board.interactive = this.#isMyTurn() && shown === view;
    this.#status.classList.toggle("over", Boolean(shown.outcome));
    say(this.#status, all(state) ? capital(statusOf(shown)) : words.together.waiting);
  }

  #isMyTurn() {
    if (!this.#state || !all(this.#state)) return false;
    const { seat, view } = this.#state;
    return !view.outcome && view.player === seat;
  }

  /** @param {SharedView} state */
  #showActions({ seat, view, offer, joined }) {
    const canAct = seat !== null && !view.outcome && joined.every(Boolean);
    this.#actions.hidden = !canAct;
    this.#buttons.draw.disabled = Boolean(offer);
    this.#buttons.takeback.disabled =
      Boolean(offer) || !view.plies.some(({ player }) => player === seat);
  }

  /** @param {SharedView} state */
  #showOffer(state) {
    const { seat, offer } = state;
    const told = offer ? this.#offerWords(state) : "";
    const shown = offer ? `${offer.number}` : "";
    if (this.#offer.dataset.shown === shown) return; // so that the focus stays
    this.#offer.dataset.shown = shown;
    if (this.#offer.contains(document.activeElement)) this.#focusBoard(); // its buttons go away
    this.#offer.hidden = !offer;
    if (!offer) return;
    const { number } = offer; // that was seen, whatever has come when it is answered
    /** @param {string} text @param {ActRequest["action"]} action */
    const button = (text, action, more = {}) =>
      h(
        "button",
        { type: "button", onclick: () => this.#act({ action, offer: number }), ...more },
        text,
      );
    const answers =
      offer.player === seat
        ? [button(words.together.withdraw, "decline")]
        : [
            button(words.together.accept, "accept", { class: "primary" }),
            button(words.together.decline, "decline"),
          ];
    this.#offer.replaceChildren(
      h("p", {}, told),
      h("div", { class: "row" }, seat === null ? [] : answers),
    );
  }

  #focusBoard() {
    const tile = this.#board.querySelector("[tabindex='0']");
    if (tile instanceof SVGElement) tile.focus();
  }

  /** @param {SharedView} state */
  #offerWords({ seat, offer }) {
    if (!offer) return "";
    const { yours, theirs } = words.together.offers[offer.kind];
    return offer.player === seat ? yours : theirs(this.#shell.game.players[offer.player]);
  }

  // A new card only for something new, so that the focus stays.
  /** @param {SharedView} state */
  #showResult(state) {
    const { view, seat, offer } = state;
    this.#result.hidden = !view.outcome;
    const told = JSON.stringify([view.outcome, seat, offer, view.moves]);
    if (this.#result.dataset.told === told) return;
    this.#result.dataset.told = told;
    if (this.#result.contains(document.activeElement)) this.#focusBoard(); // its buttons go away
    this.#result.replaceChildren(
      ...resultOf(this.#shell, state, (action) => this.#act({ action })),
    );
  }

  #tick() {
    if (!this.#state) return;
    const { seat, view, present, joined, clock, spectators } = this.#state;
    say(this.#watching, spectators ? words.together.watching(spectators) : "");
    const since = performance.now() - this.#heard;
    this.#rows.forEach(({ element, note, time }, player) => {
      element.toggleAttribute("data-active", !view.outcome && view.player === player);
      const away = joined[player] ? words.together.isAway : words.together.notHere;
      say(
        note,
        player === seat ? words.together.you : present[player] ? words.together.connected : away,
      );
      say(time, clock ? shownTime(secondsLeft(clock, player, since)) : "");
    });
  }

  /** @param {number} plies */
  #place(plies) {
    const { view } = /** @type {SharedView} */ (this.#state);
    const moves = view.plies.slice(0, plies).map(({ text }) => text);
    const position = view.start_is_default ? null : view.start;
    return { game: view.game, parameters: view.parameters, position, moves: moves.join(" ") };
  }

  /** @param {number} ply */
  #jump(ply) {
    const length = this.#state?.view.plies.length ?? 0;
    if (ply < 0 || ply > length) return;
    this.#at = ply === length ? null : ply;
    this.#show().catch((error) => this.#shell.fail(error));
  }

  // --- what a player does -------------------------------------------------------------------------

  /** @param {MoveView} move */
  #play(move) {
    this.#board.paint(move);
    return this.#act({ action: "move", move: move.move });
  }

  /** @param {{action: ActRequest["action"], move?: number, offer?: number}} does */
  async #act(does) {
    if (!this.#state) return;
    const { shared, view } = this.#state;
    try {
      await post(`/shared/${shared}`, { key: this.#key, ply: view.plies.length, ...does });
    } catch (error) {
      this.#shell.fail(error);
      this.#shown = ""; // what was painted is taken off
      await this.#show();
    }
  }

  /** @param {number[]} path */
  async #explain(path) {
    if (!this.#view) return;
    const place = this.#place(this.#view.plies.length);
    this.#shell.notice(await refusal(this.#shell.game, place, this.#view, path), "error");
  }

  #askToResign() {
    const dialog = h(
      "dialog",
      {
        "aria-labelledby": "resign-title",
        onclose: ({ currentTarget }) => {
          if (currentTarget.returnValue === "resign") this.#act({ action: "resign" });
          currentTarget.remove();
        },
      },
      h("h2", { id: "resign-title" }, words.together.resignThis),
      h(
        "form",
        { method: "dialog", class: "row" },
        h("button", { value: "resign", class: "primary" }, words.together.yesResign),
        h("button", { value: "" }, words.play.playOn),
      ),
    );
    document.body.append(dialog);
    dialog.showModal();
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    if (isTyping(event) || event.defaultPrevented || !this.#state) return;
    const length = this.#state.view.plies.length;
    const at = this.#at ?? length;
    /** @type {Record<string, () => unknown>} */
    const pressed = {
      ArrowLeft: () => this.#jump(at - 1),
      ArrowRight: () => this.#jump(at + 1),
      Home: () => this.#jump(0),
      End: () => this.#jump(length),
    };
    const move = this.#board.interactive && named(this.#state.view.legal, event.key);
    if (move) pressed[event.key] = () => this.#play(move);
    if (!pressed[event.key]) return;
    event.preventDefault();
    pressed[event.key]();
  }
}

/** @param {SharedView} state */
function all({ joined }) {
  return joined.every(Boolean);
}

/** @param {object} one @param {object} two */
function alike(one, two) {
  /** @param {object} values */
  const told = (values) => JSON.stringify(Object.entries(values).sort());
  return told(one) === told(two);
}

/** @param {string} name @param {string} look */
function playerRow(name, look) {
  const note = h("span", { class: "muted" });
  const time = h("span", { class: "clock number", title: words.together.timeLeft });
  const top = h(
    "div",
    { class: "player-top" },
    pieceIcon(look),
    h("strong", { class: "name" }, name),
    note,
    time,
  );
  return { element: h("div", { class: "player" }, top), note, time };
}
