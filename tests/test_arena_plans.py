"""Plans and openings: which games are to be played, and which cannot be."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import plyground as pg
from plyground.errors import (
    IllegalMoveError,
    InvalidLimitError,
    InvalidMoveError,
    InvalidParameterError,
    UnknownAgentError,
    UnknownNameError,
)
from plyground.tournaments import (
    Conditions,
    Plan,
    gauntlet,
    ladder,
    make_plan,
    random_openings,
    read_openings,
    round_robin,
)

pytest_plugins = "arena_bots"


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


def test_a_label_is_part_of_an_agent_but_not_of_its_code():
    plain = make_plan("tic_tac_toe", ["random", "minimax"], pairs=1)
    named = make_plan("tic_tac_toe", ["random", " Max = minimax"], pairs=1)
    assert named.agents == ("random", "Max=minimax")
    assert named.code["Max=minimax"] == plain.code["minimax"]
    assert named.identity != plain.identity
    with pytest.raises(InvalidParameterError, match="Max names two agents"):
        make_plan("tic_tac_toe", ["Max=random", "Max=minimax"])


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


def test_identity_follows_the_code_of_agents_in_files(bots, tmp_path):
    def plan():
        return make_plan("tic_tac_toe", ["random", "bots.py:First"], pairs=1)

    before, file = plan(), tmp_path / "bots.py"
    file.write_text(file.read_text() + "\n# a comment\n")
    assert plan() == before
    assert plan().identity == before.identity
    file.write_text(file.read_text() + "\nTASTE = 7\n")
    assert plan().code["random"] == before.code["random"]
    assert plan().identity != before.identity


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


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("import os; os._exit(3)", r"file\.py: reading its file ended the process \(3\)"),
        ("while True: pass", r"file\.py: its file was not read to its end within 1 s"),
        ("import sys; sys.exit()", r"file\.py, line 1: SystemExit"),
        ("class Chooser: choose = 1/0", r"file\.py, line 1: ZeroDivisionError"),
        ("x = 1", r"file\.py must have one class with a method choose; it has none"),
    ],
)
def test_the_file_of_an_agent_is_read_elsewhere(tmp_path, monkeypatch, line, said):
    monkeypatch.chdir(tmp_path)
    if line.startswith("while"):
        monkeypatch.setattr("plyground.tournaments.guests.CHECK_SECONDS", 1.0)
    (tmp_path / "file.py").write_text(line)
    with pytest.raises(UnknownNameError, match=said):
        make_plan("tic_tac_toe", ["file.py", "random"])


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
    assert len(set(few)) == 4  # of 7, three are images of others
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


@pytest.mark.parametrize(
    ("game", "parameters", "plies"),
    [("tic_tac_toe", {}, 1), ("konane", {"size": 4}, 2), ("connect_four", {}, 4)],
)
def test_random_openings_of_short_games_are_short(game, parameters, plies):
    plan = make_plan(game, ["random", "easy"], parameters=parameters, pairs=3)
    assert {len(opening) for opening in plan.openings} == {plies}


def test_random_openings_decide_no_game_of_tic_tac_toe():
    played = pg.game("tic_tac_toe")
    plan = make_plan("tic_tac_toe", ["random", "easy"], pairs=9)
    assert len(set(plan.openings)) == 3  # a corner, an edge and the centre
    assert {pg.solve(played, moves=opening).value.result for opening in plan.openings} == {0}
