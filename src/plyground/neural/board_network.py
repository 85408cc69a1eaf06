"""Residual networks at play: a file, ready to judge positions of one game at one size."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from plyground.errors import NetworkFileError
from plyground.game import Game
from plyground.game.knowledge import RESIDUAL
from plyground.game.registry import words_for_commands
from plyground.neural.encoding import Encoding, encoding_of
from plyground.neural.network_file import Expected, NetworkFile, read_network


class BoardJudge:
    """A residual network for one game at one size."""

    def __init__(self, encoding: Encoding, network: NetworkFile) -> None:
        """The network must have been checked to read this encoding."""
        self.encoding = encoding
        self.network = network

    def judge(self, planes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Logits [position, slot] and values [position] of planes [position, channel, ...]."""
        logits, values = self.network.run(planes)
        wanted = (len(planes), self.encoding.slots), (len(planes),)
        if (logits.shape, values.shape) != wanted:  # searches trust that every slot is there
            raise NetworkFileError(
                f"the network cannot be used: it answers with shapes {logits.shape} and "
                f"{values.shape}, not {wanted[0]} and {wanted[1]}"
            )
        return logits, values


def expected_network(game: Game[Any]) -> Expected:
    """What a residual network for the game must be."""
    encoding = encoding_of(game)
    planes = (None, encoding.channels, None, None)
    return Expected(game, encoding.name, planes, ((None, None), (None,)))


def board_judge(game: Game[Any], file: str | Path | bytes | None = None) -> BoardJudge:
    """The judge in that file, or the one that comes with the package for this game."""
    shipped = game.knowledge.network(RESIDUAL, game.parameter_values)
    source = shipped if file is None else file
    if source is None:
        raise NetworkFileError(
            f"no network comes with Plyground for {game.name}; "
            f"train one with `plyground train {words_for_commands(game)}`, and name its file"
        )
    judge = BoardJudge(encoding_of(game), read_network(source, expected_network(game)))
    judge.judge(judge.encoding.planes_of(game.start())[None])  # refused now rather than in a search
    return judge
