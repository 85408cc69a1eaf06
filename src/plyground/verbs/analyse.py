"""`pg.analyse`: what every move of a position is worth."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from plyground.game import Playthrough
from plyground.game.parameters import Value
from plyground.verbs.arguments import checked
from plyground.verbs.result import GameLike, PositionResult, as_playthrough
from plyground.vocabulary import Analysis, Limit, Move, MoveReport, Proven, Score, Statistics

if TYPE_CHECKING:
    from plyground.agents import Agent
    from plyground.kernel import Monitor

SHOWN_PLIES = 10  # of a line, in the table
USUAL_SECONDS = 2.0  # where neither an agent nor a limit is given


@dataclass(frozen=True, repr=False)
class Analysed(PositionResult):
    """What every move of a position is worth, best first."""

    agent: str
    found: Analysis

    @property
    def best(self) -> str:
        """The best move."""
        return self.reached.game.format_move(self.found.moves[0].move)

    @property
    def score(self) -> Score | None:
        """What the best move is worth, seen by who plays it."""
        return self.found.moves[0].score

    @property
    def line(self) -> list[str]:
        """How play would go on."""
        return list(map(self.reached.game.format_move, self.found.moves[0].line))

    @property
    def statistics(self) -> Statistics:
        """What the search did."""
        return self.found.statistics

    @property
    def certainty(self) -> str:
        """How much of this is proven, in words."""
        scores = [report.score for report in self.found.moves]
        proven = sum(isinstance(score, Proven) for score in scores)
        if proven == len(scores):
            return "Every move is proven."
        if not proven:
            return "Nothing is proven: these are estimates of a search."
        return f"{proven} of {len(scores)} moves are proven; the others are estimates of a search."

    def data(self) -> dict[str, Any]:
        game, counted = self.reached.game, self.statistics
        moves = [
            {
                **asdict(report),
                "move": game.format_move(report.move),
                "score": _score_data(report.score),
                "line": list(map(game.format_move, report.line)),
            }
            for report in self.found.moves
        ]
        return {
            **self.described(),
            "agent": self.agent,
            "player": self.reached.position.player(),
            **{key: moves[0][key] for key in ("move", "score", "line")},
            "moves": moves,
            "statistics": {
                **asdict(counted),
                "branching_factor": counted.branching_factor,
                "nodes_per_second": counted.nodes_per_second,
            },
        }

    def rows(self) -> list[dict[str, Any]]:
        """A row a move."""
        return [
            {
                "move": self.reached.game.format_move(report.move),
                "score": None if report.score is None else str(report.score),
                "depth": report.depth or None,
                "line": line_text(self.reached, report),
            }
            for report in self.found.moves
        ]

    def __str__(self) -> str:
        """A table, and what it cost."""
        rows, counted = self.rows(), self.statistics
        wide = max(len(row["move"]) for row in [*rows, {"move": "move"}])
        who = self.reached.game.players[self.reached.position.player()]
        lines = [f"{'move':<{wide}}  {f'for {who}':<12}  depth  line"]
        for row in rows:
            score, depth = row["score"] or "-", row["depth"] or "-"
            lines.append(f"{row['move']:<{wide}}  {score:<12}  {depth:>5}  {row['line']}".rstrip())
        speed = f"{counted.nodes_per_second:,.0f} a second"
        proofs = f"{counted.proof_nodes:,} more in proofs, " if counted.proof_nodes else ""
        lines += ["", f"{counted.nodes:,} nodes ({speed}), {proofs}{counted.seconds:.3f} seconds"]
        lines += [self.certainty]
        return "\n".join(lines)


@checked
def analyse(
    game: GameLike | Playthrough,
    position: Any = None,
    *,
    moves: str | Sequence[str | Move] = "",
    agent: str | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    seed: int | None = None,
    monitor: Monitor | None = None,
    on_progress: Callable[[Analysis], None] | None = None,
    **parameters: Value,
) -> Analysed:
    """
    Let an agent think about a position, and say what every move is worth.

    `position` is text or a position of the game, by default its start, after which `moves` are
    played. Without an agent, what can be proven in a moment is proven and the rest searched, for
    two seconds unless a limit is given. `monitor` can stop it; `on_progress` is told whatever is
    known so far.

    >>> import plyground as pg
    >>> pg.analyse("tic_tac_toe", moves="b2 a1", depth=9).score
    Proven(result=0, player=0, distance=None)
    """
    from plyground.agents import agent as make_agent
    from plyground.agents.presets import ANALYST

    reached = as_playthrough(game, position, moves, parameters)
    reached.game.check_open(reached.position)
    limit = Limit(seconds=seconds, nodes=nodes, depth=depth)
    if agent is None and limit == Limit():
        limit = Limit(seconds=USUAL_SECONDS)
    spec = agent or ANALYST
    with make_agent(reached.game, spec, seed) as thinker:
        found = _think(thinker, reached, limit, monitor, on_progress)
    return Analysed(reached, spec, found)


def _think(
    thinker: Agent,
    reached: Playthrough,
    limit: Limit,
    monitor: Monitor | None,
    on_progress: Callable[[Analysis], None] | None,
) -> Analysis:
    """What is known in the end."""
    position, known = reached.position, None
    thinker.prepare(position)
    for known in thinker.analyse(position, limit, monitor):
        if on_progress is not None:
            on_progress(known)
    if known is not None:
        return known
    # It was stopped before the first move was looked at.
    unknown = tuple(MoveReport(move) for move in reached.game.legal(position))
    return Analysis(unknown, monitor.statistics() if monitor else Statistics())


def line_text(reached: Playthrough, report: MoveReport) -> str:
    """The first moves of a line."""
    moves = " ".join(map(reached.game.format_move, report.line[:SHOWN_PLIES]))
    return moves + (" ..." if len(report.line) > SHOWN_PLIES else "")


def _score_data(score: Score | None) -> dict[str, Any] | None:
    return None if score is None else {"text": str(score), **asdict(score)}
