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


def full_board(size: int) -> dict[Square, int]:
    """A stone on every square, coloured by the square."""
    board = {}
    for column in range(size):
        for row in range(size):
            row_from_top = size - row
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
        board: dict[Square, int] | None = None,
        turn: int = 0,
    ) -> None:
        assert jumps in ("multi", "single")
        assert opening in ("standard", "free")
        self.size = size
        self.jumps = jumps
        self.opening = opening
        self.board = full_board(size) if board is None else board
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
        return Konane(self.size, self.jumps, self.opening, board, self.turn + 1)

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
        edges = (0, self.size - 1)
        middle = (self.size // 2 - 1, self.size // 2)
        return [
            (column, row)
            for column, row in black
            if (column in edges and row in edges) or (column in middle and row in middle)
        ]

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


def squares_from_to(start: Square, end: Square) -> list[Square]:
    """The squares of a straight line, both ends included."""
    columns = range(min(start[0], end[0]), max(start[0], end[0]) + 1)
    rows = range(min(start[1], end[1]), max(start[1], end[1]) + 1)
    return [(column, row) for column in columns for row in rows]
