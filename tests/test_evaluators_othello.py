"""Evaluators and raters of Othello beside plain oracles."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

import plyground as pg
from judging import judge, other_to_move, rate_all
from oracle.othello import Othello as PlainOthello
from oracle.othello import parse_cell
from othello_positions import SIZES, in_reach, plain
from plyground.conformance import random_positions
from plyground.game.judges import BOUND
from plyground.games.othello.judges import (
    Corners,
    CornersFirst,
    Discs,
    Mobility,
    MostTurned,
)
from plyground.kernel import interpreted

EVALUATORS = list(product(SIZES, (Discs(), Mobility(), Corners())))
RATERS = list(product(SIZES, (CornersFirst(), MostTurned())))


def corners_of(size: int) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """The corners, each with the direction inward."""
    ends = ((0, 1), (size - 1, -1))
    return [((column, row), (right, down)) for column, right in ends for row, down in ends]


def anchored(rules: PlainOthello, colour: int) -> int:
    """Discs on corners, and those that follow along the rim."""
    found = set()
    for corner, (right, down) in corners_of(rules.size):
        for step in ((right, 0), (0, down)):
            cell = corner
            while rules.board.get(cell) == colour:
                found.add(cell)
                cell = (cell[0] + step[0], cell[1] + step[1])
    return len(found)


def features(game: pg.Game, position: Any) -> dict[str, int]:
    """What `Corners` weighs, own minus the other's."""
    rules, mover = plain(game, position), position.player()
    board, colours, found = rules.board, (1 + mover, 2 - mover), {}

    def ahead(count: Any) -> int:
        return count(colours[0]) - count(colours[1])

    def risky(steps: list[tuple[int, int]]) -> int:
        """Discs so many steps inward from corners that are empty."""
        return ahead(
            lambda colour: sum(
                board[(column + right * x, row + down * y)] == colour
                for (column, row), (right, down) in corners_of(game.size)
                if board[(column, row)] == 0
                for x, y in steps
            )
        )

    found["corner"] = ahead(
        lambda colour: sum(board[corner] == colour for corner, _ in corners_of(game.size))
    )
    found["x_cell"] = -risky([(1, 1)])
    found["c_cell"] = -risky([(0, 1), (1, 0)])
    found["reach"] = ahead(lambda colour: len(in_reach(rules, colour - 1)))
    found["moves"] = ahead(lambda colour: len(rules.places(colour - 1)))
    found["discs"] = ahead(list(board.values()).count)
    found["parity"] = 1 if list(board.values()).count(0) % 2 else -1
    found["anchored"] = ahead(lambda colour: anchored(rules, colour))
    return found


@pytest.mark.parametrize("game", SIZES, ids=str)
def test_evaluators_count_what_they_say(game):
    weights, cells, seen = Corners()._asdict(), game.size**2, set()
    for position in random_positions(game, 40, 120):
        found = features(game, position)
        seen |= {name for name, value in found.items() if value}
        assert judge(Discs(3), position) == 3 * found["discs"]
        assert judge(Mobility(5, 7), position) == 5 * found["moves"] + 7 * found["reach"]
        empty = game.cells(position).count(0)
        phase = dict.fromkeys(("corner", "x_cell", "reach"), empty)
        phase |= dict.fromkeys(("moves", "discs", "parity"), cells - empty)
        total = sum(weights[name] * phase.get(name, cells) * found[name] for name in weights)
        assert judge(Corners(), position) == total // cells
    assert seen == set(weights)


@pytest.mark.parametrize(("game", "evaluator"), EVALUATORS, ids=str)
def test_evaluators_mean_the_same_compiled(game, evaluator):
    assert judge.prepare(evaluator, game.start())
    for position in random_positions(game, 41, 60):
        value = judge(evaluator, position)
        assert abs(value) < BOUND
        with interpreted():
            assert judge(evaluator, position) == value
        images = [position.transform(symmetry) for symmetry in range(game.symmetries)]
        assert {judge(evaluator, image) for image in images} == {value}


@pytest.mark.parametrize("game", SIZES, ids=str)
def test_good_for_one_is_bad_for_the_other(game):
    """Divided down, both may lose a point."""
    for position in random_positions(game, 42, 60):
        for evaluator in (Discs(), Mobility(), Corners(parity=0)):
            both = judge(evaluator, position) + judge(evaluator, other_to_move(position))
            assert both in ((0, -1) if isinstance(evaluator, Corners) else (0,))


def expected_rating(rules: PlainOthello, move: str) -> int:
    """What `CornersFirst` says of a move, by the plain rules."""
    weights, after = CornersFirst(), rules.play(move)
    value = -weights.reply * len(after.places(after.player()))
    if move == "pass":
        return value
    cell = parse_cell(move)
    for corner, _ in corners_of(rules.size):
        away = (abs(cell[0] - corner[0]), abs(cell[1] - corner[1]))
        if away == (0, 0):
            value += weights.corner
        elif rules.board[corner] == 0:
            value -= weights.x_cell if away == (1, 1) else 0
            value -= weights.c_cell if away in ((0, 1), (1, 0)) else 0
    return value


@pytest.mark.parametrize("game", SIZES, ids=str)
def test_raters_count_what_they_say(game):
    passes = 0
    for position in random_positions(game, 43, 500):
        rules = plain(game, position)
        ratings = rate_all(game, CornersFirst(), position)
        turned = rate_all(game, MostTurned(2), position)
        for move, rating in ratings.items():
            name = game.format_move(move)
            assert rating == expected_rating(rules, name)
            enclosed = [] if name == "pass" else rules.enclosed(parse_cell(name), rules.mover)
            assert turned[move] == 2 * len(enclosed)
            passes += name == "pass"
    assert passes


@pytest.mark.parametrize(("game", "rater"), RATERS, ids=str)
def test_raters_mean_the_same_compiled_and_turned(game, rater):
    for position in random_positions(game, 44, 40):
        ratings = rate_all(game, rater, position)
        with interpreted():
            assert rate_all(game, rater, position) == ratings
        for symmetry in range(game.symmetries):
            image = rate_all(game, rater, position.transform(symmetry))
            assert image == {
                position.transform_move(symmetry, move): rating for move, rating in ratings.items()
            }


def test_a_corner_is_worth_more_than_a_disc_beside_it():
    game = pg.game("othello")
    rest = "/.B....../..B...../...BB.../...BW.../......../......../........ B"
    corner, beside, risky = (
        game.parse_position(row + rest) for row in ("B.......", "..B.....", ".B......")
    )
    assert judge(Corners(), corner) > judge(Corners(), beside) > judge(Corners(), risky)
