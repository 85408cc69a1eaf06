"""A worker process: plays the games it is sent and sends back their records.

Messages are pickled and preceded by their length, over pipes that agents do not reach: what they
print goes to standard error, and their standard input is empty. When the other end is closed, the
process ends at once, whatever it is doing, and its engines with it; so it does after some minutes
without work.

Games are played beside the main thread: there a search needs no thread of its own (see
`plyground.kernel.run_search`), and the main thread notices that the other end is gone.
"""

from __future__ import annotations

import os
import pickle
import queue
import threading
import traceback
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from plyground.agents.engine_process import kill_engines
from plyground.errors import ChangedCodeError
from plyground.game import Game
from plyground.game.files import user_code_in
from plyground.game.registry import game
from plyground.kernel.machine import leave_cores
from plyground.pipes import hide_standard_streams, read_framed, write_framed
from plyground.tournaments.answers import shortened
from plyground.tournaments.game_record import GameRecord
from plyground.tournaments.guests import Guests
from plyground.tournaments.match import Rules, play_game
from plyground.tournaments.parcels import open_parcel
from plyground.tournaments.plan import Conditions, PlannedGame
from plyground.tournaments.planned_code import check_code, planned_game, specs_with_files
from plyground.tournaments.worker_status import WorkerStatus

IDLE_SECONDS = 300.0


@dataclass(frozen=True)
class Assignment:
    """Games to be played by one worker, as plain data."""

    game: str
    parameters: Mapping[str, int | str]
    conditions: Conditions
    games: Sequence[PlannedGame]
    folder: str  # that relative file names start from
    parcels: Mapping[str, bytes] = field(default_factory=dict)  # of what its process cannot find
    code: Mapping[str, str] = field(default_factory=dict)  # what the plan loaded, by agent


@dataclass(frozen=True)
class Result:
    """A game that was played; or could not be, and why."""

    number: int
    record: GameRecord | None
    error: str = ""


READY, DONE = "ready", "done"
Told = Result | str | ChangedCodeError  # a sentence is for whoever watches
Message = Assignment | Told


def packed(message: Message) -> bytes:
    """The message as bytes."""
    return pickle.dumps(message, pickle.HIGHEST_PROTOCOL)


def main(page: int) -> None:
    """Serve until the other end is closed, with one's status on that page."""
    status = WorkerStatus(page)
    os.close(page)
    leave_cores()
    source, sink = hide_standard_streams()
    assignments: queue.SimpleQueue[Assignment] = queue.SimpleQueue()
    server = _Server(sink, status)
    threading.Thread(target=server.serve, args=(assignments,), daemon=True).start()
    while (content := read_framed(source)) is not None:
        assignments.put(pickle.loads(content))
    kill_engines()  # one that hangs would not notice that nobody listens any more
    os._exit(0)


class _Server:
    """Plays assignments one after the other."""

    def __init__(self, sink: Any, status: WorkerStatus) -> None:
        self.sink = sink
        self.guests = Guests()
        self.status = status
        self.prepared: dict[str, set[str]] = {}  # agents by game

    def send(self, message: Message) -> None:
        write_framed(self.sink, packed(message))

    def serve(self, assignments: queue.SimpleQueue[Assignment]) -> None:
        try:
            self.send(READY)
            while True:
                self.play(assignments.get(timeout=IDLE_SECONDS))
                self.send(DONE)
        except (queue.Empty, BrokenPipeError):
            os._exit(0)
        except BaseException:
            traceback.print_exc()
            os._exit(1)

    def play(self, assignment: Assignment) -> None:
        rules = None
        for planned in assignment.games:
            try:
                if rules is None:
                    rules = _rules_of(assignment)
                    prepared = self.prepared.setdefault(str(rules.game), set())
                    named = specs_with_files(rules.game, rules.code)
                record = play_game(rules, planned, self.status, prepared, self.guests)
                for spec in named.intersection(planned.agents):  # they were read during the game
                    check_code(rules.game, spec, rules.code[spec])
                result = Result(planned.number, record)
            except ChangedCodeError as error:
                self.send(error)
                return
            except Exception as error:
                place = user_code_in(error)
                where = f"{place}: " if place else ""
                said = shortened(f"{where}{type(error).__name__}: {error}")
                result = Result(planned.number, None, said)
            self.send(result)


def _rules_of(assignment: Assignment) -> Rules:
    """The game and its conditions; `ChangedCodeError` if its code, or our agents', is another."""
    code = {
        spec: assignment.code[spec]
        for spec in {spec for planned in assignment.games for spec in planned.agents}
        if spec in assignment.code
    }

    def make() -> Game[Any]:
        open_parcel(assignment.parcels.get(assignment.game, b""))
        return game(assignment.game, **assignment.parameters)

    made = planned_game(make, code, foreign=False)
    return Rules(assignment.game, made, assignment.conditions, assignment.parcels, code)
