"""What is known of Othello."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import plyground as pg
from oracle.othello import Othello as PlainOthello
from othello_positions import SIZES
from plyground.solvers.solver import solve

GAME = pg.game("othello")
SMALL = pg.game("othello", size=4)

EMPTY_ROW = "." * 8

# A short game that leaves White without a disc, found by many.
WIPE_OUT = "e6 f4 e3 f6 g5 d6 e7 f5 c5"


def after(moves: str, game: pg.Game = GAME) -> pg.Playthrough:
    return pg.Playthrough.read(game, moves=moves)


def position_with(rows: list[str], mover: str) -> Any:
    return GAME.parse_position("/".join(rows) + " " + mover)


# --- rules ---------------------------------------------------------------------------------------


def test_the_start_is_that_of_the_books():
    assert GAME.format_position(GAME.start()).split("/")[3:5] == ["...WB...", "...BW..."]
    assert GAME.legal_moves(GAME.start()) == ["d3", "c4", "f5", "e6"]
    assert str(after("f5").picture()).splitlines()[0] == "   a b c d e f g h"


def test_the_three_second_moves():
    """The parallel, the perpendicular and the diagonal opening."""
    assert GAME.legal_moves(after("f5").position) == ["f4", "d6", "f6"]


COUNTS = {
    case.get("parameters", {}).get("size", 8): case["counts"]
    for case in json.loads((Path(__file__).parent / "data/perft/othello.json").read_text())["cases"]
}


@pytest.mark.parametrize(("size", "depth"), [(4, 8), (6, 6), (8, 6)])
def test_plain_rules_count_the_same(size, depth):
    plain = PlainOthello(size)
    counted = [plain.perft(plies) for plies in range(1, depth + 1)]
    assert counted == COUNTS[size][:depth]


def check_same(game, position, plain):
    assert sorted(game.legal_moves(position)) == sorted(plain.legal_moves())
    assert position.player() == plain.player()
    names = map(game.shape.name, range(game.shape.cell_count))
    assert dict(zip(names, game.cells(position), strict=True)) == plain.cells()
    outcome = game.outcome(position)
    found = None if outcome is None else ("draw" if outcome.winner is None else outcome.winner)
    assert found == plain.winner()


@pytest.mark.parametrize("game", SIZES, ids=str)
def test_random_games_agree_with_plain_rules(game):
    chance, seen = random.Random(game.size), Counter()
    for _ in range(12 if game.size == 8 else 40):
        position, plain = game.start(), PlainOthello(game.size)
        check_same(game, position, plain)
        while legal := game.legal(position):
            move = chance.choice(legal)
            seen[game.format_move(move)] += 1
            seen["turned", len(list(game.captured(position, move)))] += 1
            position, plain = position.play(move), plain.play(game.format_move(move))
            check_same(game, position, plain)
    assert seen["pass"]
    assert all(seen["turned", discs] for discs in range(1, game.size))


def test_a_disc_turns_over_lines_in_all_directions():
    """17 discs around c3; those on d5 and e4 are on none of its lines."""
    rows = "B.B.B.../.WWW..../BW.WWWWB/.WWWW.../B.WWW.../..W..W../..W...W./..B....B"
    position = GAME.parse_position(rows + " B")
    turned = {GAME.shape.name(cell) for cell in GAME.captured(position, GAME.parse_move("c3"))}
    assert " ".join(sorted(turned)) == "b2 b3 b4 c2 c4 c5 c6 c7 d2 d3 d4 e3 e5 f3 f6 g3 g7"
    reached = "B.B.B.../.BBB..../BBBBBBBB/.BBBW.../B.BWB.../..B..B../..B...B./..B....B W"
    assert GAME.format_position(GAME.play(position, "c3")) == reached


def test_lines_that_end_at_the_rim_or_in_a_gap_stay():
    """c3 has enemies on five sides, but no disc of its own behind them."""
    rows = "W......./.W....../WW.WWWWW/..WWW.../...WW.../..B...../......../........"
    position = GAME.parse_position(rows + " B")
    assert "g2" in GAME.legal_moves(position)
    with pytest.raises(pg.IllegalMoveError, match=r"c3 is illegal in .*: it turns over no disc"):
        GAME.play(position, "c3")


# --- passes and ends -----------------------------------------------------------------------------


def test_whoever_cannot_turn_over_a_disc_passes():
    rows = ["BBBBBBW.", *["BBBBBBBB"] * 7]
    stuck = position_with(rows, "W")
    assert GAME.legal_moves(stuck) == ["pass"]
    for text in ("pass", "--", "PASS"):
        passed = GAME.play(stuck, text)
        assert GAME.format_position(passed).endswith(" B")
        assert GAME.cells(passed) == GAME.cells(stuck)
        assert GAME.legal_moves(passed) == ["h1"]
    with pytest.raises(pg.IllegalMoveError, match="White cannot turn over a disc anywhere"):
        GAME.play(stuck, "h1")
    picture = pg.Playthrough(GAME, stuck).play("pass").picture()
    assert not picture.last
    assert not picture.captured


def test_nobody_passes_who_can_move():
    with pytest.raises(
        pg.IllegalMoveError, match="Black can turn over a disc, and so may not pass"
    ):
        GAME.play(GAME.start(), "pass")


def test_the_game_ends_when_neither_can_move():
    full = position_with(["BBBBBBBB"] * 5 + ["WWWWWWWW"] * 3, "W")
    assert GAME.outcome(full) == pg.Outcome(0, "40 discs to 24")
    holes = position_with(["BBBBBBB."] + ["BBBBBBBB"] * 7, "B")
    assert GAME.outcome(holes) == pg.Outcome(0, "63 discs to 0")
    even = position_with(["BBBBBBBB"] * 4 + ["WWWWWWWW"] * 4, "B")
    assert GAME.outcome(even) == pg.Outcome(None, "32 discs to 32")
    assert GAME.describe(GAME.outcome(even)) == "draw: 32 discs to 32"


def test_a_side_without_discs_has_lost():
    played = after(WIPE_OUT)
    assert GAME.outcome(played.position) == pg.Outcome(0, "13 discs to 0")
    with pytest.raises(pg.IllegalMoveError, match="the game is over, Black won: 13 discs to 0"):
        played.play("pass")


@pytest.mark.slow
def test_second_player_wins_the_smallest_board():
    """Published: 4x4 is won by the second player, 11 discs to 3, by perfect play."""
    value = solve(SMALL).value
    assert value is not None
    assert value.result == -1
    values: dict[Any, int] = {}

    def margin(position) -> int:
        """By how many discs the player to move is ahead at the end."""
        if position not in values:
            legal = SMALL.legal(position)
            cells, mover = SMALL.cells(position), position.player()
            ends = cells.count(1 + mover) - cells.count(2 - mover)
            values[position] = max((-margin(position.play(m)) for m in legal), default=ends)
        return values[position]

    assert margin(SMALL.start()) == 3 - 11


# --- notation ------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["", "i1", "a9", "a0", "pas", "-", "d3-d4", "33"])
def test_what_is_no_move_is_refused(text):
    with pytest.raises(pg.InvalidMoveError, match="a move is a cell from a1 to h8, or pass"):
        GAME.parse_move(text)


@pytest.mark.parametrize(
    ("move", "says"), [("d4", "the cell is taken"), ("a1", "it turns over no disc")]
)
def test_refusals_say_why(move, says):
    with pytest.raises(pg.IllegalMoveError, match=says):
        GAME.play(GAME.start(), move)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("..../..B./.BW./....", "b2 is empty, but the four discs in the middle stay"),
        (
            "..../.BW./.WB./.... B",
            "with four discs there is one position only: ..../.WB./.BW./....",
        ),
        ("..../.WB./.BW./.... W", "at the start, it is Black's turn"),
        ("..../BBB./.BW./....", "say who is to move: add B or W after the rows"),
        ("...B/.WB./.BW./.... ?", r"'\?' after the position means nothing"),
        ("..../.WB./.BW./...", "rows of 4/4/4/3 cells, but othello"),
        ("..../.WX./.BW./....", "'X' is no cell of Othello"),
    ],
)
def test_impossible_positions_are_refused(text, says):
    with pytest.raises(pg.InvalidPositionError, match=says):
        SMALL.parse_position(text)


def test_every_disc_is_joined_to_the_middle():
    rows = [".......B", "......B.", EMPTY_ROW, "...WB...", "...BW...", *[EMPTY_ROW] * 3]
    with pytest.raises(pg.InvalidPositionError, match="the disc on h1 is not joined to the middle"):
        position_with(rows, "W")
    assert position_with([*rows[:2], ".....B..", *rows[3:]], "W").player() == 1


def test_the_start_needs_no_player():
    assert SMALL.parse_position("..../.WB./.BW./....") == SMALL.start()


@pytest.mark.parametrize("size", [5, 7])
def test_odd_sizes_are_refused(size):
    with pytest.raises(pg.InvalidParameterError, match=f"size={size} is odd"):
        pg.game("othello", size=size)


def test_turned_discs_are_marked():
    picture = after("f5 d6").picture()
    assert {GAME.shape.name(cell) for cell in picture.last} == {"d6"}
    assert {GAME.shape.name(cell) for cell in picture.captured} == {"d5"}


# --- positions as values -------------------------------------------------------------------------


@pytest.mark.parametrize("game", SIZES, ids=str)
def test_keys_tell_who_moves(game):
    """The same discs with the other to move, and with owners swapped, have keys of their own."""
    chance, keys, positions = random.Random(5), {}, 0
    for _ in range(30):
        position = game.start()
        while legal := game.legal(position):
            for turn in (0, 1):
                for mine, theirs in (
                    (position.mine, position.theirs),
                    (position.theirs, position.mine),
                ):
                    other = position._replace(mine=mine, theirs=theirs, turn=turn)
                    assert keys.setdefault(other.key(), other) == other
                    positions += 1
            position = position.play(chance.choice(legal))
    assert len(keys) > positions // 2


def test_images_of_the_start_are_the_start():
    for game in SIZES:
        start = game.start()
        assert all(start.transform(symmetry) == start for symmetry in range(game.symmetries))
