"""The page's JavaScript: unit tests of what is pure, and types that are those of the server."""

from __future__ import annotations

import os
import runpy
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def test_the_types_of_the_api_are_those_of_the_models():
    tool = runpy.run_path(str(ROOT / "tools/api_types.py"))
    assert tool["TARGET"].read_text(encoding="utf-8") == tool["declarations"](), (
        "run python tools/api_types.py"
    )


def test_what_is_pure():
    here = Path(sys.executable).parent
    node = shutil.which("node", path=f"{here}{os.pathsep}{os.environ['PATH']}")
    if node is None:
        say = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
        say("there is no Node")
    files = sorted((ROOT / "tests/js").glob("*.test.js"))
    command = [node, "--test", "--test-reporter=tap", *files]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    assert run.stdout.count("\nok ") > len(files) > 0
