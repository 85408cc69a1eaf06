"""What a side of Konane may still take: a bound that orders the moves of a proof.

If the other side stood still, which of its stones could be taken? Sets that are never too small
follow from the board, round by round, until nothing is added:

    reach     squares on which a stone of mine may come to stand, at first all that have one
    movers    squares of those from which one may jump; a stone that may move blocks no other

Each jump takes a stone, so their number bounds how many moves a side has left against somebody who
does not move.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from plyground.games.konane.rules import RIGHT, UP, openings, other_squares
from plyground.kernel import compiled
from plyground.kernel.words import (
    Words,
    common,
    count_bits,
    empty_like,
    is_empty,
    shift_down,
    shift_up,
    union,
    without,
)
from plyground.vocabulary import Move


@compiled
def prospects(mine: Words, theirs: Words, leading: Words, trailing: Words, columns: int) -> int:
    """How many of their stones I could take at most, if they stood still."""
    row = (columns + 1) // 2 + 1
    reach, movers, growing = mine, empty_like(mine), True
    down = left = right = up = movers
    while growing:
        able = openings(without(mine, movers), theirs, leading, trailing, columns)
        down, left = common(reach, able[0]), common(reach, able[1])
        right, up = common(reach, able[2]), common(reach, able[3])
        along = union(shift_down(left, 1), shift_up(right, 1))
        across = union(shift_down(down, 2 * row), shift_up(up, 2 * row))
        ends, moving = union(along, across), union(union(down, left), union(right, up))
        growing = not is_empty(union(without(ends, reach), without(moving, movers)))
        reach, movers = union(reach, ends), union(movers, moving)
    taken = union(shift_down(down, row), shift_up(up, row))
    before = union(shift_down(common(left, leading), 1), common(left, trailing))
    behind = union(common(right, leading), shift_up(common(right, trailing), 1))
    return count_bits(union(taken, union(before, behind)))


@compiled
def count_replies(position: Any) -> int:
    """How many jumps the side to move has, those over several stones counted, too."""
    p, count = position, 0
    able = openings(p.mine, p.theirs, p.leading, p.trailing, p.columns)
    for direction in range(4):
        bits = 1 if 0 < direction < UP else 2 * ((p.columns + 1) // 2 + 1)
        reach, stones = able[direction], common(p.mine, able[direction])
        while not is_empty(stones):
            count += count_bits(stones)
            reach = shift_up(reach, bits) if direction < RIGHT else shift_down(reach, bits)
            stones = empty_like(stones) if p.single else common(stones, reach)
    return count


@compiled
class Prospects(NamedTuple):
    """Rates moves by the replies that they leave, and by what each side may still take."""

    replies: int = 4
    theirs: int = 2
    own: int = 1

    def rate(self, position: Any, move: Move) -> int:
        """Few replies and few prospects for the other, many for who moves."""
        p = position.play(move)
        leading, trailing = other_squares(p.leading, p.trailing, p.columns)
        theirs = prospects(p.mine, p.theirs, p.leading, p.trailing, p.columns)
        own = prospects(p.theirs, p.mine, leading, trailing, p.columns)
        return int(self.own * own - self.theirs * theirs - self.replies * count_replies(p))
