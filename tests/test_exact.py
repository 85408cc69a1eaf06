"""The exact solver agrees with plain minimax, whatever it is asked."""

from __future__ import annotations

import functools
import json
import re
import threading
import time
from pathlib import Path

import pytest

import plyground as pg
from boards import late_positions
from plyground.agents import agent
from plyground.errors import NonconformingError
from plyground.kernel import Monitor, interpreted
from plyground.solvers import exact_asking
from plyground.solvers.exact import ExactSolver
from plyground.solvers.exact_keys import OwnKeys, keys_for
from plyground.solvers.exact_progress import progress_notes
from plyground.solvers.exact_table import (
    limit_to,
    megabytes_of,
    new_table,
    store,
)
from plyground.solvers.solver import Options, solve, solver_for
from plyground.vocabulary import Estimate, Limit, Proven
from tiers import first_usual, rest_slow

GAMES = {
    "tic_tac_toe": pg.game("tic_tac_toe"),
    "connect_four": pg.game("connect_four", width=5, height=4),
    "konane": pg.game("konane", size=6),
    "konane-single": pg.game("konane", size=6, jumps="single"),
    "bamboo": pg.game("bamboo", radius=2),
    "bamboo-wide": pg.game("bamboo", radius=5),  # two words, so that keys are hashes
    "snort": pg.game("docs/examples/snort.py"),
}
# So many plies before the end of random games, plain minimax takes no more than a moment.
LONG = pg.game("konane", rows=6, columns=8)  # takes minutes of any machine
PLIES = {"konane": 4, "konane-single": 4, "bamboo-wide": 3, "bamboo": 5}
MEGABYTES = 8
# One of each kind of keys; Connect Four has a solver of its own.
SOLVED = rest_slow(GAMES, lambda name: name in ("tic_tac_toe", "konane", "bamboo-wide"))


def plain_value(game, position):
    """Result and distance by looking at everything: quick wins, late losses."""

    @functools.cache
    def value(position):
        legal = game.legal(position)
        if not legal:
            return position.result(), 0
        values = [value(position.play(move)) for move in legal]
        return max(((-result, plies + 1) for result, plies in values), key=rank)

    def rank(pair):
        return pair[0], -pair[0] * pair[1]

    return value(position)


@functools.cache
def solver(name, distance=True):
    return ExactSolver(GAMES[name], Options(MEGABYTES, distance=distance))


@pytest.mark.parametrize("name", SOLVED)
def test_agrees_with_plain_minimax(name):
    game = GAMES[name]
    for position in late_positions(game, 8, PLIES.get(name, 6)):
        result, plies = plain_value(game, position)
        found = solver(name).solve(position, moves=True)
        assert found.value == Proven(result, position.player(), plies if result else None)
        for move, value in found.moves.items():
            expected, after = plain_value(game, position.play(move))
            assert (value.result, value.player) == (-expected, position.player())
            assert value.distance == (after + 1 if expected else None)


@pytest.mark.parametrize("name", SOLVED)
def test_line_is_best_play(name):
    game = GAMES[name]
    for position in late_positions(game, 6, 7, seed=1):
        found = solver(name).solve(position)
        end = pg.Playthrough(game, position, found.line).position
        assert game.outcome(end).result_for(position.player()) == found.value.result
        if found.value.result:
            assert len(found.line) == found.value.distance


def test_line_uses_all_threads_and_gives_up_in_time(monkeypatch):
    """A line whose time is over ends there; moves are still valued, and a stop stays a stop."""
    game, asked = GAMES["bamboo"], []

    def slow(_solver, _position, _question, watch, limit, threads):
        asked.append((limit.seconds, threads))
        time.sleep(limit.seconds)
        watch.stop()
        return -1

    monkeypatch.setattr(ExactSolver, "answer", slow)
    monkeypatch.setattr(exact_asking, "LINE_SECONDS", 0.01)
    monkeypatch.setattr(exact_asking, "LINE_SHARE", 0.0)
    own = ExactSolver(game, Options(8, threads=2))
    found = own.solve(game.start(), Limit(seconds=600), moves=True)
    assert (found.value, len(found.line)) == (Proven(-1, 0), 1)
    assert len(found.moves) == len(game.legal(game.start()))
    assert [(seconds <= 0.01, threads) for seconds, threads in asked] == [(True, 2)]
    monkeypatch.setattr(exact_asking, "LINE_SECONDS", 900.0)
    monkeypatch.setattr(time, "sleep", lambda _seconds: None)
    assert own.solve(game.start(), Limit(seconds=600), moves=True).moves == {}


def test_threads_find_the_line_together():
    game = GAMES["bamboo"]
    found = solve(game, memory=8, threads=2)
    assert not game.legal(pg.Playthrough(game, game.start(), found.line).position)
    assert len(found.line) % 2 == 0  # Red, who began, cannot move


@pytest.mark.parametrize("name", SOLVED)
def test_images_have_the_same_value(name):
    game = GAMES[name]
    for position in late_positions(game, 4, 8, seed=2):
        values = set()
        for symmetry in range(game.symmetries):
            fresh = ExactSolver(game, Options(1))
            values.add(fresh.result(position.transform(symmetry)))
        assert len(values) == 1


@pytest.mark.parametrize(
    "game",
    [
        pg.game("konane", size=6),
        pg.game("othello", size=6),
        *(pg.game("bamboo", radius=radius) for radius in (1, 2, 3)),
    ],
    ids=str,
)
def test_exact_keys_tell_positions_apart(game):
    keys, known = keys_for(game), {}
    assert not isinstance(keys, OwnKeys)
    for position in late_positions(game, 60, 3, seed=3) + late_positions(game, 60, 1, seed=4):
        key = keys.key(position)
        assert 0 <= key < 2**62
        assert known.setdefault(key, position) == position
    assert len(known) == len(set(known.values()))


def test_wide_boards_have_hashes():
    assert isinstance(keys_for(pg.game("konane", rows=8, columns=9)), OwnKeys)
    assert isinstance(keys_for(pg.game("bamboo", radius=4)), OwnKeys)


def test_known_values():
    assert solver("tic_tac_toe").solve(GAMES["tic_tac_toe"].start()).value == Proven(0, 0)
    assert solve(pg.game("konane", size=4), distance=True, memory=8).value == Proven(-1, 0, 6)
    assert solve(GAMES["connect_four"], memory=8).value == Proven(0, 0, 20)  # by its own solver


@pytest.mark.slow
def test_known_values_of_bamboo():
    assert solve(pg.game("bamboo", radius=1), distance=True, memory=8).value == Proven(-1, 0, 6)
    assert solve(GAMES["bamboo"], memory=8).value == Proven(-1, 0)


@pytest.mark.slow
def test_moves_of_the_first_position():
    game = GAMES["connect_four"]
    found = ExactSolver(game, Options(8)).solve(game.start(), moves=True)
    assert found.value == Proven(0, 0)
    assert [value.result for value in found.moves.values()] == [-1, 0, 0, 0, -1]
    assert 1 < found.megabytes < 8
    assert found.statistics.nodes > 1000


@pytest.mark.parametrize(
    "game",
    first_usual([GAMES["tic_tac_toe"], pg.game("konane", size=4), pg.game("bamboo", radius=1)], 2),
    ids=str,
)
def test_interpreted_is_the_same(game):
    compiled = solve(game, distance=True, moves=True, memory=1)
    with interpreted():
        plain = solve(game, distance=True, moves=True, memory=1)
    assert (compiled.value, compiled.moves, compiled.line) == (plain.value, plain.moves, plain.line)
    assert compiled.statistics.nodes == plain.statistics.nodes


def test_threads_find_the_same():
    game = GAMES["bamboo"]
    assert solve(game, memory=8, threads=2).value == Proven(-1, 0)


@pytest.mark.parametrize("distance", [None, True])
def test_many_positions_in_one_call(distance):
    game = pg.game("tic_tac_toe")
    texts = ["X../.O./..X O", "XX./OO./... X", ".../.../... X"]
    found = pg.solve_many(game, texts, distance=distance)
    assert found == [pg.solve(game, text, distance=distance).value for text in texts]
    assert pg.solve_many(game, []) == []
    assert ExactSolver(game).solve_many([game.start()], Limit(nodes=5)) == [None]


@pytest.mark.parametrize(
    ("positions", "said"),
    [
        ("X../.O./..X O", "'X../.O./..X O' must be a list, as in ['X../.O./..X O']"),
        (None, "None must be a list"),
        (5, "5 must be a list"),
    ],
)
def test_many_positions_are_a_list(positions, said):
    with pytest.raises(pg.InvalidParameterError, match=re.escape(f"positions={said}")):
        pg.solve_many("tic_tac_toe", positions)


def test_a_game_of_no_positions_must_exist():
    with pytest.raises(pg.UnknownGameError):
        pg.solve_many("nogame", [])


def test_same_question_costs_the_same():
    nodes = {solve(GAMES["bamboo"], memory=8).statistics.nodes for _ in range(2)}
    assert len(nodes) == 1


def test_limits_leave_bounds():
    game = GAMES["bamboo"]
    found = ExactSolver(game, Options(8)).solve(game.start(), Limit(nodes=500))
    assert found.value is None
    assert (found.low, found.high, found.line, found.moves) == (-1, 1, (), {})
    assert found.statistics.nodes <= 500
    assert ExactSolver(game, Options(8)).result(game.start(), Limit(nodes=500)) is None
    slow = solve(LONG, limit=Limit(seconds=0.3), memory=8)
    assert slow.value is None
    assert slow.statistics.seconds < 20


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("XX./OO./... X", 1, 1),
        ("XO./XO./..X O", 1, 1),
        ("XOX/XOO/.X. O", 0, 0),
        ("X.O/OXX/.O. X", 1, 1),
    ],
)
def test_one_kernel_proves_a_result(text, low, high):
    game = pg.game("tic_tac_toe")
    kernel, arguments = ExactSolver(game, Options(memory=1)).library_call(game.parse_position(text))
    with interpreted():
        assert kernel(*arguments)[:2] == (low, high)
        _, task, _, *rest = arguments
        assert kernel(game.start(), task, 5, *rest) == (-1, 1, 5)


def test_stopped_between_win_and_draw():
    """A search that has only refuted the win leaves two results."""
    game = GAMES["tic_tac_toe"]
    bounds = set()
    for nodes in range(20, 600, 20):
        found = solve(game, limit=Limit(nodes=nodes), memory=1)
        bounds.add((found.low, found.high))
    assert {(-1, 1), (-1, 0), (0, 0)} == bounds


def test_progress_names_refuted_moves():
    game = GAMES["tic_tac_toe"]
    finished = ExactSolver(game, Options(1))
    found = finished.solve(game.start(), moves=True)
    lost = finished.solve(game.start(), Limit(nodes=1), Monitor())
    assert lost.value is None or lost.value == found.value
    assert len(progress_notes(finished, game.start(), 1)["refuted"].data) == 9
    assert progress_notes(finished, game.start(), 0)["refuted"].data == []


def test_cancel():
    watch = Monitor()
    threading.Timer(0.3, watch.stop).start()
    assert solve(LONG, memory=8, monitor=watch).value is None


def test_refusals():
    game = GAMES["tic_tac_toe"]
    with pytest.raises(pg.InvalidLimitError, match="memory=0 must be"):
        solve(game, memory=0)
    with pytest.raises(pg.InvalidLimitError, match="threads=0 must be"):
        solve(game, threads=0)
    with pytest.raises(pg.InvalidLimitError, match="no limit in depth"):
        solve(game, limit=Limit(depth=3))
    with pytest.raises(pg.InvalidPositionError, match="was expected"):
        solve(game, GAMES["bamboo"].start())
    with pytest.raises(pg.PlygroundError, match="choose a smaller board"):
        solve(pg.game("cachex", size=5))
    with pytest.raises(pg.InvalidParameterError, match="no rater"):
        ExactSolver(game, Options(1), order="nonsense").result(game.start())


def test_finished_game():
    game = GAMES["tic_tac_toe"]
    won = pg.Playthrough.read(game, moves="a1 a2 b1 b2 c1").position
    found = solve(game, won, distance=True, moves=True, memory=1)
    assert found.value == Proven(-1, 1, 0)
    assert (found.line, found.moves) == ((), {})


def test_command(tmp_path):
    from typer.testing import CliRunner

    from plyground.cli import app_of

    done = CliRunner().invoke(app_of(), ["solve", "tic_tac_toe", "--memory", "1", "--json"])
    data = json.loads(done.stdout)
    assert (data["words"], data["low"], data["high"]) == ("draw for X", 0, 0)
    arguments = ["solve", "cachex", "-p", "size=3", "--moves", "b1", "--all-moves"]
    shown = CliRunner().invoke(app_of(), arguments).stdout
    assert "win in 7 for Blue" in shown
    assert "steal: win in 7" in shown
    stopped = ["solve", "konane", "-p", "size=6", "--nodes", "99", "--memory", "1"]
    halted = CliRunner().invoke(app_of(), stopped).stdout
    assert "from loss to win: not finished" in halted
    assert "refuted  0 of" in halted
    few = ["solve", "tic_tac_toe", "XX./OO./... X", "--all-moves", "--nodes", "60"]
    some = CliRunner().invoke(app_of(), few)
    assert "moves    a1: loss  b1: loss  c1: loss\nmissing  c2 c3: not finished" in some.stdout
    assert some.exit_code == 1
    kept = ["solve", "tic_tac_toe", "--memory", "1", "--keep", str(tmp_path / "t.proofs")]
    assert "0 from before" in CliRunner().invoke(app_of(), kept).stdout
    assert "0 from before" not in CliRunner().invoke(app_of(), kept).stdout


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["connect_four", "--keep", "x"], "does not use keep; it uses memory, threads"),
        (["cachex", "-p", "size=3", "--threads", "2"], "does not use threads; it uses no options"),
        (["konane", "--no-book"], "konane's solver does not use book; it uses memory, threads"),
        (["konane", "--distance", "--keep", "x"], "without distance"),
        (["konane", "--keep", "nowhere/x"], "there is no folder"),
        (["cachex", "-p", "size=5"], "choose a smaller board"),
    ],
)
def test_command_refuses(arguments, complaint):
    from typer.testing import CliRunner

    from plyground.cli import app_of

    done = CliRunner().invoke(app_of(), ["solve", *arguments])
    assert isinstance(done.exception, pg.PlygroundError)
    assert complaint in str(done.exception)


def test_tables_share_the_memory():
    table = new_table(8, 1)
    limit_to(table, 4)
    for key in range(150_000):
        store(table, key, 0, 0, 1)
    assert megabytes_of(table) == pytest.approx(4, abs=0.01)
    solver = ExactSolver(GAMES["bamboo"], Options(4))
    *_, last = solver.analyse(GAMES["bamboo"].start())
    assert last.finished
    assert {str(report.score) for report in last.moves} == {"loss in 16"}
    assert 1 < solver.megabytes <= 2 + 8.4  # distances need so much at least


def test_answers_have_the_same_shape():
    """Whatever solves a game, the command says the same keys."""
    from typer.testing import CliRunner

    from plyground.cli import app_of

    keys = set()
    for words in (["tic_tac_toe"], ["cachex", "-p", "size=3"], ["connect_four"]):
        done = CliRunner().invoke(app_of(), ["solve", *words, "--json"])
        keys.add(tuple(json.loads(done.stdout)))
    assert len(keys) == 1


# --- trust ------------------------------------------------------------------------------------


def test_a_file_that_breaks_the_contract_is_not_solved(tmp_path, monkeypatch):
    from plyground.solvers import trust

    monkeypatch.setenv("PLYGROUND_CACHE_DIR", str(tmp_path / "cache"))
    source = Path("docs/examples/snort.py").read_text()
    file = tmp_path / "snort.py"
    file.write_text(source.replace("self.stones[0] | self.stones[1] << 25", "self.stones[0]"))
    with pytest.raises(NonconformingError, match=r"share the key.*plyground check .*snort.py"):
        solver_for(pg.game(str(file)))
    with pytest.raises(NonconformingError, match="share the key"):
        agent(pg.game(str(file)), "perfect")
    file.write_text(source)
    assert solver_for(pg.game(str(file)))
    trust.check_once.cache_clear()
    monkeypatch.setattr(trust, "run_check", lambda *_: pytest.fail("it was checked before"))
    assert solver_for(pg.game(str(file)))


# --- the agent --------------------------------------------------------------------------------


def test_perfect_play_keeps_what_is_proven():
    game = pg.game("konane", size=4)
    players = (agent(game, "random", seed=3), agent(game, "perfect(memory=8)"))
    position, plies = game.start(), 0
    while game.legal(position):
        found = players[plies % 2].choose(position)
        if plies % 2:
            assert found.score.result == 1
        position, plies = position.play(found.move), plies + 1
    assert game.outcome(position).winner == 1


def test_perfect_wins_as_soon_and_loses_as_late_as_it_can():
    game = GAMES["tic_tac_toe"]
    player = agent(game, "perfect(memory=1)")
    missed = functools.reduce(game.play, ["a1", "c2", "b2", "b3"], game.start())
    for position in [missed, *late_positions(game, 60, 5), *late_positions(game, 60, 2)]:
        found = player.choose(position)
        result, plies = plain_value(game, position)
        assert found.score == Proven(result, position.player(), plies if result else None)
        after, rest = plain_value(game, position.play(found.move))
        assert (-after, rest + 1 if result else plies) == (result, plies)


def test_perfect_keeps_the_value_of_the_first_position():
    game = GAMES["tic_tac_toe"]
    for seed in range(4):
        players = agent(game, "perfect(memory=1)"), agent(game, "random", seed=seed)
        for each in (players, players[::-1]):
            assert pg.play(game, *each).winner != "random"
    assert pg.play(game, "perfect", "perfect").winner is None


def test_perfect_counts_plies_only_where_few_nodes_suffice():
    """What is proven is not given up for it, nor a limit in nodes."""
    game = GAMES["bamboo"]
    known = agent(game, "perfect(memory=8)").solver.solve(game.start())
    nodes = 2 * known.statistics.nodes
    found = agent(game, "perfect(memory=8)").choose(game.start(), Limit(nodes=nodes + 200))
    assert found.score == Proven(known.low, 0)
    assert found.statistics.nodes <= nodes


def test_perfect_refuses_what_its_solver_does_not_use():
    with pytest.raises(pg.InvalidParameterError, match="konane's solver does not use book"):
        agent(GAMES["konane"], "perfect(book=0)")


@pytest.mark.parametrize("name", first_usual(["connect_four", "konane", "bamboo"]))
def test_perfect_keeps_limits_in_nodes(name):
    """By nodes alone the choice does not depend on a clock; the rest counts on."""
    game, choices = GAMES[name], set()
    for nodes in (10, 10, 3000, 3000):
        found = agent(game, "perfect").choose(game.start(), Limit(nodes=nodes))
        assert found.move in game.legal(game.start())
        assert found.statistics.nodes <= nodes
        choices.add((nodes, found.move, found.statistics.nodes))
    assert len(choices) == 2


@pytest.mark.slow
def test_perfect_falls_back_on_a_search_where_a_proof_takes_too_long():
    game = GAMES["konane"]
    found = agent(game, "perfect(memory=8)").choose(game.start(), Limit(seconds=0.2))
    assert isinstance(found.score, Estimate)
