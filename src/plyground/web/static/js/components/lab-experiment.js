/**
 * One experiment on the page: what it found beside the report, and its progress while it runs.
 *
 * @import { ChartView, ExperimentView, LabTableView, SourceView, VerdictView } from "../api-types.js"
 * @import { Shell } from "../main.js"
 * @typedef {ExperimentView["state"]} State
 * @typedef {NonNullable<VerdictView["mark"]>} Mark
 */

import { get, post } from "../api.js";
import { h, say, wordsOf } from "../dom.js";
import { words } from "../words.js";
import { chartFigure } from "./chart.js";
import { fitting } from "./tables.js";

const POLL = 700; // milliseconds
const SIGNS = {
  reproduced: "✓",
  consistent: "≈",
  differs: "≠",
  undecided: "?",
  "not comparable": "–",
  "not run": "·",
};

/**
 * A state with its sign, so that colour is not the only one.
 * @param {State} state
 * @param {string} text
 */
export function stateMark(state, text = words.lab.states[state]) {
  return h("span", { class: "lab-state", data: { state } }, `${SIGNS[state]} ${text}`);
}

/**
 * How many verdicts there are of each state.
 * @param {ExperimentView["counts"]} counts
 */
export function badge(counts) {
  const states = /** @type {State[]} */ (Object.keys(SIGNS)).filter((state) => counts[state]);
  const marks = /** @type {Mark[]} */ (Object.keys(words.lab.marks)).filter((mark) => counts[mark]);
  return h(
    "span",
    { class: "lab-badge small" },
    states.map((state) => stateMark(state, words.lab.counts[state](counts[state]))),
    marks.map((mark) =>
      h("span", { class: "lab-state" }, words.lab.markCounts[mark](counts[mark])),
    ),
  );
}

export class LabExperiment {
  running = false;
  seed = 1; // of the next run
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer;
  closed = new AbortController();

  /** @param {string} name @param {{shell: Shell, onchange: () => unknown}} how */
  constructor(name, { shell, onchange }) {
    this.name = name;
    this.shell = shell;
    this.onchange = onchange;
    this.title = h("h2", {}, name);
    this.about = h("p", {});
    this.counts = h("div", { class: "stack small" });
    this.status = h("p", { class: "lab-status small muted" });
    this.bar = h("progress", { "aria-label": words.arena.progress, hidden: true });
    this.runButton = h(
      "button",
      { type: "button", class: "primary", onclick: () => this.#run() },
      words.lab.run,
    );
    this.stopButton = h(
      "button",
      { type: "button", hidden: true, onclick: () => this.#stop() },
      words.arena.cancel,
    );
    this.dataLink = h(
      "a",
      { class: "button", href: `/api/lab/${encodeURIComponent(name)}/data` },
      words.lab.rawData,
    );
    this.found = h("div", { class: "stack" });
    this.element = h(
      "section",
      { class: "card stack", "aria-label": words.lab.experiment },
      this.title,
      this.about,
      this.counts,
      this.status,
      this.bar,
      h("div", { class: "row" }, this.runButton, this.stopButton, this.dataLink),
      this.found,
    );
    this.#poll();
  }

  close() {
    this.closed.abort();
    clearTimeout(this.timer);
  }

  async #run() {
    try {
      await post(`/lab/${encodeURIComponent(this.name)}/run`, { seed: this.seed });
      this.shell.announce(words.lab.isRun(this.name));
      this.onchange();
      this.#poll();
    } catch (error) {
      this.shell.fail(error);
    }
  }

  async #stop() {
    try {
      await post(`/lab/${encodeURIComponent(this.name)}/stop`, {});
      this.#poll();
    } catch (error) {
      this.shell.fail(error);
    }
  }

  async #poll() {
    clearTimeout(this.timer);
    try {
      /** @type {ExperimentView} */
      const view = await get(`/lab/${encodeURIComponent(this.name)}`, [], {
        signal: this.closed.signal,
      });
      if (this.closed.signal.aborted) return;
      this.#show(view);
      this.#offer(true);
    } catch (error) {
      if (this.closed.signal.aborted) return;
      say(this.status, wordsOf(error));
      this.#offer(false);
    }
    if (this.running) this.timer = setTimeout(() => this.#poll(), POLL);
  }

  // Only an experiment that is there can be run, and has data.
  /** @param {boolean} isThere */
  #offer(isThere) {
    this.runButton.hidden = this.dataLink.hidden = !isThere;
  }

  /** @param {ExperimentView} view */
  #show(view) {
    const ended = this.running && !view.progress;
    this.running = Boolean(view.progress);
    say(this.title, view.title);
    say(this.about, view.measures);
    say(this.status, statusText(view));
    this.counts.replaceChildren(...countsPart(view));
    const yours = view.runs.find(({ whose }) => whose === "yours");
    this.seed = yours?.size === "quick" ? yours.seed + 1 : 1;
    say(this.runButton, view.runs.length ? words.lab.runAgain(this.seed) : words.lab.run);
    this.runButton.disabled = this.running;
    this.stopButton.hidden = this.bar.hidden = !this.running;
    if (view.progress?.total) {
      this.bar.max = view.progress.total;
      this.bar.value = view.progress.done;
    } else {
      this.bar.removeAttribute("value");
    }
    if (!this.running || !this.found.childElementCount)
      this.found.replaceChildren(...findings(view, this.shell));
    if (ended) {
      this.shell.announce(
        `${view.title}: ${view.error ? words.lab.failed : words.lab.states[view.state]}`,
      );
      this.onchange();
    }
  }
}

/** @param {ExperimentView} view */
function statusText({ progress, error, runs, minutes, command }) {
  if (progress) {
    if (!progress.total) return words.lab.starting;
    return words.lab.runningStep(progress.done, progress.total, progress.step);
  }
  if (error) return error;
  if (!runs.length) return words.lab.notRun(minutes, command);
  return words.lab.quick(minutes, command);
}

/**
 * The verdicts of each result by their number, and how it came about.
 * @param {ExperimentView} view
 */
function countsPart({ runs, counts, your_counts: yours, sources }) {
  const verdicts = sources.flatMap((source) => source.verdicts);
  const changed = verdicts.filter(isChanged).length;
  return runs.map(({ whose, text }, index) =>
    h(
      "div",
      {},
      h("strong", {}, whose === "ours" ? words.lab.oursAre : words.lab.yoursAre),
      badge((index ? yours : null) ?? counts),
      index ? words.lab.changed(changed, verdicts.length) : null,
      h("div", { class: "muted" }, text),
    ),
  );
}

/** @param {VerdictView} verdict */
function isChanged({ state, your_state: yours }) {
  return yours !== null && yours !== state;
}

/** @param {ExperimentView} view @param {Shell} shell */
function findings(view, shell) {
  const both = view.runs.length > 1;
  const paired = new Set(view.charts.map(({ title }) => title));
  return [
    ...view.sources.map((source) => sourcePart(source, view, shell)),
    ...view.tables.map((table) => tablePart(table, both)),
    ...[...paired].map((title) =>
      h(
        "div",
        { class: "lab-charts" },
        view.charts.filter((chart) => chart.title === title).map((chart) => chartPart(chart, both)),
      ),
    ),
    ...view.notes.map(({ whose, text }) =>
      h("p", { class: "small muted" }, both ? `${words.lab.whose[whose]}: ${text}` : text),
    ),
  ];
}

/** @param {SourceView} source @param {ExperimentView} view @param {Shell} shell */
function sourcePart({ name, says, conditions, verdicts }, { report_title: report, runs }, shell) {
  const [first] = runs;
  const both = runs.length > 1;
  const { what, report: theirs, state, why, ours, yours } = words.lab.heads;
  const shown = first?.whose === "yours" ? yours : ours;
  const heads = [what, theirs, shown, ...(both ? [yours] : []), state, why];
  return h(
    "section",
    { class: "stack" },
    h("h3", {}, `${name}: ${says}`),
    h("p", { class: "small muted" }, `${report}. ${conditions}.`),
    fitting(
      words.chart.numbers(name),
      h(
        "table",
        { class: "lab-verdicts" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            heads.map((head) => h("th", { scope: "col" }, head)),
          ),
        ),
        h(
          "tbody",
          {},
          verdicts.map((verdict) => verdictRow(verdict, both, shell)),
        ),
      ),
    ),
  );
}

/** @param {VerdictView} verdict @param {boolean} both @param {Shell} shell */
function verdictRow(verdict, both, shell) {
  const { place, report, test, ours, yours, state, mark, flips, repeats } = verdict;
  const { your_state: yourState } = verdict;
  const changed = isChanged(verdict);
  return h(
    "tr",
    { data: { changed } },
    h("th", { scope: "row" }, place),
    h("td", {}, report, test ? h("div", { class: "small muted" }, test) : null),
    h("td", {}, ours),
    both ? h("td", {}, yours) : null,
    h(
      "td",
      {},
      stateMark(state),
      mark ? h("div", { class: "small muted" }, words.lab.marks[mark]) : null,
      flips ? h("div", { class: "small" }, words.lab.flips(flips, repeats)) : null,
      changed && yourState
        ? h("div", {}, stateMark(yourState, words.lab.yoursState(words.lab.states[yourState])))
        : null,
    ),
    h("td", { class: "wide" }, whyPart(verdict, shell)),
  );
}

/**
 * Why a verdict is what it is: in words, where that is shown, and what is compared instead.
 * @param {VerdictView} verdict
 * @param {Shell} shell
 */
function whyPart({ why, shown_by: shownBy, beside, your_why: yours }, shell) {
  const link = shell.link({ query: { experiment: shownBy } });
  return [
    why,
    shownBy ? h("div", {}, words.lab.shownBy, h("a", { href: link }, shownBy)) : null,
    beside ? h("div", { class: "lab-beside" }, words.lab.beside(beside)) : null,
    yours ? h("div", {}, words.lab.yoursWhy(yours)) : null,
  ];
}

/** @param {LabTableView} table @param {boolean} both */
function tablePart({ whose, title, columns, rows, note }, both) {
  const name = both ? `${title} (${words.lab.heads[whose]})` : title;
  return h(
    "section",
    { class: "stack" },
    h("h3", {}, name),
    fitting(
      name,
      h(
        "table",
        { class: "lab-table" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            columns.map((head) => (head ? h("th", { scope: "col" }, head) : h("td", {}))),
          ),
        ),
        h(
          "tbody",
          {},
          rows.map(([head, ...cells]) =>
            h(
              "tr",
              {},
              h("th", { scope: "row" }, head),
              cells.map((cell) => h("td", {}, cell)),
            ),
          ),
        ),
      ),
    ),
    note ? h("p", { class: "small muted" }, note) : null,
  );
}

/** @param {ChartView} chart @param {boolean} both */
function chartPart(chart, both) {
  const { whose, title, note } = chart;
  return chartFigure(chart, {
    name: both ? `${title} (${words.lab.heads[whose]})` : title,
    note: [both ? `${words.lab.whose[whose]}.` : "", note].filter(Boolean).join(" "),
  });
}
