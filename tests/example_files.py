"""Files of the documentation that several tests use."""

from __future__ import annotations

from pathlib import Path

DOCS = Path(__file__).parent.parent / "docs"
SNORT = DOCS / "examples" / "snort.py"
HALVES = Path(__file__).parent / "data" / "halves.py"  # a game with passes
BOT = DOCS / "examples" / "bot.py"
ENGINE_PROTOCOL = DOCS / "engine-protocol.md"
