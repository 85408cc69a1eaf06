"""Looking at Plyground is quick: numba and numpy are loaded when something needs them."""

from __future__ import annotations

import subprocess
import sys

import pytest

from plyground import tournaments

HEAVY = ("numba", "numpy", "scipy", "torch", "fastapi", "uvicorn", "matplotlib")
REPORT = f"import sys; print([m for m in {HEAVY!r} if m in sys.modules])"


def run(code: str) -> str:
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout


@pytest.mark.parametrize(
    "use",
    [
        "import plyground",
        "import plyground as pg; g = pg.game('connect_four'); g.picture(g.start()).svg()",
        "import plyground.kernel, plyground.agents, plyground.cli",
    ],
)
def test_import_is_light(use):
    assert run(f"{use}; {REPORT}").strip() == "[]"


def test_what_few_games_need_is_imported_when_they_do():
    slow = ("importlib.metadata", "tomllib", "json", "concurrent.futures")
    code = f"import sys; print([m for m in {slow!r} if m in sys.modules])"
    assert run(f"import plyground as pg; pg.game('tic_tac_toe'); {code}").strip() == "[]"


@pytest.mark.parametrize("arguments", [["--help"], ["perft", "--help"], ["show", "connect_four"]])
def test_command_is_light(arguments):
    code = f"""
import sys
from plyground.cli import main
sys.argv = ["plyground", *{arguments!r}]
try:
    main()
finally:
    {REPORT}
"""
    assert run(code).splitlines()[-1] == "[]"


def test_a_command_imports_no_other():
    code = """
import sys
from plyground.cli import main
sys.argv = ["plyground", "perft", "--help"]
try:
    main()
finally:
    print([m for m in sys.modules if m in ("plyground.cli.train", "plyground.cli.perft")])
"""
    assert run(code).splitlines()[-1] == "['plyground.cli.perft']"


def test_endpoints_that_the_first_move_does_not_need_are_imported_when_asked_for():
    code = """
import sys
from fastapi.testclient import TestClient
from plyground.web.app import create_app
LATER = ("plyground.web.lab", "plyground.web.tree", "plyground.tournaments")
def later():
    return [name for name in LATER if name in sys.modules]
with TestClient(create_app(["testserver"])) as client:
    told = [client.get("/api/games").status_code, later()]
    told += [client.get(path).status_code for path in ("/api/nothing", "/api/lab", "/api/nothing")]
    told += [client.delete("/api/arena").status_code]
    print([*told, later() == list(LATER)])
"""
    assert run(code).strip() == "[200, [], 404, 200, 404, 405, True]"


def test_every_part_of_the_arena_is_where_its_name_leads():
    assert set(tournaments.MODULES) == set(tournaments.__all__)
    assert all(hasattr(tournaments, name) for name in tournaments.__all__)
    assert run("import sys, plyground.tournaments.worker; print('sqlite3' in sys.modules)") == (
        "False\n"
    )
