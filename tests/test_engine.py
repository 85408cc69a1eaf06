"""Engines: programs that play, as clients and servers of the engine protocol meet them."""

from __future__ import annotations

import gc
import io
import os
import queue
import re
import shlex
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import plyground as pg
from plyground.adapters.engine_server import EngineServer
from plyground.agents import agent
from plyground.agents.engine import EngineAgent, Patience, read_command
from plyground.agents.protocol import (
    format_go,
    format_info,
    line_in,
    parse_go,
    parse_info,
    score_in,
    statistics_in,
)
from plyground.errors import EngineError
from plyground.games import BUILT_IN
from plyground.kernel import Monitor

ROOT = Path(__file__).parent.parent
BOT = ROOT / "docs" / "examples" / "bot.py"
PAGE = ROOT / "docs" / "engine-protocol.md"
PYTHON = [sys.executable, "-I", "-S"]  # starts quickly
PLYGROUND = [sys.executable, "-m", "plyground", "engine"]
GAME = pg.game("tic_tac_toe")
START = GAME.start()
BRISK = Patience(answer=10.0, grace=0.1)

# What each kind of line is answered with; tests replace single answers.
ENGINE = """
import os, sys, time
def say(*lines):
    for line in lines:
        print(line, flush=True)
for line in sys.stdin:
    word, *rest = line.split() or [""]
    if word == "plyground":
        {greeting}
    elif word == "game":
        {accept}
    elif word == "newgame":
        {newgame}
    elif word == "position":
        {position}
    elif word == "legal":
        legal = rest
    elif word == "go":
        {go}
    elif word == "stop":
        {stop}
    elif word == "quit":
        break
"""
ANSWERS = {
    "greeting": "say('id name test engine', 'ok')",
    "accept": "say('ok')",
    "newgame": "pass",
    "position": "pass",
    "go": "say('bestmove ' + legal[0])",
    "stop": "pass",
}


def engine(patience=BRISK, limit=None, game=GAME, seed=None, **answers):
    code = ENGINE.format(**{**ANSWERS, **answers})
    return EngineAgent(game, "bot", [*PYTHON, "-c", code], limit, patience, seed)


def choose(player, **options):
    """What it chooses; the engine is ended whatever happens."""
    try:
        return player.choose(START, **options)
    finally:
        player.close()


def is_running(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


# --- the client ---------------------------------------------------------------------------------


def test_plain_answers():
    player = engine()
    assert choose(player).move == 0
    assert (player.name, player.engine_name) == ("bot", "test engine")


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


@pytest.mark.parametrize(
    ("phase", "says"),
    [
        ("greeting", "did not answer the greeting with ok within 0.8 s"),
        ("accept", "did not answer 'game tic_tac_toe' with ok within 0.8 s; instead it wrote 'hm'"),
        ("go", "told to stop and gave no move in .* s; it had 0.8 s; instead it wrote 'hm'"),
    ],
)
def test_silence_is_an_error_in_time(phase, says):
    player = engine(Patience(0.8, 0.1), **{phase: "say('hm'); time.sleep(60)"})
    begun = time.monotonic()
    with pytest.raises(EngineError, match=says):
        choose(player)
    assert time.monotonic() - begun < 30


def test_own_limit_is_kept_with_grace():
    player = engine(limit=pg.Limit(seconds=0.1), go="time.sleep(60)")
    player.new_game()
    begun = time.monotonic()
    with pytest.raises(EngineError, match=r"it had 0\.1 s"):
        player.choose(START, pg.Limit(seconds=5))
    assert 0.2 <= time.monotonic() - begun < 20


def test_told_to_stop_at_the_deadline():
    player = engine(go="pass", stop="say('bestmove b2')", limit=pg.Limit(seconds=0.1))
    assert GAME.format_move(choose(player).move) == "b2"


def test_stopped_by_the_monitor():
    player, monitor = engine(go="pass", stop="say('bestmove b2')"), Monitor()
    player.new_game()
    threading.Timer(0.05, monitor.stop).start()
    begun = time.monotonic()
    assert GAME.format_move(choose(player, monitor=monitor).move) == "b2"
    assert time.monotonic() - begun < 20


def test_slow_start_is_not_on_the_clock():
    player = engine(accept="time.sleep(0.3); say('ok')", limit=pg.Limit(seconds=0.2))
    assert choose(player).statistics.seconds < 0.2


@pytest.mark.parametrize(
    ("answer", "error", "says"),
    [
        ("say('bestmove')", pg.InvalidMoveError, "answered 'bestmove ': '' is no move"),
        ("say('bestmove z9')", pg.InvalidMoveError, "answered 'bestmove z9': 'z9' is no move"),
        ("say('bestmove a1 b2')", pg.InvalidMoveError, "'a1 b2' is no move"),
        ("say('error no idea')", EngineError, "bot answered: error no idea"),
        ("say('x' * 70000)", EngineError, "a line of more than 65536 bytes"),
        ("os.write(1, b'y' * 200000); time.sleep(60)", EngineError, "more than 65536 bytes"),
        ("os.write(1, bytes(range(128, 256)) + b'\\n'); os._exit(1)", EngineError, "exit code 1"),
    ],
)
def test_wrong_answers(answer, error, says):
    with pytest.raises(error, match=says):
        choose(engine(go=answer))


def test_illegal_move_and_then_a_new_game():
    player = engine(go="say('bestmove a1')")
    position = pg.Playthrough.read(GAME, moves="a1").position
    with pytest.raises(pg.IllegalMoveError, match="bot answered 'bestmove a1': a1 is illegal in"):
        player.choose(position)
    player.new_game()
    assert choose(player).move == 0


def test_refused_game():
    with pytest.raises(EngineError, match="answered 'game tic_tac_toe' with: error only chess"):
        choose(engine(accept="say('error only chess')"))


def test_odd_lines_are_read():
    noise = "os.write(1, b'\\r\\n\\r\\nthinking hard\\r\\n\\xff\\xfe\\n  bestmove   c3 \\r\\n')"
    assert GAME.format_move(choose(engine(go=noise)).move) == "c3"


def test_flood_of_lines_ends_at_the_deadline():
    flood = "exec('while True: print(\"info nodes 5 line a1\")')"
    player = engine(go=flood, limit=pg.Limit(seconds=0.2))
    player.new_game()
    with pytest.raises(EngineError, match="gave no move"):
        player.choose(START, monitor=Monitor())


def test_answers_that_nobody_asked_for_are_not_the_next_move():
    twice = "say('bestmove ' + legal[0], 'bestmove c3')"
    player = engine(go=twice)
    assert player.choose(START).move == 0
    time.sleep(0.05)
    assert choose(player).move == 0


def test_info_becomes_decision_and_monitor():
    info = "say('info depth 3 nodes 9 nps 4 score 2.5', 'info score win in 3 line b2 a1 a1 c3')"
    player, monitor = engine(go=f"{info}; say('bestmove b2')"), Monitor()
    found = choose(player, monitor=monitor)
    assert found.score == pg.Proven(1, 0, 3)
    assert [GAME.format_move(move) for move in found.line] == ["b2", "a1"]
    assert (found.statistics.depth, found.statistics.nodes) == (3, 9)
    assert found.statistics.seconds > 0
    assert (monitor.best_move, monitor.line) == (found.move, list(found.line))
    assert monitor.statistics().nodes == 9


def test_line_of_another_move_is_dropped():
    found = choose(engine(go="say('info score -3 line a1', 'bestmove b2')"))
    assert (found.line, found.score) == ((), pg.Estimate(-3, 0))


def test_limits_seed_and_game_are_sent():
    code = """
import sys
for line in sys.stdin:
    print(line.strip(), file=sys.stderr, flush=True)
    if line.startswith("go"):
        break
    print("ok", flush=True)
"""
    game = pg.game("connect_four", width=2, height=2)
    player = EngineAgent(game, "bot", [*PYTHON, "-c", code], pg.Limit(nodes=70), BRISK, seed=11)
    sent = "seed 11 | game connect_four width=2 height=2 | position ../.. X | legal 1 2"
    says = re.escape(f"it said: {sent} | go seconds 2 nodes 70 depth 3")
    with pytest.raises(EngineError, match=says):
        player.choose(game.start(), pg.Limit(seconds=2, nodes=90, depth=3))


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
    code = ENGINE.format(**ANSWERS) + "\ntime.sleep(60)"
    player = EngineAgent(GAME, "bot", [*PYTHON, "-c", code])
    player.choose(START)
    process = player._engine._process
    player.close()
    assert process.returncode == -signal.SIGKILL


FAMILY = "import subprocess as s; say(f'id name {s.Popen((\"sleep\", \"60\")).pid}', 'ok')"


def gone_soon(pid):
    """Whether the process ends within a moment; nobody need have asked for its exit code."""
    state, patience = Path(f"/proc/{pid}/stat"), time.monotonic() + 5
    while time.monotonic() < patience:
        if not is_running(pid) or (state.exists() and ") Z " in state.read_text()):
            return True
        time.sleep(0.02)
    return False


def test_what_an_engine_started_ends_with_it():
    player = engine(greeting=FAMILY)
    player.choose(START)
    child = int(player.engine_name)
    assert is_running(child)
    player.close()
    assert gone_soon(child)


def test_end_of_an_engine_shows_though_its_children_hold_its_output():
    player = engine(greeting=FAMILY, go="sys.exit(5)")
    begun = time.monotonic()
    with pytest.raises(EngineError, match="exit code 5"):
        player.choose(START)
    assert time.monotonic() - begun < BRISK.answer
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


# --- specs ----------------------------------------------------------------------------------------


def spec(*command, **arguments):
    words = "".join(f", {name}={value}" for name, value in arguments.items())
    quoted = shlex.join(map(str, command)).replace("\\", "\\\\").replace('"', '\\"')
    return f'engine(cmd="{quoted}"{words})'


@pytest.mark.parametrize("name", BUILT_IN)
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
    assert f"```python\n{BOT.read_text()}```" in PAGE.read_text()


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
        choose(EngineAgent(GAME, "bot", [str(PAGE)]))


def test_python_and_plyground_are_found_in_any_case(monkeypatch):
    monkeypatch.setenv("PATH", "")
    assert read_command("python bot.py") == [sys.executable, "bot.py"]
    assert read_command("plyground engine random") == [*PLYGROUND, "random"]


# --- the lines ------------------------------------------------------------------------------------


@pytest.mark.parametrize("limit", [pg.Limit(), pg.Limit(0.25, 9, 3), pg.Limit(depth=2)])
def test_limits_survive_text(limit):
    verb, *words = format_go(limit).split()
    assert (verb, parse_go(words)) == ("go", limit)


@pytest.mark.parametrize("words", ["depth", "depth x", "wtime 3", "seconds -1", "nodes 1.5"])
def test_wrong_limits(words):
    with pytest.raises(pg.InvalidLimitError):
        parse_go(words.split())


@pytest.mark.parametrize(
    "score",
    [None, pg.Estimate(-0.125, 0), pg.Proven(1, 0, 5), pg.Proven(-1, 0), pg.Proven(0, 0)],
)
def test_info_survives_text(score):
    found = pg.Decision(4, score, (4, 0, 2), pg.Statistics(nodes=9, depth=3, cutoffs=1))
    info = parse_info(format_info(GAME, found).split()[1:])
    assert score_in(info, 0) == score
    assert line_in(info, GAME, START) == found.line
    assert statistics_in(info, 0.0) == found.statistics


@pytest.mark.parametrize(
    "text",
    [
        *("score", "score nan", "score 1e999", "score 9e30", "score much", "line", "line z9"),
        *("nodes -3", "nodes many depth", f"nodes {10**30} depth ²", "5 6 7", ""),
    ],
)
def test_unreadable_info_is_left_out(text):
    info = parse_info(text.split())
    assert score_in(info, 0) is None
    assert line_in(info, GAME, START) == ()
    assert statistics_in(info, 0.0) == pg.Statistics()


# --- the server -----------------------------------------------------------------------------------


def ask(spec_text, *lines, seed=None):
    output = io.StringIO()
    EngineServer(spec_text, output, seed).serve(lines)
    return output.getvalue().splitlines()


class Pipe:
    """A conversation with `plyground engine` in a process."""

    def __init__(self, *arguments):
        self.process = subprocess.Popen(
            [*PLYGROUND, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self.lines = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        with self.process.stdout as pipe:
            for line in pipe:
                self.lines.put(line.decode().strip())

    def write(self, text):
        self.process.stdin.write(text.encode())
        self.process.stdin.flush()

    def until(self, word):
        while not (line := self.lines.get(timeout=60)).startswith(word):
            pass
        return line

    def end(self):
        self.process.stdin.close()
        return self.process.wait(timeout=10)


def test_conversation_of_the_page():
    block = next(b for b in re.findall(r"```text\n(.*?)```", PAGE.read_text(), re.S) if "> " in b)
    lines = block.splitlines()
    asked = [line[2:] for line in lines if line.startswith("> ")]
    output = io.StringIO()

    def patiently():
        for line in asked:
            yield line
            while line.startswith("go") and "bestmove" not in output.getvalue():
                time.sleep(0.01)

    EngineServer("minimax(depth=2)", output).serve(patiently())
    said = [line[2:] for line in lines if line.startswith("< ")]
    assert output.getvalue().splitlines() == said


def test_server_stops_at_once_and_quits_at_once():
    pipe = Pipe("alphabeta(seconds=600)")
    pipe.write("\r\n\nwhat is this\nplyground 1\r\n")
    assert pipe.until("id") == "id name alphabeta(seconds=600)"
    pipe.until("ok")
    pipe.write("game connect_four\nposition start moves 4 4\n")
    pipe.until("ok")
    pipe.write("go\n")
    info = pipe.until("info")
    assert "score" in info
    assert "line" in info
    begun = time.monotonic()
    pipe.write("go\nnewgame\nstop\n")
    assert pipe.until("error") == "error still thinking; write stop and wait for bestmove"
    assert pipe.until("bestmove").split()[1] in "1234567"
    pipe.write("go\nquit\n")
    assert pipe.process.wait(timeout=10) == 0
    assert time.monotonic() - begun < 30
    pipe.end()


def test_server_ends_with_its_input():
    pipe = Pipe("alphabeta(seconds=600)")
    pipe.write("game connect_four\n")
    pipe.until("ok")
    pipe.write("position start\ngo\n")
    begun = time.monotonic()
    assert pipe.end() == 0
    assert time.monotonic() - begun < 30
    assert pipe.until("bestmove")


def test_compilation_is_not_on_the_clock():
    pipe = Pipe("mcts(iterations=30)")
    pipe.write("game tic_tac_toe\n")
    pipe.until("ok")
    begun = time.monotonic()
    pipe.write("position start\ngo\n")
    pipe.until("bestmove")
    assert time.monotonic() - begun < 3
    assert pipe.end() == 0


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        (["plyground 2"], "version 2 is not known; this engine speaks 1"),
        (["seed x"], "write seed N"),
        (["game"], "write game NAME"),
        (["game chess"], "no game 'chess'; there are tic_tac_toe"),
        (["game connect_four width"], "'width': write parameters as NAME=VALUE"),
        (["game connect_four width=99"], "width=99 is not a whole number from 1 to 31"),
        (["newgame"], "there is no game"),
        (["go"], "there is no game"),
        (["game tic_tac_toe", "go"], "there is no position"),
        (["game tic_tac_toe", "position XX"], "'XX' has rows of 2 cells"),
        (["game tic_tac_toe", "position start moves a1 a1"], "a1 is illegal"),
        (["game tic_tac_toe", "position start moves 5"], "'5' is no move"),
        (["game tic_tac_toe", "position XXX/OO./... O", "go"], "the game is over: X won"),
        (["game tic_tac_toe", "position start", "go depth x"], "depth x: 'x' is not a number"),
    ],
)
def test_server_says_what_is_wrong(lines, says):
    *_, last = ask("random", *lines)
    assert last.startswith("error ")
    assert says in last


def test_server_reports_agents_that_fail(tmp_path, capsys):
    file = tmp_path / "failing.py"
    file.write_text(
        "class Failing:\n"
        "    def __init__(self, game): self.game = game\n"
        "    def choose(self, position, limit=None, monitor=None):\n"
        "        if self.game.cells(position)[8]: raise ValueError('no\\nidea')\n"
        "        from plyground import Decision\n"
        "        return Decision(self.game.legal(position)[0])\n"
        "    def new_game(self): pass\n"
    )
    *_, last = ask(str(file), "game tic_tac_toe", "position start moves c3", "go")
    assert last == "error ValueError: no idea"
    assert "failing.py" in capsys.readouterr().err
    assert ask("alphago", "game tic_tac_toe")[0].startswith("error no agent 'alphago'")


def test_server_repeats_itself_with_a_seed():
    asked = ["game connect_four", "position start", "go"]
    first, second = (ask("random", "seed 8", *asked) for _ in range(2))
    assert first == second == ask("random", *asked, seed=8)


def test_our_client_and_our_server_choose_as_the_agent_itself():
    game = pg.game("connect_four", width=5, height=4)
    text = "alphabeta(depth=4, memory=1)"
    remote = agent(game, spec(*PLYGROUND, text))
    local = agent(game, text)
    for _ in range(2):
        position = game.start()
        while game.legal(position):
            found, own = remote.choose(position), local.choose(position)
            assert (found.move, found.score, found.line) == (own.move, own.score, tuple(own.line))
            assert found.statistics.nodes == own.statistics.nodes
            position = position.play(found.move)
        remote.new_game()
        local.new_game()
    remote.close()


def test_games_of_the_user_can_be_served():
    snort = ROOT / "docs" / "examples" / "snort.py"
    game = pg.game(str(snort))
    player = agent(game, spec(*PLYGROUND, "random", "--game", snort))
    assert choose_in(player, game) in game.legal(game.start())
    refused = agent(game, spec(*PLYGROUND, "random"))
    with pytest.raises(EngineError, match="error no game 'snort'"):
        choose_in(refused, game)


def choose_in(player, game):
    try:
        return player.choose(game.start()).move
    finally:
        player.close()


def test_wrong_spec_of_the_command_is_a_mistake():
    done = subprocess.run([*PLYGROUND, "random("], capture_output=True, text=True, input="")
    assert done.returncode == 2
    assert done.stderr.startswith("plyground: 'random(': expected a name")
