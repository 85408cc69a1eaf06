"""What a shell completes: games and agents by name."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import typer

from plyground.errors import PlygroundError
from plyground.game.knowledge import Preset
from plyground.game.registry import game_class, game_names


def complete_game(_context: typer.Context, _arguments: list[str], _begun: str) -> list[str]:
    """Every game that has a name."""
    return game_names()


def complete_agent(
    context: typer.Context, _arguments: list[str], _begun: str
) -> Iterator[tuple[str, str]]:
    """The presets and kinds of the game that the line names, with what each does."""
    from plyground.agents.kinds import KINDS, kinds_of
    from plyground.agents.presets import presets_of

    reference = context.params.get("game")
    presets, kinds = dict[str, Preset](), dict(KINDS)
    with suppress(PlygroundError):  # it names no game
        game = game_class(reference or "")
        presets, kinds = presets_of(game), dict(kinds_of(game))
    for name, preset in presets.items():
        yield name, preset.says
    for name, maker in kinds.items():
        yield name, (maker.__doc__ or " ").splitlines()[0]
