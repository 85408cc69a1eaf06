"""Colours by name. A theme gives each name a colour; nothing else decides colours."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

from plyground.errors import UnknownNameError


@dataclass(frozen=True)
class Theme:
    """The colours of a board, as CSS colours."""

    paper: str = "#ffffff"
    cell: str = "#f4f1ea"
    shade: str = "#e3dccd"  # every other cell of a checkered board
    grid: str = "#8b8374"
    frame: str = "#2b5ea8"  # the board that discs drop into
    hole: str = "#dfe8f5"
    label: str = "#5b564d"
    red: str = "#d1383d"
    blue: str = "#2f6fd0"
    yellow: str = "#f3c331"
    black: str = "#26241f"
    white: str = "#fdfcf8"
    edge: str = "#00000055"  # around every piece, and the sign on it
    lit: str = "#bfe8d0"  # the cells of what won
    last: str = "#1a8f5a"
    line: str = "#1a8f5a"
    captured: str = "#b4552d"


LIGHT = Theme()
DARK = Theme(
    paper="#1d1f23",
    cell="#2b2e34",
    shade="#363a42",
    grid="#6d7480",
    frame="#274b80",
    hole="#16263f",
    label="#b9bec7",
    red="#e5575b",
    blue="#5b95ee",
    yellow="#f0c64a",
    black="#0b0b0c",
    white="#e9e6dd",
    edge="#ffffff44",
    lit="#1f5a40",
    last="#4fd394",
    line="#4fd394",
    captured="#e78a5e",
)
CSS = replace(LIGHT, **{f.name: f"var(--ply-{f.name}, {f.default})" for f in fields(Theme)})

# "css" leaves the choice to the page around the picture: it may set --ply-cell and the rest.
THEMES = {"light": LIGHT, "dark": DARK, "css": CSS}


def theme_named(name: str) -> Theme:
    """The theme of that name."""
    if name not in THEMES:
        raise UnknownNameError(f"no theme {name!r}; there are {', '.join(THEMES)}")
    return THEMES[name]
