/**
 * Lab: the experiments of the reports, the report's numbers beside ours, and running them; and how
 * far networks are that are being trained.
 *
 * @import { ExperimentSummary, LabView } from "../api-types.js"
 * @import { Shell } from "../main.js"
 * @import { State } from "../router.js"
 */

import { get } from "../api.js";
import { h } from "../dom.js";
import { words } from "../words.js";
import { LabExperiment, badge, stateMark } from "../components/lab-experiment.js";
import { FittingTable } from "../components/tables.js";
import { Trainings } from "../components/trainings.js";

const LIST_EVERY = 3000; // milliseconds, while an experiment runs
const FAILED_EVERY = 15000; // after the list could not be had

/**
 * @param {HTMLElement} container
 * @param {State} state
 * @param {Shell} shell
 */
export async function mount(container, state, shell) {
  await Promise.all([shell.stylesheet("tables.css"), shell.stylesheet("lab.css")]);
  const screen = new LabScreen(container, state, shell);
  await Promise.all([screen.list(), screen.trainings.look()]);
  return screen;
}

/**
 * How many verdicts of all experiments there are of each state.
 * @param {ExperimentSummary[]} experiments
 */
export function total(experiments) {
  const counted = /** @type {ExperimentSummary["counts"]} */ ({});
  for (const { counts } of experiments)
    for (const state of /** @type {(keyof typeof counts)[]} */ (Object.keys(counts)))
      counted[state] = (counted[state] ?? 0) + counts[state];
  return counted;
}

class LabScreen {
  /** @type {LabExperiment | null} */
  experiment = null;
  unmounted = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  listing;

  /** @param {HTMLElement} container @param {State} state @param {Shell} shell */
  constructor(container, state, shell) {
    this.shell = shell;
    this.state = state;
    this.titles = Object.fromEntries(shell.games.map(({ name, title }) => [name, title]));
    const across = { colspan: words.lab.listHeads.length, class: "muted" };
    this.rows = h("tbody", {}, h("tr", {}, h("td", across, words.lab.reading)));
    this.table = new FittingTable(
      words.lab.experiments,
      h(
        "table",
        { class: "lab-list" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            words.lab.listHeads.map((head) => h("th", { scope: "col" }, head)),
          ),
        ),
        this.rows,
      ),
    );
    this.shown = h("div", { class: "lab-shown" });
    this.trainings = new Trainings(shell);
    this.total = h("p", { class: "lab-total", role: "group", "aria-label": words.lab.allVerdicts });
    container.append(
      h("h1", {}, words.shell.titles.lab),
      this.total,
      this.shown,
      this.trainings.element,
      h("section", { class: "card" }, this.table.element),
    );
    this.#show();
  }

  /** @param {State} state */
  update(state) {
    const before = this.state.query.experiment;
    this.state = state;
    if (state.query.experiment === before) return;
    this.#show();
    this.list();
  }

  unmount() {
    this.unmounted = true;
    clearTimeout(this.listing);
    this.experiment?.close();
    this.trainings.close();
  }

  /** Every experiment, and how it came out. */
  async list() {
    clearTimeout(this.listing);
    try {
      /** @type {LabView} */
      const { experiments } = await get("/lab");
      if (this.unmounted) return;
      this.rows.replaceChildren(...experiments.map((each) => this.#row(each)));
      this.total.replaceChildren(badge(total(experiments)));
      this.table.fit();
      if (experiments.some(({ progress }) => progress)) this.#listIn(LIST_EVERY);
    } catch (error) {
      if (this.unmounted) return;
      this.shell.fail(error);
      this.#listIn(FAILED_EVERY);
    }
  }

  /** @param {number} milliseconds */
  #listIn(milliseconds) {
    this.listing = setTimeout(() => this.list(), milliseconds);
  }

  /** @param {ExperimentSummary} experiment */
  #row({ name, title, report, state, counts, your_counts: yours, progress }) {
    const here = name === this.state.query.experiment;
    const href = this.shell.link({ query: { experiment: name } });
    return h(
      "tr",
      {},
      h(
        "th",
        { scope: "row" },
        h("a", { href, "aria-current": here ? "true" : null }, title),
        h("div", { class: "small muted mono" }, name),
      ),
      h("td", {}, this.titles[report] ?? report),
      h("td", {}, progress ? words.lab.running : stateMark(state)),
      h(
        "td",
        { class: "small wide" },
        badge(counts),
        yours ? h("div", {}, words.lab.yoursAre, badge(yours)) : null,
      ),
    );
  }

  #show() {
    this.experiment?.close();
    const name = this.state.query.experiment;
    this.experiment = name
      ? new LabExperiment(name, { shell: this.shell, onchange: () => this.list() })
      : null;
    this.shown.replaceChildren(
      this.experiment?.element ?? h("p", { class: "muted" }, words.lab.about),
    );
    if (name) this.shown.scrollIntoView();
  }
}
