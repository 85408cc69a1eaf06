"""Hostile clients: whatever is sent to the page's server, it answers and goes on serving others."""

from __future__ import annotations

import contextlib
import json
import logging
import random
import socket
from collections.abc import Iterator
from copy import deepcopy

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from faults.rig import Figures, Trial, family
from waiting import PATIENCE, wait_for
from web_server import Running, receive, receive_until, running_server, send

MESSAGES = 40  # of one WebSocket in one trial
REQUESTS = 20  # over HTTP
SLOW = 5  # connections that are left open with half a request
IDS = ("a", "b", "c", "d", "e", "f")
ENDS = ("done", "error")
LOGGERS = ("plyground", "uvicorn.error", "asyncio")
LIMIT = {"seconds": 0.05, "nodes": 500, "depth": 2}

MESSAGE_KINDS = (
    {"type": "analyse", "game": "tic_tac_toe", "moves": "a1", "limit": LIMIT, "lines": 2},
    {"type": "choose", "game": "tic_tac_toe", "agent": "random", "limit": LIMIT, "seed": 1},
    {"type": "play", "game": "tic_tac_toe", "move": "b2", "reply": {"agent": "random"}},
    {"type": "play", "game": "tic_tac_toe", "path": [4]},
    {"type": "grow", "game": "tic_tac_toe", "agent": "mcts", "limit": LIMIT, "step": 10},
)
WILD = (
    *(None, True, -1, 0, 2**31, 2**63, 10**400, 1e308, -0.0, float("nan"), float("inf")),
    *("", " ", "\x00", "\u202e", "\ud800", "é" * 50, "x" * 5000, "../../etc/passwd", "{}", "1e9"),
    *([], {}, [[]], {"": None}, ["a"] * 300, {str(n): n for n in range(300)}),
)


@family("hostile messages")
def messages(trial: Trial) -> Figures:
    """Wild messages of a tab, and tabs that go away: all are answered, an honest one, too."""
    with hostile_server(trial) as server:
        with server.live() as tab:
            receive(tab)
            asked = _flood(tab, trial.chance)
            answered = sum(receive_until(tab, *ENDS)[-1]["type"] in ENDS for _ in range(asked))
            _leave_suddenly(server, trial.chance)
            _honest(server, tab)
        wait_for(lambda: server.searchers.running + server.searchers.waiting == 0)
    return {"messages": MESSAGES, "answers": answered}


@family("hostile requests")
def requests(trial: Trial) -> Figures:
    """Wild requests over HTTP beside slow ones: none fails the server, none holds it up."""
    chance = trial.chance
    with hostile_server(trial) as server, contextlib.ExitStack() as slow:
        for _ in range(SLOW):
            sent = chance.choice(RAW)(chance)
            half = slow.enter_context(_connected(server))
            half.sendall(sent[: chance.randrange(len(sent))][:200])
        for _ in range(REQUESTS):
            sent = chance.choice(RAW)(chance)
            status = _status(server, sent)
            assert status is None or status < 500, (status, sent[:300])
        with server.live() as tab:
            receive(tab)
            _honest(server, tab)
    return {"requests": REQUESTS, "slow": SLOW}


@contextlib.contextmanager
def hostile_server(trial: Trial) -> Iterator[Running]:
    """A server that must not log a failure."""
    told: list[str] = []
    handler = logging.Handler(logging.ERROR)
    handler.emit = lambda record: told.append(handler.format(record))  # type: ignore[method-assign]
    with running_server(store=trial.folder / "arena.db") as server, contextlib.ExitStack() as heard:
        for name in LOGGERS:
            logger = logging.getLogger(name)
            heard.callback(logger.setLevel, logger.level)
            heard.callback(logger.removeHandler, handler)
            logger.setLevel(logging.ERROR)  # refusals are no news
            logger.addHandler(handler)
        yield server
    assert not told, told[0]


def _honest(server: Running, tab: ClientConnection) -> None:
    """What an honest client asks meanwhile is answered."""
    answer = server.http.post("/api/position", json={"game": "tic_tac_toe", "moves": "a1"})
    assert answer.status_code == 200, answer.text
    send(tab, type="choose", id="honest", game="tic_tac_toe", agent="random")
    end = receive_until(tab, *ENDS)[-1]
    assert (end["type"], end["id"]) == ("done", "honest"), end


# --- messages ---------------------------------------------------------------------------------


def _flood(tab: ClientConnection, chance: random.Random) -> int:
    """Send wild messages, then have all searches stop; how many answers are owed."""
    asked = 0
    for _ in range(MESSAGES):
        text = wild_message(chance)
        tab.send(text)
        asked += not _is_silent(text)
    for name in IDS:
        send(tab, type="stop", id=name)
    return asked


def _is_silent(text: str) -> bool:
    """Whether a message is one that nobody answers."""
    with contextlib.suppress(ValueError, RecursionError):
        told = json.loads(text)
        if not isinstance(told, dict):
            return False
        if told == {"type": "leave"}:
            return True
        name = told.get("id")
        is_name = isinstance(name, str) and 1 <= len(name) <= 60 and name != "\ud800"
        return told.keys() == {"type", "id"} and told["type"] == "stop" and is_name
    return False


def wild_message(chance: random.Random) -> str:
    """A message that may be fine, or wrong in one or two ways."""
    kind = chance.random()
    if kind < 0.1:
        return chance.choice(['{"type": "leave"}', f'{{"type": "stop", "id": "{IDS[0]}"}}'])
    if kind < 0.15:
        return "[" * chance.randint(1, 20_000)
    message = {"id": chance.choice(IDS), **deepcopy(chance.choice(MESSAGE_KINDS))}
    for _ in range(chance.randint(0, 2)):
        _mutate(message, chance)
    text = json.dumps(message, ensure_ascii=True)
    if kind < 0.3:
        at = chance.randrange(len(text))
        text = text[:at] + chance.choice(["", "}", "\\", '"', "\x00", ",", "9" * 5000])
    return text


def _mutate(message: dict, chance: random.Random) -> None:
    """Drop a field, give it a wild value, or add one; in the message or what is in it."""
    inner = [message, *(value for value in message.values() if isinstance(value, dict))]
    place = chance.choice(inner)
    name = chance.choice([*place, "parameters", "position", "moves", "spec", ""])
    if chance.random() < 0.2:
        place.pop(name, None)
    else:
        place[name] = deepcopy(chance.choice(WILD))


def _leave_suddenly(server: Running, chance: random.Random) -> None:
    """Tabs that go away in the middle: by a cut connection, bytes, or a message too large."""
    for _ in range(2):
        with contextlib.suppress(ConnectionClosed), server.live() as tab:
            receive(tab)
            _flood(tab, chance)
            how = chance.randrange(3)
            if how == 0:
                tab.socket.shutdown(socket.SHUT_RDWR)
            else:
                tab.send(b"\xff" if how == 1 else "x" * 100_000)
            receive_until(tab, "never")


# --- requests ---------------------------------------------------------------------------------


def _connected(server: Running) -> socket.socket:
    found = socket.create_connection(("127.0.0.1", server.port), PATIENCE)
    found.settimeout(PATIENCE)
    return found


def _status(server: Running, sent: bytes) -> int | None:
    """The status that a request gets; None if the connection is closed without one."""
    with _connected(server) as connection, contextlib.suppress(ConnectionError):
        connection.sendall(sent)
        connection.shutdown(socket.SHUT_WR)
        answer = b""
        while b"\r\n" not in answer and (more := connection.recv(65536)):
            answer += more
        words = answer.split(None, 2)
        return int(words[1]) if len(words) > 1 and words[1].isdigit() else None
    return None


def _request(line: str, *headers: str, body: bytes = b"") -> bytes:
    host = () if any(each.lower().startswith("host:") for each in headers) else ("Host: localhost",)
    length = (
        ()
        if any("length" in each or "chunked" in each for each in headers)
        else (f"Content-Length: {len(body)}",)
    )
    lines = (line, *host, "Connection: close", *headers, *length, "", "")
    return "\r\n".join(lines).encode("latin-1", "replace") + body


JSON = "Content-Type: application/json"
PATHS = ("/api/position", "/api/play", "/api/choose", "/api/tree", "/api/tree/numbers")
ODD_PATHS = (
    *("/%00", "/%ff%fe", "/..%2f..%2fetc/passwd", "//", "/api/games/%2e%2e", "/api/svg?game=%00"),
    *("/api/arena/99999999999999999999", "/api/arena/-1", "/api/lab/%0a", "/api/games/" + "x" * 90),
    *("/api/svg?game=konane&parameter=size=" + "9" * 110, "/" + "a" * 60_000, "*", "http://x/"),
    *("/api/games/konane?parameter=size=6" + "&parameter=size=6" * 300, "/api/live", "/?token=%ff"),
)


def _wild_body(chance: random.Random) -> bytes:
    message = deepcopy(chance.choice(MESSAGE_KINDS))
    del message["type"]
    message.pop("limit", None)
    for _ in range(chance.randint(1, 3)):
        _mutate(message, chance)
    body = json.dumps(message).encode()
    if chance.random() < 0.5:
        at = chance.randrange(len(body))
        body = body[:at] + chance.choice([b"", b"\xff\xfe", b"\x00", b"[" * 5000, b"9" * 6000])
    return _request(f"POST {chance.choice(PATHS)} HTTP/1.1", JSON, body=body)


def _foreign(chance: random.Random) -> bytes:
    header = chance.choice(
        [
            "Host: evil.example",
            "Origin: http://evil.example",
            "Origin: null",
            "Host: ",
            "Origin: \xff",
        ]
    )
    return _request(f"POST {chance.choice(PATHS)} HTTP/1.1", header, JSON, body=b"{}")


def _large(chance: random.Random) -> bytes:
    announced = chance.choice(["99999999999", "-1", "1e3", "0x10", "\u0661", "5, 6", "65537"])
    if chance.random() < 0.5:
        return _request("POST /api/play HTTP/1.1", JSON, f"Content-length: {announced}", body=b"{}")
    chunk = b"4000\r\n" + b" " * 0x4000 + b"\r\n"
    end = chance.choice([b"0\r\n\r\n", b"", b"zz\r\n", b"-1\r\n\r\n"])
    return _request("POST /api/play HTTP/1.1", "Transfer-Encoding: chunked", body=chunk * 6 + end)


def _odd(chance: random.Random) -> bytes:
    method = chance.choice(
        ["GET", "HEAD", "OPTIONS", "PUT", "BREW", "get", "CONNECT", "TRACE", "G\x00"]
    )
    version = chance.choice(["HTTP/1.1", "HTTP/1.0", "HTTP/9.9", "", "HTTP/2.0"])
    header = chance.choice(
        ["X: y", "Accept-Encoding: \xff", "Cookie: " + "a=b;" * 2000, "Range: bytes=-1,9-1", ": x"]
    )
    return _request(f"{method} {chance.choice(ODD_PATHS)} {version}", header)


def _broken_upgrade(chance: random.Random) -> bytes:
    key = chance.choice(["x", "", "dGhlIHNhbXBsZSBub25jZQ=="])
    version = chance.choice(["13", "0", "x"])
    return _request(
        "GET /api/live HTTP/1.1",
        *("Upgrade: websocket", f"Sec-WebSocket-Version: {version}", f"Sec-WebSocket-Key: {key}"),
        body=chance.randbytes(chance.randint(0, 50)),
    ).replace(b"Connection: close", b"Connection: Upgrade")


def _noise(chance: random.Random) -> bytes:
    return chance.randbytes(chance.randint(1, 3000))


RAW = (_wild_body, _foreign, _large, _odd, _broken_upgrade, _noise)
