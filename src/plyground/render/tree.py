"""
A search tree as an SVG document.

The root is on top, a row for each ply; boxes maximise, circles minimise. Leaves stand side by
side in the order of the search, and a node stands above the middle of its children. The best line
is drawn thick; a cut is a dashed line to the number of moves that were not looked at.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import NamedTuple

from plyground.render.themes import Theme, theme_named

GAP, ROW, RADIUS = 8.0, 64.0, 13.0
LETTER = 5.6  # as wide as one is, with what an oval leaves empty

Spot = tuple[float, float]


class TreeNode(NamedTuple):
    """A node to be drawn; parents come before their children."""

    parent: int | None  # its number in the list
    move: str  # that leads here; empty at the root
    value: str
    ply: int
    best: bool = False  # on the best line
    skipped: int = 0  # moves that were cut off


def draw_tree(nodes: Sequence[TreeNode]) -> str:
    """The tree as one SVG document; as wide as its leaves need, but no wider than its place."""
    theme = theme_named("light")
    places, cuts = _places(nodes)
    half = max(RADIUS, LETTER / 2 * (1 + max(len(node.value) for node in nodes)))
    column = 2 * half + GAP
    width = column * (max((*places, *cuts.values())) + 1)
    height = ROW * (max(node.ply for node in nodes) + 1)
    spots = [
        (column * (place + 0.5), ROW * (node.ply + 0.5))
        for node, place in zip(nodes, places, strict=True)
    ]
    asides = {number: column * (place + 0.5) for number, place in cuts.items()}
    body = "\n".join((*_edges(nodes, spots, asides, theme), *_nodes(nodes, spots, half, theme)))
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
    nodes: Sequence[TreeNode], spots: list[Spot], asides: dict[int, float], theme: Theme
) -> Iterator[str]:
    """Lines to parents with their moves; to the side, what was cut off."""
    for number, node in enumerate(nodes):
        x, y = end = spots[number]
        if number in asides:
            aside, below = asides[number], y + ROW - RADIUS
            yield _line(end, (aside, below), f'stroke="{theme.captured}" stroke-dasharray="3 3"')
            yield _text((aside, below + 6), f"{node.skipped} cut", theme.captured)
        if node.parent is None:
            continue
        start = spots[node.parent]
        style = f'stroke="{theme.last}" stroke-width="3"' if node.best else f'stroke="{theme.grid}"'
        yield _line(start, end, style)
        middle = (0.35 * start[0] + 0.65 * x, 0.35 * start[1] + 0.65 * y)
        halo = f' stroke="{theme.paper}" stroke-width="3" paint-order="stroke"'
        yield _text(middle, node.move, theme.label, halo)


def _nodes(
    nodes: Sequence[TreeNode], spots: list[Spot], half: float, theme: Theme
) -> Iterator[str]:
    """Boxes and ovals that are `half` as wide on each side, and their values."""
    for node, (x, y) in zip(nodes, spots, strict=True):
        style = f'fill="{theme.lit if node.best else theme.cell}" stroke="{theme.grid}"'
        if node.ply % 2:
            yield f'<ellipse cx="{x:g}" cy="{y:g}" rx="{half:g}" ry="{RADIUS:g}" {style}/>'
        else:
            corner, size = f'x="{x - half:g}" y="{y - RADIUS:g}"', (2 * half, 2 * RADIUS)
            yield f'<rect {corner} width="{size[0]:g}" height="{size[1]:g}" rx="3" {style}/>'
        yield _text((x, y), node.value, theme.black)


def _line(start: Spot, end: Spot, style: str) -> str:
    (x1, y1), (x2, y2) = start, end
    return f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}" {style}/>'


def _text(spot: Spot, text: str, colour: str, style: str = "") -> str:
    x, y = spot
    return (
        f'<text x="{x:g}" y="{y:g}" dominant-baseline="central" fill="{colour}"{style}>'
        f"{escape(text)}</text>"
    )
