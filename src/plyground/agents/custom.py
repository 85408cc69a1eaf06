"""Agents that others wrote: classes in files, in installed packages and in notebooks.

All are made the same way: the class, or any function that returns an agent, is called with the
game. It also gets `seed=` if it has such a parameter, and the arguments of the spec.
"""

from __future__ import annotations

import contextlib
import inspect
from collections.abc import Callable, Sequence
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

from plyground.agents.agent import Agent
from plyground.agents.spec import Spec
from plyground.errors import InvalidSpecError, UnknownAgentError, did_you_mean
from plyground.game import Game
from plyground.kernel import Monitor
from plyground.vocabulary import Decision, Limit

REHEARSAL = Limit(seconds=0.01, nodes=10, depth=1)

registered_agents: dict[str, type] = {}  # by the name of the class


def register(agent_class: type) -> type:
    """Make a class of agents known in this process under its own name, as a notebook does."""
    if not callable(getattr(agent_class, "choose", None)):
        raise UnknownAgentError(f"{agent_class.__name__} has no method choose")
    registered_agents[agent_class.__name__] = agent_class
    return agent_class


def from_file(game: Game[Any], spec: Spec, seed: int | None) -> Agent:
    """The agent in the file that the spec names."""
    return construct(class_in_file(spec), game, spec, seed)


def class_in_file(spec: Spec) -> type:
    """The one class with `choose` in the file that the spec names, or the one it names."""
    from plyground.game.files import load_file

    assert spec.file is not None
    module = load_file(Path(spec.file))
    wanted = spec.name.removeprefix(spec.file).removeprefix(":")
    offered = {
        name: value
        for name, value in vars(module).items()
        if isinstance(value, type)
        and hasattr(value, "choose")
        and value.__module__ == module.__name__
    }
    chosen = [value for name, value in offered.items() if wanted in ("", name)]
    if len(chosen) != 1:
        found = ", ".join(offered) or "none"
        need = f"a class {wanted}" if wanted else "one class"
        raise UnknownAgentError(
            f"{spec.name} must have {need} with a method choose; it has {found}"
        )
    return chosen[0]


def maker_in(entry: EntryPoint) -> Callable[..., Any]:
    """What makes the agents that an installed package offers."""
    try:
        make = entry.load()
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
        raise UnknownAgentError(f"the package that offers {entry.name} fails: {reason}") from error
    if not callable(make):
        raise UnknownAgentError(f"{entry.name} is {make!r}, not a class of agents")
    maker: Callable[..., Any] = make
    return maker


def check_arguments(spec: Spec, known: Sequence[str]) -> None:
    """Raise `InvalidSpecError` if an argument of the spec is none of the `known`."""
    for argument in spec.arguments:
        if argument not in known:
            offer = f"it has {', '.join(known)}" if known else "it has none"
            alike = did_you_mean(argument, known)
            raise InvalidSpecError(f"{spec.name} has no parameter {argument!r}; {offer}{alike}")


def arguments_for(
    make: Callable[..., Any], game: Game[Any], spec: Spec, seed: int | None
) -> dict[str, Any]:
    """The arguments of the spec and, if `make` takes one, a seed; an error if they do not fit."""
    signature = inspect.signature(make)
    parameters = signature.parameters.values()
    known = [p.name for p in parameters if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)][1:]
    takes_any = any(p.kind is p.VAR_KEYWORD for p in parameters)
    if not takes_any:
        check_arguments(spec, known)
    arguments: dict[str, Any] = dict(spec.arguments)
    if takes_any or "seed" in known:
        arguments = {"seed": seed, **arguments}
    try:
        signature.bind(game, **arguments)
    except TypeError as error:
        raise InvalidSpecError(f"{spec}: {error}; it has {', '.join(known) or 'none'}") from error
    return arguments


def construct(make: Callable[..., Any], game: Game[Any], spec: Spec, seed: int | None) -> Agent:
    """What `make` returns for the game, the arguments of the spec and, if it takes one, a seed."""
    arguments = arguments_for(make, game, spec, seed)
    made = make(game, **arguments)
    if not hasattr(made, "choose"):
        raise UnknownAgentError(f"{spec.name} gives {made!r}, which has no method choose")
    if isinstance(made, Agent):
        return made
    return CustomAgent(game, str(spec), made, lambda: make(game, **arguments))


class CustomAgent(Agent):
    """An agent of a class that others wrote, with what it leaves out."""

    def __init__(self, game: Game[Any], name: str, made: Any, another: Callable[[], Any]) -> None:
        """`another` makes one more of its kind."""
        super().__init__(game, getattr(made, "name", name))
        self.made = made
        self._another = another
        self.scores_moves = hasattr(made, "analyse")
        for verb in ("prepare", "analyse", "new_game", "close"):
            if hasattr(made, verb):
                setattr(self, verb, getattr(made, verb))

    def choose(
        self, position: Any, limit: Limit | None = None, monitor: Monitor | None = None
    ) -> Decision:
        """What the other chooses."""
        decision: Decision = self.made.choose(position, limit, monitor)
        return decision

    def prepare(self, position: Any) -> None:
        """Let another of its kind choose in no time, so that whatever it needs is compiled."""
        with contextlib.suppress(Exception):  # a mistake is told where the agent itself makes it
            spare = self._another()
            try:
                spare.choose(position, REHEARSAL, None)
            finally:
                getattr(spare, "close", lambda: None)()
