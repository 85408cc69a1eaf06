/**
 * Play: a board, two players, and the moves.
 *
 * The game is {position, moves, at}: where it began, every move as text, and how many of them the
 * board shows. All of it is in the address. Playing a move while walking back drops what followed.
 *
 * @import { AgentsView, ChoiceView, MoveView, Place, PositionView } from "../api-types.js"
 * @import { Handlers } from "../api.js"
 * @import { Shell } from "../main.js"
 * @import { Query, State } from "../router.js"
 */

import { live, positionView } from "../api.js";
import { PlyBoard } from "../board.js";
import { named } from "../board-clicks.js";
import { capital, h, isTyping, isWithin, keep, recall, say, sentence, short } from "../dom.js";
import { Clocks } from "../components/clocks.js";
import { Compiling } from "../components/compiling.js";
import { CommentField, GameComments } from "../components/comments.js";
import { copyLink, embedButton } from "../components/copying.js";
import { Finish } from "../components/finish.js";
import { MoveList } from "../components/moves.js";
import { parametersPicker } from "../components/parameters.js";
import { Person } from "../components/person.js";
import { HUMAN, PlayerRow, usual } from "../components/players.js";
import { refusal } from "../components/refusal.js";
import { rulesLink } from "../components/rules-link.js";
import { explained, statusOf } from "../components/scores.js";
import { TOGETHER, whole } from "../router.js";
import { words } from "../words.js";

const SLOWEST_TO_SEE = 350; // milliseconds that an agent's move takes at least
const HINT_SECONDS = 0.5;
/** @type {("first" | "second")[]} */
const SIDES = ["first", "second"];

/**
 * @param {HTMLElement} container
 * @param {State} state
 * @param {Shell} shell
 */
export async function mount(container, state, shell) {
  const play = new Play(container, shell, await shell.agents());
  try {
    await play.update(state);
  } catch (error) {
    play.unmount();
    throw error;
  }
  return play;
}

class Play {
  keys = [
    ["← →", words.keys.walkGame],
    [words.keys.homeEnd, words.keys.ends],
    [words.keys.enter, words.keys.playCell],
    [words.keys.digits, words.keys.playNamed],
    [words.keys.escape, words.keys.putDown],
    [words.keys.space, words.keys.playBest],
    ["h", words.keys.hint],
    ["u", words.keys.undo],
    ["r", words.keys.redo],
    ["n", words.keys.newGame],
  ];
  #shell;
  #advisers; // whom to ask for hints
  #names; // of the presets and kinds of this game
  #usual; // who plays where the address says nothing
  /** @type {string | null} */
  #position = null;
  /** @type {string[]} */
  #moves = [];
  #at = 0;
  /** @type {PositionView} */
  #view = /** @type {any} */ (null); // until the first position has come
  /** @type {PositionView} the end of the game so far, wherever the board stands */
  #whole = /** @type {any} */ (null);
  #paused = false;
  /** @type {AbortController | null} of a move under way, and of the agent that replies */
  #thinking = null;
  /** @type {AbortController | null} of a hint */
  #asking = null;
  /** @type {string[][]} the moves before each undo, which redo brings back */
  #undone = [];
  #clocks = new Clocks();
  #hasSound = recall("sound", true);
  #note = "";
  #round = 0;
  #finish;
  #person;
  #rows;
  #board = new PlyBoard();
  #status = h("p", { class: "status" });
  #compiling = new Compiling();
  #list = new MoveList((ply) => this.#jump(ply));
  #comments = new GameComments();
  /** @type {CommentField<number>} */
  #comment = new CommentField((text, ply) => this.#say(text, ply));
  /** @type {Record<string, HTMLButtonElement>} */
  #buttons = {};
  #links = {
    analyse: h("a", { class: "button" }, words.play.analyse),
    tree: h("a", { class: "button" }, words.play.seeSearch),
    together: h("a", { class: "button" }, words.play.together),
    invite: h("a", { class: "button" }, words.play.invite),
  };
  #ticking;
  /** @param {KeyboardEvent} event */
  #onkey = (event) => this.#key(event);
  #onleave = () => this.#clocks.keep(this.#address());

  /** @param {HTMLElement} container @param {Shell} shell @param {AgentsView} agents */
  constructor(container, shell, agents) {
    this.#shell = shell;
    const { opponent, advisers } = usual(agents);
    this.#advisers = advisers;
    this.#names = new Set([...agents.presets, ...agents.kinds].map(({ name }) => name));
    this.#usual = { first: HUMAN, second: opponent };
    this.#rows = SIDES.map(
      (side, player) =>
        new PlayerRow({
          game: shell.game,
          player,
          agents,
          value: this.#usual[side],
          onchange: () => this.#playersChanged(),
        }),
    );
    this.#board.game = shell.game;
    this.#board.label = words.board.label(shell.game.title);
    this.#finish = new Finish({
      shell,
      agents,
      board: this.#board,
      status: this.#status,
      place: (plies) => this.#place(plies),
      jump: (ply) => this.#jump(ply),
      people: () => [0, 1].filter((player) => this.#rows[player].isHuman),
      again: (swapped) => this.#again(swapped),
    });
    this.#person = new Person(shell.game.full_name, (text) => shell.notice(text));
    this.#board.on("move", ({ move }) =>
      this.#finish.isAsking ? this.#finish.answer(move) : this.#play(move),
    );
    this.#board.on("refused", ({ path }) => this.#explain(path));
    container.append(this.#layout());
    document.addEventListener("keydown", this.#onkey);
    addEventListener("pagehide", this.#onleave);
    this.#ticking = setInterval(() => this.#tick(), 250);
  }

  #layout() {
    const { game } = this.#shell;
    /**
     * @param {string} name
     * @param {string} label
     * @param {() => unknown} onclick
     */
    const button = (name, label, onclick, more = {}) =>
      (this.#buttons[name] = h("button", { type: "button", onclick, ...more }, label));
    return h(
      "div",
      { class: "with-board" },
      h(
        "div",
        { class: "board-area" },
        h("h1", { class: "visually-hidden" }, words.play.heading(game.title)),
        this.#board,
        this.#status,
        this.#compiling.element,
      ),
      h(
        "div",
        { class: "panel" },
        this.#finish.element,
        this.#person.element,
        h(
          "section",
          { class: "card players", "aria-label": words.play.players },
          this.#rows.map(({ element }) => element),
        ),
        h(
          "div",
          { class: "row actions" },
          button("new", words.play.newGame, () => this.#new(), { class: "primary", title: "n" }),
          button("undo", words.play.undo, () => this.#undo(), { title: "u" }),
          button("redo", words.play.redo, () => this.#redo(), { title: "r" }),
          button("hint", words.play.hint, () => this.#hint(), { title: "h" }),
          button("pause", words.play.pause, () => this.#pause()),
          Object.values(this.#links),
          button("copy", words.play.copyLink, () => copyLink(this.#shell)),
          embedButton(this.#shell),
          button("sound", words.play.sound, () => this.#switchSound(), {
            "aria-pressed": String(this.#hasSound),
          }),
        ),
        this.#list.element,
        this.#comment.element,
        parametersPicker(game, (parameters) =>
          this.#shell.go({ parameters, position: null, moves: "", query: this.#query() }),
        ),
        rulesLink(this.#shell),
        h(
          "details",
          { class: "card rules" },
          h("summary", {}, words.play.rules),
          h("p", {}, game.summary),
          h("p", { class: "small muted" }, sentence(game.move_help)),
        ),
      ),
    );
  }

  /**
   * Show the state of the address.
   * @param {State} state
   */
  async update({ position, moves, query }) {
    SIDES.forEach((side, player) => {
      const asked = query[side];
      this.#rows[player].become(asked && this.#fits(asked) ? asked : this.#usual[side]);
    });
    this.#position = position;
    this.#moves = moves.split(/[\s,]+/).filter(Boolean);
    const end = this.#moves.length;
    this.#at = whole(query.at, { low: 0, high: end, otherwise: end });
    this.#paused = this.#rows.every((row) => !row.isHuman) && this.#moves.length > 0;
    this.#undone = [];
    this.#person.begin(position ? "position" : this.#moves.length ? "middle" : null);
    this.#clocks.recall(this.#address());
    await this.#show();
    this.#moves = this.#view.plies.map(({ text }) => text).concat(this.#moves.slice(this.#at));
    this.#comments.open(this.#place(), this.#moves);
    this.#showMoves();
  }

  // Of the game alone: who plays may change in the middle.
  #address() {
    return this.#shell.link({ moves: this.#moves.join(" "), query: {} });
  }

  // Names of agents come along from other games, which may not have them.
  /** @param {string} player */
  #fits(player) {
    return player === HUMAN || player.includes("(") || this.#names.has(player);
  }

  unmount() {
    this.#round += 1; // what is still asked for is not shown
    this.#stop();
    this.#finish.close();
    clearInterval(this.#ticking);
    this.#onleave();
    removeEventListener("pagehide", this.#onleave);
    document.removeEventListener("keydown", this.#onkey);
  }

  // --- the game -----------------------------------------------------------------------------------

  /** @param {number} [plies] @returns {Place} */
  #place(plies) {
    const { name: game, values: parameters } = this.#shell.game;
    return {
      game,
      parameters,
      position: this.#position,
      moves: this.#moves.slice(0, plies).join(" "),
    };
  }

  #query() {
    /** @type {Query} */
    const query = { at: this.#at < this.#moves.length ? String(this.#at) : undefined };
    SIDES.forEach((side, player) => {
      const { value } = this.#rows[player];
      if (value !== this.#usual[side]) query[side] = value;
    });
    return query;
  }

  /** @param {Promise<ChoiceView | null> | null} reply that an agent is asked for already */
  async #show(reply = null) {
    const round = ++this.#round;
    if (!reply) this.#stop();
    this.#clocks.run(null);
    this.#shell.note({
      position: this.#position,
      moves: this.#moves.join(" "),
      query: this.#query(),
    });
    const [view, whole] = await Promise.all([
      positionView(this.#place(this.#at)),
      positionView(this.#place()),
    ]);
    if (round !== this.#round) return;
    this.#view = view;
    this.#clocks.run(this.#running() ? view.player : null);
    this.#board.view = view;
    this.#board.overlay = null;
    this.#showAround(view, whole);
    this.#finish.follow(view, whole).catch((error) => this.#shell.fail(error));
    this.#think(reply);
  }

  // The move that ends a game counts; a game that was over when it was opened says nothing.
  async #rate() {
    const [person, ...others] = [0, 1].filter((player) => this.#rows[player].isHuman);
    if (person === undefined || others.length) return;
    const opponent = this.#person.opponent(this.#rows[1 - person].value);
    await this.#person.finish(this.#place(), person, opponent);
  }

  /** @param {boolean} swapped */
  #again(swapped) {
    const [first, second] = this.#rows.map(({ value }) => value);
    if (swapped) [second, first].forEach((value, side) => this.#rows[side].become(value));
    this.#new();
  }

  /** @param {PositionView} view @param {PositionView} whole */
  #showAround(view, whole) {
    const over = Boolean(view.outcome);
    const humanTurn = !over && this.#rows[view.player].isHuman;
    this.#board.interactive = humanTurn;
    this.#status.classList.toggle("over", over);
    say(this.#status, capital(statusOf(view)));
    this.#whole = whole;
    this.#showMoves();
    this.#buttons.undo.disabled = this.#at === 0;
    this.#buttons.redo.disabled = !this.#undone.length;
    this.#buttons.hint.disabled = over;
    const machines = this.#rows.every((row) => !row.isHuman);
    this.#buttons.pause.hidden = !machines || over;
    say(this.#buttons.pause, this.#paused ? words.play.playOn : words.play.pause);
    this.#links.analyse.href = this.#shell.link({
      screen: "analyse",
      query: { at: this.#query().at },
    });
    const here = this.#moves.slice(0, this.#at).join(" ");
    this.#links.tree.href = this.#shell.link({ screen: "tree", moves: here, query: {} });
    this.#links.tree.hidden = over;
    this.#links.together.href = this.#shell.link({
      screen: TOGETHER,
      position: null,
      moves: "",
      query: {},
    });
    this.#links.invite.hidden = over || (view.start_is_default && !view.plies.length);
    this.#links.invite.href = this.#shell.link({ screen: TOGETHER, moves: here, query: {} });
    this.#tick();
  }

  #showMoves() {
    const { plies } = this.#whole;
    this.#list.show(plies, this.#at, (ply) => this.#comments.of(ply));
    this.#comment.show(plies[this.#at - 1]?.text ?? null, this.#comments.of(this.#at), this.#at);
  }

  /** @param {string} text @param {number} ply */
  #say(text, ply) {
    this.#comments.set(ply, text);
    this.#showMoves();
  }

  // A person's move: one message, answered by the position after it and then by the agent's reply.
  /** @param {MoveView} move */
  async #play(move) {
    const before = { moves: this.#moves, at: this.#at };
    if (this.#at < this.#moves.length) this.#person.spoil("undo");
    const place = this.#place(this.#at);
    const next = this.#rows[1 - this.#view.player];
    const reply =
      next.isHuman || this.#paused ? null : { agent: this.#person.opponent(next.value) };
    this.#stop();
    const { signal } = (this.#thinking = new AbortController());
    const asked = { ...place, move: move.move, reply };
    const answers = live.play(asked, { signal, ...this.#notes() });
    this.#board.paint(move);
    try {
      await answers.played;
      await this.#enter(move, answers.reply);
    } catch (error) {
      if (signal.aborted) return;
      [this.#moves, this.#at] = [before.moves, before.at];
      this.#shell.fail(error);
      await this.#show();
    }
  }

  /** @param {MoveView} move @param {Promise<ChoiceView | null> | null} reply */
  async #enter(move, reply = null) {
    const mover = this.#shell.game.players[this.#view.player];
    this.#moves = [...this.#moves.slice(0, this.#at), move.text];
    this.#at += 1;
    this.#comments.played(this.#moves);
    this.#undone = [];
    await this.#show(reply);
    if (this.#view.outcome) this.#rate().catch((error) => this.#shell.fail(error));
    this.#shell.announce(`${mover}: ${move.text}. ${statusOf(this.#view)}.`);
    if (this.#hasSound) {
      const { play } = await this.#shell.module("components/sound.js");
      play(this.#view.outcome ? "end" : "move");
    }
  }

  #switchSound() {
    this.#hasSound = !this.#hasSound;
    keep("sound", this.#hasSound);
    this.#buttons.sound.setAttribute("aria-pressed", String(this.#hasSound));
  }

  /** @param {number[]} path */
  async #explain(path) {
    this.#shell.notice(
      await refusal(this.#shell.game, this.#place(this.#at), this.#view, path),
      "error",
    );
  }

  /** @param {number} ply */
  async #jump(ply) {
    if (ply === this.#at || ply < 0 || ply > this.#moves.length) return;
    this.#at = ply;
    try {
      await this.#show();
      this.#shell.announce(statusOf(this.#view));
    } catch (error) {
      this.#shell.fail(error);
    }
  }

  // The browser's Back button returns to the game that was left.
  #new() {
    this.#shell.note({ position: null, moves: "" }, { replace: false });
    this.#position = null;
    this.#moves = [];
    this.#at = 0;
    this.#paused = false;
    this.#undone = [];
    this.#person.begin();
    this.#clocks.reset();
    this.#comments.open(this.#place(), []);
    this.#show().then(
      () => this.#shell.announce(words.play.begun),
      (error) => this.#shell.fail(error),
    );
  }

  // Back to where a person last had the choice; among agents, one move back and a pause.
  async #undo() {
    if (!this.#at) return;
    const { plies } = await positionView(this.#place());
    let at = this.#at - 1;
    while (at > 0 && !this.#rows[plies[at].player].isHuman) at -= 1;
    if (!this.#rows[plies[at].player].isHuman) {
      at = this.#at - 1;
      this.#paused = true;
    }
    this.#undone.push(this.#moves);
    this.#person.spoil("undo");
    this.#moves = this.#moves.slice(0, at);
    this.#at = at;
    await this.#show();
    this.#shell.announce(words.play.undone);
  }

  async #redo() {
    const moves = this.#undone.pop();
    if (!moves) return;
    this.#moves = moves;
    this.#at = moves.length;
    await this.#show();
    this.#shell.announce(words.play.redone);
  }

  #playersChanged() {
    this.#paused = false;
    if (this.#moves.length) this.#person.spoil("players");
    this.#show().catch((error) => this.#shell.fail(error));
  }

  #pause() {
    this.#paused = !this.#paused;
    this.#show().catch((error) => this.#shell.fail(error));
  }

  // --- agents -------------------------------------------------------------------------------------

  /** @param {Promise<ChoiceView | null> | null} reply */
  async #think(reply) {
    const { outcome, player } = this.#view;
    const row = this.#rows[player];
    if (outcome || row.isHuman || this.#paused || this.#at < this.#moves.length) {
      this.#thinking = null;
      return;
    }
    const control = (reply && this.#thinking) || (this.#thinking = new AbortController());
    const began = performance.now();
    const asked = { ...this.#place(this.#at), agent: this.#person.opponent(row.value) };
    const how = { signal: control.signal, ...this.#notes() };
    this.#note = words.play.thinking;
    try {
      const choice = (await reply) ?? (await live.choose(asked, how));
      this.#compiling.hide();
      await pause(SLOWEST_TO_SEE - (performance.now() - began));
      if (control.signal.aborted) return;
      this.#note = "";
      this.#board.paint(choice.move);
      await this.#enter(choice.move);
    } catch (error) {
      if (control.signal.aborted) return;
      this.#paused = true;
      this.#note = words.play.stopped;
      this.#shell.fail(error);
    }
  }

  /** @returns {Handlers} */
  #notes() {
    return {
      queued: ({ ahead }) => (this.#note = words.play.waiting(ahead)),
      preparing: ({ compiling }) => {
        this.#note = words.play.gettingReady;
        this.#compiling.show(compiling);
      },
      progress: ({ statistics }) => {
        this.#compiling.hide();
        if (statistics) this.#note = words.play.progress(statistics.depth, short(statistics.nodes));
      },
    };
  }

  /** @returns {Promise<ChoiceView>} */
  async #best() {
    this.#person.spoil("hint");
    this.#asking?.abort();
    this.#asking = new AbortController();
    const place = this.#place(this.#at);
    const { signal } = this.#asking;
    const { preparing } = this.#notes();
    const limit = { seconds: HINT_SECONDS };
    try {
      const [first, ...others] = this.#advisers;
      let found = await live.choose({ ...place, agent: first, limit }, { signal, preparing });
      for (const agent of others) {
        if (found.score?.kind === "proven") break;
        found = await live.choose({ ...place, agent, limit }, { signal, preparing });
      }
      return found;
    } finally {
      this.#compiling.hide();
    }
  }

  async #hint() {
    if (this.#view.outcome) return;
    try {
      const { move, score } = await this.#best();
      const [from, to] = [move.path[0], move.path[move.path.length - 1]];
      this.#board.overlay =
        move.path.length > 1 ? { arrows: [[from, to]], hint: [from] } : { hint: move.path };
      this.#shell.notice(
        score
          ? words.play.hintWhy(move.text, capital(explained(score, this.#shell.game.players)))
          : words.play.hintIs(move.text),
      );
    } catch (error) {
      this.#shell.fail(error);
    }
  }

  async #playBest() {
    if (this.#view.outcome || this.#thinking || this.#finish.isAsking) return;
    try {
      const { move } = await this.#best();
      await this.#play(move);
    } catch (error) {
      this.#shell.fail(error);
    }
  }

  #stop() {
    this.#thinking?.abort();
    this.#asking?.abort();
    this.#thinking = this.#asking = null;
    this.#note = "";
    this.#compiling.hide();
  }

  // --- around it ----------------------------------------------------------------------------------

  #running() {
    return (
      this.#view &&
      !this.#view.outcome &&
      this.#at === this.#moves.length &&
      !this.#paused &&
      this.#moves.length > 0
    );
  }

  #tick() {
    if (!this.#view) return;
    const { player, outcome } = this.#view;
    this.#rows.forEach((row, side) => {
      const active = !outcome && side === player;
      row.tell({ active, seconds: this.#clocks.seconds(side), note: active ? this.#note : "" });
    });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (isTyping(event) || event.defaultPrevented) return;
    /** @type {Record<string, () => unknown>} */
    const pressed = {
      ArrowLeft: () => this.#jump(this.#at - 1),
      ArrowRight: () => this.#jump(this.#at + 1),
      Home: () => this.#jump(0),
      End: () => this.#jump(this.#moves.length),
      u: () => this.#undo(),
      r: () => this.#redo(),
      n: () => this.#new(),
      h: () => this.#hint(),
    };
    if (!isWithin(event, "button, a, summary")) pressed[" "] = () => this.#playBest();
    const move =
      this.#board.interactive && !this.#finish.isAsking && named(this.#view.legal, event.key);
    if (move) pressed[event.key] = () => this.#play(move);
    if (!pressed[event.key]) return;
    event.preventDefault();
    pressed[event.key]();
  }
}

/** @param {number} milliseconds */
function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, milliseconds)));
}
