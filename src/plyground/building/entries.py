"""The kernels of a game's library: rules, searches and the solver, each with its usual arguments.

Each is complete in one call: it clears its monitor, so that a block can be used again and again,
and keeps its table for the next call.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from plyground.errors import InvalidParameterError, UnsupportedError
from plyground.game import Game
from plyground.kernel import Monitor, compiled, search_kernel
from plyground.kernel.monitor import BEST_MOVE, DEPTH, NODES, SCORE, begin_anew
from plyground.kernel.targets.building import Entry
from plyground.search.alphabeta import deepen
from plyground.search.buffers import move_buffer
from plyground.search.mcts import MonteCarloSettings, new_scratch, search_tree
from plyground.search.mcts_tree import add_node, capacity_for, new_tree
from plyground.search.perft import count_sequences
from plyground.search.playouts import play_randomly, playouts_for
from plyground.search.runner import AlphaBetaSearch
from plyground.solvers.solver import Options, new_solver

DEPTH_OF_PERFT = 40  # plies at most
USUAL_DEPTH = 6  # of the search, until a program asks for another
SIMULATIONS = 1000


@compiled
class Facts(NamedTuple):
    """What the rules say of a position."""

    moves: int  # how many are legal; none once the game is over
    player: int
    result: int  # of a finished game, for the player to move: -1, 0 or 1
    key: int


@compiled
class Found(NamedTuple):
    """What a search has found; the line that follows stands in the monitor."""

    move: int
    value: int
    nodes: int
    depth: int


@search_kernel
def look(position: Any, moves: Any) -> Any:
    """What the rules say of a position; its legal moves are written into `moves`, ascending."""
    count = position.fill_moves(moves)
    result = int(position.result()) if count == 0 else 0
    return Facts(int(count), int(position.player()), result, int(position.key()))


@search_kernel
def play(position: Any, move: int) -> Any:
    """The position after a legal move."""
    return position.play(move)


@search_kernel
def perft(position: Any, depth: int, moves: Any, monitor: Any) -> int:
    """How many sequences of `depth` >= 1 plies there are."""
    begin_anew(monitor, 0)
    return int(count_sequences(position, depth, moves, monitor))


@search_kernel
def playouts(position: Any, games: int, seed: int, playouts: Any, tally: Any, monitor: Any) -> int:
    """Play random games, adding to `tally` wins of the first and second player and draws.

    Returns the plies that were played.
    """
    begin_anew(monitor, 0)
    return int(play_randomly(position, games, seed, playouts, tally, monitor))


@search_kernel
def search(
    position: Any,
    task: Any,
    first_depth: int,
    last_depth: int,
    nodes: int,
    memory: Any,
    monitor: Any,
) -> Any:
    """The best move by alpha-beta, depth by depth; within `nodes` nodes, if that is not 0."""
    begin_anew(monitor, nodes)
    deepen(position, task, first_depth, last_depth, memory, monitor)
    return found_in(monitor)


@search_kernel
def simulate(
    position: Any, task: Any, tree: Any, scratch: Any, seed: int, simulations: int, monitor: Any
) -> Any:
    """The best move by Monte Carlo tree search with so many simulations, from an empty tree."""
    begin_anew(monitor, simulations)
    add_node(tree.nodes, 0, -1, 0, 1.0)
    tree.size[0] = 1
    search_tree(position, task, tree, scratch, seed, monitor)
    return found_in(monitor)


@compiled
def found_in(monitor: Any) -> Any:
    """What the monitor says at the end of a search."""
    move, score = int(monitor[BEST_MOVE]), int(monitor[SCORE])
    return Found(move, score, int(monitor[NODES]), int(monitor[DEPTH]))


def entries_of(game: Game[Any], megabytes: float, wanted: Sequence[str] = ()) -> list[Entry]:
    """The kernels for a game, or those that are wanted; each table takes so many megabytes.

    Kernels that only this game has must be asked for.
    """
    usual = _all_entries(game, megabytes)
    if not wanted:
        return usual
    entries = [*usual, *_own_entries(game, megabytes)]
    known = [entry.name for entry in entries]
    for name in wanted:
        if name not in known:
            raise UnsupportedError(f"{game} has no kernel {name!r}; it has {', '.join(known)}")
    return [entry for entry in entries if entry.name in wanted]


def _own_entries(game: Game[Any], megabytes: float) -> list[Entry]:
    """The kernels that the game declares itself."""
    declared = game.knowledge.load(game.knowledge.kernels)
    found = declared(game, megabytes) if declared else {}
    return [Entry(name, *call) for name, call in found.items()]


def _all_entries(game: Game[Any], megabytes: float) -> list[Entry]:
    start, monitor = game.start(), Monitor().array
    tally = np.zeros(3, np.int64)
    perft_moves = move_buffer(game, DEPTH_OF_PERFT + 1)
    entries = [
        Entry("look", look, (start, move_buffer(game))),
        Entry("play", play, (start, 0)),
        Entry("perft", perft, (start, 1, perft_moves, monitor)),
        Entry("playouts", playouts, (start, 1, 0, playouts_for(game), tally, monitor)),
        Entry("search", search, _search_arguments(game, megabytes)),
        Entry("simulate", simulate, _tree_arguments(game, megabytes)),
    ]
    return [*entries, *_solver_entry(game, megabytes)]


def _search_arguments(game: Game[Any], megabytes: float) -> tuple[Any, ...]:
    known = game.knowledge
    made = AlphaBetaSearch(known.evaluator("default"), known.rater("default"), megabytes=megabytes)
    position, task, first, last, memory = made.call(game, game.start(), USUAL_DEPTH)
    return position, task, first, last, 0, memory, Monitor().array


def _tree_arguments(game: Game[Any], megabytes: float) -> tuple[Any, ...]:
    scratch = new_scratch(game)
    tree = new_tree(capacity_for(megabytes, len(scratch.moves)))
    task = MonteCarloSettings().task
    return game.start(), task, tree, scratch, 0, SIMULATIONS, Monitor().array


def _solver_entry(game: Game[Any], megabytes: float) -> list[Entry]:
    """The solver's kernel, where the game has a solver that is one kernel."""
    try:
        solver = new_solver(game, Options(memory=megabytes))
    except (InvalidParameterError, UnsupportedError):
        return []
    call = solver.library_call(game.start())
    return [] if call is None else [Entry("solve", *call)]
