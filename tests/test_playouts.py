"""Random playouts: by the rules, and by what a game declares."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pytest

import plyground as pg
from plyground.conformance import CHECKS
from plyground.errors import NonconformingError
from plyground.game.knowledge import Knowledge
from plyground.kernel import Monitor, compiled, interpreted
from plyground.search.buffers import move_buffer
from plyground.search.playouts import PlainPlayouts, play_randomly, playouts_for

OWN = (
    ("bamboo", {"radius": 2}),
    ("cachex", {"size": 3}),
    ("connect_four", {}),
)

SIZES = ((7, 6), (6, 5), (12, 4), (7, 3), (5, 9), (2, 30), (1, 3))


def played(game: pg.Game, position: Any, playouts: Any, games: int) -> list[int]:
    """Plies and results of random games."""
    tally = np.zeros(3, np.int64)
    plies = play_randomly(position, games, 5, playouts, tally, Monitor().array)
    return [int(plies), *tally.tolist()]


@pytest.mark.parametrize(("name", "parameters"), OWN)
def test_the_same_seed_gives_the_same_games(name, parameters):
    game = pg.game(name, **parameters)
    own, plain = playouts_for(game), PlainPlayouts(move_buffer(game))
    assert not isinstance(own, PlainPlayouts)
    with interpreted():
        wanted = played(game, game.start(), plain, 10)
        assert played(game, game.start(), own, 10) == wanted
    assert played(game, game.start(), own, 10) == wanted


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        *(("bamboo", {"radius": radius}) for radius in (3, 5, 6, 10)),
        *(("cachex", {"size": size}) for size in (4, 7, 8, 12, 15)),
        *(("connect_four", dict(zip(("width", "height"), size, strict=True))) for size in SIZES),
    ],
)
def test_thousands_of_games_are_the_same(name, parameters):
    game = pg.game(name, **parameters)
    own, plain = playouts_for(game), PlainPlayouts(move_buffer(game))
    start = game.start()
    for move in game.legal(start)[:2]:
        position = start.play(move)
        assert played(game, position, own, 3000) == played(game, position, plain, 3000)


@pytest.mark.parametrize(("width", "height"), [(8, 3), (31, 1)])
def test_flat_boards_of_connect_four_go_by_the_rules(width, height):
    assert isinstance(
        playouts_for(pg.game("connect_four", width=width, height=height)), PlainPlayouts
    )


@compiled
class Backwards(NamedTuple):
    """A playout that lists moves in the wrong order."""

    moves: Any

    def begin(self, position: Any) -> Any:
        count = position.fill_moves(self.moves)
        return BackwardsPlayout(position, self.moves, count)


@compiled
class BackwardsPlayout(NamedTuple):
    position: Any
    moves: Any
    choices: int

    def move_at(self, index: int) -> int:
        return int(self.moves[self.choices - 1 - index])

    def player(self) -> int:
        return int(self.position.player())


@compiled
class Turncoat(NamedTuple):
    """A playout in which whoever loses has won."""

    moves: Any

    def begin(self, position: Any) -> Any:
        return TurncoatPlayout(PlainPlayouts(self.moves).begin(position))


class TurncoatPlayout(NamedTuple):
    plain: Any

    def __getattr__(self, name: str) -> Any:
        return getattr(self.plain, name)

    def play(self, move: int) -> Any:
        return TurncoatPlayout(self.plain.play(move))

    def result(self) -> int:
        return -self.plain.result()


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [(Backwards, "a playout has the moves"), (Turncoat, "a playout ends with another result")],
)
def test_the_check_notices_other_games(monkeypatch, wrong, complaint):
    game = pg.game("tic_tac_toe")
    declared = Knowledge(playouts=lambda game: wrong(move_buffer(game)))
    monkeypatch.setattr(type(game), "knowledge", declared)
    with pytest.raises(NonconformingError, match=complaint):
        CHECKS["playouts"](game, seed=1)
