"""Judging Connect Four: the report's utility, threats by row parity, and orders of moves.

A *window* is four cells in a line. All windows of a direction are looked at at once: a mask holds
a bit for each, at the window's lowest cell (the leftmost one, if they are level), and the discs in
it are added up by binary digits. A *threat* is an empty cell that completes four for a player; a
*slot* is the cell into which the next disc of a column falls.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from plyground.game.judges import SURE
from plyground.games.connect_four.rules import four_along
from plyground.kernel import compiled, popcount
from plyground.kernel.bits import WORD_BITS
from plyground.vocabulary import Move


def _bottoms() -> np.ndarray:
    """[width, height] -> the cells of the lowest row; 0 for sizes that do not fit."""
    table = np.zeros((WORD_BITS // 2 + 1, WORD_BITS), np.int64)
    for width in range(1, table.shape[0]):
        for height in range(1, WORD_BITS // width):
            table[width, height] = sum(1 << column * (height + 1) for column in range(width))
    return table


BOTTOM = _bottoms()


@compiled
def board_cells(bottom: int, height: int) -> int:
    """All cells of the board above the lowest row `bottom`, which is one of them."""
    return (bottom << height) - bottom


@compiled
class Lines(NamedTuple):
    """How many windows a player can still fill, by discs in them, and the player's threats."""

    ones: int
    twos: int
    threes: int
    threats: int  # a mask of cells


@compiled
def lines_of(discs: int, others: int, board: int, height: int) -> Lines:
    """The windows with `discs` and none of the `others`, over all four directions."""
    usable = board & ~others
    ones, twos, threes, threats = 0, 0, 0, 0
    for step in (1, height, height + 1, height + 2):
        windows = four_along(usable, step)
        odd, both = discs ^ discs >> step, discs & discs >> step
        # Two shifts instead of one by 2 * step: machine code cannot shift by 64.
        far_odd, far_both = odd >> step >> step, both >> step >> step
        uneven = windows & (odd ^ far_odd)
        three = uneven & (both | far_both)
        ones += popcount(uneven ^ three)
        twos += popcount((windows ^ uneven) & (both ^ far_both | odd & far_odd))
        threes += popcount(three)
        pair = three | three << step
        threats |= pair | pair << step << step
    return Lines(ones, twos, threes, threats & usable & ~discs)


@compiled
def slots_of(position: Any, bottom: int, board: int) -> int:
    """The cell in every column into which a disc would fall now; none in a full column."""
    return int(((position.mine | position.theirs) + bottom) & board)


@compiled
def fatal_columns(threats: int, other_threats: int, slots: int) -> int:
    """The slots where, if the other drops there, the owner of `threats` wins on top of it.

    A slot where the other wins by dropping is not one.
    """
    return slots & ~other_threats & threats >> 1


@compiled
class Counts(NamedTuple):
    """What the report's utility counts for one player."""

    ones: int
    twos: int
    threes: int
    fatals: int


@compiled
def counts_of(position: Any) -> tuple[Counts, Counts]:
    """Windows and fatal columns of the player to move, and of the other."""
    height = position.height
    bottom = int(BOTTOM[position.width, height])
    board = board_cells(bottom, height)
    own = lines_of(position.mine, position.theirs, board, height)
    other = lines_of(position.theirs, position.mine, board, height)
    slots = slots_of(position, bottom, board)
    fatals = popcount(fatal_columns(own.threats, other.threats, slots))
    other_fatals = popcount(fatal_columns(other.threats, own.threats, slots))
    return (
        Counts(own.ones, own.twos, own.threes, fatals),
        Counts(other.ones, other.twos, other.threes, other_fatals),
    )


@compiled
class Utility(NamedTuple):
    """The report's utility (sections IV.B to IV.E), own minus the opponent's.

    The report has no weights; these were tuned at depth 5 (docs/tuning.md).
    """

    ones: int = 2
    twos: int = 8
    threes: int = 15
    fatals: int = 26

    def evaluate(self, position: Any) -> int:
        """Windows with one, two and three discs of one player alone, and fatal columns."""
        own, other = counts_of(position)
        return int(
            self.ones * (own.ones - other.ones)
            + self.twos * (own.twos - other.twos)
            + self.threes * (own.threes - other.threes)
            + self.fatals * (own.fatals - other.fatals)
        )


@compiled
class OneSided(NamedTuple):
    """The report's utility as section IV.E prints it: the score of one player alone.

    That player is the one who searches. An odd number of plies ahead, as in Tables I to IV, the
    other is to move, and the value is the other's, so it is negative; `mover=1` is for an even
    number of plies.
    """

    ones: int = 2
    twos: int = 8
    threes: int = 15
    fatals: int = 26
    mover: int = 0  # whether the player who searches is to move where positions are judged

    def evaluate(self, position: Any) -> int:
        """What the player who searches has; nothing of what the other has."""
        own, other = counts_of(position)
        found = own if self.mover else other
        value = self.ones * found.ones + self.twos * found.twos
        value += self.threes * found.threes + self.fatals * found.fatals
        return int(value if self.mover else -value)


@compiled
def above_lowest(cells: int, bottom: int, height: int) -> int:
    """In every column, all cells of the board above the lowest of `cells`."""
    guarded = cells | bottom << height
    below = guarded ^ guarded - bottom  # the lowest of `cells` and everything under it
    return board_cells(bottom, height) & ~below


@compiled
def first_players_rows(bottom: int, width: int, height: int) -> int:
    """The rows in which the first player's threats come true once all other columns are full.

    The odd rows, counted from 1, where the other columns have an even number of cells. The
    second player's come true in the others.
    """
    start = (width - 1) * height % 2  # 0: begin with the lowest row
    rows = 0
    for row in range(start, height, 2):
        rows |= bottom << row
    return rows


def _rows() -> np.ndarray:
    """[width, height] -> `first_players_rows`."""
    table = np.zeros_like(BOTTOM)
    for width, height in zip(*np.nonzero(BOTTOM), strict=True):
        bottom = int(BOTTOM[width, height])
        table[width, height] = first_players_rows(bottom, int(width), int(height))
    return table


FIRST_ROWS = _rows()


@compiled
class ThreatParity(NamedTuple):
    """Windows, and threats by whether their row lets them come true at the end of the game.

    Whoever has to fill the cell under a threat of the other loses. If all other columns are full,
    that is the second player under an odd row and the first under an even one. A threat above
    one of the other's in the same column counts for nothing.
    """

    ones: int = 3
    twos: int = 8
    threats: int = 8  # of either parity
    timely: int = 80  # more for a threat in the right row
    stacked: int = 20  # for two threats on top of each other
    zugzwang: int = 80  # for who wins once only cells under threats are left

    def evaluate(self, position: Any) -> int:
        """A decided game if the mover wins at once, or cannot ward off all that is threatened."""
        width, height = position.width, position.height
        bottom = int(BOTTOM[width, height])
        board = board_cells(bottom, height)
        own = lines_of(position.mine, position.theirs, board, height)
        other = lines_of(position.theirs, position.mine, board, height)
        slots = slots_of(position, bottom, board)
        if own.threats & slots:
            return SURE
        pressing = other.threats & slots
        if pressing & (pressing - 1) or pressing << 1 & other.threats:
            return -SURE
        value = self.ones * (own.ones - other.ones) + self.twos * (own.twos - other.twos)
        if own.threats | other.threats:
            mine = own.threats & ~above_lowest(other.threats, bottom, height)
            theirs = other.threats & ~above_lowest(own.threats, bottom, height)
            rows = int(FIRST_ROWS[width, height])
            value += self.threats * (popcount(mine) - popcount(theirs))
            value += self.stacked * (popcount(mine & mine >> 1) - popcount(theirs & theirs >> 1))
            if position.player() == 0:
                value += self.parity(mine, theirs, rows)
            else:
                value -= self.parity(theirs, mine, rows)
        return int(value)

    def parity(self, first: int, second: int, rows: int) -> int:
        """What the rows of both sides' threats are worth to the first player.

        Without threats the second player can answer every disc with one on top of it. One threat
        of the first player in a row of their own turns that round; one of the second player's
        in such a row turns it back.
        """
        value = self.timely * (popcount(first & rows) - popcount(second & ~rows))
        surplus = popcount(first & rows) - popcount(second & rows)
        if surplus > 0:
            return value + self.zugzwang
        if surplus < 0 or second & ~rows:
            return value - self.zugzwang
        return value


@compiled
class Centre(NamedTuple):
    """Columns nearer to the centre first."""

    weight: int = 1

    def rate(self, position: Any, move: Move) -> int:
        """Twice the distance from the centre, negative."""
        return -self.weight * abs(2 * move - int(position.width) + 1)


@compiled
class Threats(NamedTuple):
    """Moves that win, then those that block, then by threats made or allowed, then the centre."""

    win: int = 100_000
    block: int = 10_000
    allow: int = 1_000  # taken off if the other then wins on top
    threat: int = 100  # for each cell that would complete four and did not before
    centre: int = 1

    def rate(self, position: Any, move: Move) -> int:
        """The sum of what the move does."""
        width, height = position.width, position.height
        bottom = int(BOTTOM[width, height])
        board = board_cells(bottom, height)
        column = ((1 << height) - 1) << move * (height + 1)
        disc = slots_of(position, bottom, board) & column
        own = threats_of(position.mine, position.theirs, board, height)
        other = threats_of(position.theirs, position.mine, board, height)
        after = threats_of(position.mine | disc, position.theirs, board, height)
        value = self.threat * popcount(after & ~own)
        value -= self.centre * abs(2 * move - width + 1)
        if own & disc:
            value += self.win
        if other & disc:
            value += self.block
        if other & disc << 1:
            value -= self.allow
        return int(value)


@compiled
def threats_of(discs: int, others: int, board: int, height: int) -> int:
    """The empty cells that complete four for `discs`."""
    return lines_of(discs, others, board, height).threats
