"""Whether a network learns sooner from another one than from a solver or from games.

python -m benchmarks.distillation FOLDER [--minutes 3] [--seeds 2] [WAY...]

A small network learns Connect Four on 7 columns and 6 rows for equal CPU seconds from a teacher,
the network that comes with the package; from the lessons of the solver; and from games against
itself. `plyground accuracy` judges all of them, and the teacher, in the same positions, which no
solver has taught. A run that is in FOLDER already goes on, or is taken as it is.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import torch

import plyground as pg
from benchmarks.switches import POSITIONS_SEED, agents_of, print_table, trained
from plyground.game.knowledge import RESIDUAL
from plyground.learn.config import Board, TrainingConfig

GAME = pg.game("connect_four")
TEACHER = str(GAME.knowledge.network(RESIDUAL, GAME.parameter_values))
USUAL: dict[str, Any] = {
    "width": 32,
    "blocks": 3,
    "outcomes": 1,
    "batch": 128,
    "first_samples": 1000,
    "capacity": 60_000,
    "rate_end": 0.0,
    "exam": 0,
}
SOLVER: dict[str, Any] = {
    "lessons": 1.0,
    "keeping_weight": 0.5,
    "lesson_plies": (8, 12, 22),
    "lesson_shares": (0.04, 0.26, 0.36, 0.15),
    "result_share": 0.19,
    "reuse": 100.0,
}
GAMES: dict[str, Any] = {
    "simulations": 64,
    "fast_simulations": 16,
    "opening_plies": 8,
    "reuse": 12.0,
}
WAYS: dict[str, dict[str, Any]] = {
    "games": GAMES,
    "solver": SOLVER,
    "teacher": {"teacher": TEACHER, "reuse": 100.0},
}


def train(way: str, seed: int, minutes: float, folder: Path) -> Path:
    """The network of one run."""
    boards = (Board(GAME.parameter_values),)
    config = TrainingConfig(GAME.name, boards, minutes, seed, **USUAL | WAYS[way])
    return trained(config, way, folder)


def main() -> None:
    """Train, judge, and print a table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.distillation", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("ways", nargs="*", default=list(WAYS), metavar="WAY")
    parser.add_argument("--minutes", type=float, default=3.0, help="of CPU time")
    parser.add_argument("--seeds", type=int, default=2)
    parser.add_argument("--positions", type=int, default=1000)
    options = parser.parse_args()
    torch.set_num_threads(1)
    runs = [(way, seed) for way in options.ways for seed in range(1, options.seeds + 1)]
    networks = [train(*run, options.minutes, options.folder) for run in runs]
    if options.positions:
        specs = [spec for network in networks for spec in agents_of(str(network))]
        drawn = {"positions": options.positions, "seed": POSITIONS_SEED, "unseen": True}
        found = pg.accuracy(GAME, *specs, *agents_of(TEACHER), **drawn)
        shares = [float(row["keeps"]) for row in found.rows() if row["phase"] == "all"]
        print_table(options.ways, options.seeds, shares[:-2], options.positions)
        print(f"the teacher itself: {shares[-2]:.1%} {shares[-1]:.1%}")


if __name__ == "__main__":
    main()
