"""Games that a worker did not finish: what it did last, what happened to it, and who loses."""

from __future__ import annotations

import signal
from dataclasses import dataclass

from plyground.tournaments.game_record import MoveRecord
from plyground.tournaments.guest import LOST_PIPES
from plyground.tournaments.match import record_of
from plyground.tournaments.plan import PlannedGame
from plyground.tournaments.worker import Assignment, Result
from plyground.tournaments.worker_status import Reading
from plyground.vocabulary import Outcome, other


@dataclass(frozen=True)
class Loss:
    """A worker that did not finish: what it did last, and what happened to it."""

    reading: Reading
    stalled: bool
    what: str


def at_work(assignment: Assignment, reading: Reading) -> str | None:
    """The agent that a worker was asking."""
    for planned in assignment.games:
        if planned.number == reading.number and reading.player is not None:
            return planned.agents[reading.player]
    return None


def sign(assignment: Assignment, reading: Reading, silent: float, allowed: float) -> str:
    """Say which agent keeps a game waiting, and what ends that."""
    doing = "has been getting ready" if reading.preparing else "has been thinking about a move"
    limit = "" if reading.preparing else ", or sooner with a limit in time (--seconds)"
    return (
        f"{at_work(assignment, reading)} {doing} for {silent:g} s; it loses the game if it "
        f"has not ended after {allowed:g} s{limit}"
    )


def ending(code: int) -> str:
    if code == LOST_PIPES:
        return "it closed the file descriptors of its process"
    if code >= 0:
        return f"its process ended with exit code {code}"
    try:
        return f"its process was ended by {signal.Signals(-code).name}"
    except ValueError:
        return f"its process was ended by signal {-code}"


def given_up(assignment: Assignment, planned: PlannedGame, loss: Loss) -> Result:
    """The game as a forfeit of the agent that was at work; no record if none was."""
    reading, specs = loss.reading, planned.agents
    if reading.ended is not None and reading.number == planned.number:
        return Result(
            planned.number,
            None,
            f"while {specs[other(reading.ended)]} was at work, {specs[reading.ended]} was lost:"
            f" {loss.what}; this system cannot keep agents from ending each other",
        )
    if reading.number != planned.number or reading.player is None:
        return Result(planned.number, None, f"{loss.what}, and no agent was at work")
    word = "stall" if loss.stalled else "death"
    return Result(
        planned.number,
        record_of(
            assignment.game,
            assignment.parameters,
            planned,
            [MoveRecord(move) for move in reading.moves],
            Outcome(other(reading.player), f"{word}: {loss.what}"),
            forfeit=True,
        ),
    )
