"""Evaluators and raters of Konane beside plain oracles."""

from __future__ import annotations

import pytest

import plyground as pg
from judging import KONANE, judge, position_after, rate_all
from oracle.konane import DIRECTIONS, Konane, parse_square
from plyground.conformance import random_positions
from plyground.games.konane import judges

SOURCES = DIRECTIONS  # above, below, to the left and to the right, as the report looks for them
SIX = pg.game("konane", size=6)


def by_plain_rules(game, position) -> Konane:
    cells = game.cells(position)
    board = {(i % game.width, i // game.width): content for i, content in enumerate(cells)}
    player = position.player()
    turn = player if cells.count(0) < 2 else 2 + player
    return Konane(0, game.jumps, game.opening, game.height, game.width, board, turn)


def single_jumps(rules: Konane, player: int) -> list[str]:
    """The jumps over one stone that the player would have now, whatever the rules in force."""
    return Konane(
        jumps="single", rows=rules.rows, columns=rules.columns, board=rules.board, turn=2 + player
    ).legal_moves()


def place_in_report(move: str) -> tuple[int, ...]:
    """Rows of the end from the top, then columns, then where the stone comes from."""
    squares = [parse_square(text) for text in move.split("-")]
    (from_column, from_row), (column, row) = squares[0], squares[-1]
    if (from_column, from_row) == (column, row):
        return (-row, column)
    right, up = from_column - column, from_row - row
    length = abs(right + up)
    return (-row, column, SOURCES.index((right // length, up // length)))


def jumps_in_sequence(rules: Konane, player: int) -> int:
    """How many of the listed jumps are still there when their turn comes."""
    count = 0
    for move in sorted(single_jumps(rules, player), key=place_in_report):
        if move in single_jumps(rules, player):
            rules = Konane(
                rows=rules.rows, columns=rules.columns, board=rules.board, turn=2 + player
            ).play(move)
            count += 1
    return count


@pytest.mark.parametrize("game", KONANE, ids=str)
def test_sequential_mobility(game):
    """Turned boards too: the list begins at the top left, so they need not count the same."""
    fewer = changed = 0
    for position in random_positions(game, 30, 30):
        values = set()
        for symmetry in range(game.symmetries):
            image = position.transform(symmetry)
            rules, mover = by_plain_rules(game, image), position.player()
            own, other = (jumps_in_sequence(rules, player) for player in (mover, 1 - mover))
            assert judge(judges.SequentialMobility(3), image) == 3 * (own - other)
            values.add(own - other)
            fewer += own < len(single_jumps(rules, mover))
        changed += len(values) > 1
    assert fewer
    assert changed or game.size == 4


def test_sequence_depends_on_how_the_board_lies():
    """White cannot jump; Black can from b5 to d5 or b3 and from f5 to d5, best without b5-d5."""
    position = SIX.parse_position(".W..../WBW.WB/.W..../....../....../...... B")
    half_turned = position.transform(1)
    assert judge(judges.SequentialMobility(1), position) == 1
    assert judge(judges.SequentialMobility(1), half_turned) == 2
    for lying in (position, half_turned):
        assert judge(judges.Mobility(jumps=1, movers=10), lying) == 3 + 20


@pytest.mark.parametrize("game", KONANE, ids=str)
def test_mobility(game):
    seen = 0
    for position in random_positions(game, 31, 60):
        rules, mover = by_plain_rules(game, position), position.player()
        own, other = (single_jumps(rules, player) for player in (mover, 1 - mover))
        jumps = len(own) - len(other)
        movers = len({move.split("-")[0] for move in own})
        movers -= len({move.split("-")[0] for move in other})
        assert judge(judges.Mobility(1, 0), position) == jumps
        assert judge(judges.Mobility(0, 1), position) == movers
        assert judge(judges.Mobility(-2, 5), position) == 5 * movers - 2 * jumps
        assert judge(judges.MoversFirst(movers=7, jumps=2), position) == 7 * movers + 2 * jumps
        seen += jumps != movers
    assert seen


def test_long_jumps_count_once():
    position = SIX.parse_position("....../....../....../W...../BW.W../W..... B")
    assert SIX.legal_moves(position) == ["a2-c2", "a2-e2", "a2-a4"]
    assert judge(judges.Mobility(jumps=1, movers=10), position) == 2 + 10
    assert judge(judges.MoversFirst(movers=10, jumps=1), position) == 10 + 2
    assert judge(judges.SequentialMobility(1), position) == 1


@pytest.mark.parametrize("game", KONANE, ids=str)
def test_report_order(game):
    for position in random_positions(game, 32, 40):
        ratings = rate_all(game, judges.ReportOrder(1), position)
        assert len(set(ratings.values())) == len(ratings)
        listed = sorted(ratings, key=ratings.__getitem__, reverse=True)
        expected = sorted(by_plain_rules(game, position).legal_moves(), key=place_in_report)
        assert [game.format_move(move) for move in listed] == expected
        thrice = rate_all(game, judges.ReportOrder(3), position)
        assert thrice == {move: 3 * rating for move, rating in ratings.items()}


def test_report_order_after_the_usual_opening():
    game = pg.game("konane", jumps="single")
    ratings = rate_all(game, judges.ReportOrder(1), position_after(game, "d5 e5"))
    listed = sorted(ratings, key=ratings.__getitem__, reverse=True)
    assert [game.format_move(move) for move in listed] == ["d7-d5", "d3-d5", "b5-d5"]


@pytest.mark.parametrize("game", KONANE, ids=str)
def test_report_sorted(game):
    """Ascending by Black's evaluation and stable; White from the front, Black from the end."""
    ties = 0
    for position in random_positions(game, 33, 20):
        rules, mover = by_plain_rules(game, position), position.player()

        def for_black(move, rules=rules):
            child = rules.play(move)
            return jumps_in_sequence(child, 0) - jumps_in_sequence(child, 1)

        listed = sorted(rules.legal_moves(), key=place_in_report)
        values = {move: for_black(move) for move in listed}
        ties += len(set(values.values())) < len(values)
        expected = sorted(listed, key=values.__getitem__)
        ratings = rate_all(game, judges.ReportSorted(1), position)
        assert len(set(ratings.values())) == len(ratings)
        walked = sorted(ratings, key=ratings.__getitem__, reverse=True)
        assert [game.format_move(move) for move in walked] == expected[:: 1 if mover else -1]
        thrice = rate_all(game, judges.ReportSorted(3), position)
        assert thrice == {move: 3 * rating for move, rating in ratings.items()}
    assert ties
