"""`pg.explore`: what is known of the moves of an opening."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plyground.errors import FileError, InvalidParameterError
from plyground.game import Game, Playthrough
from plyground.game.parameters import Value
from plyground.verbs.arguments import checked
from plyground.verbs.result import GameLike, PositionResult, as_playthrough, reference_to
from plyground.vocabulary import Limit, Move, Proven

if TYPE_CHECKING:
    from plyground.kernel import Monitor
    from plyground.tournaments.beginnings import Beginnings
    from plyground.tournaments.explorer import Choice

MOST_AGENTS = 3  # that a row names


@dataclass(frozen=True, repr=False)
class Explored(PositionResult):
    """The moves of a position: what is proven of each, who chose it, and what became of it."""

    games: int  # that were looked at, whether they came here or not
    choices: tuple[Choice, ...]
    proven: dict[Move, Proven]

    def rows(self) -> list[dict[str, Any]]:
        """A row for each move; moves that are images of each other share one."""
        game = self.reached.game
        return [
            {
                "moves": " ".join(map(game.format_move, choice.moves)),
                "proven": str(self.proven.get(choice.moves[0], "")),
                "games": choice.chosen.tally.games,
                "wins": choice.chosen.tally.wins,
                "draws": choice.chosen.tally.draws,
                "losses": choice.chosen.tally.losses,
                "agents": dict(choice.chosen.agents.most_common()),
            }
            for choice in self.choices
        ]

    def data(self) -> dict[str, Any]:
        return {**self.described(), "games": self.games, "moves": self.rows()}

    def __str__(self) -> str:
        """A line for each row."""
        game, outcome = self.reached.game, self.reached.game.outcome(self.reached.position)
        if outcome is not None:
            return f"The game is over: {game.describe(outcome)}."
        lines = [f"{'move':<14}{'proven':<14}{'games':>6}{'won':>6}{'drawn':>7}{'lost':>6}  by"]
        for row in self.rows():
            by = ", ".join(list(row["agents"])[:MOST_AGENTS])
            counts = f"{row['wins']:>6}{row['draws']:>7}{row['losses']:>6}" if row["games"] else ""
            moves = row["moves"] if len(row["moves"]) < 14 else f"{row['moves'][:11]}.."
            line = f"{moves:<14}{row['proven'] or '-':<14}{row['games']:>6}{counts}  {by}"
            lines.append(line.rstrip())
        lines.append(f"Won and lost are those of who makes the move, in {self.games} games.")
        return "\n".join(lines)


@checked
def explore(
    game: GameLike | Playthrough,
    position: Any = None,
    *,
    moves: str | Sequence[str | Move] = "",
    stores: Iterable[str | Path] = (),
    reference: str | None = None,
    seconds: float = 1.0,
    monitor: Monitor | None = None,
    **parameters: Value,
) -> Explored:
    """
    What is proven of each move after `moves`, how often agents chose it, and what became of it.

    Games are those that come with the game, and those in `stores` of the arena, where the game is
    called `reference`. Proofs are those of the book or of the solver, as far as it gets in
    `seconds`, which may be 0.

    >>> import plyground as pg
    >>> found = pg.explore("tic_tac_toe", moves="b2", seconds=5)
    >>> [(row["moves"], row["proven"]) for row in sorted(found.rows(), key=lambda r: r["moves"])]
    [('a1 c1 a3 c3', 'draw'), ('b1 a2 c2 b3', 'loss in 6')]
    """
    from plyground.tournaments.beginnings import OPENINGS, beginnings_in
    from plyground.tournaments.explorer import Explorer

    reached = as_playthrough(game, position, moves, parameters)
    played = reached.game
    known = OPENINGS.on_board(played)
    called = reference or reference_to(played)
    own = beginnings_in(_present(stores), called, played)
    explorer = Explorer(played, (*(known.games if known else ()), *own))
    proven = _proven(reached, seconds, monitor)
    choices = sorted(
        explorer.choices(reached.position),
        key=lambda choice: (
            -_rank(proven.get(choice.moves[0])),
            -choice.chosen.tally.games,
        ),
    )
    return Explored(reached, explorer.games, tuple(choices), proven)


def _rank(value: Proven | None) -> float:
    """Wins first, then what is not known, draws, and losses."""
    return 0.5 if value is None else float(value.result)


def _proven(reached: Playthrough, seconds: float, monitor: Monitor | None) -> dict[Move, Proven]:
    """What the solver of the game finds out about the moves in so many seconds."""
    from plyground.agents import agent
    from plyground.agents.presets import ANALYST

    limit = Limit(seconds=seconds or None)
    if seconds == 0 or not reached.game.legal(reached.position):
        return {}
    with agent(reached.game, ANALYST) as analyst:
        *_, known = (None, *analyst.analyse(reached.position, limit, monitor))
    moves = known.moves if known is not None else ()
    return {each.move: each.score for each in moves if isinstance(each.score, Proven)}


def _present(stores: Iterable[str | Path]) -> list[Path]:
    """The stores, all of which must be there."""
    try:
        paths = list(map(Path, stores))
    except TypeError as error:
        raise InvalidParameterError(f"stores={stores!r} must be a list of paths") from error
    for path in paths:
        if not path.exists():
            raise FileError(f"there is no store {path}; `plyground arena --store FILE` makes one")
    return paths


def gathered(reference: str, game: Game[Any], stores: Iterable[Path]) -> Beginnings:
    """How the games of some stores began, as a game may declare it."""
    from plyground.tournaments.beginnings import Beginnings, beginnings_in

    found = beginnings_in(_present(stores), reference, game)
    return Beginnings(game.name, game.parameter_values, found)
