"""The two tiers of the tests: what every run takes, and that somebody runs the rest."""

from __future__ import annotations

from pathlib import Path

import pytest

import plyground as pg
from tiers import USUAL_GAMES, first_usual, rest_slow, usual_games

ROOT = Path(__file__).parent.parent


def usual(cases):
    """The values of the cases that every run takes."""
    return [case.values for case in cases if not case.marks]


def test_the_rest_is_slow():
    cases = rest_slow(["one", ("two", 2), "three"], lambda case: case != "three")
    assert [case.values for case in cases] == [("one",), ("two", 2), ("three",)]
    assert usual(cases) == [("one",), ("two", 2)]
    assert usual(first_usual(iter("abc"), 2)) == [("a",), ("b",)]


def test_searches_of_two_games_are_usual():
    names = ["konane", *USUAL_GAMES, "bamboo"]
    for cases in (names, [(name, 1) for name in names], [pg.game(name) for name in names]):
        assert len(usual(usual_games(cases))) == len(USUAL_GAMES)
        assert len(usual(usual_games(cases, "bamboo"))) == len(USUAL_GAMES) + 1


@pytest.mark.parametrize(
    ("file", "runs_them"),
    [
        ("Makefile", '$(PYTEST) -m "slow or hypothesis"'),
        (".github/workflows/ci.yml", "run: make test-all"),
    ],
)
def test_slow_tests_are_run(file, runs_them):
    assert runs_them in (ROOT / file).read_text()
