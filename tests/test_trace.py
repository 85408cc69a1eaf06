"""The recorded search finds what `search.minimax` finds, and tells a consistent story."""

from __future__ import annotations

import pytest

import plyground as pg
from plyground.agents import agent
from plyground.errors import InvalidPositionError
from plyground.kernel import Monitor, interpreted
from plyground.search.analysis import TreeAnalysis, analyse_moves, best_first, worth
from plyground.search.mcts import MonteCarloSettings
from plyground.search.minimax import INFINITY, Switches
from plyground.search.number_tree import (
    count_number_variants,
    parse_number_tree,
    trace_numbers,
)
from plyground.search.recording import Recording
from plyground.search.runner import AlphaBetaSearch, MinimaxSearch
from plyground.search.trace import (
    Cut,
    Enter,
    Judge,
    Trace,
    TraceSwitches,
    Update,
    Value,
    count_variants,
)
from plyground.vocabulary import Estimate, Limit, Proven
from tiers import usual_games

SWITCHES = [TraceSwitches(p, o, t) for p in (0, 1) for o in (0, 1) for t in (0, 1)]
PLACES = [
    ("tic_tac_toe", {}, "", 4),
    ("tic_tac_toe", {}, "b2 a1 c3", 6),
    ("connect_four", {"width": 5, "height": 4}, "3 3", 4),
    ("konane", {"size": 6}, "", 4),
    ("bamboo", {"radius": 2}, "c3", 3),
    ("cachex", {"size": 3}, "a1", 3),
]


def judge_for(game: pg.Game, evaluator: str = "report") -> Judge:
    return Judge(game.knowledge.evaluator(evaluator), game.knowledge.rater("default"))


def raw_value(score: Estimate | Proven) -> int:
    if isinstance(score, Estimate):
        return int(score.value)
    return score.result * (10**9 - (score.distance or 0))


def reached(name: str, parameters: dict, moves: str) -> tuple[pg.Game, object]:
    played = pg.Playthrough.read(pg.game(name, **parameters), None, moves)
    return played.game, played.position


@pytest.mark.parametrize(("name", "parameters", "moves", "depth"), usual_games(PLACES))
def test_values_are_those_of_minimax(name, parameters, moves, depth):
    game, position = reached(name, parameters, moves)
    judge = judge_for(game)
    search = MinimaxSearch(judge.evaluator, judge.rater, Switches(pruning=0), depth)
    expected = search.search(game, position)
    for switches in SWITCHES:
        trace = Trace(position, depth, judge, switches, most_moves=game.max_moves).run()
        assert trace.value == raw_value(expected.score), switches
        if not switches.table and not switches.ordering:
            assert trace.line == tuple(expected.line)


@pytest.mark.parametrize(("name", "parameters", "moves", "depth"), PLACES)
def test_merged_mirror_images_change_no_value(name, parameters, moves, depth):
    game, position = reached(name, parameters, moves)
    judge, most = judge_for(game), game.max_moves
    whole = Trace(position, depth, judge, TraceSwitches(table=False), most_moves=most).run()
    for table in (False, True):
        switches = TraceSwitches(table=table, mirrors=game.symmetries)
        merged = Trace(position, depth, judge, switches, most_moves=most).run()
        assert merged.value == whole.value
        assert merged.monitor.statistics().nodes <= whole.monitor.statistics().nodes


@pytest.mark.parametrize("room", [1, 10, 30, 100, 1000])
def test_a_recording_counts_what_it_leaves_out(room):
    game, position = reached("tic_tac_toe", {}, "b2")
    with interpreted():
        events = list(Trace(position, 4, judge_for(game)))
    kept = Recording(room)
    for event in events:
        kept.add(event)
    entered = [event for event in events if isinstance(event, Enter)]
    known = [event for event in kept.events if isinstance(event, Enter)]
    assert len(known) + kept.hidden.total() == len(entered)
    assert len(known) <= max(room, room // 2 + 9)
    assert [event.node for event in known if event.ply <= 1] == [
        event.node for event in entered if event.ply <= 1
    ]
    numbers = {event.node for event in known}
    assert all(event.parent is None or event.parent in numbers for event in known)
    assert [event for event in events if event.node in numbers] == kept.events


@pytest.mark.parametrize("pruning", [0, 1])
@pytest.mark.parametrize("ordering", [0, 1])
def test_nodes_are_those_of_minimax(pruning, ordering):
    game, position = reached("tic_tac_toe", {}, "b2")
    judge = judge_for(game)
    search = MinimaxSearch(judge.evaluator, judge.rater, Switches(pruning, ordering), 5)
    expected = search.search(game, position).statistics
    trace = Trace(position, 5, judge, TraceSwitches(bool(pruning), bool(ordering))).run()
    counted = trace.monitor.statistics()
    assert (counted.nodes, counted.cutoffs) == (expected.nodes, expected.cutoffs)


def test_every_node_is_entered_once_and_valued_once():
    game, position = reached("tic_tac_toe", {}, "b2 a1")
    trace = Trace(position, 4, judge_for(game), TraceSwitches(table=True))
    events = list(trace)
    entered = [event for event in events if isinstance(event, Enter)]
    valued = [event for event in events if isinstance(event, Value)]
    assert [event.node for event in entered] == list(range(len(entered)))
    assert sorted(event.node for event in valued) == list(range(len(entered)))
    assert entered[0].parent is None
    assert (entered[0].alpha, entered[0].beta) == (-INFINITY, INFINITY)
    assert any(event.source == "table" for event in valued)
    assert all(event.alpha < event.beta for event in entered)
    assert sum(isinstance(event, Cut) for event in events) == trace.monitor.statistics().cutoffs


def test_a_stopped_trace_has_no_value():
    game, position = reached("tic_tac_toe", {}, "")
    trace = Trace(position, 9, judge_for(game), monitor=Monitor(Limit(nodes=50)))
    assert len([event for event in trace if isinstance(event, Enter)]) < 50
    assert trace.value is None


def test_counts_side_by_side():
    game, position = reached("tic_tac_toe", {}, "b2")
    counts = count_variants(game, position, 8, judge_for(game))
    assert [each.name for each in counts] == [
        "minimax",
        "alpha-beta",
        "alpha-beta, ordered",
        "alpha-beta, with table",
        "alpha-beta, ordered, with table",
    ]
    assert all(each.complete for each in counts)
    minimax, plain, _, table, _ = counts
    assert minimax.nodes > plain.nodes > table.nodes
    traced = Trace(position, 8, judge_for(game)).run().monitor.statistics()
    assert (plain.nodes, plain.evaluations) == (traced.nodes, traced.evaluations)
    assert table.table_hits > 0
    assert [each.seconds is None for each in counts] == [False, False, False, True, True]
    assert all(each.seconds > 0 for each in counts[:3])


def test_strict_cuts_keep_the_value_and_cost_what_the_report_pays():
    """The wins of the report, 10 / marks, are in the order of ours."""
    game, position = reached("tic_tac_toe", {}, "b2 a1")
    search = agent(game, "tic_tac_toe_report").choose(position)
    trace = Trace(position, 9, judge_for(game), TraceSwitches(strict=True)).run()
    usual = Trace(position, 9, judge_for(game)).run()
    assert trace.value == usual.value
    assert trace.line == tuple(search.line)
    assert trace.monitor.statistics().nodes == search.statistics.nodes
    assert search.statistics.nodes > usual.monitor.statistics().nodes
    more = count_variants(game, position, 3, judge_for(game), TraceSwitches(strict=True))[-1]
    assert (more.name, more.seconds) == ("alpha-beta, strict cuts", None)


# --- trees of numbers -------------------------------------------------------------------------

CLASSIC = "((3 12 8) (2 4 6) (14 5 2))"


def events_of(text: str, switches: TraceSwitches = TraceSwitches()) -> list:  # noqa: B008
    with interpreted():
        return list(trace_numbers(parse_number_tree(text), switches))


def test_textbook_example():
    with interpreted():
        trace = trace_numbers(parse_number_tree(CLASSIC), TraceSwitches()).run()
    assert trace.value == 3
    assert trace.line == (0, 0)
    assert trace.monitor.statistics().nodes == 11  # 13 less the two that are cut
    cut = next(event for event in events_of(CLASSIC) if isinstance(event, Cut))
    assert cut == Cut(cut.node, skipped=(1, 2), limit="alpha", value=2, bound=3)


def test_leftmost_part_of_figure_2_of_the_tic_tac_toe_report():
    """The nodes of 7 and 8: at the 8 nothing is left to cut, and the minimiser keeps 7."""
    events = events_of("(((5 7) (1 -2 8)))")
    cuts = [event for event in events if isinstance(event, Cut)]
    assert cuts == [Cut(cuts[0].node, skipped=(), limit="beta", value=8, bound=7)]
    assert events[-1] == Value(0, 7, "exact", "children")


def test_windows_are_those_of_the_root():
    updates = [event for event in events_of(CLASSIC) if isinstance(event, Update)]
    assert (updates[0].alpha, updates[0].beta) == (-INFINITY, 3)
    assert (updates[1].alpha, updates[1].beta) == (3, INFINITY)


def test_ideal_order_looks_at_the_fewest():
    counts = {each.name: each for each in count_number_variants(parse_number_tree(CLASSIC))}
    assert counts["minimax"].nodes == 13
    assert counts["minimax"].evaluations == 9
    assert counts["alpha-beta, ordered"].nodes < counts["alpha-beta"].nodes


@pytest.mark.parametrize("text", [CLASSIC, "7", "(1 (2 [3, 4]) -5)"])
def test_text_of_a_tree_comes_back(text):
    tree = parse_number_tree(text)
    assert parse_number_tree(str(tree)) == tree
    with interpreted():
        assert trace_numbers(tree, TraceSwitches()).run().value == tree.value()


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "ends too early"),
        ("(1 2", r"needs numbers or brackets, and then '\)'"),
        ("(1 2]", r"needs numbers"),
        ("()", "needs numbers"),
        ("(1 x)", "'x\\)' is neither"),
        ("(1 2.5)", "'2.5\\)' is neither"),
        ("(1) 2", "'2' after the tree"),
        (")", "is no number"),
        ("(2000000)", "is no number"),
        ("(" * 30, "deeper than 20"),
    ],
)
def test_text_that_is_no_tree(text, complaint):
    with pytest.raises(InvalidPositionError, match=complaint):
        parse_number_tree(text)


# --- analysis ---------------------------------------------------------------------------------


def alphabeta_for(game: pg.Game) -> AlphaBetaSearch:
    judge = judge_for(game, "default")
    return AlphaBetaSearch(judge.evaluator, judge.rater, megabytes=2)


def test_tic_tac_toe_is_known_to_the_end():
    game = pg.game("tic_tac_toe")
    search = alphabeta_for(game)
    last = list(analyse_moves(search, game, game.start(), Limit(seconds=30)))[-1]
    assert last.finished
    assert {report.score for report in last.moves} == {Proven(0, 0)}


def test_analysis_of_a_forced_win():
    game, position = reached("tic_tac_toe", {}, "a1 b1 a2 b2")
    last = list(analyse_moves(alphabeta_for(game), game, position, Limit(seconds=30)))[-1]
    best = last.moves[0]
    assert (game.format_move(best.move), best.score) == ("a3", Proven(1, 0, 1))
    scores = {game.format_move(r.move): str(r.score) for r in last.moves}
    assert scores["c2"] == "loss in 2" or scores["c1"] == "loss in 2"
    assert sorted(r.move for r in last.moves) == game.legal(position)


@pytest.mark.parametrize(("name", "parameters", "moves", "depth"), usual_games(PLACES[2:]))
def test_scores_are_those_of_minimax(name, parameters, moves, depth):
    game, position = reached(name, parameters, moves)
    judge = judge_for(game)
    search = MinimaxSearch(judge.evaluator, judge.rater, Switches(pruning=1), depth)
    last = list(analyse_moves(search, game, position, Limit(depth=depth)))[-1]
    best = search.search(game, position).score
    assert str(last.moves[0].score) == str(best)
    assert last.moves == best_first({r.move: r for r in last.moves})


def test_analysis_obeys_nodes_and_stops():
    game = pg.game("connect_four")
    found = list(analyse_moves(alphabeta_for(game), game, game.start(), Limit(nodes=20_000)))
    assert not found[-1].finished
    assert found[-1].statistics.nodes <= 20_000
    monitor = Monitor()
    for known in analyse_moves(alphabeta_for(game), game, game.start(), Limit(), monitor):
        if known.statistics.depth >= 4:
            monitor.stop()
    assert known.statistics.depth >= 4


def test_order_of_scores():
    scores = [
        Proven(1, 0, 1),
        Proven(1, 0, 5),
        Estimate(4, 0),
        Proven(0, 0),
        Estimate(-4, 0),
        Proven(-1, 0, 6),
        Proven(-1, 0, 2),
        None,
    ]
    assert sorted(scores, key=worth, reverse=True) == scores


def test_tree_grows_in_steps():
    game = pg.game("tic_tac_toe")
    tree = TreeAnalysis(MonteCarloSettings(megabytes=1, reuse=False), game, game.start())
    found = list(tree.grow(Limit(nodes=100), step=30))
    assert [known.statistics.nodes for known in found] == [30, 60, 90]
    assert tree.total.nodes == 100
    assert int(tree.tree_now().nodes[0]["visits"]) == 100
    assert sum(report.visits for report in found[-1].moves) == 90


def test_tree_ends_when_the_result_is_proven():
    game, position = reached("tic_tac_toe", {}, "a1 b1 a2 b2")
    tree = TreeAnalysis(MonteCarloSettings(megabytes=1), game, position)
    last = list(tree.grow(Limit(seconds=20)))[-1]
    assert last.finished
    assert game.format_move(last.moves[0].move) == "a3"
    assert last.moves[0].score == Proven(1, 0)
