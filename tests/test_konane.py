"""What is known of Konane."""

from __future__ import annotations

import random
from functools import cache

import pytest

import plyground as pg
from plyground.games.konane.rules import (
    BIT,
    MIRROR_ROWS,
    REMOVAL,
    SQUARE,
    other_squares,
    parity_of,
    turned,
)
from plyground.games.konane.solving import BoardKeys, LargeBoardKeys, exact_keys
from plyground.solvers.open_questions import NO_KEY

GAME = pg.game("konane")
SMALL = pg.game("konane", size=4)


def test_opening_moves():
    assert sorted(GAME.legal_moves(GAME.start())) == ["a8", "d5", "e4", "h1"]
    after = pg.Playthrough.read(GAME, moves="d5").position
    assert sorted(GAME.legal_moves(after)) == ["c5", "d4", "d6", "e5"]
    corner = pg.Playthrough.read(GAME, moves="a8").position
    assert sorted(GAME.legal_moves(corner)) == ["a7", "b8"]
    free = pg.game("konane", opening="free")
    assert len(free.legal_moves(free.start())) == 32


def test_small_board_is_a_win_for_white():
    @cache
    def value(position):
        moves = SMALL.legal(position)
        return max(-value(position.play(move)) for move in moves) if moves else -1

    assert value(SMALL.start()) == -1


EMPTY_ROWS = "/".join(["." * 8] * 7)


def test_every_stop_of_a_jump_is_a_move():
    text = f"{EMPTY_ROWS}/.BW.W.W. B"
    assert GAME.legal_moves(GAME.parse_position(text)) == ["b1-d1", "b1-f1", "b1-h1"]
    single = pg.game("konane", jumps="single")
    with pytest.raises(pg.InvalidPositionError):
        single.parse_position(text)


def test_a_jump_takes_every_stone_on_its_way():
    position = GAME.parse_position(f"{EMPTY_ROWS}/.BW.W.W. B")
    after = GAME.play(position, "b1-f1")
    assert GAME.format_position(after) == f"{EMPTY_ROWS}/.....BW. W"
    assert GAME.outcome(GAME.play(position, "b1-h1")) == pg.Outcome(0, "White cannot jump")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("WBWB/BWBW/WBWB/BWBW", "the stone on a1 is Black's, but the square is White's"),
        ("BWBW/WBWB/BWBW/WBWB W", "it is Black's turn"),
        ("BWBW/W.WB/BWBW/WBWB B", "it is White's turn"),
        ("BW.W/WBWB/BWBW/WBWB", "Black may not remove c4"),
        ("B.B./WBWB/BWBW/WBWB", "say who is to move"),
        ("B.B./WBWB/BWBW/WBWB B", "each side removes one stone"),
        ("BWBW/WBWB/BWBW/WBW", "rows of 4/4/4/3 cells, but konane"),
        ("B.BW/W.WB/B.B./.... B", "cannot be that far apart"),
    ],
)
def test_impossible_positions_are_refused(text, says):
    with pytest.raises(pg.InvalidPositionError, match=says):
        SMALL.parse_position(text)


def test_single_jumps_keep_the_balance():
    single = pg.game("konane", size=4, jumps="single")
    with pytest.raises(pg.InvalidPositionError, match="with single jumps and Black to move"):
        single.parse_position("B.BW/W.WB/BWBW/W.WB B")


@pytest.mark.parametrize("text", ["", "d5-", "d5-d5-d5", "c3-d4", "c3-f3", "i9", "c3-c9", "d5-e5"])
def test_what_is_no_move_is_refused(text):
    with pytest.raises(pg.InvalidMoveError, match="a move is a square to remove"):
        GAME.parse_move(text)


@pytest.mark.parametrize(
    ("moves", "move", "says"),
    [
        ("", "c3", "Black has no stone on c3"),
        ("", "d7", "the first two moves remove a stone: Black's in a corner"),
        ("d5", "a1", "White's beside the hole"),
        ("d5 e5", "d7", "only in the first two moves"),
        ("d5 e5", "d3-d7", "d7 is not empty"),
        ("d5 e5", "c3-e3", "Black has no stone on c3"),
        ("d5 e5", "d7-f7", "f7 is not empty"),
    ],
)
def test_refusals_say_why(moves, move, says):
    position = pg.Playthrough.read(GAME, moves=moves).position
    with pytest.raises(pg.IllegalMoveError, match=says):
        GAME.play(position, move)


@pytest.mark.parametrize(
    ("parameters", "name"),
    [
        ({}, "konane"),
        ({"rows": 8}, "konane"),
        ({"rows": 6, "columns": 6}, "konane(size=6)"),
        ({"size": 6, "rows": 7}, "konane(rows=7, columns=6)"),
        ({"columns": 5, "jumps": "single"}, "konane(jumps=single, rows=8, columns=5)"),
    ],
)
def test_every_board_has_one_name(parameters, name):
    game = pg.game("konane", **parameters)
    assert str(game) == name
    assert pg.game("konane", **game.parameter_values) == game
    assert type(game).of(game.start()) == game


@pytest.mark.parametrize("size", [6, 8])
@pytest.mark.parametrize("sides", [(4, 5), (6, 7), (4, 4)])
def test_sides_that_contradict_each_other_are_refused(size, sides):
    rows, columns = sides
    with pytest.raises(pg.InvalidParameterError, match=f"size={size} contradicts .*leave out size"):
        pg.game("konane", size=size, rows=rows, columns=columns)
    assert pg.game("konane", rows=rows, columns=columns).width == columns  # the usual size does not


def test_odd_boards_are_black_at_the_top_left():
    """Black has the corners and the centre of an odd square; not the centre of 3x5."""
    game = pg.game("konane", size=5)
    assert game.format_position(game.start()).split()[0] == "BWBWB/WBWBW/BWBWB/WBWBW/BWBWB"
    assert sorted(game.legal_moves(game.start())) == ["a1", "a5", "c3", "e1", "e5"]
    low = pg.game("konane", rows=3, columns=5)
    assert sorted(low.legal_moves(low.start())) == ["a1", "a3", "e1", "e3"]
    wide = pg.game("konane", rows=4, columns=5)
    assert sorted(wide.legal_moves(wide.start())) == ["a4", "c2", "e4"]
    assert [pg.game("konane", rows=r, columns=c).symmetries for r, c in ODD] == [2, 2, 4, 8, 2]


ODD = [(4, 5), (5, 4), (3, 5), (5, 5), (4, 6)]


def test_boards_that_do_not_exist_are_refused():
    for wrong in ({"size": 1}, {"rows": 17}, {"columns": 1}):
        (name, value) = wrong.popitem()
        with pytest.raises(pg.InvalidParameterError, match=f"{name}={value} is not a whole number"):
            pg.game("konane", **{name: value})
    with pytest.raises(pg.InvalidParameterError, match="a board needs a size"):
        pg.game("konane", size=0)


def test_exact_keys_are_boards():
    """Every position of a board has a key of its own, of a bit a square and one for the turn."""
    game, known = pg.game("konane", rows=4, columns=3, opening="free"), {}
    keys, waiting = exact_keys(game), [game.start()]
    while waiting:
        position = waiting.pop()
        if known.setdefault(keys.key(position), position) is position:
            waiting += [position.play(move) for move in game.legal(position)]
        else:
            assert known[keys.key(position)] == position
    assert len(known) > 200
    assert max(known).bit_length() == 13
    assert isinstance(exact_keys(pg.game("konane", rows=7, columns=8)), BoardKeys)
    assert exact_keys(pg.game("konane", rows=8, columns=9)) is None


def upside_down(position):
    """The same for the other side, where every square is of the other colour."""
    rows, columns, turn = position.rows, position.columns, position.turn
    flipped = []
    for stones, owner in ((position.mine, turn), (position.theirs, 1 - turn)):
        bits = [bit for bit in range(62) if stones[0] >> bit & 1]
        squares = [int(SQUARE[columns, parity_of(owner, rows), bit]) for bit in bits]
        images = [turned(square, MIRROR_ROWS, rows, columns) for square in squares]
        flipped.append((sum(1 << int(BIT[columns, image]) for image in images),))
    leading, trailing = other_squares(position.leading, position.trailing, columns)
    mine, theirs = flipped
    sides = {"mine": mine, "theirs": theirs, "leading": leading, "trailing": trailing}
    return position._replace(turn=1 - turn, **sides)


@pytest.mark.parametrize(("rows", "columns"), [(8, 8), (7, 9), (9, 7), (4, 16), (16, 4)])
def test_exact_keys_of_large_boards_tell_positions_apart(rows, columns):
    """Of 64 squares, who moves is Black: White to move is the board upside down."""
    game = pg.game("konane", rows=rows, columns=columns, opening="free")
    keys, chance, known = exact_keys(game), random.Random(rows), {}
    assert isinstance(keys, LargeBoardKeys)
    for _ in range(30):
        position = game.start()
        while legal := game.legal(position):
            key = keys.key(position)
            assert -(2**63) <= key < 2**63
            assert key != NO_KEY
            if rows * columns == 64 and position.turn and not game.legal(position)[0] >= REMOVAL:
                position = upside_down(position)
                assert keys.key(position) == key
                legal = game.legal(position)
            assert known.setdefault(key, position) == position
            position = position.play(chance.choice(legal))
    assert len(known) > 400
    assert min(known) < 0 < max(known)


def test_jumps_are_multi_or_single():
    with pytest.raises(pg.InvalidParameterError, match="jumps=double is not multi or single"):
        pg.game("konane", jumps="double")


def test_captured_stones_are_marked():
    played = pg.Playthrough.read(GAME, moves="d5 e5")
    move = GAME.legal(played.position)[0]
    picture = played.play(move).picture()
    assert len(picture.last) == 2
    assert len(picture.captured) == 1
