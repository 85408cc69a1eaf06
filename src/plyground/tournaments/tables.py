"""Tables of results: one data structure, written for the terminal, as Markdown or as CSV.

A `Table` keeps what its cells say, not how that looks. A `Column` knows how to show a cell to
people and which fields it has for programs: an interval is one cell on the terminal and three in
CSV. A `Table` is what `rich` can print.
"""

from __future__ import annotations

import csv
import html
import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from plyground.agents.spec import label_of
from plyground.markup import html_cells, text_cell
from plyground.tournaments.game_record import GameRecord
from plyground.tournaments.repeats import counted_games, repeat_notes
from plyground.tournaments.standings import Standing, SweepRow, forfeit_notes, standings, sweep
from plyground.tournaments.statistics import Interval, Tally, first_player_tally, head_to_head

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions

NOTHING = "-"
NARROWEST = 10  # letters that an agent gets in a line at least
TEXT_WIDTH = 100  # columns of a table as text
GAP = 2  # letters between two columns
STAR = "* wins and losses differ at the 5% level (exact binomial test without the draws)"
INTERVALS = "Intervals are at 95%."
NO_INTERVALS = "A wider terminal shows intervals at 95%."
DIAGONAL = "Where an agent met itself: the score of the side that moved first."


@dataclass(frozen=True)
class Column:
    """A heading, how a cell is shown, and its fields for programs by suffix; None shows as -."""

    heading: str
    show: Callable[[Any], str] = str
    fields: Mapping[str, Callable[[Any], Any]] | None = None  # None: the cell as it is
    name: str = ""  # in CSV; the heading if empty
    words: bool = False  # set to the left and quoted, as words are; numbers go to the right
    brief: Callable[[Any], str] | None = None  # where there is little room
    key: bool = False  # it says, with the columns before it, whose row it is

    def text(self, cell: Any, brief: bool = False) -> str:
        """The cell for people."""
        show = self.brief if brief and self.brief is not None else self.show
        return NOTHING if cell is None else show(cell)

    def csv_names(self) -> list[str]:
        """Names of the fields."""
        name = self.name or self.heading
        return [f"{name} {suffix}".strip() for suffix in self.fields or ("",)]

    def csv_values(self, cell: Any) -> list[Any]:
        """The fields of a cell; empty where it says nothing."""
        if cell is None:
            return [""] * len(self.csv_names())
        return [get(cell) for get in self.fields.values()] if self.fields else [cell]


@dataclass(frozen=True)
class Table:
    """Rows of cells under columns, with a title and notes."""

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Any, ...], ...]
    notes: tuple[str, ...] = ()

    def texts(self, brief: bool = False) -> list[list[str]]:
        """Every row as people read it, a cell in several lines; or the shortest way."""
        return [
            [column.text(cell, brief) for column, cell in zip(self.columns, row, strict=True)]
            for row in self.rows
        ]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Any]:
        """For `rich`: the title, the table, briefer where the terminal is narrow, and the notes."""
        from rich.text import Text

        rows, remarks = self.texts(), self._remarks()
        if sum(self._widths(rows)) + GAP * len(self.columns) > options.max_width:
            rows = self.texts(brief=True)
            if any(column.brief for column in self.columns):
                remarks = tuple(remark.replace(INTERVALS, NO_INTERVALS) for remark in remarks)
        yield Text(self.title, style="bold")
        for places in self._blocks(self._widths(rows), options.max_width):
            yield self._drawn(rows, places)
        yield from map(Text, remarks)

    def _blocks(self, widths: list[int], room: int) -> Iterator[list[int]]:
        """The columns in as many tables as it takes, each with those that say whose row it is."""
        first = max((place + 1 for place, each in enumerate(self.columns) if each.key), default=1)
        block = list(range(first))
        for place in range(first, len(widths)):
            if len(block) > first and sum(widths[each] + GAP for each in (*block, place)) > room:
                yield block
                block = list(range(first))
            block.append(place)
        yield block

    def _drawn(self, rows: list[list[str]], places: list[int]) -> Any:
        from rich.box import SIMPLE_HEAD
        from rich.table import Table as RichTable
        from rich.text import Text

        drawn = RichTable(box=SIMPLE_HEAD, show_edge=False, padding=(0, GAP - 1, 0, 0))
        widths = self._widths(rows)
        for place in places:
            column = self.columns[place]
            side: Literal["left", "right"] = "left" if column.words else "right"
            drawn.add_column(
                Text(column.heading), justify=side, min_width=widths[place], overflow="fold"
            )
        for row in rows:
            drawn.add_row(*(Text(row[place]) for place in places))
        return drawn

    def _widths(self, rows: list[list[str]]) -> list[int]:
        """Letters that each column needs at least: words may be broken into lines."""
        widths = []
        for place, column in enumerate(self.columns):
            lines = [column.heading, *(line for row in rows for line in row[place].split("\n"))]
            widest = max(map(len, lines))
            widths.append(min(widest, NARROWEST) if column.words else widest)
        return widths

    def _remarks(self) -> tuple[str, ...]:
        return self.notes if self.rows else ("There are no games to show.",)

    def text(self) -> str:
        """As plain text, for a prompt."""
        from rich.console import Console

        text = io.StringIO()
        console = Console(
            file=text,
            width=TEXT_WIDTH,
            highlight=False,
            color_system=None,
            force_jupyter=False,  # which would show the table itself
        )
        console.print(self)
        return text.getvalue().rstrip()

    def markdown(self) -> str:
        """As Markdown: a title in bold, the table, and the notes."""
        headings = [_in_markdown(column.heading) for column in self.columns]
        rules = ["---" if column.words else "---:" for column in self.columns]
        rows = [
            [
                _code(cell) if column.words else _in_markdown(cell)
                for column, cell in zip(self.columns, row, strict=True)
            ]
            for row in self.texts()
        ]
        lines = [f"| {' | '.join(row)} |" for row in (headings, rules, *rows)]
        remarks = [_in_markdown(remark) for remark in self._remarks()]
        below = ["", "  \n".join(remarks)] if remarks else []  # two blanks break a line
        return "\n".join([f"**{_in_markdown(self.title)}**", "", *lines, *below, ""])

    def html(self) -> str:
        """As HTML for a notebook: a title in bold, the table, and the notes."""
        rows = (
            (
                text_cell(cell, "left" if column.words else "right")
                for column, cell in zip(self.columns, row, strict=True)
            )
            for row in self.texts()
        )
        table = html_cells([column.heading for column in self.columns], rows)
        below = "<br>".join(map(html.escape, self._remarks()))
        return f"<b>{html.escape(self.title)}</b>{table}<small>{below}</small>"

    def csv(self) -> str:
        """As CSV with a line of names; title and notes are left out."""
        written = io.StringIO()
        writer = csv.writer(written, lineterminator="\n")
        writer.writerow([name for column in self.columns for name in column.csv_names()])
        for row in self.rows:
            cells = zip(self.columns, row, strict=True)
            writer.writerow([value for column, cell in cells for value in column.csv_values(cell)])
        return written.getvalue()


def _in_markdown(text: str) -> str:
    for sign in "\\|*":
        text = text.replace(sign, f"\\{sign}")
    return text.replace("\n", " ")


def _code(text: str) -> str:
    """As a code span, which keeps every sign as it is; only a bar would still end the cell."""
    fence = "``" if "`" in text else "`"
    return f"{fence}{text}{fence}".replace("|", "\\|").replace("\n", " ")


# --- how cells are shown ----------------------------------------------------------------------


def percent(share: float) -> str:
    """As in `62%` or `62.5%`: tenths where they say something."""
    return f"{100 * share:.1f}".removesuffix(".0") + "%"


def percent_interval(found: Interval) -> str:
    """As in `62%`, and below it `(52 to 71)`."""
    return f"{percent(found.value)}\n({100 * found.low:.0f} to {100 * found.high:.0f})"


def signed_interval(found: Interval) -> str:
    """As in `+120`, and below it `± 45`."""
    return f"{found.value:+.0f}\n± {found.margin:.0f}"


def quantity(number: float) -> str:
    """Three digits, and thousands set apart, as in `0.0123`, `4.57`, `12,300`."""
    if number == 0 or abs(number) >= 100:
        return f"{number:,.0f}"
    return f"{number:.3g}"


def score_only(tally: Tally) -> str:
    """As in `62%*`, with the asterisk where wins and losses really differ."""
    return percent(tally.score.value) + ("*" if tally.significant else "")


def meeting(tally: Tally) -> str:
    """The score, its interval and the number of games, in a line each."""
    _, interval = percent_interval(tally.score).split("\n")
    return f"{score_only(tally)}\n{interval}\nof {tally.games}"


INTERVAL_FIELDS = {
    "": lambda found: found.value,
    "low": lambda found: found.low,
    "high": lambda found: found.high,
}
MEETING_FIELDS = {
    "score": lambda tally: tally.score.value,
    "low": lambda tally: tally.score.low,
    "high": lambda tally: tally.score.high,
    "games": lambda tally: tally.games,
    "p": lambda tally: tally.p_value,
}


def _spread(heading: str, show: Callable[[Any], str]) -> Column:
    return Column(heading, show, INTERVAL_FIELDS)


TALLY_COLUMNS = (
    Column("games"),
    Column("W", name="wins"),
    Column("D", name="draws"),
    Column("L", name="losses"),
)
AGENT = Column("agent", label_of, {"": label_of}, words=True, key=True)


def _tally_cells(tally: Tally) -> tuple[int, ...]:
    return tally.games, tally.wins, tally.draws, tally.losses


# --- the tables -------------------------------------------------------------------------------


def cross_table(records: Sequence[GameRecord]) -> Table:
    """How each agent scored against each other, the highest rating first."""
    results = head_to_head(records)
    order = [each.agent for each in standings(records)]
    columns = [
        Column(str(number), meeting, MEETING_FIELDS, label_of(name), brief=score_only)
        for number, name in enumerate(order, 1)
    ]
    rows = tuple(
        (number, agent, *(results.get((agent, opponent)) for opponent in order))
        for number, agent in enumerate(order, 1)
    )
    scores = f"Scores of the row against the column. {INTERVALS}"
    notes = (scores, STAR, *repeat_notes(records))
    notes += (DIAGONAL,) * any((agent, agent) in results for agent in order)
    return Table("Cross table", (Column("#"), AGENT, *columns), rows, notes)


def standings_table(records: Sequence[GameRecord]) -> Table:
    """Where each agent stands, the highest rating first; below it, how the first player did."""
    columns = (
        Column("#"),
        AGENT,
        *TALLY_COLUMNS,
        _spread("score", percent_interval),
        _spread("rating", signed_interval),
        Column("ms/move", quantity),
        Column("ms/win", quantity),
        Column("forfeit", name="forfeits"),
    )
    stand = standings(records)
    rows = tuple((number, *_standing_cells(each)) for number, each in enumerate(stand, 1))
    meaning = "Ratings are Elo around the pool's mean; forfeit: games lost that way."
    notes: tuple[str, ...] = (f"{meaning} {INTERVALS}",)
    first = first_player_tally(records)
    if first.games:
        star = "*" if first.significant else ""
        rate, low, high = first.win_rate
        won = f"{percent(rate)}{star} of {first.games} games ({100 * low:.0f} to {100 * high:.0f})"
        notes += (
            f"The first player won {won}.",
            *_mirror_notes(stand),
            *([STAR] if star else []),
        )
    notes += (*repeat_notes(records), *forfeit_notes(counted_games(records)))
    return Table("Standings", columns, rows, notes)


def _mirror_notes(stand: Sequence[Standing]) -> Iterator[str]:
    """Say rates by side and draws of each agent that met itself."""
    for each in stand:
        sides = each.itself
        if sides.games:
            rates = sides.win_rate, sides.swapped().win_rate, sides.draw_rate
            won, lost, drawn = (percent_interval(rate).replace("\n", " ") for rate in rates)
            yield (
                f"{label_of(each.agent)} against itself, {sides.games} games: the first player won "
                f"{won}, the second {lost}, drawn {drawn}."
            )


def _standing_cells(each: Standing) -> tuple[Any, ...]:
    return (
        each.agent,
        *(_tally_cells(each.tally) if each.tally.games else (None,) * len(TALLY_COLUMNS)),
        each.tally.score if each.tally.games else None,
        each.rating,
        each.effort.milliseconds_per_move,
        each.milliseconds_per_win,
        each.forfeits,
    )


def cost_table(records: Sequence[GameRecord]) -> Table:
    """What the agents spent on their moves, the highest rating first."""
    columns = (
        AGENT,
        Column("moves"),
        Column("ms/move", quantity),
        Column("nodes/move", quantity),
        Column("nodes/s", quantity),
        Column("ms/win", quantity),
    )
    rows = tuple(
        (
            each.agent,
            each.effort.moves,
            each.effort.milliseconds_per_move,
            each.effort.nodes_per_move,
            each.effort.nodes_per_second,
            each.milliseconds_per_win,
        )
        for each in standings(records)
    )
    return Table("Cost of moves", columns, rows, repeat_notes(records))


def sweep_table(records: Sequence[GameRecord], parameter: str, agent: str | None = None) -> Table:
    """How an agent does as one parameter changes; see `plyground.tournaments.standings.sweep`."""
    columns = (
        Column(parameter),
        *TALLY_COLUMNS,
        _spread("win rate", percent_interval),
        Column("p", lambda p: f"{p:.3f}" if p >= 0.001 else "<0.001"),
        Column("ms/move", quantity),
        Column("ms/win", quantity),
        Column("eta", lambda eta: f"{eta:+.2f}"),
    )
    rows = tuple(map(_sweep_cells, sweep(records, parameter, agent)))
    notes = (
        INTERVALS,
        "p: exact binomial test of wins against losses. ms/win: time for each win.",
        "eta: win rate less time spent, as a share of the most that any setting spent.",
        *repeat_notes(records),
    )
    return Table(f"By {parameter}", columns, rows, notes)


def _sweep_cells(row: SweepRow) -> tuple[Any, ...]:
    return (
        row.setting,
        *_tally_cells(row.tally),
        row.tally.win_rate,
        row.tally.p_value,
        row.effort.milliseconds_per_move,
        row.milliseconds_per_win,
        row.efficiency,
    )
