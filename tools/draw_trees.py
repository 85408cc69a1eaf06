"""
Write the pictures of the algorithms anew: python tools/draw_trees.py

docs/images/tree-*.svg are search trees: those that the screen Tree shows, and strategies that prove
a result. docs/images/effect-*.svg are charts of what a part is worth, drawn from the tables of the
pages that they stand on, or from the lab's own results. All are the same on every machine, except
tree-alphazero.svg: arithmetic of networks differs in the last digits.

    (root)          a box a position, with its value, visits or result
     / a1 \\         a line a move; what a search left out is pale
   (+1)  (-2)
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from html import escape
from pathlib import Path

import plyground as pg
from plyground.lab.figures import draw
from plyground.lab.findings import Chart, Point, Series
from plyground.lab.shipped import shipped_results
from plyground.search.minimax import WIN
from plyground.search.trace import Cut, Enter, Judge, Trace, TraceSwitches, Value
from plyground.solvers.solver import solver_for

DOCS = Path(__file__).parent.parent / "docs"
IMAGES = DOCS / "images"
WIDTH, ROW, TOP = 960.0, 96.0, 46.0
BOX_HEIGHT, LETTER = 24.0, 7.4
FAR_APART = 10  # times: more, and bars are logarithmic
SURE = WIN - 1000  # a value beyond it is a finished game
STYLE = (
    "text{font:13px system-ui,sans-serif;fill:#222;text-anchor:middle}"
    ".title{font-weight:600}"
    ".move{fill:#555;font-size:11px;text-anchor:start;paint-order:stroke;stroke:#fff;stroke-width:3}"
    "line{stroke:#888}rect{fill:#fff;stroke:#0072B2;stroke-width:1.4}"
    ".other rect{stroke:#D55E00;stroke-dasharray:4 2}"
    ".best line{stroke:#009E73;stroke-width:3}.best rect{fill:#dff3ec}"
    ".out{opacity:.25}"
)


@dataclass
class Node:
    """A position of a picture."""

    text: str
    move: str = ""
    side: int = 0  # who is to move there: 0 the player at the root, 1 the other
    look: str = ""  # classes of the style: best, out
    children: list[Node] = field(default_factory=list)
    x: float = 0.0

    @property
    def height(self) -> int:
        """Plies below it."""
        return 1 + max(child.height for child in self.children) if self.children else 0


def tree_svg(title: str, root: Node) -> str:
    """The tree as a document."""
    leaves = list(_leaves(root))
    for number, leaf in enumerate(leaves):
        leaf.x = WIDTH * (number + 0.5) / len(leaves)
    _centre(root)
    return document(title, TOP + ROW * root.height + BOX_HEIGHT, STYLE, _drawn(root, None, TOP))


def document(title: str, height: float, style: str, body: Iterable[str]) -> str:
    """An SVG with its title above."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH:g} {height:g}" '
        f'width="{WIDTH:g}" height="{height:g}" role="img">\n<title>{escape(title)}</title>\n'
        f'<style>{style}</style>\n<text x="{WIDTH / 2:g}" y="20" class="title">{escape(title)}'
        f"</text>\n" + "\n".join(body) + "\n</svg>\n"
    )


def _leaves(node: Node) -> Iterable[Node]:
    if not node.children:
        yield node
    for child in node.children:
        yield from _leaves(child)


def _centre(node: Node) -> None:
    for child in node.children:
        _centre(child)
    if node.children:
        node.x = (node.children[0].x + node.children[-1].x) / 2


def _drawn(node: Node, parent: Node | None, y: float) -> Iterable[str]:
    """The line to the parent, the children, then the box over their lines."""
    yield f'<g class="{node.look} {"other" if node.side else ""}">'
    if parent is not None:
        above = y - ROW + BOX_HEIGHT / 2
        yield (
            f'<line x1="{parent.x:.1f}" y1="{above:.1f}" x2="{node.x:.1f}" '
            f'y2="{y - BOX_HEIGHT / 2:.1f}"/>'
        )
        x, middle = parent.x + 0.62 * (node.x - parent.x), above + 0.62 * (ROW - BOX_HEIGHT)
        yield f'<text x="{x + 5:.1f}" y="{middle:.1f}" class="move">{escape(node.move)}</text>'
    yield "</g>"
    for child in node.children:
        yield from _drawn(child, node, y + ROW)
    wide = max(26.0, LETTER * len(node.text) + 10)
    yield (
        f'<g class="{node.look} {"other" if node.side else ""}"><rect x="{node.x - wide / 2:.1f}" '
        f'y="{y - BOX_HEIGHT / 2:.1f}" width="{wide:.1f}" height="{BOX_HEIGHT:g}" rx="6"/>'
        f'<text x="{node.x:.1f}" y="{y + 4.5:.1f}">{escape(node.text)}</text></g>'
    )


# --- minimax and alpha-beta -------------------------------------------------------------------

SHOWN_GAME, SHOWN_MOVES, SHOWN_DEPTH = "tic_tac_toe", "b2 a1 c3", 2


def traced(switches: TraceSwitches) -> tuple[Node, int]:
    """The tree that a recorded search entered, with what it cut off in pale, and its nodes."""
    game = pg.game(SHOWN_GAME)
    position = pg.Playthrough.read(game, moves=SHOWN_MOVES).position
    knowledge = game.knowledge
    judge = Judge(knowledge.evaluator("lines"), knowledge.rater("centre"))
    trace = Trace(position, SHOWN_DEPTH, judge, switches, most_moves=game.max_moves)
    nodes: dict[int, Node] = {}
    for event in trace:
        if isinstance(event, Enter):
            move = "" if event.move is None else game.format_move(event.move)
            nodes[event.node] = Node("", move, event.ply % 2)
            if event.parent is not None:
                nodes[event.parent].children.append(nodes[event.node])
        elif isinstance(event, Cut):
            side = 1 - nodes[event.node].side
            left_out = (Node("", game.format_move(m), side, "out") for m in event.skipped)
            nodes[event.node].children.extend(left_out)
        elif isinstance(event, Value):
            sign = {"exact": "", "at_least": "≥ ", "at_most": "≤ "}[event.bound]
            nodes[event.node].text = sign + value_text(event.value)
    node = nodes[0]
    node.look = "best"
    for move in trace.line:
        text = game.format_move(move)
        node = next(child for child in node.children if child.move == text)
        node.look = "best"
    return nodes[0], trace.monitor.statistics().nodes


def value_text(value: int) -> str:
    """A value for the player at the root."""
    if abs(value) >= SURE:
        return "won" if value > 0 else "lost"
    return f"{value:+d}" if value else "0"


def minimax_tree() -> str:
    """Every position to the depth."""
    root, nodes = traced(TraceSwitches(pruning=False))
    return tree_svg(f"Minimax, {SHOWN_DEPTH} plies of tic-tac-toe: {nodes} positions", root)


def alphabeta_tree() -> str:
    """The same with cutoffs, and the better rated moves first."""
    root, nodes = traced(TraceSwitches(pruning=True, ordering=True))
    return tree_svg(f"Alpha-beta with ordering, the same position: {nodes} positions", root)


# --- Monte Carlo ------------------------------------------------------------------------------


def grown(spec: str, title: str, priors: bool) -> str:
    """The most visited nodes of a tree that a search has grown: visits, and the mean result.

    With `priors`, the move has beside it how likely a network thinks it is.
    """
    import numpy as np

    game, most = pg.game("connect_four"), 17
    reached = pg.Playthrough.read(game, moves="4444")
    known = pg.analyse(reached, agent=spec, seed=1).found
    assert known.tree is not None
    found = known.tree.nodes
    made: dict[int, Node] = {}
    for index in np.sort(np.argsort(-found["visits"], kind="stable")[:most]).tolist():
        node = found[index]
        visits, parent = int(node["visits"]), int(node["parent"])
        text = f"{visits}: {node['value'] / visits:.2f}"
        move = "" if parent < 0 else game.format_move(int(node["move"]))
        if priors and move:
            move += f" ({node['prior']:.0%})"
        made[index] = Node(text, move, 0 if parent < 0 else 1 - made[parent].side)
        if parent >= 0:
            made[parent].children.append(made[index])
    best, made[0].look = made[0], "best"
    while best.children:
        best = max(best.children, key=lambda child: int(child.text.partition(":")[0]))
        best.look = "best"
    return tree_svg(title, made[0])


def mcts_tree() -> str:
    """A tree of Connect Four after 200 simulations."""
    title = "Monte Carlo, 200 simulations of Connect Four: visits, and mean result for who moved"
    return grown("mcts(iterations=200)", title, priors=False)


def alphazero_tree() -> str:
    """The same position, guided by the network that comes with the package."""
    title = (
        "alphazero, 200 simulations of the same position: beside each move what the network expects"
    )
    return grown("alphazero(nodes=200)", title, priors=True)


# --- proofs -----------------------------------------------------------------------------------


def proof(game: pg.Game, moves: str, title: str) -> str:
    """A strategy that proves a win: one move of the winner's, and every reply."""
    reached = pg.Playthrough.read(game, moves=moves)
    solver = solver_for(game)
    winner = reached.position.player()

    def node(position: object, move: str) -> Node:
        side = int(position.player() != winner)
        legal = game.legal(position)
        if not legal:
            return Node("won", move, side, "best")
        if side == 0:
            line = solver.solve(position).line
            legal = list(line[:1])
        children = [node(position.play(m), game.format_move(m)) for m in legal]
        return Node("one" if side == 0 else "all", move, side, "best", children)

    return tree_svg(title, node(reached.position, ""))


def solving_tree() -> str:
    """Of tic-tac-toe, after a mistake."""
    title = "A proof: one move where X is to move, every reply of O's"
    return proof(pg.game("tic_tac_toe"), "b2 b1", title)


def connect_four_tree() -> str:
    """Of Connect Four, shortly before its end."""
    title = "A proof in Connect Four: one move for the winner, every reply of the other's"
    return proof(pg.game("connect_four"), "65467154531576173765217326534", title)


# --- what a part is worth ---------------------------------------------------------------------


def table_of(page: str, heading: str) -> list[list[str]]:
    """The cells of the first table of a page whose heading row begins like this, row by row."""
    text = (DOCS / page).read_text(encoding="utf-8")
    rows = text[text.index(heading) :].split("\n\n")[0].splitlines()
    cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]
    return [cells[0], *cells[2:]]


def number(text: str) -> float | None:
    """The first number in the text; None if there is none."""
    found = re.search(r"[-+]?[\d,]*\.?\d+", text)
    return None if found is None else float(found[0].replace(",", ""))


@dataclass(frozen=True)
class Bar:
    """One value of a bar chart; `text` stands beside it."""

    name: str
    value: float
    text: str
    low: float | None = None
    high: float | None = None


def bars_svg(title: str, bars: list[Bar], most: float = 0.0) -> str:
    """Bars from left to right, an interval on those that have one; `most` fits, too."""
    left, right = LETTER * max(len(bar.name) for bar in bars) + 16, WIDTH - 150
    lowest, largest = (choose(bar.value for bar in bars) for choose in (min, max))
    log = largest > FAR_APART * lowest
    scale = (lambda value: math.log(2 * value / lowest)) if log else (lambda value: value)
    unit = (right - left) / scale(max(most, largest))
    lines = []
    for row, bar in enumerate(bars):
        y, end = TOP + 30 * row, left + unit * scale(bar.value)
        lines.append(f'<text x="{left - 8:.1f}" y="{y + 14}" class="end">{escape(bar.name)}</text>')
        lines.append(f'<rect x="{left:.1f}" y="{y}" width="{end - left:.1f}" height="20"/>')
        if bar.low is not None and bar.high is not None:
            low, high = (left + unit * scale(value) for value in (bar.low, bar.high))
            lines.append(f'<line x1="{low:.1f}" y1="{y + 10}" x2="{high:.1f}" y2="{y + 10}"/>')
            end = high
        lines.append(
            f'<text x="{end + 8:.1f}" y="{y + 14}" class="start">{escape(bar.text)}</text>'
        )
    height = TOP + 30 * len(bars)
    style = f"{STYLE}.end{{text-anchor:end}}.start{{text-anchor:start}}rect{{fill:#cfe3f1}}"
    style += "line{stroke:#222;stroke-width:2}"
    return document(f"{title} (logarithmic)" if log else title, height, style, lines)


def part_effect(page: str, heading: str, title: str) -> str:
    """What each row costs, from the second column of a table."""
    rows = table_of(page, heading)[1:]
    found = [Bar(name, value, text) for name, text, *_ in rows if (value := number(text))]
    return bars_svg(title, found)


def minimax_effect() -> str:
    """Evaluations by level, from the table of the Konane report's game."""
    levels, minimax, alphabeta, _ = table_of("algorithms/minimax.md", "| level |")
    series = tuple(
        Series(row[0].removeprefix("evaluations, "), points(levels[1:], row[1:]))
        for row in (minimax, alphabeta)
    )
    title = "One game of Konane: positions evaluated, by level"
    return draw(Chart(title, "level", "evaluations", series, log_y=True))


def points(levels: Iterable[str], values: Iterable[str]) -> tuple[Point, ...]:
    """Those that have a number."""
    pairs = zip(levels, map(number, values), strict=True)
    return tuple(Point(level, value) for level, value in pairs if value is not None)


def alphabeta_effect() -> str:
    """Nodes without each part."""
    title = "Connect Four to depth 12: nodes with one part switched off"
    return part_effect("algorithms/alphabeta.md", "| off | nodes", title)


def connect_four_effect() -> str:
    """Nodes without each part of the solver."""
    title = "The Connect Four solver after 4444: nodes with one part switched off"
    return part_effect("algorithms/connect-four-solver.md", "| off | nodes", title)


def solving_effect() -> str:
    """Nodes to prove Konane 6x6, by part."""
    title = "Konane 6x6: millions of nodes to prove the first question"
    return part_effect("algorithms/solving.md", "| what | Konane", title)


def mcts_effect() -> str:
    """Win rate by iterations: the lab's repetition of the Bamboo report's Figure 12."""
    charts = shipped_results()["bamboo-figures-12-13"].findings.charts
    return draw(next(chart for chart in charts if chart.title.startswith("Figure 12")))


def evaluators_effect() -> str:
    """Scores with their intervals."""
    found = []
    for game, first, second, *_, score, interval in table_of(
        "algorithms/evaluators.md", "| game | first | second"
    )[1:]:
        low, high = map(float, re.findall(r"[\d.]+", interval))
        name = f"{game}: {first} v {second}".replace("`", "")
        found.append(Bar(name, number(score) or 0.0, score, low, high))
    title = "Scores of the first evaluator against the second, with 95% intervals"
    return bars_svg(title, found, most=100.0)


PICTURES: dict[str, Callable[[], str]] = {
    "tree-minimax": minimax_tree,
    "tree-alphabeta": alphabeta_tree,
    "tree-mcts": mcts_tree,
    "tree-alphazero": alphazero_tree,
    "tree-solving": solving_tree,
    "tree-connect-four-solver": connect_four_tree,
    "effect-minimax": minimax_effect,
    "effect-alphabeta": alphabeta_effect,
    "effect-mcts": mcts_effect,
    "effect-solving": solving_effect,
    "effect-connect-four-solver": connect_four_effect,
    "effect-evaluators": evaluators_effect,
}


if __name__ == "__main__":
    for name, picture in PICTURES.items():
        (IMAGES / f"{name}.svg").write_text(picture(), encoding="utf-8")
