"""Our agents as engines for others: `plyground engine`."""

from __future__ import annotations

import io
import queue
import re
import subprocess
import threading
from functools import partial

import pytest

import plyground as pg
from example_files import ENGINE_PROTOCOL, SNORT
from plyground.adapters.engine_server import EngineServer
from plyground.agents import agent
from plyground.errors import EngineError
from scripted_engine import PLYGROUND, spec
from waiting import PATIENCE, wait_for

pytest_plugins = "interpreting"
pytestmark = pytest.mark.usefixtures("interpreted_processes")

ENDS = "^(bestmove|done|error)"  # of the answers to a question


def has_answered(output, times):
    return len(re.findall(ENDS, output.getvalue(), re.MULTILINE)) > times


def ask(spec_text, *lines, seed=None):
    """What the server answers, which has time to think before the input ends."""
    output = io.StringIO()

    def patiently():
        for line in lines:
            asked = len(re.findall(ENDS, output.getvalue(), re.MULTILINE))
            yield line
            if line.split()[:1] in (["go"], ["analyse"]):
                wait_for(partial(has_answered, output, asked))

    EngineServer(spec_text, output, seed).serve(patiently())
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
        while not (line := self.lines.get(timeout=PATIENCE)).startswith(word):
            pass
        return line

    def end(self):
        self.process.stdin.close()
        return self.process.wait(timeout=PATIENCE)


def test_conversation_of_the_page():
    blocks = re.findall(r"```text\n(.*?)```", ENGINE_PROTOCOL.read_text(), re.S)
    block = next(block for block in blocks if "> " in block)
    lines = block.splitlines()
    asked = [line[2:] for line in lines if line.startswith("> ")]
    said = [line[2:] for line in lines if line.startswith("< ")]
    assert ask("minimax(depth=2)", *asked) == said


def test_server_analyses_and_takes_options():
    lines = ["plyground 1", "option name depth value 3", "option name pruning value"]
    lines += ["option name dept value 3", "game tic_tac_toe", "position start moves b2", "analyse"]
    said = ask("Rusty=minimax(depth=2, pruning=1)", *lines)
    assert said[:2] == ["id name Rusty", "option name depth value 2"]
    assert "option name pruning value 1" in said
    assert any(line.startswith("error no option 'dept'") and "mean depth?" in line for line in said)
    moves = [line for line in said if line.startswith("move ")]
    assert len(moves) == 8
    assert all(" depth 3 score " in line for line in moves)
    assert "cutoffs 0" in said[-2]  # as the kind is made: without pruning
    assert said[-1] == "done"


def test_our_client_analyses_as_the_agent_itself():
    game = pg.game("tic_tac_toe")
    position = pg.Playthrough.read(game, moves="b2 a1").position
    text = "minimax(depth=3)"
    with agent(game, spec(*PLYGROUND, text)) as remote, agent(game, text) as own:
        *_, told = remote.analyse(position)
        *_, known = own.analyse(position)
    assert [(m.move, m.score, m.depth, m.line) for m in told.moves] == [
        (m.move, m.score, m.depth, m.line) for m in known.moves
    ]


def test_server_stops_at_once_and_quits_at_once():
    pipe = Pipe("alphabeta(seconds=6000)")
    pipe.write("\r\n\nwhat is this\nplyground 1\r\n")
    assert pipe.until("id") == "id name alphabeta(seconds=6000)"
    pipe.until("ok")
    pipe.write("game connect_four\nposition start moves 4 4\n")
    pipe.until("ok")
    pipe.write("go\n")
    info = pipe.until("info")
    assert "score" in info
    assert "line" in info
    pipe.write("go\nnewgame\nstop\n")
    assert pipe.until("error") == "error still thinking; write stop and wait for its answer"
    assert pipe.until("bestmove").split()[1] in "1234567"
    pipe.write("go\nquit\n")
    assert pipe.process.wait(timeout=PATIENCE) == 0
    pipe.end()


def test_server_ends_with_its_input():
    pipe = Pipe("alphabeta(seconds=6000)")
    pipe.write("game connect_four\n")
    pipe.until("ok")
    pipe.write("position start\ngo\n")
    assert pipe.end() == 0
    assert pipe.until("bestmove")


PREPARING = """
from plyground import Decision, Statistics

class Preparing:
    def __init__(self, game):
        self.game, self.ready = game, False

    def prepare(self, position):
        self.ready = True

    def choose(self, position, limit=None, monitor=None):
        assert self.ready
        return Decision(self.game.legal(position)[0], None, (), Statistics())
"""


def test_compilation_is_not_on_the_clock(tmp_path):
    file = tmp_path / "preparing.py"
    file.write_text(PREPARING)
    said = ask(str(file), "game tic_tac_toe", "position start", "go")
    assert said[-1] == "bestmove a1"


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        (["plyground 2"], "version 2 is not known; this engine speaks 1"),
        (["seed x"], "write seed N"),
        (["game"], "write game NAME"),
        (["game chess"], "no game 'chess'; there are bamboo"),
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


def choose_in(player, game):
    try:
        return player.choose(game.start()).move
    finally:
        player.close()


def test_games_of_the_user_can_be_served():
    game = pg.game(str(SNORT))
    player = agent(game, spec(*PLYGROUND, "random", "--game", SNORT))
    assert choose_in(player, game) in game.legal(game.start())
    refused = agent(game, spec(*PLYGROUND, "random"))
    with pytest.raises(EngineError, match="error no game 'snort'"):
        choose_in(refused, game)


def test_wrong_spec_of_the_command_is_a_mistake():
    done = subprocess.run([*PLYGROUND, "random("], capture_output=True, text=True, input="")
    assert done.returncode == 2
    assert done.stderr.startswith("plyground: 'random(': expected a name")
