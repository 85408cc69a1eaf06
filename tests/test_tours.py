"""The rules to click through: every step of every game agrees with the rules."""

from __future__ import annotations

import json

import pytest

import plyground as pg
from example_files import SNORT
from plyground.conformance import run_check
from plyground.game.registry import built_in_names, game_class
from plyground.game.tour import ANY, TOUR, Step, check_step, check_tour, tour_of
from plyground.kernel import interpreted

KONANE = {"parameters": {"size": 4}, "moves": "a4 b4"}  # where a2-a4 is the only legal move


@pytest.fixture(autouse=True)
def not_compiled():
    with interpreted():
        yield


@pytest.mark.parametrize("name", built_in_names())
def test_every_step_agrees_with_the_rules(name):
    check_tour(game_class(name))
    steps = tour_of(game_class(name))
    assert len(steps) >= 4
    assert any(step.answers for step in steps)
    assert any(step.outcome for step in steps) or name == "othello"
    assert len({step.title for step in steps}) == len(steps)


@pytest.mark.parametrize("name", ["konane", "bamboo", "cachex"])
def test_where_one_move_is_asked_for_others_are_legal_and_get_an_answer(name):
    found = game_class(name)
    asking = [step for step in tour_of(found) if step.answers and ANY not in step.answers]
    assert asking
    for step in asking:
        reached = step.reached(found)
        if set(reached.game.legal_moves(reached.position)) - set(step.answers):
            assert step.otherwise, step.title


@pytest.mark.parametrize(
    ("step", "says"),
    [
        ({"moves": "b1"}, "b1 is illegal"),
        ({**KONANE, "marked": ["z9"]}, "'z9' is no cell"),
        ({**KONANE, "task": "go"}, "can be done by no move"),
        ({**KONANE, "answers": ("any",)}, "no task"),
        ({**KONANE, "task": "go", "answers": ("a4",)}, "a4 is illegal"),
        ({**KONANE, "forbidden": ("a2-a4",)}, "a2-a4 is legal here"),
        ({**KONANE, "task": "go", "answers": ("any",), "outcome": "x"}, "nobody has won"),
        ({"parameters": {"width": 4}}, "no parameter 'width'"),
    ],
)
def test_a_step_that_contradicts_the_rules_is_refused(step, says):
    with pytest.raises(pg.PlygroundError, match=says):
        check_step(game_class("konane"), Step("title", "says", **step))


def declare(tmp_path, tour):
    """Snort with a tour, in a file."""
    path = tmp_path / "declaring.py"
    inside = "class Snort(pg.Game):\n    knowledge = pg.Knowledge(tour='tour.json')\n"
    path.write_text(SNORT.read_text().replace("class Snort(pg.Game):\n", inside))
    if tour is not None:
        (tmp_path / "tour.json").write_text(tour)
    return pg.game(str(path))


def test_a_game_of_the_users_may_have_a_tour(tmp_path):
    step = {"title": "First", "says": "Put a stone.", "task": "Put one.", "answers": ["any"]}
    game = declare(tmp_path, json.dumps({"steps": [step]}))
    run_check("tour", game, 0)
    assert [each.title for each in tour_of(game)] == ["First"]
    (tmp_path / "tour.json").write_text(json.dumps({"steps": [{**step, "answers": ["z9"]}]}))
    with pytest.raises(pg.NonconformingError, match=r"step 1 of the tour of \w+ \(First\)"):
        run_check("tour", game, 0)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{", "is no tour of the rules"),
        ("{}", "is no tour of the rules: 'steps'"),
        ('{"steps": [{"title": "a"}]}', "is no tour of the rules"),
        ('{"steps": [{"title": "a", "says": "b", "answers": "c"}]}', "must be a list"),
    ],
)
def test_a_damaged_tour_is_named(tmp_path, text, says):
    file = tmp_path / "tour.json"
    file.write_text(text)
    with pytest.raises(pg.PlygroundError, match=says):
        TOUR.read(file)


def test_a_missing_tour_is_named(tmp_path):
    with pytest.raises(pg.NonconformingError, match=r"there is no file .*tour\.json"):
        tour_of(declare(tmp_path, None))


def test_most_games_have_none(tmp_path):
    assert tour_of(pg.game(str(SNORT))) == ()
