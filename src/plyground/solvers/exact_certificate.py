"""Certificates from proofs: the solvers' strategies, written down."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from plyground.errors import InvalidCertificateError, PlygroundError
from plyground.game import Game
from plyground.kernel import Monitor
from plyground.solvers import retrograde
from plyground.solvers.certificate import MOST_POSITIONS, Checked, Claim, write_certificate
from plyground.solvers.exact import DEFAULT_MEGABYTES, ExactSolver, Question
from plyground.vocabulary import Move, other


def certify(
    game: Game[Any],
    folder: Path | str,
    position: Any = None,
    memory: float = DEFAULT_MEGABYTES,
    threads: int = 1,
    most: int = MOST_POSITIONS,
    monitor: Monitor | None = None,
) -> list[tuple[Path, Checked]]:
    """
    Solve the position and write what proves its value into the folder.

    One file for a win or a loss, two for a draw. A strategy of more than `most` positions is an
    `InvalidCertificateError`.
    """
    start = game.start() if position is None else position
    watch = monitor or Monitor()
    strategy = _Strategy(game, start, memory, threads, watch)
    result, mover = strategy.result, start.player()
    claims = [(mover, 0), (other(mover), 0)]
    if result != 0:
        claims = [(mover if result > 0 else other(mover), 1)]
    written = []
    for player, reached in claims:
        claim = Claim(game, game.format_position(start), player, reached)
        path = Path(folder) / f"{_file_name(game, player, reached)}.proof"
        written.append((path, write_certificate(path, claim, strategy.move_for(reached), most)))
    return written


def _file_name(game: Game[Any], player: int, result: int) -> str:
    parts = [game.name, *(f"{name}-{value}" for name, value in game.parameter_values.items())]
    verb = "wins" if result > 0 else "draws"
    return "_".join([*parts, game.players[player].split()[0].lower(), verb])


class _Strategy:
    """Moves that keep a value, from whichever solver the game has."""

    def __init__(
        self, game: Game[Any], start: Any, memory: float, threads: int, watch: Monitor
    ) -> None:
        self.watch = watch
        self.walk: retrograde.Walk | None = None
        if retrograde.reaches(game):
            self.walk = retrograde.walk_through(game, watch)
            self.result = self.walk.value(start)[0]
            return
        self.solver = ExactSolver(game, memory, threads)
        found = self.solver.result(start, monitor=watch)
        if found is None:
            raise PlygroundError("stopped before the value was known")
        self.result = found

    def move_for(self, result: int) -> Any:
        """The function that chooses a move with which its player reaches the result."""

        def choose(position: Any, plies: int) -> Move:
            if self.walk is not None:
                return self.walk.best_move(position)
            move = self.solver.answer(position, Question(result, plies), self.watch)
            if move < 0:
                raise InvalidCertificateError("stopped, or two positions share a key")
            return move

        return choose
