"""The oracle of Bamboo.

A tile is its cube coordinates (x, y, z) with x + y + z = 0. A row is the tiles of equal y,
from y = -radius at the bottom, and x grows to the right. Radius 1:

      c1 c2           (-1, 1, 0) (0, 1, -1)
    b1 b2 b3      (-1, 0, 1) (0, 0, 0) (1, 0, -1)
      a1 a2           (0, -1, 1) (1, -1, 0)
"""

from __future__ import annotations

from oracle import EMPTY, Oracle

STEPS = [(1, -1, 0), (1, 0, -1), (0, 1, -1), (-1, 1, 0), (-1, 0, 1), (0, -1, 1)]

Tile = tuple[int, int, int]


def all_tiles(radius: int) -> dict[str, Tile]:
    """Every tile by name, from the bottom row upward and from left to right."""
    span = range(-radius, radius + 1)
    tiles = {}
    for letter, y in zip("abcdefghijklmnopqrstuvwxyz", span, strict=False):
        row = [(x, y, -x - y) for x in span if -x - y in span]
        for number, tile in enumerate(row, start=1):
            tiles[f"{letter}{number}"] = tile
    return tiles


def find_groups(stones: set[Tile]) -> list[set[Tile]]:
    """The maximal connected sets that stones of one colour fall into."""
    remaining = set(stones)
    groups = []
    while remaining:
        group = set()
        frontier = [remaining.pop()]
        while frontier:
            x, y, z = frontier.pop()
            group.add((x, y, z))
            for dx, dy, dz in STEPS:
                beside = (x + dx, y + dy, z + dz)
                if beside in remaining:
                    remaining.remove(beside)
                    frontier.append(beside)
        groups.append(group)
    return groups


class Bamboo(Oracle):
    """No group of the mover may be larger than the mover's number of groups."""

    def __init__(
        self, radius: int = 5, board: dict[Tile, int] | None = None, turn: int = 0
    ) -> None:
        self.radius = radius
        self.tiles = all_tiles(radius)
        self.board = dict.fromkeys(self.tiles.values(), EMPTY) if board is None else board
        self.turn = turn

    def legal_moves(self) -> list[str]:
        """The empty tiles whose stone leaves every group of the mover small enough."""
        return [
            name
            for name, tile in self.tiles.items()
            if self.board[tile] == EMPTY and self._is_allowed(tile)
        ]

    def play(self, move: str) -> Bamboo:
        """The position with the mover's stone on the tile `move`."""
        board = dict(self.board)
        board[self.tiles[move]] = self.player() + 1
        return Bamboo(self.radius, board, self.turn + 1)

    def player(self) -> int:
        """The player whose turn comes next; Red is 0."""
        return self.turn % 2

    def winner(self) -> int | str | None:
        """The opponent of a player who cannot move, else None; there are no draws."""
        return None if self.legal_moves() else 1 - self.player()

    def cells(self) -> dict[str, int]:
        """Every tile by name, with its stone."""
        return {name: self.board[tile] for name, tile in self.tiles.items()}

    def _is_allowed(self, tile: Tile) -> bool:
        """Whether all groups of the mover fit their number once `tile` holds a stone."""
        mover = self.player() + 1
        stones = {other for other, stone in self.board.items() if stone == mover}
        groups = find_groups(stones | {tile})
        return all(len(group) <= len(groups) for group in groups)
