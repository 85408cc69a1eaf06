"""Contests that end as soon as the sequential test has its answer."""

from __future__ import annotations

import pytest

from plyground.errors import InvalidParameterError
from plyground.tournaments import make_plan
from plyground.tournaments.contest import Contest
from plyground.tournaments.executors import local_workplace
from plyground.tournaments.sprt import Sprt, SprtState, Verdict
from plyground.tournaments.store import Store

pytest_plugins = "interpreting"
pytestmark = pytest.mark.usefixtures("interpreted_processes")

STRONG, WEAK = "minimax(depth=9, pruning=1)", "random"
BETTER = Sprt(0.0, 100.0)


def plan(*agents: str, pairs: int = 200, seed: int = 1):
    return make_plan("tic_tac_toe", agents, pairs=pairs, opening_plies=2, seed=seed)


def contest(*agents: str, pairs: int = 200, store=None, on_game=None, sprt=BETTER):
    workplace = local_workplace(1)
    return Contest(plan(*agents, pairs=pairs), sprt, store, workplace=workplace, on_game=on_game)


def test_a_clear_difference_ends_it_early():
    seen = []
    found = contest(STRONG, WEAK, on_game=seen.append).run()
    assert found.state.verdict is Verdict.ACCEPT
    assert 4 <= found.games < 400
    assert found.games <= len(seen) < 400
    assert 2 * sum(found.counts) in (found.games, found.games - 1)
    assert sum(found.counts[3:]) > sum(found.counts[:2])


def test_the_weaker_one_is_rejected():
    found = contest(WEAK, STRONG).run()
    assert found.state.verdict is Verdict.REJECT
    assert found.games < 400
    assert "reject after" in str(found)
    assert str(found).endswith("pairs " + "-".join(map(str, found.counts)))


@pytest.mark.slow
def test_undecided_at_the_end_of_the_plan():
    found = contest(WEAK, "humanlike(depth=2, temperature=1000000)", pairs=3).run()
    assert found.state.verdict is Verdict.CONTINUE
    assert found.games == 6
    assert sum(found.counts) == 3


class Fickle:
    """A test that accepts once, and is in doubt again when more games have ended."""

    def __init__(self):
        self.asked = 0

    def judge(self, counts):
        self.asked += 1
        return SprtState(3.0 if self.asked == 1 else 0.0, -2.9, 2.9)


@pytest.mark.slow
def test_what_ends_after_the_answer_does_not_change_it():
    fickle = Fickle()
    found = contest(WEAK, "easy(depth=1)", sprt=fickle).run()
    assert found.state.verdict is Verdict.ACCEPT
    assert found.games == 1
    assert fickle.asked == 1


@pytest.mark.parametrize("agents", [("random", "random"), ("random", "random()")], ids=str)
def test_equal_agents_are_refused(agents):
    with pytest.raises(InvalidParameterError, match="two different agents"):
        Contest(plan(*agents), BETTER)


def test_three_agents_are_refused():
    with pytest.raises(InvalidParameterError, match="between two"):
        Contest(plan("random", "easy", STRONG), BETTER)


def test_it_goes_on_from_a_store(tmp_path):
    path = tmp_path / "contest.db"
    stopped = contest(STRONG, WEAK, store=path, on_game=lambda record: stopped.tournament.stop())
    first = stopped.run()
    assert 0 < first.games < 400
    whole = contest(STRONG, WEAK, store=path)
    found = whole.run()
    assert whole.tournament.progress.resumed >= first.games
    assert found.state.verdict is Verdict.ACCEPT
    with Store(path) as store:
        again = contest(STRONG, WEAK, store=store)
        assert again.run().state.verdict is Verdict.ACCEPT
    assert not again.tournament.progress.complete
