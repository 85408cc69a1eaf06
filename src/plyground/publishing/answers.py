"""What a site answers before Python is there: the games, their first boards, puzzles and tours.

They are asked of the program itself, in a process that has no more than a browser: what fails there
would fail for every visitor, so it fails here.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from plyground.errors import PlygroundError
from plyground.game import Game

Request = tuple[str, str, str]  # method, address, body


def first_requests(games: Sequence[Game[Any]]) -> list[Request]:
    """What the page asks before anybody plays, written as it writes it (js/api.js)."""
    asked: list[Request] = [("GET", "/api/games", ""), ("GET", "/api/puzzles", "")]
    for game in games:
        name, values = game.name, game.parameter_values
        place = {"game": name, "parameters": values, "position": None, "moves": ""}
        asked += [
            ("GET", f"/api/games/{name}", ""),
            ("GET", f"/api/games/{name}/agents", ""),
            ("POST", "/api/position", _written(place)),
            ("GET", f"/api/puzzles/{name}", ""),
            ("GET", f"/api/tours/{name}", ""),
        ]
    return asked


def _written(body: Any) -> str:
    """JSON as JavaScript writes it."""
    return json.dumps(body, separators=(",", ":"), ensure_ascii=False)


def first_answers(program: Path, own: Sequence[str], requests: Sequence[Request]) -> list[str]:
    """The answers of the program in that folder; `own` are the user's games in it."""
    order = {"files": [str(program / file) for file in own], "requests": requests}
    finished = subprocess.run(
        [sys.executable, "-m", "plyground.web.in_browser"],
        input=json.dumps(order),
        capture_output=True,
        text=True,
        cwd=program,
        env={**os.environ, "PYTHONPATH": str(program)},
    )
    if finished.returncode:
        last = (finished.stderr.strip().splitlines() or ["it was ended"])[-1]
        raise PlygroundError(f"the site's program fails: {last}")
    answers: list[list[Any]] = json.loads(finished.stdout.splitlines()[-1])
    for (method, address, _), (status, _, body) in zip(requests, answers, strict=True):
        if status != 200:
            raise PlygroundError(f"{method} {address} fails in the site's program: {body}")
    return [body for _, _, body in answers]


def key_of(request: Request) -> str:
    """How the page finds an answer."""
    return " ".join(part for part in request if part)
