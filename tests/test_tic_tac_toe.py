"""What is known of tic-tac-toe."""

from __future__ import annotations

from functools import cache

import pytest

import plyground as pg
from plyground.games.tic_tac_toe.rules import TicTacToePosition

GAME = pg.game("tic_tac_toe")


def reachable(position, found):
    if position not in found:
        found.add(position)
        for move in GAME.legal(position):
            reachable(position.play(move), found)
    return found


@pytest.fixture(scope="module")
def everything():
    return reachable(GAME.start(), set())


def test_number_of_positions(everything):
    assert len(everything) == 5478
    smallest = {min(p.transform(k).key() for k in range(8)) for p in everything}
    assert len(smallest) == 765


def test_every_position_survives_text(everything):
    for position in everything:
        assert GAME.parse_position(GAME.format_position(position)) == position


def test_number_of_games():
    @cache
    def games(position):
        moves = GAME.legal(position)
        return sum(games(position.play(move)) for move in moves) if moves else 1

    assert games(GAME.start()) == 255_168


def test_value_is_a_draw():
    @cache
    def value(position):
        moves = GAME.legal(position)
        return max(-value(position.play(m)) for m in moves) if moves else position.result()

    assert value(GAME.start()) == 0


def test_board_and_line():
    played = pg.Playthrough.read(GAME, moves="b2 a1 a3 c1 c3 b1")
    assert str(played.picture()).splitlines() == [
        "3  X . X",
        "2  . X .",
        "1 [O|O|O]",
        "   a b c",
    ]
    assert GAME.outcome(played.position) == pg.Outcome(1, "three in a line")


def test_position_may_be_pasted_as_lines():
    pasted = GAME.parse_position("x.o\n.x.\n...\n")
    assert pasted == TicTacToePosition(mine=0b100_000_000, theirs=0b001_010_000)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("XX./X../...", "X has 3 cells and O has 0"),
        ("OX./.../O..", "X has 1 cells and O has 2"),
        ("X../.../... X", "it is O's turn"),
        ("XXX/OO./O..", "X already has three in a line"),
        ("XXX/OOO/X..", "O already has three in a line"),
        ("X.O/.X.", "rows of 3/3 cells, but tic_tac_toe has 3/3/3"),
        ("X.O/.X./....", "rows of 3/3/4 cells"),
        ("X.O/.Z./...", "'Z' is no cell"),
        ("", "rows of no cells"),
    ],
)
def test_impossible_positions_are_refused(text, says):
    with pytest.raises(pg.InvalidPositionError, match=says):
        GAME.parse_position(text)
