"""What is known of Bamboo."""

from __future__ import annotations

import pytest

import plyground as pg
from plyground.kernel import search_kernel
from plyground.search.playouts import random_playouts

GAME = pg.game("bamboo", radius=2)


@pytest.mark.parametrize(
    ("radius", "share"),
    [
        (1, 0.142),
        (2, 0.413),
        (3, 0.448),
        pytest.param(4, 0.458, marks=pytest.mark.slow),
        pytest.param(5, 0.468, marks=pytest.mark.slow),
    ],
)
def test_share_of_the_starting_player(radius, share):
    """The Bamboo report's Table II has .12 .38 .45 .46 .49 from fewer games."""
    game = pg.game("bamboo", radius=radius)
    results = random_playouts(game, game.start(), 20_000, seed=radius)
    assert results.draws == 0
    assert results.first_wins / results.games == pytest.approx(share, abs=0.015)


@pytest.mark.parametrize("radius", range(1, 11))
def test_number_of_tiles(radius):
    game = pg.game("bamboo", radius=radius)
    assert game.shape.cell_count == 3 * radius * (radius + 1) + 1
    assert len(game.legal(game.start())) == game.shape.cell_count


def test_text_board_is_a_hexagon():
    played = pg.Playthrough.read(GAME, moves="a1 c3 e3")
    assert str(played.picture()).splitlines() == [
        "  e  . .(R)3",
        " d  . . . . 4",
        "c  . . B . . 5",
        " b  . . . . 4",
        "  a  R . . 3",
    ]


def test_groups_and_mobility():
    position = pg.Playthrough.read(GAME, moves="a1 c3 e3 c5 a3 d4").position
    assert position.moves_and_groups(opponent=False) == (len(GAME.legal(position)), 3)
    assert position.moves_and_groups(opponent=True)[1] == 2


@search_kernel
def measures(position):
    return position.moves_and_groups(False), position.moves_and_groups(True)


def test_measures_compile():
    position = pg.Playthrough.read(GAME, moves="a1 c3 e3").position
    naive = position.moves_and_groups(False), position.moves_and_groups(True)
    assert measures(position) == naive


def test_refusal_gives_the_two_numbers():
    position = pg.Playthrough.read(GAME, moves="a1 c3").position
    with pytest.raises(pg.IllegalMoveError, match="a group of 2, but only 1 group"):
        GAME.play(position, "a2")
    with pytest.raises(pg.IllegalMoveError, match="the tile is taken"):
        GAME.play(position, "c3")


def test_groups_are_linked_in_pictures():
    position = GAME.parse_position("R.R/..../.BB../..../R.B")
    assert [[GAME.shape.name(tile) for tile in link] for link in GAME.links(position)] == [
        ["c2", "c3"]
    ]


def test_who_cannot_move_loses():
    small = pg.game("bamboo", radius=1)
    played = pg.Playthrough.read(small, moves="b2")
    while moves := small.legal_moves(played.position):
        played = played.play(moves[0])
    loser = played.position.player()
    assert small.outcome(played.position) == pg.Outcome(
        1 - loser, f"{small.players[loser]} has no legal move"
    )


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (".../..../...../..../RRR", "Red has 3 stones and Blue has 0"),
        (".../..../...../..../R.. R", "it is Blue's turn"),
        (".../..../BB.../..../R.R", "Blue has a group of 2 stones at c1, but only 1 group"),
        (".../..../...../...", "rows of 3/4/5/3 cells, but bamboo"),
        (".../..../..X../..../...", "'X' is no cell of Bamboo"),
        (".../..../...../..../... R 5", "'5' after the position means nothing"),
    ],
)
def test_impossible_positions_are_refused(text, says):
    with pytest.raises(pg.InvalidPositionError, match=says):
        GAME.parse_position(text)


def test_sizes_out_of_range_are_refused():
    with pytest.raises(pg.InvalidParameterError, match="radius=0 is not a whole number from 1"):
        pg.game("bamboo", radius=0)
