"""Several of the page's modules as one script, and its looks for one part of another page.

A module becomes a function that runs once and returns what it exports; an import becomes a look
into what the others returned. That is enough for modules as ours are written: imports and exports
begin a line, and none is renamed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

STATIC = Path(__file__).parent / "static"
STAND_INS = {"words.js": "words/en.js"}  # outside of the page nobody chooses a language
IMPORT = re.compile(r'^import (?:(?P<names>[^"]+?) from )?"\./(?P<file>[\w/-]+\.js)";$', re.M)
EXPORT = re.compile(r"^export (?=(?:async )?(?:const|function|class) (?P<name>\w+))", re.M)
TOKENS = re.compile(r"^:root \{\n(.*?)^\}", re.M | re.S)


def script(entry: str, others: Mapping[str, str] | None = None) -> str:
    """Statements after which `modules[entry]` is what the module exports.

    Modules are the page's, or those among `others`: source by name.
    """
    sources = _Sources(others or {})
    functions = "".join(map(sources.function, sources.in_order(entry, [])))
    return f"const modules = {{}};\n{functions}"


def style(scope: str, own: str) -> str:
    """The looks of the board, and `own`, of which nothing reaches beyond elements of that class."""
    base, board = (
        (STATIC / "css" / f"{name}.css").read_text("utf-8") for name in ("base", "board")
    )
    found = TOKENS.search(base)
    assert found is not None
    tokens = found[1].replace("color-scheme: light dark;", "")
    return f".{scope} {{\n{tokens}\n{own}\n{board}\n}}\n"


class _Sources:
    """Modules by name."""

    def __init__(self, others: Mapping[str, str]) -> None:
        self.others = others

    def in_order(self, name: str, before: list[str]) -> list[str]:
        """`before`, then what the module needs that is not there yet, then the module."""
        for imported in IMPORT.finditer(self.source(name)):
            before = self.in_order(_name_of(imported["file"], name), before)
        return before if name in before else [*before, name]

    def function(self, name: str) -> str:
        """The module as a statement that fills its place in `modules`."""
        source = self.source(name)
        exported = ", ".join(found["name"] for found in EXPORT.finditer(source))
        body = EXPORT.sub("", IMPORT.sub(lambda found: _look_up(found, name), source))
        return f'modules["{name}"] = (() => {{\n{body}return {{ {exported} }};\n}})();\n'

    def source(self, name: str) -> str:
        """Its text."""
        if name in self.others:
            return self.others[name]
        return (STATIC / "js" / STAND_INS.get(name, name)).read_text("utf-8")


def _name_of(file: str, importer: str) -> str:
    """The name of a module that another imports, whose own file may be in a folder."""
    return (PurePosixPath(STAND_INS.get(importer, importer)).parent / file).as_posix()


def _look_up(found: re.Match[str], importer: str) -> str:
    """What stands in place of an import."""
    if found["names"] is None:
        return ""
    name = _name_of(found["file"], importer)
    return f'const {found["names"].removeprefix("* as ")} = modules["{name}"];'
