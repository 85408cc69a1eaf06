"""Evaluators and raters of Cachex beside plain oracles."""

from __future__ import annotations

from collections import deque
from itertools import product

import pytest

from judging import CACHEX, judge, position_after, rate_all, sides
from plyground.conformance import random_positions
from plyground.games.cachex import judges
from plyground.games.cachex.rules import NEIGHBOURS
from plyground.kernel.words import bits_of

pytest_plugins = "interpreting"
# That machine code says the same is in test_evaluators.py, for all of them.
pytestmark = pytest.mark.usefixtures("interpreted_here")


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
        assert judge(judges.PathDifference(weight=3), position) == 3 * (other - own)
        blocked += own == game.size**2
    assert blocked


@pytest.mark.parametrize("game", CACHEX, ids=str)
def test_bridge_distance(game):
    only_bridges = judges.Bridges(1, 0, 0, 0, 0)
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
        assert judge(judges.Bridges(0, 0, 1, 0, 0), position) == captures
        danger = plain_captures(game.size, theirs, mine)
        assert judge(judges.Bridges(0, 0, 0, 1, 0), position) == -danger
        seen += captures
    assert seen


@pytest.mark.parametrize("game", CACHEX, ids=str)
def test_empty_board_distances(game):
    """Every row needs a stone; with bridges to the sides and between stones, every other one."""
    start, size = game.start(), game.size
    for player in range(2):
        board = (start.mine, start.free, start.left, size, player)
        assert judges.distance_to_win(*board) == size
        assert judges.bridge_distance(*board) == size // 2


@pytest.mark.parametrize("game", CACHEX, ids=str)
def test_sides(game):
    left, size = game.start().left, game.size
    for player, name in product(range(2), ("home_side", "far_side")):
        words = getattr(judges, name)(left, size, player)
        row = 0 if name == "home_side" else size - 1
        expected = [c for c in range(size * size) if along(size, c, player) == row]
        assert [bit - bit // (size + 1) for bit in bits_of(words)] == expected


@pytest.mark.parametrize("game", CACHEX, ids=str)
def test_beside_stones(game):
    for position in random_positions(game, 13, 20):
        taken = set.union(*sides(game, position))
        ratings = rate_all(game, judges.BesideStones(), position)
        ratings.pop(game.size**2, None)
        for cell, rating in ratings.items():
            assert rating == bool(taken & set(around(game.size, cell)))
            assert judges.is_beside_stone(position, cell) == rating


def test_steal_is_beside_nothing():
    for game in CACHEX:
        position = position_after(game, "b1")
        assert not judges.is_beside_stone(position, game.size**2)
        assert rate_all(game, judges.BesideStones(), position)[game.size**2] == 0
        central = rate_all(game, judges.Central(), position)
        assert central[game.size**2] == central[game.parse_move("a2")]


@pytest.mark.parametrize("game", CACHEX, ids=str)
def test_central(game):
    """Steps are counted by walking from the middle, where there is one."""
    ratings = rate_all(game, judges.Central(), game.start())
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
    only_captures = judges.CapturesFirst(1, 0, 0)
    for position in random_positions(game, 14, 15):
        stones = len(sides(game, position)[1])
        for move, rating in rate_all(game, only_captures, position).items():
            if move < game.size**2:
                assert rating == stones - len(sides(game, position.play(move))[0])
