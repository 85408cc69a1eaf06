"""The fast rules against naive ones that were written from the rules alone."""

from __future__ import annotations

import random

import pytest

from oracle import make_oracle

GAMES = 25


def cell_names(game):
    return [game.shape.name(cell) for cell in range(game.shape.cell_count)]


def check_same(game, position, naive):
    here = game.format_position(position)
    assert sorted(game.legal_moves(position)) == sorted(naive.legal_moves()), here
    assert position.player() == naive.player(), here
    assert dict(zip(cell_names(game), game.cells(position), strict=True)) == naive.cells(), here
    outcome = game.outcome(position)
    found = None if outcome is None else ("draw" if outcome.winner is None else outcome.winner)
    assert found == naive.winner(), here


@pytest.mark.parametrize("seed", range(2))
def test_random_games_agree(any_game, seed):
    chance = random.Random(seed)
    for _ in range(GAMES):
        position = any_game.start()
        naive = make_oracle(any_game.name, **any_game.parameter_values)
        check_same(any_game, position, naive)
        while legal := any_game.legal(position):
            move = chance.choice(legal)
            position = position.play(move)
            naive = naive.play(any_game.format_move(move))
            check_same(any_game, position, naive)
