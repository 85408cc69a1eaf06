"""`Plan`: who plays whom, from which openings, under which conditions; and every game of it.

A plan is plain data. Its identity says whether two plans are the same tournament, which is how a
store knows what to resume; fingerprints of the agents' code are part of it. A game's seed depends
on nothing but the tournament's seed, the two agents, the number of the pair and the side, so adding
an agent leaves the others' games alone.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from plyground.agents import label_of, parse_spec
from plyground.agents.kinds import check_agent, draws_by_chance, is_foreign
from plyground.errors import (
    InvalidLimitError,
    InvalidParameterError,
)
from plyground.game import Game
from plyground.game.parameters import Value
from plyground.game.registry import game
from plyground.tournaments.fingerprint import fingerprint_of, fingerprint_of_loaded
from plyground.tournaments.guests import checked_fingerprints
from plyground.tournaments.identity import identity_of
from plyground.tournaments.openings import (
    Opening,
    check_opening,
    enough_openings,
    key_after,
    random_openings,
    usual_plies,
    warn_of_few,
)
from plyground.tournaments.parcels import Parcels, parcels_for
from plyground.vocabulary import LARGEST_BOUND, Limit

if TYPE_CHECKING:
    from plyground.tournaments.sprt import Sprt

MOST_GAMES = 1_000_000
Pairing = tuple[int, int]  # two agents, as numbers in the plan's list


@dataclass(frozen=True)
class Conditions:
    """What every move of a tournament is bound by.

    `limit` is the agent's limit for each move, `game_seconds` each side's time for a whole
    game. Whoever takes `grace` seconds more than that forfeits the game; so does an agent that has
    not answered after `move_timeout` seconds, whatever the limit, and one that makes its process
    grow by more than `memory` MB (of 2**20 bytes).
    """

    limit: Limit | None = None
    game_seconds: float | None = None
    grace: float = 0.1
    move_timeout: float = 60.0
    memory: float | None = None

    def __post_init__(self) -> None:
        """Refuse what bounds nothing."""
        for name in ("game_seconds", "grace", "move_timeout", "memory"):
            value = getattr(self, name)
            least = "at least 0" if name == "grace" else "positive"
            if value is not None and not (
                0 <= value <= LARGEST_BOUND and (value > 0 or name == "grace")
            ):
                raise InvalidLimitError(
                    f"{name}={value} must be {least} and at most {LARGEST_BOUND}"
                )
        seconds = self.limit.seconds if self.limit else None
        if seconds is not None and seconds + self.grace > self.move_timeout:
            raise InvalidLimitError(
                f"move_timeout={self.move_timeout} must be more than the limit of {seconds} seconds"
                f" and the grace of {self.grace} together"
            )


@dataclass(frozen=True)
class PlannedGame:
    """A game to be played: `agents[player]` plays that side after the opening."""

    number: int
    pair: int
    agents: tuple[str, str]
    opening: Opening
    seed: int


@dataclass(frozen=True)
class Plan:
    """A tournament before it is played: for each pairing, two games from every opening."""

    game: str  # a name, or a file of the user's
    parameters: Mapping[str, Value]
    agents: tuple[str, ...]
    pairings: tuple[Pairing, ...]
    openings: tuple[Opening, ...]
    conditions: Conditions = field(default_factory=Conditions)
    seed: int = 0
    code: Mapping[str, str] = field(default_factory=dict)  # the fingerprint of each agent
    loaded: Mapping[str, str] = field(default_factory=dict, compare=False)  # see `planned_code`
    sprt: Sprt | None = None  # ends the tournament, see `contest`

    def __post_init__(self) -> None:
        """Refuse a sequential test of more or less than two agents."""
        if self.sprt and (len({*self.agents}) != 2 or self.pairings != ((0, 1),)):
            raise InvalidParameterError("a contest is between two different agents")

    @property
    def game_count(self) -> int:
        """How many games there are to play."""
        return 2 * len(self.pairings) * len(self.openings)

    def games(self) -> Iterator[PlannedGame]:
        """Every game, numbered; all pairings play their first pair, then their second, ..."""
        number = 0
        for index, opening in enumerate(self.openings):
            for one, two in self.pairings:
                sides = (self.agents[one], self.agents[two])
                for agents in (sides, sides[::-1]):
                    seed = derived_seed(self.seed, *sides, index, number % 2)
                    yield PlannedGame(number, number // 2, agents, opening, seed)
                    number += 1

    def make_game(self) -> Game[Any]:
        """The game with its parameters."""
        return game(self.game, **self.parameters)

    @cached_property
    def parcels(self) -> Parcels:
        """What other processes must be given, because they would not find it by its name."""
        return parcels_for(self.game, self.agents)

    def description(self) -> dict[str, Any]:
        """The plan as data for JSON; `from_description` makes a plan of it again."""
        data = asdict(self)
        data["parameters"], data["code"] = dict(self.parameters), dict(self.code)
        del data["loaded"]  # which follows from the rest as long as nothing is edited
        if self.sprt is None:
            del data["sprt"]  # which plans of earlier versions have not
        return data

    @classmethod
    def from_description(cls, data: Mapping[str, Any]) -> Plan:
        """The plan that `description` described; `TypeError` and the like if it is none."""
        _check_description(data)
        from plyground.tournaments.sprt import Sprt

        conditions = dict(data["conditions"])
        limit = conditions.pop("limit")
        return cls(
            game=data["game"],
            parameters=data["parameters"],
            agents=tuple(data["agents"]),
            pairings=tuple((one, two) for one, two in data["pairings"]),
            openings=tuple(map(tuple, data["openings"])),
            conditions=Conditions(limit=limit and Limit(**limit), **conditions),
            seed=data["seed"],
            code=data.get("code", {}),  # plans of earlier versions have none
            sprt=Sprt(**data["sprt"]) if "sprt" in data else None,
        )

    @cached_property
    def identity(self) -> str:
        """Equal for equal tournaments between equal code."""
        return identity_of(self.description())


LISTED = (list, tuple)  # JSON has lists only
DESCRIBED: dict[str, type | tuple[type, ...]] = {
    **{"game": str, "parameters": dict, "conditions": dict, "seed": int},
    **{"agents": LISTED, "pairings": LISTED, "openings": LISTED},
}


def _check_description(data: Mapping[str, Any]) -> None:
    """Raise `TypeError` unless everything is of the kind that a plan describes itself with."""
    for name, kind in DESCRIBED.items():
        if not isinstance(data[name], kind):
            raise TypeError(f"its {name} are {data[name]!r:.40}")
    numbers = [number for pairing in data["pairings"] for number in pairing]
    if not all(isinstance(n, int) and 0 <= n < len(data["agents"]) for n in numbers):
        raise TypeError("its pairings are between agents that it has not")
    code = dict(data.get("code", {}))
    texts = [*data["agents"], *data["parameters"], *code, *code.values()]
    for opening in data["openings"]:
        if not isinstance(opening, LISTED):
            raise TypeError(f"an opening is {opening!r:.40}")
        texts += opening
    values = data["parameters"].values()
    if not all(isinstance(text, str) for text in texts) or not all(
        isinstance(value, int | str) for value in values
    ):
        raise TypeError("its agents, openings or parameters are no text")


def derived_seed(*parts: object) -> int:
    """A seed below 2**61 that depends on every part and on nothing else."""
    text = "\0".join(map(str, parts))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") >> 3


# --- who plays whom ---------------------------------------------------------------------------


def round_robin(count: int) -> tuple[Pairing, ...]:
    """Everybody against everybody."""
    return tuple((one, two) for one in range(count) for two in range(one + 1, count))


def gauntlet(count: int) -> tuple[Pairing, ...]:
    """The first against each of the others."""
    return tuple((0, two) for two in range(1, count))


def ladder(variants: int, opponents: int) -> tuple[Pairing, ...]:
    """Each variant against each opponent; without opponents, against the next variant."""
    if opponents == 0:
        return tuple((one, one + 1) for one in range(variants - 1))
    others = range(variants, variants + opponents)
    return tuple((one, two) for one in range(variants) for two in others)


# --- making a plan ----------------------------------------------------------------------------


def make_plan(
    reference: str,
    agents: Sequence[str],
    *,
    parameters: Mapping[str, Value] | None = None,
    pairings: Sequence[Pairing] | None = None,
    pairs: int | None = None,
    openings: Sequence[Opening] | None = None,
    opening_plies: int | None = None,
    conditions: Conditions | None = None,
    seed: int = 0,
    sprt: Sprt | None = None,
) -> Plan:
    """
    The plan of a tournament, everything in it checked.

    `reference` is the game's name or file. Without `pairings` it is a round robin. With `openings`,
    those are played in turn; otherwise they are `opening_plies` random moves, by default at most 4
    and fewer where games are short; more where two agents never draw by chance and would otherwise
    repeat games. `pairs` is the number of pairs of games
    for each pairing: by default one for every opening that is given, else 10. With a sequential
    test the first of two agents plays the second until that is decided, or all pairs are played.
    """
    played = game(reference, **(parameters or {}))
    specs = _different_agents(agents)
    parcels = parcels_for(reference, specs)
    code, loaded = _code_of(reference, played, specs, parcels)
    met = tuple(pairings) if pairings is not None else round_robin(len(specs))
    given = [check_opening(played, opening) for opening in openings or ()]
    wanted = pairs if pairs is not None else len(given) or 10
    if not met:
        raise InvalidParameterError("a tournament needs two agents at least")
    if wanted < 1 or 2 * wanted * len(met) > MOST_GAMES:
        raise InvalidParameterError(
            f"pairs={wanted} must be at least 1 and make at most {MOST_GAMES} games in all"
        )
    repeating = any(repeat_games(played, specs[one], specs[two]) for one, two in met)
    if given:
        chosen = tuple(given[index % len(given)] for index in range(wanted))
    else:
        plies, chance = opening_plies, derived_seed(seed, "openings")
        if plies is None and repeating:
            chosen = enough_openings(played, wanted, usual_plies(played), chance)
        else:
            plies = usual_plies(played) if plies is None else plies
            chosen = random_openings(played, wanted, plies, chance)
    if repeating and any(one != two for one, two in met):  # of an agent alone nothing is compared
        _check_enough(played, chosen)
    whole = played.parameter_values
    bounds = conditions or Conditions()
    return Plan(reference, whole, specs, met, chosen, bounds, seed, code, loaded, sprt)


def repeat_games(played: Game[Any], one: str, two: str) -> bool:
    """Whether two agents are known to play one game again and again from one opening."""
    return {draws_by_chance(type(played), spec) for spec in (one, two)} == {False}


def _check_enough(played: Game[Any], openings: Sequence[Opening]) -> None:
    """Say so if openings are repeated, between agents that would then repeat games."""
    distinct = len({key_after(played, opening) for opening in openings})
    if distinct < len(openings):
        warn_of_few(distinct, len(openings))


def renewed(plan: Plan) -> Plan:
    """Return the plan with the code as it is now, which is another run if any was edited."""
    code, loaded = _code_of(plan.game, plan.make_game(), plan.agents, plan.parcels)
    return replace(plan, code=code, loaded=loaded)


def _code_of(
    reference: str, played: Game[Any], specs: Iterable[str], parcels: Parcels
) -> tuple[dict[str, str], dict[str, str]]:
    """Both fingerprints of each agent."""
    found = {spec: _checked(reference, played, spec, parcels) for spec in dict.fromkeys(specs)}
    code, loaded = ({spec: both[n] for spec, both in found.items()} for n in (0, 1))
    return code, loaded


def _different_agents(texts: Sequence[str]) -> tuple[str, ...]:
    """The specs as they will be kept; refuses what is given twice, and labels of two agents."""
    specs = tuple(str(parse_spec(text)) for text in texts)
    check_labels(dict.fromkeys(specs))
    for spec in specs:
        if specs.count(spec) > 1 and len(specs) > 2:
            raise InvalidParameterError(
                f"{spec} is given twice; only a match of two may be between equal agents"
            )
    return specs


def check_labels(specs: Iterable[str]) -> None:
    """Refuse agents that tables would call the same."""
    shown = [label_of(spec) for spec in specs]
    for name in shown:
        if shown.count(name) > 1:
            raise InvalidParameterError(f"{name} names two agents; give each its own label")


def checked_code(reference: str, played: Game[Any], spec: str, parcels: Parcels) -> str:
    """The fingerprint of an agent; refuses what is none.

    Code of other people's runs in a process of its own.
    """
    return _checked(reference, played, spec, parcels)[0]


def _checked(reference: str, played: Game[Any], spec: str, parcels: Parcels) -> tuple[str, str]:
    if is_foreign(played, spec):
        return checked_fingerprints(reference, played, spec, parcels)
    check_agent(played, spec)
    return fingerprint_of(played, spec), fingerprint_of_loaded(played, spec)
