"""What tests of the arena compare."""

from __future__ import annotations


def outcomes(records):
    """What must be equal in every run: everything but times."""
    return [
        (record.agents, record.opening, [move.move for move in record.moves], record.winner)
        for record in records
    ]
