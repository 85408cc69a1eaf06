"""Judging Cachex: the report's difference of distances, bridges and captures, orders of moves.

Distances are found for all cells at once, on sets of bits as in `games.cachex`: a set grows from
one side of the board, for nothing over own stones and at the price of one over empty cells, until
it reaches the other side.

A *bridge* is two cells with two empty cells between them, both next to both:

      . o           whoever takes one of the two dots,
     o .            the other dot still joins the stones

Captures happen in the same diamonds: two stones of one colour on one diagonal, long or short, are
captured by two of the other on the other diagonal.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from plyground.games.cachex.rules import BIT, CELL, captured_by
from plyground.kernel import compiled
from plyground.kernel.words import (
    Words,
    common,
    count_bits,
    empty_like,
    first_bit,
    has_bit,
    is_empty,
    shift_down,
    shift_up,
    spread_over_hexagons,
    union,
    with_bit,
)
from plyground.vocabulary import Move, Player


@compiled
def row_from(start: int, size: int, like: Words) -> Words:
    """The `size` bits from `start` on, in as many words as `like`."""
    row, length = with_bit(empty_like(like), start), 1
    while length < size:
        step = min(length, size - length)
        row = union(row, shift_up(row, step))
        length += step
    return row


@compiled
def home_side(left: Words, size: int, player: Player) -> Words:
    """The cells of the side a player's chain starts from: the lowest row, or the left column."""
    return row_from(0, size, left) if player == 0 else left


@compiled
def far_side(left: Words, size: int, player: Player) -> Words:
    """The cells of the side a player's chain ends at: the highest row, or the right column."""
    if player == 0:
        return row_from((size - 1) * (size + 1), size, left)
    return shift_up(left, size - 1)


@compiled
def flood(reached: Words, stones: Words, size: int) -> Words:
    """`reached` and all `stones` that are connected with it."""
    while True:
        larger = union(reached, common(spread_over_hexagons(reached, size + 1), stones))
        if larger == reached:
            return reached
        reached = larger


@compiled
def distance_to_win(stones: Words, free: Words, left: Words, size: int, player: Player) -> int:
    """The fewest empty cells to fill for a chain; size * size if the other has cut all off."""
    home, far = home_side(left, size, player), far_side(left, size, player)
    reached = flood(common(home, stones), stones, size)
    edge = home  # besides what has been reached, the side itself is a neighbour of its cells
    for distance in range(size * size):
        if not is_empty(common(reached, far)):
            return distance
        step = common(union(edge, spread_over_hexagons(reached, size + 1)), free)
        larger = flood(union(reached, step), stones, size)
        if larger == reached:
            break
        reached = larger
    return size * size


@compiled
class PathDifference(NamedTuple):
    """The report's evaluation: the opponent's distance to win minus one's own."""

    weight: int = 1

    def evaluate(self, position: Any) -> int:
        """Positive if the mover needs fewer stones than the opponent."""
        free, left, size = position.free, position.left, position.size
        mover = position.player()
        own = distance_to_win(position.mine, free, left, size, mover)
        other = distance_to_win(position.theirs, free, left, size, 1 - mover)
        return self.weight * (other - own)


@compiled
def bridged(cells: Words, free: Words, size: int) -> Words:
    """What is next to `cells` or a bridge away, over empty cells; also bits between the rows."""
    row = size + 1
    up_left, up = shift_up(cells, row - 1), shift_up(cells, row)
    right, down_right = shift_up(cells, 1), shift_down(cells, row - 1)
    down, left = shift_down(cells, row), shift_down(cells, 1)
    beside = union(
        union(union(cells, up_left), union(up, right)), union(down_right, union(down, left))
    )
    up_left, up, right = common(up_left, free), common(up, free), common(right, free)
    down_right, down, left = common(down_right, free), common(down, free), common(left, free)
    above = union(
        common(shift_up(up_left, row), shift_up(up, row - 1)),
        common(shift_up(up, 1), shift_up(right, row)),
    )
    level = union(
        common(shift_down(right, row - 1), shift_up(down_right, 1)),
        common(shift_up(left, row - 1), shift_down(up_left, 1)),
    )
    below = union(
        common(shift_down(down_right, row), shift_down(down, row - 1)),
        common(shift_down(down, 1), shift_down(left, row)),
    )
    return union(beside, union(above, union(level, below)))


@compiled
def near_home(home: Words, free: Words, size: int, player: Player) -> Words:
    """The home side and the cells of the next row whose two neighbours there are empty."""
    row, open_side = size + 1, common(home, free)
    if player == 0:
        return union(home, common(shift_up(open_side, row), shift_up(open_side, row - 1)))
    return union(home, common(shift_up(open_side, 1), shift_down(open_side, row - 1)))


@compiled
def near_far(far: Words, free: Words, size: int, player: Player) -> Words:
    """The far side and the cells of the row before it whose two neighbours there are empty."""
    row, open_side = size + 1, common(far, free)
    if player == 0:
        return union(far, common(shift_down(open_side, row), shift_down(open_side, row - 1)))
    return union(far, common(shift_down(open_side, 1), shift_up(open_side, row - 1)))


@compiled
def bridge_flood(reached: Words, stones: Words, free: Words, size: int) -> Words:
    """`reached` and all `stones` that are connected with it, bridges being connections."""
    while True:
        larger = union(reached, common(bridged(reached, free, size), stones))
        if larger == reached:
            return reached
        reached = larger


@compiled
def bridge_distance(stones: Words, free: Words, left: Words, size: int, player: Player) -> int:
    """The fewest stones for a chain of bridges; size * size if there can be no chain.

    Bridges that need the same empty cells are not told apart, so this is a lower bound.
    """
    home, far = home_side(left, size, player), far_side(left, size, player)
    edge, goal = near_home(home, free, size, player), near_far(far, free, size, player)
    reached = bridge_flood(common(edge, stones), stones, free, size)
    for distance in range(size * size):
        if not is_empty(common(reached, goal)):
            return distance
        step = common(union(edge, bridged(reached, free, size)), free)
        larger = bridge_flood(union(reached, step), stones, free, size)
        if larger == reached:
            break
        reached = larger
    return size * size


@compiled
def moved_down(words: Words, step: int) -> Words:
    """Every bit moved down by `step`, which may be 0."""
    return words if step == 0 else shift_down(words, step)


@compiled
def captures_along(
    mine: Words, theirs: Words, free: Words, one: tuple[int, int], two: tuple[int, int]
) -> int:
    """How many diamonds have `theirs` on one diagonal, and on the other a stone and a gap.

    The diagonals `one` and `two` are given by the distances of their ends from the lowest bit of
    the diamond. Either may be the one that is captured.
    """
    mine_a, mine_b = moved_down(mine, one[0]), moved_down(mine, one[1])
    mine_c, mine_d = moved_down(mine, two[0]), moved_down(mine, two[1])
    free_a, free_b = moved_down(free, one[0]), moved_down(free, one[1])
    free_c, free_d = moved_down(free, two[0]), moved_down(free, two[1])
    pair_one = common(moved_down(theirs, one[0]), moved_down(theirs, one[1]))
    pair_two = common(moved_down(theirs, two[0]), moved_down(theirs, two[1]))
    gap_one = union(common(mine_a, free_b), common(mine_b, free_a))
    gap_two = union(common(mine_c, free_d), common(mine_d, free_c))
    return count_bits(common(pair_one, gap_two)) + count_bits(common(pair_two, gap_one))


@compiled
def count_captures(mine: Words, theirs: Words, free: Words, size: int) -> int:
    """How many pairs of `theirs` a stone of `mine` could capture now, by diamonds."""
    row = size + 1
    return (
        captures_along(mine, theirs, free, (0, 2 * row - 1), (row - 1, row))
        + captures_along(mine, theirs, free, (0, row + 1), (1, row))
        + captures_along(mine, theirs, free, (1, row - 1), (0, row))
    )


@compiled
class Bridges(NamedTuple):
    """Distances in stones and in bridges, and captures in reach."""

    bridges: int = 20
    paths: int = 14
    captures: int = 22  # for each pair that the mover can take at once
    danger: int = 16  # for each pair that the opponent can take if nothing is done
    tempo: int = 10  # for being to move

    def evaluate(self, position: Any) -> int:
        """The opponent's distances minus one's own, each weighted, and the rest."""
        free, left, size = position.free, position.left, position.size
        mine, theirs, mover = position.mine, position.theirs, position.player()
        own = bridge_distance(mine, free, left, size, mover)
        other = bridge_distance(theirs, free, left, size, 1 - mover)
        value = self.tempo + self.bridges * (other - own)
        if self.paths != 0:
            own_path = distance_to_win(mine, free, left, size, mover)
            other_path = distance_to_win(theirs, free, left, size, 1 - mover)
            value += self.paths * (other_path - own_path)
        value += self.captures * count_captures(mine, theirs, free, size)
        value -= self.danger * count_captures(theirs, mine, free, size)
        return int(value)


@compiled
def is_beside_stone(position: Any, cell: int) -> bool:
    """Whether a stone of either colour is next to an empty cell; false for a steal."""
    size = position.size
    if cell >= size * size:
        return False
    stones = union(position.mine, position.theirs)
    return has_bit(spread_over_hexagons(stones, size + 1), int(BIT[size, cell]))


@compiled
class BesideStones(NamedTuple):
    """The report's candidates: cells beside occupied cells."""

    weight: int = 1

    def rate(self, position: Any, move: Move) -> int:
        """The weight for a candidate, 0 for other cells and for a steal."""
        return self.weight if is_beside_stone(position, move) else 0


@compiled
class ShortPaths(NamedTuple):
    """Moves that leave oneself a short way and captures in reach, and the other neither."""

    weight: int = 2

    def rate(self, position: Any, move: Move) -> int:
        """How much better the distances and the captures in reach are than the other's after it."""
        after = position.play(move)
        mine, theirs, free = after.theirs, after.mine, after.free
        left, size, player = after.left, after.size, position.player()
        own = distance_to_win(mine, free, left, size, player)
        other = distance_to_win(theirs, free, left, size, 1 - player)
        reach = count_captures(mine, theirs, free, size) - count_captures(theirs, mine, free, size)
        return int(self.weight * (other - own + reach))


@compiled
def steps_from_centre(size: int, cell: int) -> int:
    """Twice the steps from the middle of the board, which has no cell if the size is even."""
    up, right = 2 * (cell // size) - size + 1, 2 * (cell % size) - size + 1
    return max(abs(up), abs(right), abs(up + right))


@compiled
class Central(NamedTuple):
    """Cells near the centre first."""

    weight: int = 1

    def rate(self, position: Any, move: Move) -> int:
        """Twice the steps from the centre, negative; a steal is worth the stone it takes."""
        size = position.size
        if move == size * size:
            move = int(CELL[size, first_bit(position.theirs)])
        return -self.weight * steps_from_centre(size, move)


@compiled
class CapturesFirst(NamedTuple):
    """Moves that capture, then cells beside stones, then those near the centre."""

    captures: int = 1_000
    beside: int = 100
    centre: int = 1

    def rate(self, position: Any, move: Move) -> int:
        """The sum of what the move does; a steal counts as a cell beside a stone."""
        size = position.size
        if move == size * size:
            stone = int(CELL[size, first_bit(position.theirs)])
            return self.beside - self.centre * steps_from_centre(size, stone)
        bit = int(BIT[size, move])
        taken = captured_by(bit, position.mine, position.theirs, size)
        value = self.captures * count_bits(taken) - self.centre * steps_from_centre(size, move)
        return value + self.beside if is_beside_stone(position, move) else value
