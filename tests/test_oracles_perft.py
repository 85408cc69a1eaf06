"""The oracles against the numbers that the rules state.

Connect Four stops at ply 7, which an oracle counts in seconds. The rules give no
perft for Bamboo; the share of random games that Red wins stands in for it.
"""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from oracle import Oracle, make_oracle

# Game, parameters, moves played first, perft at depths 1, 2, 3 and so on.
COUNTS: list[tuple[str, dict[str, int | str], list[str], list[int]]] = [
    ("tic_tac_toe", {}, [], [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]),
    ("connect_four", {}, [], [7, 49, 343, 2401, 16807, 117649, 823536]),
    ("konane", {}, [], [4, 12, 28, 172, 892, 7124, 52044]),
    ("konane", {}, ["d5", "e5"], [3, 20, 103, 837, 6024, 58637]),
    ("konane", {"jumps": "single"}, ["d5", "e5"], [3, 19, 96, 741, 4932, 44204]),
    ("konane", {}, ["a8", "b8"], [1, 3, 10, 44, 211, 1350]),
    ("cachex", {"size": 3}, [], [8, 72, 512, 3136, 16224]),
    ("cachex", {"size": 4}, [], [16, 256, 3600, 47040]),
    ("cachex", {"size": 5}, [], [24, 600, 13824, 304704]),
]

MANY = 60_000  # sequences take seconds by naive rules
CASES = [
    pytest.param(
        name,
        parameters,
        opening,
        depth,
        expected,
        id="-".join([name, *map(str, parameters.values()), *opening, str(depth)]),
        marks=[pytest.mark.slow] * (expected > MANY),
    )
    for name, parameters, opening, counts in COUNTS
    for depth, expected in enumerate(counts, start=1)
]


@pytest.mark.parametrize(("name", "parameters", "opening", "depth", "expected"), CASES)
def test_perft(
    name: str, parameters: dict[str, int | str], opening: list[str], depth: int, expected: int
) -> None:
    oracle = make_oracle(name, **parameters)
    for move in opening:
        oracle = oracle.play(move)
    assert oracle.perft(depth) == expected


def chance_of_first_player(oracle: Oracle) -> Fraction:
    """The exact probability that player 0 wins when both sides move at random."""
    moves = oracle.legal_moves()
    if not moves:
        return Fraction(oracle.winner() == 0)
    return sum(chance_of_first_player(oracle.play(move)) for move in moves) / Fraction(len(moves))


def test_bamboo_of_radius_1_gives_red_the_stated_share() -> None:
    assert round(chance_of_first_player(make_oracle("bamboo", radius=1)), 2) == Fraction(14, 100)


@pytest.mark.parametrize("games", [300, pytest.param(1500, marks=pytest.mark.slow)])
def test_bamboo_of_radius_2_gives_red_the_stated_share(games: int) -> None:
    generator = random.Random(1)
    wins = 0
    for _ in range(games):
        oracle = make_oracle("bamboo", radius=2)
        while oracle.winner() is None:
            oracle = oracle.play(generator.choice(oracle.legal_moves()))
        wins += oracle.winner() == 0
    error = (0.40 * 0.60 / games) ** 0.5
    assert wins / games == pytest.approx(0.40, abs=4 * error)
