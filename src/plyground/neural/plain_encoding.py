"""
Planes for a game that declares none: what its `cells` say of the board, and its legal moves.

    channel  0  the board                3  cells that a legal move begins with
             1  own pieces               4  all cells, if the second player is to move
             2  their pieces             5  the first of the other kinds of pieces, and so on

Rows count from the bottom. The rows of a hexagon lean, so that neighbours are always the same steps
away. A move belongs to the first cell that its notation names, as in `c3` or `c3-e3`; of several
such moves each has a plane of the policy. A move without a cell, as a pass, has a slot of its own.

Machine code calls `cells` as it stands in the game's class. It may use the parameters of the game
and nothing else of `self`; where Numba cannot compile it, self-play runs interpreted.
"""

from __future__ import annotations

import functools
from collections import Counter, namedtuple
from typing import Any, NamedTuple

import numpy as np

from plyground.errors import PlygroundError, UnsupportedError
from plyground.game import Game
from plyground.kernel import compiled
from plyground.neural.encoding import Encoding
from plyground.shapes import Hexagon, Rhombus, Shape
from plyground.vocabulary import Move

OWN_CHANNELS = 5  # before those of other kinds of pieces


@compiled
class PlainEncoder(NamedTuple):
    """Writes positions of any game into planes."""

    board: Any  # has the game's parameters and `cells`
    rows: Any  # [cell]
    columns: Any  # [cell]
    slots: Any  # [move]
    first_cells: Any  # [move]: -1 for none
    moves: int  # at most, in a position

    def fill_planes(self, position: Any, planes: Any) -> None:
        """The pieces, the legal moves, and whose turn it is."""
        planes[:] = 0.0
        cells, mover = self.board.cells(position), position.player()
        for cell in range(len(self.rows)):
            row, column, piece = int(self.rows[cell]), int(self.columns[cell]), cells[cell]
            planes[0, row, column] = 1.0
            planes[4, row, column] = float(mover)
            if piece == 1 or piece == 2:
                planes[1 if piece - 1 == mover else 2, row, column] = 1.0
            elif piece > 2:
                planes[2 + piece, row, column] = 1.0
        legal = np.zeros(self.moves, np.int64)
        for i in range(position.fill_moves(legal)):
            cell = int(self.first_cells[int(legal[i])])
            if cell >= 0:
                planes[3, int(self.rows[cell]), int(self.columns[cell])] = 1.0

    def slot(self, position: Any, move: Move) -> int:
        """The place of the move's first cell, in the plane of such moves."""
        return int(self.slots[move])


@functools.cache
def _board_class(game_class: type[Game[Any]], names: tuple[str, ...]) -> Any:
    """A NamedTuple of the game's parameters that has its `cells`."""
    make: Any = namedtuple  # known only now, so not to mypy
    made = make(f"{game_class.__name__}Board", [*names, "cell_count"])
    made.__module__ = game_class.__module__
    made.cells = game_class.cells
    return compiled(made)


def _board_of(game: Game[Any]) -> Any:
    """The game as far as machine code knows it; `UnsupportedError` if that is too little."""
    values = {known.name: getattr(game, known.name) for known in game.parameters}
    whole = {name: int(value) for name, value in values.items() if isinstance(value, int)}
    board = _board_class(type(game), tuple(whole))(*whole.values(), game.shape.cell_count)
    start = game.start()
    try:
        same = list(board.cells(start)) == list(game.cells(start))
    except AttributeError:
        same = False
    if not same:
        raise UnsupportedError(
            f"no network can play {game}: it declares no encoding, and its `cells` uses more of "
            "`self` than the game's parameters; write it without, or declare an encoding"
        )
    return board


def places_of(shape: Shape) -> list[tuple[int, int]]:
    """Row and column of each cell, such that neighbours are always the same steps away."""
    found = {}
    for row, cells in enumerate(reversed(shape.rows)):
        lean = max(0, shape.radius - row) if isinstance(shape, Hexagon) else 0
        for column, cell in enumerate(cells):
            found[cell] = (row, column + lean)
    return [found[cell] for cell in range(shape.cell_count)]


def first_cell(game: Game[Any], move: Move) -> int | None:
    """The first cell that the notation names; -1 if it names none, None for what is no move."""
    try:
        cell = game.shape.cell(game.format_move(move).split("-")[0])
    except (PlygroundError, LookupError, StopIteration, ValueError, TypeError):
        return None
    return -1 if cell is None else cell


def plain_encoding(game: Game[Any]) -> Encoding:
    """The encoding that every game has."""
    places = places_of(game.shape)
    height, width = (1 + max(each) for each in zip(*places, strict=True))
    firsts = [first_cell(game, move) for move in range(game.move_limit)]
    planes = max([1, *Counter(cell for cell in firsts if cell is not None and cell >= 0).values()])
    slots, extra, used = [0] * len(firsts), 0, Counter[int]()
    for move, cell in enumerate(firsts):
        if cell is not None and cell >= 0:
            row, column = places[cell]
            slots[move] = (used[cell] * height + row) * width + column
            used[cell] += 1
        elif cell is not None:
            slots[move] = planes * height * width + extra
            extra += 1
    encoder = PlainEncoder(
        _board_of(game),
        np.array([row for row, _ in places], np.int64),
        np.array([column for _, column in places], np.int64),
        np.array(slots, np.int64),
        np.array([-1 if cell is None else cell for cell in firsts], np.int64),
        game.max_moves,
    )
    return Encoding(
        "plain-1",
        encoder,
        OWN_CHANNELS + len(game.symbols) - 2,
        height,
        width,
        planes,
        extra,
        owners=True,
        hexagonal=isinstance(game.shape, Hexagon | Rhombus),
    )
