"""Fuzzed lines of the engine protocol, of both sides."""

from __future__ import annotations

import io
import queue

import plyground as pg
from faults.asking import answers
from faults.mutation import mutated
from faults.rig import Figures, Trial, family
from plyground.adapters.engine_server import EngineServer
from plyground.agents.engine import EngineAgent, Patience, _Turn
from plyground.agents.engine_process import _read_answers
from plyground.errors import EngineError, PlygroundError
from plyground.kernel import Monitor
from plyground.vocabulary import Limit

TIC_TAC_TOE = pg.game("tic_tac_toe")
ANSWERS = (
    "info nodes 12 evaluations 7 depth 3 score win in 5 line a1 b2 c3\nbestmove a1\n",
    "info score -3.5 nodes 900000000000 line b2\nid name x\nbestmove b2\n",
    "error cannot move\n",
    "info score draw selective_depth 9\n\nbestmove a1 b2\n",
)
COMMANDS = (
    "plyground 1\nseed 7\ngame tic_tac_toe\nposition start moves a1 b2\ngo nodes 5\nstop\nquit\n",
    "game konane size=4\nposition BWBW/WBWB/B..W/WBWB B\nlegal a1\ngo seconds 0.01 depth 2\n",
    "game connect_four width=4 height=4 length=4\nposition start\ngo depth 1\nstop\n",
)


class Scripted:
    """An engine whose lines are known, in the place of its process."""

    running = True

    def __init__(self, content: bytes) -> None:
        """It writes that content, and ends."""
        self.lines: queue.Queue[str | int] = queue.Queue()
        _read_answers(io.BytesIO(content), self.lines)

    def send(self, line: str) -> None:
        """Nobody reads it."""

    def receive(self, _seconds: float) -> str:
        """The next line."""
        line = self.lines.get_nowait()
        if isinstance(line, int):
            raise EngineError("it ended")
        return line


@family("inputs-engine-answers", 0.4)
def engine_answers(trial: Trial) -> Figures:
    """What engines answer to us."""
    agent = EngineAgent(TIC_TAC_TOE, "engine", ["true"], patience=Patience(10, 1))
    start = TIC_TAC_TOE.start()

    def ask(text: str) -> None:
        content = text.encode(errors="surrogatepass")
        agent._await_ok(Scripted(b"ok\n" + content), "the greeting", 10)
        decision = _Turn(agent, Scripted(content), start, Monitor()).play(Limit())
        assert decision.move in TIC_TAC_TOE.legal(start)

    return answers((mutated(trial.chance, ANSWERS) for _ in range(500)), ask)


class Strict(EngineServer):
    """A server that hands on what is no fault of the client's."""

    failure: Exception | None = None

    def complain(self, error: Exception) -> None:
        """Remember what would be traced."""
        if isinstance(error, PlygroundError):
            super().complain(error)
        else:
            self.failure = error


@family("inputs-engine-commands", 0.3)
def engine_commands(trial: Trial) -> Figures:
    """What clients of ours ask."""

    def ask(text: str) -> None:
        server = Strict("random", io.StringIO())
        server.serve(io.StringIO(text))
        if server.failure is not None:
            raise server.failure

    return answers((mutated(trial.chance, COMMANDS) for _ in range(200)), ask)
