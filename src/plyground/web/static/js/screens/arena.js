/**
 * Arena: tournaments that live on the server; start one, watch it, read what it proves.
 *
 * @import { AgentsView, JobRequest, JobsView, JobView } from "../api-types.js"
 * @import { Shell } from "../main.js"
 * @import { Query, State } from "../router.js"
 */

import { get, post } from "../api.js";
import { h, wordsOf } from "../dom.js";
import { words } from "../words.js";
import { ArenaForm } from "../components/arena-form.js";
import { ArenaJob, isBusy } from "../components/arena-job.js";
import { parametersPicker } from "../components/parameters.js";

const SEPARATOR = "|"; // between agents in the address; specs never hold it
const LIST_EVERY = 5000; // milliseconds, while one of them runs
const USUAL = ["strong", "casual"];

/**
 * @param {HTMLElement} container
 * @param {State} state
 * @param {Shell} shell
 */
export async function mount(container, state, shell) {
  const [agents] = await Promise.all([
    shell.agents(),
    shell.stylesheet("tables.css"),
    shell.stylesheet("arena.css"),
  ]);
  const screen = new ArenaScreen(container, state, shell, agents);
  screen.listJobs();
  return screen;
}

class ArenaScreen {
  /** @type {ArenaJob | null} */
  job = null;
  unmounted = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  listing;

  /**
   * @param {HTMLElement} container
   * @param {State} state
   * @param {Shell} shell
   * @param {AgentsView} agents
   */
  constructor(container, state, shell, agents) {
    this.shell = shell;
    this.state = state;
    const asked = state.query.agents?.split(SEPARATOR).filter(Boolean);
    const known = agents.presets.map(({ name }) => name);
    this.form = new ArenaForm({
      game: shell.game,
      parameters: state.parameters,
      presets: agents.presets,
      agents: asked ?? USUAL.filter((name) => known.includes(name)),
      onstart: (request) => this.#start(request),
      onagents: (chosen) => this.#note({ agents: chosen.join(SEPARATOR) }),
    });
    this.jobs = h("ul", { class: "arena-jobs" });
    this.shown = h("div", { class: "arena-shown" });
    const board = parametersPicker(shell.game, (parameters) =>
      shell.go({ parameters, position: null, moves: "" }),
    );
    board?.querySelector("button[type=submit]")?.replaceChildren(words.arena.useBoard);
    container.append(
      h("h1", {}, words.shell.titles.arena),
      h(
        "div",
        { class: "arena-layout" },
        h(
          "div",
          { class: "panel" },
          this.form.element,
          board ?? "",
          h("section", { class: "card" }, h("h2", {}, words.arena.tournaments), this.jobs),
        ),
        this.shown,
      ),
    );
    this.#showJob();
  }

  /** @param {State} state */
  update(state) {
    const before = this.state.query.job;
    this.state = state;
    if (state.query.job !== before) this.#showJob();
  }

  unmount() {
    clearTimeout(this.listing);
    this.unmounted = true;
    this.job?.close();
  }

  /** Every tournament of the server, the newest first. */
  async listJobs() {
    try {
      /** @type {JobsView} */
      const { jobs } = await get("/arena");
      if (this.unmounted) return;
      const titles = Object.fromEntries(this.shell.games.map(({ name, title }) => [name, title]));
      this.jobs.replaceChildren(...jobs.map((job) => this.#jobItem(job, titles[job.game])));
      clearTimeout(this.listing);
      if (jobs.some(isBusy)) this.listing = setTimeout(() => this.listJobs(), LIST_EVERY);
      if (!jobs.length) this.jobs.append(h("li", { class: "muted" }, words.arena.none));
    } catch (error) {
      this.shell.fail(error);
    }
  }

  /** @param {JobView} job @param {string | undefined} title */
  #jobItem({ number, agents, played, planned, state, begun, game, parameters }, title) {
    const here = String(number) === this.state.query.job;
    const agentsHere = game === this.state.game ? this.state.query.agents : null;
    const board = title ? { game, parameters, position: null, moves: "" } : {}; // of a game that is not known here
    const href = this.shell.link({ ...board, query: { agents: agentsHere, job: String(number) } });
    const when = new Date(begun).toLocaleString([], { dateStyle: "short", timeStyle: "short" });
    return h(
      "li",
      {},
      h(
        "a",
        { href, "aria-current": here ? "true" : null },
        h("strong", {}, `${number}. ${title ?? game}`),
        h("span", { class: "mono small" }, agents.join(", ")),
        h(
          "span",
          { class: "small muted" },
          words.arena.state(words.arena.states[state].toLowerCase(), played, planned, when),
        ),
      ),
    );
  }

  /** @param {JobRequest} request */
  async #start(request) {
    try {
      /** @type {JobView} */
      const job = await post("/arena", request);
      this.form.complain();
      this.#note({ job: String(job.number) }, { replace: false });
      this.#showJob();
      this.shell.announce(words.arena.started(job.number, job.planned));
    } catch (error) {
      this.form.complain(wordsOf(error));
    }
  }

  /** @param {Query} changes @param {{replace?: boolean}} [how] */
  #note(changes, how) {
    this.state = { ...this.state, query: { ...this.state.query, ...changes } };
    this.shell.note({ query: this.state.query }, how);
  }

  #showJob() {
    this.job?.close();
    this.job = null;
    const { job } = this.state.query;
    if (!/^\d+$/.test(job ?? "")) {
      this.shown.replaceChildren(h("p", { class: "muted" }, words.arena.about));
      return;
    }
    this.job = new ArenaJob(Number(job), { shell: this.shell, onchange: () => this.listJobs() });
    this.shown.replaceChildren(this.job.element);
  }
}
