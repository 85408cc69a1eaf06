"""
The shapes of boards: how cells are numbered, named, and where they lie.

A shape knows nothing of games or of drawing. Cells are numbered from 0; `rows` lists them the
way a person reads the board, from the top. Positions on paper are in units of one cell, x to
the right and y downward.

    Grid(3, 3)      6 7 8     a3 b3 c3        Grid(3, 2, drop=True)      3 4 5
                    3 4 5     a2 b2 c2        (named by column)          0 1 2
                    0 1 2     a1 b1 c1                                   1 2 3
"""

from __future__ import annotations

import functools
from abc import ABC, abstractmethod
from dataclasses import dataclass
from string import ascii_lowercase

Point = tuple[float, float]


def column_letters(column: int) -> str:
    """`a` to `z`, then `aa`, `ab` and so on."""
    before, last = divmod(column, 26)
    return (column_letters(before - 1) if before else "") + ascii_lowercase[last]


@dataclass(frozen=True)
class Label:
    """A coordinate written beside the board, centred at (x, y)."""

    text: str
    x: float
    y: float


class Shape(ABC):
    """Cells with names and places. Subclasses are frozen dataclasses."""

    @property
    @abstractmethod
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The cells row by row, from the top, left to right."""

    @abstractmethod
    def name(self, cell: int) -> str:
        """What people call the cell."""

    @abstractmethod
    def centre(self, cell: int) -> Point:
        """Where the middle of the cell lies."""

    @abstractmethod
    def outline(self, cell: int) -> tuple[Point, ...]:
        """The corners of the cell."""

    @abstractmethod
    def labels(self) -> tuple[Label, ...]:
        """The coordinates around the board."""

    @property
    @abstractmethod
    def extent(self) -> Point:
        """Width and height of all cells together."""

    @property
    def cell_count(self) -> int:
        """How many cells there are."""
        return sum(map(len, self.rows))

    def cell(self, name: str) -> int | None:
        """The cell of that name, None if there is none."""
        return self._cells_by_name.get(name.lower())

    @functools.cached_property
    def _cells_by_name(self) -> dict[str, int]:
        return {self.name(cell): cell for cell in range(self.cell_count)}


@dataclass(frozen=True)
class Grid(Shape):
    """Squares in columns and rows; in a drop grid pieces fall and moves are columns."""

    columns: int
    height: int
    drop: bool = False

    @functools.cached_property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The cells row by row, from the top."""
        numbered = range(self.columns * self.height)
        lines = [numbered[r * self.columns : (r + 1) * self.columns] for r in range(self.height)]
        return tuple(tuple(line) for line in reversed(lines))

    def name(self, cell: int) -> str:
        """Letter of the column and number of the row, `a1` bottom left."""
        row, column = divmod(cell, self.columns)
        return f"{column_letters(column)}{row + 1}"

    def centre(self, cell: int) -> Point:
        """The middle of the square."""
        row, column = divmod(cell, self.columns)
        return column + 0.5, self.height - row - 0.5

    def outline(self, cell: int) -> tuple[Point, ...]:
        """The four corners of the square."""
        x, y = self.centre(cell)
        return (x - 0.5, y - 0.5), (x + 0.5, y - 0.5), (x + 0.5, y + 0.5), (x - 0.5, y + 0.5)

    def labels(self) -> tuple[Label, ...]:
        """Letters below and numbers to the left; a drop grid has column numbers above."""
        if self.drop:
            return tuple(Label(str(c + 1), c + 0.5, -0.35) for c in range(self.columns))
        letters = [
            Label(column_letters(c), c + 0.5, self.height + 0.35) for c in range(self.columns)
        ]
        numbers = [Label(str(self.height - r), -0.35, r + 0.5) for r in range(self.height)]
        return (*letters, *numbers)

    @property
    def extent(self) -> Point:
        """Columns and rows."""
        return float(self.columns), float(self.height)

    def turned(self, cell: int, symmetry: int) -> int:
        """Where a cell of a square grid goes under its symmetry 0 (the identity) to 7."""
        assert self.columns == self.height
        row, column = divmod(cell, self.columns)
        if symmetry & 1:
            column = self.columns - 1 - column
        if symmetry & 2:
            row = self.height - 1 - row
        if symmetry & 4:
            row, column = column, row
        return row * self.columns + column
