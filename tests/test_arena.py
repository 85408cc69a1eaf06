"""Matches and tournaments: the same games every time, whatever agents do."""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import plyground as pg
from plyground.arena import (
    Conditions,
    ExecutorWorkplace,
    GameRecord,
    MoveRecord,
    Plan,
    Tournament,
    check_record,
    gauntlet,
    ladder,
    local_workplace,
    make_plan,
    play_tournament,
    random_openings,
    read_openings,
    read_records,
    round_robin,
    write_records,
)
from plyground.arena.crew import Crew, play_assignment
from plyground.arena.match import ForfeitError, Rules, play_game
from plyground.arena.pulse import Pulse
from plyground.arena.worker import Assignment
from plyground.errors import (
    IllegalMoveError,
    InvalidLimitError,
    InvalidMoveError,
    InvalidParameterError,
    InvalidRecordError,
    UnknownAgentError,
    UnknownGameError,
    WorkerError,
)

BOTS = """
import os, time
import plyground as pg

class Base:
    def __init__(self, game, seed=None):
        self.game = game
    def new_game(self):
        pass
    def choose(self, position, limit=None, monitor=None):
        return self.decide(position)

class First(Base):
    def decide(self, position):
        print("not a message")
        return pg.Decision(self.game.legal(position)[0], pg.Estimate(3, position.player()))

class Crash(Base):
    def decide(self, position):
        raise ValueError("boom\\nand more")

class Leave(Base):
    def decide(self, position):
        raise SystemExit

class Hang(Base):
    def decide(self, position):
        while True:
            pass

class Die(Base):
    def decide(self, position):
        os._exit(3)

class DieOnce(Base):
    def decide(self, position):
        if not os.path.exists("died"):
            open("died", "w").close()
            os._exit(3)
        return pg.Decision(self.game.legal(position)[0])

class Illegal(Base):
    def decide(self, position):
        return pg.Decision(0)

class Nonsense(Base):
    def decide(self, position):
        return "e4"

class Unfit(Base):
    def decide(self, position):
        return pg.Decision(self.game.legal(position)[0], score="good")

class Impossible(Base):
    def decide(self, position):
        return pg.Decision(self.game.legal(position)[0], pg.Proven(7, position.player()))

class Uncountable(Base):
    def decide(self, position):
        many = pg.Statistics(nodes=10**30)
        return pg.Decision(self.game.legal(position)[0], statistics=many)

class Unspeakable(Base):
    def decide(self, position):
        raise ValueError("\\udc80")

class Slow(Base):
    def decide(self, position):
        time.sleep(0.4)
        return pg.Decision(self.game.legal(position)[0])

class Unborn(Base):
    def new_game(self):
        raise RuntimeError("never")
"""
SNORT = Path(__file__).parent.parent / "docs" / "examples" / "snort.py"
QUICK = Conditions(move_timeout=1.0)


@pytest.fixture
def bots(tmp_path, monkeypatch):
    (tmp_path / "bots.py").write_text(BOTS)
    monkeypatch.chdir(tmp_path)


def outcomes(records):
    """What must be equal in every run: everything but times."""
    return [
        (record.agents, record.opening, [move.move for move in record.moves], record.winner)
        for record in records
    ]


# --- plans ------------------------------------------------------------------------------------


def test_plan_has_pairs_from_the_same_opening_with_sides_swapped():
    plan = make_plan("connect_four", ["random", "easy", "casual"], pairs=3, seed=5)
    games = list(plan.games())
    assert len(games) == plan.game_count == 18
    assert [game.number for game in games] == list(range(18))
    for one, two in zip(games[::2], games[1::2], strict=True):
        assert one.pair == two.pair
        assert one.opening == two.opening
        assert one.agents == two.agents[::-1]
    assert len({game.seed for game in games}) == 18
    assert len({game.opening for game in games}) == 3


def test_games_do_not_depend_on_who_else_plays():
    small = make_plan("connect_four", ["random", "easy"], pairs=3)
    large = make_plan("connect_four", ["random", "easy", "casual"], pairs=4)
    seeds = {game.seed for game in large.games()}
    assert {game.seed for game in small.games()} < seeds


def test_pairings():
    assert round_robin(3) == ((0, 1), (0, 2), (1, 2))
    assert gauntlet(3) == ((0, 1), (0, 2))
    assert ladder(3, 0) == ((0, 1), (1, 2))
    assert ladder(2, 2) == ((0, 2), (0, 3), (1, 2), (1, 3))


def test_plan_survives_as_data():
    conditions = Conditions(pg.Limit(nodes=100), game_seconds=2.0)
    plan = make_plan(
        "bamboo", ["random", "minimax"], parameters={"radius": 3}, conditions=conditions
    )
    again = Plan.from_description(plan.description())
    assert again == plan
    assert again.identity == plan.identity
    assert replace(plan, seed=9).identity != plan.identity


def test_identity_follows_the_version(monkeypatch):
    plan = make_plan("tic_tac_toe", ["random", "minimax"], pairs=1)
    old = plan.identity
    assert replace(plan).identity == old
    monkeypatch.setattr(pg, "__version__", "99.0")
    assert replace(plan).identity != old


def test_identity_follows_the_contents_of_files(bots, tmp_path):
    before = make_plan("tic_tac_toe", ["random", "bots.py:First"], pairs=1)
    old = before.identity
    (tmp_path / "bots.py").write_text(BOTS + "\n# changed\n")
    assert make_plan("tic_tac_toe", ["random", "bots.py:First"], pairs=1).identity != old
    (tmp_path / "bots.py").unlink()
    assert replace(before, seed=0).identity != old


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"agents": ["random"]}, InvalidParameterError),
        ({"agents": ["random", "nobody"]}, UnknownAgentError),
        ({"agents": ["random", "easy", "random"]}, InvalidParameterError),
        ({"pairs": 0}, InvalidParameterError),
        ({"pairs": 10**7}, InvalidParameterError),
        ({"opening_plies": -1}, InvalidParameterError),
        ({"opening_plies": 9}, InvalidParameterError),
        ({"openings": [("a1", "a1")]}, IllegalMoveError),
        ({"openings": [("a1", "b1", "a2", "b2", "a3")]}, InvalidParameterError),
    ],
)
def test_plans_that_cannot_be(change, error):
    given = {"agents": ["random", "easy"], "pairs": 1, **change}
    with pytest.raises(error):
        make_plan("tic_tac_toe", **given)


@pytest.mark.parametrize(
    "given",
    [
        {"game_seconds": 0},
        {"grace": -1},
        {"move_timeout": 0},
        {"limit": pg.Limit(seconds=2), "move_timeout": 1},
    ],
)
def test_conditions_that_cannot_be(given):
    with pytest.raises(InvalidLimitError):
        Conditions(**given)


def test_game_of_this_process_only_is_refused(monkeypatch):
    from plyground.games import game_class, register

    monkeypatch.setattr("plyground.games._registered", {})
    snort = game_class(str(SNORT))
    register(snort)
    with pytest.raises(UnknownGameError, match=r"put the game into a file"):
        make_plan("snort", ["random", "easy"])


# --- openings ---------------------------------------------------------------------------------


@given(st.integers(0, 5), st.integers(0, 2**61), st.integers(1, 60))
def test_random_openings_leave_a_game(plies, seed, count):
    game = pg.game("tic_tac_toe")
    openings = random_openings(game, count, plies, seed)
    assert len(openings) == count
    assert openings[: count // 2] == random_openings(game, count // 2, plies, seed)
    for opening in openings:
        assert len(opening) == plies
        assert game.legal(pg.Playthrough.read(game, moves=" ".join(opening)).position)


def test_random_openings_differ_as_far_as_there_are_enough():
    game = pg.game("connect_four")
    assert len(set(random_openings(game, 300, 6, 1))) == 300
    few = random_openings(game, 100, 1, 1)
    assert len(set(few)) == 7
    assert len(few) == 100


def test_openings_are_read_from_text():
    game = pg.game("connect_four")
    text = "443  # in the middle\n\n1,2\n"
    assert read_openings(game, text) == (("4", "4", "3"), ("1", "2"))
    plan = make_plan("connect_four", ["random", "easy"], openings=read_openings(game, text))
    assert plan.openings == (("4", "4", "3"), ("1", "2"))


@pytest.mark.parametrize(
    ("text", "error", "said"),
    [
        ("4\n9", InvalidMoveError, "line 2"),
        ("4 4 4 4 4 4 4", IllegalMoveError, "line 1"),
        ("\n# none\n", InvalidParameterError, "one opening a line"),
    ],
)
def test_openings_that_cannot_be(text, error, said):
    with pytest.raises(error, match=said):
        read_openings(pg.game("connect_four"), text)


# --- games ------------------------------------------------------------------------------------


def test_same_seed_gives_the_same_games_in_any_number_of_processes():
    agents = ["mcts(iterations=40)", "alphabeta(nodes=200)", "humanlike(depth=1)"]
    plan = make_plan("tic_tac_toe", agents, pairs=3, seed=7)
    one = play_tournament(plan, workplace=local_workplace(1))
    two = play_tournament(plan, workplace=local_workplace(2))
    assert len(one) == 18
    assert outcomes(one) == outcomes(two)
    other = play_tournament(replace(plan, seed=8), workplace=local_workplace(2))
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


@pytest.mark.parametrize(
    ("bot", "reason"),
    [
        ("Crash", r"^crash: ValueError: boom and more \(bots.py, line \d+\)$"),
        ("Leave", "^crash: SystemExit"),
        ("Hang", "^stall: no answer after 1 s$"),
        ("Die", "^death: its process ended with exit code 3$"),
        ("Illegal", "^illegal move: a1 is illegal in .* the cell is taken"),
        ("Nonsense", "^illegal move: answered 'e4', which is no decision$"),
        ("Unfit", "^crash: its decision is unfit"),
        ("Impossible", "^crash: its decision is unfit: .* is no proven score"),
        ("Uncountable", "^crash: its decision is unfit: counts must be from 0"),
        ("Unspeakable", r"^crash: ValueError: \?"),
        ("Unborn", "^crash: RuntimeError: never"),
    ],
)
def test_what_agents_do_costs_them_that_game_only(bots, bot, reason):
    agents = ["bots.py:First", f"bots.py:{bot}", "random"]
    plan = make_plan("tic_tac_toe", agents, pairs=1, conditions=QUICK, openings=[("a1", "b2")])
    tournament = Tournament(plan, workplace=local_workplace(1))
    records = tournament.run()
    assert tournament.progress.complete
    lost = [record for record in records if record.forfeit]
    assert len(lost) == 4
    for record in lost:
        assert record.winning_agent != f"bots.py:{bot}"
        assert re.search(reason, record.reason), record.reason
    assert read_records(write_records(records)) == records


HANGING = """
import os, pathlib, sys
pathlib.Path(sys.argv[1]).open("a").write(f"{os.getpid()}\\n")
for line in sys.stdin:
    if line.startswith("go"):
        while True:
            pass
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
    for record in play_tournament(plan, workplace=local_workplace(2)):
        assert record.forfeit
        assert record.winning_agent == "random"
        assert record.reason.startswith("overrun: ")
        assert record.reason.endswith(reason)


def test_searches_keep_to_the_clocks():
    conditions = Conditions(pg.Limit(seconds=0.02), game_seconds=0.3)
    plan = make_plan("konane", ["alphabeta", "mcts"], pairs=1, conditions=conditions)
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
    plan = make_plan("tic_tac_toe", ["random", "easy"], pairs=1, opening_plies=0)
    endless = type("Endless", (type(game),), {"max_plies": 3, "name": "endless"})()
    with pytest.raises(pg.PlygroundError, match="goes on after 3 plies"):
        play_game(Rules("endless", endless, Conditions()), next(plan.games()))


def test_unknown_end_of_a_process_leaves_no_record(bots, monkeypatch):
    plan = make_plan("tic_tac_toe", ["random", "easy"], pairs=1)
    games = tuple(plan.games())
    broken = Assignment("tic_tac_toe", {}, QUICK, games, ".")
    crew = Crew()
    monkeypatch.setattr("plyground.arena.crew.Worker.send", lambda worker, _: worker.kill())
    try:
        results = play_assignment(broken, crew)
    finally:
        crew.close()
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


def test_pulse_tells_what_goes_on(tmp_path):
    writer, reader = Pulse(tmp_path / "page"), Pulse(tmp_path / "page")
    assert reader.read() == (None, None, 0, ())
    writer.begin(12)
    writer.turn(1)
    writer.moved("a1")
    writer.moved("b2")
    assert reader.read() == (12, 1, 1, ("a1", "b2"))
    writer.moved("x" * (1 << 16))
    assert reader.read().moves == ("a1", "b2")
    writer.end()
    assert reader.read().number is None
    for page in (writer, reader):
        page.close()


# --- tournaments as a library -----------------------------------------------------------------


def test_a_tournament_can_be_watched_and_stopped_from_outside(bots):
    plan = make_plan("tic_tac_toe", ["bots.py:Slow", "random"], pairs=50)
    seen = []
    tournament = Tournament(plan, workplace=local_workplace(2), on_game=seen.append)
    thread = threading.Thread(target=tournament.run)
    thread.start()
    deadline = time.monotonic() + 20
    live = []
    while time.monotonic() < deadline and not (seen and any(game.moves for game in live)):
        live = tournament.live()
        time.sleep(0.05)
    tournament.stop()
    thread.join(5)
    assert not thread.is_alive()
    assert 0 < tournament.progress.played < plan.game_count
    assert live[0].planned.agents in {plan.agents, plan.agents[::-1]}
    assert tournament.records[0] in seen


def test_a_tournament_that_was_stopped_before_it_ran():
    tournament = Tournament(make_plan("tic_tac_toe", ["random", "easy"]))
    tournament.stop()
    assert tournament.run() == []


def test_an_observer_that_fails_stops_the_tournament():
    def observe(record):
        raise KeyError("observer")

    plan = make_plan("tic_tac_toe", ["random", "random"], pairs=5)
    with pytest.raises(KeyError):
        play_tournament(plan, on_game=observe)


def test_any_executor_will_do():
    plan = make_plan("tic_tac_toe", ["random", "minimax"], pairs=4)
    with ThreadPoolExecutor(2) as threads:
        records = play_tournament(plan, workplace=ExecutorWorkplace(threads, 2))
    assert outcomes(records) == outcomes(play_tournament(plan))


def test_an_executor_that_fails_ends_the_tournament():
    class Failing(Executor):
        def submit(self, *_arguments, **_named):
            future = Future()
            future.set_exception(ValueError("no such place"))
            return future

    plan = make_plan("tic_tac_toe", ["random", "minimax"], pairs=1)
    with pytest.raises(WorkerError, match="no such place"):
        play_tournament(plan, workplace=ExecutorWorkplace(Failing(), 1))


def test_games_of_a_lost_worker_are_tried_again_then_given_up():
    class Losing(Executor):
        def submit(self, _play, assignment):
            future = Future()
            if assignment.games[0].number == 0:
                future.set_exception(OSError("gone"))
            else:
                future.set_result(play_assignment(assignment))
            return future

    class Place(ExecutorWorkplace):
        def may_lose(self, error):
            return isinstance(error, OSError)

    plan = make_plan("tic_tac_toe", ["random", "minimax"], pairs=2)
    tournament = Tournament(plan, workplace=Place(Losing(), 1))
    assert len(tournament.run()) == 3
    assert tournament.unplayable == {0: "its worker was lost: gone"}


def test_workers_are_some():
    with pytest.raises(InvalidParameterError, match="workers=0"):
        local_workplace(0)


# --- records as text --------------------------------------------------------------------------

scores = st.one_of(
    st.none(),
    st.builds(pg.Estimate, st.floats(allow_nan=False), st.just(0)),
    st.builds(pg.Proven, st.sampled_from([-1, 0, 1]), st.just(0), st.none() | st.integers(0, 100)),
)
counts = st.integers(0, 2**62)
costs = st.builds(
    pg.Statistics, nodes=counts, evaluations=counts, depth=counts, seconds=st.floats(0, 1e9)
)


@given(
    st.integers(0, 10**6),
    st.lists(st.tuples(scores, costs), min_size=9, max_size=9),
    st.text(),
    st.booleans(),
)
def test_records_survive_as_text(seed, judged, reason, comments):
    game, chance = pg.game("tic_tac_toe"), random.Random(seed)
    position, moves = game.start(), []
    while legal := game.legal(position):
        move = chance.choice(legal)
        score, cost = judged[len(moves)] if comments else (None, pg.Statistics())
        seen = score and replace(score, player=len(moves) % 2)
        moves.append(MoveRecord(game.format_move(move), seen, cost))
        position = position.play(move)
    record = GameRecord(
        game="tic_tac_toe",
        parameters={},
        agents=('engine(cmd="python \\"x\\".py")', reason or "b"),
        opening=tuple(move.move for move in moves[:2]),
        moves=tuple(moves[2:]),
        winner=game.outcome(position).winner,
        reason=reason,
        pair=seed,
        seed=seed,
    )
    text = write_records([record, record], comments)
    assert read_records(text) == [record, record]


def test_record_without_moves_and_from_another_start():
    played = {
        "game": "tic_tac_toe",
        "parameters": {},
        "agents": ("a", "b"),
        "opening": (),
        "winner": 0,
    }
    empty = GameRecord(**played, moves=(), reason="crash", forfeit=True)
    other = GameRecord(
        **{**played, "winner": 1},
        moves=(MoveRecord("c1", pg.Estimate(1.0, 1)),),
        reason="three in a line",
        start="X.X/X../OO. O",
    )
    records = [empty, empty, other]
    assert read_records(write_records(records)) == records


GOOD = """[Game "tic_tac_toe"]
[First "a"]
[Second "b"]
[Result "1-0"]

1. a1 b1 2. a2 b2 {a remark} 3. a3
"""


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("", "", ""),
        ('[Game "tic_tac_toe"]', "", "header Game is missing"),
        ('"tic_tac_toe"', '"draughts"', "no game 'draughts'"),
        ('[First "a"]', "[First a]", "line 2: .* is no header"),
        ('[First "a"]', '[First "a" "b"]', "line 2: .* is no header"),
        ('[First "a"]', '[Second "a"]', "header Second is there twice"),
        ('"1-0"', '"1-1"', "'1-1' is none of 1-0, 0-1, 1/2-1/2"),
        ('"1-0"', '"0-1"', "but the moves give 1-0"),
        ("3. a3", "", "not over after its last move"),
        ("2. a2", "5. a2", r"'5.' stands before move 3"),
        ("1. a1", "{early} a1", "'early' stands before move 1"),
        ("b2", "a1", "move 4: a1 is illegal"),
        ("b2", "z9", "move 4: 'z9' is no move"),
        ("{a remark}", "{nodes=many}", "'nodes=many' after b2 is no count"),
        ("[Game", "1. a1\n[Game", "stands before any header"),
        ('[Result "1-0"]', '[Result "1-0"]\n[Opening "7"]', "opening has 7 moves, the game only 5"),
        ('[Result "1-0"]', '[Result "1-0"]\n[Pair "x"]', "Pair is 'x', but must be a whole number"),
        ('[Result "1-0"]', '[Result "1-0"]\n[Parameters "x"]', "'x' is not written as name=value"),
        ('[Result "1-0"]', '[Result "1-0"]\n[Parameters "x=1"]', "no parameter"),
    ],
)
def test_records_that_cannot_be(old, new, said):
    text = GOOD.replace(old, new, 1) if old else GOOD
    if not said:
        assert read_records(text)[0].winner == 0
        return
    with pytest.raises(InvalidRecordError, match=said):
        read_records(text)
    if "moves give" in said:
        assert read_records(text, check=False)[0].winner == 1


# --- the command ------------------------------------------------------------------------------


def plyground(*arguments, **options):
    return subprocess.run(
        [sys.executable, "-m", "plyground", *arguments],
        capture_output=True,
        text=True,
        env={**os.environ, "COLUMNS": "120"},
        check=False,
        **options,
    )


def test_command(tmp_path):
    done = plyground(
        *("arena", "tic_tac_toe", "minimax(depth=1)", "random", "--sweep", "depth=1..2"),
        *("--pairs", "5", "--store", "r.db", "--csv", "r.csv", "--plot", "r.svg"),
        *("--plot-time", "t.svg", "--markdown"),
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    assert not done.stderr
    assert "| `minimax(depth=2)` |" in done.stdout
    assert (tmp_path / "r.csv").read_text().startswith("depth,")
    assert (tmp_path / "r.svg").read_text().startswith("<?xml")
    assert (tmp_path / "t.svg").exists()


def test_command_in_colour_swapped_gauntlet(tmp_path):
    (tmp_path / "openings").write_text("a1 b2\nc3 b2\n")
    done = plyground(
        *("arena", "tic_tac_toe", "random", "minimax", "easy", "--gauntlet"),
        *("--openings", "openings", "--workers", "1", "--nodes", "50", "--store", "r.db"),
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    listed = plyground("results", "list", "r.db", cwd=tmp_path).stdout
    assert "tic_tac_toe" in listed
    assert "8 of 8 games" in listed


def test_command_stops_when_the_test_is_decided(tmp_path):
    strong = "minimax(depth=9, pruning=1)"
    done = plyground(
        *("arena", "tic_tac_toe", strong, "random", "--pairs", "400", "--sprt", "0..200"),
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    assert "accept after" in done.stdout
    assert int(re.search(r"accept after (\d+) games", done.stdout)[1]) < 800


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["tic_tac_toe", "random"], "two agents at least, or --sweep"),
        (["tic_tac_toe", "random", "easy", "--gauntlet", "--sweep", "depth=1..2"], "take one"),
        (["tic_tac_toe", "minimax", "--sweep", "depth"], "write it as depth=1..6"),
        (["tic_tac_toe", "minimax", "--sweep", "depth=6..1"], "a range goes up"),
        (["tic_tac_toe", "minimax", "--sweep", "depth=a..b"], "a range goes up"),
        (["tic_tac_toe", "random", "easy", "--openings", "none.txt"], "no file none.txt"),
        (["tic_tac_toe", "random", "easy", "--openings", "a1 a1"], "line 1: a1 is illegal"),
        (["tic_tac_toe", "random", "easy", "--csv", "no/r.csv"], "there is no folder no"),
        (["tic_tac_toe", "random", "easy", "--csv", "."], "it is a folder"),
        (["tic_tac_toe", "minimax", "--sweep", "depth=1,,2"], "a value is empty"),
        (["tic_tac_toe", "random", "easy", "--sprt", "10"], "write it as 0..10"),
        (["tic_tac_toe", "random", "easy", "minimax", "--sprt", "0..9"], "two different agents"),
        (["tic_tac_toe", "random", "easy", "--plot", "r.gif"], "a figure is saved as .svg"),
        (["tic_tac_toe", "random", "easy", "--seconds", "-1"], "must be positive"),
        (
            ["tic_tac_toe", "random", "easy", "--workers", "1", "--cluster", "tcp://x:1"],
            "--workers is for this machine",
        ),
    ],
)
def test_mistakes_end_in_one_line(arguments, said, tmp_path):
    done = plyground("arena", *arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


def test_rules_that_fail_show_in_the_exit_code(bots, tmp_path):
    source = SNORT.read_text()
    (tmp_path / "broken.py").write_text(source.replace("return -1\n", "return 1 // 0\n"))
    done = plyground("arena", "broken.py", "random", "bots.py:First", "--pairs", "1")
    assert done.returncode == 1
    assert "2 games could not be played: " in done.stderr


def test_interrupt_stops_cleanly_and_says_how_to_resume(bots):
    command = ["arena", "tic_tac_toe", "bots.py:Slow", "random", "--pairs", "3", "--store", "r.db"]
    process = subprocess.Popen(
        [sys.executable, "-m", "plyground", *command],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    deadline = time.monotonic() + 30
    while not Path("r.db").exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    time.sleep(0.5)
    os.killpg(process.pid, signal.SIGINT)
    _, said = process.communicate(timeout=20)
    assert process.returncode == 130
    assert "of 6 games are in r.db; the same command goes on from there" in said
    assert "Traceback" not in said
    done = plyground(*command)
    assert done.returncode == 0
    assert "6 of 6 games" in plyground("results", "list", "r.db").stdout
