"""The kinds of agents that search, or play by chance: see `kinds`."""

from __future__ import annotations

from plyground.agents.agent import Agent
from plyground.agents.request import (
    Request,
    clock_of,
    depth_of,
    judging,
    memory_of,
    percent_of,
    threads_of,
)
from plyground.agents.simple import RandomAgent
from plyground.agents.spec import Argument
from plyground.errors import (
    InvalidParameterError,
)
from plyground.vocabulary import Limit


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
    cache: int = 0,
) -> Agent:
    """Plain minimax to a fixed depth, as in the reports; pruning=1 makes it alpha-beta.

    With order_root=0 an order is kept to below the root: the choice is that without any order.
    With cache=1 scores of positions are kept until the next game: the choice is that without.
    """
    from plyground.agents.searching import MinimaxAgent
    from plyground.search.minimax import ORDERED, ORDERED_BELOW, UNORDERED, Switches
    from plyground.search.runner import MinimaxSearch

    ordering = UNORDERED if order == "none" else ORDERED if order_root else ORDERED_BELOW
    judge = request.rater(order if ordering else "default")
    kinds_of_end = ("quick", "flat", "judged")
    if ends not in kinds_of_end:
        raise InvalidParameterError(f"ends={ends} must be one of {', '.join(kinds_of_end)}")
    end = kinds_of_end.index(ends)
    switches = Switches(int(pruning), ordering, percent_of(drop), int(only_rated), end)
    search = MinimaxSearch(
        request.evaluator(evaluate), judge, switches, depth_of(depth), bool(cache)
    )
    return MinimaxAgent(request.game, request.name, search, None)


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
        request.evaluator(evaluate), judge, features, memory_of(memory), threads_of(threads)
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
    from plyground.agents.searching import TreeAgent, TreeSearch
    from plyground.search.mcts import Indifferent, MonteCarlo, MonteCarloSettings, TreeSwitches
    from plyground.search.mcts_playouts import MOSTLY_BEST, UNIFORM

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
        memory_of(memory),
        bool(keep),
    )
    search = TreeSearch(MonteCarlo(settings), request.seed)
    limit = Limit(seconds=seconds, nodes=iterations)
    return TreeAgent(request.game, request.name, search, limit, clock_of(game_seconds))


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
