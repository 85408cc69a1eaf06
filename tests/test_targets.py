"""Every target agrees: what a built game answers is what Numba's own code answers."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

import plyground as pg
from command_line import plyground
from example_files import SNORT
from plyground.building.build import build
from plyground.building.folder import LOADERS
from plyground.errors import (
    CompilationError,
    FileError,
    InvalidParameterError,
    MissingDependencyError,
    UnsupportedError,
)
from plyground.game.registry import built_in_names
from plyground.kernel.targets.linker import SHARED_BYTES, STACK
from plyground.search.mcts import MonteCarlo, MonteCarloSettings
from plyground.search.perft import perft
from plyground.search.playouts import random_playouts
from plyground.search.runner import AlphaBetaSearch
from plyground.solvers.solver import Options, solver_for
from plyground.vocabulary import Limit

pytest_plugins = "browser"
pytest.importorskip("ziglang", reason="no linker: pip install ziglang")

HERE = Path(__file__).parent / "targets"
MEGABYTES = 4.0
PLAN = {"plies": 60, "perft": 3, "games": 30, "seed": 5, "search": 4, "simulations": 300}
PLANS: dict[str, dict[str, int]] = {
    "tic_tac_toe": {"perft": 6, "search": 9},
    "connect_four": {"perft": 6, "search": 10},
}
SOLVED = 3000  # nodes of the solver
LOADED = """async ([name, ask, plan]) => {
  const { loadKernels } = await import("/loader.mjs");
  const asked = await import("/answers.mjs");
  const [description, module] = await Promise.all([fetch(`/${name}.json`), fetch(`/${name}.wasm`)]);
  const kernels = await loadKernels(await module.arrayBuffer(), await description.json());
  return asked[ask](kernels, plan);
}"""


def plan_for(game: pg.Game) -> dict[str, int]:
    return {**PLAN, **PLANS.get(game.name, {}), "solve": SOLVED}


def native(game: pg.Game, kernels: set[str]) -> dict[str, Any]:
    """The same answers from Numba's own code, by the ways that the rest of Plyground takes."""
    plan, start, answers = plan_for(game), game.start(), dict[str, Any]()
    if "look" in kernels:
        answers["look"] = looked_at(game, plan["plies"])
    if "perft" in kernels:
        answers["perft"] = [perft(game, start, depth + 1) for depth in range(plan["perft"])]
    if "playouts" in kernels:
        found = random_playouts(game, start, plan["games"], plan["seed"])
        answers["playouts"] = [found.plies, found.first_wins, found.second_wins, found.draws]
    if "search" in kernels:
        monitor = searched(game, plan["search"])
        numbers = monitor.statistics()
        answers["search"] = [monitor.best_move, monitor.score, numbers.nodes, numbers.depth]
    if "simulate" in kernels:
        monitor = pg.kernel.Monitor()
        tree = MonteCarlo(MonteCarloSettings(megabytes=MEGABYTES))
        limit = Limit(nodes=plan["simulations"])
        tree.search(game, start, limit, monitor, plan["seed"])
        answers["simulate"] = [monitor.best_move, monitor.score, monitor.statistics().nodes]
    if "solve" in kernels:
        answers["solve"] = solved(game, plan["solve"])
    return answers


def searched(game: pg.Game, depth: int) -> pg.kernel.Monitor:
    known, monitor = game.knowledge, pg.kernel.Monitor()
    judges = known.evaluator("default"), known.rater("default")
    search = AlphaBetaSearch(*judges, megabytes=MEGABYTES)
    search.search(game, game.start(), Limit(depth=depth), monitor)
    return monitor


def looked_at(game: pg.Game, plies: int) -> list[list[int]]:
    """Interpreted: rules are the same compiled, as other tests make sure."""
    position, seen = game.start(), []
    for ply in range(plies):
        moves = game.legal(position)
        result = 0 if moves else position.result()
        seen.append([len(moves), position.player(), result, position.key(), *moves])
        if not moves:
            break
        position = position.play(moves[(7 * ply + 3) % len(moves)])
    return seen


def solved(game: pg.Game, nodes: int) -> list[int]:
    kernel, arguments = solver_for(game, Options(memory=MEGABYTES)).library_call(game.start())
    names = list(kernel.function.__code__.co_varnames)
    given = list(arguments)
    given[names.index("nodes")] = nodes
    return [int(number) for number in kernel(*given)]


def run(*command: str | Path) -> str:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    finished = subprocess.run(
        [str(part) for part in command], capture_output=True, text=True, env=environment
    )
    assert finished.returncode == 0, finished.stderr
    return finished.stdout


def as_text(answers: Any) -> Any:
    if isinstance(answers, dict):
        return {name: as_text(value) for name, value in answers.items()}
    return [as_text(value) for value in answers] if isinstance(answers, list) else str(answers)


def node() -> str:
    found = shutil.which(
        "node", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    )
    if found is None:
        pytest.skip("no node here")
    return found


class QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None: ...


@contextmanager
def asked_in_browser(
    browser: Browser, folder: Path, name: str
) -> Iterator[Callable[[str, Any], Any]]:
    """Calls a function of answers.mjs with the module in the folder, loaded in the browser."""
    shutil.copy(HERE / "answers.mjs", folder)
    handler = partial(QuietHandler, directory=folder)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        page = browser.new_page()
        page.goto(f"http://127.0.0.1:{server.server_port}/{name}.json")
        try:
            yield lambda ask, plan: page.evaluate(LOADED, [name, ask, plan])
        finally:
            page.close()
            server.shutdown()


def check_agreement(game: pg.Game, folder: Path, kernels: tuple[str, ...] = ()) -> None:
    """Build the game, ask each target, and compare."""
    built = pg.build(game, folder, memory=MEGABYTES, kernels=kernels)
    assert {row["file"] for row in built.data()["files"]} == {str(f) for f in folder.iterdir()}
    assert str(built).count("\n") == len(built.files)
    plan = json.dumps(plan_for(game))
    name = game.name
    library = json.loads(run(sys.executable, HERE / "agree.py", folder / f"{name}.so", plan))
    wanted = native(game, set(library))
    assert library == wanted
    module = folder / f"{name}.wasm"
    assert json.loads(run(node(), HERE / "agree.mjs", module, plan)) == as_text(wanted)
    pytest.importorskip("wasmtime")
    assert json.loads(run(sys.executable, HERE / "agree.py", module, plan)) == wanted


@pytest.fixture(scope="module")
def tic_tac_toe(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with rules and search of tic-tac-toe, on which all targets agree."""
    folder: Path = tmp_path_factory.mktemp("built")
    check_agreement(pg.game("tic_tac_toe"), folder, ("look", "play", "perft", "search"))
    return folder


def test_targets_agree(tic_tac_toe: Path) -> None:
    description = json.loads((tic_tac_toe / "tic_tac_toe.json").read_text())
    assert [each["name"] for each in description["kernels"]] == ["look", "play", "perft", "search"]


@pytest.mark.slow
def test_targets_agree_on_a_larger_board(tmp_path: Path) -> None:
    check_agreement(pg.game("cachex", size=4), tmp_path, ("look", "play", "perft"))


def test_a_browser_agrees(tic_tac_toe: Path, browser: Browser) -> None:
    game = pg.game("tic_tac_toe")
    with asked_in_browser(browser, tic_tac_toe, game.name) as ask:
        found = json.loads(ask("answersOf", plan_for(game)))
    assert found == as_text(native(game, {"look", "perft", "search"}))


def test_the_loader_for_threads_makes_the_memory_that_the_linker_wants() -> None:
    loader = (LOADERS / "loader.js").read_text()
    assert f"initial: {SHARED_BYTES // 65536}, maximum: {(1 << 32) // 65536}, shared" in loader
    assert f"const STACK = 1 << {STACK.bit_length() - 1};" in loader


@pytest.mark.slow
def test_a_browser_is_about_as_fast(tmp_path: Path, browser: Browser) -> None:
    """The same nodes; how many a second depends on what else the machine does, and is printed."""
    game, depth = pg.game("connect_four"), 14
    pg.build(game, tmp_path, targets="wasm", memory=MEGABYTES, kernels=("perft", "search"))
    searched(game, 2)
    best = {"browser": 0.0, "numba": 0.0}
    with asked_in_browser(browser, tmp_path, game.name) as ask:
        found = json.loads(ask("answersOf", plan_for(game)))
        assert found == as_text(native(game, {"perft", "search"}))
        for _ in range(3):
            seconds, nodes = ask("timeOf", depth)
            begun = time.perf_counter()
            assert searched(game, depth).statistics().nodes == nodes > 100_000
            passed = time.perf_counter() - begun
            best["browser"] = max(best["browser"], nodes / seconds)
            best["numba"] = max(best["numba"], nodes / passed)
    print(f"nodes a second in the browser: {best['browser'] / best['numba']:.2f} of Numba's")


def test_examples_play_the_same(tic_tac_toe: Path) -> None:
    shown = run(sys.executable, tic_tac_toe / "example.py")
    assert shown.startswith("move 4, value 1, ")
    assert len(shown.splitlines()) == 3
    assert run(node(), tic_tac_toe / "example.mjs") == shown


@pytest.mark.slow
def test_the_example_for_threads_searches_twice_at_once(tmp_path: Path) -> None:
    pg.build("tic_tac_toe", tmp_path, targets="threads", memory=1, kernels=("play", "search"))
    shown = run(node(), tmp_path / "example.threads.mjs").splitlines()
    assert sorted(line.partition(",")[0] for line in shown) == [
        "depth 4: move 4",
        "depth 5: move 4",
    ]


def test_the_example_in_c(tic_tac_toe: Path) -> None:
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("no C compiler here")
    program = tic_tac_toe / "example"
    options = ("-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror")
    run(
        compiler, *options, tic_tac_toe / "example.c", tic_tac_toe / "tic_tac_toe.so", "-o", program
    )
    assert run(program) == run(sys.executable, tic_tac_toe / "example.py")


def test_blocks_are_apart_and_keep_their_table(tic_tac_toe: Path) -> None:
    code = """
import sys
from loader import load
kernels = load(sys.argv[1])
one, two = kernels.block("search"), kernels.block("search")
first = one.run(last_depth=7)["nodes"]
assert two.run(last_depth=7)["nodes"] == first > one.run()["nodes"]
assert one["monitor"][kernels.constants["NODES"]] == one.run()["nodes"]
assert kernels.block("look").run(position={"mine": 2**62, "theirs": 0})["key"] == 2**62
try:
    kernels.block("search")["no"] = 1
except KeyError:
    print("apart")
"""
    file = tic_tac_toe / "tic_tac_toe.so"
    environment = {**os.environ, "PYTHONPATH": str(tic_tac_toe)}
    command = [sys.executable, "-c", code, str(file)]
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    assert (done.stdout, done.stderr) == ("apart\n", "")


@pytest.mark.slow
def test_memory_above_two_gigabytes(tmp_path: Path) -> None:
    """Seven blocks of half a gigabyte fit into four, and work; for an eighth there is an error."""
    pytest.importorskip("wasmtime")
    pg.build("tic_tac_toe", tmp_path, targets=("wasm",), memory=1000, kernels="search")
    (tmp_path / "loader.py").write_text((LOADERS / "loader.py").read_text())
    code = """
from loader import load
kernels = load("tic_tac_toe.wasm")
blocks = [kernels.block("search") for _ in range(7)]
assert len({block.run(last_depth=4)["nodes"] for block in blocks}) == 1
try:
    kernels.block("search")
except MemoryError as error:
    print(error)
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path
    )
    assert done.stdout.startswith("the module has no "), done.stderr


@pytest.mark.slow
def test_a_method_that_cannot_be_built_is_named(tmp_path: Path) -> None:
    file = tmp_path / "snort.py"
    count, listed = (
        "        count = 0\n",
        "        found = [1]\n        count = len(found * 2) - 2\n",
    )
    text = SNORT.read_text()
    file.write_text(text.replace(count, listed))
    with pytest.raises(CompilationError, match=r"fill_moves \(snort.py, line \d+\) needs NRT_"):
        build(pg.game(str(file)), tmp_path / "built", ("wasm",), kernels=("look",))


def test_mistakes_are_named(tmp_path: Path) -> None:
    game = pg.game("tic_tac_toe")
    with pytest.raises(InvalidParameterError, match="no target 'arm'; there are library, wasm"):
        build(game, tmp_path, ("arm",))
    with pytest.raises(InvalidParameterError, match="memory=0 must be a number"):
        build(game, tmp_path, megabytes=0)
    done = plyground("build", "tic_tac_toe", "--to", str(tmp_path), "--target", "arm")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    with pytest.raises(InvalidParameterError, match="no target 'arm'; there are library, wasm"):
        pg.build(game, tmp_path, targets="arm")
    with pytest.raises(InvalidParameterError, match="no target; there are library, wasm"):
        pg.build(game, tmp_path, targets=())
    with pytest.raises(InvalidParameterError, match="memory='much' must be a number"):
        pg.build(game, tmp_path, memory="much")
    with pytest.raises(UnsupportedError, match="no kernel 'chess'; it has look, play, perft"):
        pg.build(game, tmp_path / "new", kernels="chess")
    assert not (tmp_path / "new").exists()
    (tmp_path / "file").touch()
    with pytest.raises(FileError, match=r"cannot write into .*file"):
        build(game, tmp_path / "file")
    (tmp_path / "README.md").write_text("mine")
    with pytest.raises(FileError, match=r"has a README\.md that no build wrote"):
        build(game, tmp_path)


def test_without_a_linker_it_says_what_to_install(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(MissingDependencyError, match=r"install .*\[build\]'"):
        build(pg.game("tic_tac_toe"), tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("name", built_in_names())
def test_targets_agree_on_every_game(name: str, tmp_path: Path) -> None:
    check_agreement(pg.game(name), tmp_path)


@pytest.mark.slow
def test_targets_agree_on_a_game_of_the_users(tmp_path: Path) -> None:
    check_agreement(pg.game(str(SNORT)), tmp_path)
