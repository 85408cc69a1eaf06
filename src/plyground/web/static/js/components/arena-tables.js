/**
 * What the games prove: standings, cross table, and ratings with their intervals as a picture.
 *
 * @import { IntervalView, StandingsView, StandingView, TallyView } from "../api-types.js"
 */

import { decimal, h, svg } from "../dom.js";
import { words } from "../words.js";
import { fitting } from "./tables.js";

const ROW = 34;
const LEFT = 8;
const LETTER = 7.8; // how wide one is at most, on average
const HOTTEST = 34; // per cent of colour in the cell of a score of 0 or 1

/**
 * Everything about the standings.
 * @param {StandingsView} found
 */
export function resultTables(found) {
  if (!found.standings.length) return [h("p", { class: "muted" }, words.arena.noGame)];
  const first = found.first_player;
  return [
    h("h3", {}, words.arena.standings),
    fitting(words.arena.standings, standingsTable(found.standings)),
    h("h3", {}, words.arena.ratings),
    ratingChart(found.standings),
    h("h3", {}, words.arena.crossTable),
    fitting(words.arena.crossTable, crossTable(found)),
    h(
      "p",
      { class: "small muted" },
      words.arena.crossNote,
      " ",
      words.arena.sidesWon(
        percent(first.games ? first.wins / first.games : 0),
        percent(first.games ? first.losses / first.games : 0),
        percent(first.games ? first.draws / first.games : 0),
        first.games,
      ),
      found.distinct < found.played
        ? ` ${words.arena.distinct(found.distinct, found.played)}`
        : null,
    ),
  ];
}

/** @param {StandingView[]} standings */
function standingsTable(standings) {
  const heads = words.arena.standingHeads;
  return h(
    "table",
    { class: "results standings" },
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
      standings.map(({ agent, tally, rating, ...rest }, place) =>
        h(
          "tr",
          {},
          h("td", { class: "place" }, place + 1),
          h("th", { scope: "row", class: "mono" }, breakable(agent)),
          [tally.games, tally.wins, tally.draws, tally.losses].map((count) =>
            h("td", {}, tally.games ? count : "–"),
          ),
          h("td", {}, tally.games ? [percent(tally.score.value), small(range(tally.score))] : "–"),
          h(
            "td",
            {},
            signed(rating.value),
            small(`± ${Math.round((rating.high - rating.low) / 2)}`),
          ),
          h("td", {}, quantity(rest.milliseconds_per_move)),
          h("td", {}, quantity(rest.milliseconds_per_win)),
          h("td", {}, rest.forfeits),
        ),
      ),
    ),
  );
}

/** @param {StandingsView} found */
function crossTable({ standings, meetings }) {
  const met = new Map(
    meetings.map(({ agent, opponent, tally }) => [`${agent}\n${opponent}`, tally]),
  );
  const agents = standings.map(({ agent }) => agent);
  /** @param {TallyView | undefined} tally */
  const cell = (tally) => {
    if (!tally) return h("td", { class: "muted" }, "–");
    const { value } = tally.score;
    const told = percent(value) + (tally.significant ? "*" : "");
    const detail = words.arena.of(range(tally.score), tally.games);
    const found = h("td", { class: heatOf(value) }, told, small(detail));
    found.style.setProperty("--heat", `${Math.round(HOTTEST * Math.abs(2 * value - 1))}%`);
    return found;
  };
  return h(
    "table",
    { class: "results cross" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "col" }, "#"),
        h("th", { scope: "col" }, words.arena.agent),
        agents.map((agent, place) =>
          h(
            "th",
            { scope: "col", title: agent, data: { head: words.arena.against(place + 1) } },
            place + 1,
          ),
        ),
      ),
    ),
    h(
      "tbody",
      {},
      agents.map((agent, place) =>
        h(
          "tr",
          {},
          h("td", { class: "place" }, place + 1),
          h("th", { scope: "row", class: "mono" }, breakable(agent)),
          agents.map((opponent) => cell(met.get(`${agent}\n${opponent}`))),
        ),
      ),
    ),
  );
}

/**
 * The colour of a score in the cross table; how strong it is, is in its `--heat`.
 * @param {number} score
 */
export function heatOf(score) {
  return score > 0.5 ? "heat ahead" : score < 0.5 ? "heat behind" : "heat";
}

/** @param {StandingView[]} standings */
function ratingChart(standings) {
  const wide = matchMedia("(max-width: 45rem)").matches ? 340 : 560;
  const ends = standings.flatMap(({ rating }) => [rating.low, rating.high, 0]);
  const step = tick(Math.max(...ends) - Math.min(...ends));
  const low = Math.floor(Math.min(...ends) / step) * step;
  const high = Math.max(low + step, Math.ceil(Math.max(...ends) / step) * step);
  /** @param {number} rating */
  const at = (rating) => LEFT + 20 + ((rating - low) / (high - low)) * (wide - 40 - LEFT);
  const tall = ROW * standings.length;
  /** @type {SVGElement[]} */
  const grid = [];
  for (let rating = low; rating <= high; rating += step) {
    grid.push(
      svg("line", {
        class: rating === 0 ? "zero" : "grid",
        x1: at(rating),
        x2: at(rating),
        y1: 0,
        y2: tall,
      }),
      svg(
        "text",
        { class: "axis", x: at(rating), y: tall + 16, "text-anchor": "middle" },
        signed(rating),
      ),
    );
  }
  const rows = standings.map(({ agent, rating }, place) =>
    ratingRow(agent, rating, place * ROW + ROW / 2, at, wide),
  );
  const said = standings.map(({ agent, rating }) =>
    words.arena.rated(agent, signed(rating.value), signed(rating.low), signed(rating.high)),
  );
  return svg(
    "svg",
    {
      class: "ratings",
      viewBox: `0 0 ${wide} ${tall + 24}`,
      role: "img",
      "aria-labelledby": "ratings-title",
      "aria-describedby": "ratings-about",
    },
    svg("title", { id: "ratings-title" }, words.arena.ratings),
    svg("desc", { id: "ratings-about" }, `${said.join("; ")}.`),
    grid,
    rows,
  );
}

/**
 * @param {string} agent
 * @param {IntervalView} rating
 * @param {number} y
 * @param {(rating: number) => number} at
 * @param {number} wide
 */
function ratingRow(agent, { value, low, high }, y, at, wide) {
  /** @param {number} rating */
  const end = (rating) => svg("line", { x1: at(rating), x2: at(rating), y1: y - 1, y2: y + 11 });
  return svg(
    "g",
    { class: "rating" },
    ratingLabel(agent, value, { x: at(value), y: y - 5 }, wide),
    svg("line", { x1: at(low), x2: at(high), y1: y + 5, y2: y + 5 }),
    end(low),
    end(high),
    svg("rect", {
      x: at(value) - 5,
      y,
      width: 10,
      height: 10,
      transform: `rotate(45 ${at(value)} ${y + 5})`,
    }),
  );
}

// Centred above its mark, as far as the picture goes; long specs stand whole in the table above.
/**
 * @param {string} agent
 * @param {number} value
 * @param {{x: number, y: number}} place
 * @param {number} wide
 */
function ratingLabel(agent, value, { x, y }, wide) {
  const rating = ` ${signed(value)}`;
  const room = Math.floor((wide - 2 * LEFT) / LETTER) - rating.length;
  const text = (agent.length > room ? `${agent.slice(0, room - 1)}…` : agent) + rating;
  const half = (text.length * LETTER) / 2;
  const middle = Math.max(LEFT + half, Math.min(wide - LEFT - half, x));
  return svg("text", { x: middle, y, "text-anchor": "middle" }, text);
}

/** @param {number} span */
function tick(span) {
  return [10, 20, 50, 100, 200, 500, 1000, 2000].find((step) => span / step <= 5) ?? 5000;
}

/** @param {string} text */
function small(text) {
  return h("small", { class: "muted" }, text);
}

// A spec breaks before its arguments rather than anywhere.
/** @param {string} spec */
function breakable(spec) {
  const at = spec.indexOf("(");
  return at < 0 ? spec : [spec.slice(0, at), h("wbr"), spec.slice(at)];
}

/**
 * A share as 62.5%.
 * @param {number} share
 */
export function percent(share) {
  return words.percent(decimal((100 * share).toFixed(1).replace(/\.0$/, "")));
}

/** @param {IntervalView} interval */
function range({ low, high }) {
  return words.arena.range(Math.round(100 * low), Math.round(100 * high));
}

/** @param {number} number */
function signed(number) {
  const whole = Math.round(number);
  return whole > 0 ? `+${whole}` : String(whole).replace("-", "−");
}

/** @param {number | null} number */
function quantity(number) {
  if (number === null) return "–";
  return number >= 100
    ? Math.round(number).toLocaleString(words.locale)
    : decimal(number.toPrecision(3));
}
