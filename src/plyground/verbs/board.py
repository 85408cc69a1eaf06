"""`pg.board`: a board to play on in a notebook."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from plyground.errors import InvalidParameterError
from plyground.extras import needed
from plyground.game import Playthrough
from plyground.game.parameters import Value
from plyground.verbs.arguments import checked
from plyground.verbs.play import Chooser, agent
from plyground.verbs.result import GameLike, as_playthrough
from plyground.vocabulary import Limit, Move, Player

if TYPE_CHECKING:
    from plyground.verbs.board_widget import Board


@checked
def board(
    game: GameLike | Playthrough,
    position: Any = None,
    *,
    moves: str | Sequence[str | Move] = "",
    vs: str | Chooser | None = None,
    side: Player = 0,
    seconds: float | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    seed: int | None = None,
    **parameters: Value,
) -> Board:
    """
    A board to play on in a notebook, alone or against an agent.

    You play `side` (0 moves first) and `vs` the other: a spec, or an object with a method `choose`;
    without it you play both. The limits are for a move of that agent. The board's `playthrough` is
    the game so far, and can be observed.

    >>> import plyground as pg
    >>> board = pg.board("connect_four", moves="4 4")
    >>> board.play("3")
    >>> board.undo()
    >>> board.playthrough.format_moves()
    '4 4'
    """
    with needed("notebook", "a board for notebooks needs anywidget"):
        from plyground.verbs.board_widget import Board
    if side not in (0, 1):
        raise InvalidParameterError(f"side={side} must be 0, who moves first, or 1")
    reached = as_playthrough(game, position, moves, parameters)
    opponent = agent(reached.game, vs, seed=seed) if isinstance(vs, str) else vs
    limit = Limit(seconds=seconds, nodes=nodes, depth=depth).or_none()
    return Board(reached, opponent, side, limit)
