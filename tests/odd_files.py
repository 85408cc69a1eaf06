"""Files that no command should be handed, and what reads files that a user names."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import plyground as pg
from plyground.game.files import load_file
from plyground.games.connect_four.solver.book import read_book
from plyground.learn.config import config_of
from plyground.learn.curve import read_curve
from plyground.neural.network_file import read_network
from plyground.reading import read_text
from plyground.solvers.certificate import check_certificate
from plyground.solvers.exact import ExactSolver
from plyground.solvers.exact_store import recall_proofs
from plyground.solvers.solver import Options
from plyground.tournaments import Store

HUGE = 2**40  # bytes, none of which is on the disk


def _device(folder: Path) -> Path:
    (folder / "odd.py").symlink_to("/dev/zero")
    return folder / "odd.py"


def _pipe(folder: Path) -> Path:
    os.mkfifo(folder / "odd.py")
    return folder / "odd.py"


def _folder(folder: Path) -> Path:
    (folder / "odd.py").mkdir()
    return folder / "odd.py"


def _huge(folder: Path) -> Path:
    (folder / "odd.py").touch()
    os.truncate(folder / "odd.py", HUGE)
    return folder / "odd.py"


ODD_FILES: dict[str, Callable[[Path], Path]] = {
    "device": _device,
    "pipe": _pipe,
    "folder": _folder,
    "huge": _huge,
}
READERS: dict[str, Callable[[Path], object]] = {
    "book": read_book,
    "certificate": check_certificate,
    "config": lambda file: config_of("tic_tac_toe", file),
    "curve": read_curve,
    "game": load_file,
    "network": read_network,
    "openings": lambda file: pg.arena("tic_tac_toe", "random", "two=random", openings=file),
    "proofs": lambda file: recall_proofs(
        ExactSolver(pg.game("tic_tac_toe"), Options(memory=1)), file
    ),
    "records": read_text,
    "store": lambda file: Store(file, create=False),
}
