"""The ladder of Connect Four solvers: nodes of each rung, from plain negamax to the full solver.

python -m benchmarks.ladder            the table of docs/algorithms/solver-ladder.md
python -m benchmarks.ladder 1000000    giving up after so many nodes
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator

from benchmarks.solver import GAME, MEGABYTES, after
from plyground.games.connect_four.ladder import LADDER, POSITIONS, RUNGS, Climbed, score_by
from plyground.games.connect_four.solver.solver import ConnectFourSolver
from plyground.solvers.solver import Options

MOST = 100_000_000  # nodes


def climbed(rung: int, moves: str, most: int = MOST) -> Climbed:
    """What it takes to solve the position after these moves."""
    if rung < len(LADDER):
        return score_by(after(moves), LADDER[rung], most)
    solver = ConnectFourSolver(GAME, Options(MEGABYTES))
    solver.prepare(GAME.start())
    begun = time.process_time()
    found = solver.score_bounds(after(moves))
    return Climbed(found.score, found.statistics.nodes, time.process_time() - begun)


def shown(found: Climbed) -> str:
    """The nodes, or that it gave up."""
    millions = f"over {found.nodes / 1e6:g} M"
    return millions if found.score is None else f"{found.nodes:,}"


def measure(most: int = MOST) -> Iterator[tuple[str, ...]]:
    """A row for each rung; where it gives up, it is not asked about positions with fewer discs."""
    for rung, name in enumerate(RUNGS):
        row = [name]
        for moves in POSITIONS.values():
            gave_up = row[-1].startswith(("over", "-"))
            row.append("-" if gave_up else shown(climbed(rung, moves, most)))
        yield tuple(row)


def main() -> None:
    """Print the table."""
    from benchmarks.__main__ import show

    most = int(sys.argv[1]) if len(sys.argv) > 1 else MOST
    columns = ("steps", *(f"{len(moves)} discs" for moves in POSITIONS.values()))
    show("Connect Four, nodes of each rung", columns, measure(most))


if __name__ == "__main__":
    main()
