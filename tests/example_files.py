"""Files of the documentation that several tests use, and games that are made from them."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

DOCS = Path(__file__).parent.parent / "docs"
SNORT = DOCS / "examples" / "snort.py"
HALVES = Path(__file__).parent / "data" / "halves.py"  # a game with passes
FIRST_LEGAL = DOCS / "examples" / "first_legal.py"
LEARNT_ELSEWHERE = DOCS / "examples" / "learnt_elsewhere.py"
BOT = DOCS / "examples" / "bot.py"
ENGINE_PROTOCOL = DOCS / "engine-protocol.md"
RECIPE = DOCS / "adding-a-game.md"


def blocks(document: Path, language: str) -> list[str]:
    """The fenced blocks of that language."""
    return re.findall(
        rf"^```{language}\n(.*?)^```$", document.read_text(), re.DOTALL | re.MULTILINE
    )


def known_parts() -> tuple[str, str]:
    """What the recipe adds to Snort: the classes that know it, and what the game declares."""
    parts, declared = (block for block in blocks(RECIPE, "python") if "Freedom" in block)
    return parts, textwrap.indent(declared, "    ")


def known_snort() -> str:
    """Snort with all that the recipe knows of it, in one file."""
    parts, declared = known_parts()
    rules, game = SNORT.read_text().split("class Snort(pg.Game):\n")
    return f"{rules}{parts}\n\nclass Snort(pg.Game):\n{declared}{game}"


def write_folder(folder: Path) -> Path:
    """The same as a folder of modules, whose parts are named by text."""
    parts, declared = known_parts()
    rules, game = SNORT.read_text().split("class Snort(pg.Game):\n")
    for name in ("Freedom", "CentreFirst", "encoding"):
        declared = re.sub(rf"(: |=){name}\b", rf'\1"judges:{name}"', declared)
    imports = "from typing import NamedTuple\nimport plyground as pg\n"
    folder.mkdir()
    (folder / "__init__.py").write_text("from .game import Snort\n")
    (folder / "rules.py").write_text(rules)
    (folder / "judges.py").write_text(f"{imports}from .rules import NEAR\n{parts}")
    (folder / "game.py").write_text(
        f"{imports}from .rules import CELLS, NEAR, SnortPosition\n"
        f"class Snort(pg.Game):\n{declared}{game}"
    )
    return folder
