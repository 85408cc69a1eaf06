"""The games of the documentation, solved, against values that others have published.

Domineering: D. M. Breuker, J. W. H. M. Uiterwijk and H. J. van den Herik, "Solving 8x8
Domineering", Theoretical Computer Science 230 (2000) 195-206, has a table from 2x2 to 8x9. M.
Lachmann, C. Moore and I. Rapaport, "Who wins Domineering on rectangular boards?",
arXiv:math/0006066, settle all boards of width 2, 3, 5 and 7. A summary is G. C. Drummond-Cole, "An
update on Domineering on rectangular boards", Integers 14 (2014) G3, arXiv:1305.3257.

Clobber in one row: who begins wins every row of even length with alternating stones but that of
six. Conjectured by M. Albert, J. P. Grossman, R. Nowakowski and D. Wolfe in 2004, proven by X. Chen
et al., "A proof of the 2004 Albert-Grossman-Nowakowski-Wolfe conjecture on alternating linear
Clobber", arXiv:2509.08985 (2025).

Hex: who begins wins (Nash, by stealing the strategy). All openings up to 6x6: J. van Rijswijck's
program Queenbee, www.cs.ualberta.ca/~queenbee/openings.html, and "Small boards" on hexwiki.net.

Othello 4x4 and 6x6: the second player wins. 6x6: J. Feinstein 1993,
www.maths.nottingham.ac.uk/plp/pmzjff/Othello/6x6sol.html.
"""

from __future__ import annotations

import functools
import random

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
    for size, winning in ((3, "c1 a2 b2 c2 a3"), (4, "d1 c2 b3 a4")):
        found = pg.solve(example("hex", size=size), all_moves=True, memory=50)
        assert found.value.result == WIN
        won = [move for move, value in found.moves.items() if value.result > 0]
        assert won == winning.split()
    assert solved(example("hex", size=5)) == WIN


def test_hex_knows_its_images():
    """Half a turn keeps the value, and the moves that win."""
    game = example("hex", size=3)
    position = game.start().play(1).play(5)
    image = position.transform(1)
    assert game.cells(image) == game.cells(position)[::-1]
    assert image.transform(1) == position
    for move in game.legal(position):
        turned = position.transform_move(1, move)
        assert image.play(turned) == position.play(move).transform(1)


def some_positions(game, fewest, most, games, chance):
    """Positions between these plies of random games."""
    for _ in range(games):
        position = game.start()
        for _ in range(chance.randint(fewest, most)):
            legal = game.legal(position)
            position = position.play(chance.choice(legal)) if legal else position
        if game.legal(position):
            yield position


@pytest.mark.parametrize(
    ("game", "plies", "games"),
    [
        (example("hex", size=3), (0, 6), 60),
        (example("hex", size=4), (8, 12), 40),
        (example("domineering", rows=4, columns=5), (4, 8), 60),
        (example("domineering", rows=5, columns=4), (4, 8), 60),
    ],
    ids=str,
)
def test_rules_leave_out_nothing_but_moves_that_lose(game, plies, games):
    """And leave out many; by brute force, in plain Python."""
    sieve = game.knowledge.load(game.knowledge.solving.sieve)(game)
    dropped = 0

    @functools.cache
    def value(position):
        legal = game.legal(position)
        return max((-value(position.play(m)) for m in legal), default=position.result())

    for position in some_positions(game, *plies, games, random.Random(4)):
        legal = game.legal(position)
        moves = list(legal)
        kept = moves[: sieve.keep(position, moves, len(moves))]
        assert kept == sorted(kept)
        lost = set(legal) - set(kept)
        assert all(value(position.play(move)) == WIN for move in lost)
        dropped += len(lost)
    assert dropped > 10


@pytest.mark.slow
def test_othello_on_four_by_four():
    assert solved(pg.game("othello", size=4)) == LOSS


FEINSTEIN = (  # on the columns b to g and the rows 2 to 7; it ends 16 to 20
    "d3 c5 d6 e3 f5 f4 e2 d2 c2 e6 e7 g5 c4 c3 g4 g3 "
    "f3 c7 b5 d7 b7 b3 c6 b6 f7 f6 b4 b2 g6 g7 f2 g2"
)


@pytest.mark.slow
def test_othello_on_six_by_six():
    """A minute of one core."""
    game = pg.game("othello", size=6)
    (value,) = pg.solve_many(game, [game.start()], memory=2500)
    assert (value.result, value.player) == (LOSS, 0)


@pytest.mark.slow
def test_the_published_line_of_othello():
    """White wins all along."""
    game = pg.game("othello", size=6)
    played = pg.Playthrough(game, game.start())
    for name in FEINSTEIN.split():
        if game.format_move(game.legal(played.position)[0]) == "pass":
            played = played.play("pass")
        played = played.play(chr(ord(name[0]) - 1) + str(int(name[1]) - 1))
    cells = game.cells(played.position)
    assert (cells.count(1), cells.count(2)) == (16, 20)
    positions = played.positions[6:-1]  # from 26 empty cells on
    values = pg.solve_many(game, positions, memory=100)
    assert [(value.result, value.player) for value in values] == [
        (WIN, 1) if position.player() else (LOSS, 0) for position in positions
    ]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["domineering", "clobber", "hex"])
def test_examples_keep_the_contract(name):
    pg.check(str(DOCS / "examples" / f"{name}.py"))
