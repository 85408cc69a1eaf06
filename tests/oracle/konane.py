"""The oracle of Konane.

A square is (column, row), both from 0, row 0 at the bottom, so (0, 0) is `a1`. The square
at the top left is black, and colours alternate from there. Black is player 0.

    a4 b4 c4 d4      B W B W
    a3 b3 c3 d3      W B W B
    a2 b2 c2 d2      B W B W
    a1 b1 c1 d1      W B W B
"""

from __future__ import annotations

from oracle import EMPTY, Oracle, cell_name

BLACK = 1
WHITE = 2
DIRECTIONS = [(0, 1), (0, -1), (-1, 0), (1, 0)]

Square = tuple[int, int]


def parse_square(text: str) -> Square:
    """The (column, row) of a square's name: `d5` is (3, 4)."""
    return (ord(text[0]) - ord("a"), int(text[1:]) - 1)


def neighbour(square: Square, direction: Square) -> Square:
    """The next square in a direction, which may lie off the board."""
    return (square[0] + direction[0], square[1] + direction[1])


def full_board(rows: int, columns: int) -> dict[Square, int]:
    """A stone on every square, coloured by the square."""
    board = {}
    for column in range(columns):
        for row in range(rows):
            row_from_top = rows - row
            is_black = (row_from_top + column + 1) % 2 == 0
            board[(column, row)] = BLACK if is_black else WHITE
    return board


class Konane(Oracle):
    """Each side removes one stone, then they jump; who cannot move has lost."""

    def __init__(
        self,
        size: int = 8,
        jumps: str = "multi",
        opening: str = "standard",
        rows: int | None = None,
        columns: int | None = None,
        board: dict[Square, int] | None = None,
        turn: int = 0,
    ) -> None:
        assert jumps in ("multi", "single")
        assert opening in ("standard", "free")
        self.rows = rows or size
        self.columns = columns or size
        self.jumps = jumps
        self.opening = opening
        self.board = full_board(self.rows, self.columns) if board is None else board
        self.turn = turn

    def legal_moves(self) -> list[str]:
        """The removals on the first two turns, the jumps afterwards."""
        if self.turn == 0:
            return [cell_name(*square) for square in self._first_removals()]
        if self.turn == 1:
            return [cell_name(*square) for square in self._second_removals()]
        return [
            f"{cell_name(*start)}-{cell_name(*end)}"
            for start, stone in self.board.items()
            if stone == self.player() + 1
            for direction in DIRECTIONS
            for end in self._landings(start, direction)
        ]

    def play(self, move: str) -> Konane:
        """The position after a removal such as `d5` or a jump such as `c3-e3`."""
        board = dict(self.board)
        if "-" in move:
            start, end = (parse_square(text) for text in move.split("-"))
            # A jump is straight, and all that lies on its way besides its own landings,
            # which are empty already, is jumped over.
            for square in squares_from_to(start, end):
                board[square] = EMPTY
            board[end] = self.player() + 1
        else:
            board[parse_square(move)] = EMPTY
        size = (self.rows, self.columns)
        return Konane(0, self.jumps, self.opening, *size, board, self.turn + 1)

    def player(self) -> int:
        """The player whose turn comes next; Black is 0."""
        return self.turn % 2

    def winner(self) -> int | str | None:
        """The opponent of a player who cannot move, else None; there are no draws."""
        return None if self.legal_moves() else 1 - self.player()

    def cells(self) -> dict[str, int]:
        """Every square by name, with its stone."""
        return {cell_name(*square): stone for square, stone in self.board.items()}

    def _first_removals(self) -> list[Square]:
        """The black stones that Black may take off the full board."""
        black = [square for square, stone in self.board.items() if stone == BLACK]
        if self.opening == "free":
            return black
        corners = {(column, row) for column in (0, self.columns - 1) for row in (0, self.rows - 1)}
        middle = {
            (column, row) for column in middle_of(self.columns) for row in middle_of(self.rows)
        }
        return [square for square in black if square in corners | middle]

    def _second_removals(self) -> list[Square]:
        """The white stones beside the one hole."""
        (hole,) = (square for square, stone in self.board.items() if stone == EMPTY)
        beside = [neighbour(hole, direction) for direction in DIRECTIONS]
        return [square for square in beside if self.board.get(square) == WHITE]

    def _landings(self, start: Square, direction: Square) -> list[Square]:
        """Every square where the stone on `start` may stop when it jumps in a direction."""
        enemy = WHITE if self.board[start] == BLACK else BLACK
        landings: list[Square] = []
        here = start
        while True:
            over = neighbour(here, direction)
            beyond = neighbour(over, direction)
            # Off the board `get` returns None, which is neither an enemy nor empty.
            if self.board.get(over) != enemy or self.board.get(beyond) != EMPTY:
                return landings
            landings.append(beyond)
            if self.jumps == "single":
                return landings
            here = beyond


def middle_of(lines: int) -> list[int]:
    """The line in the middle, or the two."""
    return [lines // 2] if lines % 2 else [lines // 2 - 1, lines // 2]


def squares_from_to(start: Square, end: Square) -> list[Square]:
    """The squares of a straight line, both ends included."""
    columns = range(min(start[0], end[0]), max(start[0], end[0]) + 1)
    rows = range(min(start[1], end[1]), max(start[1], end[1]) + 1)
    return [(column, row) for column in columns for row in rows]
