"""Evaluators and raters of Bamboo beside plain oracles."""

from __future__ import annotations

from functools import cache
from itertools import pairwise, product

import pytest

from judging import BAMBOO, judge, position_after, rate_all
from oracle.bamboo import STEPS, Bamboo, Tile, all_tiles, find_groups
from plyground.conformance import random_positions
from plyground.games.bamboo import judges

pytest_plugins = "interpreting"
# That machine code says the same is in test_evaluators.py, for all of them.
pytestmark = pytest.mark.usefixtures("interpreted_here")

CENTRE = (0, 0, 0)


def tiles_of(game) -> list[Tile]:
    return list(all_tiles(game.radius).values())


@cache
def steps_from(radius: int, start: Tile) -> dict[Tile, int]:
    """How many steps away every tile is, by walking there."""
    tiles = set(all_tiles(radius).values())
    steps = {start: 0}
    for tile in (queue := [start]):
        for step in STEPS:
            x, y, z = (a + b for a, b in zip(tile, step, strict=True))
            if (x, y, z) in tiles and (x, y, z) not in steps:
                steps[x, y, z] = steps[tile] + 1
                queue.append((x, y, z))
    return steps


def by_plain_rules(game, position) -> Bamboo:
    board = dict(zip(tiles_of(game), game.cells(position), strict=True))
    return Bamboo(game.radius, board, position.player())


def stones_of(rules: Bamboo, player: int) -> set[Tile]:
    return {tile for tile, stone in rules.board.items() if stone == 1 + player}


def counts(rules: Bamboo, player: int) -> tuple[int, int, int]:
    """Groups, moves if it is the player's turn, and steps of all stones from the centre."""
    stones = stones_of(rules, player)
    moves = Bamboo(rules.radius, rules.board, player).legal_moves()
    outer = sum(steps_from(rules.radius, CENTRE)[stone] for stone in stones)
    return len(find_groups(stones)), len(moves), outer


def are_ordered_alike(ratings: dict, expected: dict) -> bool:
    """Whether moves are rated equal where they should be, and higher where they should be."""
    pairs = sorted({(expected[move], rating) for move, rating in ratings.items()})
    return all(a[0] < b[0] and a[1] < b[1] for a, b in pairwise(pairs))


def some_positions(game, seed):
    """Positions from all over one game on the largest board, and over more on smaller ones."""
    return list(random_positions(game, seed, 60))[::3]


@pytest.mark.parametrize("game", BAMBOO, ids=str)
def test_what_evaluators_count(game):
    for position in some_positions(game, 20):
        rules = by_plain_rules(game, position)
        own, other = counts(rules, rules.player()), counts(rules, 1 - rules.player())
        groups, moves, outer = (a - b for a, b in zip(own, other, strict=True))
        assert judge(judges.GroupsAndMoves(1, 1), position) == groups + moves
        assert judge(judges.GroupsAndMoves(1, 0), position) == groups
        assert judge(judges.GroupsAndMoves(-2, 5), position) == -2 * groups + 5 * moves
        assert judge(judges.Spread(0, 0, 1), position) == outer
        assert judge(judges.Spread(7, 5, 3), position) == 7 * groups + 5 * moves + 3 * outer


def test_report_weighs_groups_and_moves_alike():
    assert judges.GroupsAndMoves() == (1, 1)


@pytest.mark.parametrize(
    ("move", "value", "outer"),
    [
        ("b2", (0 + 6) - (1 + 0), 0),  # Red's stone in the middle leaves Red no tile
        ("a1", (0 + 6) - (1 + 3), -1),  # the tiles not beside it are b3, c1 and c2
    ],
)
def test_evaluators_by_hand(move, value, outer):
    position = position_after(BAMBOO[0], move)
    assert judge(judges.GroupsAndMoves(1, 1), position) == value
    assert judge(judges.Spread(1, 1, 10), position) == value + 10 * outer


@pytest.mark.parametrize("game", BAMBOO, ids=str)
def test_distances(game):
    tiles = tiles_of(game)
    for (i, one), (j, two) in product(enumerate(tiles), repeat=2):
        assert judges.distance(game.radius, i, j) == steps_from(game.radius, one)[two]
    for i, tile in enumerate(tiles):
        assert judges.distance_from_centre(game.radius, i) == steps_from(game.radius, CENTRE)[tile]


@pytest.mark.parametrize("game", BAMBOO, ids=str)
def test_outer_and_squares(game):
    steps = steps_from(game.radius, CENTRE)
    outer = rate_all(game, judges.Outer(3), game.start())
    assert outer == {i: 3 * steps[tile] for i, tile in enumerate(tiles_of(game))}
    squares = rate_all(game, judges.SumOfSquares(2), game.start())
    assert squares == {i: 2 * (x * x + y * y + z * z) for i, (x, y, z) in enumerate(tiles_of(game))}


@pytest.mark.parametrize("game", BAMBOO, ids=str)
def test_most_groups(game):
    tiles, joined = tiles_of(game), 0
    for position in some_positions(game, 21):
        rules = by_plain_rules(game, position)
        mine = stones_of(rules, rules.player())
        before = len(find_groups(mine))
        for move, rating in rate_all(game, judges.MostGroups(3), position).items():
            groups = len(find_groups(mine | {tiles[move]}))
            assert rating == 3 * groups
            joined += groups < before
    assert joined or game.radius == 1


@pytest.mark.parametrize("game", BAMBOO, ids=str)
def test_sparsity(game):
    """Alone it ties tiles that the distance from the centre then tells apart."""
    tiles, centre = tiles_of(game), steps_from(game.radius, CENTRE)
    for position in some_positions(game, 22):
        rules = by_plain_rules(game, position)
        mine = stones_of(rules, rules.player())
        averages, closest, ties_broken = {}, {}, {}
        for move in game.legal(position):
            steps = steps_from(game.radius, tiles[move])
            averages[move] = sum(steps[stone] for stone in mine) / max(1, len(mine))
            closest[move] = min((steps[stone] for stone in mine), default=0)
            ties_broken[move] = (closest[move], centre[tiles[move]])
        for weight in (1, 3):
            assert are_ordered_alike(rate_all(game, judges.Sparsity(weight), position), closest)
            both = rate_all(game, judges.SparsityThenOuter(weight), position)
            assert are_ordered_alike(both, ties_broken)
            average = rate_all(game, judges.AverageSparsity(weight), position)
            assert are_ordered_alike(average, averages)
