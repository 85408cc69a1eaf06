"""Connect Four: the easy agent against itself, and the weights of the utility.

The report does not say who player 1 and player 2 are. Here both are the agent that the table names;
other readings are shown beside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from plyground.lab.experiment import Games, Results, Scale, Step
from plyground.lab.findings import (
    DataTable,
    Finding,
    Findings,
    Row,
    all_of,
    claim,
    is_better,
    of_interval,
    rate_text,
    share,
)
from plyground.lab.sources import read_report
from plyground.lab.tuning_evidence import Evidence, shipped_evidence
from plyground.tournaments import GameRecord, make_plan
from plyground.tournaments.statistics import Interval, first_player_tally, mean_interval, tally
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
    """Who won, how many plies a game had, and what games and turns took."""
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

READING_COLUMNS = ("", "games", *SHARES, "plies a game", "p")
READING_NOTE = (
    "p: how likely two samples of one and the same kind of games are to differ this much in wins, "
    "losses and draws (chi-square); plies are those that the agents chose."
)


class Printed(NamedTuple):
    """What a table of the report says of who won."""

    games: int
    shares: tuple[float, ...]  # as in `SHARES`
    plies: float


def printed(place: str) -> Printed:
    """The report's own shares."""
    source = next(each for each in read_report("connect_four").sources if each.key == place)
    values = {number.row: float(number.value or 0) for number in source.numbers}
    shares = tuple(values[row] for row in SHARES)
    return Printed(source.numbers[0].games, shares, values["plies a game"])


def counts_by_result(records: Sequence[GameRecord]) -> list[int]:
    """Wins of player 1, of player 2, and draws."""
    found = first_player_tally(records)
    return [found.wins, found.losses, found.draws]


def reading_p_value(records: Sequence[GameRecord], place: str) -> float:
    """How likely the report's games and these are to differ as they do if they are of one kind."""
    from scipy.stats import chi2_contingency  # type: ignore[import-untyped]

    report = printed(place)
    theirs = [round(part * report.games) for part in report.shares]
    return float(chi2_contingency([counts_by_result(records), theirs]).pvalue)


def p_text(p: float) -> str:
    """A p-value to two digits."""
    return f"{p:.2g}" if p >= 0.001 else "< 0.001"


def reading(name: str, records: Sequence[GameRecord], place: str) -> Row:
    """A row for one way to read a table."""
    games = len(records)
    parts = [percent(part / games) for part in counts_by_result(records)]
    plies = sum(len(record.moves) for record in records) / games
    return (name, games, *parts, round(plies, 1), p_text(reading_p_value(records, place)))


def readings_table(title: str, rows: Sequence[Row], place: str) -> DataTable:
    """Ways to read a table, the report's own numbers last."""
    report = printed(place)
    parts = [percent(part) for part in report.shares]
    last: Row = ("the report", report.games, *parts, report.plies, "")
    return DataTable(title, READING_COLUMNS, (*rows, last), READING_NOTE)


# --- Tables I and II --------------------------------------------------------------------------


def easy(depth: int) -> str:
    """The report's easy agent."""
    return f"easy(depth={depth})"


def easy_steps(scale: Scale) -> list[Step]:
    """The agent against itself, and against those that look a ply or two less ahead."""
    steps: list[Step] = []
    for depth, quick, games in ((5, 300, 10_000), (7, 60, 1000)):
        wanted = scale.choose(quick, games)
        steps.append(alone(f"lookahead {depth}", [easy(depth)], wanted // 2, 0, scale.seed))
        for less, pairs in ((1, wanted), (2, scale.choose(60, 1000))):
            # in half of the games the one that looks less far ahead is player 1
            rivals, key = [easy(depth - less), easy(depth)], f"{less} less than {depth}"
            steps.append(between(key, rivals, pairs, 0, scale.seed))
    return steps


def easy_conclude(results: Results) -> Findings:
    """Shares of wins, and the other reading."""
    numbers: dict[str, Finding] = {}
    tables = []
    for depth, place in zip(DEPTHS, ("table-1", "table-2"), strict=True):
        records = results.records(f"lookahead {depth}")
        rivals = results.records(f"1 less than {depth}")
        less, more = (played_by(rivals, easy(each)) for each in (depth - 1, depth))
        least = played_by(results.records(f"2 less than {depth}"), easy(depth - 2))
        numbers |= shares_of(place, records, _looking_less(depth, (less, least), place))
        rows = [
            reading(f"{easy(depth)}, both", records, place),
            reading(f"{easy(depth - 1)} against {easy(depth)}", less, place),
            reading(f"{easy(depth - 2)} against {easy(depth)}", least, place),
            reading(f"{easy(depth)} against {easy(depth - 1)}", more, place),
        ]
        title = f"Lookahead {depth}: who could have been player 1 and 2"
        tables.append(readings_table(title, rows, place))
    return Findings(numbers, tables)


def _looking_less(depth: int, readings: Sequence[Sequence[GameRecord]], place: str) -> str:
    """What comes out where player 1 looks one ply less ahead, and two plies, in a sentence."""
    seen = []
    for less, records in enumerate(readings, 1):
        ours = " / ".join(percent(part / len(records)) for part in counts_by_result(records))
        p = p_text(reading_p_value(records, place))
        seen.append(f"with {depth - less} against {depth} {ours} of {len(records)} games (p {p})")
    theirs = " / ".join(percent(part) for part in printed(place).shares)
    return (
        "Wins of player 1, of player 2 and draws, if player 1 looks fewer plies ahead: "
        f"{', '.join(seen)}; the report has {theirs}."
    )


# --- the weights ------------------------------------------------------------------------------

EVIDENCE = "connect_four-utility"
BEFORE = "utility(ones=1, twos=4, threes=16, fatals=24)"
EQUAL = "utility(ones=1, twos=1, threes=1, fatals=1)"
FALLING = "utility(ones=24, twos=16, threes=4, fatals=1)"
FRESH_PLIES = 6  # the tuning's openings have 4


def weighed(weights: str) -> str:
    """The utility-based agent with these weights."""
    return f"utility(evaluate={weights})"


def after(evidence: Evidence) -> str:
    """The weights that the tuning found."""
    names = ("ones", "twos", "threes", "fatals")
    values = (f"{name}={evidence.winner_values[f'evaluate.{name}']}" for name in names)
    return f"utility({', '.join(values)})"


def weights_steps(scale: Scale) -> list[Step]:
    """Tuned against untuned weights; rising against equal and falling ones."""
    tuned = after(shipped_evidence(EVIDENCE))
    pairs = scale.choose(100, 1000)
    steps: list[Step] = []
    for key, one, two in (
        ("tuned", tuned, BEFORE),
        ("rising or equal", BEFORE, EQUAL),
        ("rising or falling", BEFORE, FALLING),
    ):
        rivals = [weighed(one), weighed(two)]
        steps.append(between(key, rivals, pairs, FRESH_PLIES, scale.seed))
    return steps


def weights_conclude(results: Results) -> Findings:
    """Whether rising weights are good, and tuned ones better."""
    evidence = shipped_evidence(EVIDENCE)
    tuned = after(evidence)
    met = {
        "tuned": tally(results.records("tuned"), weighed(tuned)),
        "equal": tally(results.records("rising or equal"), weighed(BEFORE)),
        "falling": tally(results.records("rising or falling"), weighed(BEFORE)),
    }
    numbers = {
        "section-5b/order of weights": claim(
            all_of(is_better(met[name]) for name in ("equal", "falling")),
            f"1, 4, 16, 24 wins {rate_text(met['equal'])} games against equal weights and "
            f"{rate_text(met['falling'])} against falling ones.",
        ),
        "section-5b/tuning helps": claim(
            is_better(met["tuned"]),
            f"{tuned} wins {rate_text(met['tuned'])} games against {BEFORE}.",
        ),
    }
    rows: tuple[Row, ...] = tuple(
        (f"{one} against {two}", rate_text(found), percent(found.score.value))
        for (one, two), found in zip(
            (("tuned", "untuned"), ("untuned", "equal"), ("untuned", "falling")),
            met.values(),
            strict=True,
        )
    )
    table = DataTable("Weights at lookahead 5", ("", "games won", "points per game"), rows)
    return Findings(numbers, (table,), evidence.charts(), (_history(evidence),))


def _history(evidence: Evidence) -> str:
    """What the tuning said of itself when it was done; it decides nothing here."""
    return f"The weights are from an earlier tuning, which ended so: {evidence.verdict()}"


EXPERIMENTS = {
    "connect-four-easy": (easy_steps, easy_conclude),
    "connect-four-weights": (weights_steps, weights_conclude),
}
