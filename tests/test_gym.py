"""Our games under the tests of PettingZoo and Gymnasium, which are run as they come."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, render_test, seed_test

import plyground as pg
from example_files import SNORT
from plyground.adapters.gymnasium import Versus
from plyground.adapters.observing import pixels
from plyground.adapters.pettingzoo import env
from plyground.errors import InvalidParameterError

BOARDS = [
    ("tic_tac_toe", {}),
    ("connect_four", {}),
    ("konane", {"size": 6}),
    ("bamboo", {"radius": 2}),
    ("cachex", {"size": 4}),
    ("othello", {}),
    (str(SNORT), {}),
]
NAMES = [name.rpartition("/")[2] for name, _ in BOARDS]


@pytest.fixture(autouse=True)
def warnings_of_others():
    """What those tests warn of is theirs: their own environments cause the same."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@pytest.mark.parametrize(("name", "parameters"), BOARDS, ids=NAMES)
def test_pettingzoo_accepts_every_game(name, parameters):
    api_test(env(name, **parameters), num_cycles=30)
    seed_test(lambda: env(name, **parameters), num_cycles=5)


@pytest.mark.parametrize(("name", "parameters"), BOARDS, ids=NAMES)
def test_pettingzoo_accepts_how_games_are_drawn(name, parameters, capsys):
    render_test(lambda render_mode=None: env(name, render_mode=render_mode, **parameters))
    assert capsys.readouterr().out


@pytest.mark.parametrize("side", ["first", "second", "random"])
@pytest.mark.parametrize("name", ["tic_tac_toe", "connect_four"])
def test_gymnasium_accepts_a_game_against_an_agent(name, side):
    made = Versus(name, "random", side=side, render_mode="ansi")
    check_env(made, skip_render_check=False)
    made.close()


def test_a_whole_game_gives_the_rewards_of_its_outcome():
    game = env("tic_tac_toe")
    game.reset()
    for move in (0, 1, 3, 4, 6):  # the first player fills the first column
        game.step(move)
    assert game.rewards == {"player_0": 1, "player_1": -1}
    assert all(game.terminations.values())


def test_an_illegal_move_loses():
    game = env("tic_tac_toe")
    game.reset()
    game.step(4)
    game.step(4)
    assert game.rewards == {"player_0": 1, "player_1": -1}
    single = Versus("tic_tac_toe", "random")
    single.reset(seed=1)
    single.step(4)
    _, reward, over, _, info = single.step(4)
    assert (reward, over, info["illegal"]) == (-1.0, True, 4)


def test_the_same_seed_gives_the_same_opponent():
    def played(seed: int) -> list[str]:
        single, seen, over = Versus("connect_four", "random"), [], False
        single.reset(seed=seed)
        while not over:
            legal = np.flatnonzero(single.action_masks())
            _, _, over, _, _ = single.step(legal[0])
            seen.append(single.game.format_position(single.position))
        return seen

    assert played(1) == played(1)
    assert played(1) != played(2)


def test_pixels_show_the_pieces():
    game = pg.game("connect_four")
    empty, one = game.start(), game.play(game.start(), "4")
    assert pixels(game.picture(empty)).shape == pixels(game.picture(one)).shape
    assert (pixels(game.picture(empty)) != pixels(game.picture(one))).any()


def test_what_cannot_be_is_refused():
    with pytest.raises(InvalidParameterError, match="no render mode 'film'"):
        env("tic_tac_toe", render_mode="film")
    with pytest.raises(InvalidParameterError, match="no render mode 'film'"):
        Versus("tic_tac_toe", render_mode="film")
    with pytest.raises(InvalidParameterError, match="must be one of first, second, random"):
        Versus("tic_tac_toe", side="third")
