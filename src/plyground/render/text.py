"""
A picture as lines of text.

Every cell takes two characters; the one between two cells carries the marks, so that
`(X)` is the last move, `[X|X|X|X]` a winning line and `<.>` a cell that has just been emptied.
"""

from __future__ import annotations

from plyground.render.picture import Picture
from plyground.shapes import Label

CELL_WIDTH = 2


def draw_text(picture: Picture) -> str:
    """The board with its coordinates and marks, one line a row."""
    shape = picture.shape
    margin = 1 + max((len(label.text) for label in shape.labels() if label.x < 0), default=0)
    lines = []
    for row in shape.rows:
        y = shape.centre(row[0])[1]
        line = _Line(margin)
        for label in _labels_near(picture, y):
            line.put_label(label, shape.centre(row[0])[0])
        for cell in row:
            line.put_cell(picture, cell)
        lines.append(line.text())
    above = [label for label in shape.labels() if label.y < 0]
    below = [label for label in shape.labels() if label.y > shape.extent[1]]
    return "\n".join([*_label_line(above, margin), *lines, *_label_line(below, margin)])


def _labels_near(picture: Picture, y: float) -> list[Label]:
    return [label for label in picture.shape.labels() if abs(label.y - y) < 0.01]


def _label_line(labels: list[Label], margin: int) -> list[str]:
    if not labels:
        return []
    line = _Line(margin)
    for label in labels:
        for offset, character in enumerate(label.text):
            line.put(line.column(label.x) + offset, character)
    return [line.text()]


class _Line:
    """One line under construction: characters by column."""

    def __init__(self, margin: int) -> None:
        self.margin = margin
        self.characters: dict[int, str] = {}

    def column(self, x: float) -> int:
        return self.margin + round((x - 0.5) * CELL_WIDTH) + 1

    def put(self, column: int, character: str) -> None:
        self.characters[column] = character

    def put_label(self, label: Label, first_cell: float) -> None:
        """Left of the row, with room for a mark between; or right of it."""
        column = self.column(label.x)
        start = column - len(label.text) if label.x < first_cell else column
        for offset, character in enumerate(label.text):
            self.put(start + offset, character)

    def put_cell(self, picture: Picture, cell: int) -> None:
        column = self.column(picture.shape.centre(cell)[0])
        self.put(column, ("." + picture.symbols)[picture.cells[cell]])
        for cells, marks in (
            (picture.captured, "<>"),
            (picture.last - picture.line, "()"),
            (picture.line, "[]"),
        ):
            if cell in cells:
                shared = self.characters.get(column - 1) == marks[1]
                self.put(column - 1, "|" if shared else marks[0])
                self.put(column + 1, marks[1])

    def text(self) -> str:
        width = max(self.characters, default=-1) + 1
        return "".join(self.characters.get(c, " ") for c in range(width)).rstrip()
