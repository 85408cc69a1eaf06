"""
The shapes of boards: how cells are numbered, named, and where they lie.

A shape knows nothing of games or of drawing. Cells are numbered from 0; `rows` lists them the
way a person reads the board, from the top. Positions on paper are in units of one cell, x to
the right and y downward.

    Grid(3, 3)      6 7 8     a3 b3 c3        Grid(3, 2, drop=True)      3 4 5
                    3 4 5     a2 b2 c2        (labelled by column)       0 1 2
                    0 1 2     a1 b1 c1                                   1 2 3

    Hexagon(1)       5 6       c1 c2          Rhombus(3)         6 7 8      a3 b3 c3
                    2 3 4     b1 b2 b3                          3 4 5      a2 b2 c2
                     0 1       a1 a2                           0 1 2      a1 b1 c1
"""

from __future__ import annotations

import functools
import math
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

    @functools.cached_property
    def cell_count(self) -> int:
        """How many cells there are."""
        return sum(map(len, self.rows))

    def shaded(self, cell: int) -> bool:
        """Whether the cell is one of the dark ones of a checkered board."""
        return False

    def sides(self) -> tuple[tuple[int, tuple[Point, ...]], ...]:
        """Borders that belong to a player: the player and the points of a line along it."""
        return ()

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
    checkered: bool = False
    dark: bool = False  # whether the corner a1 of a checkered grid is

    def shaded(self, cell: int) -> bool:
        """Every other cell of a checkered grid."""
        return self.checkered and sum(divmod(cell, self.columns)) % 2 == (not self.dark)

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


ROW_HEIGHT = math.sqrt(3) / 2  # between the rows of hexagons that are one unit wide


def _hexagon_around(centre: Point) -> tuple[Point, ...]:
    """The corners of a hexagon of width 1 that stands on a corner."""
    x, y = centre
    radius = 1 / math.sqrt(3)
    angles = (math.radians(60 * corner + 30) for corner in range(6))
    return tuple((x + radius * math.cos(a), y + radius * math.sin(a)) for a in angles)


def _height_of(rows: int) -> float:
    return (rows - 1) * ROW_HEIGHT + 2 / math.sqrt(3)


@dataclass(frozen=True)
class Hexagon(Shape):
    """Hexagonal tiles around a centre; rows are lettered from the bottom, tiles numbered."""

    radius: int

    @functools.cached_property
    def _starts(self) -> tuple[int, ...]:
        """The first cell of every row from the bottom, and one past the last."""
        starts = [0]
        for row in range(2 * self.radius + 1):
            starts.append(starts[-1] + 2 * self.radius + 1 - abs(self.radius - row))
        return tuple(starts)

    def place(self, cell: int) -> tuple[int, int]:
        """Row from the bottom and place from the left, both from 0."""
        row = next(r for r, start in enumerate(self._starts[1:]) if cell < start)
        return row, cell - self._starts[row]

    def cell_at(self, row: int, place: int) -> int:
        """The cell there; the inverse of `place`."""
        return self._starts[row] + place

    def cube(self, cell: int) -> tuple[int, int, int]:
        """Cube coordinates x, y, z: they add up to 0, and y counts rows from the centre."""
        row, place = self.place(cell)
        y = row - self.radius
        x = place - self.radius + max(0, -y)
        return x, y, -x - y

    @functools.cached_property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The tiles row by row, from the top."""
        bounds = zip(self._starts, self._starts[1:], strict=False)
        return tuple(tuple(range(low, high)) for low, high in reversed(list(bounds)))

    def name(self, cell: int) -> str:
        """Letter of the row and number within it, `a1` at the bottom left."""
        row, place = self.place(cell)
        return f"{column_letters(row)}{place + 1}"

    def centre(self, cell: int) -> Point:
        """Rows are shifted by half a tile against each other."""
        row, place = self.place(cell)
        return place + 0.5 + abs(self.radius - row) / 2, self._row_y(row)

    def _row_y(self, row: int) -> float:
        return 1 / math.sqrt(3) + (2 * self.radius - row) * ROW_HEIGHT

    def outline(self, cell: int) -> tuple[Point, ...]:
        """The six corners of the tile."""
        return _hexagon_around(self.centre(cell))

    def labels(self) -> tuple[Label, ...]:
        """The letter of each row to its left, the number of its last tile to its right."""
        found = []
        for row in range(2 * self.radius + 1):
            left = abs(self.radius - row) / 2
            length = self._starts[row + 1] - self._starts[row]
            found.append(Label(column_letters(row), left - 0.5, self._row_y(row)))
            found.append(Label(str(length), left + length + 0.5, self._row_y(row)))
        return tuple(found)

    @property
    def extent(self) -> Point:
        """As wide as the middle row."""
        return float(2 * self.radius + 1), _height_of(2 * self.radius + 1)

    def turned(self, cell: int, symmetry: int) -> int:
        """Where a tile goes: 0 to 5 turn it by 60 degrees each, 6 to 11 mirror it first."""
        x, y, z = self.cube(cell)
        if symmetry >= 6:
            x, z = z, x
        for _ in range(symmetry % 6):
            x, y, z = -z, -x, -y
        return self.cell_at(y + self.radius, x + self.radius - max(0, -y))


@dataclass(frozen=True)
class Rhombus(Shape):
    """Hexagonal cells in a rhombus; the first player joins bottom and top, the second the sides."""

    size: int

    @functools.cached_property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The cells row by row, from the top."""
        n = self.size
        return tuple(tuple(range(r * n, r * n + n)) for r in reversed(range(n)))

    def name(self, cell: int) -> str:
        """Letter of the column and number of the row, `a1` bottom left."""
        row, column = divmod(cell, self.size)
        return f"{column_letters(column)}{row + 1}"

    def centre(self, cell: int) -> Point:
        """Each row is shifted by half a cell to the right of the one below."""
        row, column = divmod(cell, self.size)
        return column + 0.5 + row / 2, self._row_y(row)

    def _row_y(self, row: int) -> float:
        return 1 / math.sqrt(3) + (self.size - 1 - row) * ROW_HEIGHT

    def outline(self, cell: int) -> tuple[Point, ...]:
        """The six corners of the cell."""
        return _hexagon_around(self.centre(cell))

    def labels(self) -> tuple[Label, ...]:
        """Letters below the bottom row, numbers to the left of each row."""
        below = _height_of(self.size) + 0.35
        letters = [Label(column_letters(c), c + 0.5, below) for c in range(self.size)]
        numbers = [Label(str(r + 1), r / 2 - 0.5, self._row_y(r)) for r in range(self.size)]
        return (*letters, *numbers)

    @property
    def extent(self) -> Point:
        """The rows lean to the right."""
        return self.size + (self.size - 1) / 2, _height_of(self.size)

    def sides(self) -> tuple[tuple[int, tuple[Point, ...]], ...]:
        """Bottom and top belong to the first player, left and right to the second."""
        n = self.size
        low, high = range(n), range(n * (n - 1), n * n)
        left, right = range(0, n * n, n), range(n - 1, n * n, n)
        return (
            (0, tuple(p for c in low for p in self._corners(c, 2, 1, 0))),
            (0, tuple(p for c in high for p in self._corners(c, 3, 4, 5))),
            (1, tuple(p for c in left for p in self._corners(c, 2, 3, 3))),
            (1, tuple(p for c in right for p in self._corners(c, 0, 5, 5))),
        )

    def _corners(self, cell: int, *which: int) -> tuple[Point, ...]:
        outline = self.outline(cell)
        return tuple(outline[corner] for corner in which)
