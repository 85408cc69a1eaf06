"""Strength over the minutes of a training run: each kept network's policy against an opponent.

python -m benchmarks.learning FOLDER [--opponent SPEC] [--pairs 20]

FOLDER is that of `plyground train GAME --keep-every 30`. Prints strength.csv as it is measured.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path

from plyground.agents.spec import Spec
from plyground.tournaments import make_plan, play_tournament
from plyground.tournaments.statistics import Interval, tally

OPPONENT = "minimax(depth=2)"
SEED = 1


def measure(
    folder: Path, opponent: str = OPPONENT, pairs: int = 20
) -> Iterator[tuple[int, Interval]]:
    """For each kept network its age in seconds and its score, on the first board of the run."""
    config = json.loads((folder / "config.json").read_text())
    sizes = config["boards"][0]["parameters"]
    for file in sorted(folder.glob("network-*s.onnx")):
        seconds = int(file.stem.removeprefix("network-").removesuffix("s"))
        specs = (str(Spec("policy", {"file": str(file)})), opponent)
        plan = make_plan(config["game"], specs, parameters=sizes, pairs=pairs, seed=SEED)
        yield seconds, tally(play_tournament(plan), *plan.agents).score


def main() -> None:
    """Print a line for each network as it is measured."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.learning", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--opponent", default=OPPONENT)
    parser.add_argument("--pairs", type=int, default=20)
    options = parser.parse_args()
    print("seconds,score,low,high")
    for seconds, score in measure(options.folder, options.opponent, options.pairs):
        print(f"{seconds},{score.value:.4f},{score.low:.4f},{score.high:.4f}", flush=True)


if __name__ == "__main__":
    main()
