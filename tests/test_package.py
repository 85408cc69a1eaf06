"""What people install: its metadata, what is inside, and that it works and has types there."""

from __future__ import annotations

import contextlib
import os
import re
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import venv
import zipfile
from email.message import Message
from email.parser import Parser
from pathlib import Path

import pytest
import yaml
from trove_classifiers import classifiers as known_classifiers

import plyground as pg

ROOT = Path(__file__).parent.parent
DOWNSTREAM = ROOT / "tests" / "downstream"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
TRIED = ("3.11", "3.12", "3.13")


@pytest.fixture(scope="module")
def built(tmp_path_factory) -> Path:
    """A folder with the wheel and the sdist."""
    from hatchling import build

    folder = tmp_path_factory.mktemp("dist")
    with contextlib.chdir(ROOT):
        build.build_wheel(str(folder))
        build.build_sdist(str(folder))
    return folder


def only(folder: Path, pattern: str) -> Path:
    (found,) = folder.glob(pattern)
    return found


def metadata(built: Path) -> Message:
    with zipfile.ZipFile(only(built, "*.whl")) as wheel:
        (name,) = (each for each in wheel.namelist() if each.endswith("/METADATA"))
        return Parser().parsestr(wheel.read(name).decode())


# --- what it says of itself -------------------------------------------------------------------


def test_the_wheel_says_what_it_is(built):
    said = metadata(built)
    assert (said["Name"], said["Version"]) == ("plyground", pg.__version__)
    assert said["Requires-Python"] == ">=3.11"
    assert said["License-Expression"] == "MIT"
    assert "# Plyground" in said.get_payload()
    assert set(said.get_all("Provides-Extra")) == set(PROJECT["optional-dependencies"])


def test_classifiers_exist_and_name_the_versions_that_were_tried():
    given = PROJECT["classifiers"]
    assert set(given) <= set(known_classifiers)
    versions = re.findall(r"Python :: (3\.\d+)", "\n".join(given))
    assert tuple(versions) == TRIED
    assert "Typing :: Typed" in given


def test_the_workflow_runs_what_ci_runs_with_every_version():
    job = yaml.safe_load((ROOT / ".github" / "workflows" / "ci.yml").read_text())["jobs"]["test"]
    assert tuple(job["strategy"]["matrix"]["python"]) == TRIED
    (command,) = (step["run"] for step in job["steps"] if "run" in step)
    assert command in (ROOT / ".ci" / "run").read_text()


def test_every_extra_says_what_it_is_for():
    lines = (ROOT / "pyproject.toml").read_text().splitlines()
    for extra in PROJECT["optional-dependencies"]:
        (number,) = (n for n, line in enumerate(lines) if line.startswith(f"{extra} = ["))
        assert lines[number - 1].startswith("# "), extra


def test_the_changelog_knows_the_version():
    assert f"## [{pg.__version__}]" in (ROOT / "CHANGELOG.md").read_text()


# --- what is inside ---------------------------------------------------------------------------


def sources() -> set[str]:
    """The files of the package that are under version control, below src."""
    tracked = ["git", "-C", str(ROOT / "src"), "ls-files", "--cached", "--others"]
    listed = subprocess.run([*tracked, "--exclude-standard"], capture_output=True, check=True)
    return set(listed.stdout.decode().split("\n")) - {""}


def test_the_wheel_has_the_package_and_nothing_else(built):
    with zipfile.ZipFile(only(built, "*.whl")) as wheel:
        inside = {name for name in wheel.namelist() if ".dist-info/" not in name}
    assert inside == sources()
    assert "plyground/py.typed" in inside


def test_the_sdist_has_what_a_wheel_is_made_of_and_nothing_else(built):
    with tarfile.open(only(built, "*.tar.gz")) as sdist:
        inside = {name.partition("/")[2] for name in sdist.getnames()}
    others = {"CHANGELOG.md", "LICENSE", "PKG-INFO", "README.md", "pyproject.toml", ".gitignore"}
    others |= {"hatch_build.py"}
    assert inside == {f"src/{name}" for name in sources()} | others


# --- installed elsewhere ----------------------------------------------------------------------


@pytest.fixture(scope="module")
def installed(built, tmp_path_factory) -> Path:
    """The bin folder of a new environment with the wheel.

    Its dependencies are those of this environment, found by a path: to download and install them
    anew would take minutes and a network.
    """
    folder = tmp_path_factory.mktemp("clean")
    venv.create(folder, symlinks=True)
    python = folder / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", str(python), "--disable-pip-version-check"]
    wheel = str(only(built, "*.whl"))
    subprocess.run([*pip, "install", "-q", "--no-deps", "--no-index", wheel], check=True)
    home = run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip()
    dependencies = sysconfig.get_path("purelib")
    (Path(home) / "dependencies.pth").write_text(f"{dependencies}\n")
    return folder / "bin"


def run(*command: str | Path, **options) -> str:
    """What it printed; without the source of this checkout in its path."""
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        command, capture_output=True, text=True, env=clean, check=False, **options
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow
def test_the_wheel_plays_in_a_clean_environment(installed, tmp_path):
    where = run(installed / "python", "-c", "import plyground; print(plyground.__file__)")
    assert str(installed.parent) in where
    assert pg.__version__ in run(installed / "plyground", "--version", cwd=tmp_path)
    moves = "a1\nb1\nc1\na2\nb2\nc2\na3\nb3\nc3\n" * 3
    command = ["play", "tic_tac_toe", "--vs", "random", "--seed", "1"]
    said = run(installed / "plyground", *command, input=moves, cwd=tmp_path)
    assert re.search(r"won|draw", said)
    code = "import plyground as pg; print(pg.play('connect_four', 'strong', 'random').winner)"
    assert run(installed / "python", "-c", code, cwd=tmp_path) == "strong\n"


@pytest.mark.slow
def test_a_project_of_somebody_elses_has_types_and_runs(installed, tmp_path):
    strict = ["-m", "mypy", "--strict", "--config-file=", f"--cache-dir={tmp_path}"]
    from_there = f"--python-executable={installed / 'python'}"
    files = sorted(map(str, DOWNSTREAM.glob("*.py")))
    assert len(files) == 3
    said = run(sys.executable, *strict, from_there, *files, cwd=DOWNSTREAM)
    assert said.startswith("Success")
    assert run(installed / "python", "laboratory.py", cwd=DOWNSTREAM) == "middle c3 draw 2\n"
