"""What solving Othello needs: on 4x4, the key of a position is the position."""

from __future__ import annotations

from plyground.games.othello.game import Othello
from plyground.solvers.exact_keys import OwnKeys


def exact_keys(game: Othello) -> OwnKeys | None:
    """The positions' own keys, which are exact on 4x4; None on larger boards."""
    return OwnKeys(exact=1) if game.size == 4 else None
