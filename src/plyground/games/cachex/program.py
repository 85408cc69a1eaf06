"""The Cachex report's program as the report describes it, in plain Python.

It builds a tree of boards, values its leaves by searching for paths, and looks for the best move
with minimax. A board is a list of the contents of its cells, numbered as in `rules`: 0 is empty, 1
is red, 2 is blue. Nothing else of Plyground is used, so that `python program.py` is a process like
the report's: it answers questions, one a line, and its time and memory can be measured.
"""

from __future__ import annotations

import json
import sys
import time
from collections import deque
from collections.abc import Iterator
from functools import cache
from typing import Any

Board = list[int]
STEPS = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))  # (r, q), in circular order
DEEPER = 0.01  # what a value loses with each ply: of equal ones the sooner is better


class OutOfTimeError(Exception):
    """The time for a decision is over."""


class Node:
    """A board, the move that led to it, who made it, and what may follow."""

    def __init__(self, board: Board, move: int, colour: int) -> None:
        """A node without children; `colour` has moved last."""
        self.board = board
        self.move = move
        self.colour = colour
        self.value: float | None = None
        self.children: list[Node] = []


# --- rules ------------------------------------------------------------------------------------


@cache
def neighbours(size: int) -> list[list[int]]:
    """The cells beside each cell."""
    return [[c for c in around if c >= 0] for around in surroundings(size)]


@cache
def surroundings(size: int) -> list[list[int]]:
    """[cell, step]: the cell that a step leads to, -1 beyond the side of the board."""
    inside = range(size)
    return [
        [
            (r + up) * size + q + right if r + up in inside and q + right in inside else -1
            for up, right in STEPS
        ]
        for r in inside
        for q in inside
    ]


def candidates(board: Board, size: int) -> list[int]:
    """The empty cells beside stones, ascending."""
    beside = neighbours(size)
    return [
        cell
        for cell, content in enumerate(board)
        if not content and any(board[other] for other in beside[cell])
    ]


def placed(board: Board, size: int, cell: int, colour: int) -> Board:
    """The board with another stone, and without those that it captures."""
    board = board.copy()
    board[cell] = colour
    around, enemy = surroundings(size), 3 - colour
    taken = set()
    for step, one in enumerate(around[cell]):
        if one >= 0 and board[one] == enemy:
            for gap in (1, 2):
                turned = (step + gap) % 6
                two, far = around[cell][turned], around[one][turned]
                if two >= 0 and far >= 0 and board[two] == enemy and board[far] == colour:
                    taken |= {one, two}
    for captured in taken:
        board[captured] = 0
    return board


def side_cells(size: int, colour: int) -> tuple[range, range]:
    """The cells of a colour's two sides."""
    last = size * size - size
    if colour == 1:
        return range(size), range(last, size * size)
    return range(0, last + 1, size), range(size - 1, size * size, size)


def has_joined(board: Board, size: int, colour: int) -> bool:
    """Whether a chain of the colour's stones joins its sides."""
    near, far = side_cells(size, colour)
    beside, goal = neighbours(size), set(far)
    queue = [cell for cell in near if board[cell] == colour]
    seen = set(queue)
    for cell in queue:
        if cell in goal:
            return True
        for other in beside[cell]:
            if board[other] == colour and other not in seen:
                seen.add(other)
                queue.append(other)
    return False


# --- evaluation -------------------------------------------------------------------------------


def distance(board: Board, size: int, colour: int) -> int:
    """The fewest empty cells to fill for a chain, by breadth-first search; size * size for none."""
    near, far = side_cells(size, colour)
    starts = [(cell, int(not board[cell])) for cell in near if board[cell] != 3 - colour]
    return next(
        (cost for cell, cost in _reached(board, size, colour, starts) if cell in far), size * size
    )


def distance_through_stones(board: Board, size: int, colour: int) -> int:
    """As the report finds it: from every chain of stones to both sides, and the least of all."""
    near, far = side_cells(size, colour)
    known: set[int] = set()
    least = size * size if colour in board else size
    for stone, content in enumerate(board):
        if content != colour or stone in known:
            continue
        to_near = to_far = None
        for cell, cost in _reached(board, size, colour, [(stone, 0)]):
            if cost == 0:
                known.add(cell)
            if to_near is None and cell in near:
                to_near = cost
            if to_far is None and cell in far:
                to_far = cost
            if to_near is not None and to_far is not None and cost:
                break
        if to_near is not None and to_far is not None:
            least = min(least, to_near + to_far)
    return least


def _reached(
    board: Board, size: int, colour: int, starts: list[tuple[int, int]]
) -> Iterator[tuple[int, int]]:
    """Cells in the order of the empty cells on the way to them, with that number."""
    beside, enemy = neighbours(size), 3 - colour
    queue = deque(sorted(starts, key=lambda start: start[1]))
    seen = set()
    while queue:
        cell, cost = queue.popleft()
        if cell in seen:
            continue
        seen.add(cell)
        yield cell, cost
        for other in beside[cell]:
            if other not in seen and board[other] != enemy:
                if board[other]:
                    queue.appendleft((other, cost))
                else:
                    queue.append((other, cost + 1))


def distance_by_deepening(board: Board, size: int, colour: int) -> int:
    """The empty cells on the first of the shortest chains, by iterative deepening.

    Stones count as steps, so that another chain may have fewer empty cells.
    """
    near, far = side_cells(size, colour)
    goal = set(far)
    for length in range(size, size * size + 1):
        for start in near:
            path = _deepen(board, size, colour, goal, [start], length)
            if path:
                return sum(1 for cell in path if not board[cell])
    return size * size


def _deepen(
    board: Board, size: int, colour: int, goal: set[int], path: list[int], length: int
) -> list[int]:
    """A chain that goes on from `path` to the goal within the length; empty if there is none."""
    cell = path[-1]
    if board[cell] == 3 - colour:
        return []
    if cell in goal:
        return path
    if len(path) == length:
        return []
    for other in neighbours(size)[cell]:
        if other not in path:
            found = _deepen(board, size, colour, goal, [*path, other], length)
            if found:
                return found
    return []


# --- search -----------------------------------------------------------------------------------


class Program:
    """The report's agent, without its rules for the first two moves.

    Processor seconds are counted for the three parts of a decision, as are boards and evaluations.
    """

    def __init__(
        self,
        size: int,
        depth: int,
        table: bool = False,
        seconds: float = 1e9,
        keep: bool = False,
    ) -> None:
        """`table` keeps every evaluation, and `keep` the tree, which is then grown at the bottom.

        `seconds` are for all decisions together.
        """
        self.size = size
        self.depth = depth
        self.keep = keep
        self.root: Node | None = None
        self.table: dict[bytes, int] | None = {} if table else None
        self.deadline = time.process_time() + seconds
        self.building = self.evaluating = self.searching = 0.0
        self.nodes = self.leaves = self.evaluations = 0

    def choose(self, board: Board, colour: int) -> int:
        """The best cell for the colour; `OutOfTimeError` if that takes too long."""
        begun = time.process_time()
        root = self.known(board)
        if root is None:
            root = Node(board, -1, 3 - colour)
            self.nodes += 1
        self.grow(root, self.depth)
        self.root = root if self.keep else None
        built = time.process_time()
        self.building += built - begun
        known = self.evaluating
        best, move, alpha = -1e9, -1, -1e9
        for child in root.children:
            value = self.minimax(child, alpha, 1e9, 1, colour)
            if value > best:
                best, move = value, child.move
            alpha = max(alpha, best)
        self.searching += time.process_time() - built - (self.evaluating - known)
        return move

    def known(self, board: Board) -> Node | None:
        """Return the node of the board two plies below the last root, if it has one."""
        below = self.root.children if self.root else []
        replies = (node for child in below for node in child.children)
        return next((node for node in replies if node.board == board), None)

    def grow(self, node: Node, depth: int) -> None:
        """Build the tree below a node; a node at which the game is over has no children."""
        node.value = None
        if node.children:
            for child in node.children:
                self.grow(child, depth - 1)
            return
        if depth == 0 or (node.move >= 0 and has_joined(node.board, self.size, node.colour)):
            self.leaves += 1
            return
        if time.process_time() > self.deadline:
            raise OutOfTimeError
        colour = 3 - node.colour
        for cell in candidates(node.board, self.size):
            child = Node(placed(node.board, self.size, cell, colour), cell, colour)
            self.nodes += 1
            node.children.append(child)
            self.grow(child, depth - 1)

    def minimax(self, node: Node, alpha: float, beta: float, depth: int, colour: int) -> float:
        """The value of a node for the colour, with alpha-beta pruning."""
        if not node.children:
            if node.value is None:
                node.value = self.evaluate(node.board, colour) - DEEPER * depth
            return node.value
        mine = node.colour != colour
        best = -1e9 if mine else 1e9
        for child in node.children:
            value = self.minimax(child, alpha, beta, depth + 1, colour)
            best = max(best, value) if mine else min(best, value)
            alpha, beta = (max(alpha, best), beta) if mine else (alpha, min(beta, best))
            if beta <= alpha:
                break
        return best

    def evaluate(self, board: Board, colour: int) -> int:
        """The opponent's distance minus the colour's own."""
        begun = time.process_time()
        if begun > self.deadline:
            raise OutOfTimeError
        value = None
        if self.table is not None:
            key = bytes(board)
            value = self.table.get(key)
        if value is None:
            self.evaluations += 1
            red, blue = (distance_through_stones(board, self.size, side) for side in (1, 2))
            value = blue - red
            if self.table is not None:
                self.table[key] = value
        self.evaluating += time.process_time() - begun
        return value if colour == 1 else -value


def answers(lines: Iterator[str]) -> Iterator[dict[str, Any]]:
    """For each line, a question as JSON, what the decisions in its positions cost."""
    for line in lines:
        question = json.loads(line)
        positions = question.pop("positions")
        program, done = Program(**question), True
        try:
            for board, colour in positions:
                program.choose(board, colour)
        except OutOfTimeError:
            done = False
        kept = ("building", "evaluating", "searching", "nodes", "leaves", "evaluations")
        yield {"done": done, **{name: getattr(program, name) for name in kept}}


if __name__ == "__main__":
    print("ready", flush=True)
    for found in answers(iter(sys.stdin.readline, "")):
        print(json.dumps(found), flush=True)
