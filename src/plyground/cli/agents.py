"""`plyground agents`: who can play."""

from __future__ import annotations

from dataclasses import asdict

from plyground.cli.common import GameArgument, JsonOption, ParameterOption, print_json, read_game


def agents(
    game: GameArgument = "connect_four",
    parameter: ParameterOption = None,
    json: JsonOption = False,
) -> None:
    """List the agents that can play a game, and how to write them.

    A spec is a name with arguments: alphabeta(depth=6, evaluate=utility(threes=20)). The same
    text works wherever an agent is wanted.
    """
    from plyground.agents.kinds import default_arguments, playable_kinds
    from plyground.agents.presets import presets_of
    from plyground.game.knowledge import FROM_REPORT, PEOPLE

    found = read_game(game, parameter)
    name, presets, makers = found.name, presets_of(found), playable_kinds(found)
    kinds = {kind: default_arguments(found, kind) for kind in makers}
    if json:
        print_json(
            {
                "game": name,
                "presets": {key: asdict(preset) for key, preset in presets.items()},
                "kinds": kinds,
                "evaluators": found.knowledge.evaluator_names,
                "raters": found.knowledge.rater_names,
            }
        )
        return
    wide = max(map(len, presets))
    for group, head in {
        PEOPLE: f"For people, in {name}:",
        FROM_REPORT: "As in the report:",
    }.items():
        listed = {key: preset for key, preset in presets.items() if preset.group == group}
        if listed:
            print(head)
        for key, preset in listed.items():
            print(f"  {key:<{wide}} {preset.says}\n  {'':<{wide}} = {preset.spec}")
    print("Kinds, with their parameters:")
    for kind, parameters in kinds.items():
        print(f"  {kind:<12} {(makers[kind].__doc__ or ' ').splitlines()[0]}")
        print(f"  {'':<12} {', '.join(f'{key}={value}' for key, value in parameters.items())}")
    print(f"evaluate=    {', '.join(found.knowledge.evaluator_names)}")
    print(f"order=       {', '.join(found.knowledge.rater_names)}, evaluation, none")
