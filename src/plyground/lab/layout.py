"""Tables in the reports' own layout: their rows and columns, in each cell both numbers and a state.

level  evaluations    branching factor
1      365 / 365 ✓    6.47 / 6.47 ✓
3      27 / 27 ✓      8.08 / 8.71 ≠
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from plyground.lab.findings import DataTable
from plyground.lab.sources import Source
from plyground.lab.verdicts import State, Verdict
from plyground.lab.writing import NOTHING, brief_text, cell_text, number_text
from plyground.tournaments.tables import Column, Table

SIGNS: dict[State, str] = {
    "reproduced": "✓",
    "consistent": "≈",
    "differs": "≠",
    "undecided": "?",
    "not comparable": "–",  # noqa: RUF001
    "not run": "·",
}
LEGEND = f"Report / ours: {', '.join(f'{sign} {state}' for state, sign in SIGNS.items())}."


class Cell(NamedTuple):
    """Both numbers, and how they agree."""

    text: str
    state: State

    def __str__(self) -> str:
        """As in `8.08 / 8.71 ≠`."""
        return f"{self.text} {SIGNS[self.state]}"


@dataclass(frozen=True)
class Layout:
    """A table of a report; a cell that the report does not have is None."""

    columns: tuple[str, ...]  # the first names the rows
    rows: tuple[tuple[str, tuple[Cell | None, ...]], ...]


def layout_of(source: Source, verdicts: Iterable[Verdict]) -> Layout | None:
    """Return the source's table, or None if it has claims alone; other verdicts are left out."""
    numbers = [number for number in source.numbers if number.column]
    columns = tuple(dict.fromkeys(number.column for number in numbers))
    rows = dict.fromkeys(number.row for number in numbers)
    judged = {(each.number.report, each.number.key): each for each in verdicts}
    if not columns:
        return None
    each = next(number.each for number in numbers)
    places = {(number.row, number.column): (number.report, number.key) for number in numbers}
    cells = (
        (row, tuple(_cell(judged.get(places[row, column])) for column in columns)) for row in rows
    )
    return Layout((each, *columns), tuple(cells))


def _cell(verdict: Verdict | None) -> Cell | None:
    if verdict is None:
        return None
    return Cell(f"{number_text(verdict.number)} / {brief_text(verdict)}", verdict.state)


# --- on the terminal --------------------------------------------------------------------------


def layout_table(title: str, layout: Layout) -> Table:
    """Return a layout as a table for the terminal."""
    rows = tuple((row, *(str(cell or NOTHING) for cell in cells)) for row, cells in layout.rows)
    return _table(title, layout.columns, rows)


def data_table(table: DataTable) -> Table:
    """Return a table of a result as one for the terminal."""
    rows = tuple(tuple(map(cell_text, row)) for row in table.rows)
    return _table(table.title, table.columns, rows, table.note)


def _table(
    title: str, columns: tuple[str, ...], rows: tuple[tuple[str, ...], ...], note: str = ""
) -> Table:
    first, *others = columns
    headed = (Column(first, words=True, key=True), *map(Column, others))
    return Table(title, headed, rows, (note,) if note else ())
