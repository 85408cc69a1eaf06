"""What a player scores at most against one who answers on top of each disc, without looking ahead.

The other side answers every disc in the same column. Then the player gets no *rear* cell (the
highest of a column, the third from the top, and so on), but for the slots of *odd* columns, those
with an odd number of empty cells: their slot is a rear cell. Whenever the player takes one of
these, the other takes another: it pairs them, and the player gets one of each pair. If no four fits
into what the player gets, the player does not win.

All this needs an even number of odd columns, that is, of empty cells. Then the other always has its
answer, and the player is to move again with an even number. On a rear cell that is no slot the
other's threat is *sure*: the player must at last play under it, when all other columns are full.

Where the number of empty cells is odd, the other needs a threat that is no rear cell. With it, the
cell under it and those above it, an odd number, are left out, and the other answers in the rest of
the board as above; in that column it now gets what are no rear cells. At last only what was left
out is empty, and the player must play under the threat. It may do so sooner, so it gets that cell.
"""

from __future__ import annotations

from typing import Any

from plyground.games.connect_four.solver.board import above_lowest, column_of, holds_four, slots_of
from plyground.kernel import compiled, popcount


@compiled
def fits_four(gained: int, odd: int, board: Any) -> bool:
    """Whether a four fits into `gained` and one of each pair of the `odd` slots, however paired."""
    if not holds_four(gained | odd, board):
        return False
    number = popcount(odd)
    if number == 0 or number > 4 or holds_four(gained, board):
        return True
    first = odd & -odd
    partners = odd ^ first
    if number == 2:
        return holds_four(gained | first, board) or holds_four(gained | partners, board)
    while partners:
        second = partners & -partners
        partners ^= second
        rest = odd ^ first ^ second
        if not fits_with_pairs(gained, first, second, rest & -rest, rest & (rest - 1), board):
            return False
    return True


@compiled
def fits_with_pairs(gained: int, a: int, b: int, c: int, d: int, board: Any) -> bool:
    """Whether a four fits into `gained`, one of the cells `a` and `b`, and one of `c` and `d`."""
    return (
        holds_four(gained | a | c, board)
        or holds_four(gained | a | d, board)
        or holds_four(gained | b | c, board)
        or holds_four(gained | b | d, board)
    )


@compiled
def fits_beside_two(gained: int, starts: int, board: Any) -> bool:
    """Whether a four fits however the other side treats some two even columns together.

    `starts` are slots of even columns. In two of them the other may answer the first disc with one
    in the other column, and the second as well, before it goes on in each by itself. So the player
    gets one of the two slots, and one of the two cells above them. Requires that these cells are no
    threats: what lies above a threat is not in `gained`, but the player would get there, by taking
    the threat after the other has played beneath it.
    """
    firsts = starts
    while firsts:
        one = firsts & -firsts
        firsts ^= one
        seconds = firsts
        while seconds:
            two = seconds & -seconds
            seconds ^= two
            rest = gained & ~(one | two)
            if not holds_four(rest, board) and not fits_with_pairs(
                rest, one, two, one << 1, two << 1, board
            ):
                return False
    return True


@compiled
def follow_up_bound(mine: int, theirs: int, mask: int, threats: int, board: Any) -> int:
    """What the player to move scores at most; the number of cells where nothing is known.

    `threats` are the cells that complete four for the other, none of them a slot. Above a threat on
    a rear cell the player gets nothing, since the other wins there. If the player cannot win and
    the rear cells that the other gets make a four, the player has lost by the last disc.
    """
    count = board.width() * board.height()
    empty, rear, slots = board.cells() & ~mask, board.rear(), slots_of(mask, board)
    sure, odd = threats & rear & ~slots, slots & rear
    kept = empty & ~rear & ~above_lowest(sure, board)
    if (count - popcount(mask)) & 1 == 0:
        if fits_four(mine | kept, odd, board):
            starts = slots & ~rear & ~(threats >> 1)
            return count if fits_beside_two(mine | kept | odd, starts, board) else 0
        best = -1 if holds_four(theirs | (empty & rear & ~slots), board) else 0
        while sure:
            threat = sure & -sure
            sure ^= threat
            above = empty & column_of(threat, board) & -(threat << 1)
            best = min(best, -(popcount(above) // 2 + 1))
        return int(best)
    best, late = count, threats & ~rear
    while late:
        threat = late & -late
        late ^= threat
        column = column_of(threat, board)
        inside = empty & column & ((threat >> 1) - 1)
        gained = (kept & ~column) | (inside & rear & ~slots) | threat >> 1
        others = odd & ~column
        if popcount(inside) & 1:  # its slot begins another odd number of cells
            others |= slots & inside
        else:
            gained |= slots & inside
        if not fits_four(mine | gained, others, board):
            best = min(best, -(popcount(empty & column & ~inside) // 2))
    return int(best)
