/** What the games prove: standings, cross table, and ratings with their intervals as a picture. */

import { h, svg } from "../dom.js";

const ROW = 34;
const LEFT = 8;

/** Everything about `found`, the answer of /api/arena/{number}/standings. */
export function resultTables(found) {
  if (!found.standings.length) return [h("p", { class: "muted" }, "No game has ended yet.")];
  const first = found.first_player;
  return [
    h("h3", {}, "Standings"), scrolling("Standings", standingsTable(found.standings)),
    h("h3", {}, "Ratings, with 95% intervals"), ratingChart(found.standings),
    h("h3", {}, "Cross table"), scrolling("Cross table", crossTable(found)),
    h("p", { class: "small muted" },
      "Scores of the row against the column, with 95% intervals. * wins and losses differ at the 5% level ",
      "(exact binomial test without the draws). ",
      `The first player won ${percent(first.games ? first.wins / first.games : 0)} of ${first.games} games.`),
  ];
}

function scrolling(label, table) {
  return h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": label }, table);
}

function standingsTable(standings) {
  const heads = ["#", "agent", "games", "W", "D", "L", "score", "rating", "ms/move", "ms/win", "forfeits"];
  return h("table", { class: "results" },
    h("thead", {}, h("tr", {}, heads.map((head) => h("th", { scope: "col" }, head)))),
    h("tbody", {}, standings.map(({ agent, tally, rating, ...rest }, place) => h("tr", {},
      h("td", {}, place + 1), h("th", { scope: "row", class: "mono" }, breakable(agent)),
      [tally.games, tally.wins, tally.draws, tally.losses].map((count) => h("td", {}, count)),
      h("td", {}, tally.games ? [percent(tally.score.value), small(range(tally.score))] : "–"),
      h("td", {}, signed(rating.value), small(`± ${Math.round((rating.high - rating.low) / 2)}`)),
      h("td", {}, quantity(rest.milliseconds_per_move)), h("td", {}, quantity(rest.milliseconds_per_win)),
      h("td", {}, rest.forfeits)))));
}

function crossTable({ standings, meetings }) {
  const met = new Map(meetings.map(({ agent, opponent, tally }) => [`${agent}\n${opponent}`, tally]));
  const agents = standings.map(({ agent }) => agent);
  const cell = (tally) => tally
    ? h("td", {}, percent(tally.score.value) + (tally.significant ? "*" : ""), small(`${range(tally.score)} of ${tally.games}`))
    : h("td", { class: "muted" }, "–");
  return h("table", { class: "results cross" },
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "#"), h("th", { scope: "col" }, "agent"),
      agents.map((agent, place) => h("th", { scope: "col", title: agent }, place + 1)))),
    h("tbody", {}, agents.map((agent, place) => h("tr", {},
      h("td", {}, place + 1), h("th", { scope: "row", class: "mono" }, breakable(agent)),
      agents.map((opponent) => cell(met.get(`${agent}\n${opponent}`)))))));
}

function ratingChart(standings) {
  const wide = matchMedia("(max-width: 45rem)").matches ? 340 : 560;
  const ends = standings.flatMap(({ rating }) => [rating.low, rating.high, 0]);
  const step = tick(Math.max(...ends) - Math.min(...ends));
  const low = Math.floor(Math.min(...ends) / step) * step;
  const high = Math.max(low + step, Math.ceil(Math.max(...ends) / step) * step);
  const at = (rating) => LEFT + 20 + ((rating - low) / (high - low)) * (wide - 40 - LEFT);
  const tall = ROW * standings.length;
  const grid = [];
  for (let rating = low; rating <= high; rating += step) {
    grid.push(
      svg("line", { class: rating === 0 ? "zero" : "grid", x1: at(rating), x2: at(rating), y1: 0, y2: tall }),
      svg("text", { class: "axis", x: at(rating), y: tall + 16, "text-anchor": "middle" }, signed(rating)));
  }
  const rows = standings.map(({ agent, rating }, place) => ratingRow(agent, rating, place * ROW + ROW / 2, at, wide));
  const said = standings.map(({ agent, rating }) => `${agent} ${signed(rating.value)}, ${signed(rating.low)} to ${signed(rating.high)}`);
  return svg("svg", { class: "ratings", viewBox: `0 0 ${wide} ${tall + 24}`, role: "img", "aria-label": `Ratings: ${said.join("; ")}` },
    grid, rows);
}

function ratingRow(agent, { value, low, high }, y, at, wide) {
  const end = (rating) => svg("line", { x1: at(rating), x2: at(rating), y1: y - 1, y2: y + 11 });
  return svg("g", { class: "rating" },
    svg("text", { x: at(value), y: y - 5, "text-anchor": anchor(at(value) / wide) }, `${agent} ${signed(value)}`),
    svg("line", { x1: at(low), x2: at(high), y1: y + 5, y2: y + 5 }), end(low), end(high),
    svg("rect", { x: at(value) - 5, y, width: 10, height: 10, transform: `rotate(45 ${at(value)} ${y + 5})` }));
}

function anchor(share) {
  if (share < 0.25) return "start";
  return share > 0.75 ? "end" : "middle";
}

function tick(span) {
  return [10, 20, 50, 100, 200, 500, 1000, 2000].find((step) => span / step <= 5) ?? 5000;
}

function small(text) {
  return h("small", { class: "muted" }, text);
}

// A spec breaks before its arguments rather than anywhere.
function breakable(spec) {
  const at = spec.indexOf("(");
  return at < 0 ? spec : [spec.slice(0, at), h("wbr"), spec.slice(at)];
}

export function percent(share) {
  return `${(100 * share).toFixed(1).replace(/\.0$/, "")}%`;
}

function range({ low, high }) {
  return `${Math.round(100 * low)} to ${Math.round(100 * high)}`;
}

function signed(number) {
  const whole = Math.round(number);
  return whole > 0 ? `+${whole}` : String(whole).replace("-", "−");
}

function quantity(number) {
  if (number === null) return "–";
  return number >= 100 ? Math.round(number).toLocaleString("en") : number.toPrecision(3);
}
