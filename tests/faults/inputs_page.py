"""Fuzzed messages and requests of the page."""

from __future__ import annotations

import asyncio
import functools
import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote, unquote

from pydantic import BaseModel, TypeAdapter, ValidationError

from faults.asking import answers
from faults.inputs_text import NUMBER_TREES, SPECS
from faults.mutation import mutated
from faults.rig import Figures, Trial, family
from plyground.errors import PlygroundError
from plyground.web.agents import read_judge, read_spec
from plyground.web.app import create_app
from plyground.web.arena_models import JobRequest
from plyground.web.boards import play_request, position_view, read_place
from plyground.web.messages import FROM_PAGE, NumbersRequest, PlayMessage, TreeRequest
from plyground.web.models import MoveRequest, Place, SpecRequest
from plyground.web.problems import complaint, problem_of
from plyground.web.searching import Searchers

PLACE = {"game": "tic_tac_toe", "parameters": {}, "position": None, "moves": "a1 b2"}
MESSAGES = tuple(
    json.dumps(message)
    for message in (
        {"type": "analyse", "id": "1", **PLACE, "agent": SPECS[2], "limit": {"seconds": 1}},
        {"type": "choose", "id": "2", **PLACE, "agent": "mcts(memory=8)", "limit": {}, "seed": 3},
        {"type": "play", "id": "3", **PLACE, "move": "c3", "reply": {"agent": "random"}},
        {"type": "play", "id": "3", **PLACE, "path": [8]},
        {"type": "grow", "id": "4", **PLACE, "nodes": 100, "step": 10, "agent": "mcts"},
        {"type": "stop", "id": "4"},
        {"type": "leave"},
    )
)
REQUESTS: dict[type[BaseModel], tuple[str, ...]] = {
    Place: (json.dumps(PLACE), json.dumps({**PLACE, "game": "konane", "parameters": {"size": 6}})),
    MoveRequest: (json.dumps({**PLACE, "move": 5}), json.dumps({**PLACE, "path": [4]})),
    SpecRequest: tuple(json.dumps({"game": "tic_tac_toe", "spec": spec}) for spec in SPECS),
    TreeRequest: (json.dumps({**PLACE, "depth": 2, "evaluate": "default", "pruning": True}),),
    NumbersRequest: tuple(json.dumps({"tree": tree, "record": 10}) for tree in NUMBER_TREES),
    JobRequest: (json.dumps({"game": "tic_tac_toe", "agents": ["random", "easy"], "pairs": 1}),),
}
ADAPTERS: dict[Any, TypeAdapter[Any]] = {model: TypeAdapter(model) for model in REQUESTS}


def _obeyed(found: Any) -> None:
    """Do with a request what the server does before it searches."""
    if isinstance(found, Place):
        reached = read_place(found)
        if isinstance(found, MoveRequest | PlayMessage):
            reached = play_request(reached, found)
        position_view(reached).model_dump_json()
        for name in ("agent", "spec"):
            if spec := getattr(found, name, None):
                read_spec(reached.game, spec)
        if isinstance(found, TreeRequest):
            read_judge(found.evaluate)
    if isinstance(found, SpecRequest):
        read_spec(read_place(Place(game=found.game, parameters=found.parameters)).game, found.spec)


def _read(adapter: TypeAdapter[Any], text: str) -> None:
    try:
        found = adapter.validate_json(text.encode(errors="surrogatepass"))
    except ValidationError as error:
        complaint(error.errors(include_url=False)).encode()
        return
    try:
        _obeyed(found)
    except PlygroundError as error:
        problem_of(error).model_dump_json()
        raise


@family("inputs-messages", 0.5)
def messages(trial: Trial) -> Figures:
    """Messages of the WebSocket, obeyed as far as that costs nothing."""
    ask = functools.partial(_read, FROM_PAGE)
    return answers((mutated(trial.chance, MESSAGES) for _ in range(400)), ask)


@family("inputs-bodies", 0.5)
def bodies(trial: Trial) -> Figures:
    """Bodies of requests, obeyed as far as that costs nothing."""

    def draw() -> tuple[type[BaseModel], str]:
        model = trial.chance.choice(list(REQUESTS))
        return model, mutated(trial.chance, REQUESTS[model])

    return answers((draw() for _ in range(400)), lambda given: _read(ADAPTERS[given[0]], given[1]))


# --- the server as a whole ------------------------------------------------------------------------

ROUTES = {
    "/api/position": REQUESTS[Place],
    "/api/play": REQUESTS[MoveRequest],
    "/api/agents/check": REQUESTS[SpecRequest][:2],
    "/api/tree/numbers": REQUESTS[NumbersRequest],
}
ADDRESSES = (
    "/api/games/konane?parameter=size=6",
    "/api/svg?game=tic_tac_toe&moves=a1%20b2&theme=dark&width=100",
    "/api/svg?game=connect_four&parameter=width=4&position=..../..../..../..../....%20X",
    "/api/games/othello/agents?parameter=size=4",
    "/api/arena/1",
    "/static/app.js",
    "/?token=x",
)
SAFE = "".join(map(chr, range(33, 127)))  # what need not be quoted in an address


class Idle(Searchers):
    """Searchers that make nothing ready, since machine code takes its time."""

    def warm(self, game: Any) -> None:
        """Nothing."""


async def _status(app: Any, method: str, address: str, body: bytes) -> int:
    """The status that the application answers a request with; what it does not catch is raised."""
    quoted = quote(address, safe=SAFE, errors="surrogatepass")
    path, _, query = quoted.partition("?")
    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": unquote(path),
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "headers": [(b"host", b"localhost"), (b"content-type", b"application/json")],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 80),
    }
    sent: list[dict[str, Any]] = []
    whole = asyncio.Event()

    async def receive() -> dict[str, Any]:
        if whole.is_set():
            await asyncio.Future()  # the client stays
        whole.set()
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    await app(scope, receive, send)
    status: int = sent[0]["status"]
    return status


def _served(trial: Trial, drawn: Iterator[tuple[str, str, bytes]]) -> Figures:
    """Requests, answered by the whole application with less than 500."""
    app = create_app(searchers=Idle(), store=trial.folder / "arena.db")
    with asyncio.Runner() as runner:
        alive = app.router.lifespan_context(app)
        runner.run(alive.__aenter__())
        try:

            def ask(given: tuple[str, str, bytes]) -> None:
                status = runner.run(_status(app, *given))
                assert status < 500, f"status {status}"

            return answers(drawn, ask)
        finally:
            runner.run(alive.__aexit__(None, None, None))


@family("inputs-requests", 0.4)
def requests(trial: Trial) -> Figures:
    """Requests with bodies, to the whole application."""

    def draw() -> tuple[str, str, bytes]:
        address = trial.chance.choice(list(ROUTES))
        body = mutated(trial.chance, ROUTES[address]).encode(errors="surrogatepass")
        return "POST", address, body

    return _served(trial, (draw() for _ in range(150)))


@family("inputs-addresses", 0.4)
def addresses(trial: Trial) -> Figures:
    """Addresses, asked of the whole application."""
    chance = trial.chance
    drawn = (("GET", mutated(chance, ADDRESSES), b"") for _ in range(150))
    return _served(trial, drawn)
