"""Agents of other people's code, each in a process of its own (see `plyground.tournaments.guest`).

So nothing that one of them does, to files, threads, memory or modules, happens to its opponent, and
blame falls on who did it: whatever is wrong with a process is its agent's doing. While it is not
asked anything, it is stopped, and cannot think in its opponent's time. Where the system confines
signals (see `confinement`), no guest can end or stop another; elsewhere one that ends while its
opponent is at work is not to blame.

A process plays many games with the same agent, one after the other. If it ends, or hangs, so does
the worker that asked it, which is how the arena learns of it (see `worker_pool`).
"""

from __future__ import annotations

import json
import os
import pickle
import select
import signal
import subprocess
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Never

import plyground.errors
from plyground.agents import Agent
from plyground.agents.engine_process import entrust, kill_engines, kill_group
from plyground.errors import ChangedCodeError, PlygroundError, UnknownAgentError
from plyground.game import Game
from plyground.kernel import Monitor
from plyground.pipes import LENGTH, is_stopped, start_python, write_framed
from plyground.tournaments.fingerprint import fingerprint_of_rules
from plyground.tournaments.guest import LOST_PIPES, Answer, Wanted
from plyground.tournaments.parcels import Parcels
from plyground.vocabulary import Decision, Estimate, Limit, Player, Proven, Score, Statistics

LONGEST_ANSWER = 1 << 16  # bytes
CHECK_SECONDS = 60.0  # until the file of an agent must have been read
PARTING_SECONDS = 1.0  # between the end of its output and that of a process
SHORTLY = 0.001  # seconds between two looks whether a process is still
MOST_KEPT = 8  # processes of a worker that wait for their next game


class LostError(Exception):
    """The agent in a guest's process forfeits its game, for this reason."""


class GuestGoneError(Exception):
    """The process ended, or closed its output; `code` as of a `Popen`."""

    def __init__(self, code: int) -> None:
        """Negative codes are signals."""
        self.code = code
        super().__init__(f"a guest's process ended with {code}")


class GuestProcess:
    """One process, seen from outside."""

    def __init__(self) -> None:
        """Start it; it can be asked at once."""
        self._process = start_python("plyground.tournaments.guest")
        entrust(self._process)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._sink, self._source = self._process.stdin, self._process.stdout
        self.prepared = False
        self.confined: bool | None = None  # once it has told
        self.identity = self._process.pid

    def ask(self, verb: str, *arguments: Any, seconds: float | None = None) -> Answer:
        """The answer; `TimeoutError` after so many seconds, by default never."""
        content = pickle.dumps((verb, arguments), pickle.HIGHEST_PROTOCOL)
        self._signal(signal.SIGCONT)
        try:
            write_framed(self._sink, content)
        except OSError:
            raise GuestGoneError(self._ending()) from None
        deadline = None if seconds is None else time.monotonic() + seconds
        if self.confined is None:
            self.confined = self._receive(deadline).get("confined", False)
        answer = self._receive(deadline)
        self._signal(signal.SIGSTOP)
        if "lost" in answer:
            raise LostError(str(answer["lost"]))
        if "changed" in answer:
            raise ChangedCodeError(str(answer["changed"]))
        return answer

    def ended_idle(self) -> bool:
        """Return whether the process has ended, though it was kept still.

        Where signals are not confined, one that is neither stopped nor gone may be about to end.
        """
        deadline = time.monotonic() + PARTING_SECONDS
        while self.ended is None and not self.confined and not is_stopped(self.identity):
            if self.confined is None or time.monotonic() > deadline:
                break
            self._signal(signal.SIGSTOP)
            time.sleep(SHORTLY)
        return self.ended is not None

    @property
    def ended(self) -> int | None:
        """How the process ended, as of a `Popen`; None while it is there."""
        return self._process.poll()

    def close(self) -> None:
        """End the process and all that it started."""
        kill_group(self._process)
        self._process.wait()
        for pipe in (self._sink, self._source):
            with suppress(OSError):
                pipe.close()

    def _receive(self, deadline: float | None) -> Answer:
        (length,) = LENGTH.unpack(self._read(LENGTH.size, deadline))
        if length > LONGEST_ANSWER:
            raise LostError("crash: it wrote into the pipe that its process answers through")
        return _answer_in(self._read(length, deadline))

    def _read(self, size: int, deadline: float | None) -> bytes:
        content = b""
        while len(content) < size:
            if deadline is not None:
                left = max(0.0, deadline - time.monotonic())
                if not select.select([self._source], [], [], left)[0]:
                    raise TimeoutError
            part = self._source.read(size - len(content))
            if not part:
                raise GuestGoneError(self._ending())
            content += part
        return content

    def _ending(self) -> int:
        try:
            return self._process.wait(PARTING_SECONDS)
        except subprocess.TimeoutExpired:
            return LOST_PIPES

    def _signal(self, number: int) -> None:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, number)


def _answer_in(content: bytes) -> Answer:
    with suppress(ValueError, RecursionError):
        answer = json.loads(content)
        if isinstance(answer, dict):
            return answer
    raise LostError("crash: it wrote into the pipe that its process answers through")


class Guest(Agent):
    """The agent in a guest's process."""

    def __init__(self, game: Game[Any], wanted: Wanted, seed: int, process: GuestProcess) -> None:
        """Have the agent made there; whatever it does may raise `LostError`."""
        super().__init__(game, wanted.spec)
        self.process = process
        process.ask("make", wanted, seed)

    def prepare(self, position: Any) -> None:
        """As the agent does it."""
        self.process.ask("prepare", tuple(position))
        self.process.prepared = True

    def new_game(self) -> None:
        """As the agent does it."""
        self.process.ask("new_game")

    def choose(
        self, position: Any, limit: Limit | None = None, monitor: Monitor | None = None
    ) -> Decision:
        """What the agent answers, without its line."""
        del monitor  # nobody looks on in the arena
        answer = self.process.ask("choose", tuple(position), limit)
        try:
            return read_decision(answer, position.player())
        except (KeyError, TypeError, ValueError) as error:
            raise LostError("crash: its process answered something else than a move") from error

    def close(self) -> None:
        """Close the agent; the process stays."""
        self.process.ask("close")


def read_decision(answer: Mapping[str, Any], player: Player) -> Decision:
    """The decision that `plyground.tournaments.guest.written` wrote."""
    judged = answer["score"]
    score: Score | None = None
    if judged is not None and "result" in judged:
        score = Proven(judged["result"], player, judged["distance"])
    elif judged is not None:
        score = Estimate(judged["value"], player)
    return Decision(answer["move"], score, (), Statistics(**answer["statistics"]))


class Guests:
    """The guests' processes of a worker: one for each agent, two if it plays against itself."""

    def __init__(self) -> None:
        """None yet."""
        self._processes: dict[tuple[str, int], GuestProcess] = {}

    def process(self, spec: str, copy: int) -> GuestProcess:
        """The process of that agent; those used longest ago make room for a new one."""
        found = self._processes.pop((spec, copy), None)
        if found is not None and found.ended is not None:  # between two games, which costs none
            found.close()
            found = None
        if found is None:
            while len(self._processes) >= MOST_KEPT:
                self._processes.pop(next(iter(self._processes))).close()
            found = GuestProcess()
        self._processes[spec, copy] = found
        return found


def end_like(code: int) -> Never:
    """End this process in the way in which a guest's ended."""
    kill_engines()
    if code < 0:
        with suppress(OSError, ValueError):  # some signals have no other action anyway
            signal.signal(-code, signal.SIG_DFL)
        signal.raise_signal(-code)  # in this thread, which must not go on while another dies
    os._exit(code % 256)


def wanted_agent(
    reference: str, game: Game[Any], spec: str, parcels: Mapping[str, bytes]
) -> Wanted:
    """What a guest's process needs in order to make that agent."""
    held = tuple(parcels[name] for name in (reference, spec) if name in parcels)
    rules = fingerprint_of_rules(game)
    return Wanted(reference, dict(game.parameter_values), spec, held, rules)


def checked_fingerprints(
    reference: str, game: Game[Any], spec: str, parcels: Parcels
) -> tuple[str, str]:
    """Those of an agent of other people's code, as found and as loaded, in a process of its own.

    An error of ours if the spec describes no agent, or if its file does not come to an end.
    """
    process = GuestProcess()
    try:
        wanted = wanted_agent(reference, game, spec, parcels)
        answer = process.ask("check", wanted, seconds=CHECK_SECONDS)
    except TimeoutError:
        raise UnknownAgentError(
            f"{spec}: its file was not read to its end within {CHECK_SECONDS:g} s; what takes long "
            "belongs into the method prepare"
        ) from None
    except GuestGoneError as gone:
        raise UnknownAgentError(
            f"{spec}: reading its file ended the process ({gone.code})"
        ) from None
    except LostError as error:
        raise UnknownAgentError(f"{spec}: {error}") from None
    finally:
        process.close()
    if "code" in answer:
        return str(answer["code"]), str(answer["loaded"])
    kind = getattr(plyground.errors, str(answer.get("as")), PlygroundError)
    raise kind(answer.get("refused"))
