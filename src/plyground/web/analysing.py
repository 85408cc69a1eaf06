"""Analyses as the page sees them, and who can make them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from plyground.agents import Agent
from plyground.errors import InvalidSpecError
from plyground.game import Game
from plyground.kernel import Monitor
from plyground.search.mcts import RESULT
from plyground.vocabulary import Analysis, Limit, MoveReport, other
from plyground.web.agents import line_view, statistics_view
from plyground.web.boards import Reached, move_view
from plyground.web.messages import AnalysisView, GrownNode, GrownView, MoveReportView
from plyground.web.models import MoveView
from plyground.web.scores import score_view


def analysis_by(
    player: Agent, reached: Reached, limit: Limit, monitor: Monitor
) -> Iterator[Analysis]:
    """What an agent knows about all moves, better and better; `InvalidSpecError` if it cannot."""
    if not player.scores_moves:
        raise InvalidSpecError(
            f"{player.name} does not score moves; "
            "alphabeta, minimax, mcts, alphazero, policy and perfect do"
        )
    return player.analyse(reached.position, limit, monitor)


# --- views ------------------------------------------------------------------------------------


def analysis_view(
    reached: Reached, known: Analysis, lines: int, shown: Mapping[int, MoveView]
) -> AnalysisView:
    """The analysis for the page, with the best `lines` moves apart; `shown` are all moves."""
    game, position = reached.game, reached.position
    moves = [_report(game, shown[report.move], report) for report in known.moves]
    return AnalysisView(
        position=game.format_position(position),
        player=position.player(),
        moves=moves,
        lines=[report for report in moves[:lines] if report.depth],
        score=moves[0].score if moves else None,
        value=known.value,
        statistics=statistics_view(known.statistics),
    )


def _report(game: Game[Any], shown: MoveView, report: MoveReport) -> MoveReportView:
    return MoveReportView(
        move=shown.move,
        text=shown.text,
        path=shown.path,
        cells=shown.cells,
        score=score_view(game, report.score),
        depth=report.depth,
        visits=report.visits,
        policy=report.policy,
        line=line_view(game, report.line),
    )


def grown_view(reached: Reached, known: Analysis, most: int) -> GrownView:
    """At most that many nodes of a tree: the root's moves, then the most visited ones."""
    game, position = reached.game, reached.position
    if known.tree is None:
        raise InvalidSpecError("only Monte Carlo searches grow a tree; write mcts, or mcts(c=0.4)")
    nodes = known.tree.nodes
    size = len(nodes)
    chosen = np.sort(np.lexsort((-nodes["visits"], nodes["parent"] > 0))[:most])
    shown = [int(node) for node in chosen]
    plies = {0: 0}
    for node in shown:  # parents have smaller numbers and at least as many visits
        if node:
            plies[node] = plies[int(nodes[node]["parent"])] + 1
    exploration = known.tree.exploration
    mover = other(position.player())
    return GrownView(
        position=game.format_position(position),
        simulations=int(nodes[0]["visits"]) if size else 0,
        size=size,
        nodes=[
            _grown(game, nodes, node, exploration, mover if plies[node] % 2 == 0 else other(mover))
            for node in shown
        ],
        best=move_view(game, position, known.moves[0].move) if known.moves else None,
        statistics=statistics_view(known.statistics),
    )


def _grown(game: Game[Any], nodes: Any, index: int, weight: float, player: int) -> GrownNode:
    node = nodes[index]
    parent, visits = int(node["parent"]), int(node["visits"])
    exploration = None
    if visits and parent >= 0:
        exploration = weight * math.sqrt(math.log(max(1, int(nodes[parent]["visits"]))) / visits)
    return GrownNode(
        node=index,
        parent=None if parent < 0 else parent,
        move=None if parent < 0 else game.format_move(int(node["move"])),
        visits=visits,
        value=round(float(node["value"]) / visits, 4) if visits else None,
        exploration=None if exploration is None else round(exploration, 4),
        proven=RESULT.get(int(node["proven"])),
        player=player,
    )
