"""Code that is edited while its tournament is played: a run has games by the plan's code alone."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from example_files import SNORT
from plyground.cli.arena import Held
from plyground.errors import ChangedCodeError
from plyground.game import files
from plyground.tournaments import (
    ExecutorWorkplace,
    Store,
    Tournament,
    local_workplace,
    make_plan,
    play_tournament,
)
from plyground.tournaments.worker_pool import play_assignment
from tiers import rest_slow

pytest_plugins = "interpreting"
pytestmark = pytest.mark.usefixtures("interpreted_processes")

BOT = """
import plyground as pg
from taste import pick

class Bot:
    def __init__(self, game):
        self.game = game
    def prepare(self, position):
        pass
    def choose(self, position, limit=None, monitor=None):
        return pg.Decision(pick(self.game.legal(position)))
"""
LOWEST, HIGHEST = (
    "def pick(legal):\n    return min(legal)\n",
    "def pick(legal):\n    return max(legal)\n",
)
ENGINE = """
import sys
legal = []
for line in sys.stdin:
    word, *rest = line.split()
    if word == "legal":
        legal = rest
    if word == "go":
        print("bestmove", min(legal), flush=True)
    elif word in ("plyground", "game"):
        print("ok", flush=True)
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A bot with a helper, Snort with its table in a helper, and an engine."""
    (tmp_path / "bot.py").write_text(BOT)
    (tmp_path / "taste.py").write_text(LOWEST)
    head, table = SNORT.read_text().split("CELLS = ")
    cells, near, rest = table.split("\n", 2)
    (tmp_path / "table.py").write_text(f"from math import dist\nCELLS = {cells}\n{near}\n")
    (tmp_path / "rules.py").write_text(f"{head}from table import CELLS, NEAR\n{rest}")
    (tmp_path / "engine.py").write_text(ENGINE)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def editing(file: str, old: str, new: str):
    """What edits a file once, when the first game is over."""
    edits = []

    def edit(_record) -> None:
        if not edits:
            text = Path(file).read_text()
            assert old in text
            edits.append(Path(file).write_text(text.replace(old, new)))

    return edit


EDITS = {
    "a helper of an agent": ("tic_tac_toe", ["bot.py", "random"], "taste.py", "min", "max"),
    "an agent, into nonsense": ("tic_tac_toe", ["bot.py", "random"], "bot.py", "class", "klass"),
    "rules": ("rules.py", ["random", "Luck=random"], "rules.py", "return -1", "return 1"),
    "a table of the rules": ("rules.py", ["random", "bot.py"], "table.py", "<= 1", "<= 0"),
    "rules, between agents in files": (
        *("rules.py", ["One=bot.py", "Two=bot.py"]),
        *("table.py", "<= 1", "<= 0"),
    ),
    "the file of an engine": (
        *("tic_tac_toe", ['engine(cmd="python engine.py")', "random"]),
        *("engine.py", "min", "max"),
    ),
}


USUAL = ("a helper of an agent", "rules, between agents in files")


@pytest.mark.parametrize("what", rest_slow(EDITS, lambda what: what in USUAL))
def test_an_edit_ends_the_run_and_begins_a_new_one(folder, what):
    game, agents, file, old, new = EDITS[what]
    before = (folder / file).read_text()

    def plan():
        return make_plan(game, agents, pairs=15, opening_plies=1)

    def games_of(run: int) -> list:
        with Store("r.db") as store:
            return store.records(run)

    first = plan()
    edit = editing(file, old, new)
    with pytest.raises(ChangedCodeError) as ended:
        play_tournament(first, "r.db", workplace=local_workplace(1), on_game=edit)
    assert file in str(ended.value)
    assert "\n" not in str(ended.value)
    kept = games_of(1)
    assert 0 < len(kept) < 30
    (folder / file).write_text(before)
    whole = play_tournament(plan(), "r.db", workplace=local_workplace(1))
    assert [games_of(1), len(whole)] == [whole, 30]  # the old code goes on with its run
    assert [_told(game) for game in kept] == [_told(game) for game in whole if game in kept]
    alone = play_tournament(first, workplace=local_workplace(1))
    assert [_told(game) for game in alone] == [_told(game) for game in whole]


def _told(record):
    return record.agents, record.opening, [m.move for m in record.moves], record.winner


def test_the_edited_code_begins_a_new_run(folder):
    agents = ["bot.py", "random"]
    edit = editing("taste.py", "min", "max")
    plan = make_plan("tic_tac_toe", agents, pairs=10, opening_plies=0)
    ended = Tournament(plan, "r.db", workplace=local_workplace(1), on_game=edit)
    said = (
        r"^taste\.py was edited .*; \d+ of 20 games were played with the code as it was and are in "
        r"r\.db; the same command begins a new run with the code as it is now$"
    )
    with pytest.raises(ChangedCodeError, match=said):
        Held(Path("r.db")).hold(ended)
    tournament = Tournament(
        make_plan("tic_tac_toe", agents, pairs=10, opening_plies=0),
        "r.db",
        workplace=local_workplace(1),
    )
    records = tournament.run()
    assert tournament.outdated == 1
    assert {r.moves[0].move for r in records if r.agents[0] == "bot.py"} == {"c3"}
    with Store("r.db") as store:
        old = store.records(1)
    assert {r.moves[0].move for r in old if r.agents[0] == "bot.py"} <= {"a1"}


def test_constants_that_differ_in_every_process_are_no_edit(folder):
    drawn = "import os, random\nTABLE = [random.random() for _ in range(9)]\nOURS = os.getpid()\n"
    use = "    def new_game(self):\n        self.drawn = TABLE, OURS\n"
    (folder / "bot.py").write_text(drawn + BOT + use)
    plan = make_plan("tic_tac_toe", ["bot.py", "random"], pairs=1)
    assert len(play_tournament(plan, workplace=local_workplace(1))) == 2


def test_processes_that_go_on_to_the_next_plan_load_the_code_of_that(folder):
    """A process that had loaded a file before it was edited does not end the next tournament."""
    with ThreadPoolExecutor(1) as threads:
        for pick in (LOWEST, HIGHEST):
            (folder / "taste.py").write_text(pick)
            plan = make_plan("tic_tac_toe", ["bot.py", "random"], pairs=2, opening_plies=0)
            records = play_tournament(plan, workplace=ExecutorWorkplace(threads, 1))
            firsts = {r.moves[0].move for r in records if r.agents[0] == "bot.py"}
            assert firsts == {"a1" if pick == LOWEST else "c3"}


def test_games_of_an_assignment_before_the_edit_are_kept(folder):
    plan = make_plan("tic_tac_toe", ["bot.py", "random"], pairs=1, opening_plies=0)
    tournament = Tournament(plan)
    told = play_assignment(tournament._assignment(list(plan.games())))
    assert [result.record is not None for result in told] == [True, True]
    (folder / "taste.py").write_text(HIGHEST)
    told = play_assignment(tournament._assignment(list(plan.games())))
    assert [type(each) for each in told] == [ChangedCodeError]


def test_what_a_file_said_when_it_was_loaded_counts(folder, monkeypatch):
    """An edit between the import of a helper and the next look at it is noticed."""
    executed = []
    run = exec

    def edited_after(code, *names):
        run(code, *names)
        if not executed:
            executed.append((folder / "taste.py").write_text(HIGHEST))

    monkeypatch.setattr(files, "exec", edited_after, raising=False)
    module = files.load_file(folder / "bot.py")
    assert files.contents_of(module.Bot)[folder / "taste.py"] == LOWEST.encode()
    assert module.pick([1, 2]) == 1
    assert files.load_file(folder / "bot.py").pick([1, 2]) == 2


def test_within_one_loading_all_is_of_one_code(folder):
    with files.loaded_once():
        before = files.load_file(folder / "bot.py")
        (folder / "taste.py").write_text(HIGHEST)
        assert files.load_file(folder / "bot.py") is before
    assert files.load_file(folder / "bot.py") is not before
