"""Judging Konane: the report's count of jumps that can be made in sequence, and better ones."""

from __future__ import annotations

from typing import Any, NamedTuple

from plyground.games.konane.rules import (
    REMOVAL,
    end_of,
    openings,
    other_squares,
    step_of,
)
from plyground.kernel import compiled
from plyground.kernel.words import (
    Words,
    common,
    count_bits,
    has_bit,
    shift_down,
    shift_up,
    union,
    with_bit,
    without_bit,
)
from plyground.vocabulary import Move


@compiled
def jump_ends(mine: Words, theirs: Words, leading: Words, trailing: Words, columns: int) -> Words:
    """The empty squares on which single jumps of `mine` end."""
    row = (columns + 1) // 2 + 1
    down, left, right, up = openings(mine, theirs, leading, trailing, columns)
    vertical = union(shift_down(common(mine, down), 2 * row), shift_up(common(mine, up), 2 * row))
    horizontal = union(shift_down(common(mine, left), 1), shift_up(common(mine, right), 1))
    return union(vertical, horizontal)


@compiled
def sequential_jumps(
    mine: Words, theirs: Words, leading: Words, trailing: Words, rows: int, columns: int
) -> int:
    """How many single jumps of `mine` succeed when played one after another on a scratch board.

    The list is made first: by empty end square, row by row from the top left, and for each the
    stone above, below, to the left and to the right. Jumps that an earlier one has made
    impossible are passed over; so are all but the first that succeeds to an end square.
    """
    width = (columns + 1) // 2 + 1
    listed_mine, listed_theirs, count = mine, theirs, 0
    ends = jump_ends(mine, theirs, leading, trailing, columns)
    for row in range(rows - 1, -1, -1):
        for end in range(row * width, row * width + width - 1):
            if has_bit(ends, end) and not has_bit(mine, end):
                trails = 0 if has_bit(leading, end) else 1
                # the stone that jumps and the one it takes, both by their bits
                for start, middle in (
                    (end + 2 * width, end + width),
                    (end - 2 * width, end - width),
                    (end - 1, end - 1 + trails),
                    (end + 1, end + trails),
                ):
                    if (
                        has_bit(listed_mine, start)
                        and has_bit(listed_theirs, middle)
                        and has_bit(mine, start)
                        and has_bit(theirs, middle)
                    ):
                        mine = with_bit(without_bit(mine, start), end)
                        theirs = without_bit(theirs, middle)
                        count += 1
                        break
    return count


@compiled
class SequentialMobility(NamedTuple):
    """The report's evaluation: jumps that can be made in sequence, own minus the opponent's."""

    weight: int = 1

    def evaluate(self, position: Any) -> int:
        """Counts single jumps, whatever the rules in force."""
        p = position
        leading, trailing = other_squares(p.leading, p.trailing, p.columns)
        own = sequential_jumps(p.mine, p.theirs, p.leading, p.trailing, p.rows, p.columns)
        other = sequential_jumps(p.theirs, p.mine, leading, trailing, p.rows, p.columns)
        return self.weight * (own - other)


@compiled
def count_jumps(mine: Words, theirs: Words, leading: Words, trailing: Words, columns: int) -> int:
    """How many single jumps `mine` have."""
    able = openings(mine, theirs, leading, trailing, columns)
    count = 0
    for direction in range(4):
        count += count_bits(common(mine, able[direction]))
    return count


@compiled
def count_movers(mine: Words, theirs: Words, leading: Words, trailing: Words, columns: int) -> int:
    """How many of `mine` can jump at all."""
    able = openings(mine, theirs, leading, trailing, columns)
    anywhere = union(union(able[0], able[1]), union(able[2], able[3]))
    return count_bits(common(mine, anywhere))


@compiled
class Mobility(NamedTuple):
    """Jumps and movable stones, own minus the opponent's, each with a weight."""

    jumps: int = 1
    movers: int = 0

    def evaluate(self, position: Any) -> int:
        """A jump over several stones counts once."""
        p = position
        leading, trailing = other_squares(p.leading, p.trailing, p.columns)
        value = 0
        if self.jumps != 0:
            own = count_jumps(p.mine, p.theirs, p.leading, p.trailing, p.columns)
            other = count_jumps(p.theirs, p.mine, leading, trailing, p.columns)
            value += self.jumps * (own - other)
        if self.movers != 0:
            own = count_movers(p.mine, p.theirs, p.leading, p.trailing, p.columns)
            other = count_movers(p.theirs, p.mine, leading, trailing, p.columns)
            value += self.movers * (own - other)
        return value


@compiled
class MoversFirst(NamedTuple):
    """Movable stones before jumps: a stone that can jump is worth more than its second jump."""

    movers: int = 3
    jumps: int = 1

    def evaluate(self, position: Any) -> int:
        """Weighted, own minus the opponent's."""
        return int(Mobility(self.jumps, self.movers).evaluate(position))


@compiled
class ReportOrder(NamedTuple):
    """The order in which the report's program lists moves: see `sequential_jumps`."""

    weight: int = 1

    def rate(self, position: Any, move: Move) -> int:
        """Earlier in the list is larger."""
        columns = position.columns
        end = end_of(move, columns)
        row, column = end // columns, end % columns
        place = (position.rows - 1 - row) * columns + column
        step = 0 if move >= REMOVAL else step_of(move, columns)
        source = 0  # the stone came from above, below, the left or the right
        if step == columns:
            source = 1
        elif step == 1:
            source = 2
        elif step == -1:
            source = 3
        return -self.weight * int(4 * place + source)


@compiled
class ReportSorted(NamedTuple):
    """The report's ordering: its list sorted by evaluation, Black's least first, and stably.

    White walks it from the front and Black from the end: equally good children come to White as
    they are listed, and to Black the other way round.
    """

    weight: int = 1

    def rate(self, position: Any, move: Move) -> int:
        """By the evaluation of the child; the place in the list tells equal ones apart."""
        good = -SequentialMobility(1).evaluate(position.play(move))
        place = ReportOrder(1).rate(position, move)  # above -4 * squares
        if position.turn == 0:
            place = -place
        return self.weight * int(4 * position.rows * position.columns * good + place)
