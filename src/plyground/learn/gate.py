"""The gate: a network takes the place of another only if the arena says that it is better."""

from __future__ import annotations

from pathlib import Path

from plyground.agents.spec import Spec
from plyground.learn.config import TrainingConfig
from plyground.tournaments import Tournament, make_plan
from plyground.tournaments.contest import ContestResult
from plyground.tournaments.sprt import Sprt

NODES = 200  # of each move: enough for the search to matter, few enough for many games
PAIRS = 500  # at most
BETTER = Sprt(0.0, 30.0)  # is it 30 Elo stronger, or not at all?


def contest_of(
    config: TrainingConfig, candidate: Path, champion: Path, nodes: int = NODES
) -> ContestResult:
    """A sequential test of `candidate` against `champion` on the config's first board."""
    agents = [
        str(Spec("alphazero", {"nodes": nodes, "file": str(path)}))
        for path in (candidate, champion)
    ]
    sizes = config.games[0].parameter_values
    plan = make_plan(
        config.game, agents, parameters=sizes, pairs=PAIRS, seed=config.seed, sprt=BETTER
    )
    tournament = Tournament(plan)
    tournament.run()
    assert tournament.contest is not None
    return tournament.contest.result
