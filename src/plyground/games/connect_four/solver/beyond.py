"""What the book says of positions one or two plies beyond its reach.

Taking back any disc of the player who has just moved that lies on top of its column leads to a
*parent*, which the book knows. A parent is worth as much as its best child to the player who moves
there, so no child is worth less to the other than the parent's score, negative: each parent gives a
lower bound, and often there are several.

Where the other children of a parent are all worth less to its player, by their own lower bounds,
than the parent is, the one that is left must be the best: then its score is known.

Two plies beyond, one more disc taken back, of the other player, leads to a *grandparent* that the
book knows, with the same player to move. If the last moves were good ones, its score is that of the
position. That is a guess, but right for every other position that takes long.
"""

from __future__ import annotations

from typing import Any

from plyground.games.connect_four.solver.board import Board, Discs, board_of, children_of
from plyground.games.connect_four.solver.book import Book
from plyground.games.connect_four.solver.search import plain_bounds
from plyground.kernel import popcount


def bounds_beyond(book: Book, position: Any) -> tuple[int, int] | None:
    """Bounds of the score, which often meet; None if the position is not one ply beyond."""
    mask = position.mine | position.theirs
    if popcount(mask) != book.plies + 1 or (position.width, position.height) != book[:2]:
        return None
    board, discs = board_of(book.width, book.height), (position.mine, mask)
    least, most = plain_bounds(*discs, board)
    if least == most:
        return least, most
    for parent in parents_of(discs, board):
        score = book.score_of(*parent)
        if score is None:
            continue
        least = max(least, -score)
        others = [child for child in children_of(parent, board) if child != discs]
        if all(_least(book, other, board) > -score for other in others):
            return -score, -score
    return least, most


def likely_score(book: Book, position: Any) -> int | None:
    """A guess at the score; None if the position is not two plies beyond.

    Of the grandparents by way of each parent, the best for the player to move; of these scores, the
    worst.
    """
    discs = (position.mine, position.mine | position.theirs)
    if popcount(discs[1]) != book.plies + 2 or (position.width, position.height) != book[:2]:
        return None
    board, best = board_of(book.width, book.height), []
    for parent in parents_of(discs, board):
        scores = [book.score_of(*each) for each in parents_of(parent, board)]
        best.append(max((score for score in scores if score is not None), default=None))
    return min((score for score in best if score is not None), default=None)


def parents_of(discs: Discs, board: Board) -> list[Discs]:
    """The positions before each disc that may have been the last; some cannot have occurred."""
    mine, mask = discs
    column, found = (1 << board.height()) - 1, []
    for _ in range(board.width()):
        last = 1 << (mask & column).bit_length() >> 1
        if last & (mask ^ mine):
            found.append((mask ^ mine ^ last, mask ^ last))
        column <<= board.height() + 1
    return found


def _least(book: Book, discs: Discs, board: Board) -> int:
    """What the position is worth to its player at least."""
    least, most = plain_bounds(*discs, board)
    if least < most:
        scores = (book.score_of(*parent) for parent in parents_of(discs, board))
        least = max([least, *(-score for score in scores if score is not None)])
    return int(least)
