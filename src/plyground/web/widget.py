"""The page's board for notebooks: one ES module and one style sheet, made of the page's files."""

from __future__ import annotations

from functools import cache

from plyground.web import bundle

ENTRY = "widget.js"


@cache
def module() -> str:
    """The widget and all that it imports."""
    return f'{bundle.script(ENTRY)}export default modules["{ENTRY}"].widget;\n'


@cache
def style() -> str:
    """The style sheet, of which nothing reaches beyond the widget."""
    return bundle.style("ply-widget", (bundle.STATIC / "css" / "widget.css").read_text("utf-8"))
