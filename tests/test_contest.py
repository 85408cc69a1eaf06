"""Contests that end as soon as the sequential test has its answer, whatever ends first."""

from __future__ import annotations

import json
from dataclasses import replace
from unittest.mock import patch

import pytest

from arena_outcomes import outcomes
from command_line import plyground
from faults.made_up import Hurried, contest_plan, record_of
from plyground.errors import InvalidParameterError, InvalidStatisticError
from plyground.tournaments import Plan, Tournament, local_workplace, make_plan
from plyground.tournaments.contest import Contest, answer
from plyground.tournaments.game_record import GameRecord
from plyground.tournaments.ratings import pair_counts
from plyground.tournaments.sprt import Sprt, Verdict
from plyground.tournaments.standings import standings
from plyground.tournaments.store import Store

pytest_plugins = "interpreting"
pytestmark = pytest.mark.usefixtures("interpreted_processes")

STRONG, WEAK = "minimax(depth=9, pruning=1)", "random"
BETTER = Sprt(0.0, 100.0)


def plan(*agents: str, pairs: int = 200, seed: int = 1) -> Plan:
    more = {"pairs": pairs, "opening_plies": 2, "seed": seed, "sprt": BETTER}
    return make_plan("tic_tac_toe", agents, **more)


def played(asked: Plan, store=None, workers: int = 1, stop_after=None, place=None) -> Tournament:
    seen: list[GameRecord] = []

    def look(record: GameRecord) -> None:
        seen.append(record)
        if len(seen) == stop_after:
            tournament.stop()

    place = place or local_workplace(workers)
    tournament = Tournament(asked, store, workplace=place, on_game=look)
    tournament.run()
    assert len(seen) >= tournament.progress.played - tournament.progress.resumed
    return tournament


def hurried(asked: Plan, store=None, workers: int = 2, stop_after: int | None = None) -> Tournament:
    """The same, with games that are made up and end in any order."""
    with patch("plyground.tournaments.tournament.COMMIT_SECONDS", 0.0):
        return played(asked, store, stop_after=stop_after, place=Hurried(workers))


def found_by(tournament: Tournament):
    """What must be the same however the games were played."""
    return tournament.contest.result, outcomes(tournament.records), tournament.progress.complete


# --- one command, one result ------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(2))
def test_the_order_in_which_games_end_changes_nothing(seed, tmp_path):
    asked = contest_plan(seed)
    in_order = Contest(asked, {game.number: record_of(game) for game in asked.games()})
    told = [hurried(asked, workers=workers) for workers in (1, 3, 7)]
    store = tmp_path / "contest.db"
    assert not hurried(asked, store, 5, stop_after=5).progress.complete
    told += [hurried(asked, store, 5) for _ in range(2)]
    assert in_order.decided
    assert [found_by(each)[0] for each in told] == [in_order.result] * len(told)
    assert all(found_by(each) == found_by(told[0]) for each in told)
    assert told[-1].progress.resumed == told[-1].progress.played == in_order.result.games


def test_one_two_three_workers_and_a_resumed_run_are_identical(tmp_path):
    asked, store = plan("easy(depth=1)", WEAK), tmp_path / "contest.db"
    told = [found_by(played(asked, workers=workers)) for workers in (1, 2, 3)]
    assert not played(asked, store, 2, stop_after=2).progress.complete
    told += [found_by(played(asked, store, workers)) for workers in (3, 1)]
    assert all(each == told[0] for each in told)
    assert told[0][0].state.verdict is not Verdict.CONTINUE


def test_games_after_the_answer_do_not_count(tmp_path):
    asked, store = contest_plan(1), tmp_path / "contest.db"
    with Store(store) as opened:  # all games, as if processes had run far ahead
        games = [(game.number, record_of(game)) for game in asked.games()]
        opened.begin(asked).add(games)
        run = opened.run()
        records = opened.records(run.number)
    assert run.contest.decided
    assert run.complete
    assert len(records) == run.played == run.planned == run.contest.result.games < len(games)
    assert outcomes(records) == outcomes(record for _, record in games[: len(records)])
    assert sum(each.tally.games for each in standings(records)) == 2 * len(records)
    shown = plyground("results", "show", str(store))
    assert shown.stdout.rstrip().endswith(answer(asked, run.contest.result))
    told = json.loads(plyground("results", "show", str(store), "--json").stdout)
    assert (len(told["games"]), told["contest"]) == (len(records), str(run.contest.result))
    assert f"{run.played} of {run.played} games" in plyground("results", "list", str(store)).stdout
    exported = plyground("results", "export", str(store), "--format", "json")
    assert len(json.loads(exported.stdout)) == len(records)


def test_a_pair_waits_for_those_before_it():
    asked = contest_plan(2)
    games = {game.number: record_of(game) for game in asked.games()}
    contest = Contest(asked)
    for number in range(3, 60):
        contest.add(number, games[number])
    assert (contest.result.games, contest.missing) == (0, (0, 1))
    for number in (1, 0, 2):
        contest.add(number, games[number])
    judged = [games[number] for number in range(contest.result.games)]
    assert len(judged) == 60 or contest.decided
    assert contest.result.counts == pair_counts(judged, asked.agents[0])


def test_games_of_others_are_no_pair():
    asked = contest_plan(1)
    games = {
        number: replace(record_of(game), agents=("a", "b"))
        for number, game in enumerate(asked.games())
    }
    with pytest.raises(InvalidStatisticError, match="games 0 and 1 are no pair of games between"):
        Contest(asked, games)


def test_a_game_that_cannot_be_played_leaves_the_test_undecided():
    class Failing(Hurried):
        def _play(self, games):
            found = super()._play(games)
            return [r if r.number != 5 else type(r)(5, None, "no") for r in found]

    tournament = played(contest_plan(1), place=Failing(2))
    assert tournament.unplayable == {5: "no"}
    assert tournament.contest.result.games == 4
    assert not tournament.progress.complete


# --- with agents ------------------------------------------------------------------------------


def test_a_clear_difference_ends_it_early():
    tournament = played(plan(STRONG, WEAK))
    found = tournament.contest.result
    assert found.state.verdict is Verdict.ACCEPT
    assert 4 <= found.games < 400
    assert found.games == len(tournament.records)
    assert 2 * sum(found.counts) == found.games
    assert sum(found.counts[3:]) > sum(found.counts[:2])


def test_the_weaker_one_is_rejected():
    found = played(plan(WEAK, STRONG)).contest.result
    assert found.state.verdict is Verdict.REJECT
    assert found.games < 400
    assert "reject after" in str(found)
    assert str(found).endswith("pairs " + "-".join(map(str, found.counts)))


@pytest.mark.slow
def test_undecided_at_the_end_of_the_plan():
    found = played(plan(WEAK, "humanlike(depth=2, temperature=1000000)", pairs=3)).contest.result
    assert found.state.verdict is Verdict.CONTINUE
    assert found.games == 6
    assert sum(found.counts) == 3


@pytest.mark.parametrize(
    "agents", [("random", "random"), ("random", "random()"), ("random", "easy", STRONG)], ids=str
)
def test_only_two_different_agents_can_be_tested(agents):
    with pytest.raises(InvalidParameterError, match="between two different agents"):
        plan(*agents)


def test_a_plan_with_a_test_is_described_and_read_back():
    asked = contest_plan(1)
    assert Plan.from_description(json.loads(json.dumps(asked.description()))) == asked
    without = make_plan("tic_tac_toe", ["minimax", "random"], pairs=200, seed=1)
    assert "sprt" not in without.description()
    assert without.identity != asked.identity
