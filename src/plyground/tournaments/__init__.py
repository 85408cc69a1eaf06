"""The arena: matches and tournaments between agents, what they prove, and a store for both.

>>> from plyground.tournaments import make_plan, play_tournament
>>> plan = make_plan("tic_tac_toe", ["minimax(depth=9, pruning=1)", "random"], pairs=2)
>>> games = play_tournament(plan, "results.db")  # doctest: +SKIP

A plan says who plays whom. `play_tournament` returns a `GameRecord` for every game; a `Tournament`
can also be watched and stopped from other threads. The modules `statistics`, `ratings`, `sprt`,
`standings`, `tables` and `plots` say what the games prove.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from plyground.tournaments.executors import (
        ExecutorWorkplace,
        Workplace,
        chosen_workplace,
        cluster_workplace,
        local_workplace,
    )
    from plyground.tournaments.game_record import GameRecord, MoveRecord
    from plyground.tournaments.openings import Opening, random_openings, read_openings
    from plyground.tournaments.plan import (
        Conditions,
        Pairing,
        Plan,
        PlannedGame,
        gauntlet,
        ladder,
        make_plan,
        round_robin,
    )
    from plyground.tournaments.record_text import check_record, read_records, write_records
    from plyground.tournaments.run import Run
    from plyground.tournaments.store import Store
    from plyground.tournaments.tournament import LiveGame, Progress, Tournament, play_tournament
else:
    from plyground.lazy import imported_when_used

    PARTS = {  # by the module that is imported when one of them is used: a worker needs few
        "executors": (
            "ExecutorWorkplace",
            "Workplace",
            "chosen_workplace",
            "cluster_workplace",
            "local_workplace",
        ),
        "game_record": ("GameRecord", "MoveRecord"),
        "openings": ("Opening", "random_openings", "read_openings"),
        "plan": (
            "Conditions",
            "Pairing",
            "Plan",
            "PlannedGame",
            "gauntlet",
            "ladder",
            "make_plan",
            "round_robin",
        ),
        "record_text": ("check_record", "read_records", "write_records"),
        "run": ("Run",),
        "store": ("Store",),
        "tournament": ("LiveGame", "Progress", "Tournament", "play_tournament"),
    }
    MODULES = {name: module for module, names in PARTS.items() for name in names}
    __getattr__ = imported_when_used("plyground.tournaments", MODULES)


__all__ = [
    "Conditions",
    "ExecutorWorkplace",
    "GameRecord",
    "LiveGame",
    "MoveRecord",
    "Opening",
    "Pairing",
    "Plan",
    "PlannedGame",
    "Progress",
    "Run",
    "Store",
    "Tournament",
    "Workplace",
    "check_record",
    "chosen_workplace",
    "cluster_workplace",
    "gauntlet",
    "ladder",
    "local_workplace",
    "make_plan",
    "play_tournament",
    "random_openings",
    "read_openings",
    "read_records",
    "round_robin",
    "write_records",
]
