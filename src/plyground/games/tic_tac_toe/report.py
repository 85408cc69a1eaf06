"""The tic-tac-toe report's agent: its search to the end, its strict cuts and its scores.

A game that is won with so many marks on the board is worth 10 / marks to the winner. Alpha-beta as
printed leaves a branch only where a score is strictly worse than the bound; the usual one leaves
it where the score is as bad, too. The first of equally good moves is chosen.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

from plyground.agents.agent import Agent
from plyground.agents.request import Request
from plyground.errors import InvalidParameterError
from plyground.kernel import Monitor, enter_node, popcount, run_ready, search_kernel
from plyground.kernel.monitor import CUTOFFS, DEPTH, STOP
from plyground.search.analysis import best_first
from plyground.search.minimax import INFINITY, keep_line, show_root
from plyground.search.runner import first_move, new_scratch
from plyground.vocabulary import Analysis, Decision, Estimate, Limit, MoveReport

CELLS = 9
POINT = 2520  # in units of the search, of which 10 / marks is a whole number
NONE, STRICT, USUAL = 0, 1, 2
PRUNING = ("none", "strict", "usual")


@search_kernel(title="minimax")
def search_strictly(
    position: Any, pruning: int, ply: int, alpha: int, beta: int, scratch: Any, monitor: Any
) -> int:
    """Return the value of `position` for the side to move; meaningless once stopped."""
    if enter_node(monitor):
        return 0
    scratch.lengths[ply] = 0
    moves = scratch.moves[ply]
    count = position.fill_moves(moves)
    if count == 0:
        return int(position.result()) * 10 * POINT // popcount(position.mine | position.theirs)
    best = -INFINITY
    for i in range(count):
        child = position.play(int(moves[i]))
        value = -search_strictly(child, pruning, ply + 1, -beta, -alpha, scratch, monitor)
        if monitor[STOP] != 0:
            return 0
        if value > best:
            best = value
            keep_line(scratch, ply, int(moves[i]))
            if ply == 0:
                show_root(scratch, best, monitor)
        if pruning:
            alpha = max(alpha, best)
            if best > beta or (best == beta and pruning == USUAL):
                monitor[CUTOFFS] += 1
                break
    return best


def tic_tac_toe_report(request: Request, pruning: str = "strict") -> Agent:
    """The report's search, with scores of 10 / marks; pruning is strict, usual or none."""
    if pruning not in PRUNING:
        raise InvalidParameterError(f"pruning={pruning} must be one of {', '.join(PRUNING)}")
    return TicTacToeReportAgent(request.game, request.name, PRUNING.index(pruning))


class TicTacToeReportAgent(Agent):
    """Plays what the report's search finds."""

    scores_moves = True

    def __init__(self, game: Any, name: str, pruning: int) -> None:
        """`pruning` is NONE, STRICT or USUAL."""
        super().__init__(game, name)
        self.pruning = pruning

    def choose(
        self, position: Any, limit: Limit | None = None, monitor: Monitor | None = None
    ) -> Decision:
        """The first of the best moves, with its score."""
        watch = monitor or Monitor()
        watch.bound(limit)
        fallback, begun = first_move(self.game, position), time.monotonic()
        run_ready(search_strictly.ready(*self._arguments(position), watch.array), watch, limit)
        seconds = time.monotonic() - begun
        if watch.best_move is None:
            return Decision(fallback, statistics=watch.statistics(seconds))
        if not watch.stopped:
            watch.array[DEPTH] = len(self.game.legal(position))
        score = Estimate(round(watch.score / POINT, 4), position.player())
        return Decision(watch.best_move, score, tuple(watch.line), watch.statistics(seconds))

    def prepare(self, position: Any) -> None:
        """Have machine code ready."""
        search_strictly.prepare(*self._arguments(position), Monitor().array)

    def _arguments(self, position: Any) -> tuple[Any, ...]:
        return position, self.pruning, 0, -INFINITY, INFINITY, new_scratch(self.game, CELLS)

    def analyse(
        self,
        position: Any,
        limit: Limit | None = None,
        monitor: Monitor | None = None,
        step: int | None = None,
    ) -> Iterator[Analysis]:
        """The score of each move, all searched to the end."""
        watch, player, begun = monitor or Monitor(), position.player(), time.monotonic()
        watch.bound(limit)
        reports = {move: MoveReport(move) for move in self.game.check_open(position)}
        for move in reports:
            child = position.play(move)
            call = search_strictly.ready(*self._arguments(child), watch.array)
            value = run_ready(call, watch, limit)
            if watch.stopped:
                break
            score, depth = Estimate(round(-value / POINT, 4), player), len(reports)
            reports[move] = MoveReport(move, score, depth, (move,))
        yield Analysis(best_first(reports), watch.statistics(time.monotonic() - begun), True)
