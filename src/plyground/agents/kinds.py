"""The kinds of agents: from a spec to a player.

Each kind is a function with keyword arguments; their names, defaults and the first line of its
docstring are what `plyground agents` and error messages show.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from importlib.metadata import entry_points
from typing import Any

from plyground.agents.agent import Agent
from plyground.agents.custom import (
    arguments_for,
    check_arguments,
    class_in_file,
    construct,
    from_file,
    maker_in,
    registered_agents,
)
from plyground.agents.kinds_neural import alphazero, hybrid, network, policy
from plyground.agents.kinds_search import alphabeta, easy, humanlike, mcts, minimax, random
from plyground.agents.presets import NEED_NETWORKS, presets_of, searcher_of
from plyground.agents.request import (
    Request,
    level_of,
    memory_of,
)
from plyground.agents.spec import Spec, parse_spec
from plyground.errors import (
    InvalidParameterError,
    InvalidSpecError,
    MissingDependencyError,
    NetworkFileError,
    NonconformingError,
    UnknownAgentError,
    UnsupportedError,
    did_you_mean,
)
from plyground.game import Game
from plyground.game.knowledge import Knowledge
from plyground.game.turns import check_turns
from plyground.kernel.machine import check_compiler
from plyground.vocabulary import Limit

ENTRY_POINTS = "plyground.agents"


def perfect(
    request: Request,
    memory: float | None = None,
    threads: int | None = None,
    book: int | None = None,
) -> Agent:
    """Solves the position and plays perfectly, where that can be done in time."""
    from plyground.agents.perfect import PerfectAgent
    from plyground.solvers.solver import Options, solver_for

    options = Options(memory, threads, book=None if book is None else bool(book))
    return PerfectAgent(request.name, solver_for(request.game, options), alphabeta(request))


def analyst(request: Request, memory: float = 64) -> Agent:
    """Proves what it can in a moment, and searches where that does not suffice."""
    from plyground.agents.analyst import AnalystAgent

    search = make_kind(request.game, Spec(searcher_of(request.game)), request.name, request.seed)
    solver = _solver_if_any(request.game, memory_of(memory))
    return search if solver is None else AnalystAgent(request.name, solver, search)


def _solver_if_any(game: Game[Any], megabytes: float) -> Any:
    """The solver of a game, with tables of that size if it has any; None if there is none."""
    from plyground.solvers.solver import Options, solver_for

    try:
        try:
            return solver_for(game, Options(megabytes))
        except InvalidParameterError:
            return solver_for(game)
    except (InvalidParameterError, NonconformingError, UnsupportedError):
        return None


def adaptive(request: Request, level: float | None = None) -> Agent:
    """Plays at a level, a rating of the game's table: mixes the two strengths around it."""
    from plyground.agents.adaptive import AdaptiveAgent, mixture_at, rated_strengths
    from plyground.agents.rating_table import RATINGS

    game, strengths = request.game, rated_strengths(request.game)
    wanted = strengths[len(strengths) // 2].rating if level is None else level_of(level)
    mixed = mixture_at(strengths, wanted)
    weaker, stronger = (make_agent(game, name, request.seed) for name in mixed[:2])
    made = AdaptiveAgent(request.name, weaker, stronger, mixed.share, request.seed)
    table = RATINGS.on_board(game)
    made.limit = Limit(seconds=table.seconds) if table and table.seconds else None
    return made


def engine(
    request: Request,
    cmd: str = "",
    seconds: float | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    patience: float = 60,
    grace: float = 1,
    options: str = "",
) -> Agent:
    """Another program that speaks the engine protocol, as in cmd="python bot.py"."""
    from plyground.agents.engine import EngineAgent, Patience, read_command, read_options

    limit = Limit(seconds=seconds, nodes=nodes, depth=depth)
    made = EngineAgent(
        request.game,
        request.name,
        read_command(cmd),
        limit,
        Patience(patience, grace),
        request.seed,
    )
    made.options = read_options(options)
    return made


KINDS: dict[str, Callable[..., Agent]] = {
    "random": random,
    "minimax": minimax,
    "alphabeta": alphabeta,
    "mcts": mcts,
    "humanlike": humanlike,
    "easy": easy,
    "network": network,
    "hybrid": hybrid,
    "policy": policy,
    "alphazero": alphazero,
    "perfect": perfect,
    "analyst": analyst,
    "adaptive": adaptive,
    "engine": engine,
}
BY_CHANCE = ("random", "mcts", "humanlike", "easy", "adaptive")  # their moves depend on the seed
NEVER_BY_CHANCE = ("minimax", "alphabeta", "network", "hybrid", "alphazero", "perfect")


class _Kinds(Mapping[str, Callable[..., Agent]]):
    """The kinds of every game and those of one, which are imported when they are looked up."""

    def __init__(self, known: Knowledge) -> None:
        self.known = known
        self.names = {**KINDS, **known.agents}

    def __getitem__(self, name: str) -> Callable[..., Agent]:
        made: Callable[..., Agent] = self.known.load(self.names[name])
        return made

    def __contains__(self, name: object) -> bool:
        return name in self.names

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __len__(self) -> int:
        return len(self.names)


def kinds_of(game: Game[Any] | type[Game[Any]]) -> Mapping[str, Callable[..., Agent]]:
    """The kinds of agents that can play a game: those of every game, and its own."""
    return _Kinds(game.knowledge)


def playable_kinds(game: Game[Any]) -> dict[str, Callable[..., Agent]]:
    """The kinds that can play this game as they are, on this board and in this installation."""
    found = dict(kinds_of(game))
    for name in NEED_NETWORKS:
        try:
            make_kind(game, Spec(name), name, seed=0).close()
        except (NetworkFileError, MissingDependencyError, UnsupportedError):
            del found[name]
    return found


def default_arguments(game: Game[Any] | type[Game[Any]], kind: str) -> dict[str, Any]:
    """The arguments of a kind, and what each is in that game if a spec does not say."""
    parameters = list(inspect.signature(kinds_of(game)[kind]).parameters.values())[1:]
    usual = {each.name: each.default for each in parameters}
    board = game.parameter_values if isinstance(game, Game) else {}
    return usual | game.knowledge.arguments_for(kind, board)


def agent_names(game: Game[Any]) -> list[str]:
    """The names that `game` has agents under: its presets, the kinds, installed ones and yours."""
    offered = sorted(entry.name for entry in entry_points(group=ENTRY_POINTS))
    named = (*presets_of(game), *kinds_of(game), *offered, *registered_agents)
    return list(dict.fromkeys(named))


def _listed_names(game: Game[Any]) -> str:
    """The names for an error; those that need a network of the user's come last, and say so."""
    known, board, presets = game.knowledge, game.parameter_values, presets_of(game)
    lacking = [
        name
        for name, kind in NEED_NETWORKS.items()
        if name not in presets and known.network(kind, board) is None
    ]
    ready = ", ".join(name for name in agent_names(game) if name not in lacking)
    return ready + (f', and with file="NETWORK" {", ".join(lacking)}' if lacking else "")


def foreign_maker(name: str) -> Callable[..., Any] | None:
    """What makes the agents of that name: a class of this process, or an installed package."""
    if name in registered_agents:
        return registered_agents[name]
    return next(map(maker_in, entry_points(group=ENTRY_POINTS, name=name)), None)


def make_agent(game: Game[Any], text: str, seed: int | None = None) -> Agent:
    """The agent that the spec describes, for `game`; equal seeds give equal games."""
    check_turns(game)
    spec = parse_spec(text)
    if spec.file is not None:
        made = from_file(game, spec, seed)
    else:
        made = make_kind(game, expanded(game, spec), str(spec), seed)
    if spec.label:
        made.name = spec.label
    return made


@lru_cache(maxsize=256)
def is_foreign(game: Game[Any], text: str) -> bool:
    """Whether the agent's code is another's: a file, an installed package or a notebook."""
    spec = parse_spec(text)
    return spec.file is not None or expanded(game, spec).name not in kinds_of(game)


@lru_cache(maxsize=1024)
def draws_by_chance(game: type[Game[Any]], text: str) -> bool | None:
    """Whether the agent's moves depend on its seed; None where its spec does not say.

    So it is with engines, with other people's code and with the kinds that a game adds. An agent
    that is bounded by time may play differently, but draws nothing.
    """
    try:
        spec = parse_spec(text)
    except InvalidSpecError:
        return None
    spec = spec if spec.file is not None else expanded(game, spec)
    if spec.file is not None or spec.name in game.knowledge.agents:
        return None
    if spec.name == "analyst":
        return searcher_of(game) in BY_CHANCE
    if spec.name == "policy":
        return spec.arguments.get("temperature", 0) != 0
    return True if spec.name in BY_CHANCE else False if spec.name in NEVER_BY_CHANCE else None


def check_agent(game: Game[Any], text: str) -> None:
    """Refuse a text that describes no agent, or one that could not play a single game.

    Agents of other people's code are not made for it.
    """
    check_compiler()  # or each game would be lost by an agent that could not think
    spec = parse_spec(text)
    if spec.file is not None:
        check_turns(game)
        arguments_for(class_in_file(spec), game, spec, None)
        return
    make = foreign_maker(spec.name) if is_foreign(game, text) else None
    if make is not None:
        check_turns(game)
        arguments_for(make, game, spec, None)
        return
    with make_agent(game, text, seed=0) as made:
        made.verify()


def expanded(game: Game[Any] | type[Game[Any]], spec: Spec) -> Spec:
    """The spec with the name of a kind: a preset's own arguments stand before those given."""
    preset = presets_of(game).get(spec.name)
    if preset is None:
        return spec
    base = parse_spec(preset.spec)
    return Spec(base.name, {**base.arguments, **spec.arguments})


def make_kind(game: Game[Any], spec: Spec, name: str, seed: int | None) -> Agent:
    """The agent of a spec that names a kind, or a foreign one."""
    kinds = kinds_of(game)
    if spec.name not in kinds:
        make = foreign_maker(spec.name)
        if make is not None:
            return construct(make, game, spec, seed)
        raise UnknownAgentError(
            f"no agent {spec.name!r} for {game.name}; there are {_listed_names(game)}"
            f"{did_you_mean(spec.name, agent_names(game))}"
        )
    usual = default_arguments(game, spec.name)
    check_arguments(spec, list(usual))
    try:
        return kinds[spec.name](Request(game, name, seed), **usual | spec.arguments)
    except (TypeError, ValueError) as error:
        raise InvalidSpecError(f"{spec}: {error}") from error
