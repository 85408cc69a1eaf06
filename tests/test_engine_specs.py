"""Engines by their specs, and the example bot of the documentation."""

from __future__ import annotations

import re
import sys

import pytest

import plyground as pg
from example_files import BOT, ENGINE_PROTOCOL
from plyground.agents import agent
from plyground.agents.engine import EngineAgent, read_command
from plyground.errors import EngineError
from plyground.game.registry import built_in_names
from scripted_engine import GAME, PLYGROUND, PYTHON, choose, spec


@pytest.mark.parametrize("name", built_in_names())
def test_example_bot_plays_every_game(name):
    game = pg.game(name)
    bot = agent(game, spec(*PYTHON, BOT), seed=5)
    games = []
    for _ in range(2):
        other = agent(game, spec(*PYTHON, BOT), seed=5) if games else bot
        reached = pg.Playthrough.read(game)
        while game.outcome(reached.position) is None:
            reached = reached.play(other.choose(reached.position).move)
        games.append(reached.moves)
        other.close()
    assert games[0] == games[1]


def test_example_bot_has_at_most_30_lines():
    assert len(BOT.read_text().splitlines()) <= 30
    assert f"```python\n{BOT.read_text()}```" in ENGINE_PROTOCOL.read_text()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("engine", "an engine needs a command: engine"),
        ("engine(cmd=3)", 'cmd=3 must be text: cmd="python bot.py"'),
        ('engine(cmd="")', "an engine needs a command"),
        ('engine(cmd="a \'b")', "cannot be split into words: No closing quotation"),
        ('engine(cmd="/no/such/program x")', "no program '/no/such/program' to start"),
        ('engine(cmd="python x.py", seconds=0)', "seconds=0 must be positive"),
        ('engine(cmd="python x.py", grace=-1)', "grace=-1 must be a number of seconds above 0"),
        ('engine(cmd="python x.py", level=3)', "engine has no parameter 'level'; it has cmd, sec"),
    ],
)
def test_wrong_engine_specs(text, says):
    with pytest.raises(pg.PlygroundError, match=re.escape(says)):
        agent(GAME, text)


def test_program_that_cannot_run():
    with pytest.raises(EngineError, match=r"bot: cannot start .*: (Permission|Exec)"):
        choose(EngineAgent(GAME, "bot", [str(ENGINE_PROTOCOL)]))


def test_python_and_plyground_are_found_in_any_case(monkeypatch):
    monkeypatch.setenv("PATH", "")
    assert read_command("python bot.py") == [sys.executable, "bot.py"]
    assert read_command("plyground engine random") == [*PLYGROUND, "random"]
