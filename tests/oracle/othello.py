"""The oracle of Othello.

A cell is (column, row), both from 0, row 0 at the top, so (0, 0) is `a1`. Black is player 0.

    a1 b1 c1 d1      . . . .
    a2 b2 c2 d2      . W B .
    a3 b3 c3 d3      . B W .
    a4 b4 c4 d4      . . . .
"""

from __future__ import annotations

from oracle import EMPTY, Oracle, cell_name

BLACK = 1
WHITE = 2
DIRECTIONS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]

Cell = tuple[int, int]


def parse_cell(text: str) -> Cell:
    """The (column, row) of a cell's name: `d3` is (3, 2)."""
    return (ord(text[0]) - ord("a"), int(text[1:]) - 1)


def first_board(size: int) -> dict[Cell, int]:
    """Four discs in the middle, equal colours on a diagonal."""
    board = {(column, row): EMPTY for row in range(size) for column in range(size)}
    low, high = size // 2 - 1, size // 2
    board[(low, low)] = board[(high, high)] = WHITE
    board[(low, high)] = board[(high, low)] = BLACK
    return board


class Othello(Oracle):
    """A disc must enclose enemy discs, which change their colour; most discs win."""

    def __init__(self, size: int = 8, board: dict[Cell, int] | None = None, mover: int = 0) -> None:
        self.size = size
        self.board = first_board(size) if board is None else board
        self.mover = mover

    def legal_moves(self) -> list[str]:
        """The cells that enclose something; else a pass, unless the other could not move either."""
        own = self.places(self.mover)
        if own:
            return [cell_name(*cell) for cell in own]
        return ["pass"] if self.places(1 - self.mover) else []

    def play(self, move: str) -> Othello:
        """The position after a disc on a cell such as `d3`, or after `pass`."""
        board = dict(self.board)
        if move != "pass":
            cell = parse_cell(move)
            for enclosed in [cell, *self.enclosed(cell, self.mover)]:
                board[enclosed] = self.mover + 1
        return Othello(self.size, board, 1 - self.mover)

    def player(self) -> int:
        """The player whose turn comes next; Black is 0."""
        return self.mover

    def winner(self) -> int | str | None:
        """Who has more discs once nobody can move, "draw" if neither has, else None."""
        if self.places(0) or self.places(1):
            return None
        black, white = (list(self.board.values()).count(colour) for colour in (BLACK, WHITE))
        return "draw" if black == white else int(white > black)

    def cells(self) -> dict[str, int]:
        """Every cell by name, with its disc."""
        return {cell_name(*cell): disc for cell, disc in self.board.items()}

    def places(self, player: int) -> list[Cell]:
        """The empty cells where a disc of the player would enclose something."""
        empty = [cell for cell, disc in self.board.items() if disc == EMPTY]
        return [cell for cell in empty if self.enclosed(cell, player)]

    def enclosed(self, start: Cell, player: int) -> list[Cell]:
        """The enemy discs between `start` and discs of the player, in all directions."""
        found: list[Cell] = []
        for right, down in DIRECTIONS:
            line: list[Cell] = []
            column, row = start[0] + right, start[1] + down
            while self.board.get((column, row)) == 2 - player:
                line.append((column, row))
                column, row = column + right, row + down
            if self.board.get((column, row)) == 1 + player:
                found += line
        return found
