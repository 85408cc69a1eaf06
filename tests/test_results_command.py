"""`plyground results`: what is in a store is listed, shown, exported, and read again."""

from __future__ import annotations

import csv
import io
import json

import pytest

from arena_outcomes import outcomes
from command_line import output, plyground
from plyground.tournaments import Store, local_workplace, make_plan, play_tournament, read_records

pytestmark = pytest.mark.usefixtures("kept_workers")


@pytest.fixture(scope="module")
def shown(tmp_path_factory):
    folder = tmp_path_factory.mktemp("results")
    plan = make_plan("connect_four", ["random", "minimax(depth=2)"], pairs=3)
    play_tournament(plan, folder / "r.db", workplace=local_workplace(1))
    return folder


def test_list(shown):
    assert "6 of 6 games" in output("results", "list", "r.db", cwd=shown)
    (run,) = json.loads(output("results", "list", "r.db", "--json", cwd=shown))
    assert (run["run"], run["played"], run["planned"]) == (1, 6, 6)
    assert run["agents"] == ["random", "minimax(depth=2)"]


def test_show(shown):
    assert "Cross table" in output("results", "show", "r.db", cwd=shown)
    assert "| ---: |" in output("results", "show", "r.db", "1", "--markdown", cwd=shown)
    assert "By depth" in output("results", "show", "r.db", "--sweep", "depth", cwd=shown)


def test_export_of_records_can_be_read_again(shown):
    with Store(shown / "r.db") as store:
        records = store.records(1)
    assert read_records(output("results", "export", "r.db", cwd=shown)) == records
    output("results", "export", "r.db", "--no-comments", "-o", "games.txt", cwd=shown)
    bare = read_records((shown / "games.txt").read_text())
    assert outcomes(bare) == outcomes(records)
    assert "Cross table" in output("results", "read", "games.txt", cwd=shown)


def test_export_of_data(shown):
    games = json.loads(output("results", "export", "r.db", "--format", "json", cwd=shown))
    rows = list(
        csv.DictReader(
            io.StringIO(output("results", "export", "r.db", "--format", "csv", cwd=shown))
        )
    )
    assert len(games) == len(rows) == 6
    for game, row in zip(games, rows, strict=True):
        assert [move["move"] for move in game["moves"]] == row["moves"].split()
        assert game["agents"] == [row["first"], row["second"]]
        assert float(row["seconds first"]) > 0
    scored = [move["score"] for game in games for move in game["moves"] if move["score"]]
    assert {"text", "player"} <= set(scored[0])


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["list", "none.db"], "cannot open none.db"),
        (["show", "r.db", "7"], "no run 7"),
        (["show", "r.db", "--sweep", "width"], "width"),
        (["read", "none.txt"], "cannot read none.txt"),
        (["read", "r.db"], "cannot read r.db"),
        (["export", "r.db", "-o", "no/games.txt"], "cannot write no/games.txt"),
    ],
)
def test_mistakes_end_in_one_line(arguments, said, shown):
    done = plyground("results", *arguments, cwd=shown)
    assert done.returncode == 2
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
