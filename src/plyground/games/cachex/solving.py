"""What solving Cachex needs: keys that no two positions share, and for how long none comes back.

A key is one digit to the base 3 for each cell, 1 for a stone of who is to move and 2 for one of the
other's, and then two bits for the turn: 0 and 1 for the first two, which have rules of their own,
later 2 for Red's and 3 for Blue's. The past is in no key; `plies_unrepeated` says for how long it
does not matter.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from plyground.games.cachex.game import Cachex
from plyground.games.cachex.judges import distance_to_win
from plyground.games.cachex.rules import BIT, LAST_TURN, REPETITIONS, CachexPosition
from plyground.games.cachex.space import REGULAR_TURN
from plyground.kernel import compiled
from plyground.kernel.words import union
from plyground.solvers.exact_keys import TernaryKeys, ternary_keys

LARGEST_SIZE = 6  # 36 digits to the base 3 take 57.1 bits
NO_BOARD = 0  # in the past of a position that was read from text
PLIES_TO_RETURN = 4  # each side loses two stones or more before a board comes back


@compiled
class StonesAndTurn(NamedTuple):
    """Keys of boards up to `LARGEST_SIZE`."""

    digits: TernaryKeys

    def key(self, position: Any) -> int:
        """The stones, then the turn."""
        stage = int(position.turn)
        if stage >= REGULAR_TURN:
            stage = REGULAR_TURN + stage % 2
        return int(self.digits.key(position)) << 2 | stage


def exact_keys(game: Cachex) -> StonesAndTurn | None:
    """Keys that tell all positions apart but for their past; None for boards that are too large."""
    if game.size > LARGEST_SIZE:
        return None
    cells = range(game.shape.cell_count)
    return StonesAndTurn(ternary_keys([int(BIT[game.size, cell]) for cell in cells]))


def plies_unrepeated(position: CachexPosition) -> int:
    """So many plies from here, neither a repetition nor the last turn ends the game.

    Between two times that a board stands lie `PLIES_TO_RETURN` plies at least.
    """
    past = position.history.tolist()
    plies = min(PLIES_TO_RETURN * (REPETITIONS - 1), LAST_TURN - position.turn)  # of a new board
    for board in {*past} - {NO_BOARD}:
        age, more = past[::-1].index(board), REPETITIONS - past.count(board)
        sooner = max(1, PLIES_TO_RETURN - age)  # it is there again, and then not all at once
        plies = min(plies, sooner + PLIES_TO_RETURN * (more - 1) - 1)
    return int(plies)


@compiled
class StonesMissing(NamedTuple):
    """Who cannot win soon, by the stones that a chain still needs at least."""

    rules: int = 0

    def may_win(self, position: Any, plies: int, mover: int) -> bool:
        """Whether so many plies leave a side as many stones as its shortest chain lacks.

        A stone of the other's in the chain has to be captured, and its cell to be taken after it.
        """
        player, placed = position.player(), (plies + mover) // 2
        stones, others = position.mine, position.theirs
        if mover == 0:
            player, stones, others = 1 - player, others, stones
        room = position.free if placed < 2 else union(position.free, others)
        return distance_to_win(stones, room, position.left, position.size, player) <= placed


def soonest(game: Cachex) -> StonesMissing:
    """The rule for any board."""
    return StonesMissing()
