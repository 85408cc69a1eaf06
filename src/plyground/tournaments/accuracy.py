"""Accuracy: how often an agent's move is right, with an exact solver as the judge.

A move *keeps the value* if the player still gets the result that the position is worth; it is
*best* if it also wins soonest or loses latest. Where every move keeps the value nobody can err, so
the share is also given over the positions in which one can.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from plyground.agents import agent as make_agent
from plyground.game import Game
from plyground.tournaments.judged_positions import Draw, JudgedPosition, judged_positions
from plyground.tournaments.statistics import Interval, wilson
from plyground.tournaments.tables import AGENT, INTERVAL_FIELDS, INTERVALS, Column, Table, quantity

PHASES = 6  # that a game with as many moves as cells is cut into
WHOLE = "all"


@dataclass(frozen=True)
class Answer:
    """What an agent chose in a position, and how long it took."""

    judged: JudgedPosition
    keeps: bool
    best: bool
    seconds: float


@dataclass(frozen=True)
class AccuracyRow:
    """How often an agent was right in one phase of the game, or in all."""

    agent: str
    phase: str
    positions: int
    keeps: Interval
    best: Interval
    can_err: int  # positions in which a move gives the value away
    keeps_there: Interval
    seconds: float  # for a move

    @classmethod
    def of(cls, agent: str, phase: str, answers: Sequence[Answer]) -> AccuracyRow:
        """The shares of these answers."""
        there = [each for each in answers if each.judged.can_err]
        return cls(
            agent,
            phase,
            len(answers),
            wilson(sum(each.keeps for each in answers), len(answers)),
            wilson(sum(each.best for each in answers), len(answers)),
            len(there),
            wilson(sum(each.keeps for each in there), len(there)),
            sum(each.seconds for each in answers) / len(answers),
        )

    def data(self) -> dict[str, Any]:
        """As plain data; the shares with the ends of their intervals."""
        found: dict[str, Any] = {"agent": self.agent, "phase": self.phase}
        found["positions"] = self.positions
        for name in ("keeps", "best"):
            found |= _ends(name, getattr(self, name))
        found["can_err"] = self.can_err
        return {**found, **_ends("keeps_there", self.keeps_there), "seconds": self.seconds}


def _ends(name: str, share: Interval) -> dict[str, float]:
    return {name: share.value, f"{name}_low": share.low, f"{name}_high": share.high}


def answers_of(
    game: Game[Any],
    spec: str,
    judged: Sequence[JudgedPosition],
    seed: int,
    report: Callable[[], None] | None = None,
    clock: Callable[[], float] = time.perf_counter,
) -> list[Answer]:
    """What the agent chooses in each position, of which it knows no more than the position."""
    found = []
    with make_agent(game, spec, seed) as agent:
        for each in judged:
            agent.new_game()
            agent.prepare(each.position)
            begun = clock()
            move = agent.choose(each.position).move
            seconds = clock() - begun
            found.append(Answer(each, move in each.keeping, move in each.best, seconds))
            if report is not None:
                report()
    return found


@dataclass(frozen=True)
class Examiner:
    """Judges positions, and examines agents, in this process."""

    game: Game[Any]

    def judged_positions(
        self, wanted: Draw, nodes: int, report: Callable[[int], None]
    ) -> tuple[list[JudgedPosition], int]:
        """The positions that the solver settled, and the number of those that it did not."""
        return judged_positions(self.game, wanted, nodes, report)

    def answers_of(
        self,
        spec: str,
        judged: Sequence[JudgedPosition],
        seed: int,
        report: Callable[[], None],
    ) -> list[Answer]:
        """What the agent chooses in each position."""
        return answers_of(self.game, spec, judged, seed, report)


def phase_of(game: Game[Any], plies: int) -> str:
    """The phase that a position after so many plies belongs to, as in `7 to 13`."""
    length = -(-game.shape.cell_count // PHASES)
    number = min(plies // length, PHASES - 1)
    first = number * length
    if number == PHASES - 1:
        return f"{first} on"
    return f"{first} to {first + length - 1}" if length > 1 else str(first)


def rows_of(game: Game[Any], spec: str, answers: Sequence[Answer]) -> list[AccuracyRow]:
    """Over all positions, and phase by phase where they belong to several."""
    phases: dict[str, list[Answer]] = {}
    for each in sorted(answers, key=lambda answer: answer.judged.plies):
        phases.setdefault(phase_of(game, each.judged.plies), []).append(each)
    listed = {WHOLE: list(answers), **(phases if len(phases) > 1 else {})}
    return [AccuracyRow.of(spec, name, found) for name, found in listed.items()]


def tenths(found: Interval) -> str:
    """As in `96.9%`: such shares differ in their tenths."""
    return f"{100 * found.value:.1f}%"


def tenths_interval(found: Interval) -> str:
    """As in `96.9%`, and below it `(95.6 to 97.8)`."""
    return f"{tenths(found)}\n({100 * found.low:.1f} to {100 * found.high:.1f})"


def _share(heading: str) -> Column:
    return Column(heading, tenths_interval, INTERVAL_FIELDS, brief=tenths)


def accuracy_table(title: str, rows: Sequence[AccuracyRow], notes: tuple[str, ...]) -> Table:
    """A row for each agent and phase."""
    columns = (
        AGENT,
        Column("plies", key=True),
        Column("positions"),
        _share("keeps the value"),
        _share("best"),
        Column("can err", name="positions where one can err"),
        _share("keeps it there"),
        Column("ms/move", quantity),
    )
    cells = tuple(
        (
            row.agent,
            row.phase,
            row.positions,
            row.keeps,
            row.best,
            row.can_err,
            row.keeps_there if row.can_err else None,
            1000 * row.seconds,
        )
        for row in rows
    )
    return Table(title, columns, cells, (*notes, INTERVALS))
