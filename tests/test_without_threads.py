"""A machine without threads, as Python in a browser is: searches stop themselves, in parts."""

from __future__ import annotations

import asyncio
import json
import time

import anyio.to_thread
import pytest

import plyground as pg
from plyground.errors import NetworkFileError
from plyground.kernel import Monitor, interpreted, machine, run_search, stopping
from plyground.neural.network_file import read_network
from plyground.search.buffers import move_buffer
from plyground.search.perft import count_sequences
from plyground.vocabulary import Limit
from plyground.web.in_browser import Site
from plyground.web.parts import at_once, in_parts


@pytest.fixture(autouse=True)
def no_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "has_threads", lambda: False)
    monkeypatch.setattr("threading.Thread.start", _refuse)
    monkeypatch.setattr(anyio.to_thread, "run_sync", anyio.to_thread.run_sync)  # put back later


def _refuse(_thread: object) -> None:
    raise RuntimeError("can't start new thread")


def test_a_search_stops_itself_at_the_deadline():
    game, watch = pg.game("tic_tac_toe"), Monitor()
    begun = time.monotonic()
    with interpreted():
        arguments = (game.start(), 9, move_buffer(game, 10))
        run_search(count_sequences, watch, *arguments, limit=Limit(seconds=0.05))
    assert watch.stopped
    assert time.monotonic() - begun < 2


def test_the_earlier_of_two_deadlines_holds():
    watch = Monitor()
    with stopping(watch, 60):
        first = watch.array[-1]
        with watch.within(3600):
            assert watch.array[-1] == first
        with watch.within(1):
            assert watch.array[-1] < first
    assert not watch.array[-1]


def test_an_analysis_is_bounded():
    game = pg.game("connect_four")
    with interpreted(), pg.agent(game, "alphabeta") as agent:
        known = list(agent.analyse(game.start(), Limit(seconds=0.3)))
    assert known
    assert known[-1].statistics.seconds < 5


def test_parts_are_the_same_either_way():
    def work():
        yield 0.0
        yield 0.0
        return 7

    async def other() -> list[int]:
        return [await in_parts(work), await in_parts(lambda: 8)]

    assert asyncio.run(other()) == [7, 8] == [at_once(work), at_once(lambda: 8)]


def test_the_api_answers():
    async def ask() -> None:
        site = Site()
        await site.open()
        games = await site.answer("GET", "/api/games")
        assert games.status == 200
        assert {game["name"] for game in json.loads(games.body)["games"]} >= {"tic_tac_toe"}
        place = {"game": "tic_tac_toe", "moves": "b2"}
        wrong = await site.answer("POST", "/api/play", json.dumps({**place, "move": "b2"}))
        assert (wrong.status, wrong.kind) == (409, "application/problem+json")
        chosen = await site.answer("POST", "/api/choose", json.dumps({**place, "agent": "random"}))
        assert json.loads(chosen.body)["move"]["text"] != "b2"
        tree = await site.answer("POST", "/api/tree", json.dumps({**place, "depth": 2}))
        assert json.loads(tree.body)["complete"]
        await site.close()

    with interpreted():
        asyncio.run(ask())


def test_a_network_is_fetched_when_an_agent_plays_by_it(monkeypatch, tmp_path):
    monkeypatch.setattr(machine, "_left", {})
    content = pg.game("bamboo").knowledge.network("report", {}).read_bytes()
    file, asked = tmp_path / "app" / "report.onnx", []

    class Fetched:
        def to_bytes(self) -> memoryview:
            return memoryview(content)

    def fetch(name: str) -> Fetched:
        asked.append(name)
        if len(asked) == 1:
            raise RuntimeError("the host is away")
        return Fetched()

    Site(later=[str(file)], fetch=fetch)
    assert not asked
    with pytest.raises(NetworkFileError, match=r"cannot be fetched \(the host is away\)"):
        read_network(file)
    for _ in range(2):
        assert read_network(file).metadata.game == "bamboo"
    assert asked == [str(file)] * 2


def test_what_is_live_answers_in_parts():
    place = {"game": "tic_tac_toe", "moves": "b2 a1 c1"}

    async def ask() -> list[dict]:
        site, heard = Site(), asyncio.Queue[str]()
        await site.open()
        line = site.connect(heard.put_nowait)
        line.say(json.dumps({"type": "analyse", "id": "a", **place, "limit": {"seconds": 5}}))
        reply = {"agent": "minimax(depth=2)"}
        line.say(json.dumps({"type": "play", "id": "p", **place, "move": "a3", "reply": reply}))
        said = []
        while {"a", "p"} - {each["id"] for each in said if each["type"] == "done"}:
            said.append({"id": "", **json.loads(await asyncio.wait_for(heard.get(), 60))})
        await line.close()
        await site.close()
        return said

    with interpreted():
        said = asyncio.run(ask())
    assert said[0]["type"] == "hello"
    played, done = (each for each in said if each["id"] == "p" and each["type"] != "queued")
    assert (played["type"], done["type"]) == ("played", "done")
    assert done["choice"]["move"]["text"] == "a2"  # or O has a whole column
    analysed = next(each for each in said if each["id"] == "a" and each["type"] == "done")
    assert analysed["reason"] == "finished"
    assert analysed["analysis"]["moves"][0]["score"]["kind"] == "proven"


def test_a_long_look_at_one_move_pauses(monkeypatch):
    monkeypatch.setattr("plyground.search.analysis.SHORTEST_PART", 0.0002)
    game, watch = pg.game("tic_tac_toe"), Monitor()
    with interpreted(), pg.agent(game, "minimax(depth=4)") as agent:
        known = list(agent.analyse(game.start(), Limit(), watch))
        usual = list(agent.analyse(game.start(), Limit(depth=2), Monitor()))
    assert len(known) > 3 * 9 + 1  # a look at nine moves, three times as deep, and the end
    assert known[-1].finished
    assert len(known[-1].moves) == len(usual[-1].moves) == 9


def test_whoever_stops_it_between_two_parts_is_obeyed(monkeypatch):
    monkeypatch.setattr("plyground.search.analysis.SHORTEST_PART", 0.002)
    game, watch = pg.game("connect_four"), Monitor()
    with interpreted(), pg.agent(game, "minimax(depth=6)") as agent:
        steps = agent.analyse(game.start(), Limit(), watch)
        next(steps)
        watch.stop()
        assert len(list(steps)) <= 1
    assert watch.stopped
