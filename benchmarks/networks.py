"""Networks: our own forward pass beside onnxruntime's, and what it makes of `alphazero`'s speed.

By turns, in CPU time of one thread, so that other work on the machine counts for neither.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime

import plyground as pg
from benchmarks.timing import readable
from plyground.game.knowledge import RESIDUAL
from plyground.game.registry import built_in_names
from plyground.neural.board_network import BoardJudge
from plyground.neural.encoding import encoding_of
from plyground.neural.network_file import Metadata, NetworkFile
from plyground.neural.own_session import open_own
from plyground.neural.runtime import OnnxruntimeSession
from plyground.neural.search import NeuralSearch
from plyground.vocabulary import Limit

ROUNDS = 3
SIZES = (1, 8, 16)  # positions at once
SEARCHED = "connect_four"
NODES = (100, 400)
OPENING, PLIES = 8, 6  # random moves before the first search, and searches in a game
GAMES = 2


def positions(game: Any, count: int) -> list[Any]:
    """Open positions of random games."""
    chance, position, found = random.Random(1), game.start(), []
    while len(found) < count:
        found.append(position)
        position = position.play(chance.choice(game.legal(position)))
        if not game.legal(position):
            position = game.start()
    return found


def by_turns(*works: Callable[[], int]) -> list[float]:
    """Units of work of each in a second of CPU time: the median of some rounds."""
    rates: list[list[float]] = [[] for _ in works]
    for _ in range(ROUNDS):
        for work, found in zip(works, rates, strict=True):
            begun = time.thread_time()
            done = work()
            found.append(done / (time.thread_time() - begun))
    return [statistics.median(found) for found in rates]


def measure() -> Iterator[tuple[str, ...]]:
    """Milliseconds a position of each network that comes with the package, and the ratio."""
    for name in built_in_names():
        game = pg.game(name)
        for file in game.knowledge.network_files:
            if RESIDUAL in file.name:
                yield from _measure_file(game, file)


def _measure_file(game: Any, file: Path) -> Iterator[tuple[str, ...]]:
    content, encoding = file.read_bytes(), encoding_of(game)
    planes = np.stack([encoding.planes_of(each) for each in positions(game, max(SIZES))])
    sessions = (OnnxruntimeSession(onnxruntime, content), open_own(content)[0])
    for size in SIZES:

        def work(session: Any, size: int = size) -> int:
            for _ in range(64 // size):
                session.run(planes[:size])
            return 64 // size * size

        theirs, ours = by_turns(*(lambda s=each: work(s) for each in sessions))
        named = f"{game.name}, {file.stem}"
        yield named, str(size), f"{1e3 / theirs:.3f}", f"{1e3 / ours:.3f}", f"{ours / theirs:.2f}"


# --- search -----------------------------------------------------------------------------------


def measure_search() -> Iterator[tuple[str, ...]]:
    """Nodes a second of `alphazero` without proofs, with one part after another."""
    game = pg.game(SEARCHED)
    file = game.knowledge.network(RESIDUAL, game.parameter_values)
    assert file is not None
    content = file.read_bytes()
    sessions = {
        "onnxruntime, 32-bit numbers": (_unrounded(content), False),
        "onnxruntime": (OnnxruntimeSession(onnxruntime, content), False),
        "our own forward pass": (open_own(content)[0], False),
        "and answers are kept": (open_own(content)[0], True),
    }
    for nodes in NODES:
        works = [_searching(game, session, kept, nodes) for session, kept in sessions.values()]
        rates = by_turns(*works)
        for named, rate in zip(sessions, rates, strict=True):
            yield f"nodes={nodes}", named, readable(rate), f"{rate / rates[0]:.2f}"


def _unrounded(content: bytes) -> OnnxruntimeSession:
    """The network without the steps that round what layers are given and what they make."""
    model = onnx.load_from_string(content)
    constants = {each.name for each in model.graph.initializer}
    same: dict[str, str] = {}
    kept = []
    for node in model.graph.node:
        for place, name in enumerate(node.input):
            node.input[place] = same.get(name, name)
        if "quantize" in node.op_type.lower() and node.input[0] not in constants:
            same[node.output[0]] = node.input[0]
        else:
            kept.append(node)
    del model.graph.node[:]
    model.graph.node.extend(kept)
    return OnnxruntimeSession(onnxruntime, model.SerializeToString())


def _searching(game: Any, session: Any, kept: bool, nodes: int) -> Callable[[], int]:
    """Searches through the same games, from an empty tree and memory each time."""
    network = NetworkFile(Metadata(game.name, ""), session)

    def work() -> int:
        searched = 0
        for seed in range(GAMES):
            search = NeuralSearch(game, BoardJudge(encoding_of(game), network))
            if not kept:
                search.judge = BoardJudge(encoding_of(game), network)  # type: ignore[assignment]
            searched += _game(game, search, seed, nodes)
        return searched

    return work


def _game(game: Any, search: NeuralSearch, seed: int, nodes: int) -> int:
    chance, position, searched = random.Random(seed), game.start(), 0
    for ply in range(OPENING + PLIES):
        moves = game.legal(position)
        if not moves:
            break
        move = chance.choice(moves)
        if ply >= OPENING:
            found = search.search(position, Limit(nodes=nodes))
            move, searched = found.move, searched + found.statistics.nodes
        position = position.play(move)
    return searched
