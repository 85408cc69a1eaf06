"""Evaluators and raters of Connect Four beside plain oracles."""

from __future__ import annotations

from functools import cache
from itertools import product

import pytest

import plyground as pg
from judging import FOURS, judge, position_after, rate_all, sides
from plyground.conformance import random_positions
from plyground.games.connect_four import judges
from plyground.games.connect_four.rules import four_along
from plyground.kernel import popcount

FATAL = "......./......./......./......./O..XXX./O..OXO. X"  # for O: columns 3 and 7
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (-1, 1))  # (row, column)


def windows(width: int, height: int) -> dict[tuple[int, int], list[list[int]]]:
    """All windows as lists of cells, by direction."""
    found: dict[tuple[int, int], list[list[int]]] = {direction: [] for direction in DIRECTIONS}
    for row, column, (up, right) in product(range(height), range(width), DIRECTIONS):
        window = [(row + k * up, column + k * right) for k in range(4)]
        if all(r in range(height) and c in range(width) for r, c in window):
            found[up, right].append([r * width + c for r, c in window])
    return found


@cache
def all_windows(game) -> list[set[int]]:
    return [set(w) for found in windows(game.width, game.height).values() for w in found]


def windows_by_discs(game, mine, theirs) -> list[int]:
    """How many windows hold 0, 1, 2, 3 and 4 of mine and none of theirs."""
    counts = [0] * 5
    for window in all_windows(game):
        if not theirs & window:
            counts[len(mine & window)] += 1
    return counts


def completes(game, discs, cell) -> bool:
    """Whether a disc in the cell completes four in a line."""
    return any(cell in line and line <= discs | {cell} for line in all_windows(game))


def next_cell(game, taken, column) -> int | None:
    free = [c for c in range(column, game.width * game.height, game.width) if c not in taken]
    return min(free, default=None)


def fatal_columns(game, mine, theirs) -> int:
    """How many columns lose for the other side when it drops there, by trying it."""
    count = 0
    for column in range(game.width):
        cell = next_cell(game, mine | theirs, column)
        if cell is not None and not completes(game, theirs, cell):
            above = next_cell(game, mine | theirs | {cell}, column)
            count += above is not None and completes(game, mine, above)
    return count


def cells_of_mask(game, mask: int) -> set[int]:
    return {cell for cell in range(game.width * game.height) if mask >> game._bit(cell) & 1}


@pytest.mark.parametrize(("width", "height"), [(7, 6), (4, 4), (3, 9), (12, 4), (2, 30), (1, 61)])
def test_window_masks(width, height):
    board = judges.board_cells(int(judges.BOTTOM[width, height]), height)
    expected = windows(width, height)
    steps = {(0, 1): height + 1, (1, 0): 1, (1, 1): height + 2, (-1, 1): height}
    for direction, step in steps.items():
        assert popcount(four_along(board, step)) == len(expected[direction])


def test_windows_of_the_usual_board():
    found = windows(7, 6)
    assert [len(found[direction]) for direction in DIRECTIONS] == [24, 21, 12, 12]


@pytest.mark.parametrize("game", FOURS, ids=str)
def test_utility_counts(game):
    for position in random_positions(game, 6, 60):
        mine, theirs = sides(game, position)
        own = [*windows_by_discs(game, mine, theirs)[1:4], fatal_columns(game, mine, theirs)]
        other = [*windows_by_discs(game, theirs, mine)[1:4], fatal_columns(game, theirs, mine)]
        differences = [a - b for a, b in zip(own, other, strict=True)]
        for i, difference in enumerate(differences):
            weights = [int(i == j) for j in range(4)]
            assert judge(judges.Utility(*weights), position) == difference
        weighted = zip((2, 8, 15, 26), differences, strict=True)
        assert judge(judges.Utility(), position) == sum(w * d for w, d in weighted)


@pytest.mark.parametrize("game", FOURS, ids=str)
def test_one_sided_counts(game):
    """One player's part alone; both parts together are the difference that `Utility` gives."""
    for position in random_positions(game, 6, 60):
        mine, theirs = sides(game, position)
        own = [*windows_by_discs(game, mine, theirs)[1:4], fatal_columns(game, mine, theirs)]
        score = sum(w * n for w, n in zip((2, 8, 15, 26), own, strict=True))
        assert judge(judges.OneSided(mover=1), position) == score
        other = judge(judges.OneSided(), position)
        assert score + other == judge(judges.Utility(), position)


def test_utility_weights_rise():
    assert list(judges.Utility()) == sorted(set(judges.Utility()))


def test_utility_of_one_disc():
    """A disc in the lower centre lies in 4 level windows, 1 upright and 2 diagonal ones."""
    game = FOURS[0]
    assert judge(judges.Utility(), position_after(game, "4")) == -14
    assert judge(judges.Utility(), position_after(game, "1")) == -6


def test_fatal_column():
    """X completes row 2 in columns 3 and 7, both still empty."""
    game = FOURS[0]
    position = game.parse_position(FATAL)
    mine, theirs = sides(game, position)
    assert fatal_columns(game, mine, theirs) == 2
    assert judge(judges.Utility(0, 0, 0, 1), position) == 2


@pytest.mark.parametrize("game", FOURS, ids=str)
def test_threats(game):
    seen = 0
    for position in random_positions(game, 7, 60):
        mine, theirs = sides(game, position)
        board = judges.board_cells(int(judges.BOTTOM[game.width, game.height]), game.height)
        empty = set(range(game.width * game.height)) - mine - theirs
        expected = {cell for cell in empty if completes(game, mine, cell)}
        found = judges.threats_of(position.mine, position.theirs, board, game.height)
        assert cells_of_mask(game, found) == expected
        seen += len(expected)
    assert seen


@pytest.mark.parametrize("game", FOURS, ids=str)
def test_above_lowest(game):
    bottom = int(judges.BOTTOM[game.width, game.height])
    for position in random_positions(game, 8, 20):
        lowest: dict[int, int] = {}
        for cell in sorted(cells_of_mask(game, position.mine)):
            lowest.setdefault(cell % game.width, cell)
        expected = {
            cell
            for cell in range(game.width * game.height)
            if cell > lowest.get(cell % game.width, game.width * game.height)
        }
        found = judges.above_lowest(position.mine, bottom, game.height)
        assert cells_of_mask(game, found) == expected


@pytest.mark.parametrize(("width", "height", "rows"), [(7, 6, {1, 3, 5}), (6, 5, {2, 4})])
def test_rows_that_serve_the_first_player(width, height, rows):
    """A disc under the threat is the second player's when all other columns are full."""
    game = pg.game("connect_four", width=width, height=height)
    found = cells_of_mask(game, int(judges.FIRST_ROWS[width, height]))
    assert {cell // width + 1 for cell in found} == rows
    for row in range(2, height + 1):
        discs_before = (width - 1) * height + row - 2
        assert (row in rows) == (discs_before % 2 == 1)


@pytest.mark.parametrize(
    ("moves", "value"),
    [
        ("4 4 5 5 6 6", judges.SURE),  # the mover completes row 1
        ("4 4 5 5 6", -judges.SURE),  # both ends of the other's row are open
    ],
)
def test_threat_parity_sees_the_next_moves(moves, value):
    assert judge(judges.ThreatParity(), position_after(FOURS[0], moves)) == value


def test_threat_parity_prefers_odd_rows_for_the_first_player():
    only_parity = judges.ThreatParity(0, 0, 0, 10, 0, 100)
    rows = int(judges.FIRST_ROWS[7, 6])
    odd, even = 1 << 2, 1 << 3  # column 1, rows 3 and 4
    assert only_parity.parity(odd, 0, rows) == 110
    assert only_parity.parity(even, 0, rows) == 0
    assert only_parity.parity(0, even, rows) == -110
    assert only_parity.parity(odd, even << 7, rows) == 100
    assert only_parity.parity(odd, odd << 7, rows) == 10


def test_centre_first():
    game = FOURS[0]
    ratings = rate_all(game, judges.Centre(), game.start())
    assert ratings == {0: -6, 1: -4, 2: -2, 3: 0, 4: -2, 5: -4, 6: -6}


@pytest.mark.parametrize("game", FOURS, ids=str)
def test_threats_order(game):
    """Wins before blocks before all else."""
    for position in random_positions(game, 9, 60):
        mine, theirs = sides(game, position)
        ranks = {}
        for move, rating in rate_all(game, judges.Threats(), position).items():
            cell = next_cell(game, mine | theirs, move)
            rank = 2 * completes(game, mine, cell) + completes(game, theirs, cell)
            ranks[rating] = rank
        assert [ranks[rating] for rating in sorted(ranks)] == sorted(ranks.values())


def test_threats_counts_what_a_move_makes_and_allows():
    game = FOURS[0]
    ratings = rate_all(game, judges.Threats(), position_after(game, "4 1 5 1"))
    assert ratings[5] == 200 - 4  # row 1, columns 3 and 7
    assert ratings[0] == -6
    fatal = game.parse_position(FATAL)
    other = fatal._replace(mine=fatal.theirs, theirs=fatal.mine)
    ratings = rate_all(game, judges.Threats(allow=10**6), other)
    assert ratings[6] < -(10**5)
