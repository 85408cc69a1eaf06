"""The oracle of tic-tac-toe. X is player 0; a move is the name of a cell.

The cells:

    a3 b3 c3
    a2 b2 c2
    a1 b1 c1
"""

from __future__ import annotations

from oracle import EMPTY, Oracle

CELLS = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]

LINES = [
    ["a1", "b1", "c1"],
    ["a2", "b2", "c2"],
    ["a3", "b3", "c3"],
    ["a1", "a2", "a3"],
    ["b1", "b2", "b3"],
    ["c1", "c2", "c3"],
    ["a1", "b2", "c3"],
    ["a3", "b2", "c1"],
]


class TicTacToe(Oracle):
    """Three by three cells; three in a line win, a full board without a line is a draw."""

    def __init__(self, board: dict[str, int] | None = None, turn: int = 0) -> None:
        self.board = dict.fromkeys(CELLS, EMPTY) if board is None else board
        self.turn = turn

    def legal_moves(self) -> list[str]:
        """The empty cells; none once the game is over."""
        if self.winner() is not None:
            return []
        return [cell for cell in CELLS if self.board[cell] == EMPTY]

    def play(self, move: str) -> TicTacToe:
        """The position with the mover's piece on the cell `move`."""
        board = dict(self.board)
        board[move] = self.player() + 1
        return TicTacToe(board, self.turn + 1)

    def player(self) -> int:
        """The player whose turn comes next; X is 0."""
        return self.turn % 2

    def winner(self) -> int | str | None:
        """The owner of a full line, "draw" on a full board, else None."""
        for line in LINES:
            pieces = {self.board[cell] for cell in line}
            if pieces in ({1}, {2}):
                return pieces.pop() - 1
        return None if EMPTY in self.board.values() else "draw"

    def cells(self) -> dict[str, int]:
        """Every cell by name, with its piece."""
        return dict(self.board)
