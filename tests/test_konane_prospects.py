"""What a side of Konane may still take: never less than it can, and an order for proofs."""

from __future__ import annotations

import random

import pytest

import plyground as pg
from plyground.games.konane.prospects import Prospects, count_replies, prospects
from plyground.games.konane.rules import KonanePosition, other_squares


def own_prospects(position):
    return prospects(
        position.mine, position.theirs, position.leading, position.trailing, position.columns
    )


def most_alone(position):
    """How many jumps the side to move can make if the other stands still, by trying them all."""
    known: dict[tuple[int, ...], int] = {}

    def most(position):
        key = position.mine + position.theirs
        if key not in known:
            game = pg.game("konane").of(position)
            follow = [position.play(move) for move in game.legal(position)]
            back = [passed(after) for after in follow]
            known[key] = max((1 + most(after) for after in back), default=0)
        return known[key]

    return most(position)


def passed(position: KonanePosition) -> KonanePosition:
    """The same with the other side to move."""
    leading, trailing = other_squares(position.leading, position.trailing, position.columns)
    return position._replace(
        mine=position.theirs,
        theirs=position.mine,
        leading=leading,
        trailing=trailing,
        turn=1 - position.turn,
    )


def positions_of(game, games, seed):
    chance = random.Random(seed)
    for _ in range(games):
        position = game.start()
        while legal := game.legal(position):
            position = position.play(chance.choice(legal))
            if not position.is_opening():
                yield position


@pytest.mark.parametrize(
    "board", [{"size": 4}, {"rows": 3, "columns": 5}, {"rows": 4, "columns": 5, "jumps": "single"}]
)
def test_prospects_bound_what_can_be_taken(board):
    positions = list(positions_of(pg.game("konane", **board), 12, seed=5))
    pairs = [(most_alone(position), own_prospects(position)) for position in positions]
    assert all(most <= bound for most, bound in pairs)
    assert sum(most == bound for most, bound in pairs) > len(pairs) / 2  # it is not idle
    assert all((most == 0) == (bound == 0) for most, bound in pairs)


def test_prospects_by_hand():
    """Black can take c1 and never e1, at the edge; White can take b1."""
    game = pg.game("konane", rows=2, columns=5)
    position = game.parse_position("...../.BW.W B")
    assert own_prospects(position) == 1
    assert own_prospects(passed(position)) == 1


def test_replies_are_counted_as_the_rules_count_them():
    for board in ({"rows": 4, "columns": 7}, {"size": 5, "jumps": "single"}):
        game = pg.game("konane", **board)
        for position in positions_of(game, 4, seed=2):
            assert count_replies(position) == len(game.legal(position))


def test_moves_are_rated_by_what_they_leave():
    game = pg.game("konane", size=4)
    position = next(p for p in positions_of(game, 1, seed=1) if len(game.legal(p)) > 1)
    for move in game.legal(position):
        after = position.play(move)
        assert Prospects(1, 0, 0).rate(position, move) == -len(game.legal(after))
        assert Prospects(0, 1, 0).rate(position, move) == -own_prospects(after)
        assert Prospects(0, 0, 1).rate(position, move) == own_prospects(passed(after))
