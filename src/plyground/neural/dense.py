"""The Bamboo report's network at play: one number for each cell in, one for each move out.

The encoding `cells-1` gives 1 for a piece of the player to move, -1 for one of the other's and 0
for an empty cell, in the order of `game.cells`. The output is a probability for every number below
`game.move_limit`, legal or not, as its logarithm. Such a network is tied to the size of its board.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from plyground.errors import NetworkFileError
from plyground.game import Game
from plyground.game.knowledge import REPORT
from plyground.game.registry import words_for_commands
from plyground.neural.network_file import Expected, NetworkFile, read_network
from plyground.vocabulary import Move

ENCODING = "cells-1"
_SEEN_BY = (np.array([0, 1, -1], np.int8), np.array([0, -1, 1], np.int8))


def encode_cells(game: Game[Any], position: Any) -> Any:
    """The cells as the player to move sees them, 8-bit numbers [cell]."""
    seen = _SEEN_BY[position.player()]
    return seen[np.fromiter(game.cells(position), np.int8, game.shape.cell_count)]


def expected(game: Game[Any]) -> Expected:
    """What a network must be to play `game`."""
    cells, moves = game.shape.cell_count, game.move_limit
    return Expected(game, ENCODING, (None, cells), ((None, moves),))


class DenseNetwork:
    """A network that rates the moves of one game."""

    def __init__(self, game: Game[Any], file: NetworkFile) -> None:
        """The file must have been read as `expected(game)`."""
        self.game = game
        self.file = file

    def rate(self, position: Any) -> Any:
        """The logarithm of the probability of every move, legal or not: [move]."""
        values = encode_cells(self.game, position).astype(np.float32)
        return self.rate_all(values[np.newaxis])[0]

    def rate_all(self, boards: Any) -> Any:
        """The same for many boards at once: [position, cell] gives [position, move]."""
        (rated,) = self.file.run(boards.astype(np.float32))
        if rated.shape != (len(boards), self.game.move_limit):
            raise NetworkFileError(f"the network answers with another shape, {rated.shape}")
        return rated

    def best(self, position: Any, legal: list[Move]) -> Move:
        """The legal move with the largest probability; the first of equals."""
        rated = self.rate(position)
        return legal[int(np.argmax(rated[legal]))]


def read_dense(game: Game[Any], source: str | Path | bytes | None = None) -> DenseNetwork:
    """The network in that file; without one, the network that the package has for the game."""
    if source is not None:
        return DenseNetwork(game, read_network(source, expected(game)))
    path = game.knowledge.network(REPORT, game.parameter_values)
    if path is None:
        raise NetworkFileError(f"there is no network for {game.name} here; {_advice(game)}")
    try:
        return DenseNetwork(game, read_network(path, expected(game)))
    except NetworkFileError as error:
        raise NetworkFileError(f"{error}; {_advice(game)}") from error


def _advice(game: Game[Any]) -> str:
    """How to get a network for exactly this game."""
    return (
        f"train one with `plyground imitate {words_for_commands(game)} --output FILE` "
        'and give it as file="FILE"'
    )
