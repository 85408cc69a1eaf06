"""`plyground agents`: who can play."""

from __future__ import annotations

from typing import Annotated

import typer

from plyground.cli.common import JsonOption, print_json


def agents(
    game: Annotated[str, typer.Argument(metavar="[GAME]", help="Whose agents.")] = "connect_four",
    json: JsonOption = False,
) -> None:
    """List the agents of a game, and how to write them.

    A spec is a name with arguments: alphabeta(depth=6, evaluate=utility(threes=20)). The same
    text works wherever an agent is wanted.
    """
    from plyground.agents.kinds import KINDS, default_arguments
    from plyground.agents.presets import PRESETS
    from plyground.evaluators import evaluator_names, rater_names
    from plyground.games import game_class

    name = game_class(game).name
    presets = PRESETS.get(name, {})
    kinds = {kind: default_arguments(name, kind) for kind in KINDS}
    if json:
        print_json(
            {
                "game": name,
                "presets": {key: {"spec": p.spec, "says": p.says} for key, p in presets.items()},
                "kinds": kinds,
                "evaluators": evaluator_names(name),
                "raters": rater_names(name),
            }
        )
        return
    print(f"For people, in {name}:")
    for key, preset in presets.items():
        print(f"  {key:<12} {preset.says}\n  {'':<12} = {preset.spec}")
    print("Kinds, with their parameters:")
    for kind, parameters in kinds.items():
        print(f"  {kind:<12} {(KINDS[kind].__doc__ or '').splitlines()[0]}")
        print(f"  {'':<12} {', '.join(f'{key}={value}' for key, value in parameters.items())}")
    print(f"evaluate=    {', '.join(evaluator_names(name))}")
    print(f"order=       {', '.join(rater_names(name))}, evaluation, none")
