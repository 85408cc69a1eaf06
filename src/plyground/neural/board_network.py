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
    _check_answer(game, judge)
    return judge


def _check_answer(game: Game[Any], judge: BoardJudge) -> None:
    """Refuse a network that does not speak of every slot: searches trust its answers."""
    encoding = judge.encoding
    logits, values = judge.judge(encoding.planes_of(game.start())[None])
    if logits.shape != (1, encoding.slots) or values.shape != (1,):
        raise NetworkFileError(
            f"the network cannot be used: for {game} it answers with shapes {logits.shape} and "
            f"{values.shape}, not (1, {encoding.slots}) and (1,)"
        )
