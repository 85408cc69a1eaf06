"""Tables as HTML, for notebooks."""

from __future__ import annotations

import html
from collections.abc import Iterable, Mapping, Sequence
from typing import Any


def html_table(rows: Sequence[Mapping[str, Any]]) -> str:
    """The rows, dicts with the same keys, as a table; numbers to the right."""
    if not rows:
        return "<p>There is nothing to show.</p>"
    body = ([cell(value) for value in row.values()] for row in rows)
    return html_cells(list(rows[0]), body)


def html_cells(headings: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A table of cells that are HTML already."""
    head = "".join(f"<th>{html.escape(name)}</th>" for name in headings)
    body = "".join(f"<tr>{''.join(row)}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def cell(value: Any) -> str:
    """A value in its cell; None is an empty one."""
    if value is None:
        return "<td></td>"
    if isinstance(value, float):
        return text_cell(f"{value:.3g}", "right")
    return text_cell(f"{value:,}", "right") if isinstance(value, int) else text_cell(str(value))


def text_cell(text: str, side: str = "left") -> str:
    """Text of one or several lines in its cell."""
    lines = html.escape(text).replace("\n", "<br>")
    return f'<td style="text-align:{side}">{lines}</td>'
