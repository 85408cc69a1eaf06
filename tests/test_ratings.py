"""Ratings: measured in the arena, kept with the game, and about the agents that there are."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

import plyground as pg
from command_line import plyground
from example_files import SNORT
from plyground.agents.presets import presets_of
from plyground.agents.rating_table import ANCHOR, RATINGS
from plyground.errors import FileError, NonconformingError
from plyground.game.registry import built_in_names
from plyground.tournaments import rating
from plyground.tournaments.rating import Rating, as_played, changes_since, field_of, rate_agents

STRENGTHS = ("beginner", "casual", "strong", "best")


@pytest.fixture(params=built_in_names())
def rated(request):
    """A game and its table."""
    game = pg.game(request.param)
    return game, RATINGS.on_board(game)


def test_everybody_is_rated_as_they_are(rated):
    game, table = rated
    now = {
        name: spec
        for named in field_of(game, table.seconds).values()
        for name, spec in named.items()
    }
    assert {name: spec for each in table.agents for name, spec in each.names.items()} == now
    assert set(presets_of(game)) - {"adaptive"} <= set(now)


def test_strengths_go_up_and_nobody_is_above_the_best(rated):
    _, table = rated
    ratings = [table.of(name).rating for name in STRENGTHS]
    assert ratings == sorted(set(ratings))
    assert table.of("random").rating == ANCHOR
    assert ratings[0] > ANCHOR
    assert max(each.low for each in table.agents) <= table.of("best").high


def test_the_documents_show_the_table(rated):
    _, table = rated
    shown = (Path(__file__).parents[1] / "docs" / "opponents.md").read_text(encoding="utf-8")
    for each in table.agents:
        assert f"| {each.rating} ± {each.margin} | `{each.spec}` | " in shown


def test_a_table_is_about_one_board():
    assert RATINGS.on_board(pg.game("konane", size=6)) is None
    assert RATINGS.on_board(pg.game("konane")).parameters["size"] == 8
    assert RATINGS.on_board(pg.game(str(SNORT))) is None


@pytest.mark.parametrize(
    ("spec", "played"),
    [
        ("alphabeta", "alphabeta(seconds=0.1)"),
        ("alphabeta(seconds=2)", "alphabeta(seconds=0.1)"),
        ("alphabeta(seconds=0.05)", "alphabeta(seconds=0.05)"),
        ("alphabeta(depth=3)", "alphabeta(depth=3)"),
        ("mcts(iterations=30)", "mcts(iterations=30)"),
        ("minimax(depth=2)", "minimax"),
        ("beginner", "humanlike(depth=1, temperature=20)"),
        ("best", "perfect"),
    ],
)
def test_equal_players_have_equal_texts(spec, played):
    assert as_played(pg.game("connect_four"), spec, 0.1) == played


def test_without_a_limit_everybody_has_their_own_time():
    assert as_played(pg.game("connect_four"), "champion", None) == "alphazero(seconds=2)"
    assert as_played(pg.game("connect_four"), "alphazero", None) == "alphazero"


def test_what_changed_since_is_told():
    game = pg.game("tic_tac_toe")
    table = replace(RATINGS.on_board(game), python="2.7")  # whose fingerprints nobody can compare
    assert changes_since(game, table) == []
    best = table.of("best")
    other = replace(best, names={"best": "alphabeta(seconds=9)", "gone": "minimax(depth=1)"})
    changed = replace(table, agents=tuple(other if each is best else each for each in table.agents))
    assert changes_since(game, changed) == [
        "perfect was not rated",
        "best was rated as alphabeta(seconds=9) and is perfect now",
        "gone was rated and is gone",
    ]


def test_changed_code_is_told():
    game = pg.game("tic_tac_toe")
    table = RATINGS.on_board(game)
    here = f"{rating.sys.version_info.major}.{rating.sys.version_info.minor}"
    first = replace(table.agents[0], code="0" * 16)
    told = changes_since(game, replace(table, python=here, agents=(first,)))
    assert f"the code of {first.spec} has changed" in told


def test_agents_are_measured(monkeypatch, tmp_path):
    """Three of them, in two parts: everybody with everybody, and then neighbours."""
    specs = {"random": "random", "minimax": "minimax", "report": "minimax(depth=9, pruning=1)"}
    monkeypatch.setattr(rating, "field_of", lambda *_: {s: {n: s} for n, s in specs.items()})
    plans = []

    def hold(tournament):
        plans.append(tournament.plan)
        tournament.run()

    how = Rating(seconds=0.05, pairs=2, more=1, workers=1)
    table = rate_agents("tic_tac_toe", pg.game("tic_tac_toe"), how, hold)
    assert [len(plan.pairings) for plan in plans] == [3, 3]
    assert table.of("random").rating == ANCHOR == min(each.rating for each in table.agents)
    assert table.of("random").games == 2 * 2 * 2 + 2 * 2
    others = {table.of(name).games for name in ("minimax", "report")}
    assert others < {11, 12}, "those never draw by chance, so a game that they repeat is left out"
    assert all(len(opening) == 2 for plan in plans for opening in plan.openings)
    file = tmp_path / "ratings.json"
    table.write(file)
    assert RATINGS.read(file) == table
    assert str(table.of("random")) == "500, from which all others are measured"
    strongest = max(table.agents, key=lambda each: each.rating)
    assert str(strongest).startswith(f"about {strongest.rating} ± ")
    assert str(strongest).endswith(f", measured in {strongest.games} games")


def test_who_stops_at_once_gets_no_table():
    how = Rating(pairs=1, more=0, workers=1)
    stopped = rate_agents("tic_tac_toe", pg.game("tic_tac_toe"), how, lambda _: None)
    assert stopped is None


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"agents": [{}]}', '{"agents": [], "game": "konane", "more": 1}']
)
def test_files_that_are_none_are_refused(tmp_path, text):
    file = tmp_path / "ratings.json"
    file.write_text(text)
    with pytest.raises(FileError, match="no file of ratings"):
        RATINGS.read(file)
    with pytest.raises(FileError, match="cannot read"):
        RATINGS.read(tmp_path / "none.json")


def test_a_declared_file_must_be_there(tmp_path):
    path = tmp_path / "declaring.py"
    declared = 'class Snort(pg.Game):\n    knowledge = pg.Knowledge(ratings="none.json")\n'
    path.write_text(SNORT.read_text().replace("class Snort(pg.Game):\n", declared))
    with pytest.raises(NonconformingError, match=r"none\.json, which snort declares"):
        RATINGS.on_board(pg.game(str(path)))


def test_agents_show_their_ratings():
    shown = plyground("agents", "connect_four").stdout
    assert "about 1534 ± 70, measured in 164 games" in shown
    assert "Robin: looks three discs ahead" in shown
    assert "random play is 500; they mean nothing outside this table" in shown
    data = json.loads(plyground("agents", "connect_four", "--json").stdout)
    assert data["ratings"]["agents"][0]["names"]["best"] == "perfect"


def test_the_check_says_whether_the_table_is_still_true():
    checked = plyground("ratings", "othello", "--check")
    assert checked.returncode in (0, 1)  # code may have changed, presets may not
    assert "was rated as" not in checked.stdout
    data = json.loads(plyground("ratings", "othello", "--check", "--json").stdout)
    assert "\n".join(data["changes"]) in checked.stdout
    for other in ([str(SNORT)], ["othello", "-p", "size=6"]):
        refused = plyground("ratings", *other, "--check")
        assert refused.returncode == 2
        assert "has no table of ratings" in refused.stderr
