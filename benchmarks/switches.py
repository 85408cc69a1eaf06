"""What a switch of training is worth: accuracy with and without it, at equal CPU seconds.

python -m benchmarks.switches FOLDER [--game connect_four] [--minutes 1] [--seeds 2] [NAME...]

Trains a small board by self-play alone, Connect Four on 5 columns and 4 rows by default, once for
each switch and seed, and has `plyground accuracy` judge all networks in the same positions. Time is
CPU time of the process, so that other work on the machine does not count. A run that is in FOLDER
already goes on, or is taken as it is; --positions 0 trains alone.
"""

from __future__ import annotations

import argparse
import math
import time
from itertools import chain
from pathlib import Path
from typing import Any

import torch

import plyground as pg
from plyground.agents.spec import Spec
from plyground.learn.config import Board, TrainingConfig
from plyground.learn.training import Training

SIZES: dict[str, dict[str, Any]] = {
    "connect_four": {"width": 5, "height": 4},
    "tic_tac_toe": {},
}
USUAL: dict[str, Any] = {
    "width": 24,
    "blocks": 3,
    "batch": 128,
    "reuse": 12.0,
    "first_samples": 1000,
    "capacity": 40_000,
    "games_at_once": 64,
    "simulations": 64,
    "fast_simulations": 16,
    "opening_plies": 6,
}
BOTH: dict[str, Any] = {"gumbel": 5, "full_share": 1.0, "simulations": 30}
SWITCHES: dict[str, dict[str, Any]] = {
    "none": {},
    "gumbel": {"gumbel": 5},
    "forced": {"forced": 2.0},
    "all full": {"full_share": 1.0, "simulations": 30},  # as many simulations a move as the mixture
    "both": BOTH,
    "left": {"left_weight": 0.5},
    "reply": {"reply_weight": 0.15},
    "owner": {"owner_weight": 0.5},
    "last weights": {"averaging": 0.0},
    "same rate": {"rate_end": 1.0},
    "short window": {"capacity": 8_000},
    "results alone": {"trust": 0.0},
    "deep": {"blocks": 6},
    "wide": {"width": 48},
    "both, last weights": BOTH | {"averaging": 0.0},
    "both, short window": BOTH | {"capacity": 20_000},
}
NODES = 32
POSITIONS_SEED = 2026


def train(game: str, name: str, seed: int, minutes: float, folder: Path) -> Path:
    """The network of one run."""
    config = TrainingConfig(game, (Board(SIZES[game]),), minutes, seed, **USUAL | SWITCHES[name])
    return trained(config, name, folder)


def trained(config: TrainingConfig, name: str, folder: Path) -> Path:
    """The network of a run by CPU time, in a folder named after it and its seed."""
    run = folder / f"{name.replace(' ', '-')}-{config.seed}"
    training = Training(config, run, clock=time.process_time)
    for _ in training.run():
        pass
    print(f"# {name} {config.seed}: {training.progress}", flush=True)
    return run / "network.onnx"


def judge(game: str, networks: list[Path], positions: int) -> list[float]:
    """The shares of positions in which the agents of `agents_of` kept the value."""
    specs = [spec for network in networks for spec in agents_of(str(network))]
    found = pg.accuracy(game, *specs, positions=positions, seed=POSITIONS_SEED, **SIZES[game])
    return [float(row["keeps"]) for row in found.rows() if row["phase"] == "all"]


def agents_of(file: str) -> tuple[str, str]:
    """The network alone, and with a small search."""
    search = Spec("alphazero", {"nodes": NODES, "file": file, "proof": 0})
    return str(Spec("policy", {"file": file})), str(search)


def difference(these: list[float], usual: list[float], positions: int) -> tuple[float, float]:
    """Mean of the shares less that of the usual runs, and half of its interval at 95%.

    Runs differ by their seeds and positions by chance; the larger of both spreads is taken.
    """
    change = sum(these) / len(these) - sum(usual) / len(usual)
    variance = 0.0
    for shares in (these, usual):
        mean, count = sum(shares) / len(shares), len(shares)
        runs = sum((s - mean) ** 2 for s in shares) / max(count - 1, 1) / count
        drawn = mean * (1 - mean) / (positions * count)
        variance += max(runs, drawn)
    return change, 1.96 * math.sqrt(variance)


def main() -> None:
    """Train, judge, and print a table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.switches", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="*", default=list(SWITCHES), metavar="NAME")
    parser.add_argument("--game", choices=SIZES, default="connect_four")
    parser.add_argument("--minutes", type=float, default=1.0, help="of CPU time")
    parser.add_argument("--seeds", type=int, default=2, help="runs of each switch")
    parser.add_argument("--first-seed", type=int, default=1)
    parser.add_argument("--positions", type=int, default=1000)
    options = parser.parse_args()
    torch.set_num_threads(1)
    networks: dict[str, list[Path]] = {name: [] for name in options.names}
    first = options.first_seed
    for seed in range(first, first + options.seeds):  # by turns, since the machine may change
        for name, trained_so_far in networks.items():
            run = train(options.game, name, seed, options.minutes, options.folder)
            trained_so_far.append(run)
    if options.positions:
        shares = judge(options.game, list(chain(*networks.values())), options.positions)
        print_table(options.names, options.seeds, shares, options.positions)


def print_table(names: list[str], seeds: int, shares: list[float], positions: int) -> None:
    """A line for each switch: shares of both agents, and how far they are from the first line's."""
    kept = [
        [shares[i + agent : i + 2 * seeds : 2] for agent in range(2)]
        for i in range(0, len(shares), 2 * seeds)
    ]
    for name, both in zip(names, kept, strict=True):
        cells = []
        for these, usual in zip(both, kept[0], strict=True):
            change, half = difference(these, usual, positions)
            seen = " ".join(f"{100 * share:.1f}" for share in these)
            cells.append(f"{seen} | {100 * change:+.1f} ± {100 * half:.1f}")
        print(f"| {name} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
