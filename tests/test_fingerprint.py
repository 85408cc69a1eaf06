"""Results belong to code: what plays is known by its fingerprint, and by nothing else."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib import import_module

import pytest

from command_line import plyground
from example_files import SNORT
from plyground.game.game import Game
from plyground.game.registry import game
from plyground.games.konane import judges as konane_judges
from plyground.games.konane.rules import KonanePosition
from plyground.search import mcts, mcts_playouts, minimax
from plyground.tournaments import Store, make_plan
from plyground.tournaments.fingerprint import _code_of, fingerprint_of, fingerprint_of_call

JUDGED = '''
from plyground.game.knowledge import Knowledge

@pg.compiled
class Stones(NamedTuple):
    """Counts stones."""

    weight: int = 3

    def evaluate(self, position):
        return self.weight * (position.turn - 1)  # who moves
'''
SPECS = [
    ("konane", "random"),
    ("konane", "alphabeta"),
    ("konane", "mcts(iterations=10)"),
    ("connect_four", "alphabeta"),
]


@pytest.fixture
def snort(tmp_path):
    text = SNORT.read_text().replace("\n\nclass Snort(", f"\n{JUDGED}\n\nclass Snort(")
    declared = 'knowledge = Knowledge(evaluators={"stones": Stones})\n    name, title ='
    file = tmp_path / "snort.py"
    file.write_text(text.replace("name, title =", declared))
    return file


def of_file(file, spec="alphabeta(depth=1)"):
    return fingerprint_of(game(str(file)), spec)


def fingerprints():
    _code_of.cache_clear()
    return [fingerprint_of(game(name), spec) for name, spec in SPECS]


def another(*_arguments):
    return 0


@pytest.mark.parametrize(
    ("edited", "changed"),
    [
        (KonanePosition.play, [True, True, True, False]),
        (konane_judges.count_movers, [False, True, True, False]),
        (mcts_playouts.play_out, [False, False, True, False]),
        (minimax.judge_moves.function, [False, False, False, False]),
        (Game.picture, [False, False, False, False]),
        (Game.legal, [True, True, True, True]),
    ],
)
def test_it_follows_the_code_that_plays_and_no_other(monkeypatch, edited, changed):
    before = fingerprints()
    monkeypatch.setattr(edited, "__code__", another.__code__)
    after = fingerprints()
    assert [one != two for one, two in zip(before, after, strict=True)] == changed


def test_it_follows_default_arguments_and_constants(monkeypatch):
    before = fingerprints()
    monkeypatch.setattr(mcts.TreeSwitches, "_field_defaults", {"expand_after": 3})
    assert fingerprints()[2] != before[2]
    assert fingerprint_of(game("konane"), "alphabeta(depth=2)") != before[1]


@pytest.mark.parametrize(
    ("old", "new", "changes"),
    [
        ("self.weight * (", "self.weight * -(", True),
        ("weight: int = 3", "weight: int = 4", True),
        ("return -1", "return 1", True),
        ("# who moves", "# whose turn it is", False),
        ("Counts stones", "Weighs stones", False),
    ],
)
def test_an_edit_of_a_users_game_counts_and_a_comment_does_not(snort, old, new, changes):
    before = of_file(snort)
    assert old in snort.read_text()
    snort.write_text(snort.read_text().replace(old, new))
    assert (of_file(snort) != before) == changes


OURS = (("konane", "perfect"), ("connect_four", "alphazero"))


def test_it_is_the_same_in_every_process_and_folder_and_needs_no_numba(snort, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    moved = snort.rename(tmp_path / "elsewhere" / "game.py")
    code = (
        "import sys; from plyground.tournaments.fingerprint import fingerprint_of as f;"
        "from plyground.game.registry import game;"
        f"print(f(game('{moved}'), 'alphabeta(depth=1)'), f(game('konane'), 'perfect'),"
        "f(game('connect_four'), 'alphazero'));"
        "sys.exit('numba' in sys.modules)"
    )
    said = set()
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        run = subprocess.run(
            [sys.executable, "-c", code], env=environment, capture_output=True, text=True
        )
        assert run.returncode == 0, run.stderr
        said.add(run.stdout.strip())
    import_module("plyground.kernel.tile_code")  # which has no part in it, imported or not
    of_ours = [fingerprint_of(game(name), spec) for name, spec in OURS]
    assert said == {" ".join([of_file(moved), *of_ours])}


def test_an_engine_is_its_command_and_the_files_in_it(tmp_path):
    program = tmp_path / "bot.py"
    spec = f'engine(cmd="python {program}")'
    program.write_text("print(1)")
    before = fingerprint_of(game("konane"), spec)
    assert fingerprint_of(game("konane"), spec) == before
    program.write_text("print(2)")
    assert fingerprint_of(game("konane"), spec) != before


def measured(size):
    return len(game("konane").legal_moves(game("konane").start())) + size


def test_a_measurement_follows_the_games_that_it_names(monkeypatch):
    before = fingerprint_of_call(measured, {"size": 1})
    assert fingerprint_of_call(measured, {"size": 2}) != before
    monkeypatch.setattr(KonanePosition.play, "__code__", another.__code__)
    assert fingerprint_of_call(measured, {"size": 1}) != before


# --- in the store -----------------------------------------------------------------------------


def test_edited_code_begins_anew_and_says_so(snort, tmp_path):
    store = tmp_path / "results.db"
    command = ["arena", str(snort), "random", "random(prefer=listed)", "--pairs", "2"]
    command += ["--store", str(store), "--workers", "1"]
    assert "played by other code" not in plyground(*command).stderr
    assert "played by other code" not in plyground(*command).stderr
    snort.write_text(snort.read_text().replace("weight: int = 3", "weight: int = 4"))
    assert "run 1 in the store is the same tournament" in plyground(*command).stderr
    with Store(store) as opened:
        assert [run.played for run in opened.runs()] == [4, 4]


def test_runs_of_earlier_versions_stay_readable(tmp_path):
    store = tmp_path / "results.db"
    plan = make_plan("tic_tac_toe", ["random", "minimax"], pairs=1)
    with Store(store) as opened:
        opened.begin(plan)
        description = plan.description()
        del description["code"]
        opened._base.execute(
            "UPDATE runs SET identity = 'old', plan = ?", (json.dumps(description),)
        )
        assert opened.begin(plan).outdated == 1
        assert opened.begin(plan).outdated is None
        assert opened.run(1).plan.code == {}
    listed = plyground("results", "list", str(store)).stdout
    assert "random  (by an earlier version)" in listed
    assert f"random  (code {plan.code['random'][:8]})" in listed
