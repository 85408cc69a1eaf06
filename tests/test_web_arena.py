"""What the page's API says about the results of tournaments, and about the laboratory."""

from __future__ import annotations

import csv
import io

import pytest

from web_server import running_server, wait_for

AGENTS = ["minimax(depth=9, pruning=1)", "random"]
TOURNAMENT = {
    "game": "tic_tac_toe",
    "agents": AGENTS,
    "pairs": 4,
    "opening_plies": 1,
    "limit": {"depth": 9},
    "seed": 3,
}


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A client and the number of a tournament that was played to its end."""
    with running_server(store=tmp_path_factory.mktemp("arena") / "arena.db") as server:
        number = server.http.post("/api/arena", json=TOURNAMENT).json()["number"]
        url = f"/api/arena/{number}"
        wait_for(lambda: server.http.get(url).json()["state"] == "complete", 120)
        yield server.http, url


def test_standings_are_numbers_with_intervals(played):
    http, url = played
    found = http.get(f"{url}/standings").json()
    assert found["played"] == 8
    best, worst = found["standings"]
    assert [best["agent"], worst["agent"]] == AGENTS
    assert best["tally"]["games"] == worst["tally"]["games"] == 8
    assert best["tally"]["losses"] == worst["tally"]["wins"] == 0
    for each in (best["rating"], worst["rating"], best["tally"]["score"]):
        assert each["low"] <= each["value"] <= each["high"]
    assert best["rating"]["value"] > worst["rating"]["value"]
    assert best["milliseconds_per_move"] > 0
    assert best["forfeits"] == 0


def test_the_cross_table_has_both_sides_of_a_meeting(played):
    http, url = played
    found = http.get(f"{url}/standings").json()
    met = {(each["agent"], each["opponent"]): each["tally"] for each in found["meetings"]}
    assert set(met) == {(AGENTS[0], AGENTS[1]), (AGENTS[1], AGENTS[0])}
    one, two = met[AGENTS[0], AGENTS[1]], met[AGENTS[1], AGENTS[0]]
    assert (one["wins"], one["draws"], one["losses"]) == (two["losses"], two["draws"], two["wins"])
    assert one["significant"] is (one["p"] < 0.05)
    assert found["first_player"]["games"] == 8


def test_games_as_csv_can_be_replayed(played):
    http, url = played
    answer = http.get(f"{url}/games.csv")
    assert answer.headers["content-type"].startswith("text/csv")
    assert "attachment" in answer.headers["content-disposition"]
    rows = list(csv.DictReader(io.StringIO(answer.text)))
    assert len(rows) == 8
    assert {row["first"] for row in rows} == set(AGENTS)
    for row in rows:
        moves = f"{row['opening']} {row['moves']}"
        view = http.post("/api/position", json={"game": "tic_tac_toe", "moves": moves}).json()
        winner = view["outcome"]["winner"]
        assert row["winner"] == ("" if winner is None else (row["first"], row["second"])[winner])
        assert row["forfeit"] == "0"


@pytest.mark.parametrize("what", ["standings", "games.csv"])
def test_a_tournament_that_does_not_exist(played, what):
    http, _ = played
    answer = http.get(f"/api/arena/99/{what}")
    assert answer.status_code == 404
    assert "99" in answer.json()["detail"]


def test_standings_before_the_first_game(tmp_path):
    slow = {**TOURNAMENT, "game": "connect_four", "agents": ["best", "strong"], "limit": {}}
    with running_server(store=tmp_path / "arena.db") as server:
        number = server.http.post("/api/arena", json=slow).json()["number"]
        found = server.http.get(f"/api/arena/{number}/standings").json()
        server.http.post(f"/api/arena/{number}/stop")
    assert found["standings"] == found["meetings"] == []


def test_the_laboratory_has_no_experiments_yet(played):
    http, _ = played
    assert http.get("/api/lab").json() == {"experiments": []}
