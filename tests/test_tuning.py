"""Tuning: ranges in nested specs, trials that resume, and a winner that has to prove itself."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from subprocess import CompletedProcess

import pytest

import plyground as pg
from command_line import plyground
from plyground.agents import agent, parse_spec
from plyground.agents.kinds import default_arguments
from plyground.games.bamboo.judges import Spread
from plyground.games.connect_four.judges import Utility
from plyground.lab import tuning
from plyground.lab.figures import draw
from plyground.lab.tuning import FinalTest, Tuner, TuningPlan, is_hopeless
from plyground.lab.tuning_evidence import Evidence, shipped_evidence
from plyground.lab.tuning_space import (
    Dimension,
    check_dimensions,
    default_values,
    parse_dimension,
    whole_spec,
    with_values,
)
from plyground.tournaments.openings import key_after
from plyground.tournaments.sprt import Sprt

pytestmark = pytest.mark.usefixtures("kept_workers")

TUNING_DATA = Path(pg.__file__).parent / "lab" / "data" / "tuning"
GAME = pg.game("connect_four", width=5, height=4)
SPEC = "minimax(depth=1, evaluate=utility)"
RANGES = ("evaluate.twos=0..9", "evaluate.threes=-30..30")
EVIDENCE = (
    "bamboo-groups_moves",
    "bamboo-mcts",
    "bamboo-mcts-radius-5",
    "bamboo-spread",
    "cachex-bridges",
    "cachex-mcts",
    "connect_four-mcts",
    "connect_four-threats",
    "connect_four-utility",
    "konane-mcts",
    "konane-movers",
)
REFUTED = ("bamboo-groups_moves", "cachex-bridges", "cachex-mcts")  # with more time: docs/tuning.md


def dimensions(*texts: str) -> tuple[Dimension, ...]:
    return tuple(map(parse_dimension, texts))


def plan(**changes) -> TuningPlan:
    given = {
        "game": "connect_four",
        "spec": SPEC,
        "dimensions": dimensions(*RANGES),
        "parameters": GAME.parameter_values,
        "pairs": 10,
    }
    return TuningPlan(**{**given, **changes})


# --- what may be tuned ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("c=0.1..2", Dimension("c", 0.1, 2, whole=False)),
        ("c=.5..1.5", Dimension("c", 0.5, 1.5, whole=False)),
        ("evaluate.twos=1..20", Dimension("evaluate.twos", 1, 20, whole=True)),
        ("order.by.x=-5..5", Dimension("order.by.x", -5, 5, whole=True)),
        ("nodes=10..1e4:log", Dimension("nodes", 10, 10_000, whole=False, log=True)),
    ],
)
def test_ranges(text, found):
    assert parse_dimension(text) == found
    assert parse_dimension(str(found)) == found


@pytest.mark.parametrize(
    "text", ["c", "c=1", "c=1..", "=1..2", "c=2..1", "c=1..1", "c=0..5:log", "c=a..b", "c=1..2..3"]
)
def test_no_ranges(text):
    with pytest.raises(pg.InvalidParameterError, match=r"c|1\.\.2"):
        parse_dimension(text)


def test_values_are_short():
    assert parse_dimension("c=0.1..2.0").value(1 / 3) == 0.3333
    assert parse_dimension("c=0..2").value(1.0) == 1


def test_values_go_into_nested_specs():
    spec = parse_spec("alphabeta(depth=2, evaluate=utility(ones=3), order=centre)")
    changed = with_values(spec, {"evaluate.twos": 7, "order.weight": 2, "depth": 3})
    assert str(changed) == (
        "alphabeta(depth=3, evaluate=utility(ones=3, twos=7), order=centre(weight=2))"
    )
    with pytest.raises(pg.InvalidParameterError, match="write evaluate=NAME into the spec"):
        with_values(parse_spec("alphabeta(depth=2)"), {"evaluate.twos": 1})


def test_presets_are_opened():
    assert "evaluate=utility" in str(whole_spec(GAME, "utility(depth=3)"))
    assert "depth=3" in str(whole_spec(GAME, "utility(depth=3)"))
    assert str(whole_spec(GAME, "mcts(c=1)")) == "mcts(c=1)"


@pytest.mark.parametrize(
    ("spec", "ranges", "found"),
    [
        (SPEC, RANGES, {"evaluate.twos": 8, "evaluate.threes": 15}),
        ("mcts(iterations=9)", ("c=0.1..2.0",), {"c": 0.4}),
        ("mcts(iterations=9, c=1.5)", ("c=0.1..2.0",), {"c": 1.5}),
        ("mcts(iterations=9, c=3.5)", ("c=0.1..2.0",), None),
        ("mcts(iterations=9)", ("iterations=1..20", "c=0.1..2.0"), {"iterations": 9, "c": 0.4}),
        ("random(prefer=threats(win=5))", ("prefer.win=1..9",), {"prefer.win": 5}),
        ("random(prefer=threats)", ("prefer.block=1..20000",), {"prefer.block": 10_000}),
        ("random(prefer=evaluation(by=utility))", ("prefer.by.ones=0..4",), {"prefer.by.ones": 2}),
        ("random(prefer=evaluation)", ("prefer.by=0..4",), None),
        ("alphabeta", ("seconds=0.1..2.0",), None),
    ],
)
def test_untuned_values(spec, ranges, found):
    assert default_values(GAME, whole_spec(GAME, spec), dimensions(*ranges)) == found


@pytest.mark.parametrize(
    ("ranges", "error"),
    [
        ((), "nothing to tune"),
        (("evaluate.twos=0..1", "evaluate.twos=0..2"), "twice"),
        (("evaluate=0..1", "evaluate.twos=0..2"), "part of itself"),
        (("evaluate.fours=0..1",), "no weight 'fours'"),
        (("evaluate.twos=0..1.5",), "must be a whole number"),
        (("breadth=0..1",), "breadth"),
        (("depth=0..3",), "from 1 to 120"),
    ],
)
def test_impossible_tunings(ranges, error):
    with pytest.raises(pg.PlygroundError, match=error):
        check_dimensions(GAME.name, GAME, parse_spec(SPEC), dimensions(*ranges))


# --- trials -----------------------------------------------------------------------------------


def test_a_file_is_read_in_a_process_of_its_own(tmp_path):
    file, read = tmp_path / "mine.py", tmp_path / "read_by"
    file.write_text(
        f"import os, pathlib\npathlib.Path({str(read)!r}).write_text(str(os.getpid()))\n"
        "class Mine:\n    def __init__(self, game, depth):\n        pass\n"
        "    def choose(self, position, limit=None, monitor=None):\n        pass\n"
    )
    mine = TuningPlan("tic_tac_toe", str(file), dimensions("depth=1..3"), {}, opponent="random")
    first = Tuner(mine, tmp_path / "tuning.db").identity()
    assert int(read.read_text()) != os.getpid()
    file.write_text(file.read_text().replace("pass\n    def", "self.depth = depth\n    def"))
    assert Tuner(mine, tmp_path / "tuning.db").identity() != first


def test_hopeless():
    best = {pair: 0.5 + 0.5 * (pair % 2) for pair in range(20)}
    worse = {pair: 0.25 * (pair % 3) for pair in range(20)}
    assert is_hopeless(worse, best)
    assert not is_hopeless(best, best)
    assert not is_hopeless(best, worse)
    assert not is_hopeless({pair: worse[pair] for pair in range(tuning.SOONEST - 1)}, best)
    assert not is_hopeless(worse, {})
    assert is_hopeless(dict.fromkeys(range(tuning.SOONEST), 0.0), dict.fromkeys(range(9), 1.0))


@pytest.fixture(scope="module")
def tuned(tmp_path_factory):
    """A tuning that was stopped after three trials and then went on, and what it told."""
    store = tmp_path_factory.mktemp("tuning") / "tuning.db"
    told: list[tuple[str, int, int]] = []
    first = Tuner(plan(), store, 1, on_games=lambda *what: told.append(what)).run(3)
    seen: list[float] = []
    more = Tuner(plan(), store, 1, on_trial=lambda _trial, best: seen.append(best))
    evidence = more.run(5, FinalTest(Sprt(0.0, 60.0), pairs=12))
    return store, first, evidence, told, seen


def test_untuned_values_are_tried_first(tuned):
    trial = tuned[1].trials[0]
    assert trial.values == {"evaluate.twos": 8, "evaluate.threes": 15}
    assert (trial.score, trial.pairs, trial.complete) == (0.5, 10, True)


def test_tuning_resumes(tuned):
    _, first, evidence, told, seen = tuned
    assert len(first.trials) == 3
    assert first.test is None
    assert evidence.trials[:3] == first.trials
    assert len(evidence.trials) == 5
    assert len(seen) == 2
    assert seen[-1] == evidence.winner_score == max(t.score for t in evidence.trials if t.complete)
    assert told[0][0] == "trial 2"
    assert all(0 < played <= planned == 20 for _, played, planned in told)


@pytest.mark.slow
def test_equal_seeds_try_the_same(tuned, tmp_path):
    again = Tuner(plan(), tmp_path / "again.db", 1).run(3)
    assert again.trials == tuned[1].trials


def test_winner_is_tested_on_fresh_openings(tuned):
    _, _, evidence, _, _ = tuned
    tuner = Tuner(plan(), tuned[0], 1)
    fresh = tuner.fresh_openings(12)
    keys = [key_after(tuner.game, opening) for opening in fresh]
    assert len(set(keys)) == len(fresh) == 12
    assert not set(keys) & {key_after(tuner.game, opening) for opening in tuner.openings}
    if evidence.winner == evidence.spec:
        assert evidence.test is None
        assert "No trial did better" in evidence.verdict()
    else:
        assert evidence.test is not None
        assert 2 * sum(evidence.test.pair_counts) <= evidence.test.games <= 24
        assert evidence.test.verdict in evidence.verdict() or evidence.proven


def test_clear_improvement_is_proven(tmp_path):
    """Weights that shun threes lose to every trial that does not."""
    told = Tuner(
        plan(
            spec="minimax(depth=1, evaluate=utility(twos=-4, threes=-20))",
            dimensions=dimensions("evaluate.threes=-30..30", "evaluate.twos=-9..9"),
            pairs=12,
        ),
        tmp_path / "clear.db",
        1,
    ).run(6, FinalTest(Sprt(0.0, 60.0), pairs=60))
    assert told.proven, told.verdict()
    assert told.winner_values["evaluate.threes"] > -20
    assert "is better than" in told.verdict()


def test_lost_trial_is_tried_again(tmp_path):
    import optuna

    tuner = Tuner(plan(), tmp_path / "lost.db", 1)
    with tuning._study(tuner) as study:
        trial = study.ask()
        values = {each.name: tuning._suggest(trial, each) for each in tuner.plan.dimensions}
    with tuning._study(tuner) as study:
        states = [each.state for each in study.get_trials()]
        assert states == [optuna.trial.TrialState.FAIL, optuna.trial.TrialState.WAITING]
        assert study.get_trials()[1].system_attrs["fixed_params"] == values


def test_openings_run_out(tmp_path):
    with pytest.warns(pg.errors.OpeningsWarning, match="1 different openings for 10 pairs"):
        tuner = Tuner(plan(opening_plies=0), tmp_path / "none.db", 1)
    assert tuner.openings == ((),)
    with pytest.raises(pg.InvalidParameterError, match="take more opening plies"):
        tuner.fresh_openings(5)


def test_mistakes(tmp_path, monkeypatch):
    with pytest.raises(pg.InvalidParameterError, match="pairs=0"):
        Tuner(plan(pairs=0), tmp_path / "x.db")
    with pytest.raises(pg.InvalidParameterError, match="trials=0"):
        Tuner(plan(), tmp_path / "x.db").run(0)
    (tmp_path / "text.db").write_text(
        "no store, but a text that is long enough to be looked at" * 9
    )
    with pytest.raises(pg.PlygroundError, match=r"text\.db"):
        Tuner(plan(), tmp_path / "text.db", 1).run(1)
    monkeypatch.setitem(sys.modules, "optuna", None)
    with pytest.raises(pg.PlygroundError, match=r"install .*\[tune\]'"):
        Tuner(plan(), tmp_path / "x.db")


# --- evidence ---------------------------------------------------------------------------------


def test_evidence_is_read_back(tuned, tmp_path):
    evidence, file = tuned[2], tmp_path / "evidence.json"
    evidence.write(file)
    assert Evidence.read(file.read_text()) == evidence
    assert json.loads(file.read_text())["plyground_tuning"] == 1
    for chart in evidence.charts():
        assert draw(chart).startswith("<svg")
    with pytest.raises(pg.PlygroundError, match="cannot be written"):
        evidence.write(tmp_path / "no" / "folder.json")


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"plyground_tuning": 2}', '{"trials": 1}'])
def test_no_evidence(text):
    with pytest.raises(pg.PlygroundError, match="evidence of a tuning"):
        Evidence.read(text)


@pytest.mark.parametrize("name", EVIDENCE)
def test_shipped_evidence(name):
    evidence = shipped_evidence(name)
    game = pg.game(evidence.game, **evidence.parameters)
    agent(game, evidence.winner)
    assert evidence.test is not None
    assert evidence.winner_values in [trial.values for trial in evidence.trials]


def test_all_evidence_is_known():
    assert sorted(file.stem for file in TUNING_DATA.glob("*.json")) == sorted(EVIDENCE)


def test_defaults_are_what_was_proven():
    proven = [name for name in EVIDENCE if shipped_evidence(name).proven]
    kept = [name for name in proven if name not in REFUTED]
    assert kept == ["bamboo-mcts-radius-5", "bamboo-spread", "connect_four-utility"]
    for name, evaluator in (("bamboo-spread", Spread()), ("connect_four-utility", Utility())):
        weights = {f"evaluate.{weight}": value for weight, value in evaluator._asdict().items()}
        assert shipped_evidence(name).winner_values == weights
    found, usual = shipped_evidence("bamboo-mcts-radius-5").winner_values["c"], 0.4
    assert (
        found < default_arguments(pg.game("bamboo"), "mcts")["c"] < usual
    )  # what held with more time
    for game in ("cachex", "connect_four", "konane"):
        assert default_arguments(pg.game(game), "mcts")["c"] == usual


def test_unknown_evidence():
    with pytest.raises(pg.PlygroundError, match="no evidence 'none'"):
        shipped_evidence("none")


# --- the command ------------------------------------------------------------------------------


def tune(*arguments: str) -> CompletedProcess[str]:
    return plyground("tune", *arguments)


def test_command(tmp_path):
    store, evidence, plots = (tmp_path / name for name in ("t.db", "t.json", "plots"))
    arguments = [
        "tic_tac_toe", "mcts(iterations=20, memory=1)", "-p", "c=0.1..2.0:log", "--trials", "3",
        "--pairs", "4", "--opening-plies", "2", "--final-pairs", "4", "--store", str(store),
        "--evidence", str(evidence), "--plot", str(plots), "--workers", "1",
    ]  # fmt: skip
    done = tune(*arguments)
    assert done.returncode == 0, done.stderr
    assert "3 trials" in done.stdout
    assert "untuned: mcts(iterations=20, memory=1, c=0.4)" in done.stdout
    data = json.loads(tune(*arguments, "--json").stdout)
    assert (data["spec"], len(data["trials"])) == ("mcts(iterations=20, memory=1, c=0.4)", 3)
    assert data["files"] == [str(evidence), str(plots / "trials.svg"), str(plots / "c.svg")]
    assert data["verdict"] in done.stdout
    assert "(best 0." in done.stderr
    assert {path.name for path in plots.iterdir()} == {"trials.svg", "c.svg"}
    assert len(json.loads(evidence.read_text())["trials"]) == 3


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("connect_four", SPEC), "--parameter"),
        (("connect_four", SPEC, "-p", "width=5"), "nothing to tune"),
        (("connect_four", SPEC, "-p", "evaluate.fours=1..2"), "no weight 'fours'"),
        (("connect_four", SPEC, "-p", "depth=1..2", "--sprt", "x"), "--sprt x"),
        (("connect_four", SPEC, "-p", "depth=1..2", "--opponent", "nobody"), "no agent 'nobody'"),
    ],
)
def test_mistakes_end_in_one_line(arguments, said, tmp_path):
    done = tune(*arguments, "--store", str(tmp_path / "t.db"), "--workers", "1")
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr
