"""The example that learns with another library and plays in our arena."""

from __future__ import annotations

import runpy

import numpy as np
import pytest

import plyground as pg
from example_files import LEARNT_ELSEWHERE
from plyground.adapters.observing import Observer


def test_the_agent_plays_the_legal_move_that_its_file_likes_best(tmp_path):
    game, file = pg.game("tic_tac_toe"), tmp_path / "small.npz"
    inputs = int(np.prod(Observer(game).shape))
    np.savez(file, np.zeros((2, inputs)), np.ones(2), np.zeros((9, 2)), np.arange(9.0))
    spec = f'{LEARNT_ELSEWHERE}(file="{file}")'
    player = pg.agent(game, spec)
    start = game.start()
    assert game.format_move(player.choose(start).move) == "c3"
    assert game.format_move(player.choose(game.play(start, "c3")).move) == "b3"
    assert pg.play(game, spec, "random").moves


def test_it_learns_where_the_library_is_installed(tmp_path):
    pytest.importorskip("sb3_contrib")
    file = tmp_path / "learnt.npz"
    example = runpy.run_path(str(LEARNT_ELSEWHERE))
    example["train"]("tic_tac_toe", "random", file, moves=1024)
    spec = f'Learnt={LEARNT_ELSEWHERE}(file="{file}")'
    assert len(pg.arena("tic_tac_toe", spec, "random", pairs=1).records) == 2
