"""Judging Konane: the report's count of jumps that can be made in sequence, and better ones."""

from __future__ import annotations

from typing import Any, NamedTuple

from plyground.games.konane.rules import BIT, REMOVAL, end_of, openings, step_of
from plyground.kernel import compiled
from plyground.kernel.words import (
    Words,
    common,
    count_bits,
    has_bit,
    union,
    with_bit,
    without_bit,
)
from plyground.vocabulary import Move


@compiled
def sequential_jumps(mine: Words, theirs: Words, size: int, turn: int) -> int:
    """How many single jumps of `mine` succeed when played one after another on a scratch board.

    The list is made first: by empty end square, row by row from the top left, and for each the
    stone above, below, to the left and to the right. Jumps that an earlier one has made
    impossible are passed over.
    """
    listed_mine, listed_theirs, count = mine, theirs, 0
    for row in range(size - 1, -1, -1):
        for column in range(size):
            if (row + column + turn) % 2 == 1:
                end = row * size + column
                if not has_bit(listed_mine, int(BIT[size, end])):
                    for direction in range(4):
                        step = (size, -size, -1, 1)[direction]
                        room = (size - 1 - row, row, column, size - 1 - column)[direction]
                        if room >= 2:
                            start = int(BIT[size, end + 2 * step])
                            middle = int(BIT[size, end + step])
                            if has_bit(listed_mine, start) and has_bit(listed_theirs, middle):
                                target = int(BIT[size, end])
                                if (
                                    has_bit(mine, start)
                                    and has_bit(theirs, middle)
                                    and not has_bit(mine, target)
                                ):
                                    mine = with_bit(without_bit(mine, start), target)
                                    theirs = without_bit(theirs, middle)
                                    count += 1
    return count


@compiled
class SequentialMobility(NamedTuple):
    """The report's evaluation: jumps that can be made in sequence, own minus the opponent's."""

    weight: int = 1

    def evaluate(self, position: Any) -> int:
        """Counts single jumps, whatever the rules in force."""
        mine, theirs = position.mine, position.theirs
        own = sequential_jumps(mine, theirs, position.size, position.turn)
        other = sequential_jumps(theirs, mine, position.size, 1 - position.turn)
        return self.weight * (own - other)


@compiled
def count_jumps(mine: Words, theirs: Words, leading: Words, trailing: Words, size: int) -> int:
    """How many single jumps `mine` have."""
    able = openings(mine, theirs, leading, trailing, size)
    count = 0
    for direction in range(4):
        count += count_bits(common(mine, able[direction]))
    return count


@compiled
def count_movers(mine: Words, theirs: Words, leading: Words, trailing: Words, size: int) -> int:
    """How many of `mine` can jump at all."""
    able = openings(mine, theirs, leading, trailing, size)
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
        value = 0
        if self.jumps != 0:
            own = count_jumps(p.mine, p.theirs, p.leading, p.trailing, p.size)
            other = count_jumps(p.theirs, p.mine, p.trailing, p.leading, p.size)
            value += self.jumps * (own - other)
        if self.movers != 0:
            own = count_movers(p.mine, p.theirs, p.leading, p.trailing, p.size)
            other = count_movers(p.theirs, p.mine, p.trailing, p.leading, p.size)
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
        size = position.size
        end = end_of(move, size)
        row, column = end // size, end % size
        place = (size - 1 - row) * size + column
        step = 0 if move >= REMOVAL else step_of(move, size)
        source = 0  # the stone came from above, below, the left or the right
        if step == size:
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
        place = ReportOrder(1).rate(position, move)  # above -4 * size * size
        if position.turn == 0:
            place = -place
        return self.weight * int(4 * position.size * position.size * good + place)
