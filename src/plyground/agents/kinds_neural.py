"""The kinds of agents that play by a network: see `kinds`."""

from __future__ import annotations

from typing import Any

from plyground.agents.agent import Agent
from plyground.agents.request import Request, clock_of, depth_of, memory_of
from plyground.agents.spec import Argument
from plyground.errors import InvalidParameterError
from plyground.vocabulary import Limit


def network(request: Request, file: str = "") -> Agent:
    """The likeliest move by the Bamboo report's kind of network; file=PATH, or the package's."""
    from plyground.agents.report_network import NetworkAgent
    from plyground.neural.dense import read_dense

    return NetworkAgent(request.game, request.name, read_dense(request.game, _path(file)))


def hybrid(
    request: Request,
    threshold: int = 40,
    depth: int | None = None,
    evaluate: Argument = "report",
    order: Argument = "default",
    file: str = "",
) -> Agent:
    """The network until `threshold` cells are empty, then pruned minimax, ordered (Bamboo report).

    Without a depth it looks deeper as the board fills, as the report's minimax.
    """
    from plyground.agents.report_network import HybridAgent
    from plyground.search.minimax import ORDERED, Switches
    from plyground.search.runner import MinimaxSearch

    if not isinstance(threshold, int) or threshold < 0:
        raise InvalidParameterError(f"threshold={threshold} must be a whole number from 0 on")
    search = MinimaxSearch(
        request.evaluator(evaluate),
        request.rater(order),
        Switches(pruning=1, ordering=ORDERED),
        2 if depth is None else depth_of(depth),
    )
    alone = network(request, file)
    return HybridAgent(request.game, alone, search, threshold, fixed=depth is not None)


def policy(request: Request, temperature: float = 0, symmetric: int = 0, file: str = "") -> Agent:
    """The residual network alone: the move it likes best, or a likely one at a temperature.

    symmetric=1 has it look at every image of the board, and takes the mean.
    """
    from plyground.agents.residual_network import PolicyAgent

    if not 0 <= float(temperature) <= 100:
        raise InvalidParameterError(f"temperature={temperature} must be from 0 to 100")
    images = _is_on("symmetric", symmetric)
    search = _guided(request, file, 1)
    return PolicyAgent(request.name, search, float(temperature), request.seed, images)


def alphazero(
    request: Request,
    seconds: float | None = None,
    nodes: int | None = None,
    game_seconds: float | None = None,
    c: float = 0.8,
    reduction: float = 0.1,
    spread: float = 0,
    symmetric: int = 0,
    batch: int = 8,
    proof: int = 0,
    memory: float = 64,
    file: str = "",
) -> Agent:
    """Tree search guided by the residual network, as in AlphaZero; file=PATH for another one.

    With proof=NODES the game's solver tries each new leaf first, within so many nodes of its own.
    """
    from plyground.agents.residual_network import AlphaZeroAgent

    settings = (batch, c, reduction, memory, spread, _is_on("symmetric", symmetric))
    search = _guided(request, file, *settings, proof=proof)
    limit = Limit(seconds=seconds, nodes=nodes)
    clock = clock_of(game_seconds)
    return AlphaZeroAgent(request.game, request.name, search, limit, clock)


def _is_on(name: str, given: Any) -> bool:
    """Whether a switch is 1; refuses what is neither that nor 0."""
    if given not in (0, 1):
        raise InvalidParameterError(f"{name}={given} must be 0 or 1")
    return bool(given)


def _guided(
    request: Request,
    file: Any,
    batch: int,
    c: float = 0.8,
    reduction: float = 0.1,
    memory: float = 1,
    spread: float = 0,
    symmetric: bool = False,
    proof: int = 0,
) -> Any:
    """A search with the network of that file, or the package's."""
    from plyground.neural.board_network import board_judge
    from plyground.neural.proofs import PositionProver
    from plyground.neural.puct import Puct
    from plyground.neural.search import NeuralSearch, NeuralSettings

    chosen = _path(file)
    puct = Puct(float(c), float(reduction))
    settings = NeuralSettings(puct, memory_of(memory), int(batch), float(spread), symmetric)
    prover = PositionProver(request.game, proof) if proof else None
    return NeuralSearch(request.game, board_judge(request.game, chosen), settings, prover=prover)


def _path(file: Any) -> str | None:
    """The value of `file`, checked; None for the package's network."""
    if not isinstance(file, str):
        raise InvalidParameterError(f"file={file} must be the path of a network, in quotes")
    return file or None
