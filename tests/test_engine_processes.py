"""Engines as processes: they crash, start again, and leave nothing behind."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from example_files import BOT
from plyground.agents.engine import EngineAgent
from plyground.errors import EngineError
from scripted_engine import ANSWERS, ENGINE, GAME, PYTHON, START, choose, engine
from waiting import wait_for

FAMILY = "import subprocess as s; say(f'id name {s.Popen((\"sleep\", \"60\")).pid}', 'ok')"


def is_running(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def gone_soon(pid):
    """Whether the process ends within a moment; nobody need have asked for its exit code."""
    state = Path(f"/proc/{pid}/stat")
    wait_for(lambda: not is_running(pid) or (state.exists() and ") Z " in state.read_text()))
    return True


@pytest.mark.parametrize("phase", ["greeting", "accept", "newgame", "position", "go"])
def test_crash_at_each_phase_shows_the_last_words(phase):
    player = engine(**{phase: "print('first\\nout of ideas', file=sys.stderr); os._exit(3)"})
    if phase == "newgame":
        assert player.choose(START).move == 0
        player.new_game()
    with pytest.raises(EngineError, match=r"bot ended with exit code 3; it said: first \| out of"):
        choose(player)


def test_crash_by_a_signal_without_a_word():
    with pytest.raises(EngineError, match="bot ended by SIGKILL; it said nothing"):
        choose(engine(go="os.kill(os.getpid(), 9)"))


def test_engine_that_ends_at_once():
    with pytest.raises(EngineError, match="bot ended with exit code 0; it said nothing"):
        choose(EngineAgent(GAME, "bot", [*PYTHON, "-c", "pass"]))


def test_engine_that_closes_its_output():
    with pytest.raises(EngineError, match="bot closed its output"):
        choose(engine(go="os.close(1)"))


def test_restart_after_a_crash_between_moves():
    player = engine()
    assert player.choose(START).move == 0
    os.killpg(player._engine._process.pid, signal.SIGKILL)
    player._engine._process.wait()
    with pytest.raises(EngineError, match="SIGKILL"):
        player.choose(START)
    assert player.choose(START).move == 0
    os.killpg(player._engine._process.pid, signal.SIGKILL)
    player._engine._process.wait()
    player.new_game()
    assert choose(player).move == 0


def test_failing_start_in_new_game_is_told_by_the_next_move():
    player = engine(greeting="os._exit(4)")
    player.new_game()
    with pytest.raises(EngineError, match="exit code 4"):
        player.choose(START)


def test_no_process_is_left_behind():
    player = engine()
    player.choose(START)
    closed, process = player._engine._process.pid, player._engine._process
    player.close()
    assert process.returncode == 0
    assert not is_running(closed)
    player.choose(START)
    collected = player._engine._process.pid
    del player
    gc.collect()
    assert not is_running(collected)


def test_engine_that_does_not_quit_is_killed(monkeypatch):
    monkeypatch.setattr("plyground.agents.engine_process.PARTING", 0.2)
    code = ENGINE.format(**ANSWERS) + "\ntime.sleep(600)"
    player = EngineAgent(GAME, "bot", [*PYTHON, "-c", code])
    player.choose(START)
    process = player._engine._process
    player.close()
    assert process.returncode == -signal.SIGKILL


def test_what_an_engine_started_ends_with_it():
    player = engine(greeting=FAMILY)
    player.choose(START)
    child = int(player.engine_name)
    assert is_running(child)
    player.close()
    assert gone_soon(child)


def test_end_of_an_engine_shows_though_its_children_hold_its_output():
    player = engine(greeting=FAMILY, go="sys.exit(5)")
    with pytest.raises(EngineError, match="exit code 5"):
        player.choose(START)
    assert gone_soon(int(player.engine_name))


def test_nothing_is_left_when_python_ends():
    code = f"""
import plyground as pg
from plyground.agents import agent
game = pg.game("tic_tac_toe")
player = agent(game, 'engine(cmd="{sys.executable} {BOT}")')
player.choose(game.start())
print(player._engine._process.pid)
"""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-X", "dev", "-c", code], capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert not is_running(int(done.stdout))
