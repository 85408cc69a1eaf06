"""Engines: agents that are programs of their own and speak the engine protocol.

The program may be written in any language; `docs/engine-protocol.md` says what it must answer.
It is started when it is first needed and ended with the agent. Whatever it does wrong is an
`EngineError`, an `InvalidMoveError` or an `IllegalMoveError`; it is then ended, and started anew
for the next game.
"""

from __future__ import annotations

import contextlib
import shlex
import shutil
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from plyground.agents.agent import Agent, tighter
from plyground.agents.engine_process import EngineProcess
from plyground.agents.protocol import (
    CAN_ANALYSE,
    VERSION,
    format_game,
    format_go,
    format_option,
    line_in,
    parse_info,
    parse_option,
    parse_report,
    score_in,
    statistics_in,
)
from plyground.errors import (
    EngineError,
    IllegalMoveError,
    InvalidLimitError,
    InvalidMoveError,
    InvalidParameterError,
    PlygroundError,
    UsageError,
    did_you_mean,
)
from plyground.game import Game
from plyground.kernel import Monitor
from plyground.vocabulary import Analysis, Decision, Limit, Move, MoveReport, Proven

STAND_INS = {  # for programs that need not be on the search path
    "python": [sys.executable],
    "plyground": [sys.executable, "-m", "plyground"],
}
GREETING = 10.0  # seconds that an engine has at most, before a tournament, to say that it lives
GLANCE = 0.02  # seconds between checks whether the monitor was stopped


class Patience(NamedTuple):
    """How many seconds an engine gets beyond its limit."""

    answer: float = 60.0  # to start, to accept a game, and to move without a limit in seconds
    grace: float = 1.0  # after it was told to stop


def read_command(text: object) -> list[str]:
    """Program and arguments in `text`, split as a shell would, but never run by one."""
    if not isinstance(text, str):
        raise InvalidParameterError(f'cmd={text} must be text: cmd="python bot.py"')
    try:
        command = shlex.split(text)
    except ValueError as error:
        raise InvalidParameterError(f"cmd={text!r} cannot be split into words: {error}") from error
    if not command:
        raise InvalidParameterError('an engine needs a command: engine(cmd="python bot.py")')
    if shutil.which(command[0]) is not None:
        return command
    if command[0] not in STAND_INS:
        raise InvalidParameterError(f"cmd={text!r}: there is no program {command[0]!r} to start")
    return [*STAND_INS[command[0]], *command[1:]]


def read_options(text: object) -> dict[str, str]:
    """The options in text such as `threads=2 style="very bold"`, split as a shell would."""
    try:
        pairs = [word.partition("=") for word in shlex.split(str(text))]
    except ValueError as error:
        raise InvalidParameterError(
            f"options={text!r} cannot be split into words: {error}"
        ) from error
    for name, equals, value in pairs:
        if not name or not equals or "\n" in value:
            raise InvalidParameterError(f'options={text!r}: write options="NAME=VALUE NAME=VALUE"')
    return {name: value for name, _, value in pairs}


class EngineAgent(Agent):
    """Plays what an engine answers."""

    def __init__(
        self,
        game: Game[Any],
        name: str,
        command: list[str],
        limit: Limit | None = None,
        patience: Patience = Patience(),  # noqa: B008
        seed: int | None = None,
    ) -> None:
        """Nothing is started yet; `limit` is for each move, and `choose` may get a tighter one."""
        for part, seconds in zip(("patience", "grace"), patience, strict=True):
            if not isinstance(seconds, (int, float)) or seconds <= 0:
                raise InvalidLimitError(f"{part}={seconds} must be a number of seconds above 0")
        super().__init__(game, name)
        self.command = command
        self.limit = limit
        self.patience = patience
        self.seed = seed
        self.options: dict[str, str] = {}  # what it is told after the greeting
        self.engine_name = ""  # what it calls itself
        self.offered: dict[str, str] = {}  # its options, with the values that it gave them
        self._engine: EngineProcess | None = None
        self._failure: PlygroundError | None = None  # of a start that nobody waited for

    def choose(
        self, position: Any, limit: Limit | None = None, monitor: Monitor | None = None
    ) -> Decision:
        """What the engine answers within both limits; starting it is not on its clock."""
        with self._asked(position) as engine:
            return _Turn(self, engine, position, monitor).play(tighter(self.limit, limit))

    def analyse(
        self,
        position: Any,
        limit: Limit | None = None,
        monitor: Monitor | None = None,
        step: int | None = None,
    ) -> Iterator[Analysis]:
        """What the engine tells about every move; of one that cannot, what it would play."""
        self.prepare(position)  # only the engine knows whether it can
        if not self.scores_moves:
            yield from super().analyse(position, limit, monitor, step)
            return
        with self._asked(position) as engine:
            turn = _Turn(self, engine, position, monitor)
            yield from turn.analyse(tighter(self.limit, limit))

    @contextlib.contextmanager
    def _asked(self, position: Any) -> Iterator[EngineProcess]:
        """The engine, told where the game stands; it is ended if anything goes wrong."""
        legal = list(map(self.game.format_move, self.game.check_open(position)))
        failure, self._failure = self._failure, None
        if failure is not None:
            raise failure
        try:
            engine = self._engine or self._start()
            engine.discard()
            engine.send(f"position {self.game.format_position(position)}")
            engine.send(f"legal {' '.join(legal)}")
            yield engine
        except BaseException:  # Ctrl-C too: nobody would read what the engine still answers
            self._kill()
            raise

    def verify(self) -> None:
        """Start the program and have it greet and accept the game."""
        try:
            self._start(min(GREETING, self.patience.answer))
        except BaseException:
            self._kill()
            raise

    def prepare(self, position: Any) -> None:
        """Start the program, if it does not run yet; if it fails, the next `choose` says so."""
        if self._engine is None:
            self.new_game()

    def new_game(self) -> None:
        """Tell the engine, or start it; if it fails to start, the next `choose` says so."""
        self._failure = None
        if self._engine is not None and self._engine.running:
            with contextlib.suppress(EngineError):
                self._engine.send("newgame")
                return
        self._kill()
        try:
            self._start()
        except PlygroundError as error:
            self._failure = error
            self._kill()

    def close(self) -> None:
        """End the engine now; the next move or game starts it again."""
        if self._engine is not None:
            self._engine.quit()
            self._engine = None

    def _kill(self) -> None:
        if self._engine is not None:
            self._engine.kill()
            self._engine = None

    def _start(self, greeting: float | None = None) -> EngineProcess:
        """A new process that has accepted the game; it has so many seconds for the greeting."""
        engine = self._engine = EngineProcess(self.name, self.command)
        self.offered, self.scores_moves = {}, False
        engine.send(f"plyground {VERSION}")
        self._await_ok(engine, "the greeting", greeting or self.patience.answer)
        for name, value in self.options.items():
            if name not in self.offered:
                known = ", ".join(self.offered) or "none"
                alike = did_you_mean(name, self.offered)
                raise EngineError(f"{self.name} has no option {name!r}; it has {known}{alike}")
            engine.send(format_option(name, value))
        if self.seed is not None:
            engine.send(f"seed {self.seed}")
        game = format_game(self.game)
        engine.send(game)
        self._await_ok(engine, repr(game), self.patience.answer)
        return engine

    def _await_ok(self, engine: EngineProcess, question: str, seconds: float) -> None:
        deadline, last = time.monotonic() + seconds, ""
        while time.monotonic() < deadline:
            line = engine.receive(deadline - time.monotonic())
            word, _, rest = (line or "").partition(" ")
            if word == "ok":
                return
            if word == "error":
                raise EngineError(f"{self.name} answered {question} with: error {rest}")
            if line and line.startswith("id name "):
                self.engine_name = line.removeprefix("id name ")
            elif line == CAN_ANALYSE:
                self.scores_moves = True
            elif word == "option":
                with contextlib.suppress(UsageError):  # an option that cannot be read is none
                    name, value = parse_option(rest.split())
                    self.offered[name] = value
            else:
                last = line or last
        raise EngineError(
            f"{self.name} did not answer {question} with ok within {seconds:g} s{_instead(last)}"
        )


class _Turn:
    """One question to an engine, from `go` to `bestmove`, or from `analyse` to `done`."""

    def __init__(
        self, agent: EngineAgent, engine: EngineProcess, position: Any, monitor: Monitor | None
    ) -> None:
        self.agent = agent
        self.engine = engine
        self.position = position
        self.monitor = monitor
        self.info: dict[str, list[str]] = {}
        self.last = ""  # of the lines that mean nothing
        self.stopped = False  # whether an analysis was told to end

    def play(self, bounds: Limit) -> Decision:
        """Ask, listen, and tell the engine to stop when its time is over."""
        begun = time.monotonic()
        allowed = bounds.seconds or self.agent.patience.answer
        self.engine.send(format_go(bounds))
        text = self._listen(begun + allowed, stoppable=True)
        if text is None:
            self.engine.send("stop")
            text = self._listen(time.monotonic() + self.agent.patience.grace, stoppable=False)
        seconds = time.monotonic() - begun
        if text is None:
            raise EngineError(
                f"{self.agent.name} was told to stop and gave no move in {seconds:.2f} s; "
                f"it had {allowed:g} s{_instead(self.last)}"
            )
        move = self._move(text)
        score = score_in(self.info, self.position.player())
        line = line_in(self.info, self.agent.game, self.position)
        counted = statistics_in(self.info, seconds)
        return Decision(move, score, line if line[:1] == (move,) else (), counted)

    def analyse(self, bounds: Limit) -> Iterator[Analysis]:
        """Ask, and tell all that is known whenever the engine has told it."""
        begun, told, known = time.monotonic(), dict[Move, MoveReport](), None
        self.engine.send(format_go(bounds, "analyse"))
        for line in self._until_done(begun + (bounds.seconds or self.agent.patience.answer)):
            word, *rest = line.split()
            if word == "move":
                report = parse_report(rest, self.agent.game, self.position)
                if report is not None:
                    told.setdefault(report.move, report)
                continue
            self._note(word, rest, line)
            if word == "info" and told:
                known = self._known(told, time.monotonic() - begun)
                told = {}
                yield known
        if known is not None:
            yield replace(known, finished=not self.stopped)

    def _until_done(self, deadline: float) -> Iterator[str]:
        """Every line of an analysis; at the deadline the engine is told to stop."""
        for seconds in (0.0, self.agent.patience.grace):
            while line := self._next_line(deadline + seconds, stoppable=not self.stopped):
                if line.strip() == "done":
                    return
                yield line
            if not self.stopped:
                self.engine.send("stop")
                self.stopped, deadline = True, time.monotonic()
        raise EngineError(f"{self.agent.name} was told to stop and did not write done in time")

    def _known(self, told: dict[Move, MoveReport], seconds: float) -> Analysis:
        """What was told about all moves; of those that were left out, nothing."""
        rest = (MoveReport(m) for m in self.agent.game.legal(self.position) if m not in told)
        return Analysis((*told.values(), *rest), statistics_in(self.info, seconds))

    def _listen(self, deadline: float, *, stoppable: bool) -> str | None:
        """The best move's text; None at the deadline, or once the monitor was stopped."""
        while (line := self._next_line(deadline, stoppable=stoppable)) is not None:
            word, *rest = line.split()
            if word == "bestmove":
                return " ".join(rest)
            self._note(word, rest, line)
        return None

    def _next_line(self, deadline: float, *, stoppable: bool) -> str | None:
        """What the engine writes; None at the deadline, or once the monitor was stopped."""
        watch = self.monitor if stoppable else None
        while (left := deadline - time.monotonic()) > 0:
            if watch is not None and watch.stopped:
                return None
            line = self.engine.receive(left if watch is None else min(left, GLANCE))
            if line is not None:
                return line
        return None

    def _note(self, word: str, rest: list[str], line: str) -> None:
        """Take in a line that is no answer yet."""
        if word == "error":
            raise EngineError(f"{self.agent.name} answered: {line}")
        if word != "info":
            self.last = line
            return
        self.info.update(parse_info(rest))
        if self.monitor is not None:
            self._show(self.monitor)

    def _show(self, monitor: Monitor) -> None:
        """Write what the engine reported into the monitor, as a search of ours would."""
        from plyground.kernel import monitor as at
        from plyground.search.minimax import WIN

        counted = statistics_in(self.info, 0.0)
        for offset, name in enumerate(at.COUNTERS):
            monitor.array[at.NODES + offset] = getattr(counted, name)
        score = score_in(self.info, self.position.player())
        if isinstance(score, Proven):
            monitor.array[at.SCORE] = score.result * (WIN - (score.distance or 0))
        elif score is not None:
            monitor.array[at.SCORE] = round(score.value)
        line = line_in(self.info, self.agent.game, self.position)[: at.LONGEST_LINE]
        monitor.array[at.LINE : at.LINE + len(line)] = line
        monitor.array[at.LINE_LENGTH] = len(line)
        if line:
            monitor.array[at.BEST_MOVE] = line[0]

    def _move(self, text: str) -> Move:
        """The legal move that the text names."""
        game = self.agent.game
        try:
            move = game.parse_move(text)
            game.play(self.position, move)
        except (InvalidMoveError, IllegalMoveError) as error:
            answer = f"{self.agent.name} answered {'bestmove ' + text[:80]!r}"
            raise type(error)(f"{answer}: {error}") from error
        return move


def _instead(line: str) -> str:
    return f"; instead it wrote {line[:80]!r}" if line else ""
