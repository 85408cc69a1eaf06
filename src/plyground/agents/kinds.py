"""The kinds of agents: from a spec to a player.

Each kind is a function with keyword arguments; their names, defaults and the first line of its
docstring are what `plyground agents` and error messages show.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from importlib.metadata import entry_points
from typing import Any

from plyground.agents.agent import Agent
from plyground.agents.kinds_neural import alphazero, hybrid, network, policy
from plyground.agents.own import check_arguments, from_entry_point, from_file
from plyground.agents.presets import PRESETS
from plyground.agents.request import (
    Request,
    clock_of,
    depth_of,
    judging,
    only_for,
    percent_of,
    threads_of,
)
from plyground.agents.simple import RandomAgent
from plyground.agents.spec import Argument, Spec, parse_spec
from plyground.errors import InvalidParameterError, InvalidSpecError, UnknownAgentError
from plyground.game import Game
from plyground.game.turns import check_turns
from plyground.vocabulary import Limit

ENTRY_POINTS = "plyground.agents"


def random(request: Request, prefer: Argument = "nothing") -> Agent:
    """Any legal move; with prefer=RATER, any of those it rates best."""
    judge = None if prefer == "nothing" else request.rater(prefer)
    return RandomAgent(request.game, request.name, request.seed, judge)


def minimax(
    request: Request,
    depth: int = 2,
    evaluate: Argument = "report",
    order: Argument = "none",
    order_root: int = 1,
    pruning: int = 0,
    drop: int = 0,
    only_rated: int = 0,
    ends: str = "quick",
) -> Agent:
    """Plain minimax to a fixed depth, as in the reports; pruning=1 makes it alpha-beta.

    With order_root=0 an order is kept to below the root: the choice is that without any order.
    """
    from plyground.agents.searching import SearchingAgent
    from plyground.search.minimax import ORDERED, ORDERED_BELOW, UNORDERED, Switches
    from plyground.search.runner import MinimaxSearch

    ordering = UNORDERED if order == "none" else ORDERED if order_root else ORDERED_BELOW
    judge = request.rater(order if ordering else "default")
    kinds_of_end = ("quick", "flat", "judged")
    if ends not in kinds_of_end:
        raise InvalidParameterError(f"ends={ends} must be one of {', '.join(kinds_of_end)}")
    end = kinds_of_end.index(ends)
    switches = Switches(int(pruning), ordering, percent_of(drop), int(only_rated), end)
    search = MinimaxSearch(request.evaluator(evaluate), judge, switches, depth_of(depth))
    return SearchingAgent(request.game, request.name, search, None)


def alphabeta(
    request: Request,
    depth: int | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    game_seconds: float | None = None,
    evaluate: Argument = "default",
    order: Argument = "default",
    drop: int = 0,
    memory: float = 64,
    threads: int = 1,
    table: int = 1,
    null_window: int = 1,
    aspiration: int = 40,
    killers: int = 1,
    history: int = 1,
    reductions: int = 1,
    symmetry_plies: int = 4,
) -> Agent:
    """Iterative deepening alpha-beta with a table; every part can be switched off."""
    from plyground.agents.searching import SearchingAgent
    from plyground.search.alphabeta import Features
    from plyground.search.runner import AlphaBetaSearch

    features = Features(
        table=int(table),
        symmetry_plies=int(symmetry_plies),
        null_window=int(null_window),
        aspiration=int(aspiration),
        killers=int(killers),
        history=int(history),
        ordering=int(order != "none"),
        reductions=int(reductions),
        drop_percent=percent_of(drop),
    )
    judge = request.rater("default" if order == "none" else order)
    search = AlphaBetaSearch(
        request.evaluator(evaluate), judge, features, memory, threads_of(threads)
    )
    limit = Limit(seconds=seconds, nodes=nodes, depth=depth)
    return SearchingAgent(request.game, request.name, search, limit, clock_of(game_seconds))


def mcts(
    request: Request,
    iterations: int | None = None,
    seconds: float | None = None,
    game_seconds: float | None = None,
    c: float = 0.4,
    solver: int = 1,
    rave: int = 0,
    guide: Argument = "none",
    cut: int = 0,
    evaluate: Argument = "default",
    memory: float = 64,
    keep: int = 1,
) -> Agent:
    """Monte Carlo tree search with UCT; guide=RATER steers playouts, cut=N ends them early."""
    from plyground.agents.searching import SearchingAgent, TreeSearch
    from plyground.search.mcts import (
        MOSTLY_BEST,
        UNIFORM,
        Indifferent,
        MonteCarlo,
        MonteCarloSettings,
        TreeSwitches,
    )

    guided = guide != "none"
    switches = TreeSwitches(
        exploration=float(c),
        solver=int(solver),
        rave=int(rave),
        playout=MOSTLY_BEST if guided else UNIFORM,
        cut=int(cut),
    )
    settings = MonteCarloSettings(
        switches,
        request.evaluator(evaluate) if cut else Indifferent(),
        request.rater(guide) if guided else Indifferent(),
        float(memory),
        bool(keep),
    )
    search = TreeSearch(MonteCarlo(settings), request.seed)
    limit = Limit(seconds=seconds, nodes=iterations)
    return SearchingAgent(request.game, request.name, search, limit, clock_of(game_seconds))


def humanlike(
    request: Request, depth: int = 2, temperature: float = 1, evaluate: Argument = "default"
) -> Agent:
    """Judges moves by a shallow search and errs like a person, more so at high temperature."""
    from plyground.agents.searching import HumanlikeAgent

    judge = judging(request, evaluate, depth_of(depth))
    return HumanlikeAgent(request.game, request.name, judge, float(temperature), request.seed)


def easy(request: Request, depth: int = 5) -> Agent:
    """Plays at random unless a win or a loss is in sight (Connect Four report)."""
    from plyground.agents.searching import HumanlikeAgent

    judge = judging(request, "nothing", depth_of(depth))
    judge.width = 1  # won, lost or neither: nothing else can be found
    return HumanlikeAgent(request.game, request.name, judge, 0.0, request.seed)


def cachex_report(request: Request) -> Agent:
    """The Cachex report's agent: cells beside stones only, lookahead by size, its steal rule."""
    from plyground.agents.reports import CachexReportAgent
    from plyground.search.minimax import Switches
    from plyground.search.runner import MinimaxSearch

    only_for(request, "cachex")
    switches = Switches(pruning=1, ordering=1, only_rated=1)
    search = MinimaxSearch(request.evaluator("path"), request.rater("beside"), switches)
    return CachexReportAgent(request.game, request.name, search, request.seed)


def bamboo_report(request: Request) -> Agent:
    """The Bamboo report's minimax agent: deeper as the board fills, ordered by squares."""
    from plyground.agents.reports import BambooReportAgent
    from plyground.search.minimax import Switches
    from plyground.search.runner import MinimaxSearch

    only_for(request, "bamboo")
    switches = Switches(pruning=1, ordering=1)
    search = MinimaxSearch(request.evaluator("groups_moves"), request.rater("squares"), switches)
    return BambooReportAgent(request.game, request.name, search)


def perfect(request: Request, memory: float = 128, threads: int = 1, book: int = 1) -> Agent:
    """Solves the position and plays perfectly, where that can be done in time; book=0: no book."""
    from plyground.agents.perfect import ExactAgent, PerfectAgent
    from plyground.solvers.connect_four.book import shipped_book
    from plyground.solvers.connect_four.solver import ConnectFourSolver
    from plyground.solvers.exact import ExactSolver

    if request.game.name != "connect_four":
        exact = ExactSolver(request.game, float(memory), threads_of(threads))
        return ExactAgent(request.game, request.name, exact, alphabeta(request))
    sizes = request.game.parameter_values
    known = shipped_book(int(sizes["width"]), int(sizes["height"])) if book else None
    solver = ConnectFourSolver(request.game, float(memory), threads_of(threads), known)
    return PerfectAgent(request.game, request.name, solver)


def lookup(request: Request, seconds: float = 1) -> Agent:
    """Plays 8 plies by the data set in a hash table, then searches; Connect Four 7x6 only."""
    from plyground.agents.perfect import LookupAgent
    from plyground.solvers.connect_four.book import read_book, shipped_path
    from plyground.solvers.connect_four.dataset import PLIES, values_by_key
    from plyground.solvers.connect_four.solver import ConnectFourSolver

    only_for(request, "connect_four")
    sizes = request.game.parameter_values
    if (sizes["width"], sizes["height"]) != (7, 6):
        raise UnknownAgentError(f"{request.name} plays only 7x6, not {request.game}")
    solver = ConnectFourSolver(request.game, megabytes=8, book=read_book(shipped_path(7, 6)))
    rest = alphabeta(request, seconds=seconds)
    return LookupAgent(request.name, solver, values_by_key(solver), PLIES, rest)


def engine(
    request: Request,
    cmd: str = "",
    seconds: float | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    patience: float = 60,
    grace: float = 1,
) -> Agent:
    """Another program that speaks the engine protocol, as in cmd="python bot.py"."""
    from plyground.agents.engine import EngineAgent, Patience, read_command

    limit = Limit(seconds=seconds, nodes=nodes, depth=depth)
    command, waits = read_command(cmd), Patience(patience, grace)
    return EngineAgent(request.game, request.name, command, limit, waits, request.seed)


KINDS: dict[str, Callable[..., Agent]] = {
    "random": random,
    "minimax": minimax,
    "alphabeta": alphabeta,
    "mcts": mcts,
    "humanlike": humanlike,
    "easy": easy,
    "cachex_report": cachex_report,
    "bamboo_report": bamboo_report,
    "network": network,
    "hybrid": hybrid,
    "policy": policy,
    "alphazero": alphazero,
    "perfect": perfect,
    "lookup": lookup,
    "engine": engine,
}
# Arguments that play a game better than the kind's own, by game and kind: see docs/tuning.md.
TUNED: dict[tuple[str, str], dict[str, Argument]] = {("bamboo", "mcts"): {"c": 0.25}}


def default_arguments(game: str, kind: str) -> dict[str, Any]:
    """The arguments of a kind, and what each is in that game if a spec does not say."""
    parameters = list(inspect.signature(KINDS[kind]).parameters.values())[1:]
    return {each.name: each.default for each in parameters} | TUNED.get((game, kind), {})


def agent_names(game: str) -> list[str]:
    """The names that `game` has agents under: its presets, the kinds, installed ones."""
    offered = (entry.name for entry in entry_points(group=ENTRY_POINTS))
    return [*PRESETS.get(game, {}), *KINDS, *sorted(offered)]


def make_agent(game: Game[Any], text: str, seed: int | None) -> Agent:
    """The agent that `text` describes."""
    check_turns(game)
    spec = parse_spec(text)
    if spec.file is not None:
        return from_file(game, spec, seed)
    preset = PRESETS.get(game.name, {}).get(spec.name)
    if preset is not None:
        base = parse_spec(preset.spec)
        whole = Spec(base.name, {**base.arguments, **spec.arguments})
        return _make(game, whole, str(spec), seed)
    return _make(game, spec, str(spec), seed)


def _make(game: Game[Any], spec: Spec, name: str, seed: int | None) -> Agent:
    if spec.name not in KINDS:
        for entry in entry_points(group=ENTRY_POINTS, name=spec.name):
            return from_entry_point(entry, game, spec, seed)
        known = ", ".join(agent_names(game.name))
        raise UnknownAgentError(f"no agent {spec.name!r} for {game.name}; there are {known}")
    usual = default_arguments(game.name, spec.name)
    check_arguments(spec, list(usual))
    try:
        return KINDS[spec.name](Request(game, name, seed), **usual | spec.arguments)
    except (TypeError, ValueError) as error:
        raise InvalidSpecError(f"{spec}: {error}") from error
