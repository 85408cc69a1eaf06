"""How strong the agents of a game are: a table of ratings, measured in the arena.

A rating is an Elo number in which random play is `ANCHOR`. It is worth something beside the other
numbers of the same table, and nothing beside any other: each game has a scale of its own. Agents
are rated as they played, with the seconds a move that everybody had; so `best` may be listed as
`alphazero(seconds=0.1)` although it thinks longer against people.

{
  "game": "konane",
  "parameters": {"size": 8, ...},
  "seconds": 0.1, "opening_plies": 4, "seed": 1, "python": "3.12",
  "agents": [
    {"spec": "alphazero(seconds=0.1)", "names": {"best": "alphazero(seconds=2)"}, "rating": 1890,
     "low": 1840, "high": 1940, "wins": 90, "draws": 0, "losses": 30, "code": "0123456789abcdef"},
    ...
  ]
}
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from plyground.game.declared_file import DeclaredFile, write_rows
from plyground.game.parameters import Value

ANCHOR = 500  # the rating of random play
RANDOM = "random"


@dataclass(frozen=True)
class Rated:
    """One agent: the spec that played, whom that is the play of, and what it reached."""

    spec: str
    names: Mapping[str, str]  # of presets and kinds, with what each stood for
    rating: int
    low: int  # the ends of the interval, of 95%
    high: int
    wins: int
    draws: int
    losses: int
    code: str  # the fingerprint of what played

    @property
    def games(self) -> int:
        """How many games it played."""
        return self.wins + self.draws + self.losses

    @property
    def margin(self) -> int:
        """Half of the interval."""
        return round((self.high - self.low) / 2)

    def __str__(self) -> str:
        """As in `about 1450 ± 40, measured in 400 games`; random play is not measured."""
        if self.spec == RANDOM:
            return f"{self.rating}, from which all others are measured"
        return f"about {self.rating} ± {self.margin}, measured in {self.games} games"


@dataclass(frozen=True)
class RatingTable:
    """The agents of a game on one board, the strongest first, and how they were measured."""

    game: str
    parameters: Mapping[str, Value]
    seconds: float | None  # a move, for everybody; None: as long as each of them likes
    opening_plies: int
    seed: int
    python: str  # whose bytecode the fingerprints are of
    agents: tuple[Rated, ...]

    def of(self, name: str) -> Rated | None:
        """The rating of a preset or kind, or of a spec as it played."""
        for rated in self.agents:
            if name in rated.names or name == rated.spec:
                return rated
        return None

    def write(self, file: Path) -> None:
        """Write it, a line an agent."""
        head = {name: value for name, value in asdict(self).items() if name != "agents"}
        write_rows(file, head, "agents", map(asdict, self.agents))


def _make(found: Any) -> RatingTable:
    agents = tuple(Rated(**each) for each in found.pop("agents"))
    for rated in agents:
        if not rated.low <= rated.rating <= rated.high or not isinstance(rated.names, dict):
            raise ValueError(f"{rated.spec} has no rating")
    return RatingTable(**found, agents=agents)


RATINGS = DeclaredFile("ratings", "file of ratings", _make)
