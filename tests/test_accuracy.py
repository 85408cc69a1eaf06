"""Accuracy: positions drawn by a seed, judged by a solver, and what agents make of them."""

from __future__ import annotations

import json

import pytest

import plyground as pg
from command_line import plyground
from plyground.errors import InvalidParameterError
from plyground.tournaments.accuracy import answers_of, phase_of, rows_of
from plyground.tournaments.judged_positions import (
    Draw,
    JudgedPosition,
    PositionJudge,
    draw_positions,
    judged_positions,
)
from plyground.vocabulary import Proven

TIC_TAC_TOE = pg.game("tic_tac_toe")
CONNECT_FOUR = pg.game("connect_four", width=4, height=4)


def judged(position: str) -> JudgedPosition:
    found = PositionJudge(TIC_TAC_TOE).judge(TIC_TAC_TOE.parse_position(position), 4)
    assert found is not None
    return found


def test_moves_that_keep_the_value_and_best_moves():
    values = {
        0: Proven(1, 0, 5),
        1: Proven(1, 0, 3),
        2: Proven(0, 0, 2),
        3: Proven(-1, 0, 2),
        4: Proven(1, 0, 3),
    }
    found = JudgedPosition(None, 0, values)
    assert found.keeping == [0, 1, 4]
    assert found.best == [1, 4]
    assert found.can_err


def test_the_best_move_of_a_lost_game_loses_latest():
    found = JudgedPosition(None, 0, {0: Proven(-1, 0, 2), 1: Proven(-1, 0, 6)})
    assert found.keeping == [0, 1]
    assert found.best == [1]
    assert not found.can_err


def test_draws_are_equally_good():
    found = JudgedPosition(None, 0, {0: Proven(0, 0, 2), 1: Proven(0, 0, 6), 2: Proven(-1, 0, 1)})
    assert found.keeping == found.best == [0, 1]


def test_the_judge_is_the_solver():
    found = judged("XX./OO./... X")
    assert [TIC_TAC_TOE.format_move(move) for move in found.best] == ["c3"]
    assert found.values[found.best[0]].distance == 1


def test_equal_seeds_draw_equal_positions():
    drawn = [list(draw_positions(CONNECT_FOUR, Draw(30, seed))) for seed in (5, 5, 6)]
    assert drawn[0] == drawn[1] != drawn[2]
    assert len({position.key() for position, _ in drawn[0]}) == 30


def test_more_positions_begin_with_the_same():
    few, many = (list(draw_positions(CONNECT_FOUR, Draw(count, 3))) for count in (5, 12))
    assert many[:5] == few


def test_positions_of_a_number_of_plies():
    for first, last in ((4, 4), (3, 6)):
        for position, plies in draw_positions(CONNECT_FOUR, Draw(12, 1, first, last)):
            assert first <= plies <= last
            assert sum(map(bool, CONNECT_FOUR.cells(position))) == plies
            assert CONNECT_FOUR.legal(position)


def test_positions_come_from_all_of_the_game():
    plies = [plies for _, plies in draw_positions(CONNECT_FOUR, Draw(60, 2))]
    assert min(plies) <= 2
    assert max(plies) >= 12


def test_there_are_no_more_positions_than_there_are():
    assert len(list(draw_positions(TIC_TAC_TOE, Draw(40, 1, 1, 1)))) == 3


@pytest.mark.parametrize("wrong", [{"count": 0}, {"first": -1}, {"first": 5, "last": 4}])
def test_what_cannot_be_drawn_is_refused(wrong):
    with pytest.raises(InvalidParameterError):
        Draw(**wrong)


def test_what_the_solver_does_not_settle_is_counted():
    found, missed = judged_positions(CONNECT_FOUR, Draw(30, 1), nodes=30)
    assert missed > 0
    assert len(found) + missed == 30


def test_nothing_settled_is_an_error():
    with pytest.raises(InvalidParameterError, match="later plies"):
        judged_positions(CONNECT_FOUR, Draw(3, 1, 0, 2), nodes=1)


def test_shares_and_seconds():
    ticks = iter(range(1000))
    positions = [judged("XX./OO./... X"), judged("X../.O./... X"), judged("XX./OO./... X")]
    answers = answers_of(TIC_TAC_TOE, "perfect", positions, 1, clock=lambda: float(next(ticks)))
    (row,) = rows_of(TIC_TAC_TOE, "perfect", answers)
    assert (row.positions, row.keeps.value, row.best.value) == (3, 1.0, 1.0)
    assert row.seconds == 1.0
    assert row.can_err == 2 + positions[1].can_err


def test_phases_have_the_number_of_plies_in_their_name():
    seven = pg.game("connect_four")
    assert [phase_of(seven, plies) for plies in (0, 6, 7, 34, 35, 41)] == [
        "0 to 6",
        "0 to 6",
        "7 to 13",
        "28 to 34",
        "35 on",
        "35 on",
    ]
    assert phase_of(TIC_TAC_TOE, 8) == "8 to 9"


def test_perfect_is_always_right_and_random_is_not():
    found = pg.accuracy(CONNECT_FOUR, ["perfect", "random"], positions=40, seed=4)
    whole = {row["agent"]: row for row in found.rows() if row["phase"] == "all"}
    assert whole["perfect"]["keeps"] == 1.0
    assert whole["random"]["keeps"] < 1.0
    assert whole["random"]["keeps_there"] < whole["random"]["keeps"]
    assert 0 < found.can_err < found.positions == 40


def test_the_phases_add_up():
    found = pg.accuracy(CONNECT_FOUR, "random", positions=40)
    whole, *phases = found.rows()
    assert sum(row["positions"] for row in phases) == whole["positions"] == 40
    kept = sum(row["positions"] * row["keeps"] for row in phases)
    assert kept == pytest.approx(40 * whole["keeps"])


def test_it_draws_itself():
    found = pg.accuracy("tic_tac_toe", "random", positions=10)
    assert "keeps the value" in str(found)
    places = found.table()._blocks([10] * 8, 60)
    assert [block[:2] for block in places] == [[0, 1]] * 2, "each part says agent and plies"
    assert "<table>" in found._repr_html_()
    assert "<svg" in found._repr_html_()


def test_an_agent_must_be_named():
    with pytest.raises(InvalidParameterError, match="one agent"):
        pg.accuracy("tic_tac_toe")


def test_the_command_prints_data(tmp_path):
    figure = tmp_path / "accuracy.svg"
    done = plyground(
        *("accuracy", "connect_four", "-p", "width=4", "-p", "height=4", "perfect"),
        *("--positions", "8", "--plies", "5..7", "--seed", "3", "--json", "--plot", str(figure)),
    )
    data = json.loads(done.stdout)
    assert data["plies"] == [5, 7]
    assert data["positions"] == 8
    assert data["accuracy"][0]["keeps"] == 1.0
    assert figure.read_text().startswith("<?xml")


@pytest.mark.parametrize("plies", ["5..7", (5, 7), [5, 7]])
def test_ways_to_say_how_many_plies(plies):
    assert pg.accuracy("tic_tac_toe", "random", positions=5, plies=plies).data()["plies"] == [5, 7]


def test_plies_may_have_no_end():
    data = pg.accuracy("tic_tac_toe", "random", positions=5, plies=(6, None)).data()
    assert data["plies"] == [6, None]


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        ({"plies": 2.5}, "plies=2.5 must be a whole number or a range"),
        ({"plies": (3.5, 5)}, "write a number or a range"),
        ({"plies": "3..5..7"}, "write a number or a range"),
        ({"plies": 9}, "no position was found after so many plies"),
        ({"positions": 5.5}, "positions=5.5 must be a whole number"),
        ({"seed": -1}, "seed=-1 must be a whole number"),
        ({"unseen": "no"}, "unseen='no' must be True or False"),
        ({"cluster": 4}, "cluster=4 must be the address of a scheduler"),
    ],
)
def test_what_cannot_be_drawn_is_said(given, complaint):
    with pytest.raises(InvalidParameterError, match=complaint):
        pg.accuracy("tic_tac_toe", "random", **{"positions": 2, **given})


def test_agents_have_different_names():
    with pytest.raises(InvalidParameterError, match="A names two agents"):
        pg.accuracy("tic_tac_toe", "A=random", "A=perfect", positions=2)
    with pytest.raises(InvalidParameterError, match="agents=None must be text such as"):
        pg.accuracy("tic_tac_toe", None, positions=2)


def test_best_is_told_from_keeping_whatever_comes_first():
    """A drawn position has no distance, and may be the first."""
    for given in ({"seed": 1}, {"seed": 3}, {"plies": 0}):
        text = str(pg.accuracy("tic_tac_toe", "random", positions=20, **given))
        assert "counts no plies" not in text


def test_fewer_positions_than_wanted_are_told():
    found = pg.accuracy("tic_tac_toe", "random", positions=50, plies=1)
    assert found.positions == 3
    assert "50 were wanted; more were not found." in str(found)


def test_the_command_says_how_plies_are_written():
    done = plyground("accuracy", "tic_tac_toe", "random", "--plies", "some")
    assert done.returncode == 2
    assert "8 or 40..60" in done.stderr
