"""The ladder of Connect Four solvers: every combination of steps finds the score."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

import plyground as pg
from plyground.building.entries import entries_of
from plyground.errors import UnsupportedError
from plyground.games.connect_four import ConnectFour, ladder
from plyground.games.connect_four.ladder import LADDER, POSITIONS, RUNGS, TITLES, Steps, score_by
from plyground.games.connect_four.solver.solver import ConnectFourSolver
from plyground.kernel import interpreted
from plyground.solvers.solver import Options

GAME = ConnectFour()
PAGE = Path(__file__).parent.parent / "docs" / "algorithms" / "solver-ladder.md"
END = POSITIONS["the end, 26 discs"]
NEVER_MORE = (1, 3, 4)  # steps that never add a node: cutoffs, the table, moves left out


@pytest.fixture(scope="module")
def solver():
    return ConnectFourSolver(GAME, Options(memory=4))


def late_positions(number, seed):
    """Random positions of games that are not over, with 27 to 36 discs."""
    chance = random.Random(seed)
    while number:
        position = GAME.start()
        for _ in range(chance.randint(27, 36)):
            position = position.play(chance.choice(GAME.legal(position) or [0]))
            if not GAME.legal(position):
                break
        else:
            number -= 1
            yield position


def test_all_rungs_and_other_combinations_find_the_score(solver):
    chance = random.Random(5)
    for position in late_positions(20, 1):
        some = [Steps(*(chance.randint(0, 1) for _ in Steps._fields)) for _ in range(6)]
        for steps in (*LADDER, *some):
            assert score_by(position, steps).score == solver.score(position), (position, steps)


def test_steps_that_only_leave_out_never_add_nodes():
    for position in late_positions(20, 2):
        nodes = [score_by(position, steps).nodes for steps in LADDER]
        for rung in NEVER_MORE:
            assert nodes[rung] <= nodes[rung - 1], (position, nodes)


def test_positions_to_try_have_these_scores_on_the_upper_rungs(solver):
    for moves in list(POSITIONS.values())[:4]:
        position = pg.Playthrough.read(GAME, moves=moves).position
        assert {score_by(position, steps).score for steps in LADDER[5:]} == {solver.score(position)}


def test_interpreted_it_counts_the_same_nodes():
    position = next(late_positions(1, 3))
    with interpreted():
        plain = [score_by(position, steps)[:2] for steps in LADDER[1:]]
    assert plain == [score_by(position, steps)[:2] for steps in LADDER[1:]]


def test_mirror_images_meet_on_a_symmetrical_board():
    position = pg.Playthrough.read(GAME, moves="4444441375315723652365").position
    assert position.transform(1) == position
    apart, together = (score_by(position, steps) for steps in LADDER[-2:])
    assert apart.score == together.score
    assert together.nodes < apart.nodes


def test_it_gives_up_where_it_is_told_to():
    found = score_by(GAME.start(), LADDER[-1], nodes=1000)
    assert (found.score, found.nodes) == (None, 1000)


def test_a_library_has_it_only_where_it_is_asked_for():
    usual = [entry.name for entry in entries_of(GAME, 1.0)]
    assert "ladder" not in usual
    assert [entry.name for entry in entries_of(GAME, 1.0, ["ladder"])] == ["ladder"]
    with pytest.raises(UnsupportedError, match="has no kernel 'ladder'"):
        entries_of(pg.game("tic_tac_toe"), 1.0, ["ladder"])


# --- the page -----------------------------------------------------------------------------------


def rows():
    """The rows of the page's table: what stands in each cell."""
    found = re.findall(r"^\| (.+) \|$", PAGE.read_text(), re.MULTILINE)
    return [[cell.strip() for cell in row.split("|")] for row in found if "---" not in row]


def test_the_page_has_a_row_for_each_rung_and_a_column_for_each_position():
    heading, *others = rows()
    assert [row[0] for row in others] == list(RUNGS)
    assert heading[1:] == [f"{len(moves)} discs" for moves in POSITIONS.values()]
    assert len(TITLES) == len(Steps._fields) == len(LADDER) - 1


def test_figures_of_the_page_are_true_at_the_end_of_the_game(solver):
    solver.forget()
    position = pg.Playthrough.read(GAME, moves=END).position
    nodes = [score_by(position, steps).nodes for steps in LADDER]
    nodes.append(solver.score_bounds(position).statistics.nodes)
    assert [row[1] for row in rows()[1:]] == [f"{count:,}" for count in nodes]


def test_the_page_explains_every_step_with_code_that_exists():
    text = PAGE.read_text()
    explained = re.findall(r"^## \d\. (.+)$", text, re.MULTILINE)
    assert len(explained) == len(TITLES)
    named = re.findall(r"^```python\n# ([\w.]+)\n```$", text, re.MULTILINE)
    assert len(named) >= 5
    for name in named:
        assert name == f"{ladder.__name__}.{getattr(ladder, name.rpartition('.')[2]).__name__}"
