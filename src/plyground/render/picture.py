"""`Picture`: everything there is to draw about one position, as a value."""

from __future__ import annotations

from dataclasses import dataclass

from plyground.shapes import Shape

EMPTY = 0
FIRST_PIECE = 1
SECOND_PIECE = 2


@dataclass(frozen=True)
class Picture:
    """
    A board to look at: in a notebook, a terminal, a file or a page.

    `cells` holds EMPTY, FIRST_PIECE, SECOND_PIECE or the number of another kind for each cell of
    the shape; `pieces` names their looks (see `svg.PIECES`), `symbols` are their letters in text.
    """

    shape: Shape
    cells: tuple[int, ...]
    symbols: str = "XO"
    pieces: tuple[str, ...] = ("cross", "ring")
    last: frozenset[int] = frozenset()  # where the last move was played
    line: frozenset[int] = frozenset()  # what won the game
    captured: frozenset[int] = frozenset()  # where pieces have just been taken
    links: tuple[tuple[int, int], ...] = ()  # neighbouring pieces of one group
    caption: str = ""

    def svg(self, theme: str = "light", width: int = 360) -> str:
        """The board as an SVG document, `width` pixels wide."""
        from plyground.render.svg import draw_svg

        return draw_svg(self, theme, width)

    def text(self) -> str:
        """The board as lines of text: `(X)` is the last move, `[X]` the winning line."""
        from plyground.render.text import draw_text

        return draw_text(self)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        """The same as `text`."""
        return self.text()
