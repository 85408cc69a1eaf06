"""Games between agents: the same every time, whatever agents do."""

from __future__ import annotations

import math
import os
import re
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

import pytest

import plyground as pg
from arena_outcomes import outcomes
from example_files import SNORT
from plyground.errors import UnsupportedError, WorkerError
from plyground.tournaments import (
    Conditions,
    Tournament,
    check_record,
    local_workplace,
    make_plan,
    play_tournament,
    read_records,
    write_records,
)
from plyground.tournaments.match import ForfeitError, Rules, play_game
from plyground.tournaments.memory import PROCESSES
from plyground.tournaments.tables import standings_table
from plyground.tournaments.worker import Assignment
from plyground.tournaments.worker_pool import Worker, WorkerPool, play_assignment
from plyground.tournaments.worker_status import WorkerStatus, new_page
from tiers import first_usual

pytest_plugins = ("arena_bots", "interpreting")
pytestmark = pytest.mark.usefixtures("interpreted_processes")

QUICK = Conditions(move_timeout=1.0)
MODEST = Conditions(memory=100)


def test_same_seed_gives_the_same_games_in_any_number_of_processes():
    agents = ["mcts(iterations=40)", "humanlike(depth=1)"]
    plan = make_plan("tic_tac_toe", agents, pairs=3, seed=7)
    one = play_tournament(plan, workplace=local_workplace(1))
    two = play_tournament(plan, workplace=local_workplace(2))
    assert len(one) == 6
    assert outcomes(one) == outcomes(two)
    other = play_tournament(replace(plan, seed=8), workplace=local_workplace(1))
    assert outcomes(one) != outcomes(other)
    for record in one:
        check_record(record)


def test_records_tell_scores_and_costs():
    plan = make_plan("connect_four", ["minimax(depth=3)", "random"], pairs=1)
    for record in play_tournament(plan, workplace=local_workplace(1)):
        searcher = record.agents.index("minimax(depth=3)")
        for ply, move in enumerate(record.moves, len(record.opening)):
            assert move.statistics.seconds > 0
            assert bool(move.statistics.nodes) == (ply % 2 == searcher)
            if move.score is not None:
                assert move.score.player == ply % 2


def test_a_users_game_and_agent(bots):
    records = play_tournament(
        make_plan(str(SNORT), ["bots.py:First", "random"], pairs=2), workplace=local_workplace(1)
    )
    assert len(records) == 4
    assert not any(record.forfeit for record in records)
    assert read_records(write_records(records)) == records


REASONS = {
    "Crash": r"^crash: ValueError: boom and more \(bots.py, line \d+\)$",
    "Leave": "^crash: SystemExit",
    "Hang": "^stall: no answer after 1 s$",
    "Illegal": "^illegal move: a1 is illegal in .* the cell is taken",
    "Nonsense": "^illegal move: answered 'e4', which is no decision$",
    "Unfit": "^crash: its decision is unfit",
    "Impossible": "^crash: its decision is unfit: .* is no proven score",
    "Uncountable": "^crash: its decision is unfit: counts must be from 0",
    "Unspeakable": r"^crash: ValueError: \?",
    "Unborn": "^crash: RuntimeError: never",
    "Speechless": r"^crash: Silent: \(it does not say why\) \(bots.py, line \d+\)$",
    "Trap": "^illegal move: answered .*, which is no decision$",
    "Sly": "^stall: no answer after 1 s$",
    "Clinging": "^stall: no answer after 1 s$",
    "Rewrite": "^crash: ",
    "Forge": "^crash: its process answered something else than a move$",
    "Endless": "^illegal move: answered a Decision, which is no decision$",
}
AS_A_RULE = ("Crash", "Hang", "Illegal", "Unfit", "Unborn", "Forge")


@pytest.mark.parametrize("at_fault", first_usual([(AS_A_RULE,), (tuple(REASONS),)]), ids=len)
def test_what_agents_do_costs_them_that_game_only(bots, at_fault):
    """All of them meet the same opponent, in one tournament."""
    agents = ["bots.py:First", *(f"bots.py:{bot}" for bot in at_fault), "random"]
    met = [(0, other) for other in range(1, len(agents))]
    plan = make_plan(
        "tic_tac_toe", agents, pairings=met, pairs=1, conditions=QUICK, openings=[("a1", "b2")]
    )
    tournament = Tournament(plan, workplace=local_workplace(1))
    records = tournament.run()
    assert tournament.progress.complete
    for bot in at_fault:
        reason = REASONS[bot]
        lost = [record for record in records if f"bots.py:{bot}" in record.agents]
        assert [record.winning_agent for record in lost] == ["bots.py:First"] * 2, bot
        assert all(re.search(reason, record.reason) for record in lost), [bot, lost[0].reason]
    assert not any(record.forfeit for record in records if "random" in record.agents)
    assert read_records(write_records(records)) == records


@pytest.mark.parametrize(
    ("bot", "reason"),
    [
        ("Abort", "its process was ended by SIGABRT"),
        pytest.param("Die", "its process ended with exit code 3", marks=pytest.mark.slow),
        pytest.param(
            "Closer", "it closed the file descriptors of its process", marks=pytest.mark.slow
        ),
        pytest.param("Gone", "its process ended with exit code 7", marks=pytest.mark.slow),
        pytest.param("Alarm", "its process was ended by SIGALRM", marks=pytest.mark.slow),
    ],
)
def test_whoever_ends_its_process_loses(bots, monkeypatch, bot, reason):
    monkeypatch.setattr("plyground.tournaments.worker_pool.DEATHS", 2)
    agents = ["bots.py:First", f"bots.py:{bot}"]
    plan = make_plan("tic_tac_toe", agents, pairs=1, conditions=QUICK, openings=[("a1", "b2")])
    records = play_tournament(plan, workplace=local_workplace(1))
    assert [record.reason for record in records] == [f"death: {reason}"] * 2
    assert {record.winning_agent for record in records} == {"bots.py:First"}


def test_what_is_compiled_at_first_is_not_on_the_clock(bots):
    plan = make_plan("tic_tac_toe", ["bots.py:SlowStart", "random"], pairs=1, conditions=QUICK)
    records = play_tournament(plan, workplace=local_workplace(1))
    assert [record.reason for record in records if record.forfeit] == []


def test_an_agent_that_is_never_ready_loses_after_a_time_of_its_own(bots, monkeypatch):
    monkeypatch.setattr("plyground.tournaments.worker_pool.PREPARE_SECONDS", 1.5)
    plan = make_plan("tic_tac_toe", ["bots.py:Unready", "random"], pairs=1, conditions=QUICK)
    records = play_tournament(plan, workplace=local_workplace(1))
    reasons = [record.reason for record in records]
    assert reasons == ["stall: not prepared after 1.5 s", "stall: not prepared after 1 s"]
    assert {record.winning_agent for record in records} == {"random"}


@pytest.mark.parametrize(
    "harmful",
    first_usual([(["Poison", "Shut", "Lurk"],), (["Wander", "Shallow", "Gamble", "Mute"],)]),
    ids="-".join,
)
def test_agents_change_nothing_for_each_other(bots, harmful):
    agents = ["bots.py:Sensitive", *(f"bots.py:{bot}" for bot in harmful)]
    met = [(0, other) for other in range(1, len(agents))]
    plan = make_plan("tic_tac_toe", agents, pairings=met, pairs=1, opening_plies=0)
    records = play_tournament(plan, workplace=local_workplace(1))
    assert len(records) == 2 * len(harmful)
    assert [r.reason for r in records if r.forfeit and r.winning_agent != "bots.py:Sensitive"] == []


@pytest.mark.slow
def test_nobody_thinks_in_the_opponents_time(bots):
    plan = make_plan("tic_tac_toe", ["bots.py:Ponder", "bots.py:Slow"], pairs=1, opening_plies=0)
    records = play_tournament(plan, workplace=local_workplace(1))
    assert [record.reason for record in records if record.forfeit] == []


@pytest.mark.slow
def test_agents_that_use_global_random_numbers_play_the_same_again(bots):
    Path("chance.py").write_text(CHANCE)
    plan = make_plan("connect_four", ["chance.py", "random"], pairs=3, opening_plies=0)
    one, two = (play_tournament(plan, workplace=local_workplace(n)) for n in (1, 2))
    assert outcomes(one) == outcomes(two)
    assert len({tuple(move.move for move in record.moves[::2]) for record in one[::2]}) > 1


CHANCE = """
import random
import plyground as pg

class Chance:
    def __init__(self, game):
        self.game = game
    def choose(self, position, limit=None, monitor=None):
        return pg.Decision(random.choice(self.game.legal(position)))
"""

STUBBORN = """
import sys
for line in sys.stdin:
    print("bestmove a1" if line.startswith("go") else "ok", flush=True)
"""


def test_an_illegal_move_of_an_engine_is_called_so(bots, tmp_path):
    (tmp_path / "stubborn.py").write_text(STUBBORN)
    spec = 'engine(cmd="python stubborn.py")'
    plan = make_plan("tic_tac_toe", [spec, "bots.py:First"], pairs=1, openings=[("a1", "b2")])
    for record in play_tournament(plan, workplace=local_workplace(1)):
        assert record.winning_agent == "bots.py:First"
        assert re.match(r"illegal move: .* answered 'bestmove a1': a1 is illegal", record.reason)
        assert "bots.py" not in record.reason


HANGING = """
import os, pathlib, sys, time
pathlib.Path(sys.argv[1]).open("a").write(f"{os.getpid()}\\n")
for line in sys.stdin:
    if line.startswith("go"):
        time.sleep(1000)
    print("ok", flush=True)
"""


def test_an_engine_that_hangs_ends_with_its_worker(tmp_path):
    program, pids = tmp_path / "hanging.py", tmp_path / "pids"
    program.write_text(HANGING)
    spec = f'engine(cmd="python {program} {pids}")'
    conditions = Conditions(move_timeout=1.0)
    plan = make_plan(
        "tic_tac_toe", [spec, "random"], pairs=1, opening_plies=0, conditions=conditions
    )
    records = Tournament(plan, workplace=local_workplace(1)).run()
    assert [record.reason for record in records] == ["stall: no answer after 1 s"] * 2
    for pid in map(int, pids.read_text().split()):
        state = Path(f"/proc/{pid}/stat")
        assert not state.exists() or ") Z " in state.read_text()


def test_a_process_that_dies_once_is_forgiven(bots):
    plan = make_plan("tic_tac_toe", ["bots.py:First", "bots.py:DieOnce"], pairs=1)
    records = play_tournament(plan, workplace=local_workplace(1))
    assert len(records) == 2
    assert not any(record.forfeit for record in records)


@pytest.mark.parametrize(
    ("conditions", "reason"),
    [
        (Conditions(pg.Limit(seconds=0.1)), "s for a move, 0.1 s were allowed"),
        (Conditions(game_seconds=0.2), "s in all, 0.2 s were allowed"),
    ],
)
def test_overrun_of_the_clock(bots, conditions, reason):
    plan = make_plan("tic_tac_toe", ["bots.py:Slow", "random"], pairs=1, conditions=conditions)
    for record in play_tournament(plan, workplace=local_workplace(1)):
        assert record.forfeit
        assert record.winning_agent == "random"
        assert record.reason.startswith("overrun: ")
        assert record.reason.endswith(reason)


@pytest.mark.skipif(not PROCESSES.exists(), reason="memory is measured on Linux")
@pytest.mark.parametrize(
    ("bot", "least", "moves"),
    [
        ("Large", 200, 0),
        pytest.param("Keeper", 120, 1, marks=pytest.mark.slow),
        pytest.param("Filled", 200, 0, marks=pytest.mark.slow),
    ],
)
def test_overrun_of_memory_names_who_did_it_and_by_how_much(bots, bot, least, moves):
    agents = [f"bots.py:{bot}", "bots.py:First", "minimax(depth=2)"]
    plan = make_plan("tic_tac_toe", agents, pairs=1, conditions=MODEST, opening_plies=0)
    records = play_tournament(plan, workplace=local_workplace(1))
    assert {record.forfeit for record in records if agents[0] not in record.agents} == {False}
    for record in records:
        if agents[0] in record.agents:
            assert record.forfeit
            assert record.winning_agent != agents[0]
            assert len(record.moves) - moves * 2 in (0, 1)
            grown = re.fullmatch(
                r"memory: (\d+) MB more than at its start, 100 MB were allowed", record.reason
            )
            assert grown, record.reason
            assert least <= int(grown[1]) < least + 20
    assert f"{agents[0]} forfeited 4 times, at first: memory: " in str(standings_table(records))


def test_memory_that_cannot_be_measured_is_said(monkeypatch, tmp_path):
    monkeypatch.setattr("plyground.tournaments.memory.PROCESSES", tmp_path / "none")
    plan = make_plan("tic_tac_toe", ["random", "easy"], pairs=1, conditions=MODEST)
    rules = Rules("tic_tac_toe", pg.game("tic_tac_toe"), MODEST)
    with pytest.raises(UnsupportedError, match="memory can be measured only where Linux tells it"):
        play_game(rules, next(plan.games()))


def test_searches_keep_to_the_clocks(monkeypatch):
    """A search that did not look at them would take a second for each move."""
    monkeypatch.delenv("PLYGROUND_INTERPRET")
    conditions = Conditions(pg.Limit(seconds=0.02), game_seconds=3, grace=0.8)
    plan = make_plan("connect_four", ["alphabeta", "mcts"], pairs=1, conditions=conditions)
    records = play_tournament(plan, workplace=local_workplace(1))
    assert [record.reason for record in records if record.forfeit] == []


def test_rules_that_fail_are_nobodys_fault(bots, tmp_path):
    source = SNORT.read_text()
    broken = source.replace("        return -1\n", "        return 1 // 0\n")
    (tmp_path / "broken.py").write_text(broken)
    tournament = Tournament(make_plan("broken.py", ["random", "bots.py:First"], pairs=1))
    assert tournament.run() == []
    assert not tournament.progress.complete
    assert "ZeroDivisionError" in tournament.unplayable[0]


def test_game_without_end(tmp_path):
    game = pg.game("tic_tac_toe")
    plan = make_plan("tic_tac_toe", ["random", "Luck=random"], pairs=1, opening_plies=0)
    endless = type("Endless", (type(game),), {"max_plies": 3, "name": "endless"})()
    with pytest.raises(pg.PlygroundError, match="goes on after 3 plies"):
        play_game(Rules("endless", endless, Conditions()), next(plan.games()))


def test_unknown_end_of_a_process_leaves_no_record(bots, monkeypatch):
    plan = make_plan("tic_tac_toe", ["random", "easy"], pairs=1)
    games = tuple(plan.games())
    broken = Assignment("tic_tac_toe", {}, QUICK, games, ".")
    pool = WorkerPool()
    monkeypatch.setattr(
        "plyground.tournaments.worker_pool.Worker.send", lambda worker, _: worker.kill()
    )
    try:
        results = play_assignment(broken, pool)
    finally:
        pool.close()
    assert [result.record for result in results] == [None, None]
    assert "no agent was at work" in results[0].error


def test_worker_that_cannot_start(monkeypatch):
    monkeypatch.setattr(sys, "executable", "/bin/false")
    plan = make_plan("tic_tac_toe", ["random", "easy"], pairs=1)
    with pytest.raises(WorkerError, match="could not be started"):
        play_tournament(plan, workplace=local_workplace(1))


def test_reasons_are_one_line_of_bounded_length():
    error = ForfeitError(0, "a\nb" * 400)
    assert "\n" not in error.reason
    assert len(error.reason) == 300


def test_a_worker_needs_no_temporary_folder_and_leaves_none(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "missing"))
    worker = Worker(str(tmp_path))
    worker.wait_until_ready()
    worker.close()
    assert not list(tmp_path.iterdir())


def test_status_tells_what_goes_on():
    page = new_page()
    writer, reader = WorkerStatus(page), WorkerStatus(page)
    os.close(page)
    assert reader.read() == (None, None, 0, False, None, None, ())
    writer.begin(12)
    writer.turn(1, preparing=True, allowed=1.5)
    writer.moved("a1")
    writer.moved("b2")
    assert reader.read() == (12, 1, 1, True, None, 1.5, ("a1", "b2"))
    writer.turn(0, allowed=math.inf)
    writer.ended(1)
    assert reader.read()[3:6] == (False, 1, math.inf)
    writer.moved("x" * (1 << 16))
    assert reader.read().moves == ("a1", "b2")
    writer.end()
    assert reader.read().number is None
    for page in (writer, reader):
        page.close()
