"""The rules of Othello agree with OpenSpiel's over random games."""

from __future__ import annotations

import random

import pytest

import plyground as pg

pyspiel = pytest.importorskip("pyspiel")

GAMES = 500


def test_random_games_agree():
    """OpenSpiel numbers the cells alike, and a pass as the number after them."""
    game, spiel = pg.game("othello"), pyspiel.load_game("othello")
    chance, passes = random.Random(7), 0
    for _ in range(GAMES):
        position, state = game.start(), spiel.new_initial_state()
        while legal := game.legal(position):
            assert not state.is_terminal()
            assert state.current_player() == position.player()
            assert state.legal_actions() == legal
            move = chance.choice(legal)
            passes += game.format_move(move) == "pass"
            position = position.play(move)
            state.apply_action(move)
        assert state.is_terminal()
        assert state.returns()[0] == game.outcome(position).result_for(0)
    assert passes > 100
