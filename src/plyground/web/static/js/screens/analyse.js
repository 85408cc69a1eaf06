/**
 * Analyse: a score on every move, the best lines, the advantage over the game, and variations.
 *
 * The address holds the line that is shown and how far into it the board stands; the browser keeps
 * the variations beside it, by game and starting position.
 *
 * @import { AgentsView, AnalysisView, MoveView, PositionView, ScoreView } from "../api-types.js"
 * @import { MoveNode } from "../components/variations.js"
 * @import { Shell } from "../main.js"
 * @import { State } from "../router.js"
 */

import { positionView } from "../api.js";
import { named } from "../board-clicks.js";
import { capital, h, isTyping, isWithin, say } from "../dom.js";
import { served } from "../served.js";
import { whole } from "../router.js";
import { words } from "../words.js";
import { AnalysedBoard } from "../components/analysed-board.js";
import { AnalysedGame } from "../components/analysed-game.js";
import { AnalysisActions } from "../components/analysis-actions.js";
import { BestLines } from "../components/best-lines.js";
import { Editor } from "../components/editor.js";
import { Engine, settingsIn, settingsOut } from "../components/engine.js";
import { EvaluationBar } from "../components/evaluation-bar.js";
import { OpeningExplorer } from "../components/explorer.js";
import { GameCard } from "../components/game-card.js";
import { refusal } from "../components/refusal.js";
import { inWords, isJudged, proof, settled, statusOf } from "../components/scores.js";

const SECONDS_A_POSITION = 0.4; // in an analysis of the whole game

/**
 * @param {HTMLElement} container
 * @param {State} state
 * @param {Shell} shell
 */
export async function mount(container, state, shell) {
  const [agents] = await Promise.all([
    shell.agents(),
    shell.stylesheet("analyse.css"),
    shell.stylesheet("explorer.css"),
  ]);
  const analyse = new Analyse(container, shell, state, agents);
  try {
    await analyse.update(state);
  } catch (error) {
    analyse.unmount();
    throw error;
  }
  return analyse;
}

class Analyse {
  keys = [
    ["← →", words.keys.walkLine],
    [words.keys.homeEnd, words.keys.ends],
    [words.keys.enter, words.keys.playCell],
    [words.keys.digits, words.keys.playNamed],
    [words.keys.space, words.keys.playBest],
    ["e", words.keys.engine],
    ["s", words.keys.scores],
    [words.keys.delete, words.keys.remove],
  ];
  #shell;
  #analyst; // who analyses where the address says nothing
  #game;
  /** @type {PositionView} */
  #view = /** @type {any} */ (null); // until the first position has come
  #awaiting = false; // whether a person has moved who wants to be answered
  #round = 0;
  #board = new AnalysedBoard();
  #status = h("p", { class: "status" });
  #bar;
  #engine;
  #editor;
  #explorer;
  #best;
  #card;
  #actions;
  /** @param {KeyboardEvent} event */
  #onkey = (event) => this.#key(event);

  /**
   * @param {HTMLElement} container
   * @param {Shell} shell
   * @param {State} state
   * @param {AgentsView} agents
   */
  constructor(container, shell, { query }, { analyst, kinds }) {
    this.#shell = shell;
    this.#analyst = analyst;
    const { game } = shell;
    this.#game = new AnalysedGame(game);
    this.#bar = new EvaluationBar(game);
    this.#best = new BestLines({
      players: game.players,
      preview: (moves) => this.#preview(moves),
      enter: (moves) => this.#enter(moves),
      onscores: (shown) => this.#showScores(shown),
    });
    this.#card = new GameCard({
      shell,
      place: () => this.#game.place(),
      jump: (node) => this.#jump(node),
      jumpTo: (ply) => this.#jumpTo(ply),
      preview: (moves) => this.#preview(moves),
      promote: () => this.#promote(),
      remove: () => this.#remove(),
      review: () => this.#reviewGame(),
      comment: (text, node) => {
        this.#game.comment(text, node);
        this.#showGame();
      },
    });
    const board = this.#board.element;
    board.game = game;
    board.label = words.board.label(game.title);
    board.on("move", ({ move }) => this.#play(move));
    board.on("refused", ({ path }) => this.#explain(path));
    this.#engine = new Engine({
      game,
      analyst,
      kinds: kinds.map(({ name }) => name),
      settings: settingsIn(query, analyst),
      onanalysis: (analysis, finished) => this.#learn(analysis, finished),
      onchange: () => this.#note(),
    });
    this.#editor = new Editor({
      game,
      board,
      onapply: (text) => this.#begin(text, []),
      oncancel: () => this.#refresh(),
    });
    this.#actions = new AnalysisActions({
      shell,
      current: () => this.#view,
      comment: (ply) => this.#game.tree.line()[ply - 1]?.comment ?? "",
      begin: () => this.#new(),
      edit: () => this.#edit(),
    });
    this.#explorer = new OpeningExplorer({
      players: game.players,
      enter: (moves) => this.#enter(moves),
      onchange: () => this.#note(),
      fail: (error) => shell.fail(error),
    });
    container.append(this.#layout());
    document.addEventListener("keydown", this.#onkey);
  }

  #layout() {
    const { game } = this.#shell;
    const { element: board } = this.#board;
    const beside = h("div", { class: "board-and-bar" }, this.#bar.element, board);
    beside.style.setProperty("--ratio", board.style.getPropertyValue("--ratio"));
    return h(
      "div",
      { class: "with-board" },
      h(
        "div",
        { class: "board-area" },
        h("h1", { class: "visually-hidden" }, words.analyse.heading(game.title)),
        beside,
        this.#status,
      ),
      h(
        "div",
        { class: "panel" },
        this.#editor.element,
        this.#engine.element,
        this.#best.element,
        this.#explorer.element,
        this.#card.element,
        this.#actions.elements,
      ),
    );
  }

  /**
   * Show the state of the address.
   * @param {State} state
   */
  async update({ position, moves, query }) {
    this.#engine.take(settingsIn(query, this.#analyst));
    this.#board.hasScores = query.scores !== "off";
    this.#best.scores = this.#board.hasScores;
    this.#explorer.isOpen = query.explorer === "open";
    const { plies } = await positionView({ ...this.#game.place(), position, moves });
    const end = plies.length;
    const at = whole(query.at, { low: 0, high: end, otherwise: end });
    await this.#begin(
      position,
      plies.map(({ text }) => text),
      at,
    );
  }

  unmount() {
    this.#round += 1; // what is still asked for is not shown
    this.#engine.halt("");
    this.#game.stopReview();
    document.removeEventListener("keydown", this.#onkey);
  }

  // --- the game -----------------------------------------------------------------------------------

  /** @param {string | null} position @param {string[]} moves */
  async #begin(position, moves, at = moves.length) {
    this.#game.begin(position, moves, at);
    await this.#refresh();
  }

  #new() {
    this.#begin(null, []).catch((error) => this.#shell.fail(error));
  }

  async #refresh() {
    const round = ++this.#round;
    this.#editor.end();
    this.#card.closeWhy();
    this.#board.forgetPreview();
    const view = await positionView(this.#game.place());
    if (round !== this.#round) return;
    this.#view = view;
    this.#awaiting = false;
    this.#board.show(view); // and no line that was pointed at meanwhile
    this.#status.classList.toggle("over", Boolean(view.outcome));
    say(this.#status, capital(statusOf(view)));
    if (view.outcome) this.#game.tree.current.score = settled(view.outcome);
    this.#best.clear();
    this.#showGame();
    this.#note();
    const place = view.outcome ? null : this.#game.place();
    this.#engine.follow(place);
    this.#explorer.follow(place).catch((error) => this.#shell.fail(error));
  }

  /** @param {MoveView} move */
  async #play(move) {
    const mover = this.#shell.game.players[this.#view.player];
    this.#board.element.paint(move);
    this.#game.play([move.text]);
    try {
      await this.#refresh();
      this.#awaiting = this.#engine.replies;
      this.#shell.announce(`${mover}: ${move.text}. ${statusOf(this.#view)}.`);
    } catch (error) {
      this.#game.tree.remove(this.#game.tree.current);
      this.#shell.fail(error);
    }
  }

  /** @param {number[]} path */
  async #explain(path) {
    const { game } = this.#shell;
    this.#shell.notice(await refusal(game, this.#game.place(), this.#view, path), "error");
  }

  /** @param {string[]} moves */
  #enter(moves) {
    this.#game.play(moves);
    this.#refresh().catch((error) => this.#shell.fail(error));
  }

  /** @param {MoveNode} node */
  #jump(node) {
    this.#game.tree.go(node);
    this.#refresh().then(
      () => this.#shell.announce(statusOf(this.#view)),
      (error) => this.#shell.fail(error),
    );
  }

  /** @param {number} ply */
  #jumpTo(ply) {
    const node = this.#game.nodeAt(ply);
    if (node) this.#jump(node);
  }

  #promote() {
    this.#game.promote();
    this.#showGame();
  }

  #remove() {
    this.#game.remove();
    this.#refresh().catch((error) => this.#shell.fail(error));
  }

  #edit() {
    this.#engine.follow(null);
    this.#game.stopReview();
    this.#editor.begin(this.#view);
  }

  // --- what is known --------------------------------------------------------------------------------

  /** @param {AnalysisView} analysis @param {boolean} finished */
  #learn(analysis, finished) {
    if (analysis.position !== this.#view?.position) return;
    this.#board.learn(analysis);
    say(this.#status, capital(served(this.#view.status)) + proof(analysis.score));
    this.#game.learn(analysis);
    this.#best.show(analysis);
    this.#explorer.learn(analysis);
    this.#showJudgement();
    if (finished && this.#awaiting && isJudged(analysis.moves[0])) this.#answer(analysis.moves[0]);
  }

  /** @param {{text: string, score: ScoreView}} best */
  #answer({ text, score }) {
    const { players } = this.#shell.game;
    this.#enter([text]);
    this.#shell.notice(words.analyse.answers(players[score.player], text, inWords(score, players)));
  }

  /** @param {boolean} shown */
  #showScores(shown) {
    this.#board.hasScores = shown;
    this.#best.scores = shown;
    this.#note();
  }

  /** @param {number} ply */
  #mover(ply) {
    const first = this.#view.plies.length ? this.#view.plies[0].player : this.#view.player;
    return (first + ply - 1) % 2;
  }

  #showGame() {
    this.#card.show(this.#game.tree, (ply) => this.#mover(ply));
    this.#showJudgement();
  }

  #showJudgement() {
    this.#card.showJudgement(this.#game.tree);
    this.#bar.show(this.#game.tree.current.score);
  }

  /** @param {string[] | null} moves */
  #preview(moves) {
    this.#board.preview(this.#game.place(), moves).catch((error) => this.#shell.fail(error));
  }

  async #reviewGame() {
    if (this.#game.isReviewed) {
      this.#game.stopReview();
      return;
    }
    try {
      await this.#game.review(this.#engine.request(SECONDS_A_POSITION), (done, all) => {
        this.#card.showReview({ done, all });
        this.#showGame();
      });
    } catch (error) {
      this.#shell.fail(error);
    }
    this.#card.showReview(null);
  }

  // --- around it ----------------------------------------------------------------------------------

  #note() {
    if (!this.#view) return;
    const { tree, position } = this.#game;
    const line = tree.line();
    const { ply } = tree.current;
    const at = ply < line.length ? String(ply) : undefined;
    const { first, second } = this.#shell.state.query;
    const query = {
      first,
      second,
      ...settingsOut(this.#engine.settings, this.#analyst),
      scores: this.#board.hasScores ? undefined : "off",
      explorer: this.#explorer.isOpen ? "open" : undefined,
      at,
    };
    this.#shell.note({
      position,
      moves: line.map(({ move }) => move).join(" "),
      query,
    });
    this.#actions.lead(tree.path().join(" "));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (isTyping(event) || event.defaultPrevented || !this.#view) return;
    const { ply } = this.#game.tree.current;
    const known = this.#board.known;
    /** @type {Record<string, () => unknown>} */
    const pressed = {
      ArrowLeft: () => this.#jumpTo(ply - 1),
      ArrowRight: () => this.#jumpTo(ply + 1),
      Home: () => this.#jumpTo(0),
      End: () => this.#jumpTo(Infinity),
      e: () => this.#engine.toggle(),
      s: () => this.#showScores(!this.#board.hasScores),
      Delete: () => this.#remove(),
    };
    if (!isWithin(event, "button, a, summary"))
      pressed[" "] = () => known?.moves.length && this.#enter([known.moves[0].text]);
    const move = this.#editor.element.hidden && named(this.#view.legal, event.key);
    if (move) pressed[event.key] = () => this.#play(move);
    if (!pressed[event.key]) return;
    event.preventDefault();
    pressed[event.key]();
  }
}
