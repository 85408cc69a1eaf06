"""
Write the pictures of the algorithms anew: python tools/draw_trees.py

docs/images/tree-*.svg are search trees, as `pg.tree` draws them, and strategies that prove a
result. docs/images/effect-*.svg are charts of what a part is worth, drawn from the tables of the
pages that they stand on, or from the lab's own results. All are the same on every machine, except
tree-alphazero.svg: arithmetic of networks differs in the last digits.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Container, Iterable
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

import numpy as np

import plyground as pg
from plyground.lab.figures import draw
from plyground.lab.findings import Chart, Point, Series
from plyground.lab.shipped import shipped_results
from plyground.render.tree import TreeNode, draw_tree
from plyground.solvers.solver import solver_for

DOCS = Path(__file__).parent.parent / "docs"
IMAGES = DOCS / "images"
WIDTH, TOP, LETTER = 960.0, 46.0, 7.4
FAR_APART = 10  # times: more, and bars are logarithmic
STYLE = (
    "text{font:13px system-ui,sans-serif;fill:#222;text-anchor:middle}.title{font-weight:600}"
    "rect{fill:#cfe3f1;stroke:#0072B2;stroke-width:1.4}line{stroke:#222;stroke-width:2}"
    ".end{text-anchor:end}.start{text-anchor:start}"
)


# --- minimax and alpha-beta -------------------------------------------------------------------

SHOWN = {"game": "tic_tac_toe", "moves": "b2 a1 c3", "evaluate": "lines", "order": "centre"}


def minimax_tree() -> str:
    """Every position two plies ahead."""
    return pg.tree(**SHOWN, pruning=False).picture()


def alphabeta_tree() -> str:
    """The same with cutoffs, and the better rated moves first."""
    return pg.tree(**SHOWN, ordering=True).picture()


# --- Monte Carlo ------------------------------------------------------------------------------

MOST_NODES = 17  # that are drawn


def grown(spec: str, priors: bool) -> str:
    """The most visited nodes of a tree that a search has grown: visits, and the mean result.

    With `priors`, the move has beside it how likely a network thinks it is. The best line goes to
    the most visited child each time.
    """
    game = pg.game("connect_four")
    reached = pg.Playthrough.read(game, moves="4444")
    known = pg.analyse(reached, agent=spec, seed=1).found
    assert known.tree is not None
    found = known.tree.nodes
    shown = np.sort(np.argsort(-found["visits"], kind="stable")[:MOST_NODES]).tolist()
    number = {index: place for place, index in enumerate(shown)}
    best = most_visited(found, number)
    drawn: list[TreeNode] = []
    for index in shown:
        node = found[index]
        parent = number.get(int(node["parent"]))
        move = "" if parent is None else game.format_move(int(node["move"]))
        if priors and move:
            move += f" ({node['prior']:.0%})"
        value = f"{node['visits']}: {node['value'] / node['visits']:.2f}"
        ply = 0 if parent is None else drawn[parent].ply + 1
        drawn.append(TreeNode(parent, move, value, ply, index in best))
    return draw_tree(drawn)


def most_visited(found: np.ndarray, shown: Container[int]) -> set[int]:
    """The nodes of the line that goes to the most visited child each time."""
    line, below = {0}, [0]
    while below:
        at = max(below, key=lambda index: int(found[index]["visits"]))
        line.add(at)
        below = [int(i) for i in np.flatnonzero(found["parent"] == at) if int(i) in shown]
    return line


def mcts_tree() -> str:
    """A tree of Connect Four after 200 simulations."""
    return grown("mcts(iterations=200)", priors=False)


def alphazero_tree() -> str:
    """The same position, guided by the network that comes with the package."""
    return grown("alphazero(nodes=200, proof=0, spread=0, symmetric=0)", priors=True)


# --- proofs -----------------------------------------------------------------------------------


def proof(game: pg.Game, moves: str) -> str:
    """A strategy that proves a win: one move of the winner's, and every reply."""
    solver = solver_for(game)
    drawn: list[TreeNode] = []

    def add(position: Any, move: str, parent: int | None, ply: int) -> None:
        legal, number = game.legal(position), len(drawn)
        if legal and ply % 2 == 0:
            legal = list(solver.solve(position).line[:1])
        word = ("one", "all")[ply % 2] if legal else "won"
        drawn.append(TreeNode(parent, move, word, ply, best=True))
        for each in legal:
            add(position.play(each), game.format_move(each), number, ply + 1)

    add(pg.Playthrough.read(game, moves=moves).position, "", None, 0)
    return draw_tree(drawn)


def solving_tree() -> str:
    """Of tic-tac-toe, after a mistake."""
    return proof(pg.game("tic_tac_toe"), "b2 b1")


def connect_four_tree() -> str:
    """Of Connect Four, shortly before its end."""
    return proof(pg.game("connect_four"), "65467154531576173765217326534")


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
    title = escape(f"{title} (logarithmic)" if log else title)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH:g} {height:g}" '
        f'width="{WIDTH:g}" height="{height:g}" role="img">\n<title>{title}</title>\n'
        f'<style>{STYLE}</style>\n<text x="{WIDTH / 2:g}" y="20" class="title">{title}</text>\n'
        + "\n".join(lines)
        + "\n</svg>\n"
    )


def part_effect(page: str, heading: str, title: str) -> str:
    """What each row costs, from the second column of a table."""
    rows = table_of(page, heading)[1:]
    valued = [(name, value, text) for name, text, *_ in rows if (value := number(text))]
    return bars_svg(
        title, [Bar(name.replace("`", ""), value, text) for name, value, text in valued]
    )


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
