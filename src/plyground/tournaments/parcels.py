"""Classes that only this process knows, those of a notebook for example, sent to others by value.

A worker or a guest finds a game by its name or file, and an agent by its spec. What was registered
in this process alone it cannot find: it gets a parcel, and opens it first. Numba's copy of
`cloudpickle` packs a class with all that it uses; what a class imports must be importable there.
"""

from __future__ import annotations

import io
import pickle
from collections.abc import Sequence
from importlib.metadata import entry_points
from typing import Any

from plyground.agents import parse_spec
from plyground.agents.custom import register as register_agent
from plyground.agents.custom import registered_agents
from plyground.errors import UnknownAgentError, UnknownGameError
from plyground.game import Game
from plyground.game.files import source_of
from plyground.game.registry import ENTRY_POINTS, built_in_names, game_class, game_names, register
from plyground.kernel.marks import compiled, is_compiled

Parcels = dict[str, bytes]  # by the reference of the game, or the spec of the agent


def parcels_for(reference: str, specs: Sequence[str]) -> Parcels:
    """Those of the game and of each agent that other processes would not find; mostly none."""
    found = {}
    if (known := _private_game(reference)) is not None:
        found[reference] = _packed(known, UnknownGameError)
    for spec in specs:
        named = parse_spec(spec).name
        if named in registered_agents:
            found[spec] = _packed(registered_agents[named], UnknownAgentError)
    return found


def open_parcel(parcel: bytes) -> None:
    """Make the class in it known here, as it was where it was packed; b"" holds none."""
    if parcel:
        held, marked = pickle.loads(parcel)
        for thing in marked:
            if not is_compiled(thing):
                compiled(thing)
        (register if issubclass(held, Game) else register_agent)(held)


def _private_game(reference: str) -> type[Game[Any]] | None:
    """The class, if it was registered in this process alone."""
    if reference in built_in_names() or reference not in game_names():
        return None
    if any(entry.name == reference for entry in entry_points(group=ENTRY_POINTS)):
        return None
    found = game_class(reference)
    if (source := source_of(found)) is not None:
        raise UnknownGameError(f"{reference} is the name of a game in a file; give {source}")
    return found


def _packed(held: type, fault: type[Exception]) -> bytes:
    """The class, and everything marked as compiled that went along, since marks are no part of it.

    Which that is shows while the class is packed for the first time.
    """
    from numba import cloudpickle

    marked: list[Any] = []

    class Noting(cloudpickle.Pickler):  # type: ignore[misc]
        def reducer_override(self, thing: Any) -> Any:
            if is_compiled(thing):
                marked.append(thing)
            return super().reducer_override(thing)

    try:
        Noting(io.BytesIO()).dump(held)
        packed: bytes = cloudpickle.dumps((held, marked))
    except Exception as error:
        raise fault(
            f"{held.__name__} is known to this process only, and cannot be sent to those in which "
            f"a tournament is played: {error}; put it into a file and give path/to/file.py"
        ) from error
    return packed
