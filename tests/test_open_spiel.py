"""Rules agree with OpenSpiel's over thousands of random games."""

from __future__ import annotations

import random

import pytest

import plyground as pg

pyspiel = pytest.importorskip("pyspiel")

GAMES = 2000


def spiel_action(name: str, move: int) -> int:
    """OpenSpiel numbers the cells of tic-tac-toe from the top left."""
    return (2 - move // 3) * 3 + move % 3 if name == "tic_tac_toe" else move


@pytest.mark.parametrize(
    ("name", "parameters", "theirs"),
    [
        ("tic_tac_toe", {}, "tic_tac_toe"),
        ("connect_four", {}, "connect_four"),
        ("connect_four", {"width": 5, "height": 4}, "connect_four(rows=4,columns=5)"),
    ],
)
def test_random_games_agree(name, parameters, theirs):
    game = pg.game(name, **parameters)
    spiel = pyspiel.load_game(theirs)
    chance = random.Random(7)
    for _ in range(GAMES):
        position, state = game.start(), spiel.new_initial_state()
        while legal := game.legal(position):
            assert not state.is_terminal()
            assert state.current_player() == position.player()
            assert sorted(state.legal_actions()) == sorted(spiel_action(name, m) for m in legal)
            move = chance.choice(legal)
            position = position.play(move)
            state.apply_action(spiel_action(name, move))
        assert state.is_terminal()
        assert state.returns()[0] == game.outcome(position).result_for(0)
