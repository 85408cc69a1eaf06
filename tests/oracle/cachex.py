"""The oracle of Cachex.

A cell is (r, q), both from 0, r upward and q to the right; its name is the letter of q and
the number r + 1, so (1, 3) is `d2`. Each row is set half a cell to the right of the one
below. Red is player 0 and joins the bottom to the top, Blue is player 1 and joins the left
to the right.

        a3 b3 c3
      a2 b2 c2
    a1 b1 c1

Boards are kept after every move, for the rule of repetition. The empty board at the
start is not among them: a stone just placed always stays, so no board is empty again.
Boards are compared by their stones alone, whoever is to move.
"""

from __future__ import annotations

from oracle import EMPTY, Oracle, cell_name

RED = 1
BLUE = 2
STEPS = [(1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)]  # s0 to s5, as (r, q)
STEAL = "steal"
REPETITIONS_FOR_DRAW = 7
TURNS_FOR_DRAW = 343

Cell = tuple[int, int]
Board = dict[Cell, int]


def add(*vectors: Cell) -> Cell:
    """The sum of a cell and steps from it, which may lie off the board."""
    return (sum(r for r, _ in vectors), sum(q for _, q in vectors))


def parse_cell(text: str) -> Cell:
    """The (r, q) of a cell's name: `d2` is (1, 3)."""
    return (int(text[1:]) - 1, ord(text[0]) - ord("a"))


def captured_by(board: Board, placed: Cell) -> set[Cell]:
    """The enemy stones that the stone just placed at `placed` takes off the board."""
    own = board[placed]
    enemy = RED + BLUE - own
    captured = set()
    for i in range(6):
        for j in ((i + 1) % 6, (i + 2) % 6):
            first = add(placed, STEPS[i])
            second = add(placed, STEPS[j])
            opposite = add(placed, STEPS[i], STEPS[j])
            # Off the board `get` returns None, which is no stone.
            if board.get(first) == board.get(second) == enemy and board.get(opposite) == own:
                captured |= {first, second}
    return captured


class Cachex(Oracle):
    """Hex with captures by diamonds and a mirrored steal on the second move."""

    def __init__(self, size: int = 8, boards: tuple[Board, ...] = ()) -> None:
        self.size = size
        self.boards = boards  # one after every move so far, the steal included

    @property
    def board(self) -> Board:
        """The stones as they stand now."""
        if self.boards:
            return self.boards[-1]
        return {(r, q): EMPTY for r in range(self.size) for q in range(self.size)}

    def legal_moves(self) -> list[str]:
        """The empty cells, with the steal and the forbidden centre in their turns."""
        if self.winner() is not None:
            return []
        moves = [cell_name(q, r) for (r, q), stone in self.board.items() if stone == EMPTY]
        if len(self.boards) == 0 and self.size % 2 == 1:
            moves.remove(cell_name(self.size // 2, self.size // 2))
        if len(self.boards) == 1:
            moves.append(STEAL)
        return moves

    def play(self, move: str) -> Cachex:
        """The position after a placement with its captures, or after the steal."""
        board = self._after_steal() if move == STEAL else self._after_placement(parse_cell(move))
        return Cachex(self.size, (*self.boards, board))

    def player(self) -> int:
        """The player whose turn comes next; Red is 0."""
        return len(self.boards) % 2

    def winner(self) -> int | str | None:
        """The last mover once its sides are joined, "draw" by repetition or length, or None."""
        mover = 1 - self.player()
        if self._has_joined(mover):
            return mover
        if self.boards.count(self.board) >= REPETITIONS_FOR_DRAW:
            return "draw"
        if len(self.boards) >= TURNS_FOR_DRAW:
            return "draw"
        return None

    def cells(self) -> dict[str, int]:
        """Every cell by name, with its stone."""
        return {cell_name(q, r): stone for (r, q), stone in self.board.items()}

    def _after_placement(self, cell: Cell) -> Board:
        """The board with the mover's stone on `cell` and all captured stones gone."""
        board = dict(self.board)
        board[cell] = self.player() + 1
        for captured in captured_by(board, cell):
            board[captured] = EMPTY
        return board

    def _after_steal(self) -> Board:
        """The board with Red's only stone turned into a blue one at the mirrored cell."""
        board = dict(self.board)
        ((r, q),) = (cell for cell, stone in board.items() if stone == RED)
        board[(r, q)] = EMPTY
        board[(q, r)] = BLUE
        return board

    def _has_joined(self, player: int) -> bool:
        """Whether a chain of the player's stones leads from its first side to its last."""
        axis = 0 if player == 0 else 1  # Red crosses along r, Blue along q
        stones = {cell for cell, stone in self.board.items() if stone == player + 1}
        reached = {cell for cell in stones if cell[axis] == 0}
        frontier = list(reached)
        while frontier:
            cell = frontier.pop()
            for step in STEPS:
                beside = add(cell, step)
                if beside in stones and beside not in reached:
                    reached.add(beside)
                    frontier.append(beside)
        return any(cell[axis] == self.size - 1 for cell in reached)
