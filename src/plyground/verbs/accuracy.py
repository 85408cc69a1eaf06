"""`pg.accuracy`: how often agents play right, with an exact solver as the judge."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plyground.errors import InvalidParameterError
from plyground.game import Game
from plyground.game.parameters import Value
from plyground.verbs.arguments import checked
from plyground.verbs.result import GameLike, Result, as_game, describe_game, drawn

if TYPE_CHECKING:
    from plyground.cluster.machines import Machines
    from plyground.tournaments.accuracy import AccuracyRow, Examiner
    from plyground.tournaments.judged_positions import Draw
    from plyground.tournaments.tables import Table

POSITIONS = 300


@dataclass(frozen=True, repr=False)
class Accuracy(Result):
    """How often each agent kept the value, and how often it played best."""

    game: Game[Any]
    drawn: Draw
    counted: tuple[AccuracyRow, ...]  # of each agent over all positions, then by phase
    positions: int  # that were judged
    can_err: int  # of these, where some move gives the value away
    unsettled: int  # left out: the solver did not get to the end of them
    counts_plies: bool  # whether the best moves are the quickest

    def table(self) -> Table:
        """The shares with their intervals."""
        from plyground.tournaments.accuracy import accuracy_table

        return accuracy_table(f"Accuracy in {self.game}", self.counted, self._notes())

    def _notes(self) -> tuple[str, ...]:
        notes = [
            f"{self.positions} positions, of which {self.can_err} have a move that gives the "
            "value away (can err)."
        ]
        if self.positions + self.unsettled < self.drawn.count:
            notes.append(f"{self.drawn.count} were wanted; more were not found.")
        if self.unsettled:
            notes.append(f"{self.unsettled} more were left out: the solver did not settle them.")
        if not self.counts_plies:
            notes.append("The solver counts no plies: every move that keeps the value is best.")
        return tuple(notes)

    def data(self) -> dict[str, Any]:
        return {
            **describe_game(self.game),
            "seed": self.drawn.seed,
            "plies": [self.drawn.first, self.drawn.last],
            "unseen": self.drawn.unseen,
            "positions": self.positions,
            "can_err": self.can_err,
            "unsettled": self.unsettled,
            "accuracy": self.rows(),
        }

    def rows(self) -> list[dict[str, Any]]:
        """A row for each agent and phase."""
        return [row.data() for row in self.counted]

    def plot(self, file: str | Path) -> Path:
        """Draw the shares that keep the value, by phase, into a file: .svg, .png or .pdf."""
        from plyground.tournaments.plots import plot_shares

        shares: dict[str, list[tuple[str, Any]]] = {}
        for row in self.counted:
            shares.setdefault(row.agent, []).append((row.phase, row.keeps))
        return plot_shares(shares, "moves that keep the value, with 95% intervals", file)

    def picture(self) -> str:
        """The same figure, if Matplotlib is there to draw it."""
        return drawn(self.plot)

    def html_tables(self) -> list[str]:
        """The same table as in text."""
        return [self.table().html()]

    def __str__(self) -> str:
        """The table."""
        return self.table().text()


@checked
def accuracy(
    game: GameLike,
    *agents: str | type | Sequence[str | type],
    positions: int = POSITIONS,
    plies: int | str | tuple[int, int | None] | None = None,
    seed: int = 1,
    unseen: bool = False,
    solver_nodes: int | None = None,
    cluster: str | Machines | None = None,
    on_progress: Callable[[str, int, int], None] | None = None,
    **parameters: Value,
) -> Accuracy:
    """
    Count how often agents play right: a solver judges every move of positions drawn by the seed.

    `plies` is how many moves were made before each position: a number, a range as in "40..60", or
    the least and the most of them. With `unseen`, only positions are drawn that networks never
    learn from a solver. Positions that the solver does not settle within `solver_nodes` are left
    out and counted. `cluster` is the address of a Dask scheduler, or machines that stay open.
    `on_progress` is told what is being done, how much of it is, and of how much.

    >>> import plyground as pg
    >>> found = pg.accuracy("tic_tac_toe", "perfect", positions=20)
    >>> found.rows()[0]["keeps"]
    1.0
    """
    from plyground.agents.kinds import check_agent
    from plyground.cluster.dask_cluster import machines_of
    from plyground.tournaments.accuracy import rows_of
    from plyground.tournaments.judged_positions import SOLVER_NODES, Draw, read_plies
    from plyground.tournaments.plan import check_labels
    from plyground.verbs.arena import listed_agents

    played = as_game(game, parameters)
    specs = listed_agents(played, agents)
    if not specs:
        raise InvalidParameterError("name one agent at least, as in `policy`")
    check_labels(specs)
    for spec in specs:
        check_agent(played, spec)
    tell = on_progress or (lambda *_: None)
    wanted = Draw(positions, seed, *read_plies(plies), unseen)
    bound = SOLVER_NODES if solver_nodes is None else solver_nodes
    rows: list[AccuracyRow] = []
    with machines_of(cluster) as machines:
        examiner = _examiner(played, machines)
        judged, unsettled = examiner.judged_positions(
            wanted, bound, lambda done: tell("judging positions", done, positions)
        )
        for spec in specs:
            done = iter(range(1, len(judged) + 1))
            answers = examiner.answers_of(
                spec,
                judged,
                seed,
                lambda: tell(spec, next(done), len(judged)),  # noqa: B023
            )
            rows += rows_of(played, spec, answers)
    return Accuracy(
        played,
        wanted,
        tuple(rows),
        len(judged),
        sum(each.can_err for each in judged),
        unsettled,
        not any(v.result and v.distance is None for each in judged for v in each.values.values()),
    )


def _examiner(game: Game[Any], machines: Machines | None) -> Examiner:
    """Who judges and examines: this process, or machines."""
    from plyground.tournaments.accuracy import Examiner
    from plyground.tournaments.cluster_accuracy import ClusterExaminer

    return Examiner(game) if machines is None else ClusterExaminer(game, machines)
