"""Analyses as the page sees them, and who can make them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any, Protocol, runtime_checkable

import numpy as np

from plyground.agents import Agent
from plyground.agents.perfect import ExactAgent
from plyground.errors import InvalidSpecError
from plyground.game import Game
from plyground.kernel import Monitor
from plyground.search.analysis import Analysis, MoveReport, TreeAnalysis, analyse_moves
from plyground.search.mcts import RESULT, MonteCarlo
from plyground.search.runner import AlphaBetaSearch, MinimaxSearch, MoveJudge
from plyground.vocabulary import Limit, other
from plyground.web.agents import line_view, statistics_view
from plyground.web.boards import Reached, move_view
from plyground.web.messages import AnalysisView, GrownNode, GrownView, MoveReportView
from plyground.web.models import MoveView
from plyground.web.perfect import analyse_exactly
from plyground.web.scores import score_view


@runtime_checkable
class Analyser(Protocol):
    """An agent that scores every move itself."""

    def analyse(
        self, position: Any, limit: Limit | None = None, monitor: Monitor | None = None
    ) -> Iterator[Analysis]:
        """What it knows about all moves, better and better."""


def search_of(player: Agent) -> Any:
    """What an agent searches with, None if it does not."""
    judge = getattr(player, "judge", None)
    if isinstance(judge, MoveJudge):
        return judge.as_search()
    search = getattr(player, "search", None)
    tree = getattr(search, "tree", None)
    if isinstance(tree, MonteCarlo):
        return tree
    return search if isinstance(search, (AlphaBetaSearch, MinimaxSearch)) else None


def can_analyse(player: Agent) -> bool:
    """Whether an agent can score every move."""
    return isinstance(player, (Analyser, ExactAgent)) or search_of(player) is not None


def analysis_by(
    player: Agent, reached: Reached, limit: Limit, monitor: Monitor
) -> Iterator[Analysis]:
    """What an agent knows about all moves, better and better; `InvalidSpecError` if it cannot."""
    if isinstance(player, Analyser):
        return player.analyse(reached.position, limit, monitor)
    if isinstance(player, ExactAgent):
        return analyse_exactly(reached.game, reached.position, limit, monitor)
    search = search_of(player)
    if search is None:
        raise InvalidSpecError(
            f"{player.name} does not score moves; "
            "alphabeta, minimax, mcts, alphazero, policy and perfect do"
        )
    if isinstance(search, MonteCarlo):
        tree = TreeAnalysis(search.settings, reached.game, reached.position)
        return tree.grow(limit, monitor)
    return analyse_moves(search, reached.game, reached.position, limit, monitor)


def tree_of(player: Agent, reached: Reached) -> TreeAnalysis:
    """The tree that an agent would grow; `InvalidSpecError` if it grows none."""
    search = search_of(player)
    if not isinstance(search, MonteCarlo):
        raise InvalidSpecError(f"{player.name} grows no tree; write mcts, or mcts(c=0.4)")
    return TreeAnalysis(search.settings, reached.game, reached.position)


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


def grown_view(reached: Reached, grown: TreeAnalysis, most: int) -> GrownView:
    """The `most` most visited nodes of a tree, with their parents."""
    game, position = reached.game, reached.position
    nodes = grown.nodes
    size = len(nodes)
    chosen = np.sort(np.argsort(-nodes["visits"], kind="stable")[:most])
    shown = [int(node) for node in chosen]
    plies = {0: 0}
    for node in shown:  # parents have smaller numbers and at least as many visits
        if node:
            plies[node] = plies[int(nodes[node]["parent"])] + 1
    exploration = float(grown.tree.settings.switches.exploration)
    mover = other(position.player())
    best = grown.best
    return GrownView(
        position=game.format_position(position),
        simulations=int(nodes[0]["visits"]) if size else 0,
        size=size,
        nodes=[
            _grown(game, nodes, node, exploration, mover if plies[node] % 2 == 0 else other(mover))
            for node in shown
        ],
        best=None if best is None else move_view(game, position, best.move),
        statistics=statistics_view(grown.total),
    )


def _grown(game: Game[Any], nodes: Any, index: int, weight: float, player: int) -> GrownNode:
    node = nodes[index]
    parent, visits = int(node["parent"]), int(node["visits"])
    wish = None
    if visits and parent >= 0:
        wish = weight * math.sqrt(math.log(max(1, int(nodes[parent]["visits"]))) / visits)
    return GrownNode(
        node=index,
        parent=None if parent < 0 else parent,
        move=None if parent < 0 else game.format_move(int(node["move"])),
        visits=visits,
        value=round(float(node["value"]) / visits, 4) if visits else None,
        exploration=None if wish is None else round(wish, 4),
        proven=RESULT.get(int(node["proven"])),
        player=player,
    )
