"""Tournaments of the page's API: their life on the server and their results."""

from __future__ import annotations

import csv
import io
import random
import threading
from typing import ClassVar

import pytest

import plyground as pg
from example_files import BOT as ENGINE
from example_files import SNORT
from plyground.errors import WorkerError
from plyground.game import registry
from plyground.tournaments import Conditions, Store, make_plan
from plyground.tournaments.executors import local_workplace
from plyground.vocabulary import Limit
from waiting import PATIENCE
from web_server import problem, running_server, wait_for

pytestmark = pytest.mark.usefixtures("kept_workers")

AGENTS = ["minimax(depth=9, pruning=1)", "random"]
TOURNAMENT = {
    "game": "tic_tac_toe",
    "agents": AGENTS,
    "pairs": 4,
    "opening_plies": 1,
    "limit": {"depth": 9},
    "seed": 3,
}


SMALL = {"game": "tic_tac_toe", "agents": ["random", "Max=minimax(depth=2)"], "pairs": 2}


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


# --- their life --------------------------------------------------------------------------------


def wait_for_state(server, number: int, state: str) -> dict:
    found = {}

    def reached() -> bool:
        found.update(server.http.get(f"/api/arena/{number}").json())
        return found["state"] == state

    wait_for(reached)
    return found


def test_a_tournament_survives_a_restart(tmp_path):
    store = tmp_path / "folder" / "arena.db"
    with running_server(store=store) as server:
        assert server.http.get("/api/arena").json() == {"jobs": []}
        job = server.http.post("/api/arena", json=SMALL).json()
        assert (job["planned"], job["agents"]) == (4, SMALL["agents"])
        wait_for_state(server, job["number"], "complete")
    with running_server(store=store) as server:
        (kept,) = server.http.get("/api/arena").json()["jobs"]
        assert (kept["played"], kept["state"]) == (4, "complete")
        url = f"/api/arena/{kept['number']}"
        games = server.http.get(f"{url}/games").json()["games"]
        assert len(games) == 4
        assert set(games[0]["agents"]) == {"random", "Max"}
        stands = server.http.get(f"{url}/standings").json()
        assert {each["agent"] for each in stands["standings"]} == {"random", "Max"}
        assert {each["opponent"] for each in stands["meetings"]} == {"random", "Max"}
        place = {"game": "tic_tac_toe", "moves": games[0]["moves"]}
        shown = server.http.post("/api/position", json=place).json()
        assert shown["outcome"]["winner"] == games[0]["winner"]
        tables = server.http.get(f"{url}/results").json()["tables"]
        assert all(table["rows"] and table["csv"] for table in tables)
        assert server.http.get(f"{url}/games.txt").text.count("minimax(depth=2)") >= 4


def test_a_tournament_is_stopped_and_resumed(tmp_path):
    slow = {
        "game": "connect_four",
        "agents": ["alphabeta(seconds=0.3)", "alphabeta(depth=2)"],
        "pairs": 1,
    }
    with running_server(store=tmp_path / "arena.db") as server:
        number = server.http.post("/api/arena", json=slow).json()["number"]
        wait_for(lambda: server.http.get(f"/api/arena/{number}").json()["live"], 60)
        server.http.post(f"/api/arena/{number}/stop")
        wait_for_state(server, number, "stopped")
        assert server.http.post(f"/api/arena/{number}/resume").json()["state"] == "running"
        server.http.post(f"/api/arena/{number}/stop")
        wait_for_state(server, number, "stopped")


class Row:
    """What jobs in a row should do: the first is played, until it is stopped or ends."""

    def __init__(self) -> None:
        self.row: list[int] = []
        self.ended: dict[int, str] = {}

    def resume(self, number: int) -> None:
        if number not in self.row:
            self.row.append(number)

    def stop(self, number: int) -> None:
        if number in self.row:
            self.row.remove(number)
            self.ended[number] = "stopped"

    def end(self, state: str) -> None:
        self.ended[self.row.pop(0)] = state

    def states(self) -> dict[int, str]:
        return {
            **self.ended,
            **dict.fromkeys(self.row, "waiting"),
            **dict.fromkeys(self.row[:1], "running"),
        }


class Held:
    """A tournament without games that goes on until it is stopped or somebody ends it."""

    unplayable: ClassVar[dict[int, str]] = {}
    playing: ClassVar[list[Held]] = []  # the latest of all, last

    def __init__(self, _plan, _store, workplace) -> None:
        self.stopped = self.broken = False
        self.over = threading.Event()

    def run(self) -> None:
        self.playing.append(self)
        assert self.over.wait(PATIENCE)
        if self.broken:
            raise WorkerError("broken")

    def stop(self) -> None:
        self.stopped = True
        self.over.set()

    def live(self) -> list:
        return []


@pytest.mark.parametrize("seed", range(2))
def test_tournaments_in_a_row_are_stopped_and_resumed_in_any_order(tmp_path, monkeypatch, seed):
    monkeypatch.setattr("plyground.web.arena.Tournament", Held)
    chance, row, count = random.Random(seed), Row(), 4
    with running_server(store=tmp_path / "arena.db") as server:
        url = "/api/arena"

        def as_told() -> bool:
            jobs = server.http.get(url).json()["jobs"]
            return {job["number"]: job["state"] for job in jobs} == row.states()

        for number in range(1, count + 1):
            assert server.http.post(url, json={**SMALL, "seed": number}).json()["number"] == number
            row.resume(number)
        for _ in range(40):
            what, number = chance.choice(["stop", "resume", "end"]), chance.randint(1, count)
            if chance.random() < 0.5 or what == "end":
                wait_for(as_told)
            if what != "end":
                server.http.post(f"{url}/{number}/{what}").raise_for_status()
                getattr(row, what)(number)
            elif row.row:
                wait_for(lambda: Held.playing and not Held.playing[-1].over.is_set())
                playing = Held.playing[-1]
                playing.broken = chance.random() < 0.3
                row.end("failed" if playing.broken else "stopped")
                playing.over.set()
        wait_for(as_told)


BOT = """
class Bot:
    def __init__(self, game): ...
    def choose(self, *_): ...
"""


def test_a_store_runs_neither_files_nor_programs(tmp_path):
    (tmp_path / "bot.py").write_text(BOT)
    for spec in (f"{tmp_path}/bot.py", f'engine(cmd="python {ENGINE}")'):
        with Store(tmp_path / "arena.db") as store:
            number = store.begin(make_plan("tic_tac_toe", [spec, "random"], pairs=1)).run
        with running_server(store=tmp_path / "arena.db") as server:
            answer = server.http.post(f"/api/arena/{number}/resume")
            assert "no agent" in problem(answer, 422)["detail"]


@pytest.mark.parametrize(
    ("agent", "more", "says"),
    [
        ("alphabeta(memory=2000)", {}, "memory=2000 is more than the 256"),
        ("alphabeta(threads=64)", {}, "threads=64 is more than the 4"),
        (
            "easy",
            {"conditions": Conditions(Limit(seconds=600), move_timeout=700)},
            "seconds must be 60 or less, not 600",
        ),
        ("easy", {"pairs": 10_001, "opening_plies": 0}, "pairs must be 10000 or less, not 10001"),
    ],
)
def test_a_stored_tournament_is_bound_as_a_new_one(tmp_path, agent, more, says):
    plan = make_plan("tic_tac_toe", [agent, "random"], **{"pairs": 1, **more})
    with Store(tmp_path / "arena.db") as store:
        number = store.begin(plan).run
    with running_server(store=tmp_path / "arena.db") as server:
        answer = server.http.post(f"/api/arena/{number}/resume")
        assert says in problem(answer, 422)["detail"]
        assert server.http.get(f"/api/arena/{number}").json()["state"] == "stopped"


def test_refused_tournaments(tmp_path):
    with running_server(store=tmp_path / "arena.db") as server:
        for change, status in (
            ({"game": "chess"}, 404),
            ({"agents": ["random"]}, 422),
            ({"agents": ["random", 'engine(cmd="true")']}, 422),
            ({"agents": ["random", "docs/examples/first_legal.py"]}, 422),
            ({"openings": ["z9"]}, 422),
        ):
            problem(server.http.post("/api/arena", json={**SMALL, **change}), status)
        problem(server.http.get("/api/arena/7"), 404)


def test_a_resumed_tournament_has_the_processes_of_a_new_one(tmp_path, monkeypatch):
    wished = []

    def remember(workers=None):
        wished.append(workers)
        return local_workplace(1)

    monkeypatch.setattr("plyground.web.arena.local_workplace", remember)
    monkeypatch.setattr("plyground.tournaments.Tournament.run", lambda tournament: None)
    store = tmp_path / "arena.db"
    with running_server(store=store) as server:
        url = f"/api/arena/{server.http.post('/api/arena', json=SMALL).json()['number']}"
        wait_for(lambda: server.http.get(url).json()["state"] == "stopped")
        server.http.post("/api/arena", json={**SMALL, "workers": 3})
        wait_for(lambda: server.http.get(url).json()["state"] == "stopped")
        server.http.post(f"{url}/resume")
    with running_server(store=store) as server:
        server.http.post(f"{url}/resume")
    assert wished == [None, 3, 3, None]


def test_a_game_in_a_file_plays_tournaments(tmp_path, monkeypatch):
    monkeypatch.setattr(registry, "_registered", {})
    pg.register(registry.game_class(str(SNORT)))
    store = tmp_path / "arena.db"
    wish = {"game": "snort", "agents": ["random", "mcts(iterations=2)"], "pairs": 1}
    with running_server(store=store) as server:
        job = server.http.post("/api/arena", json=wish).json()
        assert (job["game"], job["planned"]) == ("snort", 2)
        job = wait_for_state(server, job["number"], "complete")
        assert (job["game"], job["error"]) == ("snort", None)
    monkeypatch.setattr(registry, "_registered", {})
    with running_server(store=store) as server:  # started without the file
        (job,) = server.http.get("/api/arena").json()["jobs"]
        assert job["game"] == f"{SNORT}:Snort"
        said = problem(server.http.post(f"/api/arena/{job['number']}/resume"), 404)["detail"]
        assert f"plyground serve {SNORT}" in said


def test_a_game_whose_file_was_edited_plays_no_tournament_before_a_restart(tmp_path, monkeypatch):
    """The page would show the old rules, and the tournament follow the new ones."""
    monkeypatch.setattr(registry, "_registered", {})
    file = tmp_path / "snort.py"
    file.write_text(SNORT.read_text())
    pg.register(registry.game_class(str(file)))
    wish = {"game": "snort", "agents": ["random", "Luck=random"], "pairs": 1}
    with running_server(store=tmp_path / "arena.db") as server:
        job = server.http.post("/api/arena", json=wish).json()
        wait_for_state(server, job["number"], "complete")
        file.write_text(SNORT.read_text().replace("<= 1)", "<= 2)"))
        for path, asked in (("", wish), (f"/{job['number']}/resume", None)):
            answer = server.http.post(f"/api/arena{path}", json=asked)
            assert "restart the server" in problem(answer, 422)["detail"]
        assert len(server.http.get("/api/arena").json()["jobs"]) == 1
    pg.register(registry.game_class(str(file)))
    with running_server(store=tmp_path / "arena.db") as server:  # a tournament of the new rules
        again = server.http.post(f"/api/arena/{job['number']}/resume").json()
        assert again["number"] != job["number"]
        wait_for_state(server, again["number"], "complete")
