"""Supervised worker processes: games get played, whatever agents do to the process they are in.

`play_assignment` is what an executor runs, in a thread here or on a machine of a cluster. It takes
a worker process out of a pool, sends the games over and collects the records. An agent that hangs
in machine code cannot be stopped from within its process, so the process is watched from outside:

- no answer after `move_timeout` seconds, or an agent that is not prepared after `PREPARE_SECONDS`:
  the process is killed and the game is forfeited;
- a guest of a tournament with a limit in time has not answered `COURTESY` after it: as above;
- the process dies, or somebody stops it for `STOPPED_SECONDS`: the game is played once more, and
  forfeited if that happens again and again; it does not count if a guest ended while its opponent
  was at work, where the system does not confine signals.

In each case a new process goes on with the next game; one that dies while it starts is replaced.
"""

from __future__ import annotations

import atexit
import contextlib
import math
import os
import pickle
import select
import signal
import subprocess
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Set
from dataclasses import replace
from pathlib import Path

from plyground.errors import ChangedCodeError, WorkerError
from plyground.folders import cache_directory
from plyground.pipes import LENGTH, framed, is_stopped, start_python
from plyground.tournaments.losses import Loss, at_work, ending, given_up, sign
from plyground.tournaments.worker import DONE, READY, Assignment, Message, Result, Told, packed
from plyground.tournaments.worker_status import Reading, WorkerStatus, new_page

START_SECONDS = 120.0  # until a new process must have answered
PREPARE_SECONDS = 300.0  # for an agent's first time in a process, in which code is compiled
STOPPED_SECONDS = 10.0  # that a process may stand still, as after SIGSTOP, before it is killed
COURTESY = 1.0  # seconds after its limit, in which a guest may still say itself how long it took
SIGN_SECONDS = 15.0  # of a guest without an answer or a limit, after which a sentence says so
GLANCE_SECONDS = 0.05  # between looks at a worker that is silent
LONGEST_GLANCE = 1.0  # that counts; what is longer, this process was stopped itself
PARTING_SECONDS = 0.5  # until a process that nobody needs any more is killed
GATHER_SECONDS = 0.005  # a pause, so that several results of quick games are read at once
DEATHS = 3  # of the process in one game, before the game is given up
REFUSALS = 2  # of code other than the plan's, the first perhaps of what an old process had loaded
STARTS = 3  # of a process that is killed before it is ready, before all is given up
BUFFER = 1 << 20

Report = Callable[[Told], None]


class _Silence:
    """How long a process has been at work without a sign, and how long it has stood still."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process
        self.begin()

    def begin(self) -> None:
        """There was a sign."""
        self.seconds = self.stopped = 0.0
        self._looked = time.monotonic()

    def look(self) -> None:
        """There was none since the last look."""
        now = time.monotonic()
        passed, self._looked = min(now - self._looked, LONGEST_GLANCE), now
        if is_stopped(self._process.pid):
            self.stopped += passed
        else:
            self.seconds, self.stopped = self.seconds + passed, 0.0


class Worker:
    """One worker process, seen from outside."""

    def __init__(self, folder: str) -> None:
        """Start the process; it is ready when its first message has come."""
        cache_directory()  # says here, and once, if the processes have to do without
        page = new_page()
        self.status = WorkerStatus(page)
        self.process = start_python(
            "plyground.tournaments.worker",
            f"main({page})",
            cwd=folder if Path(folder).is_dir() else None,
            pass_fds=[page],
        )
        os.close(page)
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self._sink, self._source = self.process.stdin, self.process.stdout
        self._poll = select.poll()
        self._poll.register(self._source, select.POLLIN | select.POLLHUP)
        self._entrance = self._sink.fileno()
        os.set_blocking(self._entrance, False)  # a process that stands still takes nothing
        self._unsent = memoryview(b"")
        self._buffer = bytearray()
        self.folder = folder

    def wait_until_ready(self) -> str | None:
        """None once the process can play; what happened to it if it never will."""
        silence = _Silence(self.process)
        while silence.seconds < START_SECONDS and silence.stopped < STOPPED_SECONDS:
            if READY in self.receive(GLANCE_SECONDS):
                return None
            if self.process.poll() is not None:
                return ending(self.process.returncode)
            silence.look()
        self.kill()
        return _standstill(silence) if silence.stopped else f"no answer after {START_SECONDS:g} s"

    def send(self, message: Message) -> None:
        """Begin to send a message; that the process is gone shows when it is listened to."""
        self._unsent = memoryview(framed(packed(message)))
        self._poll.register(self._entrance, select.POLLOUT)

    def _send_more(self) -> None:
        try:
            self._unsent = self._unsent[self._sink.write(self._unsent) or 0 :]
        except (BrokenPipeError, ValueError):
            self._unsent = memoryview(b"")
        if not self._unsent:
            self._poll.unregister(self._entrance)

    def receive(self, seconds: float) -> list[Message]:
        """The messages that have arrived, after waiting up to `seconds` for something to happen."""
        for number, _ in self._poll.poll(seconds * 1000):
            if number == self._entrance:
                self._send_more()
            else:
                self._buffer += os.read(self._source.fileno(), BUFFER)
        return list(self._messages())

    def _messages(self) -> Iterator[Message]:
        start = 0
        while len(self._buffer) >= start + LENGTH.size:
            (length,) = LENGTH.unpack_from(self._buffer, start)
            end = start + LENGTH.size + length
            if len(self._buffer) < end:
                break
            yield pickle.loads(self._buffer[start + LENGTH.size : end])
            start = end
        del self._buffer[:start]

    def play(self, assignment: Assignment, report: Report, late: Set[str]) -> Loss | None:
        """Play the games, reporting each as it ends; what went wrong if the process was lost.

        The agents in `late` had their time to be prepared in an earlier game, and were not.
        """
        self.send(assignment)
        last, silence = self.status.read(), _Silence(self.process)
        shown = -1  # the turn of which a sign was given
        while True:
            messages = self.receive(GLANCE_SECONDS)
            for message in messages:
                if isinstance(message, (Result, ChangedCodeError)):
                    report(message)
            if DONE in messages:
                return None
            reading = self.status.read()
            if messages or reading.turn != last.turn:
                last = reading
                silence.begin()
                time.sleep(GATHER_SECONDS)
                continue
            silence.look()
            if self.process.poll() is not None:
                return Loss(reading, stalled=False, what=ending(self.process.returncode))
            if silence.stopped >= STOPPED_SECONDS:
                self.kill()
                report(f"{_standstill(silence)}; another one plays its games")
                return Loss(reading, stalled=False, what=_standstill(silence))
            if silence.seconds > (allowed := _patience(assignment, reading, late)):
                self.kill()
                missed = "not prepared" if reading.preparing else "no answer"
                return Loss(reading, stalled=True, what=f"{missed} after {allowed:g} s")
            if silence.seconds > SIGN_SECONDS and shown != reading.turn:
                shown = reading.turn
                if reading.allowed == math.inf:
                    report(sign(assignment, reading, SIGN_SECONDS, allowed))

    def dismiss(self) -> None:
        """Let the process know that it is no longer needed: it ends itself and its engines."""
        with contextlib.suppress(OSError):
            self._sink.close()

    def kill(self) -> None:
        """End the process and those it started; it has a moment to end its engines itself."""
        self.dismiss()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(PARTING_SECONDS)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)  # what an agent started may be left
        self.process.wait()

    def close(self) -> None:
        """Kill the process, and let go of what it held."""
        self.kill()
        self._source.close()
        self.status.close()


def _patience(assignment: Assignment, reading: Reading, late: Set[str]) -> float:
    """Seconds that a worker may go on with what it is doing."""
    allowed = assignment.conditions.move_timeout
    if reading.number is None:  # between games: it loads code, and compares it with the plan's
        return max(allowed, START_SECONDS)
    generous = reading.preparing and at_work(assignment, reading) not in late
    if generous:
        return max(allowed, PREPARE_SECONDS)
    return allowed if reading.allowed is None else min(allowed, reading.allowed + COURTESY)


def _standstill(silence: _Silence) -> str:
    return f"a worker process was stopped and stood still for {silence.stopped:.0f} s"


class WorkerPool:
    """Workers that are free to be taken, and those at work."""

    def __init__(self) -> None:
        """An empty pool; processes are started when they are needed."""
        self._free: list[Worker] = []
        self._busy: set[Worker] = set()
        self._lock = threading.Lock()
        self.late: set[str] = set()  # agents that were not prepared in their time
        self.closed = False

    @contextlib.contextmanager
    def worker(self, folder: str) -> Iterator[Worker]:
        """A worker in that folder to be used for a while; one that is lost meanwhile is dropped."""
        worker = self._take(folder)
        try:
            yield worker
        finally:
            with self._lock:
                self._busy.discard(worker)
                alive = worker.process.poll() is None and not self.closed
                if alive:
                    self._free.append(worker)
            if not alive:
                worker.close()

    def _take(self, folder: str) -> Worker:
        with self._lock:
            for worker in list(self._free):
                if worker.folder == folder or worker.process.poll() is not None:
                    self._free.remove(worker)
                    if worker.process.poll() is None:
                        self._busy.add(worker)
                        return worker
                    worker.close()
        return self._start(folder)

    def _start(self, folder: str) -> Worker:
        """A new worker that is ready; another one in place of one that was killed before."""
        for attempt in range(1, STARTS + 1):
            worker = Worker(folder)
            with self._lock:
                self._busy.add(worker)
            problem = worker.wait_until_ready()
            if problem is None or self.closed:
                break
            with self._lock:
                self._busy.discard(worker)
            worker.close()
            if worker.process.returncode >= 0 or attempt == STARTS:
                raise WorkerError(f"a worker process could not be started: {problem}")
        if self.closed:
            worker.kill()
        return worker

    def readings(self) -> list[Reading]:
        """What the workers at work are doing."""
        with self._lock:
            return [worker.status.read() for worker in self._busy]

    def close(self) -> None:
        """Kill every worker; assignments under way end early."""
        with self._lock:
            self.closed = True
            free, self._free = self._free, []
            busy = list(self._busy)
        for worker in (*busy, *free):
            worker.dismiss()
        for worker in busy:
            worker.kill()
        for worker in free:
            worker.close()


_shared = WorkerPool()  # of this process, where it is a machine of a cluster
atexit.register(_shared.close)


def play_assignment(
    assignment: Assignment, pool: WorkerPool | None = None, report: Report | None = None
) -> list[Told]:
    """What there is to report, except what `report` was called with: the games' results."""
    results: list[Told] = []
    _Supervision(assignment, pool or _shared, report or results.append).run()
    return results


class _Supervision:
    """One assignment on its way through as many processes as it takes."""

    def __init__(self, assignment: Assignment, pool: WorkerPool, report: Report) -> None:
        self.assignment = assignment
        self.pool = pool
        self.report = report
        self.waiting = deque(assignment.games)
        self.deaths: Counter[int] = Counter()
        self.refusals = 0  # of processes to play code other than the plan's

    def run(self) -> None:
        while self.waiting and not self.pool.closed:
            with self.pool.worker(self.assignment.folder) as worker:
                rest, refusals = replace(self.assignment, games=tuple(self.waiting)), self.refusals
                loss = worker.play(rest, self.take, self.pool.late)
                if self.refusals > refusals:
                    worker.kill()
            if self.refusals >= REFUSALS:
                return
            if loss is not None and not self.pool.closed:
                self.handle(loss)

    def take(self, told: Told) -> None:
        """Games come back in the order in which they were sent."""
        if isinstance(told, ChangedCodeError):
            self.refusals += 1
            if self.refusals < REFUSALS:
                return
        if isinstance(told, Result):
            planned = self.waiting.popleft()
            assert planned.number == told.number
        self.report(told)

    def handle(self, loss: Loss) -> None:
        """Decide about the game during which a worker was lost."""
        if not self.waiting:
            return
        planned = self.waiting[0]
        if loss.stalled and loss.reading.preparing:
            self.pool.late.add(at_work(self.assignment, loss.reading) or "")
        self.deaths[planned.number] += 1
        if loss.stalled or self.deaths[planned.number] >= DEATHS:
            self.take(given_up(self.assignment, planned, loss))
