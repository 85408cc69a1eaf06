"""Records summed up: where each agent stands, and how one agent does as a parameter changes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from operator import itemgetter
from typing import TypeAlias

from plyground.agents.spec import Spec, label_of, parse_spec
from plyground.errors import InvalidSpecError, InvalidStatisticError
from plyground.tournaments.game_record import GameRecord
from plyground.tournaments.ratings import ratings
from plyground.tournaments.repeats import counted_games
from plyground.tournaments.statistics import (
    Effort,
    Interval,
    Tally,
    against_others,
    efficiencies,
    efforts,
    forfeits,
    head_to_head,
    tallies,
)

MOST_NOTES = 5  # about forfeits
Setting: TypeAlias = int | float | str


@dataclass(frozen=True)
class Standing:
    """One agent: its games against others, its rating in the pool, and what its moves cost."""

    agent: str
    tally: Tally
    itself: Tally  # its games against itself, as the side that moved first
    rating: Interval
    effort: Effort  # over all of its moves
    milliseconds_per_win: float | None  # over its games against others
    forfeits: int


def standings(records: Sequence[GameRecord]) -> list[Standing]:
    """Every agent of the records, the highest rating first; repeated games do not count."""
    records = counted_games(records)
    results = head_to_head(records)
    totals, strength, lost = tallies(results), ratings(results), forfeits(records)
    spent, spent_on_others = efforts(records), efforts(against_others(records))
    found = [
        Standing(
            agent,
            total,
            results.get((agent, agent), Tally()),
            strength[agent],
            spent[agent],
            spent_on_others.get(agent, Effort()).milliseconds_per_win(total.wins),
            lost.get(agent, 0),
        )
        for agent, total in totals.items()
    ]
    return sorted(found, key=lambda each: (-each.rating.value, each.agent))


@dataclass(frozen=True)
class SweepRow:
    """One setting of a sweep: the agent with it, how it did against others, and at what cost."""

    setting: Setting
    agent: str
    tally: Tally
    effort: Effort
    efficiency: float  # eta of the Bamboo report, equation 9

    @property
    def milliseconds_per_win(self) -> float | None:
        """Time spent for each win; None without wins."""
        return self.effort.milliseconds_per_win(self.tally.wins)


def sweep(
    records: Sequence[GameRecord], parameter: str, agent: str | None = None
) -> list[SweepRow]:
    """The agents that differ in that parameter alone, by its value: numbers first, then words.

    `agent` is their spec without the parameter, as in `alphabeta(order=outer)`. It may be left out
    where one agent has more settings than any other.
    """
    others = against_others(counted_games(records))
    totals, spent = tallies(head_to_head(others)), efforts(others)
    ladder = _ladder(list(totals), parameter, agent)
    settings = sorted(ladder, key=lambda setting: (isinstance(setting, str), setting))
    names = [ladder[setting] for setting in settings]
    rates = [totals[name].win_rate.value for name in names]
    etas = efficiencies(rates, [spent[name].seconds / totals[name].games for name in names])
    return [
        SweepRow(setting, name, totals[name], spent[name], eta)
        for setting, name, eta in zip(settings, names, etas, strict=True)
    ]


def _ladder(agents: Sequence[str], parameter: str, wanted: str | None) -> dict[Setting, str]:
    """The specs of one ladder by their value of the parameter."""
    ladders: dict[str, dict[Setting, str]] = {}
    for text in agents:
        without, setting = _split(text, parameter)
        if setting is not None:
            ladders.setdefault(without, {})[setting] = text
    if wanted is not None:
        named = _written(parse_spec(wanted))
        if named in ladders:
            return ladders[named]
    known = ", ".join(sorted(ladders)) or f"none; the agents are {', '.join(agents) or 'none'}"
    if wanted is not None or not ladders:
        who = "no agent" if wanted is None else f"no agent {wanted}"
        raise InvalidStatisticError(
            f"{who} with a parameter {parameter!r} played others; with it there are {known}"
        )
    longest = max(map(len, ladders.values()))
    candidates = [ladder for ladder in ladders.values() if len(ladder) == longest]
    if len(candidates) > 1:
        raise InvalidStatisticError(
            f"several agents have settings of {parameter!r}: name one of {known}"
        )
    return candidates[0]


def _split(text: str, parameter: str) -> tuple[str, Setting | None]:
    """The spec without the parameter, and the parameter's value; None where it has none."""
    try:
        spec = parse_spec(text)
    except InvalidSpecError:
        return text, None
    setting = spec.arguments.get(parameter)
    if setting is None:
        return text, None
    rest = {name: value for name, value in spec.arguments.items() if name != parameter}
    return _written(Spec(spec.name, rest)), str(setting) if isinstance(setting, Spec) else setting


def _written(spec: Spec) -> str:
    """The spec with its arguments in alphabetical order, so that equal ones read alike."""
    return str(Spec(spec.name, dict(sorted(spec.arguments.items(), key=itemgetter(0)))))


def forfeit_notes(records: Sequence[GameRecord]) -> Iterator[str]:
    """Say how often each agent forfeited in each way, and why the first time."""
    found: dict[tuple[str, str], list[str]] = {}
    for record in records:
        if record.forfeit and record.winner is not None:
            kind, _, _ = record.reason.partition(":")
            found.setdefault((record.agents[1 - record.winner], kind), []).append(record.reason)
    for (agent, _), reasons in islice(found.items(), MOST_NOTES):
        times = "once" if len(reasons) == 1 else f"{len(reasons)} times, at first"
        yield f"{label_of(agent)} forfeited {times}: {reasons[0]}"
    if len(found) > MOST_NOTES:
        yield "The records of the games say why others forfeited."
