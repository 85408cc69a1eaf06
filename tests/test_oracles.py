"""The fast rules against naive ones that were written from the rules alone."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import plyground as pg
from oracle import make_oracle
from plyground.search.perft import perft

EVERY_SIZE = [
    *(("bamboo", {"radius": radius}) for radius in range(1, 9)),
    *(("cachex", {"size": size}) for size in range(3, 16)),
    *(
        ("konane", {"size": size, "jumps": jumps, "opening": opening})
        for size in range(4, 17, 2)
        for jumps in ("multi", "single")
        for opening in ("standard", "free")
    ),
    *(
        ("konane", {"rows": rows, "columns": columns, "opening": "free"})
        for rows in range(2, 17)
        for columns in range(2, 17)
        if rows * columns % 7 == 0 or rows % 5 == 0
    ),
]


def check_same(game, position, naive):
    here = game.format_position(position)
    assert sorted(game.legal_moves(position)) == sorted(naive.legal_moves()), here
    assert position.player() == naive.player(), here
    names = map(game.shape.name, range(game.shape.cell_count))
    assert dict(zip(names, game.cells(position), strict=True)) == naive.cells(), here
    outcome = game.outcome(position)
    found = None if outcome is None else ("draw" if outcome.winner is None else outcome.winner)
    assert found == naive.winner(), here


def play_both(game, choose):
    """Play one game by both sets of rules and compare them; yields every move played."""
    position, naive = game.start(), make_oracle(game.name, **game.parameter_values)
    check_same(game, position, naive)
    while legal := game.legal(position):
        move = choose(position, legal)
        yield position, move
        position, naive = position.play(move), naive.play(game.format_move(move))
        check_same(game, position, naive)


def games_worth(game):
    """Fewer games on large boards, where the naive rules are slow."""
    return max(1, min(25, 30_000 // game.shape.cell_count**2))


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.slow)])
def test_random_games_agree(any_game, seed):
    chance = random.Random(seed)
    for _ in range(games_worth(any_game)):
        assert list(play_both(any_game, lambda _, legal: chance.choice(legal)))


@pytest.mark.slow
@pytest.mark.parametrize(("name", "parameters"), EVERY_SIZE, ids=str)
def test_every_size_agrees(name, parameters):
    game, chance = pg.game(name, **parameters), random.Random(name)
    assert list(play_both(game, lambda _, legal: chance.choice(legal)))


def test_cachex_captures_and_steals_agree():
    game, chance, seen = pg.game("cachex", size=6), random.Random(3), Counter()

    def choose(position, legal):
        """A steal half the time; otherwise mostly captures, where there are any."""
        if position.turn == 1 and chance.random() < 0.5:
            return legal[-1]
        takes = [m for m in legal if position.turn > 3 and list(game.captured(position, m))]
        return chance.choice(takes if takes and chance.random() < 0.8 else legal)

    for _ in range(8):
        for position, move in play_both(game, choose):
            if game.format_move(move) == "steal":
                seen["steal"] += 1
            elif taken := list(game.captured(position, move)):
                seen[len(taken)] += 1
    assert seen["steal"] > 3
    assert all(seen[count] > 0 for count in (2, 3, 4)), seen


def test_konane_multiple_jumps_agree():
    game, chance, seen = pg.game("konane", size=10), random.Random(4), Counter()

    def choose(position, legal):
        """The longest jump there is."""
        longest = max(len(list(game.captured(position, move))) for move in legal)
        best = [move for move in legal if len(list(game.captured(position, move))) == longest]
        return chance.choice(best)

    for _ in range(4):
        for position, move in play_both(game, choose):
            seen[len(list(game.captured(position, move)))] += 1
    assert all(seen[jumps] > 0 for jumps in (1, 2, 3)), seen


@pytest.mark.parametrize(
    ("name", "parameters", "depth"),
    [
        ("bamboo", {"radius": 1}, 6),
        ("bamboo", {"radius": 2}, 3),
        ("bamboo", {"radius": 3}, 2),
        ("cachex", {"size": 6}, 2),
        ("konane", {"size": 4}, 9),
        ("konane", {"size": 6}, 6),
        ("konane", {"size": 6, "jumps": "single", "opening": "free"}, 4),
        ("konane", {"size": 10}, 4),
        ("konane", {"size": 5}, 7),
        ("konane", {"rows": 4, "columns": 5, "opening": "free"}, 5),
        ("konane", {"rows": 7, "columns": 4, "jumps": "single"}, 7),
        ("connect_four", {"width": 4, "height": 4}, 7),
    ],
    ids=str,
)
def test_perft_agrees(name, parameters, depth):
    game, naive = pg.game(name, **parameters), make_oracle(name, **parameters)
    for plies in range(1, depth + 1):
        assert perft(game, game.start(), plies) == naive.perft(plies)
