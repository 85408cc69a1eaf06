"""What the commands `plyground book` and `plyground dataset` do for Connect Four."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from plyground.errors import InvalidBookError, InvalidParameterError
from plyground.folders import read_beginning
from plyground.games.connect_four.game import ConnectFour
from plyground.games.connect_four.solver.board import board_of
from plyground.games.connect_four.solver.book import MAGIC, read_book, shipped_path
from plyground.games.connect_four.solver.build import Report, build
from plyground.games.connect_four.solver.dataset import format_of, make_data_set, write_data_set
from plyground.games.connect_four.solver.solver import connect_four_solver
from plyground.solvers.solver import Options


class Books:
    """Opening books: all positions up to some ply with their scores."""

    @staticmethod
    def build(
        game: ConnectFour,
        output: Path,
        plies: int,
        threads: int,
        memory: float,
        seconds: float | None,
        report: Report,
    ) -> int | None:
        """How many positions were written; None if the seconds did not suffice."""
        cells = game.width * game.height
        if plies >= cells:
            raise InvalidParameterError(f"--plies {plies}: this board has only {cells} cells")
        if output.exists() and not _is_book(output):
            raise InvalidBookError(
                f"{output} exists and is no book of this version; choose another name"
            )
        board = board_of(game.width, game.height)
        made = build(output, board, plies, threads, memory, seconds, report)
        return None if made is None else len(made.keys)

    @staticmethod
    def describe(game: ConnectFour, path: Path | None) -> dict[str, Any]:
        """What is in a book, its checksum verified; without a path, in the game's own."""
        chosen = path or shipped_path(game.width, game.height)
        found = read_book(chosen)
        return {
            "file": str(chosen),
            "board": f"{found.width}x{found.height}",
            "positions": len(found.keys),
            "plies": found.plies,
            "bytes": chosen.stat().st_size,
        }


def _is_book(file: Path) -> bool:
    """Whether a file begins as books do."""
    try:
        return read_beginning(file, len(MAGIC)) == MAGIC
    except OSError:
        return False


def write_quiet_positions(game: ConnectFour, output: Path, plies: int) -> dict[str, int]:
    """Writes the quiet positions with their values; how many have which, for the first player."""
    format_of(output)
    solver = connect_four_solver(game, Options())
    data = make_data_set(solver, plies)
    write_data_set(data, output)
    return data.counts()
