"""Games counted once: what repeats an earlier game is no further evidence."""

from __future__ import annotations

import random

import pytest

import plyground as pg
from plyground.agents import label_of
from plyground.agents.kinds import BY_CHANCE, KINDS, NEVER_BY_CHANCE, draws_by_chance
from plyground.errors import OpeningsWarning
from plyground.games.connect_four.game import ConnectFour
from plyground.games.konane.game import Konane
from plyground.games.tic_tac_toe.game import TicTacToe
from plyground.lab.tuning import given_up_after, pair_shares
from plyground.tournaments import make_plan
from plyground.tournaments.contest import Contest
from plyground.tournaments.game_record import GameRecord, MoveRecord
from plyground.tournaments.openings import distinct_openings, key_after
from plyground.tournaments.ratings import pair_counts, ratings
from plyground.tournaments.repeats import counted_games
from plyground.tournaments.sprt import Sprt
from plyground.tournaments.standings import standings
from plyground.tournaments.statistics import first_player_tally, head_to_head, tally
from plyground.tournaments.tables import cost_table, cross_table, standings_table, sweep_table
from plyground.verbs.arena import data_of

ONE, TWO = "minimax(depth=1)", "minimax(depth=12)"
GAME = pg.game("connect_four")


def played(agents, opening="", moves="1 2 1 2 1 2 1", winner=0, pair=0, **more) -> GameRecord:
    made = tuple(map(MoveRecord, moves.split()))
    given = {"game": "connect_four", "parameters": {}, "reason": "four in a row", **more}
    return GameRecord(
        agents=agents, opening=tuple(opening.split()), moves=made, winner=winner, pair=pair, **given
    )


def by_rote(plan) -> list[GameRecord]:
    """The games of a plan between agents that choose by the key of the position alone."""
    game, records = plan.make_game(), []
    for planned in plan.games():
        position, moves = game.start(), []
        for move in planned.opening:
            position = game.play(position, move)
        while legal := game.legal(position):
            own = int(position.key()) >> len(planned.agents[position.player()])
            moves.append(MoveRecord(game.format_move(legal[own % len(legal)])))
            position = game.play(position, moves[-1].move)
        outcome = game.outcome(position)
        values = game.parameter_values
        records.append(
            GameRecord(
                plan.game, values, planned.agents, planned.opening, tuple(moves), outcome.winner,
                outcome.reason, pair=planned.pair, seed=planned.seed,
            )
        )  # fmt: skip
    return records


# --- who draws by chance ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spec", "chance"),
    [
        ("random", True), ("mcts(iterations=9)", True), ("easy", True), ("humanlike", True),
        ("beginner", True), ("adaptive", True), ("policy(temperature=1)", True),
        ("minimax", False), ("alphabeta(seconds=0.1)", False), ("Deep=alphabeta(depth=3)", False),
        ("perfect", False), ("policy", False), ("alphazero(nodes=9)", False), ("analyst", False),
        ('engine(cmd="bot")', None), ("mine.py", None), ("lookup", None), ("mine", None),
        ("no (spec", None),
    ],
)  # fmt: skip
def test_agents_that_draw_by_chance(spec, chance):
    assert draws_by_chance(ConnectFour, spec) is chance


def test_every_kind_says_if_it_draws_by_chance():
    assert {*BY_CHANCE, *NEVER_BY_CHANCE, "policy", "analyst", "engine"} == set(KINDS)
    for name in (*BY_CHANCE, *NEVER_BY_CHANCE):
        uses = KINDS[name].__code__.co_names
        assert ("seed" in uses) == (name in BY_CHANCE), name


# --- which games count ------------------------------------------------------------------------


def test_a_game_played_again_counts_once():
    games = [played((ONE, TWO)), played((TWO, ONE)), played((ONE, TWO), pair=1)]
    assert counted_games(games) == games[:2]
    assert counted_games(counted_games(games)) == games[:2]


def test_agents_that_draw_by_chance_keep_all_games():
    for rival in ("random", "beginner", "mcts(iterations=5)"):
        games = [played((ONE, rival), pair=pair) for pair in range(3)]
        assert counted_games(games) == games


def test_images_and_other_ways_to_one_opening_are_repeats():
    first = played((ONE, TWO), "1 7 2", "7 2 7 2 7")
    image = played((ONE, TWO), "7 1 6", "1 6 1 6 1")
    turned = played((ONE, TWO), "2 7 1", "7 2 7 2 7")
    assert counted_games([first, image, turned]) == [first]
    other_moves = played((ONE, TWO), "7 1 6", "7 2 7 2 7")
    other_result = played((ONE, TWO), "1 7 2", "7 2 7 2 7", winner=None)
    other_sides = played((TWO, ONE), "1 7 2", "7 2 7 2 7")
    other_board = played((ONE, TWO), "1 7 2", "7 2 7 2 7", parameters={"width": 8})
    games = [first, other_moves, other_result, other_sides, other_board]
    assert counted_games(games) == games


def test_unknown_agents_count_once_until_they_play_differently():
    mine = ("mine.py", 'engine(cmd="bot")')
    games = [played(mine), played(mine, pair=1), played(mine, pair=2)]
    assert counted_games(games) == games[:1]
    games.append(played(mine, moves="1 2 1 2 1 3 1", pair=3))
    assert counted_games(games) == games
    with_chance = [played(("mine.py", "random"), pair=pair) for pair in range(3)]
    assert counted_games(with_chance) == with_chance


def test_rules_that_are_not_at_hand_compare_moves_as_text():
    games = [played(("a", "b"), "x", "y z", game="other.py", pair=pair) for pair in range(3)]
    nonsense = [played((ONE, TWO), "x", "y z", pair=pair) for pair in range(3)]
    assert counted_games(games) == games[:1]
    assert counted_games(nonsense) == nonsense[:1]


# --- what the games prove ---------------------------------------------------------------------


@pytest.fixture(scope="module")
def rote():
    """200 games from 100 openings, of which few differ up to symmetry."""
    chance = random.Random(1)
    openings = [tuple(chance.choices("1234567", k=2)) for _ in range(100)]
    with pytest.warns(OpeningsWarning, match="different openings for 100 pairs"):
        plan = make_plan("connect_four", [ONE, TWO], openings=openings, sprt=Sprt(0.0, 1.0))
    return plan, by_rote(plan)


def test_all_that_games_prove_counts_repeats_once(rote):
    plan, records = rote
    once = counted_games(records)
    assert 2 * 25 <= len(once) <= 2 * 49
    assert head_to_head(records) == head_to_head(once)
    assert tally(records, ONE).games == first_player_tally(records).games == len(once)
    assert pair_counts(records, ONE) == pair_counts(once, ONE)
    assert ratings(head_to_head(records)) == ratings(head_to_head(once))
    assert [each.tally.games for each in standings(records)] == [len(once)] * 2
    contest = Contest(plan, dict(enumerate(records)))
    assert contest.result.games == len(records)
    assert contest.result.counts == pair_counts(once, ONE)
    assert f"after 200 games ({contest.result.distinct} distinct), pairs" in str(contest.result)
    shares = pair_shares(records, ONE)
    assert len(shares) == sum(contest.result.counts)
    assert given_up_after(shares, {}) is None


def test_tables_say_how_many_games_are_distinct(rote):
    _, records = rote
    once = counted_games(records)
    said = f"{len(once)} of 200 games are distinct"
    for table in (standings_table, cross_table, cost_table, lambda r: sweep_table(r, "depth")):
        assert said in table(records).markdown()
        assert "distinct" not in table(once).markdown()
    data = data_of(records)
    assert (data["distinct"], len(data["games"])) == (len(once), 200)
    assert {row["agent"] for row in data["standings"]} == {label_of(ONE), label_of(TWO)}


def test_pairs_of_a_trial_count_in_order():
    """Pair 1 has not ended: what comes after it waits, whoever ended first."""
    sides = ("random", ONE)
    games = [played(sides[:: 1 - 2 * n], pair=pair, winner=0) for pair in (0, 1, 2) for n in (0, 1)]
    assert pair_shares(games, ONE) == {0: 0.5, 1: 0.5, 2: 0.5}
    assert pair_shares([*games[:3], *games[4:]], ONE) == {0: 0.5}


# --- enough openings --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "plies", "distinct"),
    [(TicTacToe(), 1, 3), (TicTacToe(), 2, 12), (ConnectFour(), 1, 4), (Konane(size=4), 1, 2)],
)
def test_openings_differ_up_to_symmetry(game, plies, distinct):
    openings = distinct_openings(game, 100, plies, seed=1)
    assert len(openings) == len({key_after(game, each) for each in openings}) == distinct


def test_the_planner_takes_longer_openings_where_games_would_be_repeated():
    by_chance = make_plan("tic_tac_toe", ["random", "minimax"], pairs=30)
    assert {len(opening) for opening in by_chance.openings} == {1}
    plan = make_plan("tic_tac_toe", ["minimax(depth=3)", "minimax"], pairs=30)
    game = plan.make_game()
    assert len({key_after(game, opening) for opening in plan.openings}) == 30
    assert {len(opening) for opening in plan.openings} == {3}
    few = make_plan("tic_tac_toe", ["minimax(depth=3)", "minimax"], pairs=3)
    assert {len(opening) for opening in few.openings} == {1}


def test_the_planner_says_that_there_are_not_enough():
    both = ["minimax(depth=3)", "minimax"]
    with pytest.warns(OpeningsWarning, match="there are 3 different openings for 9 pairs"):
        make_plan("tic_tac_toe", both, pairs=9, opening_plies=1)
    with pytest.warns(OpeningsWarning, match=r"there are \d+ different openings for 900 pairs"):
        make_plan("tic_tac_toe", both, pairs=900)
