"""The settings of training for a game, or a board, that comes with none: chosen by a short look.

The solver is asked about a few positions, with few nodes for each. Where it settles many of them,
it teaches alone, which is the shortest way to a network that hardly errs: it keeps what it has
proven, and settles more and more. Where it settles some, mostly endings, it teaches half of the
time and games against itself teach the rest. Where it settles too few, all is learnt by self-play.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from plyground.errors import PlygroundError
from plyground.game import Game
from plyground.learn.config import Board, TrainingConfig
from plyground.neural.board_network import board_judge
from plyground.tournaments.judged_positions import Draw, PositionJudge, draw_positions

SMALL = 30  # cells: up to here a small network, and two cores, will do
LOOKS = 60  # positions that the solver is asked about
NODES = 20_000  # that it may look at for each, then and in training
MOST, SOME = 0.4, 0.2  # of the positions settled


def share_settled(game: Game[Any]) -> float:
    """In which share of a few positions the solver finds what every move is worth."""
    try:
        judge = PositionJudge(game, NODES, distances=False)
        drawn = [judge.judge(*each) is not None for each in draw_positions(game, Draw(LOOKS))]
    except PlygroundError:  # a game that no solver takes
        return 0.0
    return sum(drawn) / max(len(drawn), 1)


def usual_config(reference: str, game: Game[Any]) -> TrainingConfig:
    """Settings under which the game, known by that reference, is learnt on two cores."""
    settled = share_settled(game)
    return _config(reference, game, 1.0 if settled >= MOST else 0.5 * (settled >= SOME))


def taught_config(reference: str, game: Game[Any], teacher: Path) -> TrainingConfig:
    """Settings under which it is learnt from another network."""
    board_judge(game, teacher)  # refused now rather than after the preparations
    return _config(reference, game, 0.0).changed(teacher=str(teacher), reuse=100.0)


def _config(reference: str, game: Game[Any], lessons: float) -> TrainingConfig:
    config = TrainingConfig(
        reference,
        (Board(game.parameter_values),),
        minutes=15.0,
        outcomes=1,
        lessons=lessons,
        lesson_nodes=NODES,
        best_weight=0.0,
        keeping_weight=0.5,
        rate_end=0.0,
        exam=400,
    )
    if game.shape.cell_count > SMALL:
        return config.changed(minutes=60.0)
    return config.changed(
        blocks=3,
        simulations=32,
        full_share=1.0,
        gumbel=8,
        opening_plies=max(2, game.shape.cell_count // 4),
        batch=128,
        first_samples=500,
        capacity=60_000,
        reuse=100.0 if lessons else 12.0,
    )
