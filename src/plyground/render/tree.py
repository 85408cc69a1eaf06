"""
A search tree as an SVG document.

The root is on top, a row for each ply; squares maximise, circles minimise. Leaves stand side by
side in the order of the search, and a node stands above the middle of its children. The best line
is drawn thick; a cut is a dashed line to the number of moves that were not looked at.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import NamedTuple

from plyground.render.themes import Theme, theme_named

COLUMN, ROW, RADIUS = 34.0, 64.0, 13.0
LONGEST = 4  # letters of a value that fit into a node at full size


class TreeNode(NamedTuple):
    """A node to be drawn; parents come before their children."""

    parent: int | None  # its number in the list
    move: str  # that leads here; empty at the root
    value: str
    ply: int
    best: bool = False  # on the best line
    skipped: int = 0  # moves that were cut off


def draw_tree(nodes: Sequence[TreeNode], theme_name: str = "light") -> str:
    """The tree as one SVG document; as wide as its leaves need, but no wider than its place."""
    theme = theme_named(theme_name)
    places, cuts = _places(nodes)
    width = COLUMN * (max((*places, *cuts.values())) + 1)
    height = ROW * (max(node.ply for node in nodes) + 1)
    body = "\n".join((*_edges(nodes, places, cuts, theme), *_nodes(nodes, places, theme)))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}" style="max-width:100%;height:auto" role="img" '
        f'font-family="system-ui, sans-serif" font-size="10" text-anchor="middle">\n'
        f"<title>search tree</title>\n"
        f'<rect width="{width:g}" height="{height:g}" fill="{theme.paper}"/>\n{body}\n</svg>\n'
    )


def _places(nodes: Sequence[TreeNode]) -> tuple[list[float], dict[int, float]]:
    """The column of each node, and those of its cuts by node, which take one like a leaf."""
    children: list[list[int]] = [[] for _ in nodes]
    for number, node in enumerate(nodes):
        if node.parent is not None:
            children[node.parent].append(number)
    places, cuts, taken = [0.0] * len(nodes), dict[int, float](), 0

    def place(number: int) -> None:
        nonlocal taken
        for child in children[number]:
            place(child)
        below = [places[child] for child in children[number]]
        if nodes[number].skipped:
            cuts[number] = taken
        if nodes[number].skipped or not below:
            below.append(taken)
            taken += 1
        places[number] = (below[0] + below[-1]) / 2

    place(0)
    return places, cuts


def _edges(
    nodes: Sequence[TreeNode], places: list[float], cuts: dict[int, float], theme: Theme
) -> Iterator[str]:
    for number, node in enumerate(nodes):
        x, y = end = _spot(node, places[number])
        if number in cuts:
            aside, below = _spot(node, cuts[number])[0], y + ROW - RADIUS
            yield _line(end, (aside, below), f'stroke="{theme.captured}" stroke-dasharray="3 3"')
            yield _text((aside, below + 6), f"{node.skipped} cut", theme.captured)
        if node.parent is None:
            continue
        start = _spot(nodes[node.parent], places[node.parent])
        style = f'stroke="{theme.last}" stroke-width="3"' if node.best else f'stroke="{theme.grid}"'
        yield _line(start, end, style)
        middle = (0.35 * start[0] + 0.65 * x, 0.35 * start[1] + 0.65 * y)
        halo = f' stroke="{theme.paper}" stroke-width="3" paint-order="stroke"'
        yield _text(middle, node.move, theme.label, halo)


def _nodes(nodes: Sequence[TreeNode], places: list[float], theme: Theme) -> Iterator[str]:
    for number, node in enumerate(nodes):
        x, y = _spot(node, places[number])
        style = f'fill="{theme.lit if node.best else theme.cell}" stroke="{theme.grid}"'
        if node.ply % 2:
            yield f'<circle cx="{x:g}" cy="{y:g}" r="{RADIUS:g}" {style}/>'
        else:
            corner, side = f'x="{x - RADIUS:g}" y="{y - RADIUS:g}"', 2 * RADIUS
            yield f'<rect {corner} width="{side:g}" height="{side:g}" rx="3" {style}/>'
        size = 10 * min(1, LONGEST / max(len(node.value), 1))
        yield _text((x, y), node.value, theme.black, f' font-size="{size:.2g}"')


def _spot(node: TreeNode, place: float) -> tuple[float, float]:
    return COLUMN * (place + 0.5), ROW * (node.ply + 0.5)


def _line(start: tuple[float, float], end: tuple[float, float], style: str) -> str:
    (x1, y1), (x2, y2) = start, end
    return f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}" {style}/>'


def _text(spot: tuple[float, float], text: str, colour: str, style: str = "") -> str:
    x, y = spot
    return (
        f'<text x="{x:g}" y="{y:g}" dominant-baseline="central" fill="{colour}"{style}>'
        f"{escape(text)}</text>"
    )
