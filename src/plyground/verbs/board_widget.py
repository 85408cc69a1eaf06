"""The widget of `pg.board`: Python holds the game, and the page's own board shows it.

A click comes as a message (see `web/static/js/widget.js`); what it leads to goes back as `state`.
"""

from __future__ import annotations

from typing import Any

import anywidget
import traitlets

from plyground.errors import PlygroundError
from plyground.game import Playthrough
from plyground.verbs.play import Chooser
from plyground.vocabulary import Limit, Move, Outcome, Player
from plyground.web.boards import Reached, game_view, play_path, position_view, reached_by
from plyground.web.widget import module, style


class Board(anywidget.AnyWidget):
    """A board to play on; `observe(does, "playthrough")` calls `does` after every move."""

    _esm = module()
    _css = style()
    playthrough = traitlets.Instance(Playthrough)  # the game so far
    board = traitlets.Dict().tag(sync=True)  # a `GameView`: what does not change
    state = traitlets.Dict().tag(sync=True)
    seen = traitlets.Unicode().tag(sync=True)  # moves, told by the page: marimo then runs cells

    def __init__(
        self, playthrough: Playthrough, opponent: Chooser | None, side: Player, limit: Limit | None
    ) -> None:
        """The opponent moves at once where it is its turn."""
        self._opponent, self._side, self._limit = opponent, side, limit
        self._shown = 0
        super().__init__(
            playthrough=playthrough, board=game_view(playthrough.game).model_dump(mode="json")
        )
        self.on_msg(self._receive)
        self._show()
        self._let_opponent_move()

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return self.playthrough.game.outcome(self.playthrough.position)

    def play(self, move: str | Move) -> None:
        """Play a move, and let the opponent answer."""
        self._reach(self.playthrough.play(move))
        self._let_opponent_move()

    def undo(self) -> None:
        """Take the last move back; against an opponent, as many as make it your turn again."""
        earlier = self.playthrough.undo()
        while earlier.moves and self._is_opponents(earlier):
            earlier = earlier.undo()
        self._reach(earlier)
        self._let_opponent_move()

    def _let_opponent_move(self) -> None:
        while self._opponent is not None and self._is_opponents(self.playthrough):
            decision = self._opponent.choose(self.playthrough.position, self._limit)
            self._reach(self.playthrough.play(decision.move))

    def _is_opponents(self, reached: Playthrough) -> bool:
        """Whether it is the opponent's turn there."""
        position = reached.position
        ended = reached.game.outcome(position) is not None
        return self._opponent is not None and not ended and position.player() != self._side

    def _reach(self, playthrough: Playthrough) -> None:
        self.playthrough = playthrough
        self._show()

    def _show(self, said: str = "") -> None:
        """Send what there is to see; a number in it makes every state a new one."""
        view = position_view(self._reached()).model_dump(mode="json")
        waiting = self._is_opponents(self.playthrough)
        self._shown += 1
        self.state = {
            "view": view,
            "status": f"{view['status']} ..." if waiting else view["status"],
            "said": said,
            "open": self.outcome is None and not waiting,
            "begun": bool(self.playthrough.moves),
            "number": self._shown,
        }

    def _reached(self) -> Reached:
        game, start = self.playthrough.game, self.playthrough.start
        text = None if start == game.start() else game.format_position(start)
        return reached_by(game, text, self.playthrough.moves)

    def _receive(self, _: object, content: dict[str, Any], buffers: object) -> None:
        """Do what was clicked; what is wrong with it is said below the board."""
        del buffers
        try:
            if "undo" in content:
                self.undo()
            elif "path" in content:
                self.play(play_path(self._reached(), content["path"]).moves[-1])
            else:
                self.play(content["move"])
        except PlygroundError as error:
            self._show(str(getattr(error, "reason", error)))
