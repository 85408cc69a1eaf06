"""`pg.tree`: a search, recorded node by node."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from plyground.errors import InvalidParameterError
from plyground.game import Playthrough
from plyground.game.parameters import Value
from plyground.render.tree import TreeNode, draw_tree
from plyground.verbs.arguments import checked
from plyground.verbs.result import GameLike, PositionResult, as_playthrough
from plyground.vocabulary import Move, Proven, Score, Statistics

MOST_NODES = 2000  # of a tree that can be looked at
SIGNS = {"exact": "", "at_least": "≥", "at_most": "≤"}


@dataclass
class Node:
    """A node of a search; scores are seen by the player at the root."""

    parent: int | None
    move: str  # that leads here; empty at the root
    ply: int
    score: Score | None = None
    bound: str = "exact"  # or at_least, at_most
    source: str = ""  # end, evaluation, children or table
    skipped: tuple[str, ...] = ()  # moves that were cut off


@dataclass(frozen=True, repr=False)
class SearchTree(PositionResult):
    """Every node that a search has entered, in its order."""

    nodes: tuple[Node, ...]
    line: list[str]  # best play
    statistics: Statistics

    @property
    def score(self) -> Score | None:
        """What the position is worth, seen by who moves."""
        return self.nodes[0].score

    def data(self) -> dict[str, Any]:
        return {
            **self.described(),
            "line": self.line,
            "nodes": self.rows(),
            "statistics": asdict(self.statistics),
        }

    def rows(self) -> list[dict[str, Any]]:
        """A row a node."""
        return [
            {
                "node": number,
                "parent": node.parent,
                "move": node.move,
                "ply": node.ply,
                "score": None if node.score is None else str(node.score),
                "bound": node.bound,
                "source": node.source,
                "skipped": " ".join(node.skipped),
            }
            for number, node in enumerate(self.nodes)
        ]

    def picture(self) -> str:
        """The tree; squares are for who moves, circles for the other side."""
        best = self._best()
        drawn = [
            TreeNode(n.parent, n.move, _short(n), n.ply, number in best, len(n.skipped))
            for number, n in enumerate(self.nodes)
        ]
        return draw_tree(drawn)

    def html_tables(self) -> list[str]:
        """What it cost; `rows` has every node."""
        return [f"<p>{self._summary()}</p>"]

    def __str__(self) -> str:
        """A line a node, further to the right by its ply."""
        lines = [
            f"{'  ' * node.ply}{node.move or 'root'} {SIGNS[node.bound]}{node.score}"
            + (f"  cut: {' '.join(node.skipped)}" if node.skipped else "")
            for node in self.nodes
        ]
        return "\n".join([*lines, "", self._summary()])

    def _summary(self) -> str:
        counted = self.statistics
        line = f", best line {' '.join(self.line)}" if self.line else ""
        return f"{counted.nodes:,} nodes, {counted.cutoffs:,} cutoffs{line}"

    def _best(self) -> set[int]:
        """The numbers of the nodes on the best line."""
        found, at = {0}, 0
        for move in self.line:
            below = (
                n for n, node in enumerate(self.nodes) if (node.parent, node.move) == (at, move)
            )
            at = next(below)
            found.add(at)
        return found


def _short(node: Node) -> str:
    """The score as it fits into a node, as in `+3` or `W5`."""
    score = node.score
    if isinstance(score, Proven):
        return f"{SIGNS[node.bound]}{'LDW'[score.result + 1]}{score.distance}"
    return "" if score is None else f"{SIGNS[node.bound]}{score}"


@checked
def tree(
    game: GameLike | Playthrough,
    position: Any = None,
    *,
    moves: str | Sequence[str | Move] = "",
    depth: int = 2,
    pruning: bool = True,
    ordering: bool = False,
    table: bool = False,
    evaluate: str = "default",
    order: str = "default",
    **parameters: Value,
) -> SearchTree:
    """
    Search a position with minimax or alpha-beta, and keep every node.

    `position` is text or a position of the game, by default its start, after which `moves` are
    played. Without `pruning` it is minimax; `ordering` looks at promising moves first, as `order`
    rates them; `table` remembers positions. `evaluate` names the evaluator of the leaves.

    >>> import plyground as pg
    >>> pg.tree("tic_tac_toe", moves="a1 b2 a2 c3 c1", depth=2).score
    Proven(result=-1, player=1, distance=2)
    """
    from plyground.agents.request import Request
    from plyground.agents.spec import parse_spec
    from plyground.search.trace import Judge, Trace, TraceSwitches

    if depth < 1:
        raise InvalidParameterError(f"depth={depth} must be at least 1")
    reached = as_playthrough(game, position, moves, parameters)
    reached.game.check_open(reached.position)
    request = Request(reached.game, "tree", None)
    judge = Judge(request.evaluator(parse_spec(evaluate)), request.rater(parse_spec(order)))
    switches = TraceSwitches(pruning, ordering, table)
    trace = Trace(reached.position, depth, judge, switches, most_moves=reached.game.max_moves)
    trace.prepare()
    nodes = _recorded(reached, trace)
    line = list(map(reached.game.format_move, trace.line))
    return SearchTree(reached, tuple(nodes), line, trace.monitor.statistics())


def _recorded(reached: Playthrough, trace: Any) -> list[Node]:
    """The nodes of the search; an error if there are too many to look at."""
    from plyground.search.runner import score_of
    from plyground.search.trace import Cut, Enter, Value

    name, player = reached.game.format_move, reached.position.player()
    nodes: list[Node] = []
    for event in trace:
        if isinstance(event, Enter):
            if len(nodes) == MOST_NODES:
                raise InvalidParameterError(
                    f"the tree has more than {MOST_NODES} nodes; look less deep, or from later on"
                )
            nodes.append(
                Node(event.parent, "" if event.move is None else name(event.move), event.ply)
            )
        elif isinstance(event, Cut):
            nodes[event.node].skipped = tuple(map(name, event.skipped))
        elif isinstance(event, Value):
            node = nodes[event.node]
            node.score, node.bound = score_of(event.value, player), event.bound
            node.source = event.source
    return nodes
