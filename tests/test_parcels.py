"""Games and agents that only this process knows, a notebook's, play in a tournament."""

from __future__ import annotations

import subprocess
import sys
import threading

import pytest

import plyground as pg
from example_files import SNORT
from plyground.agents.custom import registered_agents
from plyground.errors import InvalidParameterError, UnknownAgentError, UnknownGameError
from plyground.game import registry
from plyground.tournaments import make_plan
from plyground.tournaments.parcels import open_parcel, parcels_for

OPENER = """
import sys
import plyground as pg
from plyground.kernel.marks import is_compiled
from plyground.tournaments.parcels import open_parcel
open_parcel(sys.stdin.buffer.read())
game = pg.game("notebook_snort")
print(is_compiled(game.position_class), game.legal_moves(game.start())[:2])
"""


def notebook(changed="return -1"):
    """The game as a cell of a notebook makes it: a class that no file holds."""
    cell = {"__name__": "__main__"}
    source = SNORT.read_text().replace("return -1", changed)
    exec(source.replace('"snort"', '"notebook_snort"'), cell)
    return pg.register(cell["Snort"])


def agent_class(place=0):
    class FirstOf:
        def __init__(self, game):
            self.game = game

        def choose(self, position, limit=None, monitor=None):
            return pg.Decision(self.game.legal(position)[place])

    return FirstOf


@pytest.fixture(autouse=True)
def _forget(monkeypatch):
    """What a test registers, the next does not find."""
    monkeypatch.setattr(registry, "_registered", {})
    kept = dict(registered_agents)
    yield
    registered_agents.clear()
    registered_agents.update(kept)


def test_a_game_and_an_agent_of_a_notebook_play():
    notebook()
    result = pg.arena("notebook_snort", agent_class(), "random", pairs=1, workers=1)
    assert not result.unplayable
    assert [record.forfeit for record in result.records] == [False, False]
    assert result.records[0].game == "notebook_snort"
    assert result.plan.agents == ("FirstOf", "random")


def test_an_agent_of_a_notebook_plays_a_game_of_ours_and_has_arguments():
    agents = [agent_class(), "random"]
    result = pg.arena("tic_tac_toe", agents, pairs=1, workers=1, opening_plies=0)
    assert not any(record.forfeit for record in result.records)
    with pytest.raises(pg.InvalidSpecError, match="no parameter 'depth'"):
        pg.arena("tic_tac_toe", "FirstOf(depth=1)", "random", pairs=1)


def test_marks_of_compiled_code_travel_along():
    notebook()
    (parcel,) = parcels_for("notebook_snort", ["random"]).values()
    done = subprocess.run([sys.executable, "-c", OPENER], input=parcel, capture_output=True)
    assert done.stdout.decode().split("\n")[0] == "True ['a1', 'b1']", done.stderr


def test_what_others_find_needs_no_parcel():
    assert parcels_for("konane", ["random", f"{SNORT}:FirstLegal"]) == {}
    assert parcels_for(str(SNORT), ["random"]) == {}
    open_parcel(b"")
    assert pg.game_names() == [
        "bamboo",
        "cachex",
        "connect_four",
        "konane",
        "othello",
        "tic_tac_toe",
    ]


def test_edited_code_is_another_tournament():
    notebook()
    plans = [make_plan("notebook_snort", ["random", "mcts"], pairs=1) for _ in range(2)]
    notebook(changed="return -1 - 0 * self.turn")
    plans.append(make_plan("notebook_snort", ["random", "mcts"], pairs=1))
    assert plans[0].identity == plans[1].identity != plans[2].identity


def test_an_edited_agent_is_another():
    code = []
    for place in (0, 0, -1):
        plan = pg.arena("tic_tac_toe", agent_class(place), "random", hold=lambda _: None).plan
        code.append(plan.code["FirstOf"])
    assert code[0] == code[1] != code[2]


def test_what_cannot_be_sent_is_said():
    held = threading.Lock()
    fixed = notebook()
    fixed.held = held
    with pytest.raises(UnknownGameError, match=r"cannot be sent .* put it into a file"):
        pg.arena("notebook_snort", "random", "mcts")

    class Holding(agent_class()):
        lock = held

    with pytest.raises(UnknownAgentError, match="Holding is known to this process only"):
        pg.arena("tic_tac_toe", Holding, "random")


def test_what_is_no_agent_of_ones_own_is_refused():
    with pytest.raises(UnknownAgentError, match="int has no method choose"):
        pg.arena("tic_tac_toe", int, "random")
    with pytest.raises(InvalidParameterError, match="one of our agents"):
        pg.arena("tic_tac_toe", type("easy", (agent_class(),), {}), "random")
    pg.register(type(pg.game(str(SNORT))))
    with pytest.raises(UnknownGameError, match="a game in a file; give"):
        pg.arena("snort", "random", "mcts")
