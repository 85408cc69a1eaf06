"""What is known of Cachex."""

from __future__ import annotations

import random
from functools import cache

import pytest

import plyground as pg
from oracle import make_oracle
from plyground.games.cachex.rules import EXPIRED, JOINED, REPEATED
from plyground.search.perft import perft
from plyground.search.playouts import playouts_for

SMALL = pg.game("cachex", size=3)
GAME = pg.game("cachex", size=5)


def test_centre_is_forbidden_at_first():
    assert "b2" not in SMALL.legal_moves(SMALL.start())
    with pytest.raises(pg.IllegalMoveError, match="may not be placed in the centre"):
        SMALL.play(SMALL.start(), "b2")
    assert "b2" in SMALL.legal_moves(SMALL.play(SMALL.start(), "a1"))
    even = pg.game("cachex", size=4)
    assert len(even.legal(even.start())) == 16


def test_steal_mirrors_the_stone():
    played = pg.Playthrough.read(GAME, moves="d2 steal")
    cells = GAME.cells(played.position)
    assert [GAME.shape.name(c) for c, content in enumerate(cells) if content == 2] == ["b4"]
    assert cells.count(1) == 0
    assert played.position.player() == 0
    with pytest.raises(pg.IllegalMoveError, match="only as the second move"):
        played.play("steal")


def test_value_of_the_smallest_board():
    """A win for Blue; without the steal, Red wins in 7 plies."""

    @cache
    def red_wins(position, plies, steal):
        moves = SMALL.legal(position)
        if not moves:
            return SMALL.outcome(position).winner == 0
        if plies == 0:
            return False
        if not steal:
            moves = [move for move in moves if move < 9]
        found = (red_wins(position.play(move), plies - 1, steal) for move in moves)
        return any(found) if position.player() == 0 else all(found)

    assert red_wins(SMALL.start(), 7, steal=False)
    assert not red_wins(SMALL.start(), 6, steal=False)
    assert not red_wins(SMALL.start(), 7, steal=True)


def test_winning_path_is_drawn():
    played = pg.Playthrough.read(SMALL, moves="a1 c1 a2 c2 a3")
    assert SMALL.outcome(played.position) == pg.Outcome(0, "joined its two sides")
    assert {SMALL.shape.name(cell) for cell in SMALL.line(played.position)} == {"a1", "a2", "a3"}
    assert str(played.picture()).splitlines() == [
        "  3 [R]. .",
        " 2 [R]. B",
        "1 [R]. B",
        "   a b c",
    ]


def test_turn_343_is_a_draw():
    """A long game: nobody joins while there is another move."""
    game, chance = pg.game("cachex", size=15), random.Random(0)
    position, moves = game.start(), []
    while legal := game.legal(position):
        chance.shuffle(legal)
        harmless = (move for move in legal if position.play(move).status != JOINED)
        moves.append(next(harmless, legal[0]))
        position = position.play(moves[-1])
    assert position.turn == 343
    assert position.status == EXPIRED
    assert game.outcome(position) == pg.Outcome(None, "343 turns were played")


# Two diamonds far apart. In each, both sides take turns to capture the other's two stones; in the
# second they do so half a round later, so that every move of the round belongs to one of them.
SETTING_UP = "f6 b3 g7 c2"
ROUND = "b2 f7 c3 g6 f6 b3 g7 c2"


def test_seventh_repetition_is_a_draw():
    game = pg.game("cachex")
    naive = make_oracle("cachex")
    moves = game.split_moves(SETTING_UP) + game.split_moves(ROUND) * 6
    position, captures = game.start(), 0
    for move in moves:
        assert game.outcome(position) is None
        assert naive.winner() is None
        captures += len(list(game.captured(position, move)))
        position, naive = position.play(move), naive.play(game.format_move(move))
    assert captures == 48
    assert position.turn == 52
    assert position.status == REPEATED
    assert naive.winner() == "draw"
    assert game.legal_moves(position) == naive.legal_moves() == []
    reason = "the same stones stand for the 7th time"
    assert game.outcome(position) == pg.Outcome(None, reason)


def test_repetition_is_seen_in_random_games():
    """Whether the boards that stood before stood in the same random game or before it began."""
    game = pg.game("cachex")
    played = pg.Playthrough.read(game, moves=f"{SETTING_UP} {' '.join([ROUND] * 6)}")
    playouts = playouts_for(game)
    for begun in (0, 30, 51):
        playout = playouts.begin(played.positions[begun])
        for move in played.moves[begun:]:
            assert playout.choices > 0
            playout = playout.play(move)
        assert (playout.choices, playout.result()) == (0, 0)


def test_repetition_is_seen_in_every_line_of_a_search():
    """Lines that part from a common past do not disturb each other."""
    game = pg.game("cachex", size=7)
    played = pg.Playthrough.read(game, moves=f"{SETTING_UP} {' '.join([ROUND] * 6)}")
    before = played.positions[-2]
    others = [before.play(move) for move in game.legal(before) if move != played.moves[-1]]
    assert all(position.status != REPEATED for position in others)
    assert before.play(played.moves[-1]).status == REPEATED
    assert perft(game, played.positions[-3], 2) == sum(
        len(game.legal(played.positions[-3].play(m))) for m in game.legal(played.positions[-3])
    )


def test_equality_leaves_the_past_out():
    one = pg.Playthrough.read(GAME, moves="a1 b3 a2 c3").position
    other = pg.Playthrough.read(GAME, moves="a2 c3 a1 b3").position
    assert one == other
    assert hash(one) == hash(other)
    assert [one != other, one != GAME.start()] == [False, True]
    assert GAME.parse_position(GAME.format_position(one)) == one


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (".../.R./... B 1", "may not be placed in the centre"),
        (".../R../... R 1", "after 1 turns, Blue is to move"),
        (".../R.B/RR. B 3", "3 red and 1 blue stones cannot have been placed in 3 turns"),
        (".../.../... R 2", "after 2 turns, Blue has at least one stone"),
        ("R../.../... R 2", "after 2 turns, Blue has at least one stone"),
        ("R../R.B/R.B R", "Red has already joined its sides"),
        ("R../R../... B 345", "turn 345 is too late"),
        ("R../R../... B x", "'x' is no number of turns"),
        (f"R../R../... B {'9' * 5000}", "is no number of turns"),
        ("R../R..", "rows of 3/3 cells, but cachex"),
    ],
)
def test_impossible_positions_are_refused(text, says):
    with pytest.raises(pg.InvalidPositionError, match=says):
        SMALL.parse_position(text)


def test_position_without_turns_takes_the_fewest():
    assert SMALL.parse_position("R../.../...").turn == 1
    assert SMALL.parse_position(".../..B/... R").turn == 2
    assert SMALL.parse_position("R../R.B/R.B B").status == JOINED


@pytest.mark.parametrize("parameters", [{"size": 2}, {"size": 16}])
def test_sizes_out_of_range_are_refused(parameters):
    with pytest.raises(pg.InvalidParameterError, match="from 3 to 15"):
        pg.game("cachex", **parameters)
