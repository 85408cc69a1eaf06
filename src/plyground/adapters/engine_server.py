"""`EngineServer`: any agent, for programs that speak the engine protocol.

Lines are read in the calling thread and a search runs in one of its own, so that `stop`, `quit`
and the end of the input are heard at once. Compilation happens before `game` is answered.
"""

from __future__ import annotations

import contextlib
import inspect
import threading
import time
import traceback
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TextIO

from plyground.agents import KINDS, Agent, agent, label_of, parse_spec
from plyground.agents.protocol import (
    CAN_ANALYSE,
    VERSION,
    format_counters,
    format_info,
    format_option,
    format_report,
    parse_go,
    parse_option,
)
from plyground.agents.spec import Argument
from plyground.errors import (
    InvalidParameterError,
    InvalidSpecError,
    PlygroundError,
    UsageError,
    did_you_mean,
)
from plyground.game import Game, Playthrough
from plyground.game.registry import game_class
from plyground.kernel import Monitor
from plyground.vocabulary import Analysis, Decision, Limit

REPORT = 0.1  # seconds between two info lines
PARTING = 1.0  # seconds that a search has to end after the last line


class EngineServer:
    """Answers the lines of one client with what one agent thinks."""

    def __init__(self, spec: str, output: TextIO, seed: int | None = None) -> None:
        """The agent is made when the client names a game; a client's seed replaces `seed`."""
        self.spec = spec
        self.seed = seed
        self._output = output
        self._writing = threading.Lock()
        self._agent: Agent | None = None
        self._game: Game[Any] | None = None
        self._position: Any = None
        self._thought: _Thought | None = None
        self._verbs: dict[str, Callable[[list[str]], None]] = {
            "plyground": self._greet,
            "option": self._take_option,
            "seed": self._take_seed,
            "game": self._take_game,
            "newgame": self._forget,
            "position": self._take_position,
            "go": self._think,
            "analyse": self._analyse,
            "stop": self._stop,
        }

    def serve(self, lines: Iterable[str]) -> None:
        """Answer until `quit` or the end of the lines; words that mean nothing are ignored."""
        for line in lines:
            verb, *words = line.split() or [""]
            if verb == "quit":
                break
            if verb in self._verbs:
                try:
                    self._verbs[verb](words)
                except Exception as error:
                    self.complain(error)
        self._stop([])
        if self._thought is not None:
            self._thought.thread.join(PARTING)
        self._leave_game()

    def say(self, line: str, unless: threading.Event | None = None) -> None:
        """Write one line at once, unless it has been overtaken by an event."""
        with self._writing:
            if unless is None or not unless.is_set():
                self._output.write(f"{line}\n")
                self._output.flush()

    def complain(self, error: Exception) -> None:
        """Answer with the error in one line; what is no fault of the client's is traced."""
        if isinstance(error, OSError):
            raise error  # nobody listens any more
        text = str(error)
        if not isinstance(error, PlygroundError):
            text = f"{type(error).__name__}: {text}"
            traceback.print_exception(error)
        self.say(f"error {' '.join(text.split())}")

    # --- the verbs ---------------------------------------------------------------------------

    def _greet(self, words: list[str]) -> None:
        if words and words[0] != str(VERSION):
            raise UsageError(f"version {words[0]} is not known; this engine speaks {VERSION}")
        self.say(f"id name {label_of(self.spec)}")
        for name, value in self._options().items():
            self.say(format_option(name, value))
        self.say(CAN_ANALYSE)
        self.say("ok")

    def _options(self) -> dict[str, Any]:
        """The arguments of the agent, if it is of a kind that every game has."""
        spec = parse_spec(self.spec)
        if spec.name not in KINDS:
            return {}
        parameters = list(inspect.signature(KINDS[spec.name]).parameters.values())[1:]
        return {each.name: each.default for each in parameters} | spec.arguments

    def _take_option(self, words: list[str]) -> None:
        """Change an argument, from the next `game` on; without a value, it is as it was made."""
        name, value = parse_option(words)
        known = self._options()
        if name not in known:
            offer = ", ".join(known) or "none"
            raise UsageError(f"no option {name!r}; there are {offer}{did_you_mean(name, known)}")
        spec = parse_spec(self.spec)
        spec.arguments.pop(name, None)
        if value:
            spec.arguments[name] = _argument(value)
        self.spec = str(spec)

    def _take_seed(self, words: list[str]) -> None:
        try:
            self.seed = int(words[0])
        except (IndexError, ValueError):
            raise UsageError("write seed N with a whole number") from None

    def _take_game(self, words: list[str]) -> None:
        self._refuse_while_thinking()
        self._leave_game()
        if not words:
            raise UsageError("write game NAME, and parameters as NAME=VALUE")
        given: dict[str, str] = {}
        for word in words[1:]:
            name, equals, value = word.partition("=")
            if not equals:
                raise InvalidParameterError(f"{word!r}: write parameters as NAME=VALUE")
            given[name] = value
        game = game_class(words[0]).from_text(given)
        player = agent(game, self.spec, self.seed)
        player.prepare(game.start())
        self._agent, self._game = player, game
        self.say("ok")

    def _leave_game(self) -> None:
        if self._agent is not None:
            self._agent.close()
        self._agent = self._game = self._position = None

    def _forget(self, _words: list[str]) -> None:
        self._refuse_while_thinking()
        self._ready()[0].new_game()

    def _take_position(self, words: list[str]) -> None:
        _, game = self._ready()
        self._position = None
        text, _, moves = " ".join(words).partition("moves")
        start = None if text.strip() == "start" else text
        self._position = Playthrough.read(game, start, moves).position

    def _think(self, words: list[str]) -> None:
        self._begin(_Thought, words)

    def _analyse(self, words: list[str]) -> None:
        self._begin(_Study, words)

    def _begin(self, kind: type[_Thought], words: list[str]) -> None:
        self._refuse_while_thinking()
        thinker, game = self._ready()
        if self._position is None:
            raise UsageError("there is no position; write position start, or position TEXT")
        game.check_open(self._position)
        limit = parse_go(words)
        self._thought = kind(self, thinker, game, self._position)
        self._thought.begin(limit.or_none())

    def _stop(self, _words: list[str]) -> None:
        if self._thought is not None:
            self._thought.monitor.stop()

    def _ready(self) -> tuple[Agent, Game[Any]]:
        if self._agent is None or self._game is None:
            raise UsageError("there is no game; write game NAME first")
        return self._agent, self._game

    def _refuse_while_thinking(self) -> None:
        if self._thought is not None and not self._thought.answered.is_set():
            raise UsageError("still thinking; write stop and wait for its answer")


def _argument(value: str) -> Argument:
    """A number, a word or a spec, as it would be written in one; other text is itself."""
    try:
        return parse_spec(f"agent(value={value})").arguments["value"]
    except InvalidSpecError:
        return value


class _Thought:
    """One search, with its reports and its answer."""

    def __init__(
        self, server: EngineServer, thinker: Agent, game: Game[Any], position: Any
    ) -> None:
        self.server = server
        self.thinker = thinker
        self.game = game
        self.position = position
        self.monitor = Monitor()
        self.answered = threading.Event()  # set before the answer is written
        self.thread = threading.Thread(target=self._run, name="thought", daemon=True)
        self.limit: Limit | None = None

    def begin(self, limit: Limit | None) -> None:
        self.limit = limit
        self.thread.start()
        threading.Thread(target=self._report, name="reports", daemon=True).start()

    def _run(self) -> None:
        with contextlib.suppress(OSError):  # nobody listens any more
            try:
                lines = self._answer()
            except Exception as error:
                self.answered.set()
                self.server.complain(error)
                return
            self.answered.set()
            for line in lines:
                self.server.say(line)

    def _answer(self) -> Sequence[str]:
        """The lines that end the search."""
        found = self.thinker.choose(self.position, self.limit, self.monitor)
        return (
            format_info(self.game, found),
            f"bestmove {self.game.format_move(found.move)}",
        )

    def _report(self) -> None:
        """Tell ten times a second what the search has found, while it finds more."""
        last = ""
        with contextlib.suppress(OSError):
            while not self.answered.wait(REPORT):
                found = self._so_far()
                if found is not None and (line := format_info(self.game, found)) != last:
                    self.server.say(line, unless=self.answered)
                    last = line

    def _so_far(self) -> Decision | None:
        from plyground.search.runner import score_of

        move = self.monitor.best_move
        if move is None:
            return None
        score = score_of(self.monitor.score, self.position.player())
        return Decision(move, score, self.monitor.line, self.monitor.statistics())


class _Study(_Thought):
    """One analysis: what is known about every move, told as often as reports are, and the end."""

    def _answer(self) -> Sequence[str]:
        told, known = time.monotonic(), None
        for known in self.thinker.analyse(self.position, self.limit, self.monitor):
            if time.monotonic() - told > REPORT:
                for line in self._lines(known):
                    self.server.say(line)
                told, known = time.monotonic(), None
        return (*(self._lines(known) if known else ()), "done")

    def _report(self) -> None:
        """The analysis itself tells."""

    def _lines(self, known: Analysis) -> list[str]:
        reports = [format_report(self.game, report) for report in known.moves]
        return [*reports, format_counters(known.statistics)]
