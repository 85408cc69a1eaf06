"""Rating all agents of a game: who plays, a tournament in two parts, and the table that it gives.

First everybody plays everybody, from the same random openings with the sides swapped. Then those
who came out side by side play more, since only games between equals tell much. Ratings are those of
all games together (see `ratings`), moved so that random play has `ANCHOR`; intervals are those of
the distance to the mean of the pool.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from plyground.agents.kinds import check_agent, default_arguments, expanded, playable_kinds
from plyground.agents.presets import presets_of
from plyground.agents.rating_table import ANCHOR, RANDOM, Rated, RatingTable
from plyground.agents.spec import Spec, parse_spec
from plyground.errors import PlygroundError
from plyground.game import Game
from plyground.tournaments.executors import chosen_workplace
from plyground.tournaments.fingerprint import fingerprint_of
from plyground.tournaments.game_record import GameRecord
from plyground.tournaments.openings import usual_plies
from plyground.tournaments.plan import Conditions, Pairing, Plan, derived_seed, make_plan
from plyground.tournaments.standings import Standing, standings
from plyground.tournaments.tournament import Tournament
from plyground.vocabulary import Limit

KINDS = (RANDOM, "minimax", "alphabeta", "mcts", "policy", "alphazero", "perfect")  # as they are
BOUNDS = ("seconds", "nodes", "depth", "iterations", "game_seconds")
MIXED = ("adaptive",)  # what it plays is rated already
GRACE = 1.0  # seconds that nobody loses a game for: strength is measured, not punctuality
NEIGHBOURS = 2  # places in the first standings between those who play more


@dataclass(frozen=True)
class Rating:
    """What to measure with: the time of a move, how many pairs of games, and chance."""

    seconds: float | None = 0.1
    pairs: int = 2  # of everybody against everybody
    more: int = 6  # of those who come out side by side
    opening_plies: int | None = None
    seed: int = 1
    workers: int | None = None
    cluster: str | None = None


def as_played(game: Game[Any], text: str, seconds: float | None) -> str:
    """The spec of an agent with at most so many seconds a move, without a name of a preset.

    Agents that are the same then have the same text.
    """
    spec = expanded(game, parse_spec(text))
    usual = default_arguments(game, spec.name)
    given = {name: value for name, value in spec.arguments.items() if usual.get(name) != value}
    own = given.pop("seconds", usual.get("seconds"))
    if "seconds" in usual and not any(usual.get(b) or given.get(b) for b in BOUNDS[1:]):
        bounds = [bound for bound in (own, seconds) if isinstance(bound, (int, float))]
        given |= {"seconds": min(bounds)} if bounds else {}
    elif own is not None:
        given["seconds"] = own
    return str(Spec(spec.name, given))


def field_of(game: Game[Any], seconds: float | None) -> dict[str, dict[str, str]]:
    """Everybody who is rated, by what they play: the names, with what each stands for."""
    named = {name: preset.spec for name, preset in presets_of(game).items() if name not in MIXED}
    kinds = {kind: kind for kind in playable_kinds(game) if kind in KINDS and _plays(game, kind)}
    found: dict[str, dict[str, str]] = {}
    for name, spec in (kinds | named).items():
        found.setdefault(as_played(game, spec, seconds), {})[name] = spec
    return found


def _plays(game: Game[Any], kind: str) -> bool:
    """Whether a kind can play this game as it is; a solver may have to refuse a large board."""
    try:
        check_agent(game, kind)
    except PlygroundError:
        return False
    return True


def rate_agents(
    reference: str,
    game: Game[Any],
    how: Rating,
    hold: Callable[[Tournament], object],
    store: Path | None = None,
) -> RatingTable | None:
    """The table of a game, measured now; None if somebody stopped it before all had met.

    `hold` runs a tournament to its end. With a store, games that are in it are not played again.
    """
    field = field_of(game, how.seconds)
    specs = list(field)
    records: list[GameRecord] = []
    pairings: Sequence[Pairing] | None = None
    for part, pairs in enumerate((how.pairs, how.more)):
        if pairs:
            plan = _plan(reference, game, specs, how, pairings, pairs, part)
            tournament = Tournament(
                plan, store, workplace=chosen_workplace(how.workers, how.cluster)
            )
            hold(tournament)
            records += tournament.records
            if not part and not tournament.progress.complete:
                return None
        pairings = _neighbours(specs, standings(records))
    return _table(game, how, field, standings(records))


def _plan(
    reference: str,
    game: Game[Any],
    specs: Sequence[str],
    how: Rating,
    pairings: Sequence[Pairing] | None,
    pairs: int,
    part: int,
) -> Plan:
    limit = None if how.seconds is None else Limit(seconds=how.seconds)
    return make_plan(
        reference,
        specs,
        parameters=game.parameter_values,
        pairings=pairings,
        pairs=pairs,
        opening_plies=_plies(game, how),
        conditions=Conditions(limit, grace=GRACE),
        seed=derived_seed(how.seed, part),
    )


def _plies(game: Game[Any], how: Rating) -> int:
    """How many moves of each game are by chance; two at least, or games would be alike."""
    return max(2, usual_plies(game)) if how.opening_plies is None else how.opening_plies


def _neighbours(specs: Sequence[str], found: Sequence[Standing]) -> list[Pairing]:
    """Everybody against those at most `NEIGHBOURS` places below."""
    order = [specs.index(each.agent) for each in found]
    return [
        (one, two)
        for place, one in enumerate(order)
        for two in order[place + 1 : place + 1 + NEIGHBOURS]
    ]


def _table(
    game: Game[Any], how: Rating, field: Mapping[str, dict[str, str]], found: Sequence[Standing]
) -> RatingTable:
    by_spec = {each.agent: each for each in found}
    anchored = ANCHOR - by_spec[as_played(game, RANDOM, how.seconds)].rating.value
    agents = tuple(
        Rated(
            spec=each.agent,
            names=field[each.agent],
            rating=round(each.rating.value + anchored),
            low=round(each.rating.low + anchored),
            high=round(each.rating.high + anchored),
            wins=each.tally.wins,
            draws=each.tally.draws,
            losses=each.tally.losses,
            code=fingerprint_of(game, each.agent),
        )
        for each in found
    )
    return RatingTable(
        game=game.name,
        parameters=game.parameter_values,
        seconds=how.seconds,
        opening_plies=_plies(game, how),
        seed=how.seed,
        python=f"{sys.version_info.major}.{sys.version_info.minor}",
        agents=agents,
    )


# --- whether a table is still about the same agents -----------------------------------------------


def changes_since(game: Game[Any], table: RatingTable) -> list[str]:
    """What is no longer as it was when the table was measured, in sentences.

    Fingerprints can be compared where the version of Python is the same.
    """
    now = field_of(replace_parameters(game, table), table.seconds)
    return [*_other_specs(now, table), *_other_code(game, now, table)]


def replace_parameters(game: Game[Any], table: RatingTable) -> Game[Any]:
    """The game on the board that the table is about."""
    return replace(game, **table.parameters) if table.parameters else game


def _other_specs(now: Mapping[str, dict[str, str]], table: RatingTable) -> list[str]:
    found = []
    names = {name: spec for named in now.values() for name, spec in named.items()}
    rated = {name: spec for each in table.agents for name, spec in each.names.items()}
    for name, spec in names.items():
        if name not in rated:
            found.append(f"{name} was not rated")
        elif rated[name] != spec:
            found.append(f"{name} was rated as {rated[name]} and is {spec} now")
    found += [f"{name} was rated and is gone" for name in rated if name not in names]
    return found


def _other_code(
    game: Game[Any], now: Mapping[str, dict[str, str]], table: RatingTable
) -> list[str]:
    if table.python != f"{sys.version_info.major}.{sys.version_info.minor}":
        return []
    return [
        f"the code of {each.spec} has changed"
        for each in table.agents
        if each.spec in now and fingerprint_of(game, each.spec) != each.code
    ]
