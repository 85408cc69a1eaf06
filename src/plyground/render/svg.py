"""
A picture as an SVG document.

Units are tenths of a cell, so that coordinates stay short. Layers from the back: paper, board,
cells, pieces, marks, coordinates. Colour is never the only sign: the two sides differ in shape
or carry different marks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
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
    "yellow": ("yellow", "letter-x"),
    "red": ("red", "circle"),
    "blue": ("blue", "dot"),
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
    yield from _links(picture, theme)
    for cell, content in enumerate(picture.cells):
        if content != EMPTY:
            yield _piece(picture.pieces[content - 1], picture.shape.centre(cell), theme)
    yield from _marks(picture, theme)
    for label in picture.shape.labels():
        yield (
            f'<text x="{_number(label.x)}" y="{_number(label.y)}" font-size="3.6" '
            f'text-anchor="middle" dominant-baseline="central" '
            f'fill="{theme.label}">{escape(label.text)}</text>'
        )


def _links(picture: Picture, theme: Theme) -> Iterator[str]:
    for one, two in picture.links:
        colour = getattr(theme, PIECES[picture.pieces[picture.cells[one] - 1]][0] or "label")
        points = _points((picture.shape.centre(one), picture.shape.centre(two)))
        yield f'<polyline points="{points}" stroke="{colour}" stroke-width="3"/>'


def _cells(picture: Picture, theme: Theme) -> Iterator[str]:
    for cell in range(picture.shape.cell_count):
        points = _points(picture.shape.outline(cell))
        yield (
            f'<polygon points="{points}" fill="{_colour_of(picture, cell, theme)}" '
            f'stroke="{theme.grid}" stroke-width="0.25"/>'
        )
    for player, points_along in picture.shape.sides():
        colour = getattr(theme, PIECES[picture.pieces[player]][0] or "label")
        yield (
            f'<polyline points="{_points(points_along)}" fill="none" stroke="{colour}" '
            f'stroke-width="1.4" stroke-linecap="round" stroke-linejoin="round"/>'
        )


def _points(points: Iterable[Point]) -> str:
    return " ".join(f"{_number(x)},{_number(y)}" for x, y in points)


def _number(cells: float) -> str:
    """A length in cells as short text in the units of the document."""
    return f"{round(cells * UNIT, 2):g}"


def _colour_of(picture: Picture, cell: int, theme: Theme) -> str:
    if cell in picture.line:
        return theme.lit
    return theme.shade if picture.shape.shaded(cell) else theme.cell


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
    return f'<circle cx="{_number(x)}" cy="{_number(y)}" r="{radius:g}" fill="{fill}"{edge}/>'


def _piece(look: str, centre: Point, theme: Theme) -> str:
    colour, sign = PIECES[look]
    parts = []
    if colour:
        parts.append(_circle(centre, 3.9, getattr(theme, colour), theme.edge, 0.3))
    x, y = round(centre[0] * UNIT, 2), round(centre[1] * UNIT, 2)
    if sign == "cross":
        parts.append(
            f'<path d="M{x - 2.6:g} {y - 2.6:g}l5.2 5.2m0 -5.2l-5.2 5.2" fill="none" '
            f'stroke="{theme.blue}" stroke-width="1.1" stroke-linecap="round"/>'
        )
    elif sign == "ring":
        parts.append(_circle(centre, 2.7, "none", theme.red, 1.1))
    elif sign == "circle":
        parts.append(_circle(centre, 2.5, "none", theme.edge, 0.5))
    elif sign == "letter-x":
        parts.append(
            f'<path d="M{x - 1.6:g} {y - 1.6:g}l3.2 3.2m0 -3.2l-3.2 3.2" fill="none" '
            f'stroke="{theme.edge}" stroke-width="0.7" stroke-linecap="round"/>'
        )
    elif sign == "dot":
        parts.append(_circle(centre, 1.0, theme.edge))
    return "".join(parts)


def _marks(picture: Picture, theme: Theme) -> Iterator[str]:
    for cell in sorted(picture.captured):
        yield _circle(picture.shape.centre(cell), 1.6, "none", theme.captured, 0.6)
    drop = isinstance(picture.shape, Grid) and picture.shape.drop
    for cell in sorted(picture.line) if drop else ():
        yield _circle(picture.shape.centre(cell), 4.1, "none", theme.line, 0.9)
    for cell in sorted(picture.last):
        yield _circle(picture.shape.centre(cell), 0.9, theme.last, theme.paper, 0.3)
