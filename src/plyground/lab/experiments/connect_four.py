"""Connect Four: the easy agent against itself.

The report does not say who player 1 and player 2 are. Here both are the agent that the table names;
other readings are shown beside it, each by the specs of its agents.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from plyground.lab.experiment import Games, Results, Scale, Step
from plyground.lab.findings import DataTable, Finding, Findings, Row, of_interval, share
from plyground.lab.sources import ReportNumber, read_report
from plyground.lab.verdicts import AGREES, judge, p_text
from plyground.tournaments import GameRecord, make_plan
from plyground.tournaments.repeats import counted_games
from plyground.tournaments.statistics import Interval, first_player_tally, mean_interval
from plyground.tournaments.tables import percent

DEPTHS = (5, 7)
SHARES = ("player 1 wins", "player 2 wins", "draws")


def alone(key: str, specs: Sequence[str], pairs: int, plies: int, seed: int) -> Games:
    """Agents against themselves."""
    return between(key, specs, pairs, plies, seed, [(n, n) for n in range(len(specs))])


def between(
    key: str,
    specs: Sequence[str],
    pairs: int,
    plies: int,
    seed: int,
    pairings: Sequence[tuple[int, int]] = ((0, 1),),
) -> Games:
    """Agents against each other."""
    plan = make_plan(
        "connect_four", specs, pairings=pairings, pairs=pairs, opening_plies=plies, seed=seed
    )
    return Games(key, plan)


def played_by(records: Sequence[GameRecord], first: str) -> list[GameRecord]:
    """The games in which that agent is player 1."""
    return [record for record in records if record.agents[0] == first]


def shares_of(place: str, records: Sequence[GameRecord], note: str = "") -> dict[str, Finding]:
    """Who won, how many plies a game had, and what games and turns took; repeats count once."""
    records = counted_games(records)
    found, games = first_player_tally(records), len(records)
    spent = [move.statistics.seconds for record in records for move in record.moves]
    plies = mean_interval([len(record.moves) for record in records])
    return {
        f"{place}/player 1 wins/value": share(found.wins, games, note),
        f"{place}/player 2 wins/value": share(found.losses, games, note),
        f"{place}/draws/value": share(found.draws, games, note),
        f"{place}/total seconds/value": Finding(sum(spent)),
        f"{place}/seconds a game/value": Finding(sum(spent) / games),
        f"{place}/milliseconds a turn/value": Finding(1000 * sum(spent) / len(spent)),
        f"{place}/plies a game/value": of_interval(plies, games),
    }


def per_turn(found: Sequence[tuple[float, int]]) -> Interval:
    """What a turn takes, from what each game took and its turns; the interval is over games."""
    total, turns = (sum(column) for column in zip(*found, strict=True))
    rate = total / turns
    spread = mean_interval([took - rate * count for took, count in found]).margin
    reach = spread * len(found) / turns
    return Interval(rate, rate - reach, rate + reach)


# --- readings of a table ----------------------------------------------------------------------

READING_COLUMNS = ("", "games", *SHARES, "plies a game", "p", "fits")
READING_NOTE = (
    "p: how likely two samples of one and the same kind of games are to differ this much in wins, "
    "losses and draws (chi-square); plies are those that the agents chose; fits: rows of the "
    "report that the reading reproduces, or does not differ from."
)
SWAPPED = ", player 2 begins"


class Printed(NamedTuple):
    """What a table of the report says of who won."""

    games: int
    numbers: dict[str, ReportNumber]  # by row

    @property
    def shares(self) -> list[float]:
        """In the order of `SHARES`."""
        return [float(self.numbers[row].value or 0) for row in SHARES]


def printed(place: str) -> Printed:
    """The report's own shares."""
    source = next(each for each in read_report("connect_four").sources if each.key == place)
    numbers = {number.row: number for number in source.numbers}
    return Printed(source.numbers[0].games, numbers)


def counts_by_result(records: Sequence[GameRecord], swapped: bool = False) -> list[int]:
    """Wins of player 1, of player 2, and draws; `swapped` if player 2 begins."""
    found = first_player_tally(records)
    first, second = (found.losses, found.wins) if swapped else (found.wins, found.losses)
    return [first, second, found.draws]


def reading_p_value(records: Sequence[GameRecord], place: str, swapped: bool = False) -> float:
    """How likely the report's games and these are to differ as they do if they are of one kind."""
    from scipy.stats import chi2_contingency  # type: ignore[import-untyped]

    report = printed(place)
    theirs = [round(part * report.games) for part in report.shares]
    return float(chi2_contingency([counts_by_result(records, swapped), theirs]).pvalue)


def fitting_rows(records: Sequence[GameRecord], place: str, swapped: bool = False) -> str:
    """The rows of the table that these games do not contradict."""
    records = counted_games(records)
    numbers, games = printed(place).numbers, len(records)
    found = {
        row: share(part, games)
        for row, part in zip(SHARES, counts_by_result(records, swapped), strict=True)
    }
    found["plies a game"] = of_interval(
        mean_interval([len(record.moves) for record in records]), games
    )
    fits = [row for row, seen in found.items() if judge(numbers[row], seen).state in AGREES]
    return ", ".join(fits) or "none"


def reading(name: str, records: Sequence[GameRecord], place: str, swapped: bool = False) -> Row:
    """A row for one way to read a table."""
    records = counted_games(records)
    games = len(records)
    parts = [percent(part / games) for part in counts_by_result(records, swapped)]
    plies = sum(len(record.moves) for record in records) / games
    p = p_text(reading_p_value(records, place, swapped))
    return (name, games, *parts, round(plies, 1), p, fitting_rows(records, place, swapped))


def readings_table(title: str, rows: Sequence[Row], place: str) -> DataTable:
    """Ways to read a table, the report's own numbers last."""
    report = printed(place)
    parts = [percent(part) for part in report.shares]
    plies = report.numbers["plies a game"].value
    last: Row = ("the report", report.games, *parts, plies, "", "")
    return DataTable(title, READING_COLUMNS, (*rows, last), READING_NOTE)


# --- Tables I and II --------------------------------------------------------------------------


def easy(depth: int) -> str:
    """The report's easy agent; it plays no move that it sees losing."""
    return f"easy(depth={depth})"


def any_column(depth: int) -> str:
    """The same as section IV.A says it: without a win in sight, any valid column."""
    return f"any_column(depth={depth})"


def easy_steps(scale: Scale) -> list[Step]:
    """The agent against itself, against those that look less far ahead, and by section IV.A."""
    steps: list[Step] = []
    for depth, quick, games in ((5, 300, 10_000), (7, 300, 1000)):
        wanted, seed = scale.choose(quick, games), scale.seed
        both = [easy(depth), any_column(depth)]
        steps.append(alone(f"lookahead {depth}", both, wanted // 2, 0, seed))
        for less, pairs in ((1, wanted), (2, scale.choose(60, 1000))):
            # in half of the games the one that looks less far ahead is player 1
            rivals, key = [easy(depth - less), easy(depth)], f"{less} less than {depth}"
            steps.append(between(key, rivals, pairs, 0, seed))
        steps.append(between(f"mixed {depth}", both, scale.choose(60, 1000), 0, seed))
    return steps


def easy_readings(results: Results, depth: int) -> dict[str, list[GameRecord]]:
    """The games of every reading of who player 1 and 2 are."""
    alike = results.records(f"lookahead {depth}")
    one, two = (results.records(f"{less} less than {depth}") for less in (1, 2))
    mixed = results.records(f"mixed {depth}")
    own, blind = easy(depth), any_column(depth)
    return {
        f"{own}, both": played_by(alike, own),
        f"{easy(depth - 1)} against {own}": played_by(one, easy(depth - 1)),
        f"{easy(depth - 2)} against {own}": played_by(two, easy(depth - 2)),
        f"{own} against {easy(depth - 1)}": played_by(one, own),
        f"{blind}, both": played_by(alike, blind),
        f"{blind} against {own}": played_by(mixed, blind),
        f"{own} against {blind}": played_by(mixed, own),
    }


def easy_conclude(results: Results) -> Findings:
    """Shares of wins, and the other readings."""
    numbers: dict[str, Finding] = {}
    tables = []
    for depth, place in zip(DEPTHS, ("table-1", "table-2"), strict=True):
        found = easy_readings(results, depth)
        first, *others = found
        note = _readings_text({name: found[name] for name in others}, place)
        numbers |= shares_of(place, found[first], note)
        rows = [
            reading(f"{name}{SWAPPED if swapped else ''}", records, place, swapped)
            for name, records in found.items()
            for swapped in ((False, True) if name.endswith("both") else (False,))
        ]
        title = f"Lookahead {depth}: who could have been player 1 and 2"
        tables.append(readings_table(title, rows, place))
    return Findings(numbers, tables)


def _readings_text(readings: Mapping[str, Sequence[GameRecord]], place: str) -> str:
    """What comes out of each reading, in a sentence."""
    seen = []
    for name, played in readings.items():
        records = counted_games(played)
        ours = " / ".join(percent(part / len(records)) for part in counts_by_result(records))
        p = p_text(reading_p_value(records, place))
        seen.append(f"with {name} {ours} of {len(records)} games (p {p})")
    theirs = " / ".join(percent(part) for part in printed(place).shares)
    return (
        f"Wins of player 1, of player 2 and draws in other readings: {', '.join(seen)}; "
        f"the report has {theirs}."
    )


EXPERIMENTS = {
    "connect-four-easy": (easy_steps, easy_conclude),
}
