"""Connect Four: the weights of the utility, and the tuning that section V.B of the report proposes.

The report would let the agent play itself, "observe changes in its ability to win (including how
quickly it is able to win) and make minute adjustments" to each attribute independently. Here a
game is worth more the sooner it is won, each weight in turn is moved a little up and down, and what
is worth more in the same openings is kept. That is the same for every seed; whether the weights it
ends with are better is seen in games from fresh openings.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from plyground.agents import agent
from plyground.game.registry import game
from plyground.kernel import popcount
from plyground.lab.experiment import Measurement, Results, Scale, Step
from plyground.lab.experiments.connect_four import between
from plyground.lab.findings import (
    DataTable,
    Findings,
    Row,
    above,
    all_of,
    claim,
    interval_text,
    is_better,
    rate_text,
)
from plyground.lab.tuning_evidence import Evidence, shipped_evidence
from plyground.tournaments.statistics import Interval, Tally, mean_interval, tally
from plyground.tournaments.tables import percent

EVIDENCE = "connect_four-utility"
NAMES = ("ones", "twos", "threes", "fatals")
START = (1, 4, 16, 24)
BEFORE = "utility(ones=1, twos=4, threes=16, fatals=24)"
EQUAL = "utility(ones=1, twos=1, threes=1, fatals=1)"
FALLING = "utility(ones=24, twos=16, threes=4, fatals=1)"
FRESH_PLIES = 6  # the tuning's openings have 4
HELP = 0.55  # points per game against the untuned weights

# --- tuning by speed --------------------------------------------------------------------------

CELLS = 42
OPENINGS, OPENING_PLIES, DEPTH, ROUNDS = 200, 4, 5, 3


def weighed(weights: str) -> str:
    """The utility-based agent with these weights."""
    return f"utility(evaluate={weights})"


def written(weights: Sequence[int]) -> str:
    """The utility with these weights."""
    given = ", ".join(f"{name}={value}" for name, value in zip(NAMES, weights, strict=True))
    return f"utility({given})"


def openings(count: int, plies: int, seed: int) -> list[Any]:
    """Positions after random plies, none of them finished."""
    played, chance = game("connect_four"), random.Random(seed)
    found: list[Any] = []
    while len(found) < count:
        position = played.start()
        for _ in range(plies):
            position = position.play(chance.choice(played.legal(position)))
        if played.legal(position):
            found.append(position)
    return found


def meet(one: Sequence[int], two: Sequence[int], starts: Sequence[Any], depth: int) -> list[int]:
    """Games of both from each position, each once as the first to move.

    A game counts the cells that were left empty, and 1 more, for the winner: 0 for a draw, negative
    for a loss of the first weights.
    """
    played = game("connect_four")
    rivals = [
        agent(played, f"utility(depth={depth}, evaluate={written(weights)})", 0)
        for weights in (one, two)
    ]
    found = []
    for start in starts:
        for first in (0, 1):
            position, mover = start, first
            while played.legal(position):
                position = position.play(rivals[mover].choose(position).move)
                mover = 1 - mover
            left = 1 + CELLS - popcount(position.mine | position.theirs)
            won = position.result() != 0  # by who moved last
            found.append(0 if not won else left if mover == 1 else -left)
    return found


def tune_by_speed() -> list[dict[str, Any]]:
    """Adjust each weight in turn; what was tried, what it was worth, and whether it was kept."""
    starts = openings(OPENINGS, OPENING_PLIES, seed=1)
    best: tuple[int, ...] = START
    worth = 0
    tried: list[dict[str, Any]] = []
    for round_ in range(1, ROUNDS + 1):
        before = best
        for place in range(len(NAMES)):
            for sign in (1, -1):
                weights = adjusted(best, place, sign)
                value = sum(meet(weights, START, starts, DEPTH)) if weights != best else worth
                kept = value > worth
                tried.append({"round": round_, "weights": weights, "value": value, "kept": kept})
                if kept:
                    best, worth = weights, value
                    break
        if best == before:
            break
    return tried


def adjusted(weights: Sequence[int], place: int, sign: int) -> tuple[int, ...]:
    """One of the weights a tenth larger or smaller, by 1 at least, and never below 0."""
    value = weights[place]
    step = max(1, round(value / 10))
    return (*weights[:place], max(0, value + sign * step), *weights[place + 1 :])


def tuned_weights(tried: Sequence[dict[str, Any]]) -> tuple[int, ...]:
    """The last weights that were kept."""
    kept = [START, *(tuple(each["weights"]) for each in tried if each["kept"])]
    return kept[-1]


def tune_and_meet(games: int, seed: int) -> dict[str, Any]:
    """Tune, then let the weights meet those before from fresh openings."""
    tried = tune_by_speed()
    starts = openings(games // 2, FRESH_PLIES, seed=1000 + seed)
    return {"tried": tried, "games": meet(tuned_weights(tried), START, starts, depth=5)}


# --- the experiment ---------------------------------------------------------------------------


def after(evidence: Evidence) -> str:
    """The weights that the tuning found."""
    return written([int(evidence.winner_values[f"evaluate.{name}"]) for name in NAMES])


def weights_steps(scale: Scale) -> list[Step]:
    """Tuned against untuned weights; rising against equal and falling ones."""
    tuned = after(shipped_evidence(EVIDENCE))
    steps: list[Step] = [
        between(key, [weighed(one), weighed(two)], scale.choose(*pairs), FRESH_PLIES, scale.seed)
        for key, one, two, pairs in (
            ("tuned", tuned, BEFORE, (250, 6000)),
            ("rising or equal", BEFORE, EQUAL, (250, 1000)),
            ("rising or falling", BEFORE, FALLING, (250, 1000)),
        )
    ]
    arguments = {"games": scale.choose(1500, 12_000), "seed": scale.seed}
    return [*steps, Measurement("by speed", tune_and_meet, arguments)]


def weights_conclude(results: Results) -> Findings:
    """Whether rising weights are good, and tuned ones better."""
    evidence, by_speed = shipped_evidence(EVIDENCE), results.measured("by speed")
    tuned, found = written(tuned_weights(by_speed["tried"])), by_speed["games"]
    met = {
        "tuned": tally(results.records("tuned"), weighed(after(evidence))),
        "equal": tally(results.records("rising or equal"), weighed(BEFORE)),
        "falling": tally(results.records("rising or falling"), weighed(BEFORE)),
        "speed": Tally(
            sum(game > 0 for game in found),
            sum(game == 0 for game in found),
            sum(game < 0 for game in found),
        ),
    }
    numbers = {
        "section-5b/order of weights": claim(
            all_of(is_better(met[name]) for name in ("equal", "falling")),
            f"1, 4, 16, 24 wins {rate_text(met['equal'])} games against equal weights and "
            f"{rate_text(met['falling'])} against falling ones.",
        ),
        "section-5b/tuning helps": claim(
            above(met["speed"].score, HELP),
            f"The report's way ends with {tuned}, {_scored(met['speed'])}. {_plies_text(found)} "
            f"Our own tuning ends with {after(evidence)}, {_scored(met['tuned'])}.",
        ),
    }
    names = {
        "tuned": "tuned by us against untuned",
        "equal": "untuned against equal",
        "falling": "untuned against falling",
        "speed": "tuned by speed against untuned",
    }
    rows: tuple[Row, ...] = tuple(
        (names[key], rate_text(each), percent(each.score.value)) for key, each in met.items()
    )
    table = DataTable("Weights at lookahead 5", ("", "games won", "points per game"), rows)
    return Findings(
        numbers,
        (table, _tuning_table(by_speed["tried"])),
        evidence.charts(),
        (_history(evidence),),
    )


def _scored(found: Tally) -> str:
    """What tuned weights are worth, in words."""
    points = Interval(*(100 * end for end in found.score))
    return (
        f"which score {interval_text(points, '.1f', ' points')} in 100 of {found.games} games "
        "against those before"
    )


def _plies_text(found: Sequence[int]) -> str:
    """How long games are that tuned and untuned weights win."""
    tuned, untuned = (
        mean_interval([CELLS + 1 - abs(worth) for worth in found if worth * sign > 0])
        for sign in (1, -1)
    )
    return (
        f"The games that they win have {interval_text(tuned, '.1f', ' plies')}, those that they "
        f"lose {interval_text(untuned, '.1f')}."
    )


def _tuning_table(tried: Sequence[dict[str, Any]]) -> DataTable:
    rows: tuple[Row, ...] = tuple(
        (each["round"], ", ".join(map(str, each["weights"])), each["value"], each["kept"])
        for each in tried
    )
    return DataTable(
        f"Tuning by speed, lookahead {DEPTH}, {2 * OPENINGS} games each",
        ("round", "weights", "worth", "kept"),
        rows,
        "Worth: empty cells at the end of games won, less those of games lost, each and 1 more.",
    )


def _history(evidence: Evidence) -> str:
    """What the tuning said of itself when it was done; it decides nothing here."""
    return (
        f"The weights tuned by us are from an earlier tuning, which ended so: {evidence.verdict()}"
    )


EXPERIMENTS = {
    "connect-four-weights": (weights_steps, weights_conclude),
}
