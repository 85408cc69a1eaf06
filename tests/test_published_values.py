"""The games of the documentation, solved, against values that others have published.

Domineering: Breuker, Uiterwijk and van den Herik, "Solving 8x8 Domineering" (2000); Lachmann, Moore
and Rapaport, "Who wins Domineering on rectangular boards?" (2000). Clobber in one row: Albert,
Grossman, Nowakowski and Wolfe, "An introduction to Clobber" (2005). Hex: who begins wins (Nash).
Othello 4x4: the second player wins.
"""

from __future__ import annotations

import functools

import pytest

import plyground as pg
from example_files import DOCS

WIN, LOSS = 1, -1
SQUARES = {2: WIN, 3: WIN, 4: WIN, 5: LOSS, 6: WIN}
TWO_ROWS = {2: "1st", 3: "1st", 4: "H", 5: "V", 6: "1st", 7: "1st"}
ONE_ROW = {2: WIN, 4: WIN, 6: LOSS, 8: WIN, 10: WIN, 12: WIN}


def example(name, **parameters):
    return pg.game(str(DOCS / "examples" / f"{name}.py"), **parameters)


def by_brute_force(game):
    @functools.cache
    def value(position):
        legal = game.legal(position)
        return max(-value(position.play(move)) for move in legal) if legal else position.result()

    return value(game.start())


def solved(game):
    return pg.solve(game, memory=50).value.result


def test_small_boards_by_brute_force():
    for size in (2, 3, 4):
        assert by_brute_force(example("domineering", rows=size, columns=size)) == SQUARES[size]
    for columns in (2, 4, 6, 8):
        assert by_brute_force(example("clobber", rows=1, columns=columns)) == ONE_ROW[columns]
    assert by_brute_force(example("hex", size=2)) == by_brute_force(example("hex", size=3)) == WIN


@pytest.mark.slow
def test_domineering():
    for size, value in SQUARES.items():
        assert solved(example("domineering", rows=size, columns=size)) == value
    words = {(WIN, WIN): "1st", (WIN, LOSS): "V", (LOSS, WIN): "H", (LOSS, LOSS): "2nd"}
    for columns, who in TWO_ROWS.items():
        flat = solved(example("domineering", rows=2, columns=columns))
        upright = solved(example("domineering", rows=columns, columns=2))
        assert words[flat, upright] == who


@pytest.mark.slow
def test_clobber_in_one_row():
    for columns, value in ONE_ROW.items():
        assert solved(example("clobber", rows=1, columns=columns)) == value


@pytest.mark.slow
def test_hex_is_won_by_who_begins():
    """And on 4x4 only on the short diagonal."""
    found = pg.solve(example("hex", size=4), all_moves=True, memory=50)
    assert found.value.result == WIN
    assert [move for move, value in found.moves.items() if value.result > 0] == [
        "d1",
        "c2",
        "b3",
        "a4",
    ]


@pytest.mark.slow
def test_othello_on_four_by_four():
    assert solved(pg.game("othello", size=4)) == LOSS


@pytest.mark.slow
@pytest.mark.parametrize("name", ["domineering", "clobber", "hex"])
def test_examples_keep_the_contract(name):
    pg.check(str(DOCS / "examples" / f"{name}.py"))
