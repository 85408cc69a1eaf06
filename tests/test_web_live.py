"""The live stream of the page: analyses, choices and trees while they run, the queue, the end."""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
import warnings

import pytest
from websockets.exceptions import ConnectionClosed

import plyground as pg
from example_files import SNORT
from plyground.agents import Agent
from plyground.kernel import Monitor
from plyground.vocabulary import Decision
from plyground.web.live import MOST_UNENDED, LiveSearch
from plyground.web.problems import BusyError
from plyground.web.searching import Searchers, runs_interpreted
from tiers import USUAL_GAMES, rest_slow
from waiting import PATIENCE
from web_server import problem, receive, receive_until, running_server, send, wait_for

LONG = {"seconds": 50}
SEARCH = {"game": "connect_four", "agent": "alphabeta"}  # goes on to its limit


@pytest.fixture(scope="module")
def server():
    with running_server() as running:
        yield running


@pytest.fixture
def live(server):
    with server.live() as socket:
        assert receive(socket)["type"] == "hello"
        yield socket
    wait_for(lambda: server.searchers.running == 0)


# --- live -------------------------------------------------------------------------------------


def test_analysis_streams_to_its_end(live):
    send(live, type="analyse", id="a", game="tic_tac_toe", limit={"seconds": 30}, lines=3)
    *_, done = receive_until(live, "done", "error")
    assert (done["id"], done["reason"]) == ("a", "finished")
    analysis = done["analysis"]
    assert len(analysis["moves"]) == 9
    assert len(analysis["lines"]) == 3
    assert {move["score"]["text"] for move in analysis["moves"]} == {"draw"}


def test_analysis_streams_and_stops(live):
    send(live, type="analyse", id="a", **SEARCH, moves="4", limit=LONG)
    messages = receive_until(live, "progress")
    while messages[-1]["analysis"]["statistics"]["depth"] < 4:
        messages += receive_until(live, "progress")
    send(live, type="stop", id="a")
    *_, done = receive_until(live, "done", "error")
    assert done["reason"] == "stopped"
    analysis = done["analysis"]
    assert all(move["score"]["kind"] == "estimate" for move in analysis["moves"])
    assert analysis["score"] == analysis["moves"][0]["score"]
    assert analysis["lines"] == analysis["moves"][:5]
    values = [move["score"]["value"] for move in analysis["moves"]]
    assert values == sorted(values, reverse=True)


def test_analysis_is_exact_where_a_solver_gets_through(live):
    send(live, type="analyse", id="a", game="connect_four", limit=LONG)
    *_, done = receive_until(live, "done", "error")
    assert done["reason"] == "finished"
    best, *others = done["analysis"]["moves"]
    assert (best["text"], best["score"]["text"]) == ("4", "win in 41")
    assert {move["score"]["kind"] for move in others} == {"proven"}


def test_analysis_ends_at_its_limit(live):
    send(live, type="analyse", id="a", **SEARCH, limit={"seconds": 0.3})
    *_, done = receive_until(live, "done", "error")
    assert done["reason"] == "limit"
    assert done["analysis"]["statistics"]["seconds"] > 0.2


@pytest.mark.parametrize("agent", ["mcts", "casual", "minimax(depth=3)"])
def test_other_agents_analyse(live, agent):
    send(live, type="analyse", id="a", game="tic_tac_toe", agent=agent, limit={"nodes": 3000})
    *_, done = receive_until(live, "done", "error")
    assert done["type"] == "done", done
    assert any(move["score"] for move in done["analysis"]["moves"])


@pytest.mark.parametrize(
    ("place", "best", "worst"),
    rest_slow(
        [
            ({"game": "tic_tac_toe", "moves": "b2 b1"}, "win in 5", "draw"),
            ({"game": "konane", "parameters": {"size": 4}}, "loss in 6", "loss in 6"),
            ({"game": "cachex", "parameters": {"size": 3}}, "loss in 8", "loss in 8"),
            ({"game": "connect_four", "moves": "4 4 4 4"}, "win in 37", "loss in 36"),
        ],
        lambda case: case[0]["game"] in USUAL_GAMES,
    ),
)
def test_perfect_play_scores_every_move(live, place, best, worst):
    """The values are those of docs/solved.md; Connect Four is won by the first to move, ply 41."""
    for _ in range(2):  # the second time, what was proven is known
        send(live, type="analyse", id="a", **place, agent="perfect", limit=LONG)
        *_, done = receive_until(live, "done", "error")
        assert done["reason"] == "finished", done
        moves = done["analysis"]["moves"]
        assert all(move["score"]["kind"] == "proven" for move in moves)
        assert (moves[0]["score"]["text"], moves[-1]["score"]["text"]) == (best, worst)


def test_perfect_play_that_is_not_found_in_time(live):
    place = {"game": "konane", "parameters": {"size": 6}}
    send(live, type="analyse", id="a", **place, agent="perfect", limit={"seconds": 0.05})
    *_, done = receive_until(live, "done", "error")
    assert done["reason"] == "limit"


def test_a_new_search_replaces_the_old(live):
    send(live, type="analyse", id="a", **SEARCH, limit=LONG)
    receive_until(live, "progress")
    send(live, type="analyse", id="a", **SEARCH, moves="1", limit={"seconds": 0.2})
    *_, first = receive_until(live, "done")
    *_, second = receive_until(live, "done")
    assert {first["reason"], second["reason"]} == {"replaced", "limit"}


def test_choose_live(live):
    send(live, type="choose", id="c", game="tic_tac_toe", agent="strong", moves="a1 b1 a2 b2")
    *_, done = receive_until(live, "done", "error")
    assert done["choice"]["move"]["text"] == "a3"
    assert done["reason"] == "finished"


def test_choose_tells_its_progress(live):
    limit = {"seconds": 0.6}
    send(live, type="choose", id="c", game="connect_four", agent="alphabeta", limit=limit)
    messages = receive_until(live, "done", "error")
    counted = [m["statistics"]["nodes"] for m in messages if m["type"] == "progress"]
    assert counted == sorted(counted)
    assert counted[-1] > 0


# --- a click ----------------------------------------------------------------------------------


def test_a_move_and_the_reply_are_one_message(live):
    place = {"game": "tic_tac_toe", "moves": "a1 b1 a2"}
    send(live, type="play", id="p", **place, move="b2", reply={"agent": "strong"})
    played, *_, done = receive_until(live, "done", "error")
    assert (played["type"], played["view"]["moves"]) == ("played", "a1 b1 a2 b2")
    assert done["choice"]["move"]["text"] == "a3"
    assert done["view"]["moves"] == "a1 b1 a2 b2 a3"
    assert done["view"]["outcome"]["winner"] == 0


@pytest.mark.parametrize(
    ("moves", "more"),
    [("a1 b1 a2 b2", {"path": [6], "reply": {"agent": "strong"}}), ("a1", {"move": "b1"})],
)
def test_a_move_without_a_reply(live, moves, more):
    send(live, type="play", id="p", game="tic_tac_toe", moves=moves, **more)
    messages = receive_until(live, "done", "error")
    assert [message["type"] for message in messages] == ["played", "done"]
    assert (messages[-1]["choice"], messages[-1]["view"]) == (None, None)


@pytest.mark.parametrize(
    ("more", "status"),
    [
        ({"move": "a1"}, 409),
        ({"path": [0]}, 409),
        ({}, 422),
        ({"move": "b2", "reply": {"agent": "nobody"}}, 422),
    ],
)
def test_refused_moves(live, more, status):
    send(live, type="play", id="p", game="tic_tac_toe", moves="a1", **more)
    found = receive(live)
    assert (found["type"], found["problem"]["status"]) == ("error", status)


# --- players of a game ------------------------------------------------------------------------


class Recorder(Agent):
    """Plays the first legal move and writes down what is done with it."""

    def __init__(self, game, seed, events):
        super().__init__(game, "recorder")
        self.seed, self.events = seed, events
        self.events.append("made")

    def prepare(self, position):
        self.events.append("prepare")

    def choose(self, position, limit=None, monitor=None):
        self.events.append("choose")
        return Decision(self.game.legal(position)[0])

    def new_game(self):
        self.events.append("new game")

    def close(self):
        self.events.append("close")


@pytest.fixture
def events(monkeypatch):
    """What happens to the agents that are made."""
    found = []
    make = lambda spec, game, seed=None: Recorder(game, seed, found)  # noqa: E731
    monkeypatch.setattr("plyground.web.agents.AllowedSpec.make", make)
    return found


def choose(socket, moves, **more):
    asked = {"game": "tic_tac_toe", "agent": "random", "moves": moves, **more}
    send(socket, type="choose", id="c", **asked)
    return receive_until(socket, "done", "error")[-1]


def test_a_player_lives_as_long_as_its_game(server, live, events):
    thinking = ["prepare", "choose"]
    choose(live, moves="")
    choose(live, moves="a1 b1")
    assert events == ["made", *thinking, *thinking]
    choose(live, moves="a1")  # of the other side, which has a player of its own
    assert events[5:] == ["made", *thinking]
    choose(live, moves="c3 b1")  # not the game of before
    assert events[8:] == ["new game", *thinking]
    choose(live, moves="", seed=1)  # depends on nothing but the seed
    assert events[11:] == ["made", *thinking, "close"]
    send(live, type="leave")
    wait_for(lambda: events.count("close") == 3)
    assert len(server.players) == 0


def test_players_of_a_closed_tab_are_closed(server, events):
    with server.live() as socket:
        receive(socket)
        choose(socket, moves="")
        assert len(server.players) == 1
    wait_for(lambda: events[-1] == "close")
    assert len(server.players) == 0


def test_few_players_are_kept(server, live, events):
    for number in range(6):
        choose(live, moves="", agent=f"alphabeta(depth={number + 1})")
    assert (events.count("made"), events.count("close"), len(server.players)) == (6, 2, 4)
    choose(live, moves="b2 a1", agent="alphabeta(depth=6)")  # the newest is still there
    assert events.count("made") == 6


def test_what_players_hold_is_bounded(server, events, monkeypatch):
    monkeypatch.setattr("plyground.web.players.MOST_MEGABYTES", 300)
    with server.live() as one, server.live() as other:
        for socket in (one, other):
            receive(socket)
        choose(one, moves="", agent="alphabeta(memory=200)")
        choose(one, moves="", agent="alphabeta(memory=50)")
        assert events.count("close") == 0
        choose(other, moves="", agent="alphabeta(memory=200)")
        assert events.count("close") == 1
        assert len(server.players) == 2
    wait_for(lambda: len(server.players) == 0)


def test_a_player_at_work_is_not_shared(server, live):
    wanted = {"type": "choose", "game": "connect_four", "agent": "alphabeta", "limit": LONG}
    send(live, id="first", **wanted)
    receive_until(live, "progress")
    send(live, id="second", **{**wanted, "limit": {"depth": 3}})
    *_, done = receive_until(live, "done", "error")
    assert (done["id"], len(server.players)) == ("second", 1)
    send(live, type="stop", id="first")
    *_, done = receive_until(live, "done", "error")
    assert (done["id"], len(server.players)) == ("first", 1)


def test_a_tree_grows_step_by_step(live):
    limit = {"nodes": 60}
    send(live, type="grow", id="g", game="tic_tac_toe", limit=limit, nodes=12, step=20)
    messages = receive_until(live, "done", "error")
    grown = messages[-1]["grown"]
    assert grown["simulations"] == 60
    assert len(grown["nodes"]) == 12
    assert len([each for each in grown["nodes"] if each["parent"] == 0]) == 9
    root, *others = grown["nodes"]
    assert (root["parent"], root["visits"], root["player"]) == (None, 60, 1)
    known = {0}
    for node in others:
        assert node["parent"] in known
        known.add(node["node"])
    assert all(0 <= node["value"] <= 1 for node in others if node["visits"])
    seen = [m["grown"]["simulations"] for m in messages if m["type"] == "progress"]
    assert set(seen) <= {20, 40, 60}


@pytest.mark.parametrize(
    ("message", "status"),
    [
        ({"type": "analyse", "id": "x", "game": "chess"}, 404),
        ({"type": "analyse", "id": "x", "game": "konane", "agent": "random"}, 422),
        ({"type": "grow", "id": "x", "game": "konane", "agent": "alphabeta"}, 422),
        ({"type": "choose", "id": "x", "game": "konane", "agent": "nobody"}, 422),
        (
            {"type": "analyse", "id": "x", "game": "tic_tac_toe", "moves": "a1 b1 a2 b2 a3"},
            409,
        ),
    ],
)
def test_refused_searches(live, message, status):
    send(live, **message)
    found = receive_until(live, "error", "done")[-1]
    assert (found["type"], found["id"], found["problem"]["status"]) == ("error", "x", status)


@pytest.mark.parametrize("text", ["{", "[]", '{"type": "dance", "id": "x"}', '{"type": "stop"}'])
def test_messages_that_mean_nothing(live, text):
    live.send(text)
    found = receive(live)
    assert (found["type"], found["id"]) == ("error", None)
    send(live, type="stop", id="nothing")  # ignored


def test_bytes_end_the_connection(server):
    with server.live() as socket:
        receive(socket)
        socket.send(b"x")
        with pytest.raises(ConnectionClosed):
            receive(socket)


def test_searches_of_a_closed_tab_stop(server):
    with server.live() as socket:
        receive(socket)
        send(socket, type="analyse", id="a", **SEARCH, limit=LONG)
        receive_until(socket, "progress")
        assert server.searchers.running == 1
    wait_for(lambda: server.searchers.running == 0)


def test_not_too_many_searches_on_one_connection(live):
    for number in range(5):
        send(live, type="analyse", id=f"a{number}", **SEARCH, limit=LONG)
    *_, refused = receive_until(live, "error")
    assert (refused["id"], refused["problem"]["status"]) == ("a4", 429)


def test_a_slow_reader_misses_progress_but_not_the_end(live):
    send(live, type="analyse", id="a", **SEARCH, limit={"seconds": 1})
    time.sleep(1.5)
    messages = receive_until(live, "done")
    assert len(messages) <= 20


# --- what nobody expects ----------------------------------------------------------------------


class WordlessError(Exception):
    """An error that cannot be written."""

    def __str__(self):
        raise ValueError("no words")


class Failing(Agent):
    """Raises one error wherever it can."""

    scores_moves = True

    def __init__(self, game, error, place):
        super().__init__(game, "failing")
        self.error, self.place = error, place

    def prepare(self, position):
        if self.place == "prepare":
            raise self.error

    def choose(self, position, limit=None, monitor=None):
        raise self.error

    def analyse(self, position, limit=None, monitor=None, step=None):
        raise self.error


@pytest.mark.parametrize("place", ["make", "prepare", "search"])
@pytest.mark.parametrize("type_of_request", ["choose", "analyse", "grow", "play"])
@pytest.mark.parametrize(
    ("error", "told"),
    [
        (ValueError("boom"), "ValueError: boom"),
        (RuntimeError("\ud800"), "RuntimeError: ?"),
        (SystemExit(3), "SystemExit: 3"),
        (StopIteration(), "StopIteration"),
        (asyncio.CancelledError(), "CancelledError"),
        (WordlessError(), "WordlessError"),
    ],
)
def test_a_search_that_fails_is_answered(live, monkeypatch, error, told, type_of_request, place):
    def make(spec, game, seed=None):
        if place == "make":
            raise error
        return Failing(game, error, place)

    monkeypatch.setattr("plyground.web.agents.AllowedSpec.make", make)
    wish = {"agent": "random"}
    if type_of_request == "play":
        wish = {"move": "a1", "reply": {"agent": "random"}}
    for _ in range(2):  # the connection and the id are free again
        send(live, type=type_of_request, id="x", game="tic_tac_toe", **wish)
        *_, found = receive_until(live, "done", "error")
        assert (found["type"], found["id"], found["problem"]["status"]) == ("error", "x", 500)
        assert found["problem"]["detail"].endswith(told)


@pytest.mark.parametrize("told", ["_read", "_progress"])
def test_a_request_that_cannot_be_read_or_shown_is_answered(live, monkeypatch, told):
    def fail(search):
        raise SystemExit(1)

    monkeypatch.setattr(f"plyground.web.live.LiveSearch.{told}", fail)
    send(live, type="analyse", id="x", **SEARCH, limit=LONG)
    *_, found = receive_until(live, "done", "error")
    assert (found["type"], found["problem"]["title"]) == ("error", "Failed")


# --- the queue --------------------------------------------------------------------------------


def test_queue_and_busy():
    with running_server(at_once=1, most_waiting=1) as server, server.live() as socket:
        receive(socket)
        send(socket, type="analyse", id="first", **SEARCH, limit=LONG)
        receive_until(socket, "progress")
        send(socket, type="analyse", id="second", **SEARCH, limit={"seconds": 0.2})
        assert receive_until(socket, "queued")[-1]["id"] == "second"
        wait_for(lambda: server.searchers.waiting == 1)
        wish = {"game": "connect_four", "agent": "alphabeta(depth=2)"}
        answer = server.http.post("/api/choose", json=wish)
        assert answer.headers["retry-after"]
        assert problem(answer, 429)["title"] == "Busy"
        send(socket, type="stop", id="first")
        ended = [receive_until(socket, "done")[-1] for _ in range(2)]
        assert [(m["id"], m["reason"]) for m in ended] == [
            ("first", "stopped"),
            ("second", "limit"),
        ]


def test_a_search_can_be_stopped_while_it_waits():
    with running_server(at_once=1) as server, server.live() as socket:
        receive(socket)
        send(socket, type="analyse", id="first", **SEARCH, limit=LONG)
        receive_until(socket, "progress")
        send(socket, type="analyse", id="second", **SEARCH, limit=LONG)
        receive_until(socket, "queued")
        send(socket, type="stop", id="second")
        assert receive_until(socket, "done")[-1]["id"] == "second"


# --- costly from afar -------------------------------------------------------------------------


def test_many_messages_under_one_id_are_refused_and_answered(live, monkeypatch):
    go_on = threading.Event()
    read = LiveSearch._read
    wish = {"type": "choose", "id": "a", "game": "tic_tac_toe", "agent": "random"}
    monkeypatch.setattr(LiveSearch, "_read", lambda search: (go_on.wait(PATIENCE), read(search))[1])
    count = 3000
    flood = threading.Thread(target=lambda: [send(live, **wish) for _ in range(count)])
    flood.start()  # which waits for us to read
    refused = [receive_until(live, "error")[-1] for _ in range(count - MOST_UNENDED)]
    assert {message["problem"]["status"] for message in refused} == {429}
    go_on.set()
    ended = [receive_until(live, "done")[-1]["reason"] for _ in range(MOST_UNENDED)]
    assert sorted(ended) == ["finished", *["replaced"] * (MOST_UNENDED - 1)]
    flood.join()
    send(live, **wish)
    assert receive_until(live, "done", "error")[-1]["type"] == "done"


def test_games_are_made_ready_one_at_a_time_and_only_the_last(monkeypatch):
    begun, go_on = [], threading.Event()

    def make_ready(game, _compiler):
        begun.append(game)
        go_on.wait(PATIENCE)

    monkeypatch.setattr("plyground.web.searching.make_ready", make_ready)
    searchers = Searchers()
    searchers.warm("first")
    wait_for(lambda: begun == ["first"])
    for number in range(69):
        searchers.warm(number)
    go_on.set()
    wait_for(lambda: not searchers._is_warming)
    assert begun == ["first", 68]


def test_making_machine_code_takes_a_turn(monkeypatch):
    begun, go_on = [], threading.Event()

    def prepare(game):
        begun.append(game)
        return not go_on.wait(PATIENCE)

    monkeypatch.setattr("plyground.web.searching.runs_interpreted", prepare)

    async def ask():
        searchers = Searchers(at_once=2, most_waiting=4)
        asked = [asyncio.ensure_future(searchers.interprets(n % 6, "a")) for n in range(12)]
        await asyncio.sleep(0)
        asked[0].cancel()  # its client has gone, the work goes on
        await asyncio.sleep(0)
        with pytest.raises(BusyError, match="2 searches are running and 4 are waiting"):
            await searchers.interprets(6, "a")
        go_on.set()
        assert await asyncio.gather(*asked[1:]) == [False] * 11
        return await searchers.interprets(6, "a")

    assert asyncio.run(ask()) is False
    assert sorted(begun) == list(range(7))


def test_searches_that_were_left_keep_their_turn_until_they_end():
    async def ask():
        searchers, go_on = Searchers(at_once=2), threading.Event()
        monitors = [Monitor(), Monitor()]
        wait = lambda: go_on.wait(PATIENCE)  # noqa: E731
        asked = [asyncio.ensure_future(searchers.in_turn(wait, each, "a")) for each in monitors]
        await asyncio.sleep(0)
        for each in asked:
            each.cancel()
        await asyncio.wait(asked)
        assert all(monitor.stopped for monitor in monitors)
        assert searchers.running == 2
        another = asyncio.ensure_future(searchers.in_turn(lambda: "done", Monitor(), "a"))
        await asyncio.sleep(0)
        assert searchers.waiting == 1
        go_on.set()
        assert await another == "done"

    asyncio.run(ask())


def test_a_tab_does_not_wait_for_the_searches_of_others():
    with running_server(at_once=1) as server, server.live() as one, server.live() as other:
        for socket in (one, other):
            receive(socket)
        for name in ("first", "second"):
            send(one, type="analyse", id=name, **SEARCH, limit=LONG)
        receive_until(one, "progress")
        send(other, type="choose", id="a", game="connect_four", agent="random")
        assert [message["type"] for message in receive_until(other, "done")] == ["queued", "done"]
        assert (server.searchers.running, server.searchers.waiting) == (1, 1)


def test_five_searching_tabs_do_not_hold_up_a_sixth():
    with running_server() as server, contextlib.ExitStack() as stack:
        *searching, sixth = (stack.enter_context(server.live()) for _ in range(6))
        for socket in (*searching, sixth):
            receive(socket)
        for socket in searching:
            send(socket, type="analyse", id="a", **SEARCH, limit=LONG)
        for socket in searching:
            receive_until(socket, "progress")
        send(sixth, type="choose", id="a", game="connect_four", agent="random")
        assert receive_until(sixth, "done")[-1]["reason"] == "finished"
        assert server.searchers.running == len(searching)


def test_checking_an_agent_takes_a_turn():
    with running_server(at_once=1, most_waiting=0) as server, server.live() as socket:
        receive(socket)
        wish = {"game": "connect_four", "spec": "alphabeta"}
        assert server.http.post("/api/agents/check", json=wish).json()["can_analyse"]
        send(socket, type="analyse", id="a", **SEARCH, limit=LONG)
        receive_until(socket, "progress")
        assert problem(server.http.post("/api/agents/check", json=wish), 429)["title"] == "Busy"


# --- games that cannot be compiled -------------------------------------------------------------


def test_which_games_run_interpreted(tmp_path, monkeypatch):
    # Filters would not do: where another thread compiles meanwhile, Numba puts its own back.
    monkeypatch.setattr(warnings, "warn", lambda *_told, **_how: None)
    rules = SNORT.read_text()
    slow = tmp_path / "slow.py"
    slow.write_text(rules.replace("return -1", "return eval('-1')"))  # Numba knows no eval
    assert runs_interpreted(pg.game(str(slow)))
    assert not runs_interpreted(pg.game("tic_tac_toe"))


def test_only_one_search_runs_interpreted(server, live, monkeypatch):
    async def interprets(searchers, game, client):
        return game.name == "connect_four"

    monkeypatch.setattr("plyground.web.searching.Searchers.interprets", interprets)
    for name, told in (("first", "progress"), ("second", "queued")):
        send(live, type="analyse", id=name, **SEARCH, limit=LONG)
        receive_until(live, told)
    wait_for(lambda: (server.searchers.running, server.searchers.waiting) == (1, 1))
    send(live, type="choose", id="third", game="tic_tac_toe", agent="random")  # need not wait
    *others, done = receive_until(live, "done")
    assert done["id"] == "third"
    assert {message["id"] for message in others} <= {"first", "third"}
    send(live, type="stop", id="first")
    receive_until(live, "done")
    assert receive_until(live, "progress")[-1]["id"] == "second"


# --- the end ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "wish"),
    [
        ("/api/choose", {"game": "connect_four", "agent": "alphabeta", "limit": LONG}),
        ("/api/tree", {"game": "connect_four", "depth": 20}),
    ],
)
def test_a_server_that_ends_waits_for_no_search(path, wish):
    answers = []
    with running_server() as server, server.live() as socket:
        receive(socket)
        send(socket, type="analyse", id="a", **SEARCH, limit=LONG)
        receive_until(socket, "progress")
        ask = threading.Thread(target=lambda: answers.append(server.http.post(path, json=wish)))
        ask.start()
        wait_for(lambda: server.searchers.running == 2)
        server.stop()
        ask.join()
        told = []
        with contextlib.suppress(ConnectionClosed):
            while True:
                told.append(receive(socket)["type"])
        assert "error" not in told  # the page asks the next server
    assert problem(answers[0], 503)["title"] == "The server ends"


# --- floods -----------------------------------------------------------------------------------


def test_a_flood_of_leaves_has_one_thread(server, monkeypatch):
    begun, go_on = [], threading.Event()

    def close(_owner=None):
        begun.append(threading.get_ident())
        go_on.wait(PATIENCE)

    monkeypatch.setattr(server.players, "close", close)
    with server.live() as socket, server.live() as other:
        for tab in (socket, other):
            receive(tab)
        for _ in range(50):
            send(socket, type="leave")
        wait_for(lambda: begun)
        send(other, type="play", id="p", game="tic_tac_toe", move="b2")
        assert receive_until(other, "done")[0]["type"] == "played"
        assert len(begun) == 1
        go_on.set()
        wait_for(lambda: len(begun) == 50)


def test_messages_are_not_compressed(server):
    """A read of some kilobytes would hold megabytes of messages."""
    with server.live() as socket:
        assert not socket.protocol.extensions


def test_memory_is_given_back_once_all_have_gone(monkeypatch):
    returned = []
    monkeypatch.setattr("plyground.web.live.return_memory", lambda: returned.append(1))
    with running_server() as server:
        with server.live() as first:
            receive(first)
            with server.live() as second:
                receive(second)
            wait_for(lambda: len(server.players._owners) == 1)
            assert not returned
        wait_for(lambda: returned)
