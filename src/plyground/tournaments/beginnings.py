"""How games began: the first moves of each, who played and who won. An opening explorer reads them.

They come from games of the arena, out of a store or a file that a game declares:

{
  "game": "konane",
  "parameters": {"size": 8, ...},
  "agents": ["casual", "champion"],
  "games": [
    ["d5 d4 f5-d5 e4-c4", 0, 1, 0, 1],
    ...
  ]
}

Of each game: its moves, how many of them were given to both sides, the two agents by number, and
the winner (0, 1, or null for a draw). Only moves that an agent chose are counted.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from plyground.agents import label_of
from plyground.game import Game
from plyground.game.declared_file import DeclaredFile, write_rows
from plyground.game.parameters import Value
from plyground.game.registry import mean_the_same
from plyground.tournaments.game_record import GameRecord
from plyground.tournaments.store import Store
from plyground.vocabulary import Player

PLIES = 10  # of each game that are kept


@dataclass(frozen=True)
class Beginning:
    """The first moves of a game: `given` of them were not chosen; `agents[player]` chose."""

    moves: tuple[str, ...]
    given: int
    agents: tuple[str, str]
    winner: Player | None


@dataclass(frozen=True)
class Beginnings:
    """How the games of one board began."""

    game: str
    parameters: Mapping[str, Value]
    games: tuple[Beginning, ...]

    def write(self, file: Path) -> None:
        """Write them, a line a game."""
        agents = sorted({name for each in self.games for name in each.agents})
        head = {**asdict(self), "agents": agents}
        del head["games"]
        rows = [
            [" ".join(each.moves), each.given, *map(agents.index, each.agents), each.winner]
            for each in self.games
        ]
        write_rows(file, head, "games", sorted(rows, key=json.dumps))


def beginning_of(record: GameRecord, plies: int = PLIES) -> Beginning | None:
    """How a game of the arena began; None if it did not begin at the start, or was forfeited."""
    if record.start is not None or record.forfeit:
        return None
    moves = (*record.opening, *(move.move for move in record.moves))[:plies]
    one, two = map(label_of, record.agents)
    return Beginning(moves, min(len(record.opening), plies), (one, two), record.winner)


def _make(found: Any) -> Beginnings:
    agents, rows = found.pop("agents"), found.pop("games")
    games = tuple(
        Beginning(tuple(moves.split()), int(given), (agents[one], agents[two]), winner)
        for moves, given, one, two, winner in rows
    )
    return Beginnings(**found, games=games)


OPENINGS = DeclaredFile("openings", "file of openings", _make)


def beginnings_in(paths: Iterable[Path], reference: str, game: Game[Any]) -> tuple[Beginning, ...]:
    """How the games on this board in some stores began; `reference` is what stores call the game.

    A store that is not there has no games.
    """
    found: list[Beginning] = []
    for path in paths:
        if not path.is_file():
            continue
        with Store(path, create=False) as store:
            for run in store.runs():
                plan = run.plan
                same_board = plan.parameters == game.parameter_values
                if same_board and mean_the_same(plan.game, reference):
                    records = store.records(run.number)
                    found += filter(None, map(beginning_of, records))
    return tuple(found)
