"""The opponent that adapts: strengths that are mixed, and a person's rating that finds a level."""

from __future__ import annotations

import random

import pytest

import plyground as pg
from example_files import SNORT
from plyground.agents import agent
from plyground.agents.adaptive import (
    STEP,
    AdaptiveAgent,
    RatedStrength,
    mixture_at,
    rated_strengths,
)
from plyground.agents.person import LEAST, UNKNOWN, PersonRating, newcomer, opponent_of
from plyground.agents.rating_table import ANCHOR
from plyground.errors import InvalidParameterError
from plyground.game.registry import built_in_names
from plyground.tournaments.ratings import score_of
from plyground.vocabulary import Limit

RUNGS = [RatedStrength("weak", 500), RatedStrength("middle", 1000), RatedStrength("strong", 1500)]
BETWEEN = (0.35, 0.65)  # what a person should score


@pytest.mark.parametrize("name", built_in_names())
def test_every_strength_is_a_rung(name):
    strengths = rated_strengths(pg.game(name))
    assert [each.name for each in strengths] == ["random", "beginner", "casual", "strong", "best"]
    assert [each.rating for each in strengths] == sorted({each.rating for each in strengths})


def test_a_game_without_a_table_has_steps():
    strengths = rated_strengths(pg.game(str(SNORT)))
    assert [each.rating for each in strengths] == [ANCHOR + STEP * n for n in range(5)]
    assert rated_strengths(pg.game("konane", size=6)) == strengths


def test_mixtures():
    assert mixture_at(RUNGS, 100) == ("weak", "middle", 0.0)
    assert mixture_at(RUNGS, 1000) == ("middle", "strong", 0.0)
    assert mixture_at(RUNGS, 2000) == ("strong", "strong", 1.0)
    shares = [mixture_at(RUNGS, level).share for level in range(500, 1000, 50)]
    assert shares == sorted(set(shares))
    assert mixture_at(RUNGS, 690).share == pytest.approx(0.5, abs=0.02)  # a good third of the way


def test_moves_are_those_of_either():
    game = pg.game("tic_tac_toe")
    weaker, stronger = agent(game, "random", 1), agent(game, "minimax(depth=9, pruning=1)")
    mixed = AdaptiveAgent("mixed", weaker, stronger, 0.25, seed=3)
    asked = {"weaker": 0, "stronger": 0}
    for name, player in (("weaker", weaker), ("stronger", stronger)):
        choose = player.choose

        def counted(position, limit=None, monitor=None, name=name, choose=choose):
            asked[name] += 1
            return choose(position, limit, monitor)

        player.choose = counted
    position = game.play(game.play(game.start(), "b2"), "a1")
    for _ in range(200):
        assert mixed.choose(position).move in game.legal(position)
    assert sum(asked.values()) == 200
    assert 30 < asked["stronger"] < 70


def test_every_game_has_one():
    for game in (pg.game("tic_tac_toe"), pg.game(str(SNORT))):
        with agent(game, "adaptive(level=650)", seed=1) as player:
            player.prepare(game.start())
            assert player.choose(game.start()).move in game.legal(game.start())
    with agent(pg.game("tic_tac_toe"), "adaptive") as usual:
        assert usual.limit == Limit(seconds=0.05)  # what the table was measured with


@pytest.mark.parametrize("level", ["20000", "high", "-10001"])
def test_a_level_is_a_rating(level):
    with pytest.raises(InvalidParameterError, match="must be a rating"):
        agent(pg.game("tic_tac_toe"), f"adaptive(level={level})")


# --- the person -----------------------------------------------------------------------------------


def test_results_move_a_rating_the_less_the_more_is_known():
    stranger, friend = PersonRating(1000), PersonRating(1000, LEAST, 50)
    assert stranger.after(1, 1000).rating > friend.after(1, 1000).rating > 1000
    assert stranger.after(0, 1000).rating < friend.after(0, 1000).rating < 1000
    assert stranger.after(0.5, 1000).rating == 1000
    assert LEAST <= stranger.after(1, 1000).deviation < UNKNOWN
    assert friend.after(1, 1000).deviation == LEAST
    assert stranger.after(1, 1000, 300).rating < stranger.after(1, 1000).rating


def test_glickman_s_own_example():
    """Mark Glickman's paper has 1500 and 200 against 1400 and 30, a win, and two more games."""
    after = PersonRating(1500, 200).after(1, 1400, 30)
    assert after.rating == pytest.approx(1563.4, abs=0.5)
    assert after.deviation == pytest.approx(175.2, abs=0.5)


def test_who_has_a_rating():
    game = pg.game("connect_four")
    assert opponent_of(game, "casual").rating == 1534
    assert opponent_of(game, "adaptive(level=900)") == (900, 0)
    assert opponent_of(game, "adaptive").rating == newcomer(game).rating == 1534
    assert opponent_of(game, "casual(depth=5)") is None
    assert opponent_of(game, "engine") is None
    snort = pg.game(str(SNORT))
    assert opponent_of(snort, "casual").rating == ANCHOR + 2 * STEP
    assert opponent_of(snort, "mcts") is None


@pytest.mark.parametrize("strength", [550, 900, 1300, 1700, 2100])
def test_somebody_of_a_fixed_strength_comes_to_win_every_second_game(strength):
    game, chance = pg.game("connect_four"), random.Random(strength)
    known, scores = newcomer(game), []
    for _ in range(150):
        level = min(known.rating, 2163)  # nobody is stronger
        score = float(chance.random() < score_of(strength - level))
        known = known.after(score, *opponent_of(game, f"adaptive(level={known.rating:.0f})"))
        scores.append(score)
    assert BETWEEN[0] <= sum(scores[50:]) / 100 <= BETWEEN[1]
    assert abs(known.rating - strength) < 200


@pytest.mark.slow
@pytest.mark.parametrize("person", ["beginner", "casual", "minimax", "easy"])
def test_agents_in_the_place_of_a_person_win_every_second_game(person):
    game = pg.game("connect_four")
    known, scores = newcomer(game), []
    for number in range(60):
        spec = f"adaptive(level={known.rating:.0f})"
        with agent(game, spec, number) as foe, agent(game, person, 1000 + number) as player:
            players = (player, foe) if number % 2 else (foe, player)
            position = game.start()
            while game.legal(position):
                position = position.play(players[position.player()].choose(position).move)
        winner = game.outcome(position).winner
        scores.append(0.5 if winner is None else float(players[winner] is player))
        known = known.after(scores[-1], *opponent_of(game, spec))
    assert BETWEEN[0] <= sum(scores[20:]) / 40 <= BETWEEN[1]
