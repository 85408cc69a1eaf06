"""The page for other machines, who needs its token, and the command that serves it."""

from __future__ import annotations

import contextlib
import json
import re
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus

import plyground as pg
from plyground.web.server import bind, machine_addresses, reach_of
from waiting import PATIENCE
from web_server import problem, receive, running_server

ROOT = Path(__file__).parent.parent
TOKEN = "secret-of-the-test"


@pytest.fixture(scope="module")
def exposed():
    with running_server(token=TOKEN) as running:
        yield running


@pytest.fixture
def stranger(exposed):
    with httpx.Client(base_url=exposed.url, timeout=PATIENCE) as client:
        yield client


def test_strangers_see_the_page_and_nothing_else(exposed, stranger):
    assert stranger.get("/").status_code == 200
    for path in ("/api/games", "/api/arena", "/api/openapi.json", "/api/nothing"):
        assert "plyground serve" in problem(stranger.get(path), 401)["detail"]
    for path in ("/api/position", "/api/choose", "/api/tree", "/api/arena", "/api/arena/1/stop"):
        problem(stranger.post(path, json={}), 401)
    for headers in ({}, {"Authorization": "Bearer wrong"}, {"Cookie": "plyground-token=wrong"}):
        assert stranger.get("/api/games", headers=headers).status_code == 401
        with pytest.raises(InvalidStatus):
            exposed.live(additional_headers=headers)
    problem(stranger.get("/", params={"token": "wrong"}), 401)
    assert not stranger.cookies


def test_the_link_lets_in_and_leaves_a_cookie(exposed, stranger):
    answer = stranger.get("/", params={"token": TOKEN})
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    told = answer.headers["set-cookie"].lower()
    assert "httponly" in told
    assert "samesite=strict" in told
    assert stranger.get("/api/games").status_code == 200
    cookie = {"Cookie": f"plyground-token={TOKEN}"}
    with exposed.live(additional_headers=cookie) as socket:
        assert receive(socket)["type"] == "hello"


def test_a_program_sends_the_token_as_a_header(exposed, stranger):
    headers = {"Authorization": f"Bearer {TOKEN}"}
    answer = stranger.post("/api/position", json={"game": "tic_tac_toe"}, headers=headers)
    assert answer.status_code == 200
    foreign = {**headers, "Host": "evil.example"}
    assert stranger.get("/api/games", headers=foreign).status_code == 400


def test_a_server_for_this_machine_alone_has_no_token():
    with contextlib.closing(bind("127.0.0.1", 0)) as bound:
        reach = reach_of(bound, ["localhost"])
        assert reach.token is None
        assert reach.links(8420, "#/play/konane") == ["http://127.0.0.1:8420/#/play/konane"]


@pytest.mark.parametrize("host", ["0.0.0.0", "0", ""])
def test_a_server_for_other_machines_has_a_new_token(host):
    with contextlib.closing(bind(host, 0)) as bound:
        reach, other = (reach_of(bound, ["lab.example"]) for _ in range(2))
    assert reach.token != other.token
    assert reach.hosts == [*machine_addresses(), "127.0.0.1"]
    assert "lab.example" in reach.names
    assert "*" not in reach.names
    for link, address in zip(reach.links(8420), reach.hosts, strict=True):
        assert link == f"http://{address}:8420/?token={reach.token}"


def test_serve_for_other_machines():
    options = ("--host", "0.0.0.0", "--name", "lab.example", "--no-open", "--port", "0")
    command = [sys.executable, "-m", "plyground", "serve", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        try:
            assert process.stdout.readline().startswith("Warning: other machines reach this")
            link = process.stdout.readline().split()[-4]
            url, token = re.fullmatch(r"(http://127\.0\.0\.1:\d+)/\?token=(\S+)", link).groups()
            with httpx.Client(base_url=url, timeout=PATIENCE) as client:
                assert client.get("/api/games").status_code == 401
                headers = {"Authorization": f"Bearer {token}"}
                for name, status in (("lab.example", 200), ("evil.example", 400)):
                    headers["Host"] = name
                    assert client.get("/api/games", headers=headers).status_code == status
        finally:
            process.terminate()
            assert process.wait(PATIENCE) in (0, -15)


# --- the command ------------------------------------------------------------------------------


def test_a_taken_port_is_passed_over():
    first = bind("127.0.0.1", 0)
    first.listen()
    port = first.getsockname()[1]
    second = bind("127.0.0.1", port)
    assert second.getsockname()[1] != port
    first.close()
    second.close()


def test_a_port_that_cannot_be_had():
    with pytest.raises(pg.PlygroundError, match="cannot listen on 203"):
        bind("203.0.113.1", 9000)


def test_serve_with_a_game_of_the_users():
    command = [
        *(sys.executable, "-m", "plyground", "serve", "docs/examples/snort.py"),
        *("--no-open", "--port", "0"),
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        try:
            said = process.stdout.readline()
            url = re.search(r"http://[0-9.:]+", said)[0]
            with httpx.Client(base_url=url, timeout=PATIENCE) as client:
                games = [game["name"] for game in client.get("/api/games").json()["games"]]
                assert "snort" in games
                shown = client.post("/api/position", json={"game": "snort"}).json()
            assert json.dumps(shown["legal"][0]["path"]) == "[0]"
        finally:
            process.terminate()
            assert process.wait(PATIENCE) in (0, -15)
