"""Kernels that come with the package: what they answer, and that nothing is lost without them."""

from __future__ import annotations

import ctypes
import json
import os
import shutil
import subprocess
import sys
import threading
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import plyground as pg
from example_files import SNORT
from plyground.errors import FileError, InvalidParameterError
from plyground.game.registry import built_in_names
from plyground.games.tic_tac_toe import rules
from plyground.kernel import Monitor, prebuilt, processor
from plyground.kernel.flat_call import KernelFailedError, caller_for
from plyground.kernel.search_kernel import interpreted, recording
from plyground.search.buffers import move_buffer
from plyground.search.playouts import play_randomly, playouts_for
from plyground.search.trace import list_moves
from plyground.web.prebuilding import write_prebuilt
from plyground.web.readiness import prepare_agent

pytest.importorskip("ziglang", reason="no linker: pip install ziglang")

ROOT = Path(__file__).parent.parent
KERNELS = ("judge_moves", "list_moves", "play_randomly")
COMMAND = (sys.executable, "-m", "plyground.web.prebuilding")
FIRST_MOVE = """
import sys, json
import plyground as pg
from plyground.agents import agent
found, game = {}, pg.game(sys.argv[1])
for spec in sys.argv[2:]:
    with agent(game, spec, seed=1) as player:
        player.prepare(game.start())
        chosen = player.choose(game.start(), pg.Limit(nodes=20000))
        found[spec] = [chosen.move, chosen.statistics.nodes, str(chosen.score)]
print(json.dumps([found, "numba" in sys.modules]))
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory) -> Path:
    """A folder with a few kernels of tic-tac-toe."""
    folder = tmp_path_factory.mktemp("prebuilt")
    write_prebuilt([pg.game("tic_tac_toe")], folder, kernels=KERNELS)
    return folder


@pytest.fixture
def folder(built, tmp_path, monkeypatch) -> Path:
    """A copy of it that a test may damage, in use."""
    copy = tmp_path / "prebuilt"
    shutil.copytree(built, copy)
    monkeypatch.setenv(prebuilt.SWITCH, str(copy))
    return copy


def call() -> tuple[Any, ...]:
    game = pg.game("tic_tac_toe")
    return game.start(), 50, 7, playouts_for(game), np.zeros(3, np.int64), Monitor().array


def moves(folder: str | Path, game: str, *specs: str) -> Any:
    """What agents choose in a new process, and whether that imported Numba."""
    environment = {**os.environ, prebuilt.SWITCH: str(folder)}
    command = [sys.executable, "-c", FIRST_MOVE, game, *specs]
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


# --- what it answers --------------------------------------------------------------------------


def test_the_first_move_needs_no_numba(folder, monkeypatch):
    found, has_numba = moves(folder, "tic_tac_toe", "casual")
    assert not has_numba
    monkeypatch.setenv("PLYGROUND_INTERPRET", "1")
    assert moves("", "tic_tac_toe", "casual")[0] == found


def test_it_is_what_the_source_says(folder):
    code, given, wanted = prebuilt.find(play_randomly, call()), call(), call()
    with interpreted():
        assert code(*given) == play_randomly(*wanted)
    for arrays in ((given[4], wanted[4]), (given[5], wanted[5])):
        assert np.array_equal(*arrays)


def test_threads_do_not_disturb_each_other(folder):
    code = prebuilt.find(play_randomly, call())
    answers: list[int] = []
    threads = [threading.Thread(target=lambda: answers.append(code(*call()))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [code(*call())] * 4


def test_kernels_that_are_not_there_are_not_found(folder):
    other = pg.game("connect_four")
    assert prebuilt.find(list_moves, (other.start(), move_buffer(other))) is None
    too_large = (call()[0], 2**64, *call()[2:])
    assert prebuilt.find(play_randomly, too_large) is None


def test_a_kernel_that_fails_says_so():
    failing = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p)(lambda _: 3)
    number = {"kind": "integer"}
    described = {"name": "look", "result": number, "arguments": [["depth", number]]}
    with pytest.raises(KernelFailedError, match="look failed with status 3"):
        caller_for(failing, described)(1)


# --- what does not fit ------------------------------------------------------------------------


def test_edited_rules_are_not_played_by_old_code(folder, monkeypatch):
    game = pg.game("tic_tac_toe")
    with recording() as calls:
        prepare_agent(game, "casual")
    ((kernel, arguments),) = calls
    assert prebuilt.find(kernel, arguments) is not None
    monkeypatch.setattr(rules, "LINES", rules.LINES[:-1])
    assert prebuilt.find(kernel, arguments) is None


def test_a_users_file_is_known_by_what_is_in_it(tmp_path):
    def key(folder: str, source: str) -> str:
        file = tmp_path / folder / "snort.py"
        file.parent.mkdir(exist_ok=True)
        file.write_text(source)
        game = pg.game(str(file))
        return prebuilt.key_of(list_moves, (game.start(), move_buffer(game)))

    source = SNORT.read_text()
    assert key("here", source) == key("there", source)
    assert key("there", f"{source}\nMORE = 1\n") != key("here", source)


def damaged_library(folder: Path) -> None:
    (file,) = folder.glob("*.so")
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    file.write_bytes(content)


def without_library(folder: Path) -> None:
    (file,) = folder.glob("*.so")
    file.unlink()


def without_index(folder: Path) -> None:
    (folder / prebuilt.INDEX).unlink()


def half_an_index(folder: Path) -> None:
    index = folder / prebuilt.INDEX
    index.write_text(index.read_text()[:1000])


def other_machine(folder: Path) -> None:
    changed(folder, machine="plan9-mips")


def other_processor(folder: Path) -> None:
    changed(folder, cpu="x86-64-v9")


def other_format(folder: Path) -> None:
    changed(folder, format=prebuilt.FORMAT + 1)


def no_table_of_kernels(folder: Path) -> None:
    changed(folder, kernels=["nothing"])


def other_symbols(folder: Path) -> None:
    kernels = json.loads((folder / prebuilt.INDEX).read_text())["kernels"]
    changed(folder, kernels={key: {**each, "symbol": "no"} for key, each in kernels.items()})


def changed(folder: Path, **values: Any) -> None:
    index = folder / prebuilt.INDEX
    index.write_text(json.dumps({**json.loads(index.read_text()), **values}))


@pytest.mark.parametrize(
    "harm",
    [
        damaged_library,
        without_library,
        without_index,
        half_an_index,
        other_machine,
        other_processor,
        other_format,
        no_table_of_kernels,
        other_symbols,
    ],
)
def test_what_does_not_fit_is_not_used(folder, harm, monkeypatch):
    monkeypatch.setitem(prebuilt.NEEDED, "x86-64-v9", {"what no processor has"})
    harm(folder)
    assert prebuilt.find(play_randomly, call()) is None
    assert prebuilt.is_there() == (harm in (damaged_library, without_library, other_symbols))


def test_what_linux_says_of_the_processor(tmp_path, monkeypatch):
    known = tmp_path / "cpuinfo"
    known.write_text("processor\t: 0\nmodel name\t: Some Chip: 3\nflags\t\t: fpu avx2\n")
    monkeypatch.setattr(processor, "CPU_INFO", known)
    assert processor.cpu_info("model name") == "Some Chip: 3"
    assert processor.cpu_info("flags").split() == ["fpu", "avx2"]
    assert processor.cpu_info("nothing") == ""
    known.unlink()
    assert processor.cpu_info("flags") == ""


def test_a_folder_with_other_files_is_left_alone(tmp_path):
    (tmp_path / "letter.txt").write_text("dear")
    with pytest.raises(FileError, match="has other files in it"):
        write_prebuilt([pg.game("tic_tac_toe")], tmp_path)
    assert (tmp_path / "letter.txt").exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [(["here"], "here has other files in it"), (["there", "go"], "no game 'go'")],
)
def test_the_command_says_what_is_wrong(arguments, said, tmp_path):
    (tmp_path / "here").mkdir()
    (tmp_path / "here" / "letter.txt").write_text("dear")
    done = subprocess.run([*COMMAND, *arguments], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr.startswith(said)


def test_targets_are_named():
    with pytest.raises(InvalidParameterError, match="native, emscripten"):
        write_prebuilt([], Path("nowhere"), "arm")


def test_a_browser_gets_a_library_for_each_larger_board(monkeypatch, tmp_path):
    orders: list[Any] = []

    def note(_game: Any, order: Any, *_: Any) -> Any:
        orders.append([board["size"] for board in order["boards"]])
        return {"kernels": {}}

    monkeypatch.setattr("plyground.web.prebuilding.kept_or_built", note)
    boards = [pg.game("cachex", size=13)]
    write_prebuilt([pg.game("cachex")], tmp_path, "emscripten", boards=boards)
    assert orders == [[8, 3, 4, 5, 7], [13]]


# --- all of it --------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("name", built_in_names())
def test_every_game_chooses_as_by_numba(name, tmp_path):
    folder = tmp_path / "prebuilt"
    write_prebuilt([pg.game(name)], folder)
    specs = ["beginner", "casual", "strong", "best", "mcts(iterations=300)"]
    found, has_numba = moves(folder, name, *specs)
    assert not has_numba
    assert moves("", name, *specs) == [found, True]


@pytest.mark.slow
def test_the_command_builds(tmp_path):
    subprocess.run([*COMMAND, "prebuilt", "tic_tac_toe"], cwd=tmp_path, check=True)
    assert not moves(tmp_path / "prebuilt", "tic_tac_toe", "casual")[1]


@pytest.mark.slow
def test_a_side_module_imports_what_python_has(tmp_path):
    import wasmtime

    folder = tmp_path / "prebuilt"
    write_prebuilt([pg.game("tic_tac_toe")], folder, "emscripten", ("play_randomly",))
    module = wasmtime.Module.from_file(wasmtime.Engine(), str(folder / "tic_tac_toe_0.so"))
    own = {"memory", "__memory_base", "__table_base", "__stack_pointer"}
    own |= {"__indirect_function_table"}
    assert {each.name for each in module.imports} - own <= {"malloc", "free", "clock_gettime"}
    assert json.loads((folder / prebuilt.INDEX).read_text())["machine"] == "emscripten-wasm32"


@pytest.mark.slow
def test_the_wheel_is_named_after_the_platform(built, tmp_path, monkeypatch):
    from hatchling import build

    monkeypatch.chdir(ROOT)
    monkeypatch.setenv(prebuilt.SWITCH, str(built))
    name = build.build_wheel(str(tmp_path))
    assert "-py3-none-" in name
    assert not name.endswith("-any.whl")
    with zipfile.ZipFile(tmp_path / name) as wheel:
        inside = {each for each in wheel.namelist() if each.startswith("plyground/prebuilt/")}
    assert inside == {"plyground/prebuilt/index.json", "plyground/prebuilt/tic_tac_toe_0.so"}
