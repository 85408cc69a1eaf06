"""Which moves are tried first where Othello is searched to the end on a board of one word.

A move promises much that leaves the other side few moves, corners counted twice, and few empty
cells beside the mover's discs, where moves may arise. Far from the end, a search of a few plies
tells more. It judges positions by moves and corners, own minus the other's.
"""

from __future__ import annotations

from typing import Any

from plyground.games.othello.lines import around, places, turned_at
from plyground.kernel import compiled, lowest_bit, popcount, search_kernel

MOVE = 8  # points of a move; a corner is two
BESIDE = 4  # of an empty cell beside a disc of the mover's
TAKEN = 8  # for taking a corner
CORNER = 24  # of a corner that one has, in a search
SEARCH = 4  # points of the order for one of the search
DISC = 1000  # of a disc once the game is over
FAR = 1 << 24  # more than any judgement
DEPTHS = (14, 17, 20)  # empty cells, from which on moves are searched 1, 2 and 3 plies deep
BIT_BITS = 6  # of a ranked move: its points, and below them its bit


@compiled
def judge(mine: int, theirs: int, board: Any) -> int:
    """What a position is worth to the side to move: moves and corners."""
    own, other = places(mine, theirs, board.cells), places(theirs, mine, board.cells)
    if own | other == 0:
        return DISC * (popcount(mine) - popcount(theirs))
    moves = popcount(own) + popcount(own & board.corners)
    moves -= popcount(other) + popcount(other & board.corners)
    corners = popcount(mine & board.corners) - popcount(theirs & board.corners)
    return MOVE * moves + CORNER * corners


@search_kernel
def look_ahead(mine: int, theirs: int, depth: int, low: int, high: int, board: Any) -> int:
    """What a position is worth to the side to move, so many plies deep."""
    if depth == 0:
        return int(judge(mine, theirs, board))
    moves = places(mine, theirs, board.cells)
    if moves == 0:
        if places(theirs, mine, board.cells) == 0:
            return DISC * (popcount(mine) - popcount(theirs))
        return -int(look_ahead(theirs, mine, depth - 1, -high, -low, board))
    best = -FAR
    while moves and low < high:
        bit = lowest_bit(moves)
        moves &= moves - 1
        turned = turned_at(bit, mine, theirs)
        after = mine | turned | 1 << bit
        best = max(best, -int(look_ahead(theirs ^ turned, after, depth - 1, -high, -low, board)))
        low = max(low, best)
    return best


@compiled
def depth_at(empties: int) -> int:
    """How many plies deep moves are searched for their order, with so many empty cells."""
    return int(empties >= DEPTHS[0]) + int(empties >= DEPTHS[1]) + int(empties >= DEPTHS[2])


@compiled
def points_of(bit: int, mine: int, theirs: int, depth: int, board: Any) -> int:
    """How late to try a move: fewer points are sooner."""
    turned = turned_at(bit, mine, theirs)
    after, other = mine | turned | 1 << bit, theirs ^ turned
    replies = places(other, after, board.cells)
    points = MOVE * (popcount(replies) + popcount(replies & board.corners))
    points += BESIDE * popcount(around(after) & board.cells & ~(after | other))
    points -= TAKEN * int(board.corners >> bit & 1)
    if depth > 0:
        points += SEARCH * int(look_ahead(other, after, depth, -FAR, FAR, board))
    return points


@compiled
def rank(moves: int, mine: int, theirs: int, empties: int, ranked: Any, board: Any) -> int:
    """How many moves there are; writes them, with their points, in the order to try them."""
    count, depth = 0, depth_at(empties) if moves & (moves - 1) else 0
    while moves:
        bit = lowest_bit(moves)
        moves &= moves - 1
        move = points_of(bit, mine, theirs, depth, board) << BIT_BITS | bit
        place = count
        while place > 0 and ranked[place - 1] > move:
            ranked[place] = ranked[place - 1]
            place -= 1
        ranked[place] = move
        count += 1
    return count
