"""
The words that every layer shares: outcomes, limits, scores, decisions, analyses, statistics.

Players are 0 (moves first) and 1. A *move* is an integer that the game names. Values inside
a search are from the side to move; a `Score` that leaves a search names its point of view.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from typing import Any, TypeAlias

from plyground.errors import InvalidLimitError
from plyground.markup import html_table

Move: TypeAlias = int
Player: TypeAlias = int

LARGEST_BOUND = 10**9  # of a limit: more than thirty years, or hours of nodes


def other(player: Player) -> Player:
    """The opponent of `player`."""
    return 1 - player


@dataclass(frozen=True)
class Outcome:
    """How a finished game ended: who won (None for a draw), and by which rule."""

    winner: Player | None
    reason: str

    def result_for(self, player: Player) -> int:
        """+1 if `player` won, -1 if `player` lost, 0 for a draw."""
        if self.winner is None:
            return 0
        return 1 if self.winner == player else -1


@dataclass(frozen=True)
class Limit:
    """What a search may spend. None means unbounded; the first bound reached ends the search."""

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None

    def __post_init__(self) -> None:
        """Refuse what bounds nothing."""
        for bound in fields(self):
            value = getattr(self, bound.name)
            if value is None:
                continue
            if isinstance(value, bool) or not isinstance(value, (int, float)):
                raise InvalidLimitError(f"{bound.name}={value!r} is not a number")
            if not 0 < value <= LARGEST_BOUND:
                raise InvalidLimitError(
                    f"{bound.name}={value} must be positive and at most {LARGEST_BOUND}"
                )
            if bound.name != "seconds" and not isinstance(value, int):
                raise InvalidLimitError(f"{bound.name}={value} must be a whole number")

    def or_none(self) -> Limit | None:
        """Itself; None if it bounds nothing."""
        return None if self == Limit() else self

    def __str__(self) -> str:
        """Spell the bounds out, as in `seconds=2, depth=8`."""
        given = [(b.name, getattr(self, b.name)) for b in fields(self)]
        return ", ".join(f"{name}={value}" for name, value in given if value is not None) or "none"


@dataclass(frozen=True)
class Estimate:
    """A heuristic judgement: larger is better for `player`; the unit is the evaluator's."""

    value: float
    player: Player

    def seen_by(self, player: Player) -> Estimate:
        """The same judgement from the point of view of `player`."""
        return self if player == self.player else Estimate(-self.value, player)

    def __str__(self) -> str:
        """Signed, as in `+3`."""
        return f"{self.value:+g}"


@dataclass(frozen=True)
class Proven:
    """
    An exact value: `player` wins (+1), draws (0) or loses (-1), `distance` plies from here.

    The distance is None where only the result is known.
    """

    result: int
    player: Player
    distance: int | None = None

    def seen_by(self, player: Player) -> Proven:
        """The same value from the point of view of `player`."""
        return self if player == self.player else Proven(-self.result, player, self.distance)

    def __str__(self) -> str:
        """In words, as in `win in 5`."""
        word = ("loss", "draw", "win")[self.result + 1]
        return word if self.distance is None or self.result == 0 else f"{word} in {self.distance}"


Score: TypeAlias = Estimate | Proven


@dataclass
class Statistics:
    """What a search did. The same fields for every search, so that they can be added up."""

    nodes: int = 0  # positions entered
    evaluations: int = 0  # static evaluations
    expanded: int = 0  # positions whose moves were generated
    legal_moves: int = 0  # summed over the expanded positions
    cutoffs: int = 0
    table_hits: int = 0
    depth: int = 0  # deepest completed iteration
    selective_depth: int = 0  # deepest line looked at
    seconds: float = 0.0
    proof_nodes: int = 0  # positions that bounded proofs looked at, which are no nodes

    @property
    def branching_factor(self) -> float:
        """Legal moves per expanded position; 0 if none was expanded."""
        return self.legal_moves / self.expanded if self.expanded else 0.0

    @property
    def nodes_per_second(self) -> float:
        """Nodes per second; 0 if no time passed."""
        return self.nodes / self.seconds if self.seconds > 0 else 0.0

    def __add__(self, more: Statistics) -> Statistics:
        """Counters and times summed, depths the larger of the two."""
        total = Statistics()
        for counter in fields(self):
            join = max if "depth" in counter.name else sum
            values = (getattr(self, counter.name), getattr(more, counter.name))
            setattr(total, counter.name, join(values))
        return total


@dataclass(frozen=True)
class Decision:
    """
    What an agent chose: a move, why, and what it cost.

    `score` is None for agents that do not judge; `line` is the principal variation and begins
    with `move` unless it is empty.
    """

    move: Move
    score: Score | None = None
    line: Sequence[Move] = ()
    statistics: Statistics = field(default_factory=Statistics)

    def _repr_html_(self) -> str:
        """A table of one row; moves are numbers here, which the game names."""
        row = {
            "move": self.move,
            "score": None if self.score is None else str(self.score),
            "line": " ".join(map(str, self.line)),
            "depth": self.statistics.depth,
            "nodes": self.statistics.nodes,
            "seconds": self.statistics.seconds,
        }
        return html_table([row])


@dataclass(frozen=True)
class MoveReport:
    """What is known about one move, seen by the player who makes it."""

    move: Move
    score: Score | None = None  # None: not looked at yet
    depth: int = 0  # plies looked ahead, the move included
    line: tuple[Move, ...] = ()  # begins with the move
    visits: int | None = None  # of a Monte Carlo search
    policy: float | None = None  # how likely a network thinks the move is, from 0 to 1


@dataclass(frozen=True)
class Tree:
    """A tree that a Monte Carlo search has grown."""

    nodes: Any  # [node] of `search.mcts_tree.NODE`, as long as the search does not go on
    exploration: float  # the weight of the term that draws simulations


@dataclass(frozen=True)
class Analysis:
    """What is known about all legal moves, best first."""

    moves: tuple[MoveReport, ...]
    statistics: Statistics
    finished: bool = False  # nothing more is to be learnt
    value: float | None = None  # what a network thinks, from -1 to 1 for the player to move
    tree: Tree | None = None  # of a search that grows one

    def _repr_html_(self) -> str:
        """A row a move; moves are numbers here, which `pg.analyse` names."""
        rows = [
            {
                "move": report.move,
                "score": None if report.score is None else str(report.score),
                "depth": report.depth,
                "line": " ".join(map(str, report.line)),
            }
            for report in self.moves
        ]
        return html_table(rows)
