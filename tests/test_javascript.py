"""The page's JavaScript: unit tests of what is pure, and types that are those of the server."""

from __future__ import annotations

import json
import os
import re
import runpy
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import plyground as pg
from plyground.agents.presets import BY_CHANCE, presets_of

ROOT = Path(__file__).parents[1]


def test_the_types_of_the_api_are_those_of_the_models():
    tool = runpy.run_path(str(ROOT / "tools/api_types.py"))
    assert tool["TARGET"].read_text(encoding="utf-8") == tool["declarations"](), (
        "run python tools/api_types.py"
    )


def run_node(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    here = Path(sys.executable).parent
    node = shutil.which("node", path=f"{here}{os.pathsep}{os.environ['PATH']}")
    if node is None:
        say = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
        say("there is no Node")
    return subprocess.run([node, *arguments], capture_output=True, text=True, check=False)


def test_what_is_pure():
    files = sorted((ROOT / "tests/js").glob("*.test.js"))
    run = run_node("--test", "--test-reporter=tap", *files)
    assert run.returncode == 0, run.stdout + run.stderr
    assert run.stdout.count("\nok ") > len(files) > 0


# --- what the server says, in other languages -------------------------------------------------

NAMES = {"Bamboo", "Cachex", "Konane", "Othello", "X", "O"}  # the same in every language


def sentences() -> set[str]:
    """What the server says of games and strengths that come with the package.

    Games of a user's have strengths by chance, or by their evaluator.
    """
    said = {preset.says for preset in BY_CHANCE.values()}
    for file in (ROOT / "src/plyground/games").glob("*/game.py"):
        game = pg.game(file.parent.name)
        said |= {game.title, game.summary, game.move_help, *game.players}
        for parameter in game.parameters:
            said |= {parameter.name, parameter.help, *map(str, parameter.choices)}
        for name, preset in presets_of(game).items():
            said |= {name.replace("_", " "), preset.says}
    return said


@pytest.mark.parametrize("language", ["de"])
def test_what_the_server_says_is_translated(language):
    words = ROOT / f"src/plyground/web/static/js/words/{language}/served.js"
    code = f"import {{ served }} from {json.dumps(words.as_uri())};"
    run = run_node("--input-type=module", "--eval", f"{code}console.log(JSON.stringify(served))")
    patterns = [
        re.compile(re.sub(r"\\\{\d\\\}", ".+", re.escape(known)))
        for known in json.loads(run.stdout)
    ]
    left = {
        text
        for text in sentences() - NAMES
        if not any(pattern.fullmatch(text) for pattern in patterns)
    }
    assert left == set(), f"add them to {words}"
