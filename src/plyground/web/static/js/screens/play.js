/**
 * Play: a board, two players, and the moves.
 *
 * All of the game is in the address: where it began, its moves, how many of them the board shows, and
 * who plays.
 *
 * @import { AgentsView, ChoiceView, MoveView, PositionView } from "../api-types.js"
 * @import { Shell } from "../main.js"
 * @import { State } from "../router.js"
 */

import { live, positionView, transport } from "../api.js";
import { h } from "../dom.js";
import { BothPlayers } from "../components/both-players.js";
import { CommentedMoves } from "../components/commented-moves.js";
import { Finish } from "../components/finish.js";
import { showHint } from "../components/hint.js";
import { MoveRequests } from "../components/move-requests.js";
import { parametersPicker } from "../components/parameters.js";
import { Person } from "../components/person.js";
import { PlayActions } from "../components/play-actions.js";
import { playKeys, press } from "../components/play-keys.js";
import { PlayedBoard } from "../components/played-board.js";
import { PlayedGame } from "../components/played-game.js";
import { refusal } from "../components/refusal.js";
import { rulesCard, rulesLink } from "../components/rules-link.js";
import { statusOf } from "../components/scores.js";
import { whole } from "../router.js";
import { words } from "../words.js";

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
  keys = playKeys();
  #shell;
  #game;
  #shown;
  #board;
  /** @type {PositionView} */
  #view = /** @type {any} */ (null); // until the first position has come
  #paused = false;
  #round = 0;
  #finish;
  #person;
  #players;
  #requests;
  #actions;
  #moves = new CommentedMoves((ply) => this.#jump(ply));
  #ticking;
  #does = {
    begin: () => this.#new(),
    undo: () => this.#undo(),
    redo: () => this.#redo(),
    hint: () => this.#hint(),
    pause: () => this.#pause(),
    jump: (/** @type {number} */ ply) => this.#jump(ply),
    play: (/** @type {MoveView} */ move) => this.#play(move),
    playBest: () => this.#playBest(),
  };
  /** @param {KeyboardEvent} event */
  #onkey = (event) => press(event, this.#game, this.#playable, this.#does);
  #onleave = () => this.#players.clocks.keep(this.#address());

  /** @param {HTMLElement} container @param {Shell} shell @param {AgentsView} agents */
  constructor(container, shell, agents) {
    this.#shell = shell;
    const { game } = shell;
    this.#game = new PlayedGame(game);
    this.#players = new BothPlayers({ game, agents, onchange: () => this.#playersChanged() });
    this.#requests = new MoveRequests(agents);
    this.#actions = new PlayActions(shell, this.#does);
    this.#shown = new PlayedBoard(game, this.#requests.element);
    this.#board = this.#shown.board;
    this.#finish = new Finish({
      shell,
      agents,
      board: this.#board,
      status: this.#shown.status,
      place: (plies) => this.#game.place(plies),
      jump: (ply) => this.#jump(ply),
      people: () => this.#players.people,
      again: (swapped) => this.#again(swapped),
    });
    this.#person = new Person(game.full_name, (text) => shell.notice(text));
    this.#board.on("move", ({ move }) =>
      this.#finish.isAsking ? this.#finish.answer(move) : this.#play(move),
    );
    this.#board.on("refused", ({ path }) => this.#explain(path));
    this.#board.on("early", () => this.#tellAway());
    container.append(this.#layout());
    document.addEventListener("keydown", this.#onkey);
    addEventListener("pagehide", this.#onleave);
    this.#ticking = setInterval(() => this.#tick(), 250);
  }

  #layout() {
    const { game } = this.#shell;
    return h(
      "div",
      { class: "with-board" },
      this.#shown.element,
      h(
        "div",
        { class: "panel" },
        this.#finish.element,
        this.#person.element,
        this.#players.element,
        this.#actions.element,
        this.#moves.elements,
        parametersPicker(game, (parameters) =>
          this.#shell.go({ parameters, position: null, moves: "", query: this.#query() }),
        ),
        rulesLink(this.#shell),
        rulesCard(game),
      ),
    );
  }

  /**
   * Show the state of the address.
   * @param {State} state
   */
  async update({ position, moves, query }) {
    this.#players.become(query);
    const given = moves.split(/[\s,]+/).filter(Boolean);
    const end = given.length;
    this.#game.open(position, given, whole(query.at, { low: 0, high: end, otherwise: end }));
    this.#paused = !this.#players.people.length && end > 0;
    this.#person.begin(position ? "position" : end ? "middle" : null);
    this.#players.clocks.recall(this.#address());
    await this.#show();
    const played = this.#view.plies.map(({ text }) => text);
    this.#game.moves = played.concat(this.#game.moves.slice(this.#game.at));
    this.#moves.open(this.#game.place(), this.#game.moves);
    this.#moves.refresh();
  }

  // Of the game alone: who plays may change in the middle.
  #address() {
    return this.#shell.link({ moves: this.#game.moves.join(" "), query: {} });
  }

  unmount() {
    this.#round += 1; // what is still asked for is not shown
    this.#requests.stop();
    this.#finish.close();
    clearInterval(this.#ticking);
    this.#onleave();
    removeEventListener("pagehide", this.#onleave);
    document.removeEventListener("keydown", this.#onkey);
  }

  // --- the game -----------------------------------------------------------------------------------

  #query() {
    return { at: this.#game.walkedTo, ...this.#players.query() };
  }

  /** @param {Promise<ChoiceView | null> | null} reply that an agent is asked for already */
  async #show(reply = null) {
    const round = ++this.#round;
    this.#board.interactive = false; // what it shows is not the position that a click would meet
    if (!reply) this.#requests.stop();
    this.#players.clocks.run(null);
    this.#shell.note({
      position: this.#game.position,
      moves: this.#game.moves.join(" "),
      query: this.#query(),
    });
    const [view, whole] = await Promise.all([
      positionView(this.#game.here()),
      positionView(this.#game.place()),
    ]);
    if (round !== this.#round) return;
    this.#view = view;
    this.#players.clocks.run(this.#running() ? view.player : null);
    this.#shown.show(view, !view.outcome && this.#players.isHuman(view.player));
    this.#showAround(view, whole);
    this.#finish.follow(view, whole).catch((error) => this.#shell.fail(error));
    this.#think(reply);
  }

  // The move that ends a game counts; a game that was over when it was opened says nothing.
  async #rate() {
    const [person, ...others] = this.#players.people;
    if (person === undefined || others.length) return;
    await this.#person.finish(this.#game.place(), person, this.#agent(1 - person));
  }

  /** @param {boolean} swapped */
  #again(swapped) {
    if (swapped) this.#players.swap();
    this.#new();
  }

  /** @param {PositionView} view @param {PositionView} whole */
  #showAround(view, whole) {
    this.#moves.show(whole.plies, this.#game.at);
    const canPause = !this.#players.people.length;
    this.#actions.show(view, this.#game, { canPause, isPaused: this.#paused });
    this.#tick();
  }

  // A person's move: one message, answered by the position after it and then by the agent's reply.
  /** @param {MoveView} move */
  async #play(move) {
    const before = this.#game.line;
    if (!this.#game.isAtEnd) this.#person.spoil("undo");
    const next = 1 - this.#view.player;
    const reply = this.#players.isHuman(next) || this.#paused ? null : { agent: this.#agent(next) };
    const answers = this.#requests.play({ ...this.#game.here(), move: move.move, reply });
    this.#board.paint(move);
    if (live.state === "lost") this.#tellAway(); // the move waits as well
    try {
      await answers.played;
      await this.#enter(move, answers.reply);
    } catch (error) {
      if (answers.signal.aborted) return;
      this.#game.restore(before);
      this.#shell.fail(error);
      await this.#show();
    }
  }

  /** @param {MoveView} move @param {Promise<ChoiceView | null> | null} reply */
  async #enter(move, reply = null) {
    const mover = this.#shell.game.players[this.#view.player];
    this.#game.enter(move.text);
    this.#moves.played(this.#game.moves);
    await this.#show(reply);
    if (this.#view.outcome) this.#rate().catch((error) => this.#shell.fail(error));
    this.#shell.announce(`${mover}: ${move.text}. ${statusOf(this.#view)}.`);
    if (this.#actions.hasSound) {
      const { play } = await this.#shell.module("components/sound.js");
      play(this.#view.outcome ? "end" : "move");
    }
  }

  /** @param {number[]} path */
  async #explain(path) {
    const { game } = this.#shell;
    this.#shell.notice(await refusal(game, this.#game.here(), this.#view, path), "error");
  }

  // A click while a move is on its way is a double click, unless nobody is there to answer.
  #tellAway() {
    if (live.state === "open") return;
    this.#shell.notice(transport.isServer ? words.shell.away : words.site.waiting);
  }

  /** @param {number} ply */
  async #jump(ply) {
    if (ply === this.#game.at || ply < 0 || ply > this.#game.moves.length) return;
    this.#game.at = ply;
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
    this.#game.open(null, [], 0);
    this.#paused = false;
    this.#person.begin();
    this.#players.clocks.reset();
    this.#moves.open(this.#game.place(), []);
    this.#show().then(
      () => this.#shell.announce(words.play.begun),
      (error) => this.#shell.fail(error),
    );
  }

  // Back to where a person last had the choice; among agents, one move back and a pause.
  async #undo() {
    const { plies } = await positionView(this.#game.place());
    if (!this.#game.at) return;
    const back = this.#players.lastChoice(plies, this.#game.at);
    this.#paused ||= back === null;
    this.#person.spoil("undo");
    this.#game.undo(back ?? this.#game.at - 1);
    await this.#show();
    this.#shell.announce(words.play.undone);
  }

  async #redo() {
    if (!this.#game.canRedo) return;
    this.#game.redo();
    await this.#show();
    this.#shell.announce(words.play.redone);
  }

  #playersChanged() {
    this.#paused = false;
    if (this.#game.moves.length) this.#person.spoil("players");
    this.#show().catch((error) => this.#shell.fail(error));
  }

  #pause() {
    this.#paused = !this.#paused;
    this.#show().catch((error) => this.#shell.fail(error));
  }

  // --- agents -------------------------------------------------------------------------------------

  // As the server is asked for it.
  /** @param {number} player */
  #agent(player) {
    return this.#person.opponent(this.#players.value(player));
  }

  /** @param {Promise<ChoiceView | null> | null} promised */
  async #think(promised) {
    const { outcome, player } = this.#view;
    if (outcome || this.#players.isHuman(player) || this.#paused || !this.#game.isAtEnd) {
      this.#requests.expectNone();
      return;
    }
    const asked = { ...this.#game.here(), agent: this.#agent(player) };
    const { signal, choice } = this.#requests.reply(asked, promised);
    try {
      const { move } = await choice;
      if (signal.aborted) return;
      this.#board.paint(move);
      await this.#enter(move);
    } catch (error) {
      if (signal.aborted) return;
      this.#paused = true;
      this.#requests.note = words.play.stopped;
      this.#shell.fail(error);
    }
  }

  #best() {
    this.#person.spoil("hint");
    return this.#requests.best(this.#game.here());
  }

  async #hint() {
    if (this.#view.outcome) return;
    try {
      showHint(await this.#best(), this.#board, this.#shell);
    } catch (error) {
      this.#shell.fail(error);
    }
  }

  async #playBest() {
    if (this.#view.outcome || this.#requests.isReplying || this.#finish.isAsking) return;
    try {
      const { move } = await this.#best();
      await this.#play(move);
    } catch (error) {
      this.#shell.fail(error);
    }
  }

  // --- around it ----------------------------------------------------------------------------------

  #running() {
    return (
      this.#view &&
      !this.#view.outcome &&
      this.#game.isAtEnd &&
      !this.#paused &&
      this.#game.moves.length > 0
    );
  }

  get #playable() {
    return this.#board.interactive && !this.#finish.isAsking ? this.#view.legal : [];
  }

  #tick() {
    if (this.#view) this.#players.tell(this.#view, this.#requests.note);
  }
}
