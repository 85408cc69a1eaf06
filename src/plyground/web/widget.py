"""The page's board without a server: one ES module and one style sheet, made of the page's files.

A module becomes a function that runs once and returns what it exports; an import becomes a look
into what the others returned. That is enough for modules as ours are written: imports and exports
begin a line, and none is renamed.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

STATIC = Path(__file__).parent / "static"
ENTRY = "widget.js"
STAND_INS = {"words.js": "words/en.js"}  # a notebook does not choose its language
IMPORT = re.compile(r'^import (?:(?P<names>[^"]+?) from )?"\./(?P<file>[\w-]+\.js)";$', re.M)
EXPORT = re.compile(r"^export (?=(?:const|function|class) (?P<name>\w+))", re.M)
TOKENS = re.compile(r"^:root \{\n(.*?)^\}", re.M | re.S)


@cache
def module() -> str:
    """The widget and all that it imports."""
    functions = "".join(_function(name) for name in _in_order(ENTRY, []))
    return f'const modules = {{}};\n{functions}export default modules["{ENTRY}"].widget;\n'


@cache
def style() -> str:
    """The style sheet, of which nothing reaches beyond the widget."""
    base, board, own = (
        (STATIC / "css" / f"{name}.css").read_text(encoding="utf-8")
        for name in ("base", "board", "widget")
    )
    found = TOKENS.search(base)
    assert found is not None
    tokens = found[1].replace("color-scheme: light dark;", "")
    return f".ply-widget {{\n{tokens}\n{own}\n{board}\n}}\n"


def _in_order(name: str, before: list[str]) -> list[str]:
    """`before`, then what the module needs that is not there yet, then the module."""
    for imported in IMPORT.finditer(_source(name)):
        before = _in_order(imported["file"], before)
    return before if name in before else [*before, name]


def _function(name: str) -> str:
    """The module as a statement that fills its place in `modules`."""
    source = _source(name)
    exported = ", ".join(found["name"] for found in EXPORT.finditer(source))
    body = EXPORT.sub("", IMPORT.sub(_look_up, source))
    return f'modules["{name}"] = (() => {{\n{body}return {{ {exported} }};\n}})();\n'


def _look_up(found: re.Match[str]) -> str:
    """What stands in place of an import."""
    if found["names"] is None:
        return ""
    return f'const {found["names"].removeprefix("* as ")} = modules["{found["file"]}"];'


def _source(name: str) -> str:
    return (STATIC / "js" / STAND_INS.get(name, name)).read_text(encoding="utf-8")
