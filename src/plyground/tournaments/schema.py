"""The tables of a store, which `schema.sql` describes, and the marks by which its file is known."""

from __future__ import annotations

from importlib.resources import files

APPLICATION_ID = 0x506C7967  # "Plyg", at byte 68 of the file
VERSION = 1  # at byte 60

CHECKSUMS = """
CREATE TABLE IF NOT EXISTS checksums (
    game INTEGER PRIMARY KEY REFERENCES games,
    checksum TEXT NOT NULL        -- of the game's row and of its moves
)"""


def schema() -> str:
    """What makes an empty database a store."""
    tables = (files("plyground.tournaments") / "schema.sql").read_text(encoding="utf-8")
    return f"""
PRAGMA journal_mode = WAL;
PRAGMA application_id = {APPLICATION_ID};
PRAGMA user_version = {VERSION};
{tables}
{CHECKSUMS};
"""
