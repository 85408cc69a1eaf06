"""
A picture as an SVG document.

Units are tenths of a cell, so that coordinates stay short. Layers from the back: paper, board,
cells, pieces, marks, coordinates. Colour is never the only sign: the two sides differ in shape
or carry different marks.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from plyground.render.picture import EMPTY, Picture
from plyground.render.themes import Theme, theme_named
from plyground.shapes import Grid, Point

UNIT = 10.0
MARGIN = 0.75  # around the cells, in cells: room for the coordinates

# A look: the colour of the disc (None for a drawn letter) and the sign that tells it apart.
PIECES: dict[str, tuple[str | None, str]] = {
    "cross": (None, "cross"),
    "ring": (None, "ring"),
    "yellow": ("yellow", "circle"),
    "red": ("red", "bar"),
    "blue": ("blue", "circle"),
    "black": ("black", "plain"),
    "white": ("white", "plain"),
}


def draw_svg(picture: Picture, theme_name: str, width: int) -> str:
    """The picture as one SVG document, `width` pixels wide."""
    theme = theme_named(theme_name)
    across, down = (extent + 2 * MARGIN for extent in picture.shape.extent)
    height = round(width * down / across)
    body = "\n".join(_layers(picture, theme))
    offset = -MARGIN * UNIT
    box = f"{offset:g} {offset:g} {across * UNIT:g} {down * UNIT:g}"
    title = escape(picture.caption or "board")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{width}" '
        f'height="{height}" role="img" font-family="system-ui, sans-serif">\n'
        f"<title>{title}</title>\n"
        f'<rect x="{offset:g}" y="{offset:g}" width="{across * UNIT:g}" '
        f'height="{down * UNIT:g}" fill="{theme.paper}"/>\n'
        f"{body}\n</svg>\n"
    )


def _layers(picture: Picture, theme: Theme) -> Iterator[str]:
    drop = isinstance(picture.shape, Grid) and picture.shape.drop
    yield from _frame_and_holes(picture, theme) if drop else _cells(picture, theme)
    for cell, content in enumerate(picture.cells):
        if content != EMPTY:
            yield _piece(picture.pieces[content - 1], picture.shape.centre(cell), theme)
    yield from _marks(picture, theme)
    for label in picture.shape.labels():
        yield (
            f'<text x="{label.x * UNIT:g}" y="{label.y * UNIT:g}" font-size="3.6" '
            f'text-anchor="middle" dominant-baseline="central" '
            f'fill="{theme.label}">{escape(label.text)}</text>'
        )


def _cells(picture: Picture, theme: Theme) -> Iterator[str]:
    for cell in range(picture.shape.cell_count):
        points = " ".join(f"{x * UNIT:g},{y * UNIT:g}" for x, y in picture.shape.outline(cell))
        yield (
            f'<polygon points="{points}" fill="{theme.cell}" stroke="{theme.grid}" '
            f'stroke-width="0.25"/>'
        )


def _frame_and_holes(picture: Picture, theme: Theme) -> Iterator[str]:
    across, down = (extent * UNIT for extent in picture.shape.extent)
    yield f'<rect width="{across:g}" height="{down:g}" rx="2" fill="{theme.frame}"/>'
    for cell in range(picture.shape.cell_count):
        yield _circle(picture.shape.centre(cell), 4.0, fill=theme.hole)


def _circle(
    centre: Point, radius: float, fill: str = "none", stroke: str = "", width: float = 0
) -> str:
    x, y = centre
    edge = f' stroke="{stroke}" stroke-width="{width:g}"' if stroke else ""
    return f'<circle cx="{x * UNIT:g}" cy="{y * UNIT:g}" r="{radius:g}" fill="{fill}"{edge}/>'


def _piece(look: str, centre: Point, theme: Theme) -> str:
    colour, sign = PIECES[look]
    parts = []
    if colour:
        parts.append(_circle(centre, 3.9, getattr(theme, colour), theme.edge, 0.3))
    x, y = centre[0] * UNIT, centre[1] * UNIT
    if sign == "cross":
        parts.append(
            f'<path d="M{x - 2.6:g} {y - 2.6:g}l5.2 5.2m0 -5.2l-5.2 5.2" fill="none" '
            f'stroke="{theme.blue}" stroke-width="1.1" stroke-linecap="round"/>'
        )
    elif sign == "ring":
        parts.append(_circle(centre, 2.7, "none", theme.red, 1.1))
    elif sign == "circle":
        parts.append(_circle(centre, 2.5, "none", theme.edge, 0.5))
    elif sign == "bar":
        parts.append(
            f'<path d="M{x - 1.8:g} {y:g}h3.6" stroke="{theme.edge}" stroke-width="0.9" '
            f'stroke-linecap="round"/>'
        )
    return "".join(parts)


def _marks(picture: Picture, theme: Theme) -> Iterator[str]:
    for cell in sorted(picture.captured):
        yield _circle(picture.shape.centre(cell), 1.6, "none", theme.captured, 0.6)
    for cell in sorted(picture.line):
        yield _circle(picture.shape.centre(cell), 4.1, "none", theme.line, 0.9)
    for cell in sorted(picture.last):
        yield _circle(picture.shape.centre(cell), 0.9, theme.last, theme.paper, 0.3)
