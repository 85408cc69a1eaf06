"""Figures of the reports that are no charts: boards with words on their tiles, and networks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from itertools import pairwise

from plyground.lab.findings import Drawing
from plyground.render.picture import Picture
from plyground.render.svg import UNIT

BOARD = 420  # pixels across
WORD = 2.6  # the height of a word on a tile, in tenths of a tile
COLUMN, UNIT_GAP, TOP = 150.0, 26.0, 34.0  # of a drawn network
SHOWN_UNITS = 7  # of a layer; the others are three dots


def board_drawing(
    title: str, picture: Picture, words: Mapping[int, str], note: str = ""
) -> Drawing:
    """Return the board with a word on some of its tiles, several lines where it has `\\n`."""
    written = "\n".join(
        line for cell, text in words.items() for line in _on_tile(picture.shape.centre(cell), text)
    )
    return Drawing(title, picture.svg(width=BOARD).replace("</svg>", f"{written}\n</svg>"), note)


def _on_tile(centre: tuple[float, float], text: str) -> Iterator[str]:
    lines = text.split("\n")
    for number, line in enumerate(lines):
        y = centre[1] * UNIT + WORD * (number - (len(lines) - 1) / 2)
        yield (
            f'<text x="{centre[0] * UNIT:g}" y="{y:g}" font-size="{WORD}" text-anchor="middle" '
            f'dominant-baseline="central">{escape(line)}</text>'
        )


def network_drawing(title: str, sizes: Sequence[int], names: Sequence[str], note: str) -> Drawing:
    """Return a fully connected network: a column of units for each layer, and every connection."""
    width, height = COLUMN * len(sizes), TOP * 2 + UNIT_GAP * SHOWN_UNITS
    places = [_units(size) for size in sizes]
    body = []
    for layer, (left, right) in enumerate(pairwise(places)):
        one, two = COLUMN * (layer + 0.5), COLUMN * (layer + 1.5)
        body += [
            f'<path d="M{one:g} {y1:g}L{two:g} {y2:g}" stroke="#999" stroke-width=".5"/>'
            for y1 in left
            for y2 in right
        ]
    for layer, (size, name) in enumerate(zip(sizes, names, strict=True)):
        x = COLUMN * (layer + 0.5)
        body += [f'<circle cx="{x:g}" cy="{y:g}" r="8" fill="#0072B2"/>' for y in places[layer]]
        if size > SHOWN_UNITS - 1:
            dots = TOP + UNIT_GAP * (SHOWN_UNITS - 2)
            body.append(f'<text x="{x:g}" y="{dots:g}" text-anchor="middle">...</text>')
        words = f"{name}: {size}"
        body.append(f'<text x="{x:g}" y="{height - 12:g}" text-anchor="middle">{words}</text>')
    lines = "\n".join(body)
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}" role="img" font-family="system-ui, sans-serif" '
        f'font-size="13">\n<title>{escape(title)}</title>\n{lines}\n</svg>\n'
    )
    return Drawing(title, svg, note)


def _units(size: int) -> list[float]:
    """Return how far down each drawn unit of a layer is; large layers leave some out."""
    if size < SHOWN_UNITS:
        return [TOP + UNIT_GAP * (place + (SHOWN_UNITS - size) / 2) for place in range(size)]
    left_out = SHOWN_UNITS - 2  # where the dots stand
    return [TOP + UNIT_GAP * place for place in range(SHOWN_UNITS) if place != left_out]
