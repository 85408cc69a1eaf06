/**
 * One tournament on the page: how far it is, its games under way, its results and its games.
 *
 * @import { GameView, JobView, RecordsView, RecordView, StandingsView, StandingView } from "../api-types.js"
 * @import { Shell } from "../main.js"
 *
 * @typedef {{
 *   item: HTMLElement, link: HTMLAnchorElement, image: HTMLImageElement, caption: HTMLElement,
 *   url: string,
 * }} Frame a picture of a game under way
 */

import { gameView, get, post } from "../api.js";
import { decimal, h, say, wordsOf } from "../dom.js";
import { served } from "../served.js";
import { words } from "../words.js";
import { percent, resultTables } from "./arena-tables.js";
import { FittingTable } from "./tables.js";

const POLL = 500;
const POLL_AWAY = 4000; // of a tab that nobody looks at
const POLL_RESULTS = 1500;
const RATE_OVER = 20000; // milliseconds over which speed is measured
const GAMES_AT_ONCE = 50;
const STATES = words.arena.states;

export class ArenaJob {
  /** @type {JobView | null} */
  job = null;
  /** @type {[number, number][]} time and games played, for the speed */
  history = [];
  /** @type {Frame[]} */
  pictures = [];
  /** @type {HTMLElement | null} the title of the finished games, once they are shown */
  shownGames = null;
  shownResults = "";
  resultsAt = -POLL_RESULTS;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer;
  closed = new AbortController();

  /** @param {number} number @param {{shell: Shell, onchange: (job: JobView) => unknown}} how */
  constructor(number, { shell, onchange }) {
    this.number = number;
    this.shell = shell;
    this.onchange = onchange;
    this.title = h("h2", {});
    this.state = h("p", { class: "arena-state" });
    this.bar = h("progress", { "aria-label": words.arena.played });
    this.score = h("p", { class: "arena-score" });
    this.stopButton = h(
      "button",
      { type: "button", onclick: () => this.#ask("stop") },
      words.arena.stop,
    );
    this.resumeButton = h(
      "button",
      { type: "button", class: "primary", onclick: () => this.#ask("resume") },
      words.arena.resume,
    );
    this.live = h("ul", { class: "arena-live", "aria-label": words.arena.underWay });
    this.results = h("section", { class: "card stack", "aria-label": words.arena.results });
    this.games = h("section", { class: "card", "aria-label": words.arena.games });
    this.element = h(
      "div",
      { class: "panel" },
      h(
        "section",
        { class: "card stack", "aria-label": words.arena.progress },
        this.title,
        this.state,
        this.bar,
        this.score,
        h("div", { class: "row" }, this.stopButton, this.resumeButton),
        this.live,
      ),
      this.results,
      this.games,
    );
    this.#poll();
  }

  close() {
    this.closed.abort();
    clearTimeout(this.timer);
  }

  /** @param {"stop" | "resume"} what */
  async #ask(what) {
    try {
      /** @type {JobView} */
      const job = await post(`/arena/${this.number}/${what}`, {});
      if (job.number !== this.number)
        this.shell.go({ query: { ...this.shell.state.query, job: String(job.number) } });
      else this.#show(job);
      this.#poll();
    } catch (error) {
      this.shell.fail(error);
    }
  }

  async #poll() {
    clearTimeout(this.timer);
    try {
      /** @type {JobView} */
      const job = await get(`/arena/${this.number}`, [], { signal: this.closed.signal });
      this.#show(job);
      await this.#showResults(job);
      if (this.closed.signal.aborted) return;
      if (isBusy(job))
        this.timer = setTimeout(() => this.#poll(), document.hidden ? POLL_AWAY : POLL);
    } catch (error) {
      if (this.closed.signal.aborted) return;
      say(this.title, words.arena.tournament(this.number));
      say(this.state, wordsOf(error));
      for (const part of [this.bar, this.stopButton, this.resumeButton, this.results, this.games])
        part.hidden = true;
    }
  }

  /** @param {JobView} job */
  #show(job) {
    const before = this.job;
    this.job = job;
    const given = Object.entries(job.parameters)
      .map(([name, value]) => `${served(name)} ${served(String(value))}`)
      .join(", ");
    const title = this.shell.games.find(({ name }) => name === job.game)?.title ?? job.game;
    say(this.title, `${words.arena.tournament(job.number)}: ${title}${given ? ` (${given})` : ""}`);
    this.bar.max = job.planned;
    this.bar.value = job.played;
    say(this.state, this.#stateText(job));
    this.stopButton.hidden = !isBusy(job);
    say(this.stopButton, job.state === "waiting" ? words.arena.cancel : words.arena.stop);
    this.resumeButton.hidden = isBusy(job) || job.state === "complete";
    if (job.state !== "running") this.history = [];
    this.#showLive(job);
    if (before && before.state !== job.state) {
      this.shell.announce(
        words.arena.announced(job.number, STATES[job.state], job.played, job.planned),
      );
    }
    if (before?.state !== job.state) this.onchange(job);
  }

  /** @param {JobView} job */
  #stateText(job) {
    const parts = [
      STATES[job.state],
      words.arena.playedOf(
        job.played.toLocaleString(words.locale),
        job.planned.toLocaleString(words.locale),
      ),
    ];
    if (job.state === "running") {
      const speed = this.#speed(job.played);
      if (speed > 0) {
        parts.push(
          words.arena.rate(speed >= 10 ? Math.round(speed) : decimal(speed.toPrecision(2))),
        );
        parts.push(words.arena.left(duration((job.planned - job.played) / speed)));
      } else if (!job.live.length) {
        parts.push(words.arena.starting);
      }
    }
    if (job.state === "waiting") parts.push(words.arena.queued);
    if (job.error) parts.push(job.error);
    return parts.join(" · ");
  }

  /** @param {number} played */
  #speed(played) {
    const now = performance.now();
    this.history.push([now, played]);
    while (now - this.history[0][0] > RATE_OVER && this.history.length > 2) this.history.shift();
    const [then, before] = this.history[0];
    return now > then ? (1000 * (played - before)) / (now - then) : 0;
  }

  // --- games under way -------------------------------------------------------------------------

  /** @param {JobView} job */
  #showLive({ live, game, parameters }) {
    live.forEach((each, place) => {
      const frame = (this.pictures[place] ??= this.#frame());
      const query = new URLSearchParams([
        ["game", game],
        ["moves", each.moves],
        ["theme", this.shell.theme],
        ["width", "240"],
      ]);
      for (const [name, value] of Object.entries(parameters))
        query.append("parameter", `${name}=${value}`);
      this.#swap(frame, `/api/svg?${query}`);
      const moves = each.moves.split(" ").filter(Boolean).length;
      frame.image.alt = words.arena.gameAfter(each.number + 1, moves);
      say(frame.caption, words.arena.between(each.agents[0], each.agents[1], moves));
      frame.link.href = this.shell.link({
        screen: "analyse",
        game,
        parameters,
        position: null,
        moves: each.moves,
        query: {},
      });
    });
    for (const { item } of this.pictures.splice(live.length)) item.remove();
  }

  /** @returns {Frame} */
  #frame() {
    const image = h("img", { width: 180 });
    const caption = h("span", { class: "small" });
    const link = h("a", {}, image, caption);
    const item = h("li", {}, link);
    this.live.append(item);
    return { item, link, image, caption, url: "" };
  }

  // Change the picture only once the next has come, so that nothing flickers.
  /** @param {Frame} frame @param {string} url */
  async #swap(frame, url) {
    if (frame.url === url) return;
    frame.url = url;
    const next = new Image();
    next.src = url;
    try {
      await next.decode();
    } catch {
      return; // caught in the middle of a move; the next one will do
    }
    if (frame.url === url) frame.image.src = url;
  }

  // --- results ---------------------------------------------------------------------------------

  /** @param {JobView} job */
  async #showResults(job) {
    const now = performance.now();
    const last = !isBusy(job);
    const results = `${job.played} games, ${job.state}`;
    if (this.shownResults === results || (!last && now - this.resultsAt < POLL_RESULTS)) {
      if (last && !this.shownGames) this.#showGames(job);
      return;
    }
    this.resultsAt = now;
    this.shownResults = results;
    /** @type {StandingsView} */
    const found = await get(`/arena/${this.number}/standings`, [], {
      signal: this.closed.signal,
    });
    say(this.score, leading(found.standings, job));
    this.results.replaceChildren(
      h("h2", {}, words.arena.results),
      ...resultTables(found),
      this.#exports(),
    );
    this.#showGames(job);
  }

  #exports() {
    const base = `/api/arena/${this.number}`;
    /** @param {string} path @param {string} name @param {string} text */
    const file = (path, name, text) =>
      h("a", { class: "button", href: `${base}/${path}`, download: name }, text);
    const name = `tournament-${this.number}`;
    return h(
      "div",
      { class: "row", role: "group", "aria-label": words.arena.export },
      file("games.csv", `${name}.csv`, words.arena.gamesCsv),
      file("games", `${name}.json`, words.arena.gamesJson),
      file("games.txt", `${name}.txt`, words.arena.records),
      file("standings", `${name}-standings.json`, words.arena.standingsJson),
    );
  }

  // --- finished games --------------------------------------------------------------------------

  /** @param {JobView} job */
  #showGames(job) {
    if (this.shownGames) {
      say(this.shownGames, words.arena.gamesCount(job.played));
      return;
    }
    this.shownGames = h("summary", {}, words.arena.gamesCount(job.played));
    const body = h("div", {});
    const details = h(
      "details",
      { ontoggle: ({ currentTarget }) => currentTarget.open && this.#loadGames(job, body) },
      this.shownGames,
      body,
    );
    this.games.replaceChildren(details);
  }

  /** @param {JobView} job @param {HTMLElement} body */
  async #loadGames(job, body) {
    try {
      /** @type {Promise<RecordsView>} */
      const asked = get(`/arena/${this.number}/games`, [], { signal: this.closed.signal });
      const [{ games }, game] = await Promise.all([asked, gameView(job.game, job.parameters)]);
      const heads = words.arena.gameHeads;
      const rows = h("tbody", {});
      const table = new FittingTable(
        words.arena.games,
        h(
          "table",
          { class: "results games" },
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              heads.map((head) => h("th", { scope: "col" }, head)),
            ),
          ),
          rows,
        ),
      );
      let shown = 0;
      const more = h("button", { type: "button", onclick: () => add() }, words.arena.more);
      const add = () => {
        const next = games.slice(shown, shown + GAMES_AT_ONCE);
        rows.append(...next.map((each, index) => this.#gameRow(each, shown + index, game)));
        shown += next.length;
        more.hidden = shown >= games.length;
        table.fit();
      };
      add();
      body.replaceChildren(
        table.element,
        h(
          "div",
          { class: "row" },
          more,
          h(
            "button",
            { type: "button", onclick: () => this.#loadGames(job, body) },
            words.arena.refresh,
          ),
        ),
      );
    } catch (error) {
      if (!this.closed.signal.aborted) this.shell.fail(error);
    }
  }

  /** @param {RecordView} record @param {number} index @param {GameView} game */
  #gameRow({ agents, start, moves, winner, reason, forfeit }, index, game) {
    const href = this.shell.link({
      screen: "analyse",
      game: game.name,
      parameters: this.job?.parameters ?? {},
      position: start,
      moves,
      query: {},
    });
    return h(
      "tr",
      {},
      h(
        "th",
        { scope: "row" },
        h(
          "a",
          {
            href,
            "aria-label": words.arena.analyse(index + 1),
            data: { game: words.arena.gameHeads[0] },
          },
          index + 1,
        ),
      ),
      h("td", { class: "mono" }, agents[0]),
      h("td", { class: "mono" }, agents[1]),
      h(
        "td",
        {},
        winner === null ? words.arena.draw : `${agents[winner]} (${game.players[winner]})`,
      ),
      h("td", {}, forfeit ? words.arena.forfeit(reason) : served(reason)),
      h("td", {}, moves.split(" ").filter(Boolean).length),
    );
  }
}

/** @param {JobView} job whether it is played, or will be without being asked again */
export function isBusy({ state }) {
  return state === "running" || state === "waiting";
}

/**
 * Who is ahead, in a sentence; those with the same share of the points share the place.
 * @param {StandingView[]} standings the highest rating first
 * @param {Pick<JobView, "state">} job
 */
export function leading(standings, job) {
  const [best] = standings;
  if (!best?.tally.games) return "";
  const { score, wins, draws, losses } = best.tally;
  const level = standings.filter(({ tally }) => tally.score.value === score.value);
  if (level.length > 1) {
    const names = level.map(({ agent }) => agent);
    const last = names.pop() ?? "";
    return words.arena.level(names.join(", "), last, percent(score.value));
  }
  const verb = job.state === "complete" ? words.arena.cameFirst : words.arena.leads;
  const range = words.arena.range(Math.round(100 * score.low), Math.round(100 * score.high));
  return words.arena.leading(best.agent, verb, percent(score.value), range, wins, draws, losses);
}

/** @param {number} seconds */
function duration(seconds) {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  return seconds < 5400
    ? `${Math.round(seconds / 60)} min`
    : `${decimal((seconds / 3600).toFixed(1))} h`;
}
