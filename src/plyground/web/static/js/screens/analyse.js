/**
 * Analyse: a score on every move, the best lines, the advantage over the game, and variations.
 *
 * The address holds the line that is shown and how far into it the board stands; the browser keeps
 * the variations beside it, by game and starting position.
 *
 * @import { AnalysisView, MoveView, Place, PositionView, ScoreView } from "../api-types.js"
 * @import { Imported } from "../components/exchange.js"
 * @import { MoveNode } from "../components/variations.js"
 * @import { Shell } from "../main.js"
 * @import { State } from "../router.js"
 */

import { positionView } from "../api.js";
import { PlyBoard } from "../board.js";
import { named } from "../board-clicks.js";
import { capital, h, isTyping, isWithin, keep, recall, say } from "../dom.js";
import { AdvantageGraph } from "../components/advantage-graph.js";
import { copyLink } from "../components/copying.js";
import { Editor } from "../components/editor.js";
import { Engine, settingsIn, settingsOut } from "../components/engine.js";
import { EvaluationBar } from "../components/evaluation-bar.js";
import { exchange } from "../components/exchange.js";
import { OpeningExplorer } from "../components/explorer.js";
import { lineView } from "../components/line-view.js";
import { Lines } from "../components/lines.js";
import { refusal } from "../components/refusal.js";
import { Review } from "../components/review.js";
import {
  advantageOf,
  arrowsOf,
  brief,
  inWords,
  isJudged,
  legendOf,
  overlayOf,
  proof,
  ringsOf,
  settled,
  statusOf,
} from "../components/scores.js";
import { slip, Variations, VariationView } from "../components/variations.js";

const MOST_KEPT = 12; // analyses with variations that the browser keeps
const SECONDS_A_POSITION = 0.4; // in an analysis of the whole game

/**
 * @param {HTMLElement} container
 * @param {State} state
 * @param {Shell} shell
 */
export async function mount(container, state, shell) {
  const [{ analyst }] = await Promise.all([
    shell.agents(),
    shell.stylesheet("analyse.css"),
    shell.stylesheet("explorer.css"),
  ]);
  const analyse = new Analyse(container, shell, state, analyst);
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
    ["← →", "walk through the line (in the board: move between cells)"],
    ["Home End", "first and last position"],
    ["Enter", "in the board: play the cell"],
    ["1 to 9", "play the move of that name"],
    ["Space", "play the best move"],
    ["e", "engine on or off"],
    ["s", "scores on the board on or off"],
    ["Delete", "remove the move and what follows"],
  ];
  #shell;
  #analyst; // who analyses where the address says nothing
  /** @type {string | null} */
  #position = null;
  #tree = new Variations();
  #number = 0; // under which the browser keeps the tree
  /** @type {PositionView} */
  #view = /** @type {any} */ (null); // until the first position has come
  /** @type {AnalysisView | null} of the position on the board */
  #known = null;
  #scores = true;
  #awaiting = false; // whether a person has moved who wants to be answered
  /** @type {string[] | null} the moves of the line that is shown on the board */
  #previewing = null;
  /** @type {Review | null} the analysis of the whole game under way */
  #reviewing = null;
  /** @type {import("../components/why.js").WhyPanel | null} */
  #why = null;
  #round = 0;
  #board = new PlyBoard();
  #status = h("p", { class: "status" });
  #bar;
  #engine;
  #editor;
  #explorer;
  #list = new VariationView((node) => this.#jump(node));
  #graph = new AdvantageGraph((ply) => this.#jumpTo(ply));
  #lines;
  #legend = h("p", { class: "small muted legend" });
  #fault = h("p", { class: "fault small" });
  #review = h(
    "button",
    { type: "button", onclick: () => this.#reviewGame() },
    "Judge the whole game",
  );
  #overlaySwitch = h("input", {
    type: "checkbox",
    onchange: ({ currentTarget }) => this.#showScores(currentTarget.checked),
  });
  /** @type {Record<string, HTMLButtonElement>} */
  #walk = {};
  #links = {
    play: h("a", { class: "button" }, "Play from here"),
    tree: h("a", { class: "button" }, "See the search"),
  };
  /** @param {KeyboardEvent} event */
  #onkey = (event) => this.#key(event);

  /**
   * @param {HTMLElement} container
   * @param {Shell} shell
   * @param {State} state
   * @param {string} analyst
   */
  constructor(container, shell, { query }, analyst) {
    this.#shell = shell;
    this.#analyst = analyst;
    const { game } = shell;
    this.#bar = new EvaluationBar(game);
    this.#lines = new Lines({
      players: game.players,
      preview: (moves) => this.#preview(moves),
      enter: (moves) => this.#enter(moves),
    });
    this.#board.game = game;
    this.#board.label = `${game.title} board`;
    this.#board.on("move", ({ move }) => this.#play(move));
    this.#board.on("refused", ({ path }) => this.#explain(path));
    this.#engine = new Engine({
      game,
      analyst,
      settings: settingsIn(query, analyst),
      onanalysis: (analysis, finished) => this.#learn(analysis, finished),
      onchange: () => this.#note(),
    });
    this.#editor = new Editor({
      game,
      board: this.#board,
      onapply: (text) => this.#begin(text, []),
      oncancel: () => this.#refresh(),
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
    /** @param {string} text @param {() => unknown} onclick */
    const button = (text, onclick, more = {}) =>
      h("button", { type: "button", onclick, ...more }, text);
    /**
     * @param {string} name
     * @param {string} label
     * @param {string} sign
     * @param {() => unknown} onclick
     */
    const walk = (name, label, sign, onclick) =>
      (this.#walk[name] = button(sign, onclick, {
        class: "quiet",
        "aria-label": label,
        title: label,
      }));
    const beside = h("div", { class: "board-and-bar" }, this.#bar.element, this.#board);
    beside.style.setProperty("--ratio", this.#board.style.getPropertyValue("--ratio"));
    return h(
      "div",
      { class: "with-board" },
      h(
        "div",
        { class: "board-area" },
        h("h1", { class: "visually-hidden" }, `Analyse ${game.title}`),
        beside,
        this.#status,
      ),
      h(
        "div",
        { class: "panel" },
        this.#editor.element,
        this.#engine.element,
        h(
          "section",
          { class: "card best", "aria-label": "Best lines" },
          h(
            "div",
            { class: "row between" },
            h("h2", {}, "Best lines"),
            h("label", { class: "small" }, this.#overlaySwitch, "Scores on the board"),
          ),
          this.#lines.element,
          this.#legend,
        ),
        this.#explorer.element,
        h(
          "section",
          { class: "card", "aria-label": "Game" },
          this.#graph.element,
          this.#fault,
          this.#list.element,
          h(
            "div",
            { class: "walk" },
            walk("first", "First position", "«", () => this.#jumpTo(0)),
            walk("back", "Back", "‹", () => this.#jumpTo(this.#tree.current.ply - 1)),
            walk("on", "Forward", "›", () => this.#jumpTo(this.#tree.current.ply + 1)),
            walk("last", "Last position", "»", () => this.#jumpTo(this.#tree.line().length)),
          ),
          h(
            "div",
            { class: "row actions" },
            this.#review,
            (this.#walk.promote = button("Make main line", () => this.#promote())),
            (this.#walk.remove = button("Remove move", () => this.#remove())),
          ),
        ),
        h(
          "div",
          { class: "row actions" },
          button("New", () => this.#new()),
          button("Edit position", () => this.#edit()),
          Object.values(this.#links),
          button("Copy link", () => copyLink(this.#shell)),
        ),
        exchange({
          game,
          current: () => this.#view,
          notice: (text) => this.#shell.notice(text),
          onimport: (read) => this.#import(read),
          picture: (kind) => this.#savePicture(kind),
        }),
      ),
    );
  }

  /**
   * Show the state of the address.
   * @param {State} state
   */
  async update({ position, moves, query }) {
    this.#engine.take(settingsIn(query, this.#analyst));
    this.#scores = query.scores !== "off";
    this.#overlaySwitch.checked = this.#scores;
    this.#explorer.isOpen = query.explorer === "open";
    const { plies } = await positionView({ ...this.#place(), position, moves });
    const at = query.at ? Math.min(Number(query.at) || 0, plies.length) : plies.length;
    await this.#begin(
      position,
      plies.map(({ text }) => text),
      at,
    );
  }

  unmount() {
    this.#round += 1; // what is still asked for is not shown
    this.#engine.halt("");
    this.#reviewing?.stop();
    document.removeEventListener("keydown", this.#onkey);
  }

  // --- the game -----------------------------------------------------------------------------------

  /** @returns {Place} */
  #place(moves = this.#tree.path()) {
    const { name: game, values: parameters } = this.#shell.game;
    return { game, parameters, position: this.#position, moves: moves.join(" ") };
  }

  /** @param {string | null} position @param {string[]} moves */
  async #begin(position, moves, at = moves.length) {
    this.#reviewing?.stop();
    this.#position = position;
    const [number, tree] = keptWith(this.#keptAs(), moves) ?? [Date.now(), new Variations()];
    this.#number = number;
    this.#tree = tree;
    this.#tree.enter(moves, at);
    await this.#refresh();
  }

  #new() {
    this.#position = null;
    this.#begin(null, []).catch((error) => this.#shell.fail(error));
  }

  #keptAs() {
    const { full_name: game } = this.#shell.game;
    return this.#position ? `${game} ${this.#position}` : game;
  }

  async #refresh() {
    const round = ++this.#round;
    this.#editor.end();
    this.#closeWhy();
    this.#previewing = null;
    const view = await positionView(this.#place());
    if (round !== this.#round) return;
    this.#view = view;
    this.#known = null;
    this.#previewing = null; // a line may have been pointed at meanwhile
    this.#awaiting = false;
    this.#board.view = view;
    this.#board.overlay = null;
    this.#board.interactive = !view.outcome;
    this.#status.classList.toggle("over", Boolean(view.outcome));
    say(this.#status, capital(statusOf(view)));
    if (view.outcome) this.#tree.current.score = settled(view.outcome);
    this.#lines.show([]);
    say(this.#legend, "");
    this.#showGame();
    this.#note();
    const place = view.outcome ? null : this.#place();
    this.#engine.follow(place);
    this.#explorer.follow(place).catch((error) => this.#shell.fail(error));
  }

  /** @param {MoveView} move */
  async #play(move) {
    const mover = this.#shell.game.players[this.#view.player];
    this.#board.paint(move);
    this.#tree.play(move.text);
    this.#keep();
    try {
      await this.#refresh();
      this.#awaiting = this.#engine.replies;
      this.#shell.announce(`${mover}: ${move.text}. ${statusOf(this.#view)}.`);
    } catch (error) {
      this.#tree.remove(this.#tree.current);
      this.#shell.fail(error);
    }
  }

  /** @param {number[]} path */
  async #explain(path) {
    this.#shell.notice(await refusal(this.#shell.game, this.#place(), this.#view, path), "error");
  }

  /** @param {string[]} moves */
  #enter(moves) {
    for (const move of moves) this.#tree.play(move);
    this.#keep();
    this.#refresh().catch((error) => this.#shell.fail(error));
  }

  /** @param {MoveNode} node */
  #jump(node) {
    this.#tree.go(node);
    this.#refresh().then(
      () => this.#shell.announce(statusOf(this.#view)),
      (error) => this.#shell.fail(error),
    );
  }

  /** @param {number} ply */
  #jumpTo(ply) {
    const line = this.#tree.line();
    if (ply === this.#tree.current.ply || ply < 0 || ply > line.length) return;
    this.#jump(ply === 0 ? this.#tree.root : line[ply - 1]);
  }

  #promote() {
    this.#tree.promote(this.#tree.current);
    this.#keep();
    this.#showGame();
  }

  #remove() {
    this.#tree.remove(this.#tree.current);
    this.#keep();
    this.#refresh().catch((error) => this.#shell.fail(error));
  }

  #edit() {
    this.#engine.follow(null);
    this.#reviewing?.stop();
    this.#editor.begin(this.#view);
  }

  /** @param {Imported} read */
  #import({ game, parameters, position, moves }) {
    if (game && game !== this.#shell.game.name)
      this.#shell.go({ game, parameters, position, moves, query: {} });
    else
      this.#shell.go({
        parameters: parameters ?? this.#shell.state.parameters,
        position,
        moves,
        query: { ...this.#shell.state.query, at: undefined },
      });
  }

  /** @param {"svg" | "png" | "gif"} kind */
  async #savePicture(kind) {
    try {
      const { savePicture } = await this.#shell.module("components/pictures.js");
      await savePicture(this.#view, kind, this.#shell.theme);
    } catch (error) {
      this.#shell.fail(error);
    }
  }

  // --- what is known --------------------------------------------------------------------------------

  /** @param {AnalysisView} analysis @param {boolean} finished */
  #learn(analysis, finished) {
    if (analysis.position !== this.#view?.position) return;
    this.#known = analysis;
    say(this.#status, capital(this.#view.status) + proof(analysis.score));
    this.#score(this.#tree.current, analysis);
    this.#lines.show(analysis.lines);
    this.#explorer.learn(analysis);
    const { players } = this.#shell.game;
    say(this.#legend, `${legendOf(analysis, players)} ${ringsOf(analysis, players)}`.trim());
    if (!this.#previewing) this.#overlay();
    this.#showJudgement();
    if (finished && this.#awaiting && isJudged(analysis.moves[0])) this.#answer(analysis.moves[0]);
  }

  /** @param {{text: string, score: ScoreView}} best */
  #answer({ text, score }) {
    const { players } = this.#shell.game;
    this.#enter([text]);
    this.#shell.notice(`${players[score.player]} answers ${text}: ${inWords(score, players)}.`);
  }

  // Keep the deepest judgement of a position, and the latest of equals.
  /** @param {MoveNode} node @param {AnalysisView} analysis */
  #score(node, { moves, player, statistics: { depth } }) {
    this.#tree.judge(node, moves, player);
    const [best] = moves;
    if (!isJudged(best)) return;
    const { score } = best;
    if (node.score && node.score.depth > depth && score.kind !== "proven") return;
    const text = inWords(score, this.#shell.game.players, best.visits);
    node.score = { advantage: advantageOf(best), brief: brief(score, best.visits), text, depth };
  }

  #overlay() {
    this.#board.overlay =
      this.#scores && this.#known
        ? { scores: overlayOf(this.#known), arrows: arrowsOf(this.#known) }
        : null;
  }

  /** @param {boolean} shown */
  #showScores(shown) {
    this.#scores = shown;
    this.#overlaySwitch.checked = shown;
    this.#overlay();
    this.#note();
  }

  /** @param {number} ply */
  #mover(ply) {
    const first = this.#view.plies.length ? this.#view.plies[0].player : this.#view.player;
    return (first + ply - 1) % 2;
  }

  #showGame() {
    this.#list.show(this.#tree, (ply) => this.#mover(ply));
    const { current } = this.#tree;
    const length = this.#tree.line().length;
    this.#walk.first.disabled = this.#walk.back.disabled = current.ply === 0;
    this.#walk.on.disabled = this.#walk.last.disabled = current.ply === length;
    this.#walk.remove.disabled = current.ply === 0;
    let main = true;
    for (let at = current; at.parent; at = at.parent) main &&= at.parent.children[0] === at;
    this.#walk.promote.hidden = main;
    this.#review.disabled = length === 0;
    this.#showJudgement();
  }

  #showJudgement() {
    const { current, root } = this.#tree;
    const nodes = [root, ...this.#tree.line()];
    const slips = nodes.slice(1).flatMap((node) => {
      const fault = slip(node);
      return fault ? [{ ply: node.ply, ...fault }] : [];
    });
    this.#graph.show(
      nodes.map(({ score }) => score),
      current.ply,
      slips,
      this.#shell.game.players[0],
    );
    this.#bar.show(current.score);
    const fault = slip(current);
    const told = fault
      ? `${current.move} is ${fault.name === "inaccuracy" ? "an" : "a"} ${fault.name}.`
      : "";
    if (this.#fault.dataset.told === told) return;
    this.#fault.dataset.told = told;
    this.#fault.replaceChildren(
      ...(fault
        ? [
            `${fault.sign} ${told} `,
            h(
              "button",
              { type: "button", onclick: () => this.#jumpTo(current.ply - 1) },
              "Try again",
            ),
            " ",
            h("button", { type: "button", onclick: () => this.#explainFault() }, "Why?"),
          ]
        : []),
    );
  }

  async #explainFault() {
    const place = this.#place();
    const [{ WhyPanel }] = await Promise.all([
      this.#shell.module("components/why.js"),
      this.#shell.stylesheet("end.css"),
    ]);
    if (this.#place().moves !== place.moves) return;
    this.#closeWhy();
    const made = new WhyPanel({
      game: this.#shell.game,
      place,
      preview: (/** @type {string[] | null} */ moves) => this.#preview(moves),
      onclose: () => (this.#why = null),
    });
    this.#why = made;
    this.#fault.after(made.element);
  }

  #closeWhy() {
    this.#why?.close();
    this.#why = null;
  }

  /** @param {string[] | null} moves */
  async #preview(moves) {
    if (!moves) {
      if (!this.#previewing) return;
      this.#previewing = null;
      this.#board.view = this.#view;
      this.#overlay();
      return;
    }
    const asked = (this.#previewing = moves);
    try {
      const { view, overlay } = await lineView(this.#place(), moves);
      if (this.#previewing !== asked) return;
      this.#board.view = view;
      this.#board.overlay = overlay;
    } catch (error) {
      this.#shell.fail(error);
    }
  }

  async #reviewGame() {
    if (this.#reviewing) {
      this.#reviewing.stop();
      return;
    }
    const nodes = [this.#tree.root, ...this.#tree.line()].reverse();
    const places = nodes.map((node) => this.#place(this.#tree.path(node)));
    const review = (this.#reviewing = new Review(this.#engine.request(SECONDS_A_POSITION)));
    try {
      await review.run(places, (index, known) => {
        if (known.outcome) nodes[index].score = settled(known.outcome);
        else this.#score(nodes[index], known.analysis);
        say(this.#review, `Stop judging (${index + 1} of ${nodes.length})`);
        this.#showGame();
      });
      this.#keep();
    } catch (error) {
      this.#shell.fail(error);
    }
    this.#reviewing = null;
    say(this.#review, "Judge the whole game");
  }

  // --- around it ----------------------------------------------------------------------------------

  #note() {
    if (!this.#view) return;
    const line = this.#tree.line();
    const { ply } = this.#tree.current;
    const at = ply < line.length ? String(ply) : undefined;
    const { first, second } = this.#shell.state.query;
    const query = {
      first,
      second,
      ...settingsOut(this.#engine.settings, this.#analyst),
      scores: this.#scores ? undefined : "off",
      explorer: this.#explorer.isOpen ? "open" : undefined,
      at,
    };
    this.#shell.note({
      position: this.#position,
      moves: line.map(({ move }) => move).join(" "),
      query,
    });
    const here = this.#tree.path().join(" ");
    this.#links.play.href = this.#shell.link({
      screen: "play",
      moves: here,
      query: { first, second },
    });
    this.#links.tree.href = this.#shell.link({ screen: "tree", moves: here, query: {} });
  }

  #keep() {
    const others = allKept().filter(({ number }) => number !== this.#number);
    const kept = { number: this.#number, place: this.#keptAs(), tree: this.#tree };
    keep("analyses", [...others.slice(1 - MOST_KEPT), kept]);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (isTyping(event) || event.defaultPrevented || !this.#view) return;
    const { ply } = this.#tree.current;
    /** @type {Record<string, () => unknown>} */
    const pressed = {
      ArrowLeft: () => this.#jumpTo(ply - 1),
      ArrowRight: () => this.#jumpTo(ply + 1),
      Home: () => this.#jumpTo(0),
      End: () => this.#jumpTo(this.#tree.line().length),
      e: () => this.#engine.toggle(),
      s: () => this.#showScores(!this.#scores),
      Delete: () => this.#remove(),
    };
    if (!isWithin(event, "button, a, summary"))
      pressed[" "] = () => this.#known?.moves.length && this.#enter([this.#known.moves[0].text]);
    const move = this.#editor.element.hidden && named(this.#view.legal, event.key);
    if (move) pressed[event.key] = () => this.#play(move);
    if (!pressed[event.key]) return;
    event.preventDefault();
    pressed[event.key]();
  }
}

/**
 * The analyses that the browser keeps, the latest last.
 * @returns {{number: number, place: string, tree: unknown}[]}
 */
function allKept() {
  return recall("analyses", []);
}

/**
 * The latest analysis of a place of which these moves are a whole line: what an address shows was
 * noted from it. A game that only begins like it is another one.
 * @param {string} place
 * @param {string[]} moves
 * @returns {[number, Variations] | null}
 */
function keptWith(place, moves) {
  for (const kept of allKept().reverse()) {
    const tree = Variations.revive(kept.place === place ? kept.tree : null);
    if (moves.length && tree.endsWith(moves)) return [kept.number, tree];
  }
  return null;
}
