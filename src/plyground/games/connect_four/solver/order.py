"""How promising a move is, before it is searched.

Beside the threats that it makes and the replies that it leaves, the lines of four through its cell
count: those that a side has a disc in and the other has not. The weights follow those that a
regression found, over 38,000 nodes in which some move answered the question with yes: for pairs of
moves, which of the two should have been searched first, weighed by the nodes that the wrong order
costs. In the search itself the middle of the board has to count more than by that: moves in the
same order everywhere lead to positions that the table knows. So a move is also worth more that has
answered with yes when the search was last at the same number of discs, or last met the same move of
the other side.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from plyground.kernel import compiled, lowest_bit, popcount

THREAT, REPLY, OWN_LINE, OTHER_LINE, AT_PLY, TO_MOVE = 16, 10, 3, 1, 6, 3


@compiled
class Lines(NamedTuple):
    """The lowest cell, or in a row the leftmost, of some lines of four, by direction."""

    flat: int
    rising: int
    falling: int
    upright: int


@compiled
class Recent(NamedTuple):
    """Moves that have last answered with yes; 0 for none."""

    at_ply: int
    to_move: int  # to the move that led here


@compiled
def no_lines() -> Lines:
    """None at all."""
    return Lines(0, 0, 0, 0)


@compiled
def begun_lines(discs: int, free: int, step: int) -> int:
    """The first cells of lines in one direction that lie in `free` and hold one of `discs`."""
    pairs, some = free & free >> step, discs | discs >> step
    return pairs & pairs >> step >> step & (some | some >> step >> step)


@compiled
def lines_of(discs: int, others: int, board: Any) -> Any:
    """The lines that `discs` have begun and `others` do not block."""
    column, free = board.height() + 1, board.cells() & ~others
    return Lines(
        begun_lines(discs, free, column),
        begun_lines(discs, free, column + 1),
        begun_lines(discs, free, column - 1),
        begun_lines(discs, free, 1),
    )


@compiled
def number_through(cell: int, starts: int, step: int) -> int:
    """How many lines with these first cells pass through `cell`."""
    two = cell | cell >> step
    return popcount(starts & (two | two >> step >> step))


@compiled
def lines_through(cell: int, lines: Any, board: Any) -> int:
    """How many of the lines pass through `cell`."""
    column = board.height() + 1
    return int(
        number_through(cell, lines.flat, column)
        + number_through(cell, lines.rising, column + 1)
        + number_through(cell, lines.falling, column - 1)
        + number_through(cell, lines.upright, 1)
    )


@compiled
def rank_of(
    move: int, threats: int, replies: int, recent: Any, own: Any, other: Any, board: Any
) -> int:
    """A larger number for a better move: threats it makes, replies it leaves, lines it is in."""
    bit = lowest_bit(move)
    column, row = bit // (board.height() + 1), bit % (board.height() + 1)
    rank = THREAT * popcount(threats) - REPLY * popcount(replies)
    rank += OWN_LINE * lines_through(move, own, board)
    rank += OTHER_LINE * lines_through(move, other, board)
    rank += AT_PLY * (move == recent.at_ply) + TO_MOVE * (move == recent.to_move)
    rank -= abs(2 * column - board.width() + 1) + abs(2 * row - board.height() + 1)
    return int((rank + (1 << 20)) << 6 | bit)
