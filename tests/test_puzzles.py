"""Puzzles: every answer is proven afresh, how hard they are is measured, equal seeds are equal."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace

import pytest

import plyground as pg
from command_line import plyground
from plyground.errors import FileError, NonconformingError
from plyground.game.registry import built_in_names, game_class
from plyground.puzzles.files import PUZZLES
from plyground.puzzles.making import WEAK, make_puzzles
from plyground.puzzles.puzzle import GRADES, Puzzle, moves_that_answer, proven_values, written
from plyground.solvers.solver import solver_for
from plyground.vocabulary import Proven
from tiers import usual_games

SAMPLE = 12  # every so manieth puzzle is proven in the usual run


def shipped(name):
    """The puzzles of a game, and a solver for their board."""
    found = PUZZLES.of(game_class(name))
    assert found is not None
    return found, solver_for(pg.game(name, **found.parameters))


def disproof(solver, puzzle):
    """What is wrong with a puzzle, found out by solving it afresh; empty if it is right."""
    game = solver.game
    values = proven_values(solver, game.parse_position(puzzle.position))
    if values is None:
        return "it could not be solved"
    if written(game, values) != dict(puzzle.values):
        return f"its moves are worth {written(game, values)}, not {dict(puzzle.values)}"
    right = moves_that_answer(values).get(puzzle.kind)
    if right is None or game.format_move(right) != puzzle.answer:
        return f"{puzzle.answer} is not the one answer to {puzzle.kind!r}"
    return ""


def prove(name, step):
    """What is wrong with every so manieth puzzle of a game."""
    found, solver = shipped(name)
    wrong = {puzzle.position: disproof(solver, puzzle) for puzzle in found.puzzles[::step]}
    return {position: why for position, why in wrong.items() if why}


@pytest.mark.parametrize("name", usual_games(built_in_names()))
def test_a_sample_of_the_shipped_puzzles_is_proven_afresh(name):
    assert prove(name, SAMPLE) == {}


@pytest.mark.slow
@pytest.mark.parametrize("name", built_in_names())
def test_all_shipped_puzzles_are_proven_afresh(name):
    assert prove(name, 1) == {}


@pytest.mark.parametrize("name", built_in_names())
def test_shipped_puzzles_are_many_and_different_and_of_every_grade(name):
    found, solver = shipped(name)
    assert len(found.puzzles) >= 100
    positions = [solver.game.parse_position(puzzle.position) for puzzle in found.puzzles]
    count = solver.game.symmetries
    looks = {min(position.transform(n).key() for n in range(count)) for position in positions}
    assert len(looks) == len(positions)
    assert set(Counter(puzzle.grade for puzzle in found.puzzles)) == set(GRADES)
    assert all(set(puzzle.failed) == set(WEAK) for puzzle in found.puzzles)
    difficulties = [puzzle.difficulty for puzzle in found.puzzles]
    assert difficulties == sorted(difficulties)


def test_equal_seeds_give_equal_puzzles():
    game = pg.game("tic_tac_toe")
    made = make_puzzles(game, 6, seed=3)
    assert make_puzzles(game, 6, seed=3) == made
    assert make_puzzles(game, 6, seed=4) != made
    assert len(made.puzzles) == 6
    solver = solver_for(game)
    assert [disproof(solver, puzzle) for puzzle in made.puzzles] == [""] * 6


def values(*results):
    """Values by move: a result, or a result and a distance."""
    pairs = (each if isinstance(each, tuple) else (each, None) for each in results)
    return {move: Proven(result, 0, distance) for move, (result, distance) in enumerate(pairs)}


@pytest.mark.parametrize(
    ("found", "answers"),
    [
        (values((1, 5), -1, 0), {"win": 0, "loses": 1}),
        (values((1, 5), 0, 0), {"win": 0}),
        (values((1, 1), 0, 0), {}),  # ends the game at once
        (values((1, 19), 0, (-1, 20)), {}),  # too far for people
        (values((1, None), 0, 0), {}),  # in how many plies is not known
        (values((1, 7), (1, 5), 0), {"quickest": 1}),
        (values((1, 5), (1, 5), 0), {}),
        (values(-1, 0, -1), {"save": 1}),
        (values(0, 0, -1), {"loses": 2}),
        (values(-1, -1, -1), {}),
        (values((1, 5), -1), {}),  # too few moves
    ],
)
def test_what_can_be_asked_follows_from_the_values(found, answers):
    assert moves_that_answer(found) == answers


def test_questions_and_grades():
    def puzzle(kind, value, *failed):
        return Puzzle(kind, "", "a1", {"a1": value}, dict(enumerate(failed)))

    assert puzzle("win", "win in 5", 0.0).question == "Only one move wins (in 5 plies): which?"
    quick = puzzle("quickest", "win in 3", 0.0, 1.0)
    assert quick.question == "Win in 3 plies: only one move is that quick. Which?"
    assert quick.grade == "medium"
    assert puzzle("loses", "loss in 4", 0.25).grade == "easy"
    assert puzzle("save", "draw", 1.0).grade == "hard"


def test_a_wrong_puzzle_is_told():
    found, solver = shipped("tic_tac_toe")
    right = found.puzzles[0]
    others = [move for move in right.values if move != right.answer]
    changed = Puzzle(right.kind, right.position, others[0], right.values, right.failed)
    assert "is not the one answer" in disproof(solver, changed)
    worth = {**right.values, right.answer: "win in 99"}
    changed = Puzzle(right.kind, right.position, right.answer, worth, right.failed)
    assert "not {" in disproof(solver, changed)


def test_the_command_writes_a_file_that_is_read_again(tmp_path):
    file = tmp_path / "puzzles.json"
    asked = ("puzzles", "tic_tac_toe", "--count", "3", "--seed", "3", "-o", str(file))
    told = plyground(*asked, "--json")
    assert sum(json.loads(told.stdout)["counts"].values()) == 3
    assert PUZZLES.read(file) == make_puzzles(pg.game("tic_tac_toe"), 3, seed=3)


def test_mistakes_are_told(tmp_path):
    file = tmp_path / "puzzles.json"
    with pytest.raises(FileError, match="cannot read"):
        PUZZLES.read(file)
    file.write_text('{"game": "x", "puzzles": [{"kind": "win"}]}', encoding="utf-8")
    with pytest.raises(FileError, match="is no file of puzzles"):
        PUZZLES.read(file)


def test_a_game_of_the_users_may_declare_puzzles(tmp_path):
    source = (
        "import plyground as pg\n"
        "from plyground.games.tic_tac_toe import TicTacToe\n"
        "class Mine(TicTacToe):\n"
        "    name = 'mine'\n"
        "    knowledge = pg.Knowledge(puzzles='mine.json')\n"
    )
    (tmp_path / "mine.py").write_text(source, encoding="utf-8")
    mine = type(pg.game(str(tmp_path / "mine.py")))
    with pytest.raises(NonconformingError, match="which mine declares"):
        PUZZLES.of(mine)
    found = replace(shipped("tic_tac_toe")[0], game="mine")
    found.write(tmp_path / "mine.json")
    assert PUZZLES.of(mine) == found


def test_a_game_without_puzzles_has_none():
    class Bare:
        name, knowledge = "bare", pg.Knowledge()

    assert PUZZLES.of(Bare) is None
