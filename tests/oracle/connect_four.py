"""The oracle of Connect Four.

A cell is (column, row), both from 0, row 0 at the bottom, so (0, 0) is `a1`. A move is
the number of a column, counted from 1 at the left.
"""

from __future__ import annotations

from oracle import EMPTY, Oracle, cell_name

# Right, up, up-right and down-right: with every cell tried as a start, these are all lines.
DIRECTIONS = [(1, 0), (0, 1), (1, 1), (1, -1)]

Cell = tuple[int, int]


class ConnectFour(Oracle):
    """Discs fall to the lowest empty cell of a column; four in a line win."""

    def __init__(
        self,
        width: int = 7,
        height: int = 6,
        board: dict[Cell, int] | None = None,
        turn: int = 0,
    ) -> None:
        if board is None:
            board = {(column, row): EMPTY for row in range(height) for column in range(width)}
        self.width = width
        self.height = height
        self.board = board
        self.turn = turn

    def legal_moves(self) -> list[str]:
        """The columns with room left; none once the game is over."""
        if self.winner() is not None:
            return []
        top = self.height - 1
        return [str(c + 1) for c in range(self.width) if self.board[(c, top)] == EMPTY]

    def play(self, move: str) -> ConnectFour:
        """The position with the mover's disc on top of the column `move`."""
        column = int(move) - 1
        row = 0
        while self.board[(column, row)] != EMPTY:
            row += 1
        board = dict(self.board)
        board[(column, row)] = self.player() + 1
        return ConnectFour(self.width, self.height, board, self.turn + 1)

    def player(self) -> int:
        """The player whose turn comes next; X is 0."""
        return self.turn % 2

    def winner(self) -> int | str | None:
        """The owner of four in a line, "draw" on a full board, else None."""
        for cell, piece in self.board.items():
            if piece != EMPTY and any(self._four_from(cell, step) for step in DIRECTIONS):
                return piece - 1
        return None if EMPTY in self.board.values() else "draw"

    def cells(self) -> dict[str, int]:
        """Every cell by name, with its disc."""
        return {cell_name(column, row): piece for (column, row), piece in self.board.items()}

    def _four_from(self, start: Cell, step: Cell) -> bool:
        """Whether the four cells from `start` along `step` hold discs of one colour."""
        for distance in range(4):
            cell = (start[0] + distance * step[0], start[1] + distance * step[1])
            if self.board.get(cell) != self.board[start]:
                return False
        return True
