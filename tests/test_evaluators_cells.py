"""Evaluators and raters of Connect Four, Cachex and tic-tac-toe, beside plain oracles."""

from __future__ import annotations

from collections import deque
from itertools import product
from typing import Any

import numpy as np
import pytest

import plyground as pg
from plyground.conformance import random_positions
from plyground.evaluators import cachex, connect_four, tic_tac_toe
from plyground.evaluators.plain import BOUND
from plyground.games.cachex import NEIGHBOURS
from plyground.games.connect_four import four_along
from plyground.kernel import interpreted, popcount, search_kernel
from plyground.kernel.words import bits_of

FATAL = "......./......./......./......./O..XXX./O..OXO. X"  # for O: columns 3 and 7

FOURS = [pg.game("connect_four", width=w, height=h) for w, h in ((7, 6), (6, 5), (12, 4), (2, 30))]
CACHEX = [pg.game("cachex", size=size) for size in (3, 5, 8, 15)]
TIC_TAC_TOE = [pg.game("tic_tac_toe")]

EVALUATORS = [
    *product(FOURS, (connect_four.Utility(), connect_four.ThreatParity())),
    *product(CACHEX, (cachex.PathDifference(), cachex.Bridges())),
    *product(TIC_TAC_TOE, (tic_tac_toe.OpenLines(),)),
]
RATERS = [
    *product(FOURS, (connect_four.Centre(), connect_four.Threats())),
    *product(CACHEX, (cachex.BesideStones(), cachex.Central(), cachex.CapturesFirst())),
    *product(TIC_TAC_TOE, (tic_tac_toe.CentreFirst(),)),
]


@search_kernel
def judge(evaluator: Any, position: Any) -> int:
    return evaluator.evaluate(position)


@search_kernel
def judge_moves(rater: Any, position: Any, moves: Any, ratings: Any) -> int:
    count = position.fill_moves(moves)
    for i in range(count):
        ratings[i] = rater.rate(position, int(moves[i]))
    return count


def rate_all(game: pg.Game, rater: Any, position: Any) -> dict[int, int]:
    moves, ratings = (np.zeros(game.max_moves + 1, np.int64) for _ in range(2))
    count = judge_moves(rater, position, moves, ratings)
    return dict(zip(moves[:count].tolist(), ratings[:count].tolist(), strict=True))


def position_after(game: pg.Game, moves: str) -> Any:
    position = game.start()
    for text in moves.split():
        position = game.play(position, game.parse_move(text))
    return position


def sides(game: pg.Game, position: Any) -> tuple[set[int], set[int]]:
    """The cells of the player to move and of the other."""
    cells = game.cells(position)
    mover = position.player()
    mine = {c for c, content in enumerate(cells) if content == 1 + mover}
    return mine, {c for c, content in enumerate(cells) if content == 2 - mover}


# --- what holds for all of them ----------------------------------------------------------------


@pytest.mark.parametrize(("game", "evaluator"), EVALUATORS, ids=str)
def test_evaluators_mean_the_same_compiled(game, evaluator):
    assert judge.prepare(evaluator, game.start())
    for position in random_positions(game, 1, 40):
        value = judge(evaluator, position)
        assert abs(value) < BOUND
        with interpreted():
            plain = judge(evaluator, position)
        assert type(plain) is int
        assert plain == value


@pytest.mark.parametrize(("game", "evaluator"), EVALUATORS, ids=str)
def test_evaluators_do_not_see_symmetries(game, evaluator):
    for position in random_positions(game, 2, 20):
        images = [position.transform(symmetry) for symmetry in range(game.symmetries)]
        assert len({judge(evaluator, image) for image in images}) == 1


@pytest.mark.parametrize(("game", "rater"), RATERS, ids=str)
def test_raters_mean_the_same_compiled(game, rater):
    for position in random_positions(game, 3, 20):
        ratings = rate_all(game, rater, position)
        with interpreted():
            assert rate_all(game, rater, position) == ratings


@pytest.mark.parametrize(("game", "rater"), RATERS, ids=str)
def test_raters_do_not_see_symmetries(game, rater):
    for position in random_positions(game, 4, 10):
        ratings = rate_all(game, rater, position)
        for symmetry in range(game.symmetries):
            image = rate_all(game, rater, position.transform(symmetry))
            assert image == {
                position.transform_move(symmetry, move): rating for move, rating in ratings.items()
            }


ANTISYMMETRIC = [
    *product(FOURS, (connect_four.Utility(),)),
    *product(CACHEX, (cachex.PathDifference(), cachex.Bridges(captures=7, danger=7, tempo=0))),
    *product(TIC_TAC_TOE, (tic_tac_toe.OpenLines(weight=3),)),
]


@pytest.mark.parametrize(("game", "evaluator"), ANTISYMMETRIC, ids=str)
def test_good_for_one_is_bad_for_the_other(game, evaluator):
    for position in random_positions(game, 5, 30):
        other = position._replace(mine=position.theirs, theirs=position.mine)
        if hasattr(other, "turn"):
            other = other._replace(turn=other.turn + 1)
        assert judge(evaluator, other) == -judge(evaluator, position)


# --- Connect Four ------------------------------------------------------------------------------

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (-1, 1))  # (row, column)


def windows(width: int, height: int) -> dict[tuple[int, int], list[list[int]]]:
    """All windows as lists of cells, by direction."""
    found: dict[tuple[int, int], list[list[int]]] = {direction: [] for direction in DIRECTIONS}
    for row, column, (up, right) in product(range(height), range(width), DIRECTIONS):
        window = [(row + k * up, column + k * right) for k in range(4)]
        if all(r in range(height) and c in range(width) for r, c in window):
            found[up, right].append([r * width + c for r, c in window])
    return found


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
    board = connect_four.board_cells(int(connect_four.BOTTOM[width, height]), height)
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
            assert judge(connect_four.Utility(*weights), position) == difference
        weighted = zip((2, 8, 15, 26), differences, strict=True)
        assert judge(connect_four.Utility(), position) == sum(w * d for w, d in weighted)


def test_utility_weights_rise():
    assert list(connect_four.Utility()) == sorted(set(connect_four.Utility()))


def test_utility_of_one_disc():
    """A disc in the lower centre lies in 4 level windows, 1 upright and 2 diagonal ones."""
    game = FOURS[0]
    assert judge(connect_four.Utility(), position_after(game, "4")) == -14
    assert judge(connect_four.Utility(), position_after(game, "1")) == -6


def test_fatal_column():
    """X completes row 2 in columns 3 and 7, both still empty."""
    game = FOURS[0]
    position = game.parse_position(FATAL)
    mine, theirs = sides(game, position)
    assert fatal_columns(game, mine, theirs) == 2
    assert judge(connect_four.Utility(0, 0, 0, 1), position) == 2


@pytest.mark.parametrize("game", FOURS, ids=str)
def test_threats(game):
    seen = 0
    for position in random_positions(game, 7, 60):
        mine, theirs = sides(game, position)
        board = connect_four.board_cells(
            int(connect_four.BOTTOM[game.width, game.height]), game.height
        )
        empty = set(range(game.width * game.height)) - mine - theirs
        expected = {cell for cell in empty if completes(game, mine, cell)}
        found = connect_four.threats_of(position.mine, position.theirs, board, game.height)
        assert cells_of_mask(game, found) == expected
        seen += len(expected)
    assert seen


@pytest.mark.parametrize("game", FOURS, ids=str)
def test_above_lowest(game):
    bottom = int(connect_four.BOTTOM[game.width, game.height])
    for position in random_positions(game, 8, 20):
        lowest: dict[int, int] = {}
        for cell in sorted(cells_of_mask(game, position.mine)):
            lowest.setdefault(cell % game.width, cell)
        expected = {
            cell
            for cell in range(game.width * game.height)
            if cell > lowest.get(cell % game.width, game.width * game.height)
        }
        found = connect_four.above_lowest(position.mine, bottom, game.height)
        assert cells_of_mask(game, found) == expected


@pytest.mark.parametrize(("width", "height", "rows"), [(7, 6, {1, 3, 5}), (6, 5, {2, 4})])
def test_rows_that_serve_the_first_player(width, height, rows):
    """A disc under the threat is the second player's when all other columns are full."""
    game = pg.game("connect_four", width=width, height=height)
    found = cells_of_mask(game, int(connect_four.FIRST_ROWS[width, height]))
    assert {cell // width + 1 for cell in found} == rows
    for row in range(2, height + 1):
        discs_before = (width - 1) * height + row - 2
        assert (row in rows) == (discs_before % 2 == 1)


@pytest.mark.parametrize(
    ("moves", "value"),
    [
        ("4 4 5 5 6 6", connect_four.WON),  # the mover completes row 1
        ("4 4 5 5 6", -connect_four.WON),  # both ends of the other's row are open
    ],
)
def test_threat_parity_sees_the_next_moves(moves, value):
    assert judge(connect_four.ThreatParity(), position_after(FOURS[0], moves)) == value


def test_threat_parity_prefers_odd_rows_for_the_first_player():
    only_parity = connect_four.ThreatParity(0, 0, 0, 10, 0, 100)
    rows = int(connect_four.FIRST_ROWS[7, 6])
    odd, even = 1 << 2, 1 << 3  # column 1, rows 3 and 4
    assert only_parity.parity(odd, 0, rows) == 110
    assert only_parity.parity(even, 0, rows) == 0
    assert only_parity.parity(0, even, rows) == -110
    assert only_parity.parity(odd, even << 7, rows) == 100
    assert only_parity.parity(odd, odd << 7, rows) == 10


def test_centre_first():
    game = FOURS[0]
    ratings = rate_all(game, connect_four.Centre(), game.start())
    assert ratings == {0: -6, 1: -4, 2: -2, 3: 0, 4: -2, 5: -4, 6: -6}


@pytest.mark.parametrize("game", FOURS, ids=str)
def test_threats_order(game):
    """Wins before blocks before all else."""
    for position in random_positions(game, 9, 60):
        mine, theirs = sides(game, position)
        ranks = {}
        for move, rating in rate_all(game, connect_four.Threats(), position).items():
            cell = next_cell(game, mine | theirs, move)
            rank = 2 * completes(game, mine, cell) + completes(game, theirs, cell)
            ranks[rating] = rank
        assert [ranks[rating] for rating in sorted(ranks)] == sorted(ranks.values())


def test_threats_counts_what_a_move_makes_and_allows():
    game = FOURS[0]
    ratings = rate_all(game, connect_four.Threats(), position_after(game, "4 1 5 1"))
    assert ratings[5] == 200 - 4  # row 1, columns 3 and 7
    assert ratings[0] == -6
    fatal = game.parse_position(FATAL)
    other = fatal._replace(mine=fatal.theirs, theirs=fatal.mine)
    ratings = rate_all(game, connect_four.Threats(allow=10**6), other)
    assert ratings[6] < -(10**5)


# --- Cachex ------------------------------------------------------------------------------------


def around(size: int, cell: int) -> list[int]:
    r, q = divmod(cell, size)
    near = ((r + dr, q + dq) for dr, dq in NEIGHBOURS)
    return [a * size + b for a, b in near if a in range(size) and b in range(size)]


def along(size: int, cell: int, player: int) -> int:
    """How far a cell is from the home side of a player."""
    return cell // size if player == 0 else cell % size


def shortest(start, goal, links, cost, blocked: int) -> int:
    """0-1 breadth-first search over a dictionary of distances."""
    distance = {cell: cost[cell] for cell in start if cell in cost}
    queue = deque(sorted(distance, key=distance.__getitem__))
    while queue:
        cell = queue.popleft()
        for beside in links(cell):
            if beside in cost:
                further = distance[cell] + cost[beside]
                if further < distance.get(beside, blocked):
                    distance[beside] = further
                    (queue.append if cost[beside] else queue.appendleft)(beside)
    return min((distance[cell] for cell in goal if cell in distance), default=blocked)


def costs(size: int, mine: set[int], theirs: set[int]) -> dict[int, int]:
    return {cell: int(cell not in mine) for cell in range(size * size) if cell not in theirs}


def plain_distance(size: int, mine: set[int], theirs: set[int], player: int) -> int:
    cells = range(size * size)
    start = [cell for cell in cells if along(size, cell, player) == 0]
    goal = [cell for cell in cells if along(size, cell, player) == size - 1]
    cost = costs(size, mine, theirs)
    return shortest(start, goal, lambda cell: around(size, cell), cost, size * size)


def plain_bridge_distance(size: int, mine: set[int], theirs: set[int], player: int) -> int:
    """The same, where two empty cells that both lie beside both ends make a link."""
    cells = range(size * size)
    free = set(cells) - mine - theirs

    def links(cell):
        near = set(around(size, cell))
        second = {s for n in near for s in around(size, n)} - near - {cell}
        shared = {s: near & set(around(size, s)) for s in second}
        return near | {s for s in second if len(shared[s]) == 2 and shared[s] <= free}

    def by_edge(row, edge):
        rows = [cell for cell in cells if along(size, cell, player) == edge]
        second = [cell for cell in cells if along(size, cell, player) == row]
        near = [{n for n in around(size, c) if along(size, n, player) == edge} for c in second]
        safe = [len(n) == 2 and n <= free for n in near]
        return rows + [cell for cell, is_safe in zip(second, safe, strict=True) if is_safe]

    cost = costs(size, mine, theirs)
    return shortest(by_edge(1, 0), by_edge(size - 2, size - 1), links, cost, size * size)


def plain_captures(size: int, mine: set[int], theirs: set[int]) -> int:
    """Pairs that a stone could capture, by trying every empty cell against the rules' text."""
    count = 0
    for cell in set(range(size * size)) - mine - theirs:
        r, q = divmod(cell, size)
        for i, gap in product(range(6), (1, 2)):
            (ar, aq), (br, bq) = NEIGHBOURS[i], NEIGHBOURS[(i + gap) % 6]
            corners = [(r + ar, q + aq), (r + br, q + bq), (r + ar + br, q + aq + bq)]
            if all(a in range(size) and b in range(size) for a, b in corners):
                one, two, own = (a * size + b for a, b in corners)
                count += one in theirs and two in theirs and own in mine
    return count


@pytest.mark.parametrize("game", CACHEX, ids=str)
def test_path_difference(game):
    blocked = 0
    for position in random_positions(game, 10, 40):
        mine, theirs = sides(game, position)
        mover = position.player()
        own = plain_distance(game.size, mine, theirs, mover)
        other = plain_distance(game.size, theirs, mine, 1 - mover)
        assert judge(cachex.PathDifference(weight=3), position) == 3 * (other - own)
        blocked += own == game.size**2
    assert blocked


@pytest.mark.parametrize("game", CACHEX, ids=str)
def test_bridge_distance(game):
    only_bridges = cachex.Bridges(1, 0, 0, 0, 0)
    for position in random_positions(game, 11, 40):
        mine, theirs = sides(game, position)
        mover = position.player()
        own = plain_bridge_distance(game.size, mine, theirs, mover)
        other = plain_bridge_distance(game.size, theirs, mine, 1 - mover)
        assert judge(only_bridges, position) == other - own


@pytest.mark.parametrize("game", CACHEX, ids=str)
def test_captures_in_reach(game):
    seen = 0
    for position in random_positions(game, 12, 40):
        mine, theirs = sides(game, position)
        captures = plain_captures(game.size, mine, theirs)
        assert judge(cachex.Bridges(0, 0, 1, 0, 0), position) == captures
        danger = plain_captures(game.size, theirs, mine)
        assert judge(cachex.Bridges(0, 0, 0, 1, 0), position) == -danger
        seen += captures
    assert seen


@pytest.mark.parametrize("game", CACHEX, ids=str)
def test_empty_board_distances(game):
    """Every row needs a stone; with bridges to the sides and between stones, every other one."""
    start, size = game.start(), game.size
    for player in range(2):
        board = (start.mine, start.free, start.left, size, player)
        assert cachex.distance_to_win(*board) == size
        assert cachex.bridge_distance(*board) == size // 2


@pytest.mark.parametrize("game", CACHEX, ids=str)
def test_sides(game):
    left, size = game.start().left, game.size
    for player, name in product(range(2), ("home_side", "far_side")):
        words = getattr(cachex, name)(left, size, player)
        row = 0 if name == "home_side" else size - 1
        expected = [c for c in range(size * size) if along(size, c, player) == row]
        assert [bit - bit // (size + 1) for bit in bits_of(words)] == expected


@pytest.mark.parametrize("game", CACHEX, ids=str)
def test_beside_stones(game):
    for position in random_positions(game, 13, 20):
        taken = set.union(*sides(game, position))
        ratings = rate_all(game, cachex.BesideStones(), position)
        ratings.pop(game.size**2, None)
        for cell, rating in ratings.items():
            assert rating == bool(taken & set(around(game.size, cell)))
            assert cachex.is_beside_stone(position, cell) == rating


def test_steal_is_beside_nothing():
    for game in CACHEX:
        position = position_after(game, "b1")
        assert not cachex.is_beside_stone(position, game.size**2)
        assert rate_all(game, cachex.BesideStones(), position)[game.size**2] == 0
        central = rate_all(game, cachex.Central(), position)
        assert central[game.size**2] == central[game.parse_move("a2")]


@pytest.mark.parametrize("game", CACHEX, ids=str)
def test_central(game):
    """Steps are counted by walking from the middle, where there is one."""
    ratings = rate_all(game, cachex.Central(), game.start())
    if game.size % 2:
        steps = {game.size**2 // 2: 0}
        for cell in (queue := [*steps]):
            for beside in around(game.size, cell):
                if beside not in steps:
                    steps[beside] = steps[cell] + 1
                    queue.append(beside)
        assert all(rating == -2 * steps[cell] for cell, rating in ratings.items())
    else:
        best = {cell for cell, rating in ratings.items() if rating == max(ratings.values())}
        low, high = game.size // 2 - 1, game.size // 2
        assert {low * game.size + high, high * game.size + low} == best


@pytest.mark.parametrize("game", CACHEX, ids=str)
def test_captures_first(game):
    only_captures = cachex.CapturesFirst(1, 0, 0)
    for position in random_positions(game, 14, 15):
        stones = len(sides(game, position)[1])
        for move, rating in rate_all(game, only_captures, position).items():
            if move < game.size**2:
                assert rating == stones - len(sides(game, position.play(move))[0])


# --- tic-tac-toe -------------------------------------------------------------------------------


def test_open_lines():
    game = TIC_TAC_TOE[0]
    rows = [{0, 1, 2}, {3, 4, 5}, {6, 7, 8}]
    columns = [{0, 3, 6}, {1, 4, 7}, {2, 5, 8}]
    lines = [*rows, *columns, {0, 4, 8}, {2, 4, 6}]
    for position in random_positions(game, 15, 100):
        mine, theirs = sides(game, position)
        own = sum(not theirs & line for line in lines)
        other = sum(not mine & line for line in lines)
        assert judge(tic_tac_toe.OpenLines(), position) == own - other


def test_open_lines_by_hand():
    game = TIC_TAC_TOE[0]
    assert judge(tic_tac_toe.OpenLines(), game.start()) == 0
    assert judge(tic_tac_toe.OpenLines(), position_after(game, "b2")) == -4
    assert judge(tic_tac_toe.OpenLines(weight=5), position_after(game, "b2 a1")) == 5


def test_centre_corners_edges():
    game = TIC_TAC_TOE[0]
    ratings = rate_all(game, tic_tac_toe.CentreFirst(), game.start())
    assert [ratings[cell] for cell in range(9)] == [1, 0, 1, 0, 2, 0, 1, 0, 1]
