"""Proofs to a bounded depth agree with whole ones, and refuse what they cannot know."""

from __future__ import annotations

import itertools
import json
import random
from typing import Any, NamedTuple

import numpy as np
import pytest
from typer.testing import CliRunner

import plyground as pg
from boards import after_chance, late_positions
from plyground.cli import app_of
from plyground.conformance import CHECKS
from plyground.errors import InvalidInputError, NonconformingError
from plyground.game.knowledge import Knowledge, Solving
from plyground.games.cachex.rules import JOINED, LAST_TURN, REPEATED, REPETITIONS
from plyground.games.cachex.solving import (
    PLIES_TO_RETURN,
    StonesMissing,
    exact_keys,
    plies_unrepeated,
)
from plyground.kernel import Monitor, compiled, interpreted
from plyground.kernel.words import count_bits
from plyground.solvers.exact_search import AnySoon
from plyground.solvers.exact_within import WithinSolver
from plyground.solvers.retrograde import RetrogradeSolver
from plyground.solvers.solver import Options, solver_for
from plyground.vocabulary import Proven

CACHEX = pg.game("cachex", size=3)
TIC_TAC_TOE = pg.game("tic_tac_toe")


def random_positions(game, count, plies, seed):
    """Unfinished positions of random games, at most so many plies from the start."""
    chance, found = random.Random(seed), []
    while len(found) < count:
        position = after_chance(game, chance.randint(0, plies), chance)
        if game.legal(position):
            found.append(position)
    return found


# --- answers ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def walk():
    solver = RetrogradeSolver(CACHEX)
    solver.solve(CACHEX.start())
    return solver.walk


def test_agrees_with_the_analysis_of_all_positions(walk):
    """Cachex is also solved backwards, from the ends of its games."""
    solver, settled = WithinSolver(CACHEX, Options(8, within=7)), 0
    for position in random_positions(CACHEX, 60, 20, seed=1):
        if position.turn < 2 or plies_unrepeated(position) < 7:
            continue
        result, plies = walk.value(position)
        found = solver.solve(position)
        if result and plies <= 7:
            assert found.value == Proven(result, position.player(), plies)
            assert len(found.line) == plies
            settled += 1
        else:
            assert (found.value, found.within, found.line) == (None, 7, ())
    assert settled > 20


@pytest.mark.parametrize(
    "game",
    [TIC_TAC_TOE, pg.game("konane", size=4), pg.game("othello", size=4)],
    ids=str,
)
def test_agrees_with_a_proof_that_counts_plies(game):
    whole, near = (
        solver_for(game, Options(8, distance=True)),
        WithinSolver(game, Options(8, within=5)),
    )
    for position in [*late_positions(game, 20, 3), *late_positions(game, 12, 6, seed=1)]:
        value = whole.solve(position).value
        if value.result and value.distance <= 5:
            assert near.solve(position).value == value
        else:
            assert near.solve(position).within == 5


def test_the_last_move_may_lose():
    """In Othello, who is to move when nobody can may be ahead."""
    game = pg.game("othello", size=4)
    last = pg.solve(game, "WWWW/WWWW/WWWW/BBW. B", within=1, all_moves=True)
    assert (last.words, last.line) == ("loss in 1 for Black", ["d4"])
    assert {str(value) for value in last.moves.values()} == {"loss in 1"}
    before = pg.solve(game, "BB.B/BBBW/BBW./WWB. W", within=8)
    assert before.words == "loss in 3 for White"


def test_a_game_that_must_be_over_is_drawn():
    last = pg.solve("tic_tac_toe", "XOX/XOO/OX. X", within=5, all_moves=True)
    assert {move: value.result for move, value in last.moves.items()} == {"c1": 0}
    found = pg.solve("tic_tac_toe", within=60, all_moves=True)
    assert (found.words, found.within) == ("draw for X", 9)
    assert {str(value) for value in found.moves.values()} == {"draw"}
    assert pg.solve("tic_tac_toe", within=8).words is None


def test_every_first_move_of_the_smallest_cachex():
    found = pg.solve(CACHEX, within=8, all_moves=True)
    assert (found.words, len(found.line)) == ("loss in 8 for Red", 8)
    assert {str(value) for value in found.moves.values()} == {"loss in 8"}
    nobody = pg.solve(CACHEX, within=7, all_moves=True)
    assert (nobody.value, nobody.within, nobody.moves, nobody.words) == (None, 7, {}, None)
    assert nobody.found.notes["later"].data == [*found.moves]


def test_two_threads_find_the_same():
    game = pg.game("cachex", size=4)
    alone, both = (pg.solve(game, moves="d2", within=11, threads=n) for n in (1, 2))
    assert alone.value == both.value == Proven(1, 1, 11)
    assert pg.solve(game, moves="d2", within=9, threads=2).within == 9


def test_moves_that_lead_there():
    game = pg.game("cachex", size=4)
    solver, position = WithinSolver(game, Options(8, within=11)), game.play(game.start(), "d2")
    move = solver.move_for(position, 1, 0, Monitor())
    assert game.format_move(move) == "d1"  # nothing else wins
    assert solver.result(position) == 1
    assert solver.solve_many([position, position.play(move)]) == [
        Proven(1, 1, 11),
        Proven(-1, 0, 10),
    ]
    analyses = list(solver.analyse(position))
    assert analyses[-1].finished
    scores = {each.move: each.score for each in analyses[-1].moves if each.score}
    assert [each for each, score in scores.items() if score.result > 0] == [move]


def test_a_limit_leaves_what_was_settled():
    found = pg.solve("cachex", size=5, moves="a1", within=15, nodes=20_000)
    assert found.value is None
    assert 5 < found.within < 15
    assert found.found.statistics.nodes <= 20_000


# --- what it refuses --------------------------------------------------------------------------


def test_a_past_that_may_come_back_sets_an_end():
    game, position = pg.game("cachex", size=5), pg.game("cachex", size=5).start()
    assert plies_unrepeated(position) == 4 * (REPETITIONS - 1)
    for past, plies in [
        ([1], 23),  # it stands now, and can again every 4 plies
        ([1, 2], 22),
        ([1, 2, 3, 4, 5], 20),  # the first may stand again after the next
        ([1, 2, 3, 4, 1], 19),
        ([1, 2, 3, 4, 1, 5, 6, 7], 16),
        ([0, 0, 0, 0, 0, 0], 24),  # from text
    ]:
        stood = position._replace(turn=len(past), history=np.array(past, np.int64))
        assert plies_unrepeated(stood) == plies
    late = game.parse_position(f"RB.../...../...../...../..... {LAST_TURN - 3}")
    assert plies_unrepeated(late) == 3
    with pytest.raises(pg.PlygroundError, match="within=25 is too many plies for cachex here"):
        pg.solve(game, within=25)


def test_no_game_is_repeated_sooner():
    """Games in which boards come back: both sides like what stood before, and captures."""
    game, repeated, returns = pg.game("cachex", size=5), 0, 0
    for seed in range(30):
        line = line_of_captures(game, random.Random(seed))
        boards = line[-1].history.tolist()
        pairs = itertools.combinations(range(len(boards)), 2)
        gaps = [later - sooner for sooner, later in pairs if boards[sooner] == boards[later]]
        assert min(gaps, default=PLIES_TO_RETURN) >= PLIES_TO_RETURN
        returns += len(gaps)
        if line[-1].status == REPEATED:
            repeated += 1
            plies = range(2, len(line) - 1)
            assert all(plies_unrepeated(line[ply]) < len(line) - 1 - ply for ply in plies)
    assert repeated > 2
    assert returns > 100


def line_of_captures(game, chance):
    """The positions of a game whose sides do not win, but bring boards back, or capture."""
    line = [game.start()]

    def liking(move):
        after, past = line[-1].play(move), line[-1].history
        captured = count_bits(after.mine) < count_bits(line[-1].theirs)
        return after.status != JOINED, after.history[-1] in past, captured, chance.random()

    while legal := game.legal(line[-1]):
        line.append(line[-1].play(max(legal, key=liking)))
    return line


@pytest.mark.parametrize("plies", [0, -1, 61, 2.5])
def test_plies_out_of_range(plies):
    with pytest.raises(InvalidInputError, match=f"within={plies} must be a whole number of plies"):
        pg.solve("tic_tac_toe", within=plies)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--distance"], "does not use distance with within; it uses memory, threads, within"),
        (["--keep", "x.proofs"], "does not use keep with within"),
        (["--certificate", "x.cert"], "a certificate is of a whole proof; leave out within"),
    ],
)
def test_command_refuses(arguments, complaint):
    done = CliRunner().invoke(
        app_of(), ["solve", "konane", "-p", "size=4", "--within", "5", *arguments]
    )
    assert isinstance(done.exception, pg.PlygroundError)
    assert complaint in str(done.exception)


def test_a_stop_before_anything_is_sure_says_nothing():
    """Whatever the number of nodes, no move is said to be open which wins at once."""
    winning = "XX./OO./... X"
    for nodes in range(1, 80):
        found = pg.solve("tic_tac_toe", winning, within=5, all_moves=True, nodes=nodes)
        assert "later" not in found.found.notes
        assert found.within in (None, 0)
        assert "c3" in found.missing or str(found.moves["c3"]) == "win in 1"


def test_command():
    words = ["solve", "cachex", "-p", "size=5", "--moves", "a1", "--within", "7"]
    shown = CliRunner().invoke(app_of(), words)
    assert "open: nobody wins within 7 plies" in shown.stdout
    assert shown.exit_code == 0
    data = json.loads(CliRunner().invoke(app_of(), [*words, "--json"]).stdout)
    assert (data["within"], data["words"], data["distance"]) == (7, None, None)
    stopped = CliRunner().invoke(app_of(), [*words[:-1], "11", "--nodes", "5000"])
    assert "nobody wins within" in stopped.stdout
    assert stopped.exit_code == 1


# --- what Cachex declares for it --------------------------------------------------------------


@pytest.mark.parametrize("size", [3, 4, 5, 6])
def test_keys_tell_positions_apart(size):
    game, known = pg.game("cachex", size=size), {}
    keys = exact_keys(game)
    for position in random_positions(game, 300, 3 * size * size, seed=size):
        key = keys.key(position)
        assert 0 <= key < 2**62
        stage = position.turn if position.turn < 2 else 2 + position.turn % 2
        same = (position.mine, position.theirs, stage)
        assert known.setdefault(key, same) == same
    assert len(known) == len(set(known.values())) > 200


def test_large_boards_have_no_exact_keys():
    assert exact_keys(pg.game("cachex", size=7)) is None


@compiled
def may_win(position: Any, plies: int, mover: int) -> bool:
    return StonesMissing().may_win(position, plies, mover)


@pytest.mark.parametrize("size", [3, 5, 8])
def test_compiled_and_interpreted_say_the_same(size):
    game, ruled_out = pg.game("cachex", size=size), 0
    for position in random_positions(game, 40, 2 * size * size, seed=2):
        asked = [(plies, mover) for plies in range(0, 2 * size, 2) for mover in (0, 1)]
        told = [bool(may_win(position, *each)) for each in asked]
        with interpreted():
            assert told == [bool(may_win(position, *each)) for each in asked]
        ruled_out += told.count(False)
    assert ruled_out > 40


def test_no_forced_win_is_ruled_out(walk):
    """Held against the values of all positions."""
    rule, sooner = StonesMissing(), 0
    for position in random_positions(CACHEX, 300, 30, seed=3):
        result, plies = walk.value(position) if position.turn >= 2 else (0, None)
        if not result or position.turn > 100:
            continue
        mover = 1 if result > 0 else 0
        assert rule.may_win(position, plies, mover)
        sooner += sum(not rule.may_win(position, fewer, mover) for fewer in range(plies))
    assert sooner > 300


def test_it_saves_nodes(monkeypatch):
    game = pg.game("cachex", size=5)
    position = game.play(game.start(), "a1")
    short = WithinSolver(game, Options(8, within=7)).solve(position)
    monkeypatch.setattr(WithinSolver, "_soonest", lambda self: AnySoon())
    long = WithinSolver(game, Options(8, within=7)).solve(position)
    assert short.within == long.within == 7
    assert short.statistics.nodes < long.statistics.nodes / 4


# --- the check of what a game declares --------------------------------------------------------


@compiled
class NeverSoon(NamedTuple):
    """Rules out every win."""

    none: int = 0

    def may_win(self, position: Any, plies: int, mover: int) -> bool:
        return False


@compiled
class NeverOver(NamedTuple):
    """Rules out that who moved may have won."""

    none: int = 0

    def may_win(self, position: Any, plies: int, mover: int) -> bool:
        return mover == 1


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        (NeverSoon, "rules out that the side to move wins within 1 plies"),
        (NeverOver, "rules out that the side that moved wins within [0-4] plies"),
    ],
)
def test_the_check_notices_wins_ruled_out(monkeypatch, wrong, complaint):
    declared = Knowledge(solving=Solving(soonest=lambda game: wrong()))
    monkeypatch.setattr(type(TIC_TAC_TOE), "knowledge", declared)
    with pytest.raises(NonconformingError, match=complaint):
        CHECKS["solving"](TIC_TAC_TOE, seed=1)
