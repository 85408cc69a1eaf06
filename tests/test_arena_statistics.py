"""What results prove: rates, intervals, ratings and the sequential test."""

from __future__ import annotations

from math import isclose, isfinite, log, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import minimize
from scipy.stats import binomtest

from plyground.errors import InvalidStatisticError
from plyground.tournaments.game_record import GameRecord, MoveRecord
from plyground.tournaments.ratings import (
    LARGEST_ELO,
    NORMALISED_ELO_PER_SPREAD,
    SHARES,
    elo_difference,
    elo_of,
    normalised_elo,
    pair_counts,
    ratings,
    score_of,
)
from plyground.tournaments.sprt import Sprt, Verdict, normal_ratio
from plyground.tournaments.statistics import (
    Effort,
    Tally,
    binomial_p_value,
    efficiencies,
    efforts,
    first_player_tally,
    forfeits,
    head_to_head,
    mover,
    tallies,
    tally,
    wilson,
)
from plyground.vocabulary import Statistics

counts = st.integers(0, 10**6) | st.integers(0, 3)
some_tallies = st.builds(Tally, counts, counts, counts)
some_pairs = st.tuples(counts, counts, counts, counts, counts)
some_agents = st.sampled_from("abcdef")
some_results = st.dictionaries(st.tuples(some_agents, some_agents), some_tallies, max_size=12)
small = st.floats(-100, 100)


def played(first, second, winner, *, seconds=(0.001, 0.002), plies=4, **more):
    """A game of tic-tac-toe in which the players took so long for each move."""
    opening = more.get("opening", ())
    moves = tuple(
        MoveRecord("a1", statistics=Statistics(nodes=10, seconds=seconds[(len(opening) + i) % 2]))
        for i in range(plies)
    )
    more = {"opening": (), "parameters": {}, "reason": "three in a row", **more}
    return GameRecord("tic_tac_toe", agents=(first, second), moves=moves, winner=winner, **more)


def is_sane(interval):
    return all(map(isfinite, interval)) and interval.low <= interval.value <= interval.high


# --- rates ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611)],
)
def test_wilson_interval(wins, games, low, high):
    """The first three rows of Newcombe 1998, Table I, method 3."""
    found = wilson(wins, games)
    assert found.low == pytest.approx(low, abs=5e-5)
    assert found.high == pytest.approx(high, abs=5e-5)


@given(some_tallies)
def test_rates_lie_in_their_intervals(results):
    for rate in (results.score, results.win_rate, results.decisive_win_rate, results.draw_rate):
        assert is_sane(rate)
        assert 0 <= rate.low <= rate.high <= 1


@given(some_tallies)
def test_sides_mirror_each_other(results):
    ours, theirs = results.score, results.swapped().score
    assert ours.value + theirs.value == pytest.approx(1)
    assert ours.low + theirs.high == pytest.approx(1)
    assert results.p_value == results.swapped().p_value


@given(some_tallies, st.integers(2, 9))
def test_fewer_games_say_less(results, times):
    more = Tally(results.wins * times, results.draws * times, results.losses * times)
    assert more.score.margin <= results.score.margin


@given(st.integers(0, 300), st.integers(0, 300))
def test_significance_is_the_exact_test(wins, losses):
    expected = binomtest(wins, wins + losses).pvalue if wins + losses else 1.0
    assert binomial_p_value(wins, losses) == pytest.approx(expected)


def test_asterisk_of_a_hundred_games():
    assert Tally(60, 0, 40).significant is False
    assert Tally(61, 0, 39).significant
    assert Tally(61, 500, 39).significant, "draws are left out"


def test_nothing_known_without_games():
    assert Tally().score == Tally().decisive_win_rate == (0.5, 0, 1)
    assert Tally().p_value == 1


@pytest.mark.parametrize(
    "mistake",
    [
        lambda: wilson(3, 2),
        lambda: wilson(0, -1),
        lambda: Tally(-1),
        lambda: binomial_p_value(-1, 2),
        lambda: efficiencies([0.5], []),
        lambda: efficiencies([0.5], [-1.0]),
        lambda: elo_difference([1, 2, 3]),
        lambda: elo_difference([1, 2, 3, 4, -5]),
        lambda: Sprt(2, 0),
        lambda: Sprt(0, 10**9),
        lambda: Sprt(0, float("nan")),
        lambda: Sprt(0, 2, alpha=0),
        lambda: Sprt(0, 2, beta=1),
        lambda: Sprt(0, 2, "bayes"),
    ],
)
def test_mistakes_are_refused(mistake):
    with pytest.raises(InvalidStatisticError):
        mistake()


# --- records ----------------------------------------------------------------------------------


def test_tallies_of_records():
    records = [
        played("a", "b", 0),
        played("b", "a", 0),
        played("b", "a", None),
        played("a", "c", 1, forfeit=True),
        played("a", "a", 1),
    ]
    assert tally(records, "a") == Tally(1, 1, 2)
    assert tally(records, "a", "b") == Tally(1, 1, 1)
    assert tally(records, "a", "a") == Tally()
    assert first_player_tally(records) == Tally(2, 1, 2)
    results = head_to_head(records)
    assert results["a", "b"] == results["b", "a"].swapped() == Tally(1, 1, 1)
    assert results["a", "a"] == Tally(losses=1), "as the first player saw it"
    assert tallies(results) == {name: tally(records, name) for name in "abc"}
    assert forfeits(records) == {"a": 1}


def test_time_is_charged_to_who_moved():
    records = [played("a", "b", 0, opening=("b2",), plies=3), played("a", "a", 0, plies=2)]
    spent = efforts(records)
    assert spent["b"] == Effort(2, 0.004, 20)
    assert spent["a"] == Effort(3, pytest.approx(0.004), 30)
    assert spent["b"].milliseconds_per_move == pytest.approx(2)
    assert spent["b"].nodes_per_second == pytest.approx(5000)
    assert spent["b"].milliseconds_per_win(2) == pytest.approx(2)


def test_who_moved_from_another_start():
    record = played("a", "b", 0, start="X../.../... O", opening=("b2",))
    assert [mover(record, index) for index in range(3)] == [0, 1, 0]


def test_no_cost_without_moves():
    nothing = Effort()
    assert nothing.milliseconds_per_move is None
    assert nothing.nodes_per_move is None
    assert nothing.nodes_per_second is None
    assert nothing.milliseconds_per_win(0) is None


def test_efficiency_of_the_bamboo_report():
    assert efficiencies([0.52, 0.9, 1.0], [1.0, 5.0, 20.0]) == pytest.approx([0.47, 0.65, 0.0])
    assert efficiencies([0.5, 0.7], [0.0, 0.0]) == [0.5, 0.7]
    assert efficiencies([], []) == []


def test_pairs_of_records():
    records = [
        played("a", "b", 0, pair=1, opening=("a1",)),
        played("b", "a", 1, pair=1, opening=("a1",)),
        played("a", "b", 0, pair=2, opening=("a2",)),
        played("b", "a", None, pair=2, opening=("a2",)),
        played("b", "a", 0, pair=3),
        played("a", "b", 1, pair=4),
        played("a", "c", 0, pair=5),
        played("c", "a", 0, pair=5),
        played("a", "a", 0, pair=6),
        played("a", "a", 0, pair=6),
    ]
    assert pair_counts(records, "a", "b") == (0, 0, 0, 1, 1)
    assert pair_counts(records, "b", "a") == (1, 1, 0, 0, 0)
    assert pair_counts(records, "a") == (0, 0, 1, 1, 1)
    assert pair_counts([], "a") == (0, 0, 0, 0, 0)


# --- Elo from pairs ---------------------------------------------------------------------------


def test_elo_and_score_are_inverse():
    assert elo_of(0.75) == pytest.approx(190.85, abs=0.01)
    assert score_of(400) == pytest.approx(10 / 11)
    assert elo_of(score_of(123.4)) == pytest.approx(123.4)
    assert (elo_of(1), elo_of(0)) == (LARGEST_ELO, -LARGEST_ELO)


def test_elo_of_independent_games_is_that_of_the_score():
    """120 pairs whose two games are independent, 3 of 4 won: the interval is that of 240 games."""
    found = elo_difference((8, 0, 45, 0, 67))
    single = Tally(179, 0, 61).score
    assert found.value == pytest.approx(elo_of(single.value))
    assert found.low == pytest.approx(elo_of(single.low), abs=5)
    assert found.high == pytest.approx(elo_of(single.high), abs=5)


def test_alike_pairs_narrow_the_interval():
    assert elo_difference((0, 0, 100, 0, 0)).margin < 10 < elo_difference((50, 0, 0, 0, 50)).margin


@given(some_pairs)
def test_elo_is_finite_and_mirrors(pairs):
    for estimate in (elo_difference, normalised_elo):
        ours, theirs = estimate(pairs), estimate(pairs[::-1])
        assert is_sane(ours)
        assert ours.value == pytest.approx(-theirs.value, abs=1e-6)
        assert ours.low == pytest.approx(-theirs.high, abs=1e-6)
    found = elo_difference(pairs)
    assert -LARGEST_ELO <= found.low <= found.high <= LARGEST_ELO


@given(st.tuples(*[st.integers(1, 1000)] * 5), st.integers(2, 9))
def test_fewer_pairs_say_less(pairs, times):
    more = [times * count for count in pairs]
    assert elo_difference(more).margin < elo_difference(pairs).margin
    assert normalised_elo(more).margin < normalised_elo(pairs).margin


COVERED = 0.94  # of simulated matches, at least; it is 0.95 where there are many pairs
MATCHES = 3000


def pair_shares(score, drawn=0.0, opening=0.0, decided=0.0):
    """How likely each pair score is: so many draws, openings that favour one side or decide all.

    An opening that favours one side moves the expected score of the two games apart.
    """
    pair = np.ones(1)
    for expected in (score + opening, score - opening):
        draws = 2 * drawn * min(expected, 1 - expected)
        pair = np.convolve(pair, [1 - expected - draws / 2, draws, expected - draws / 2])
    return (1 - decided) * pair + decided * np.array([0, 0, 1, 0, 0])


MATCHED = [
    *(
        pair_shares(score, drawn)
        for score in (0.5, 0.6, 0.75, 0.9, 0.97)
        for drawn in (0, 0.5, 0.9)
    ),
    *(pair_shares(score, opening=0.25) for score in (0.5, 0.6, 0.7)),
    *(pair_shares(score, decided=0.5) for score in (0.5, 0.7, 0.9)),
]


@pytest.mark.parametrize("pairs", [5, 6, 8, 12, 30])
def test_elo_intervals_cover_the_truth(pairs):
    """With Wilson's interval and the spread as it is, 80% at the worst and 93% on the whole."""
    chance, least = np.random.default_rng(pairs), 1.0
    for shares in MATCHED:
        true = elo_of(float(shares @ np.linspace(0, 1, 5)))
        counts, times = np.unique(
            chance.multinomial(pairs, shares, MATCHES), axis=0, return_counts=True
        )
        found = [elo_difference(row) for row in counts.tolist()]
        covered = [each.low - 1e-9 <= true <= each.high + 1e-9 for each in found]
        least = min(least, float(times @ covered) / MATCHES)
    assert least >= COVERED


def test_elo_of_a_clean_sheet_is_open_above():
    for pairs in (1, 5, 50):
        found = elo_difference((0, 0, 0, 0, pairs))
        assert found.high == LARGEST_ELO
        assert found.low < found.value < LARGEST_ELO
        mirrored = elo_difference((pairs, 0, 0, 0, 0))
        assert mirrored == pytest.approx((-found.value, -found.high, -found.low))
    assert elo_difference((0, 0, 0, 0, 5)).low < 100


# --- ratings of a pool ------------------------------------------------------------------------


def test_two_agents_are_as_far_apart_as_their_score_says():
    found = ratings({("a", "b"): Tally(750, 0, 250)})
    assert found["a"].value - found["b"].value == pytest.approx(elo_of(0.75), abs=1)
    assert found["a"].value == pytest.approx(-found["b"].value)
    expected = 1.96 * 400 / log(10) / sqrt(1000 * 0.75 * 0.25) / 2
    assert found["a"].margin == pytest.approx(expected, rel=0.01)


def test_ratings_are_found_again():
    truth = {"a": 300.0, "b": 120.0, "c": 0.0, "d": -420.0}
    results = {}
    for one in truth:
        for other in truth:
            wins = round(10**5 * score_of(truth[one] - truth[other]))
            results[one, other] = Tally(wins, 0, 10**5 - wins)
    found = ratings(results)
    assert {name: found[name].value for name in truth} == pytest.approx(truth, abs=0.5)


def test_draws_are_half_wins():
    drawn = ratings({("a", "b"): Tally(50, 50, 0)})
    assert drawn["a"] == pytest.approx(ratings({("a", "b"): Tally(75, 0, 25)})["a"])


def test_one_order_is_enough():
    results = {("a", "b"): Tally(7, 1, 2), ("b", "c"): Tally(3, 0, 7)}
    mirrored = results | {(b, a): tally.swapped() for (a, b), tally in results.items()}
    assert ratings(mirrored) == ratings(results)


def test_pools_that_prove_little():
    assert ratings({}) == {}
    assert ratings({}, ["a"]) == {"a": (0, 0, 0)}
    assert ratings({("a", "a"): Tally(5, 0, 1)}) == {"a": (0, 0, 0)}
    unknown = ratings({}, "ab")["a"]
    assert unknown.value == 0
    assert unknown.margin > 1000
    apart = ratings({("a", "b"): Tally(9, 0, 1), ("c", "d"): Tally(9, 0, 1)})
    assert apart["a"].value == pytest.approx(apart["c"].value)
    everything = ratings({("a", "b"): Tally(100)})
    assert 400 < everything["a"].value < 1200


@given(some_results, st.lists(some_agents))
def test_ratings_are_finite_and_sum_to_nothing(results, agents):
    found = ratings(results, agents)
    assert all(map(is_sane, found.values()))
    assert sum(rating.value for rating in found.values()) == pytest.approx(0, abs=1e-3)
    assert all(abs(end) < 10**4 for rating in found.values() for end in rating)


@given(some_results)
def test_ratings_mirror(results):
    swapped = {names: tally.swapped() for names, tally in results.items()}
    ours, theirs = ratings(results), ratings(swapped)
    for name in ours:
        assert isclose(ours[name].value, -theirs[name].value, rel_tol=1e-4, abs_tol=1e-3)


# --- the sequential test ----------------------------------------------------------------------

GOLDEN = (379, 10170, 21828, 10640, 343)


def test_golden_counts():
    assert normal_ratio(GOLDEN, 0, 2) == pytest.approx(2.94598, abs=5e-6)
    state = Sprt(0, 2).judge(GOLDEN)
    assert state.ratio == pytest.approx(2.94598, abs=1e-3)
    assert state.verdict is Verdict.ACCEPT
    found = normalised_elo(GOLDEN)
    assert (round(found.value, 2), round(found.margin, 2)) == (3.05, 2.31)


@pytest.mark.parametrize(
    ("pairs", "test", "ratio", "nelo"),
    [
        ((13, 37, 50, 25, 3), Sprt(0, 4), -0.54912, -63.97),
        ((0, 0, 2, 0, 37), Sprt(0, 20), 2.96, 1056.68),
    ],
)
def test_ratios_that_others_published(pairs, test, ratio, nelo):
    """A test on montytest.muzhen.org (fishtest's "Normalized (exact)"), and fastchess's output."""
    assert test.judge(pairs).ratio == pytest.approx(ratio, abs=5e-3 if ratio > 0 else 5e-6)
    assert normalised_elo(pairs).value == pytest.approx(nelo, abs=5e-3)


def test_logistic_ratio_that_others_published():
    """The same test, "Logistic (exact)": its bounds are 0 and the Elo of a score of 0.50391."""
    upper = elo_of(0.5 + 4 / NORMALISED_ELO_PER_SPREAD * sqrt(2 * 0.05762))
    found = Sprt(0, upper, "logistic").judge((13, 37, 50, 25, 3))
    assert found.ratio == pytest.approx(-0.53772, abs=1e-3)


def most_likely(shares, lead):
    """The logarithm of the likelihood under the constraint, by a general optimiser."""
    scores = np.array(SHARES)

    def excess(p):
        return p @ scores - 0.5 - lead * sqrt(max(1e-18, p @ scores**2 - (p @ scores) ** 2))

    return -minimize(
        lambda p: -shares @ np.log(p),
        np.full(5, 0.2),
        method="SLSQP",
        bounds=[(1e-12, 1)] * 5,
        constraints=[
            {"type": "eq", "fun": lambda p: p.sum() - 1},
            {"type": "eq", "fun": excess},
        ],
        options={"ftol": 1e-14, "maxiter": 1000},
    ).fun


@pytest.mark.parametrize("pairs", [GOLDEN, (2, 5, 10, 20, 13), (1, 1, 2, 1, 37)])
def test_ratio_is_that_of_a_general_optimiser(pairs):
    shares = np.array(pairs) / sum(pairs)
    low, high = (most_likely(shares, elo / NORMALISED_ELO_PER_SPREAD * sqrt(2)) for elo in (-5, 20))
    assert Sprt(-5, 20).judge(pairs).ratio == pytest.approx(sum(pairs) * (high - low), rel=1e-5)


def test_verdicts():
    test = Sprt(0, 20)
    assert test.bounds == pytest.approx((-2.944, 2.944), abs=1e-3)
    assert test.judge((0, 0, 0, 0, 0)).verdict is Verdict.CONTINUE
    assert test.judge((0, 0, 0, 0, 0)).ratio == 0
    assert test.judge((100, 200, 400, 300, 200)).verdict is Verdict.ACCEPT
    assert test.judge((200, 300, 400, 200, 100)).verdict is Verdict.REJECT
    assert str(test.judge((1, 2, 3, 2, 1))).endswith("(-2.94 to 2.94): continue")


def test_lopsided_counts_are_decided():
    for scale in ("normalised", "logistic"):
        test = Sprt(0, 50, scale)
        assert test.judge((0, 0, 0, 0, 50)).verdict is Verdict.ACCEPT
        assert test.judge((50, 0, 0, 0, 0)).verdict is Verdict.REJECT


@given(some_pairs, small, st.floats(0.1, 100), st.sampled_from(["normalised", "logistic"]))
def test_ratio_is_finite(pairs, low, width, scale):
    assert isfinite(Sprt(low, low + width, scale).judge(pairs).ratio)
    assert isfinite(normal_ratio(pairs, low, low + width))


@given(st.tuples(*[st.integers(1, 10**4)] * 5), small, st.floats(0.1, 100))
def test_ratio_mirrors(pairs, low, width):
    for scale in ("normalised", "logistic"):
        ours = Sprt(low, low + width, scale).judge(pairs).ratio
        theirs = Sprt(-low - width, -low, scale).judge(pairs[::-1]).ratio
        assert ours == pytest.approx(-theirs, rel=1e-3, abs=1e-3)


def test_wide_bounds_fall_back_to_the_closed_form():
    pairs = (0, 0, 394, 1, 0)
    found = Sprt(-44.29733142151122, 44.29733142151122).judge(pairs).ratio
    assert found == normal_ratio(pairs, -44.29733142151122, 44.29733142151122)
