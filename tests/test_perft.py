"""Move counts against known numbers; a failure prints the split by first move."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import plyground as pg
from boards import SMALL_GAMES
from plyground.kernel import interpreted
from plyground.search.perft import perft, perft_split

FILES = sorted((Path(__file__).parent / "data" / "perft").glob("*.json"))
CASES = [
    {"game": file.stem, **case} for file in FILES for case in json.loads(file.read_text())["cases"]
]


def case_name(case):
    parameters = " ".join(f"{k}={v}" for k, v in case.get("parameters", {}).items())
    return " ".join(filter(None, (case["game"], parameters, case.get("moves", ""))))


def start_of(case):
    game = pg.game(case["game"], **case.get("parameters", {}))
    return game, pg.Playthrough.read(game, moves=case.get("moves", "")).position


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_counts(case):
    game, position = start_of(case)
    for depth, expected in enumerate(case["counts"], 1):
        found = perft(game, position, depth)
        if found != expected:
            split = perft_split(game, position, depth)
            by_move = {game.format_move(move): count for move, count in split.items()}
            pytest.fail(f"depth {depth}: {found}, expected {expected}; by move: {by_move}")


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_interpreted_counts(case):
    game, position = start_of(case)
    for depth, expected in enumerate(case["counts"], 1):
        if expected > 20_000:
            break
        with interpreted():
            assert perft(game, position, depth) == expected


@pytest.mark.parametrize("game", SMALL_GAMES, ids=str)
def test_split_adds_up(game):
    split = perft_split(game, game.start(), 3)
    assert sum(split.values()) == perft(game, game.start(), 3)
    assert list(split) == game.legal(game.start())


@pytest.mark.parametrize("game", SMALL_GAMES, ids=str)
def test_no_plies_are_one_sequence(game):
    assert perft(game, game.start(), 0) == 1
