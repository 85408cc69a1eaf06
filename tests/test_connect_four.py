"""What is known of Connect Four."""

from __future__ import annotations

import numpy as np
import pytest

import plyground as pg
from plyground.games.connect_four.rules import ConnectFourPosition
from plyground.kernel import search_kernel

GAME = pg.game("connect_four")
# John Tromp, the number of positions after n plies; OEIS A212693.
DISTINCT = [1, 7, 49, 238, 1120, 4263, 16422, 54859, 184275, 558186]


@search_kernel
def write_successors(start, discs, moves, children):
    """Write both sides' discs after every move from every row of `discs`; return how many."""
    count = 0
    for row in range(discs.shape[0]):
        position = ConnectFourPosition(
            int(discs[row, 0]), int(discs[row, 1]), start.width, start.height
        )
        for i in range(position.fill_moves(moves)):
            child = position.play(int(moves[i]))
            children[count, 0] = child.mine
            children[count, 1] = child.theirs
            count += 1
    return count


def test_distinct_positions_by_ply():
    level = np.zeros((1, 2), np.int64)
    found = [len(level)]
    for _ in DISTINCT[1:]:
        children = np.zeros((7 * len(level), 2), np.int64)
        count = write_successors(GAME.start(), level, np.zeros(7, np.int64), children)
        level = np.unique(children[:count], axis=0)
        found.append(len(level))
    assert found == DISTINCT


@pytest.mark.parametrize(
    ("moves", "line"),
    [
        ("1122334", {"a1", "b1", "c1", "d1"}),
        ("1212121", {"a1", "a2", "a3", "a4"}),
        ("12234334544", {"a1", "b2", "c3", "d4"}),
        ("76654554344", {"g1", "f2", "e3", "d4"}),
    ],
    ids=["row", "column", "rising", "falling"],
)
def test_four_in_each_direction(moves, line):
    played = pg.Playthrough.read(GAME, moves=moves)
    assert GAME.outcome(played.position) == pg.Outcome(0, "four in a line")
    assert {GAME.shape.name(cell) for cell in GAME.line(played.position)} == line


def test_lines_do_not_wrap_around():
    """Three on top of one column and one at the bottom of the next are no line."""
    played = pg.Playthrough.read(GAME, moves="2 1 2 1 2 1 1 2 1 2 1 2")
    assert GAME.outcome(played.position) is None


def test_full_board_is_a_draw():
    small = pg.game("connect_four", width=3, height=3)
    played = pg.Playthrough.read(small, moves="123123123")
    assert small.outcome(played.position) == pg.Outcome(None, "the board is full")


def test_moves_may_be_run_together():
    assert pg.Playthrough.read(GAME, moves="4433").moves == (3, 3, 2, 2)
    wide = pg.game("connect_four", width=12, height=4)
    assert pg.Playthrough.read(wide, moves="12 1,2").moves == (11, 0, 1)


def test_largest_boards():
    for width, height in ((1, 61), (31, 1), (7, 7), (8, 6), (6, 9)):
        game = pg.game("connect_four", width=width, height=height)
        position = game.start()
        while legal := game.legal(position):
            position = position.play(legal[-1])
            assert 0 <= position.key() < 2**62
            assert game.parse_position(game.format_position(position)) == position
        assert game.outcome(position) is not None


def test_refusal_says_what_is_legal():
    full = pg.Playthrough.read(GAME, moves="444444").position
    with pytest.raises(pg.IllegalMoveError, match="column 4 is full; legal: 1 2 3 5 6 7"):
        GAME.play(full, "4")
    with pytest.raises(pg.InvalidMoveError, match="a move is a column from 1 to 7"):
        GAME.play(full, "8")
    won = pg.Playthrough.read(GAME, moves="1122334").position
    with pytest.raises(pg.IllegalMoveError, match=r"the game is over, Yellow \(X\) won: four in a"):
        GAME.play(won, "4")


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        ("X....../.......", "column 1, row 2 has nothing under it"),
        ("......./XX.....", "X has 2 discs and O has 0"),
        ("OOO..../XXXX...  X", "it is Red"),
        ("OOOO.../XXXX...", "already has four in a line"),
        ("O....../XXXXO.O X", "it is Red"),
        ("X....../O......", "no order of play"),
    ],
)
def test_impossible_positions_are_refused(rows, says):
    empty = "/".join(["......."] * 4)
    with pytest.raises(pg.InvalidPositionError, match=says):
        GAME.parse_position(f"{empty}/{rows}")


def test_two_separate_fours_are_refused():
    """The last disc completes every line there is, so two lines must share a disc."""
    rows = "......./......./......./O....../OOOXXXX/XXXXOOO"
    with pytest.raises(pg.InvalidPositionError, match="more than one move"):
        GAME.parse_position(rows)


@pytest.mark.parametrize(
    ("parameters", "says"),
    [
        ({"width": 0}, "width=0 is not a whole number from 1 to 31"),
        ({"width": "7"}, "width=7 is not a whole number"),
        ({"width": True}, "width=True is not a whole number"),
        ({"height": 62}, "height=62 is not a whole number"),
        ({"width": 9, "height": 9}, r"too large: width \* \(height \+ 1\) may be at most 62"),
        ({"depth": 3}, "connect_four has no parameter 'depth'; it has width, height"),
    ],
)
def test_sizes_out_of_range_are_refused(parameters, says):
    with pytest.raises(pg.InvalidParameterError, match=says):
        pg.game("connect_four", **parameters)
