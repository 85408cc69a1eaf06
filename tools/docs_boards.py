"""Boards to play on in the pages of the games, for mkdocs (see `hooks` in mkdocs.yml).

The site that `plyground publish` writes lies in `play/` of the documentation, once for all games.
A page frames it when its reader presses "Play here", and loads nothing of it before. Where Python
for browsers cannot be had, the documentation is built without boards, and the pages say so; so they
do while they are written, since `mkdocs serve` builds after every edit.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import plyground as pg
from plyground.errors import PlygroundError
from plyground.game.registry import built_in_names
from plyground.publishing.runtime import fetched_files
from plyground.publishing.site import write_site

ROOT = Path(__file__).parent.parent
LIVE = ROOT / "docs" / "live"
FOLDER = "play"  # of the site, and in docs/live/play-here.js
SCRIPT = "play-here.js"
PICTURE = re.compile(r"^!\[[^\]]*\]\(\.\./images/\w+\.svg\)\n", re.M)
PLACE = f"""
<div class="play-here" data-game="%s"></div>
<script src="../javascripts/{SCRIPT}"></script>
"""
NOT_THERE = "\nA board to play on is not part of this copy of the documentation.\n"
WHILE_WRITING = "mkdocs serve builds no boards to play on"

_lacks: list[str] = []  # why there are no boards in this build; nothing if there are


def on_startup(command: str, **_: Any) -> None:
    """Leave the boards out where pages are built again and again."""
    _lacks[:] = [WHILE_WRITING] if command == "serve" else []


def on_pre_build(**_: Any) -> None:
    """Find out whether there will be boards, before the first page is written."""
    if _lacks:
        return
    try:
        fetched_files()
    except PlygroundError as error:
        _lacks.append(str(error))
        print(f"The documentation has no boards to play on: {error}", file=sys.stderr)


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """The text of a page; that of a game has a board below its picture."""
    name = game_of(page.file.src_uri)
    if name is None:
        return markdown
    place = NOT_THERE if _lacks else PLACE % name
    return PICTURE.sub(lambda found: found[0] + place, markdown, count=1)


def on_post_build(config: Any, **_: Any) -> None:
    """Write the site that the pages frame."""
    if _lacks:
        return
    site = Path(config.site_dir)
    (site / "javascripts" / SCRIPT).write_bytes((LIVE / SCRIPT).read_bytes())
    write_site([pg.game(name) for name in built_in_names()], site / FOLDER)


def game_of(page: str) -> str | None:
    """The game that a file of the documentation is about, None if it is about none."""
    folder, _, file = page.rpartition("/")
    name = file.removesuffix(".md")
    return name if folder == "games" and name in built_in_names() else None
