"""Certificates from proofs: the solvers' strategies, written down."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from plyground.errors import FileError, InvalidCertificateError, PlygroundError
from plyground.game import Game
from plyground.kernel import Monitor
from plyground.solvers.certificate import MOST_POSITIONS, Checked, Claim, write_certificate
from plyground.solvers.solver import Options, solver_for
from plyground.vocabulary import Move, other


def certify(
    game: Game[Any],
    folder: Path | str,
    position: Any = None,
    most: int = MOST_POSITIONS,
    monitor: Monitor | None = None,
    **options: Any,
) -> list[tuple[Path, Checked]]:
    """
    Solve the position and write what proves its value into the folder.

    One file for a win or a loss, two for a draw. A strategy of more than `most` positions is an
    `InvalidCertificateError`. `options` are those of `solver.Options`.
    """
    if not Path(folder).is_dir():
        raise FileError(f"there is no folder {folder} to write certificates into")
    start = game.start() if position is None else position
    watch = monitor or Monitor()
    solver = solver_for(game, Options(**options))
    value, mover = solver.solve(start, monitor=watch).value, start.player()
    if value is None:
        raise PlygroundError("stopped before the value was known")
    claims = [(mover, 0), (other(mover), 0)]
    if value.result != 0:
        claims = [(mover if value.result > 0 else other(mover), 1)]
    written = []
    for player, reached in claims:

        def choose(position: Any, plies: int, reached: int = reached) -> Move:
            move = solver.move_for(position, reached, plies, watch)
            if move < 0:
                raise InvalidCertificateError("stopped, or two positions share a key")
            return move

        claim = Claim(game, game.format_position(start), player, reached)
        path = Path(folder) / f"{_file_name(game, player, reached)}.proof"
        written.append((path, write_certificate(path, claim, choose, most)))
    return written


def _file_name(game: Game[Any], player: int, result: int) -> str:
    parts = [game.name, *(f"{name}-{value}" for name, value in game.parameter_values.items())]
    verb = "wins" if result > 0 else "draws"
    return "_".join([*parts, game.players[player].split()[0].lower(), verb])
