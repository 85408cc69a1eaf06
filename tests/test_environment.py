"""Commands work wherever they are started, or say in one line what to do."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
from pathlib import Path

import pytest

import plyground as pg
from plyground.agents.kinds import check_agent
from plyground.cli.doctor import examine
from plyground.errors import UsageError
from plyground.kernel import search_kernel
from tiers import first_usual, rest_slow

VERSION = f"plyground {pg.__version__}\n"
PLAY = ("play", "tic_tac_toe", "--vs", "random")
GAME = pg.game("tic_tac_toe")
ANALYSE = ("analyse", "tic_tac_toe", "--moves", "a1 b2 c3 a3", "--agent", "minimax(depth=3)")


def start(*arguments, shell="", variables=None, **options):
    """How a command ended that ran as a process of its own, its output led as `shell` says."""
    command = ["sh", "-c", f'exec "$@" {shell}', "sh", sys.executable, "-m", "plyground"]
    environment = {**os.environ, "COLUMNS": "120", **(variables or {})}
    return subprocess.run(
        [*command, *map(os.fsencode, arguments)],
        capture_output=True,
        encoding=options.pop("encoding", "utf-8"),
        env={name: value for name, value in environment.items() if value is not None},
        check=False,
        **options,
    )


@search_kernel
def _count(number):
    return number + 1


# --- how Python is started ------------------------------------------------------------------------


COMMANDS = [("--version",), ("--help",), ("agents",), PLAY, ANALYSE]
VARIABLES = [
    {"PYTHONOPTIMIZE": "2"},
    {"NUMBA_DISABLE_JIT": "1"},
    {"PYTHONIOENCODING": "ascii"},
    {"PYTHONOPTIMIZE": "2", "NUMBA_DISABLE_JIT": "1"},
]


@pytest.mark.parametrize(
    ("arguments", "variables"),
    rest_slow(
        itertools.product(COMMANDS, VARIABLES),
        lambda pair: pair in zip([PLAY, ANALYSE, ("--help",)], VARIABLES, strict=False),
    ),
    ids=lambda given: given[0] if isinstance(given, tuple) else " ".join(given),
)
def test_variables_of_python_and_numba(arguments, variables):
    done = start(*arguments, variables=variables, input="b2\nquit\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


def test_nothing_is_checked_while_nothing_can_be_compiled():
    done = start("check", "tic_tac_toe", variables={"NUMBA_DISABLE_JIT": "1"})
    assert done.returncode == 2
    assert done.stderr == (
        "plyground: nothing can be compiled while NUMBA_DISABLE_JIT is set: unset it\n"
    )


@pytest.mark.parametrize(
    ("name", "value"),
    [("NUMBA_NUM_THREADS", "0"), ("NUMBA_CPU_FEATURES", "x"), ("NUMBA_COLOR_SCHEME", "x")],
)
@pytest.mark.parametrize("make", [lambda: _count.require(1), lambda: check_agent(GAME, "random")])
def test_variables_with_which_numba_cannot_be_used(monkeypatch, name, value, make):
    """The import fails, or the process aborts; a tournament would count forfeits."""
    monkeypatch.setenv(name, value)
    with pytest.raises(UsageError, match=f"with {name}='{value}': set .*, or unset it"):
        make()


def test_doctor_names_the_variable(monkeypatch):
    monkeypatch.setenv("NUMBA_NUM_THREADS", "-1")
    (problem,) = (each for each in examine()["problems"] if "NUMBA" in each)
    assert problem.endswith(
        "NUMBA_NUM_THREADS='-1': set a number of threads from 1 on, or unset it"
    )


def test_variable_that_numba_ignores_is_told_in_one_line():
    variables = {"NUMBA_OPT": "x"}
    done = start("doctor", variables=variables)
    assert done.stderr.startswith("plyground: RuntimeWarning: Environment variable 'NUMBA_OPT' is")
    assert done.stderr.count("\n") == 1


LOCALE_C = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


@pytest.mark.parametrize(
    "variables",
    [LOCALE_C]
    + [{name: size} for name, size in itertools.product(["COLUMNS", "LINES"], ["0", "-1", "²"])],
)
def test_results_are_printed_whatever_the_terminal_is_said_to_be(store, variables):
    done = start("results", "show", str(store), variables=variables)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert "Standings" in lines
    assert len(lines) > 12
    assert ("?" in done.stdout) == (variables == LOCALE_C)  # in place of ±


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    file = tmp_path_factory.mktemp("store") / "arena.db"
    pg.arena("tic_tac_toe", "random", "two=random", pairs=1, store=file, workers=1)
    return file


def test_letters_that_cannot_be_printed(tmp_path):
    file = tmp_path / "snort.py"
    file.write_text(
        Path("docs/examples/snort.py").read_text().replace('"Snort"', '"Sn\N{DIAERESIS}rt"')
    )
    variables = {"PYTHONIOENCODING": "ascii"}
    done = start("play", str(file), "--vs", "human", variables=variables, input="quit\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Sn?rt. ")


# --- where the output goes ------------------------------------------------------------------------


@pytest.mark.parametrize("arguments", first_usual([(PLAY,), (("games",),), (("--version",),)]))
@pytest.mark.parametrize("closed", [">&-", ">&- 2>&-", "<&- >&- 2>&-"])
def test_closed_output(arguments, closed):
    done = start(*arguments, shell=closed)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_closed_errors_are_not_printed():
    done = start("show", "nothing", shell="2>&-")
    assert (done.returncode, done.stdout) == (2, "")


def test_closed_streams_are_not_given_to_files():
    """A file that is opened next would get number 1, and all that is printed."""
    code = "import os, plyground.starting as s; s.open_streams(); print(os.open('/', 0) > 2)"
    script = 'exec "$0" -c "$1" <&- 2>&-'
    done = subprocess.run(["sh", "-c", script, sys.executable, code], capture_output=True)
    assert done.stdout == b"True\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no such device")
@pytest.mark.parametrize("unbuffered", ["1", ""])
@pytest.mark.parametrize("arguments", first_usual([(("games",),), (("--version",),)]))
def test_full_output(arguments, unbuffered):
    variables = {"PYTHONUNBUFFERED": unbuffered}
    done = start(*arguments, shell="> /dev/full", variables=variables)
    assert done.returncode == 2
    assert done.stderr == ("plyground: what was to be written is lost: No space left on device\n")


# --- names of files -------------------------------------------------------------------------------


@pytest.mark.parametrize("command", first_usual(["play", "show", "check", "analyse", "solve"]))
def test_name_that_is_no_utf8(tmp_path, command):
    file = tmp_path / os.fsdecode(b"sn\xffort.py")
    file.write_text(Path("docs/examples/snort.py").read_text())
    done = start(command, str(file))
    assert done.returncode == 2
    assert done.stderr == (
        f"plyground: the name '{tmp_path}/sn\\udcffort.py' is not UTF-8: rename the file\n"
    )


def test_folder_that_is_no_utf8(tmp_path):
    folder = tmp_path / os.fsdecode(b"\xff")
    folder.mkdir()
    (folder / "snort.py").write_text(Path("docs/examples/snort.py").read_text())
    done = start("show", "snort.py", cwd=folder)
    assert done.returncode == 2
    assert done.stderr.endswith("is not UTF-8: rename the file\n")


def test_name_without_such_a_file(tmp_path):
    done = start("show", str(tmp_path / os.fsdecode(b"\xff.py")))
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
