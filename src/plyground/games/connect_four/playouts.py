"""Random games of Connect Four, whose next column hangs on the position as little as can be.

The rules list the columns with room, which each move has to wait for. As long as no column is full
there is nothing to list: the number of the choice is the column, and a processor finds it while it
still looks for four in a line of the moves before. Once a column is full, additions in all columns
at once find the choice. Each column has a field of height + 1 bits, as in `rules`:

    free               1 in the field of a column with room
    free * bottoms     how many columns with room there are, from the first to this one

The choice is the first column with more of them than the index, so as many come before it as have
at most the index. The topmost bit of a field tells which these are, after a subtraction.
"""

from __future__ import annotations

from typing import NamedTuple

from plyground.games.connect_four.game import ConnectFour
from plyground.games.connect_four.rules import ConnectFourPosition, has_four
from plyground.kernel import compiled, inlined, popcount
from plyground.vocabulary import Move, Player


@compiled
class ConnectFourPlayouts(NamedTuple):
    """The board of random games."""

    bottoms: int  # the lowest cell of each column
    width: int
    height: int

    @property
    def makes_no_arrays(self) -> bool:
        """Random games make none."""
        return True

    @inlined
    def begin(self, position: ConnectFourPosition) -> ConnectFourPlayout:
        """The position as the beginning of a random game."""
        return seen(self, position.mine, position.theirs)


@inlined
def seen(board: ConnectFourPlayouts, mine: int, theirs: int) -> ConnectFourPlayout:
    """The game with these discs of the player to move and of the other."""
    if has_four(theirs, board.height):
        return ConnectFourPlayout(board, mine, theirs, 0)
    full = (mine | theirs) & board.bottoms << board.height - 1
    if full == 0:
        return ConnectFourPlayout(board, mine, theirs, board.width)
    return ConnectFourPlayout(board, mine, theirs, board.width - popcount(full))


@compiled
class ConnectFourPlayout(NamedTuple):
    """A random game."""

    board: ConnectFourPlayouts
    mine: int  # discs of the player to move
    theirs: int
    choices: int  # how many columns have room; none once the game is over

    @inlined
    def move_at(self, index: int) -> Move:
        """The column with room that so many others come before."""
        width, height, bottoms = self.board.width, self.board.height, self.board.bottoms
        if self.choices == width:
            return index
        free = bottoms & ~((self.mine | self.theirs) >> height - 1)
        spare = bottoms << height
        counts = free * bottoms & spare - bottoms
        return popcount(spare + index * bottoms - counts & spare)

    @inlined
    def play(self, move: Move) -> ConnectFourPlayout:
        """The game after a disc has dropped into a column with room."""
        taken = self.mine | self.theirs
        disc = taken + (1 << move * (self.board.height + 1)) & ~taken
        return seen(self.board, self.theirs, self.mine | disc)

    def result(self) -> int:
        """A loss if the other has four in a line, otherwise a draw."""
        return -1 if has_four(self.theirs, self.board.height) else 0

    def player(self) -> Player:
        """The first player after an even number of moves."""
        return popcount(self.mine | self.theirs) & 1


def playouts(game: ConnectFour) -> ConnectFourPlayouts | None:
    """Random games on the game's board; None if it is so flat that a field cannot count columns."""
    if game.width >> game.height:
        return None
    bottoms = sum(1 << column * (game.height + 1) for column in range(game.width))
    return ConnectFourPlayouts(bottoms, game.width, game.height)
