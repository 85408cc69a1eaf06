"""The endpoints that rate a person and look up openings."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient

from plyground.web.app import create_app

WON = "b2 a1 c1 a3 a2 c3 c2"  # by X, with the middle row
GAME = {"game": "tic_tac_toe", "moves": WON, "person": 0, "opponent": "casual"}


@pytest.fixture(scope="module")
def http(tmp_path_factory):
    """A client of a server of its own."""
    store = tmp_path_factory.mktemp("arena") / "arena.db"
    with TestClient(create_app(store=store), base_url="http://localhost") as client:
        yield client


def rate(http, **changes):
    answer = http.post("/api/rating", json={**GAME, **changes})
    return answer.status_code, answer.json()


def test_a_win_raises_and_a_loss_lowers(http):
    _, won = rate(http)
    _, lost = rate(http, person=1)
    assert won["counted"]
    assert won["games"] == lost["games"] == 1
    assert won["change"] > 0 > lost["change"]
    assert won["margin"] == round(1.96 * won["deviation"])
    known = {name: won[name] for name in ("rating", "deviation", "games")}
    _, again = rate(http, before=known)
    assert again["games"] == 2
    assert again["rating"] > won["rating"]
    assert again["deviation"] < won["deviation"]


@pytest.mark.parametrize(
    "changes",
    [{"moves": "b2 a1"}, {"opponent": "mcts(c=2)"}, {"opponent": "casual(depth=2)"}],
    ids=["not over", "not rated", "another"],
)
def test_what_does_not_count_changes_nothing(http, changes):
    status, told = rate(http, **changes)
    assert status == 200
    assert not told["counted"]
    assert (told["games"], told["change"]) == (0, 0)


@pytest.mark.parametrize(
    ("changes", "status"),
    [
        ({"opponent": "nobody"}, 422),
        ({"opponent": "engine"}, 422),
        ({"opponent": "adaptive(level=1e9)"}, 422),
        ({"person": 2}, 422),
        ({"moves": "b2 b2"}, 409),
        ({"before": {"rating": 1e9, "deviation": 1, "games": 1}}, 422),
        ({"before": {"rating": 1, "deviation": 0, "games": 1}}, 422),
    ],
)
def test_nonsense_is_refused(http, changes, status):
    assert rate(http, **changes)[0] == status


def test_presets_tell_their_names_and_ratings(http):
    presets = http.get("/api/games/tic_tac_toe/agents").json()["presets"]
    by_name = {preset["name"]: preset for preset in presets}
    assert by_name["casual"]["title"] == "Robin"
    assert by_name["casual"]["rating"]["games"] == 320
    assert by_name["adaptive"]["rating"] is None
    small = http.get("/api/games/konane/agents", params={"parameter": "size=6"}).json()
    assert all(preset["rating"] is None for preset in small["presets"])


def test_openings_are_looked_up(http):
    found = http.post("/api/explore", json={"game": "tic_tac_toe", "moves": "b2"}).json()
    assert [row["moves"] for row in found["moves"]] == [
        ["a1", "c1", "a3", "c3"],
        ["b1", "a2", "c2", "b3"],
    ]
    assert all(len(row["agents"]) <= 3 for row in found["moves"])
    own = http.post("/api/explore", json={"game": "tic_tac_toe", "own": True}).json()
    assert own["games"] == found["games"]
    none = http.post("/api/explore", json={"game": "konane", "parameters": {"size": 6}}).json()
    assert none["games"] == 0
    assert all(row["wins"] == row["losses"] == 0 for row in none["moves"])
