"""`pg.arena`: tournaments between agents, and what they prove."""

from __future__ import annotations

import os.path
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plyground.errors import FileError, InvalidParameterError
from plyground.game import Game
from plyground.game.parameters import Value
from plyground.reading import excerpt, read_text
from plyground.verbs.arguments import checked
from plyground.verbs.result import GameLike, Result, as_game, drawn, reference_to
from plyground.vocabulary import Limit

if TYPE_CHECKING:
    from plyground.tournaments import GameRecord, Pairing, Plan, Tournament
    from plyground.tournaments.contest import ContestResult
    from plyground.tournaments.standings import Standing
    from plyground.tournaments.tables import Table

MOST_VALUES = 100  # of a sweep


@dataclass(frozen=True, repr=False)
class TournamentResult(Result):
    """The games of a tournament, and what they prove."""

    plan: Plan
    records: tuple[GameRecord, ...]
    sweep: str | None = None  # the parameter that was swept
    contest: ContestResult | None = None  # of a sequential test
    unplayable: tuple[str, ...] = ()  # why games are missing, an error of the rules for example

    def tables(self) -> list[Table]:
        """Cross table and standings; of a sweep, its table instead of the first."""
        return tables_of(self.records, self.sweep)

    def data(self) -> dict[str, Any]:
        """The plan, where everybody stands, and every game, as plain data for JSON."""
        plan = self.plan.description()
        return {
            "plan": plan,
            **data_of(self.records),
            "contest": None if self.contest is None else str(self.contest),
            "unplayable": list(self.unplayable),
        }

    def rows(self) -> list[dict[str, Any]]:
        """Where every agent stands, the highest rating first."""
        rows: list[dict[str, Any]] = data_of(self.records)["standings"]
        return rows

    def games(self) -> list[dict[str, Any]]:
        """A row a game."""
        rows: list[dict[str, Any]] = data_of(self.records)["games"]
        return rows

    def plot(self, file: str | Path) -> Path:
        """Draw the ratings, or the win rates of a sweep, into a file: .svg, .png or .pdf."""
        return plot_of(self.records, self.sweep, file)

    def picture(self) -> str:
        """The same figure, if there are games and Matplotlib is there to draw it."""
        return drawn(self.plot) if self.records else ""

    def html_tables(self) -> list[str]:
        """The same tables as in text."""
        return [table.html() for table in self.tables()]

    def __str__(self) -> str:
        """The tables."""
        return "\n\n".join(table.text() for table in self.tables())


def data_of(records: Sequence[GameRecord]) -> dict[str, Any]:
    """Every agent's spec, where it stands, the highest rating first, and every game, for JSON.

    Those that are `distinct` make the standings: see `plyground.tournaments.repeats`.
    """
    from plyground.agents import label_of
    from plyground.tournaments.repeats import counted_games
    from plyground.tournaments.standings import standings

    specs = dict.fromkeys(spec for record in records for spec in record.agents)
    return {
        "agents": {label_of(spec): spec for spec in specs},
        "distinct": len(counted_games(records)),
        "standings": [_standing_row(each) for each in (standings(records) if records else ())],
        "games": [
            {
                "first": label_of(record.agents[0]),
                "second": label_of(record.agents[1]),
                "winner": record.winning_agent and label_of(record.winning_agent),
                "reason": record.reason,
                "forfeit": record.forfeit,
                "plies": len(record.opening) + len(record.moves),
                "moves": " ".join((*record.opening, *(move.move for move in record.moves))),
            }
            for record in records
        ],
    }


def _standing_row(each: Standing) -> dict[str, Any]:
    from plyground.agents import label_of

    return {
        "agent": label_of(each.agent),
        "games": each.tally.games,
        "wins": each.tally.wins,
        "draws": each.tally.draws,
        "losses": each.tally.losses,
        "itself": {
            "games": each.itself.games,
            "first_wins": each.itself.wins,
            "second_wins": each.itself.losses,
            "draws": each.itself.draws,
        },
        "score": each.tally.score.value,
        "score_low": each.tally.score.low,
        "score_high": each.tally.score.high,
        "rating": each.rating.value,
        "rating_low": each.rating.low,
        "rating_high": each.rating.high,
        "milliseconds_per_move": each.effort.milliseconds_per_move,
        "forfeits": each.forfeits,
    }


def tables_of(records: Sequence[GameRecord], sweep: str | None = None) -> list[Table]:
    """Cross table and standings; of a sweep of that parameter, its table instead of the first."""
    from plyground.tournaments.tables import cross_table, standings_table, sweep_table

    if sweep is not None and records:
        return [standings_table(records), sweep_table(records, sweep)]
    return [cross_table(records), standings_table(records)]


def plot_of(records: Sequence[GameRecord], sweep: str | None, file: str | Path) -> Path:
    """Draw the ratings, or the win rates of a sweep of that parameter, into a file."""
    from plyground.tournaments import plots, standings

    if sweep is not None:
        return plots.plot_sweep(standings.sweep(records, sweep), sweep, file)
    return plots.plot_ratings(standings.standings(records), file)


@checked
def arena(
    game: GameLike,
    *agents: str | type | Sequence[str | type],
    pairs: int | None = None,
    gauntlet: bool = False,
    sweep: str | None = None,
    openings: str | Path | Sequence[Sequence[str]] | None = None,
    opening_plies: int | None = None,
    sprt: tuple[float, float] | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    game_seconds: float | None = None,
    grace: float = 0.1,
    move_timeout: float = 60.0,
    memory: float | None = None,
    seed: int = 1,
    store: str | Path | None = None,
    workers: int | None = None,
    cluster: str | None = None,
    hold: Callable[[Tournament], object] | None = None,
    **parameters: Value,
) -> TournamentResult:
    """
    Let agents play each other, and say who is better and how certain that is.

    Every two agents play `pairs` pairs of games from the same opening with the sides swapped. The
    options are those of `plyground arena`; `sprt` is the pair of its two ends. `hold` runs the
    tournament, by default to its end; a result is what it had when that returned.

    >>> import plyground as pg
    >>> result = pg.arena("tic_tac_toe", "perfect", "random", pairs=5, workers=1)
    >>> result.rows()[0]["agent"], result.rows()[0]["losses"]
    ('perfect', 0)
    """
    from plyground.tournaments import Conditions, Tournament, chosen_workplace, make_plan
    from plyground.tournaments.sprt import Sprt

    played = as_game(game, parameters)
    field, pairings = field_of(listed_agents(played, agents), gauntlet, sweep)
    limit = Limit(seconds, nodes, depth).or_none()
    plan = make_plan(
        reference_to(game),
        field,
        parameters=played.parameter_values,
        pairings=pairings,
        pairs=pairs,
        openings=_openings(played, openings),
        opening_plies=opening_plies,
        conditions=Conditions(limit, game_seconds, grace, move_timeout, memory),
        seed=seed,
        sprt=None if sprt is None else Sprt(*_two_ends(sprt)),
    )
    tournament = Tournament(plan, store, workplace=chosen_workplace(workers, cluster))
    (hold or _to_its_end)(tournament)
    return TournamentResult(
        plan,
        tuple(tournament.records),
        sweep and sweep.partition("=")[0].strip(),
        tournament.contest.result if tournament.contest else None,
        tuple(tournament.unplayable.values()),
    )


def _to_its_end(tournament: Tournament) -> None:
    tournament.run()


def _two_ends(sprt: tuple[float, float]) -> tuple[float, float]:
    if len(sprt) != 2:
        raise InvalidParameterError(f"sprt={sprt!r} must be two numbers, as in (0, 5)")
    return float(sprt[0]), float(sprt[1])


# --- who plays ----------------------------------------------------------------------------------


def listed_agents(game: Game[Any], given: Sequence[str | type | Sequence[str | type]]) -> list[str]:
    """The specs of the agents, each given alone or in a list."""
    return [
        spec_of(game, each)
        for some in given
        for each in ([some] if isinstance(some, str) or not isinstance(some, Iterable) else some)
    ]


def spec_of(game: Game[Any], given: Any) -> str:
    """What the agent is called: a spec as it is, a class by its name, under which it is known."""
    if isinstance(given, str):
        return given
    if not isinstance(given, type):
        raise InvalidParameterError(
            f"{given!r} is no agent to be made anew: give text such as 'alphabeta(depth=4)', or a "
            "class of yours"
        )
    from plyground.agents.custom import register
    from plyground.agents.kinds import is_foreign

    if not is_foreign(game, given.__name__):
        raise InvalidParameterError(
            f"{given.__name__} is the name of one of our agents too; call the class otherwise"
        )
    return register(given).__name__


def field_of(
    specs: Sequence[str], only_gauntlet: bool, sweep: str | None
) -> tuple[list[str], tuple[Pairing, ...] | None]:
    """The agents, those of a sweep in place of the first, and who plays whom."""
    from plyground.tournaments import gauntlet, ladder

    if sweep is None:
        if len(specs) < 2:
            raise InvalidParameterError("a tournament needs two agents at least, or --sweep")
        return list(specs), gauntlet(len(specs)) if only_gauntlet else None
    if only_gauntlet:
        raise InvalidParameterError("--sweep and --gauntlet both say who plays whom; take one")
    variants = _variants(specs[0], sweep)
    return [*variants, *specs[1:]], ladder(len(variants), len(specs) - 1)


def _variants(text: str, sweep: str) -> list[str]:
    """The spec with each value of a sweep, as in `depth=1..6`."""
    from plyground.agents import Spec, parse_spec

    base = parse_spec(text)
    name, equals, wanted = (part.strip() for part in sweep.partition("="))
    if not (name.isidentifier() and equals and wanted):
        raise InvalidParameterError(f"--sweep {sweep}: write it as depth=1..6 or c=0.2,0.4,0.8")
    variants = []
    for value in _values(sweep, wanted):
        given = parse_spec(f"agent({name}={value})").arguments
        plain = re.sub(r"[^\w.+#-]+", " ", value).strip()
        label = base.label and f"{base.label} {name} {plain}"
        variants.append(str(Spec(base.name, {**base.arguments, **given}, label)))
    return variants


def _values(sweep: str, wanted: str) -> list[str]:
    low, dots, high = wanted.partition("..")
    if not dots:
        listed = [value.strip() for value in wanted.split(",")]
        if not all(listed):
            raise InvalidParameterError(
                f"--sweep {sweep}: a value is empty; write c=0.2,0.4 without spare commas"
            )
        return listed
    try:
        values = list(map(str, range(int(low), int(high) + 1)[: MOST_VALUES + 1]))
    except ValueError:
        values = []
    if not 0 < len(values) <= MOST_VALUES:
        raise InvalidParameterError(
            f"--sweep {sweep}: a range goes up between whole numbers, as in depth=1..6, "
            f"and has {MOST_VALUES} values at most"
        )
    return values


def _openings(
    game: Game[Any], given: str | Path | Sequence[Sequence[str]] | None
) -> Sequence[tuple[str, ...]] | None:
    """The openings in a file, in text or in a list."""
    from plyground.tournaments import read_openings

    if given is None:
        return None
    if not isinstance(given, (str, Path)):
        try:
            return [tuple(opening) for opening in given]
        except TypeError as error:
            raise InvalidParameterError(f"openings={given!r} must be lists of moves") from error
    is_file = os.path.exists(given)  # noqa: PTH110 -- no error, whatever the text is
    if not is_file and Path(given).suffix:
        raise FileError(f"no file {excerpt(str(given))}")
    return read_openings(game, read_text(Path(given)) if is_file else str(given))
