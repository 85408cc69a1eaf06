"""Analysis: a score for every legal move, better and better.

For depth 2, 3, 4 and so on, each move is played and the position after it searched one ply less
deep, most promising moves first. All searches share one table. A move whose result is proven is
not looked at again. Once the depth is that of the longest possible game, one last iteration
without reductions makes every result exact, draws included.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator
from contextlib import ExitStack
from dataclasses import replace
from typing import Any

from plyground.game import Game
from plyground.kernel import Monitor, machine, stopping
from plyground.kernel.monitor import BEST_MOVE, DEPTH, LINE_LENGTH
from plyground.search.mcts import MonteCarlo, MonteCarloSettings, MoveSummary
from plyground.search.runner import DEEPEST, AlphaBetaSearch, MinimaxSearch
from plyground.vocabulary import (
    Analysis,
    Decision,
    Estimate,
    Limit,
    Move,
    MoveReport,
    Player,
    Proven,
    Score,
    Statistics,
    Tree,
)

FIRST_DEPTH = 2
SLICE = 0.05  # seconds between two looks at a growing tree
# Without threads a search pauses, so that it can be stopped: after so many seconds, then twice as
# many, and so on, since it begins anew after each; what its table holds it does not search again.
SHORTEST_PART = 0.25


def worth(score: Score | None) -> tuple[int, float]:
    """A key to sort scores by: quick wins first, late losses before quick ones, unknown last."""
    if score is None:
        return -2, 0.0
    if isinstance(score, Estimate):
        return 0, score.value
    plies = float(score.distance or 0)
    return score.result, (-score.result * plies if score.result else 0.0)


def best_first(reports: dict[Move, MoveReport]) -> tuple[MoveReport, ...]:
    """The reports in order; equally good moves in that of their numbers."""
    return tuple(sorted(reports.values(), key=lambda report: worth(report.score), reverse=True))


def analyse_moves(
    search: AlphaBetaSearch | MinimaxSearch,
    game: Game[Any],
    position: Any,
    limit: Limit | None = None,
    monitor: Monitor | None = None,
) -> Iterator[Analysis]:
    """What is known, after each move that was looked at, until the limit or the end.

    The monitor counts the nodes of all searches together and can be stopped at any time; the
    move that was being looked at then keeps the score it had.
    """
    limit, watch = limit or Limit(seconds=1), monitor or Monitor()
    watch.bound(Limit(nodes=limit.nodes))
    game.check_open(position)
    judge = _MoveJudge(search, game, position, watch)
    is_on_clock = limit.seconds is None
    with ExitStack() as clock:
        for known in judge.rounds(_last_depth(search, game, limit)):
            if limit.seconds is not None and not is_on_clock:  # compiling was not on the clock
                is_on_clock, judge.begun = True, time.monotonic()
                clock.enter_context(stopping(watch, limit.seconds))
            yield known


def _last_depth(search: AlphaBetaSearch | MinimaxSearch, game: Game[Any], limit: Limit) -> int:
    deepest = min(limit.depth or DEEPEST, game.max_plies, DEEPEST)
    if isinstance(search, MinimaxSearch):
        deepest = min(deepest, search.depth)
    return max(FIRST_DEPTH, deepest)


class _MoveJudge:
    """Looks at the moves of one position, again and again."""

    def __init__(self, search: Any, game: Game[Any], position: Any, watch: Monitor) -> None:
        self.search = search
        self.game = game
        self.position = position
        self.watch = watch
        self.begun = time.monotonic()
        self.depth = 0  # of the last complete round
        self.reports = {move: MoveReport(move) for move in game.legal(position)}

    def rounds(self, last_depth: int) -> Iterator[Analysis]:
        for depth in range(FIRST_DEPTH, last_depth + 1):
            exact = self.game.max_plies <= depth
            if exact:
                self.search = without_shortcuts(self.search)
            for report in best_first(self.reports):
                if isinstance(report.score, Proven):
                    continue
                found = yield from self._in_parts(report.move, depth, exact)
                if found is None:
                    return
                self.reports[report.move] = found
                yield self._analysis()
            self.depth = depth
            if all(isinstance(report.score, Proven) for report in self.reports.values()):
                break
        yield self._analysis(finished=True)

    def _in_parts(
        self, move: Move, depth: int, exact: bool
    ) -> Generator[Analysis, None, MoveReport | None]:
        """What a search says about `move`, None if it was stopped; without threads, with pauses."""
        part = None if machine.has_threads() else SHORTEST_PART
        while not self.watch.stopped:
            found = self._look(move, depth, exact, part)
            if found is not None or part is None or not self.watch.go_on():
                return found
            part *= 2
            yield self._analysis()
        return None

    def _look(self, move: Move, depth: int, exact: bool, part: float | None) -> MoveReport | None:
        """What a search says about `move`; None if it was stopped meanwhile, or after `part`."""
        player, child = self.position.player(), self.position.play(move)
        if not self.game.legal(child):
            return MoveReport(move, Proven(-child.result(), player, 1), 1, (move,))
        self.watch.array[BEST_MOVE], self.watch.array[DEPTH] = -1, 0
        self.watch.array[LINE_LENGTH] = 0
        found = self.search.search(self.game, child, Limit(part, depth=depth - 1), self.watch)
        if self.watch.stopped:
            return None
        score = after_move(found.score, player)
        if exact and isinstance(score, Estimate):
            score = Proven(0, player)
        return MoveReport(move, score, depth, (move, *found.line))

    def _analysis(self, finished: bool = False) -> Analysis:
        counted = self.watch.statistics(time.monotonic() - self.begun)
        counted.depth = self.depth
        return Analysis(best_first(self.reports), counted, finished)


def after_move(score: Score | None, player: Player) -> Score | None:
    """The score of a position as that of the move into it, one ply earlier."""
    if isinstance(score, Proven):
        distance = None if score.distance is None else score.distance + 1
        return replace(score.seen_by(player), distance=distance)
    return None if score is None else score.seen_by(player)


def without_shortcuts(search: Any) -> Any:
    """A search like that one which looks at every move in full."""
    if isinstance(search, AlphaBetaSearch):
        features = search.features._replace(reductions=0, drop_percent=0)
        return replace(search, features=features, _table=None)
    switches = search.switches._replace(drop_percent=0, only_rated=0)
    return replace(search, switches=switches)


# --- Monte Carlo ------------------------------------------------------------------------------


class TreeAnalysis:
    """A Monte Carlo search that goes on in slices, so that its tree can be looked at between."""

    def __init__(self, settings: MonteCarloSettings, game: Game[Any], position: Any) -> None:
        """A tree without simulations; it is kept whatever the settings say."""
        self._begin(MonteCarlo(replace(settings, reuse=True)), game, position)

    def _begin(self, tree: Any, game: Game[Any], position: Any) -> None:
        game.check_open(position)
        self.tree = tree
        self.game = game
        self.position = position
        self.total = Statistics()
        self.best: Decision | None = None

    def grow(
        self, limit: Limit, monitor: Monitor | None = None, step: int | None = None
    ) -> Iterator[Analysis]:
        """What is known after every slice, or after every `step` simulations, until the limit.

        Stopping the monitor ends it within one slice. Limits in nodes are simulations.
        """
        watch, shown = monitor or Monitor(), 0
        while not watch.stopped and (part := self._next_part(limit, step, shown)) is not None:
            self.best = self._search(part)
            self.total = self.total + self.best.statistics
            proven = isinstance(self.best.score, Proven)
            if step is None or proven or self.total.nodes >= shown + step:
                shown = self.total.nodes
                yield Analysis(self._reports(self.best), self.total, proven, tree=self.tree_now())
            if proven or (limit.depth is not None and self.total.depth >= limit.depth):
                return

    def _search(self, part: Limit) -> Decision:
        """Let the tree grow."""
        seed = self.total.nodes
        found: Decision = self.tree.search(self.game, self.position, part, seed=seed)
        return found

    def tree_now(self) -> Tree:
        """The tree as it is now."""
        return Tree(self.tree.nodes, float(self.tree.exploration))

    def _next_part(self, limit: Limit, step: int | None, shown: int) -> Limit | None:
        """The limit of the next slice, None if there is nothing left to spend."""
        nodes = [] if limit.nodes is None else [limit.nodes - self.total.nodes]
        nodes += [] if step is None else [shown + step - self.total.nodes]
        seconds = SLICE
        if limit.seconds is not None:
            seconds = min(SLICE, limit.seconds - self.total.seconds)
        fewest = min(nodes, default=None)
        if seconds <= 0 or (fewest is not None and fewest <= 0):
            return None
        return Limit(seconds=seconds, nodes=fewest, depth=limit.depth)

    def _reports(self, best: Decision) -> tuple[MoveReport, ...]:
        """The moves, the one to play first, then most visited first."""
        player = self.position.player()
        moves = sorted(self.tree.moves, key=lambda m: (m.move == best.move, m.visits), reverse=True)
        return tuple(
            MoveReport(
                summary.move,
                _tree_score(summary, player),
                self.total.depth if summary.visits else 0,
                tuple(best.line) if summary.move == best.move else (summary.move,),
                summary.visits,
            )
            for summary in moves
        )


def _tree_score(summary: MoveSummary, player: Player) -> Score | None:
    """A proven result, or the mean result in per mille from -1000 to 1000."""
    if summary.proven is not None:
        return Proven(summary.proven, player)
    return Estimate(round(2000 * summary.value - 1000), player) if summary.visits else None
