"""The process of a guest: an agent of other people's code, which may do there what it likes.

It does what it is asked and answers, one question at a time:

    make      an agent for a game, with a seed; whatever was changed for the one before is undone
    prepare, new_game, choose, close
              what the agent does then
    check     refuse a spec that describes no agent, or tell the fingerprint of its code

Before the first question it tells whether its signals are confined (see `confinement`).
Questions arrive pickled. Answers leave as JSON, because what comes out of this process may be
written by anybody: `{"lost": reason}` means that the agent forfeits its game.
"""

from __future__ import annotations

import ctypes
import json
import os
import pickle
import random
import signal
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from plyground.agents import Agent, agent
from plyground.agents.kinds import check_agent
from plyground.errors import ChangedCodeError, PlygroundError
from plyground.game import Game
from plyground.game.files import loaded_once, user_code_in
from plyground.game.registry import game
from plyground.kernel.machine import leave_cores
from plyground.pipes import hide_standard_streams, read_framed, write_framed
from plyground.tournaments.answers import UnfitAnswerError, plain_decision, said
from plyground.tournaments.confinement import confine_signals
from plyground.tournaments.fingerprint import fingerprint_of, fingerprint_of_loaded
from plyground.tournaments.parcels import open_parcel
from plyground.tournaments.planned_code import check_rules, planned_game
from plyground.vocabulary import Decision, Limit, Proven

LOST_PIPES = 81  # the exit code of a process whose pipes the agent closed
DIE_WITH_PARENT = 1  # PR_SET_PDEATHSIG, which Linux has

Answer = dict[str, Any]


class Wanted(NamedTuple):
    """An agent to be made, or checked."""

    reference: str  # the game's name or file
    parameters: Mapping[str, Any]
    spec: str
    parcels: tuple[bytes, ...] = ()  # of what cannot be found by its name
    rules: str = ""  # the fingerprint of the rules that the referee follows
    code: str = ""  # the plan's fingerprint of the agent; without it, any code will do

    def made_game(self) -> Game[Any]:
        """The game, and whatever the agent needs made known."""
        for parcel in self.parcels:
            open_parcel(parcel)
        return game(self.reference, **self.parameters)


def main() -> None:
    """Answer until nobody asks any more."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(DIE_WITH_PARENT, signal.SIGKILL)
    leave_cores()
    source, sink = hide_standard_streams()
    guest = _Guest()
    try:
        write_framed(sink, json.dumps({"confined": confine_signals()}).encode())
        while (content := read_framed(source)) is not None:
            answer = guest.answer(*pickle.loads(content))
            write_framed(sink, json.dumps(answer).encode())
    except (OSError, ValueError):
        os._exit(LOST_PIPES)
    os._exit(0)  # whatever threads an agent has started


class _Guest:
    """The agent that is there now."""

    def __init__(self) -> None:
        self.folder = Path.cwd()
        self.environment = dict(os.environ)
        self.path = list(sys.path)
        self.recursion = sys.getrecursionlimit()
        self.game: Game[Any] | None = None
        self.agent: Agent | None = None

    def answer(self, verb: str, arguments: tuple[Any, ...]) -> Answer:
        """What the verb gives; any error of the agent's is told as the reason of a forfeit."""
        try:
            answer: Callable[..., Answer] = getattr(self, f"do_{verb}")
            return answer(*arguments)
        except UnfitAnswerError as error:
            return {"lost": str(error)}
        except BaseException as error:
            place = user_code_in(error)
            where = f" ({place})" if place else ""
            return {"lost": f"crash: {type(error).__name__}: {said(error)}{where}"}

    def do_make(self, wanted: Wanted, seed: int) -> Answer:
        self._undo()
        _seed(seed)
        code = {wanted.spec: wanted.code} if wanted.code else {}
        with loaded_once():
            try:
                self.game = planned_game(wanted.made_game, code, foreign=True)
                if code:
                    check_rules(self.game, wanted.rules)
            except ChangedCodeError as error:
                return {"changed": str(error)}
            self.agent = agent(self.game, wanted.spec, seed)
        return {}

    def do_new_game(self) -> Answer:
        assert self.agent is not None
        self.agent.new_game()
        return {}

    def do_prepare(self, position: tuple[Any, ...]) -> Answer:
        """What is drawn here is drawn again: not every game has a rehearsal."""
        import numpy as np

        assert self.agent is not None
        drawn, drawn_by_numpy = random.getstate(), np.random.get_state()
        self.agent.prepare(self._position(position))
        random.setstate(drawn)
        np.random.set_state(drawn_by_numpy)
        return {}

    def do_choose(self, position: tuple[Any, ...], limit: Limit | None) -> Answer:
        assert self.agent is not None
        asked = self._position(position)
        return written(plain_decision(self.agent.choose(asked, limit), asked.player()))

    def do_close(self) -> Answer:
        assert self.agent is not None
        self.agent.close()
        return {}

    def do_check(self, wanted: Wanted) -> Answer:
        try:
            with loaded_once():
                played = wanted.made_game()
                check_agent(played, wanted.spec)
                return {
                    "code": fingerprint_of(played, wanted.spec),
                    "loaded": fingerprint_of_loaded(played, wanted.spec),
                }
        except PlygroundError as error:
            return {"refused": str(error), "as": type(error).__name__}

    def _position(self, values: tuple[Any, ...]) -> Any:
        assert self.game is not None
        return self.game.position_class(*values)

    def _undo(self) -> None:
        """Make things as they were at the start, as far as agents usually change them."""
        os.chdir(self.folder)
        os.environ.clear()
        os.environ.update(self.environment)
        sys.path[:] = self.path
        sys.setrecursionlimit(self.recursion)


def written(decision: Decision) -> Answer:
    """A plain decision as data for JSON; `read_decision` makes a decision of it again."""
    score = decision.score
    if isinstance(score, Proven):
        judged: Any = {"result": score.result, "distance": score.distance}
    else:
        judged = score and {"value": score.value}
    counted = {name: int(value) for name, value in vars(decision.statistics).items() if value}
    return {"move": decision.move, "score": judged, "statistics": counted}


def _seed(seed: int) -> None:
    import numpy as np

    random.seed(seed)
    np.random.seed(seed % 2**32)
