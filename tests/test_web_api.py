"""The API of the page over HTTP: every endpoint, and every refusal."""

from __future__ import annotations

import asyncio
import json
import logging
import socket

import httpx
import pytest
from websockets.exceptions import InvalidStatus

import plyground as pg
from plyground.agents.presets import presets_of
from plyground.game.registry import built_in_names, game_names
from plyground.web.agents import read_spec
from plyground.web.app import SCREENS, STATIC, create_app
from plyground.web.scores import score_text
from plyground.web.security import MOST_AT_ONCE, RESERVED, Turnstile
from plyground.web.server import KEPT_SECONDS, QuickServer
from waiting import PATIENCE
from web_server import problem, receive, running_server, send, wait_for

OPENING = "f1 e1"  # of Konane on six by six
LONG = {"seconds": 50}
BRIEF = httpx.Timeout(PATIENCE, read=0.5)


@pytest.fixture(scope="module")
def server():
    with running_server() as running:
        yield running


@pytest.fixture
def http(server):
    return server.http


def position(http: httpx.Client, **place: object) -> dict:
    answer = http.post("/api/position", json=place)
    assert answer.status_code == 200, answer.text
    return answer.json()


# --- games and positions ----------------------------------------------------------------------


def test_games(http):
    games = {game["name"]: game for game in http.get("/api/games").json()["games"]}
    assert list(games) == game_names()
    shapes = {"connect_four": "drop", "konane": "grid", "bamboo": "hexagon", "cachex": "rhombus"}
    assert {name: games[name]["shape"] for name in shapes} == shapes
    size = next(p for p in games["konane"]["parameters"] if p["name"] == "size")
    assert (size["default"], size["choices"]) == (8, [])


def test_a_game_with_its_board(http, any_game):
    query = [("parameter", f"{name}={value}") for name, value in any_game.parameter_values.items()]
    found = http.get(f"/api/games/{any_game.name}", params=query).json()
    board = found["board"]
    assert found["values"] == any_game.parameter_values
    assert [cell["cell"] for cell in board["cells"]] == list(range(any_game.shape.cell_count))
    assert sorted(cell for row in board["rows"] for cell in row) == [
        cell["cell"] for cell in board["cells"]
    ]
    for cell in board["cells"]:
        assert 0 < cell["x"] < board["width"]
        assert 0 < cell["y"] < board["height"]
        assert len(cell["outline"]) in (4, 6)


def test_every_legal_move_can_be_made_by_its_path(http, any_game):
    """A short game by clicks; a move without a path is played by its text."""
    place = {"game": any_game.name, "parameters": any_game.parameter_values, "moves": ""}
    shown = position(http, **place)
    for ply in range(8):
        if not shown["legal"]:
            break
        paths = [tuple(move["path"]) for move in shown["legal"] if move["path"]]
        assert len(set(paths)) == len(paths)
        chosen = shown["legal"][ply * 5 % len(shown["legal"])]
        wish = {"path": chosen["path"]} if chosen["path"] else {"move": chosen["text"]}
        answer = http.post("/api/play", json={**place, **wish})
        assert answer.status_code == 200, answer.text
        shown = answer.json()
        assert shown["plies"][-1]["move"] == chosen["move"]
        assert shown["last"] == chosen["cells"]
        place["moves"] = shown["moves"]
        again = position(
            http,
            game=any_game.name,
            parameters=any_game.parameter_values,
            position=shown["position"],
        )
        assert again["cells"] == shown["cells"]


def test_position_of_connect_four(http):
    shown = position(http, game="connect_four", moves="4 4 3")
    assert shown["position"] == "......./......./......./......./...O.../..XX... O"
    assert (shown["player"], shown["last"], shown["outcome"]) == (1, [2], None)
    assert [move["path"] for move in shown["legal"]] == [[0], [1], [9], [17], [4], [5], [6]]
    assert [ply["text"] for ply in shown["plies"]] == ["4", "4", "3"]


def test_konane_moves_go_from_cell_to_cell(http):
    shown = position(http, game="konane", parameters={"size": 6}, moves=OPENING)
    jump = shown["legal"][0]
    names = [pg.game("konane", size=6).shape.name(cell) for cell in jump["path"]]
    assert jump["text"] == "-".join(names)
    after = http.post(
        "/api/play",
        json={
            "game": "konane",
            "parameters": {"size": 6},
            "moves": OPENING,
            "path": jump["path"],
        },
    ).json()
    assert len(after["captured"]) == 1


def test_steal_has_no_cell(http):
    shown = position(http, game="cachex", parameters={"size": 4}, moves="b1")
    (steal,) = [move for move in shown["legal"] if not move["path"]]
    assert steal["text"] == "steal"


def test_a_finished_game_says_how_it_ended(http):
    shown = position(http, game="tic_tac_toe", moves="a1 b1 a2 b2 a3")
    assert shown["outcome"] == {
        "winner": 0,
        "reason": "three in a line",
        "text": "X won: three in a line",
    }
    assert shown["line"] == [0, 3, 6]
    assert (shown["legal"], shown["status"]) == ([], "X won: three in a line")


def test_links_of_bamboo(http):
    shown = position(http, game="bamboo", parameters={"radius": 2}, moves="a1 e1 c3 e3 a2")
    assert shown["links"] == [[0, 1]]


@pytest.mark.parametrize(
    ("place", "move", "reason"),
    [
        ({"game": "tic_tac_toe", "moves": "a1"}, {"path": [0]}, "the cell is taken"),
        ({"game": "tic_tac_toe", "moves": "a1"}, {"move": "a1"}, "the cell is taken"),
        ({"game": "tic_tac_toe", "moves": "a1"}, {"move": 0}, "the cell is taken"),
        ({"game": "connect_four", "moves": "444444"}, {"path": [3]}, "full"),
        ({"game": "cachex", "parameters": {"size": 3}}, {"path": [4]}, "centre"),
        ({"game": "konane"}, {"path": [0]}, "no stone on a1"),
        ({"game": "konane", "parameters": {"size": 6}}, {"path": [1, 2]}, "no move"),
    ],
)
def test_why_a_move_is_illegal(http, place, move, reason):
    answer = http.post("/api/play", json={**place, **move})
    if reason == "no move":
        problem(answer, 422)
        return
    found = problem(answer, 409)
    assert reason in found["reason"]
    assert found["type"] == "urn:plyground:illegal-move"


def test_a_click_that_only_begins_a_move(http):
    place = {"game": "konane", "parameters": {"size": 6}, "moves": OPENING}
    begun = position(http, **place)["legal"][0]["path"][0]
    found = problem(http.post("/api/play", json={**place, "path": [begun]}), 409)
    assert found["type"] == "urn:plyground:incomplete-move"


def test_no_move_after_the_end(http):
    place = {"game": "tic_tac_toe", "moves": "a1 b1 a2 b2 a3"}
    for wish in ({"move": "c3"}, {"path": [8]}):
        found = problem(http.post("/api/play", json={**place, **wish}), 409)
        assert found["detail"] == "the game is over: X won: three in a line, in X../XO./XO. O"


@pytest.mark.parametrize(
    ("body", "status", "word"),
    [
        ({"game": "chess"}, 404, "no game 'chess'"),
        ({"game": "docs/examples/snort.py"}, 422, "game"),
        ({"game": "othello", "parameters": {"size": 7}}, 422, "size"),
        ({"game": "konane", "parameters": {"colour": 7}}, 422, "no parameter 'colour'"),
        ({"game": "konane", "position": "x"}, 422, "rows"),
        ({"game": "tic_tac_toe", "moves": "z9"}, 422, "z9"),
        ({"game": "tic_tac_toe", "moves": "a1 a1"}, 409, "taken"),
        ({"game": "tic_tac_toe", "board": "x"}, 422, "board"),
        ({}, 422, "game"),
    ],
)
def test_refused_positions(http, body, status, word):
    assert word in problem(http.post("/api/position", json=body), status)["detail"]


@pytest.mark.parametrize("body", [{}, {"move": "a1", "path": [0]}, {"path": [99]}])
def test_refused_moves(http, body):
    problem(http.post("/api/play", json={"game": "tic_tac_toe", **body}), 422)


def test_picture(http):
    query = {
        "game": "konane",
        "parameter": "size=6",
        "moves": OPENING,
        "theme": "dark",
        "width": 99,
    }
    answer = http.get("/api/svg", params=query)
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert 'width="99"' in answer.text
    problem(http.get("/api/svg", params={**query, "theme": "blue"}), 422)
    problem(http.get("/api/svg", params={**query, "game": "chess"}), 404)
    twice = [("parameter", "size=4"), ("parameter", "size=6")]
    assert "twice" in problem(http.get("/api/games/konane", params=twice), 422)["detail"]


# --- agents -----------------------------------------------------------------------------------


def test_a_game_that_is_looked_at_is_made_ready(server, http):
    server.searchers.noted.clear()
    size = {"size": 6}
    http.get("/api/games/konane", params={"parameter": "size=6"})
    http.get("/api/svg", params={"game": "konane", "parameter": "size=6"})
    assert pg.game("konane", **size) not in server.searchers.noted  # any page may ask for that
    http.post("/api/position", json={"game": "konane", "parameters": size})
    assert pg.game("konane", **size) in server.searchers.noted


@pytest.mark.parametrize("name", built_in_names())
def test_agents(http, name):
    found = http.get(f"/api/games/{name}/agents").json()
    names = [preset["name"] for preset in found["presets"]]
    assert names[:4] == ["beginner", "casual", "strong", "best"]
    assert all(preset["says"] for preset in found["presets"])
    assert {preset["group"] for preset in found["presets"][:4]} == {"people"}
    assert {"alphabeta", "mcts", "random"} <= {kind["name"] for kind in found["kinds"]}
    for preset in found["presets"]:
        wish = {"game": name, "spec": preset["name"]}
        checked = http.post("/api/agents/check", json=wish).json()
        assert checked["says"] == preset["says"]


@pytest.mark.parametrize(
    ("spec", "can_analyse"),
    [("alphabeta(depth=3)", True), ("mcts", True), ("random", False), ("casual", True)],
)
def test_specs(http, spec, can_analyse):
    answer = http.post("/api/agents/check", json={"game": "bamboo", "spec": spec})
    assert answer.json()["can_analyse"] is can_analyse


@pytest.mark.parametrize(
    ("spec", "word"),
    [
        ("alphabeta(", "alphabeta("),
        ("nobody", "no agent 'nobody'"),
        ('engine(cmd="true")', "no agent 'engine'"),
        ("alphabeta(colour=3)", "no parameter 'colour'"),
        ("alphabeta(memory=5000)", "more than the 256"),
        ("alphabeta(threads=50)", "more than the 4"),
        ('mcts(memory="2000")', "memory=2000 must be a number"),
        ('alphabeta(memory="nan")', "memory=nan must be a number"),
        ("mcts(memory=much)", "memory=much must be a number"),
        ("mcts(memory=megabytes(count=2000))", "must be a number"),
        ('alphabeta(threads="4")', "threads=4 must be a number"),
        ('perfect(memory="64")', "memory=64 must be a number"),
        ('alphabeta(nodes="1")', "nodes=1 must be a number"),
        ("strong(memory=300)", "more than the 256"),
        ('best(memory="300")', "memory=300 must be a number"),
        (f"alphabeta(aspiration={10**12})", "more than the 1000000000"),
        (f"alphabeta(evaluate=groups(bonus={-(10**12)}))", "more than the 1000000000"),
        ('policy(file="/etc/passwd")', "no files are opened"),
        ('alphabeta(evaluate=groups(file="/etc/passwd"))', "no files are opened"),
        ("docs/examples/first_legal.py", "no agent 'docs/examples/first_legal.py'"),
    ],
)
def test_refused_specs(http, spec, word):
    wish = {"game": "bamboo", "spec": spec}
    assert word in problem(http.post("/api/agents/check", json=wish), 422)["detail"]


def test_values_are_checked_wherever_a_spec_is_read(server, http):
    spec, place = 'mcts(memory="2000")', {"game": "tic_tac_toe"}
    tournament = {**place, "agents": [spec, "random"], "pairs": 1}
    for path, wish in (("/api/choose", {**place, "agent": spec}), ("/api/arena", tournament)):
        assert "memory=2000 must be a number" in problem(http.post(path, json=wish), 422)["detail"]
    judge = f"lines(ones={10**12})"
    for name in ("evaluate", "order"):
        refused = http.post("/api/tree", json={**place, name: judge})
        assert "more than the 1000000000" in problem(refused, 422)["detail"]
    with server.live() as socket:
        receive(socket)
        for kind in ("analyse", "choose", "grow"):
            send(socket, type=kind, id="a", agent=spec, **place)
            assert "memory=2000 must be" in receive(socket)["problem"]["detail"]


def test_presets_pass_their_own_check(any_game):
    for name in presets_of(any_game):
        read_spec(any_game, name)


def test_choose(http):
    wish = {"game": "tic_tac_toe", "moves": "a1 b1 a2 b2", "agent": "strong"}
    found = http.post("/api/choose", json=wish).json()
    assert found["move"] == {"move": 6, "text": "a3", "path": [6], "cells": [6]}
    assert found["score"]["kind"] == "proven"
    assert (found["score"]["text"], found["score"]["advantage"]) == ("win in 1", 1.0)
    assert found["line"] == {"moves": [6], "text": "a3"}
    assert found["statistics"]["nodes"] > 0


def test_equal_seeds_choose_equally(http):
    wish = {"game": "konane", "agent": "random", "seed": 4}
    moves = [http.post("/api/choose", json=wish).json()["move"] for _ in range(2)]
    assert moves[0] == moves[1]
    assert http.post("/api/choose", json=wish).json()["score"] is None


def test_choose_refuses(http):
    over = {"game": "tic_tac_toe", "moves": "a1 b1 a2 b2 a3", "agent": "random"}
    problem(http.post("/api/choose", json=over), 409)
    long = {"game": "tic_tac_toe", "agent": "best", "limit": {"seconds": 100}}
    problem(http.post("/api/choose", json=long), 422)
    problem(http.post("/api/choose", json={**long, "limit": {"seconds": "1"}}), 422)
    problem(http.post("/api/choose", json={"game": "konane", "agent": "nobody"}), 422)


def test_choosing_ends_when_the_client_goes_away(server):
    wish = {"game": "connect_four", "agent": "alphabeta", "limit": LONG}
    server.http.post("/api/choose", json={**wish, "limit": {"depth": 2}})
    with pytest.raises(httpx.ReadTimeout):
        httpx.post(f"{server.url}/api/choose", json=wish, timeout=BRIEF)
    wait_for(lambda: server.http.get("/api/status").json()["running"] == 0)


# --- the search tree --------------------------------------------------------------------------


def test_tree_of_numbers(http):
    tree = "((3 12 8) (2 4 6) (14 5 2))"
    found = http.post("/api/tree/numbers", json={"tree": tree}).json()
    assert (found["value"], found["line"]) == (3, ["1", "1"])
    cut = next(event for event in found["events"] if event["kind"] == "cut")
    assert (cut["limit"], cut["value"], cut["bound"]) == ("alpha", 2, 3)
    assert (found["nodes"], found["recorded"], found["complete"]) == (11, 11, True)
    assert found["events"][0]["position"] == tree
    assert found["events"][0]["alpha"] is None
    assert [count["nodes"] for count in found["counts"]] == [13, 11, 9]
    problem(http.post("/api/tree/numbers", json={"tree": "((1"}), 422)


def test_tree_of_a_position(http):
    wish = {"game": "tic_tac_toe", "moves": "a1 b1 a2 b2", "depth": 3, "table": True}
    found = http.post("/api/tree", json=wish).json()
    assert found["score"] == {"kind": "proven", "value": 1, "distance": 1, "sure": False}
    assert found["line"] == ["a3"]
    entered = [event for event in found["events"] if event["kind"] == "enter"]
    assert [event["node"] for event in entered] == list(range(found["nodes"]))
    assert len(found["counts"]) == 5
    assert all(count["complete"] for count in found["counts"])


def test_values_of_a_tree_say_when_an_evaluator_is_sure(http):
    wish = {"game": "connect_four", "moves": "4 1 4 1", "depth": 2}
    found = http.post("/api/tree", json=wish).json()
    scores = [event["score"] for event in found["events"] if "score" in event]
    assert any(score["sure"] for score in scores)
    assert all(score["sure"] == (abs(score["value"]) >= 100_000) for score in scores)


@pytest.mark.parametrize(
    ("score", "text"),
    [
        (pg.Estimate(0, 0), "even"),
        (pg.Estimate(-12, 1), "-12"),
        (pg.Estimate(100_000, 0), "won"),
        (pg.Estimate(-100_000, 0), "lost"),
        (pg.Proven(1, 0, 5), "win in 5"),
        (pg.Proven(0, 0, 3), "draw"),
    ],
)
def test_scores_in_words(score, text):
    assert score_text(score) == text


def test_recording_is_bounded_and_keeps_the_top_plies(http):
    wish = {"game": "tic_tac_toe", "depth": 4, "record": 40, "counts": False}
    found = http.post("/api/tree", json=wish).json()
    assert (found["complete"], found["counts"]) == (True, [])
    entered = {each["node"]: each for each in found["events"] if each["kind"] == "enter"}
    assert len(entered) == found["recorded"] <= 40
    assert set(range(20)) < entered.keys()  # the first ones, whole
    assert len([each for each in entered.values() if each["ply"] == 1]) == 9
    assert found["recorded"] + sum(each["hidden"] for each in entered.values()) == found["nodes"]
    assert {each["node"] for each in found["events"]} == entered.keys()


def test_a_tree_draws_boards_and_merges_mirror_images(http):
    wish = {"game": "tic_tac_toe", "depth": 2, "boards": True, "merged": True}
    found = http.post("/api/tree", json=wish).json()
    first = [each for each in found["events"] if each["kind"] == "enter" and each["ply"] == 1]
    assert [(each["move"], each["twins"]) for each in first] == [
        ("a1", ["c1", "a3", "c3"]),
        ("b1", ["a2", "c2", "b3"]),
        ("b2", []),
    ]
    assert first[0]["cells"] == [1, 0, 0, 0, 0, 0, 0, 0, 0]
    assert [each["nodes"] for each in found["counts"] if each["merged"]] == [found["nodes"]]
    whole = http.post("/api/tree", json={**wish, "merged": False, "boards": False}).json()
    assert whole["nodes"] > found["nodes"]
    assert whole["events"][0]["cells"] is None


def test_tree_refuses(http):
    over = {"game": "tic_tac_toe", "moves": "a1 b1 a2 b2 a3"}
    problem(http.post("/api/tree", json=over), 409)
    problem(http.post("/api/tree", json={"game": "tic_tac_toe", "evaluate": "mood"}), 422)
    problem(http.post("/api/tree", json={"game": "tic_tac_toe", "depth": 21}), 422)


# --- safety -----------------------------------------------------------------------------------


def test_headers_of_the_page(http):
    answer = http.get("/")
    assert answer.status_code == 200
    assert answer.headers["content-security-policy"].startswith("default-src 'self';")
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["cache-control"] == "no-cache"
    again = http.get("/", headers={"If-None-Match": answer.headers["etag"]})
    assert again.status_code == 304


def test_only_the_embedded_board_may_be_framed(http):
    for path in ("/", "/index.html", "/js/embed.js", "/api/games", "/embedded", "/api/embed"):
        headers = http.get(path).headers
        assert headers["x-frame-options"] == "DENY", path
        assert "frame-ancestors 'none'" in headers["content-security-policy"], path
        assert headers["cross-origin-resource-policy"] == "same-origin", path
    headers = http.get("/embed/").headers
    assert "x-frame-options" not in headers
    assert headers["content-security-policy"].startswith("default-src 'self'; base-uri 'none';")
    assert "frame-ancestors" not in headers["content-security-policy"]


def test_a_whole_line_makes_nothing_ready(server, http):
    before = len(server.searchers.noted)
    query = {"game": "konane", "parameter": "size=6", "moves": "d3 d2 b3-d3"}
    found = http.get("/api/line", params=query).json()
    assert found["game"]["full_name"] == "konane(size=6)"
    assert [frame["move"] for frame in found["frames"]] == ["", "d3", "d2", "b3-d3"]
    place = {"game": "konane", "parameters": {"size": 6}, "moves": "d3 d2 b3-d3"}
    assert len(server.searchers.noted) == before
    whole = http.post("/api/position", json=place).json()
    last = found["frames"][-1]
    assert {name: whole[name] for name in last if name != "move"} == {
        name: value for name, value in last.items() if name != "move"
    }
    problem(http.get("/api/line", params={**query, "moves": "d3 d3"}), 409)
    problem(http.get("/api/line", params={"game": "chess"}), 404)


def test_answers_are_compressed(http):
    answer = http.get("/api/games/cachex")
    assert answer.headers["content-encoding"] == "gzip"


@pytest.mark.parametrize("path", ["/docs", "/redoc", "/api/nothing", "/../pyproject.toml"])
def test_what_is_not_there(http, path):
    problem(http.get(path), 404)


def test_screens_may_be_typed_without_their_sign(http):
    router = (STATIC / "js" / "router.js").read_text()
    assert f"SCREENS = {json.dumps(SCREENS)};" in router
    for screen in SCREENS:
        answer = http.get(f"/{screen}", follow_redirects=False)
        assert (answer.status_code, answer.headers["location"]) == (307, f"/#/{screen}")


def test_wrong_method(http):
    assert problem(http.get("/api/position"), 405)["title"] == "Method not allowed"


def test_large_bodies_are_refused(server, http):
    problem(http.post("/api/position", content=b"x" * 70_000), 413)
    problem(http.post("/api/position", content=iter([b"x" * 40_000] * 2)), 413)


def test_a_large_body_that_breaks_off_is_no_failure(server, caplog):
    chunk = b"4000\r\n" + b" " * 0x4000 + b"\r\n"
    logger = logging.getLogger("uvicorn.error")
    logger.addHandler(caplog.handler)
    with socket.create_connection(("127.0.0.1", server.port)) as connection:
        head = b"POST /api/play HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
        connection.sendall(head + 6 * chunk + b"zz\r\n")
        while connection.recv(65536):
            pass
    logger.removeHandler(caplog.handler)
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []


@pytest.mark.parametrize("sent", [b"", b"GET /api/status HTTP/1.1\r\nHost: localhost\r\n"])
@pytest.mark.parametrize("before", [False, True])
def test_connections_that_are_slow_to_ask_are_closed(server, monkeypatch, sent, before):
    monkeypatch.setattr("plyground.web.server.HEAD_SECONDS", 0.1)
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as connection:
        if before:  # a request that was answered
            connection.sendall(b"GET /api/status HTTP/1.1\r\nHost: localhost\r\n\r\n")
            while b"at_once" not in connection.recv(65536):
                pass
            sent = sent or b"G"
        connection.sendall(sent)
        assert connection.recv(65536) == b""


def test_tabs_are_not_slow_to_ask(server, monkeypatch):
    monkeypatch.setattr("plyground.web.server.HEAD_SECONDS", 0.1)
    with server.live() as socket:
        receive(socket)
        with pytest.raises(TimeoutError):
            socket.recv(timeout=0.3)
        send(socket, type="stop", id="a")
        send(socket, type="analyse", id="a", game="chess")
        assert receive(socket)["problem"]["status"] == 404


def test_connections_are_kept_while_people_think():
    server = QuickServer(create_app(), lambda: None)
    assert server.config.timeout_keep_alive == KEPT_SECONDS >= 60


def test_foreign_hosts_and_pages_are_refused(server, http):
    assert http.get("/api/games", headers={"Host": "evil.example"}).status_code == 400
    foreign = {"Origin": "http://evil.example"}
    assert http.get("/api/games", headers=foreign).status_code == 200
    problem(http.post("/api/position", json={"game": "konane"}, headers=foreign), 403)
    with pytest.raises(InvalidStatus):
        server.live(origin="http://evil.example")
    with server.live(origin=server.url) as socket:
        assert receive(socket)["type"] == "hello"


def test_a_body_that_does_not_come_is_not_waited_for(server, monkeypatch):
    monkeypatch.setattr("plyground.web.security.BODY_SECONDS", 0.05)
    with socket.create_connection(("127.0.0.1", server.port), PATIENCE) as half:
        half.sendall(b"POST /api/play HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{")
        half.settimeout(PATIENCE)
        assert half.recv(65536).startswith(b"HTTP/1.1 408 ")


@pytest.mark.parametrize("kind", ["http", "websocket"])
def test_one_client_has_so_many_connections_at_once(kind, monkeypatch):
    monkeypatch.setitem(MOST_AT_ONCE, kind, 2)
    monkeypatch.setitem(RESERVED, kind, 0)
    go_on = asyncio.Event()

    async def app(scope, receive, send):
        await go_on.wait()
        await send({"type": "let in"})

    turnstile = Turnstile(app)

    async def ask(address):
        told = []

        async def send(message):
            told.append(message)

        scope = {"type": kind, "client": (address, 1), "headers": [], "method": "GET", "path": "/"}
        await turnstile(scope, None, send)
        return told[0].get("status") or told[0].get("code") or told[0]["type"]

    async def ask_all():
        asked = [asyncio.ensure_future(ask(each)) for each in ("::1", "10.0.0.1", "127.0.0.1")]
        await asyncio.sleep(0)
        assert await ask("::1") == {"http": 429, "websocket": 1013}[kind]
        go_on.set()
        assert await asyncio.gather(*asked) == ["let in"] * 3
        assert await ask("::1") == "let in"
        assert not turnstile.inside

    asyncio.run(ask_all())


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({}, "game is missing"),
        ({"game": "konane", "size": 6}, "size is not known here"),
        ({"game": "x y"}, "game is not written as it should be, not 'x y'"),
        ({"game": "konane", "moves": 3}, "moves must be text, not 3"),
        (
            {"game": "konane", "parameters": {"size": 10**10}},
            "parameters.size must be 1000000000 or less, not 10000000000",
        ),
    ],
)
def test_what_is_wrong_with_a_request_is_said_in_plain_words(server, body, said):
    assert said in problem(server.http.post("/api/position", json=body), 422)["detail"]
