"""Refutations are the smallest there are, and what is said of a move is true in every line."""

from __future__ import annotations

import functools
import json
import random

import pytest

import plyground as pg
from command_line import plyground
from plyground.errors import InvalidParameterError, OutOfReachError
from plyground.kernel import Monitor
from plyground.solvers.refutation import Prover, Step, refutation
from plyground.solvers.solver import solver_for
from plyground.solvers.why import place_of, why
from plyground.vocabulary import Limit
from tiers import usual_games
from web_server import problem, running_server

TIC_TAC_TOE = pg.game("tic_tac_toe")


# --- brute force: tic-tac-toe, from nothing but its rules -----------------------------------------


@functools.cache
def worth(position):
    """+1, 0 or -1 for who is to move."""
    legal = TIC_TAC_TOE.legal(position)
    return max((-worth(position.play(move)) for move in legal), default=position.result())


@functools.cache
def smallest(position, goal):
    """(depth, steps) of the smallest refutation by who is to move, of all that there are."""
    sizes = [
        (depth + 1, steps + 1)
        for move in TIC_TAC_TOE.legal(position)
        if -worth(after := position.play(move)) >= goal
        for depth, steps in [all_replies(after, goal)]
    ]
    return min(sizes)


@functools.cache
def all_replies(position, goal):
    """The same after the refuting move: every reply is answered."""
    depth = steps = 0
    for move in TIC_TAC_TOE.legal(position):
        after, below = position.play(move), (0, 0)
        if TIC_TAC_TOE.legal(after):
            below = smallest(after, goal)
        depth, steps = max(depth, 1 + below[0]), steps + 1 + below[1]
    return depth, steps


def mistakes(count):
    """Moves of random games after which another result is best."""
    chance, found = random.Random(7), {}
    while len(found) < count:
        position = TIC_TAC_TOE.start()
        while legal := TIC_TAC_TOE.legal(position):
            move = chance.choice(legal)
            if -worth(position.play(move)) < worth(position):
                found[TIC_TAC_TOE.format_position(position), move] = position
            position = position.play(move)
    return [(position, move) for (_, move), position in found.items()][:count]


def check(game, position, step, refuter, goal):
    """A step is legal, and the steps below it are those of a refutation."""
    assert position.player() == step.player
    assert step.move in game.legal(position)
    after = position.play(step.move)
    legal = game.legal(after)
    moves = [answer.move for answer in step.answers]
    if step.is_folded:
        assert legal
        assert not moves
    elif step.player != refuter:
        assert len(moves) == min(1, len(legal))
    else:
        assert sorted(moves) == sorted(legal)
    if not legal:
        assert game.outcome(after).result_for(refuter) >= goal
    for answer in step.answers:
        check(game, after, answer, refuter, goal)


def test_refutations_are_those_of_brute_force():
    prover = Prover(solver_for(TIC_TAC_TOE))
    kinds = set()
    for position, move in mistakes(40):
        found, after = why(prover, position, move), position.play(move)
        assert found.is_mistake
        goal = -found.score.result
        kinds.add((found.best_score.result, found.score.result))
        if TIC_TAC_TOE.legal(after):
            check(TIC_TAC_TOE, after, found.refutation, after.player(), goal)
            depth, steps = smallest(after, goal)
            assert found.refutation.is_complete == (steps <= 150)
            if steps <= 150:
                assert (found.refutation.depth, found.refutation.size) == (depth, steps)
    assert kinds == {(1, 0), (1, -1), (0, -1)}


# --- other games and other sizes ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "parameters", "moves"),
    usual_games(
        [
            ("connect_four", {}, "4 4 3 1"),
            ("connect_four", {"width": 4, "height": 4}, "2 2 2 2 3 3 1"),
            ("bamboo", {"radius": 2}, "b4 e3 d2 b1 c2 c5"),
            ("konane", {"size": 4}, "d1 d2 b1-d1"),
        ]
    ),
)
def test_every_game_that_a_solver_reaches(name, parameters, moves):
    game = pg.game(name, **parameters)
    found = pg.why(game, moves=moves).found
    values = Prover(solver_for(game)).values(found.before)
    assert found.score == values[found.move]
    assert found.best_score.result == max(score.result for score in values.values())
    if found.refutation:
        after = found.before.play(found.move)
        check(game, after, found.refutation, after.player(), -found.score.result)


@pytest.mark.slow
def test_a_large_refutation_follows_the_longest_defence():
    game = pg.game("connect_four")
    reached = pg.Playthrough.read(game, None, "3 4 4 3 3 4 4 6")  # lost in 25 plies
    tree = refutation(Prover(solver_for(game)), reached.position, 1)
    assert not tree.is_complete
    check(game, reached.position, tree, reached.position.player(), 1)
    distances, step = [], tree
    while step.answers:
        distances.append(step.distance)
        assert step.answers[0].distance == max(answer.distance for answer in step.answers)
        step = step.answers[0]
    assert distances == sorted(distances, reverse=True)


# --- what is said ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "moves", "said"),
    [
        ("tic_tac_toe", "b2 b1", "a1 draws; after b1 X forces a win in 5 plies: three in a line."),
        ("tic_tac_toe", "b2 a1", "a1 draws: no move is better."),
        ("tic_tac_toe", "a2 c1 b2", "a1 wins in 5 plies; after b2 O holds a draw."),
        ("tic_tac_toe", "a2 c1 b2 b3 a3", "a3 wins only in 3 plies; c2 wins in 1 ply."),
        ("tic_tac_toe", "a1 c1 a2 b3", "b3 loses already in 2 plies; a3 loses in 4 plies."),
        ("tic_tac_toe", "a2 c1 b2 b3 a3 a1", "a1 loses in 2 plies: no move is better."),
        (
            "connect_four",
            "4 4 3 1",
            "2 wins in 37 plies; after 1 Yellow (X) forces a win in 3 plies: "
            "four in a line in the middle.",
        ),
    ],
)
def test_one_sentence_says_it(game, moves, said):
    assert pg.why(game, moves=moves).sentence == said


def test_where_on_the_board():
    game = pg.game("connect_four")
    assert place_of(game, [0, 7, 14, 21]) == "on the left"
    assert place_of(game, [6, 13, 20, 27]) == "on the right"
    assert place_of(game, [2, 3, 4]) == "in the middle"
    assert place_of(TIC_TAC_TOE, [0, 1, 2]) == ""  # from side to side
    assert place_of(game, []) == ""


def test_a_result_has_data_rows_and_text():
    found = pg.why("tic_tac_toe", moves="b2 b1")
    data = found.data()
    assert (data["best"], data["value"], data["best_value"]) == ("a1", "loss in 6", "draw")
    assert len(found.rows()) == found.found.refutation.size
    assert found.rows()[0]["move"] == data["refutation"]["move"]
    assert str(found).startswith(f"{found.sentence}\n  X: ")
    assert pg.why("tic_tac_toe", moves="b2").rows() == []
    assert "<svg" in found._repr_html_()


def test_what_cannot_be_explained():
    with pytest.raises(InvalidParameterError, match="no move to explain"):
        pg.why("tic_tac_toe")
    with pytest.raises(OutOfReachError):
        pg.why("tic_tac_toe", moves="b2", seconds=1e-9)
    stopped = Monitor()
    stopped.stop()
    with pytest.raises(OutOfReachError):
        Prover(solver_for(TIC_TAC_TOE), monitor=stopped).values(TIC_TAC_TOE.start())


def test_a_proof_that_is_cut_short_is_folded():
    """Where the solver does not get through, what is proven is still shown."""

    class Short(Prover):
        def _ask(self, position):
            if self.looked >= 2:
                raise OutOfReachError("enough")
            return super()._ask(position)

    reached = pg.Playthrough.read(TIC_TAC_TOE, None, "b2 b1")
    tree = refutation(Short(solver_for(TIC_TAC_TOE), Limit(seconds=60)), reached.position, 1)
    assert isinstance(tree, Step)
    assert not tree.is_complete


# --- the command and the page ---------------------------------------------------------------------


def test_the_command():
    done = plyground("why", "tic_tac_toe", "--moves", "b2 b1")
    assert "a1 draws; after b1 X forces a win" in done.stdout
    data = json.loads(plyground("why", "tic_tac_toe", "--moves", "b2 b1", "--json").stdout)
    assert data["is_mistake"]
    assert plyground("why", "tic_tac_toe").returncode == 2


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with running_server(store=tmp_path_factory.mktemp("arena") / "arena.db") as running:
        yield running


def test_the_page_asks(server):
    asked = {"game": "tic_tac_toe", "moves": "b2 b1"}
    found = server.http.post("/api/why", json=asked).json()
    assert found["sentence"].startswith("a1 draws; after b1")
    assert (found["move"], found["player"], found["best"]) == ("b1", 1, "a1")
    assert found["refutation"]["player"] == 0
    assert len(found["refutation"]["answers"]) == 6
    assert server.http.post("/api/why", json={**asked, "moves": "b2"}).json()["refutation"] is None
    problem(server.http.post("/api/why", json={"game": "tic_tac_toe"}), 422)
    late = {**asked, "seconds": 1e-9}
    answer = problem(server.http.post("/api/why", json=late), 422)
    assert answer["type"] == "urn:plyground:out-of-reach"
