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
    from plyground.agents.rating_table import ANCHOR, RATINGS
    from plyground.game.knowledge import FROM_REPORT, PEOPLE

    found = read_game(game, parameter)
    name, presets, makers = found.name, presets_of(found), playable_kinds(found)
    kinds = {kind: default_arguments(found, kind) for kind in makers}
    table = RATINGS.on_board(found)
    if json:
        print_json(
            {
                "game": name,
                "presets": {key: asdict(preset) for key, preset in presets.items()},
                "kinds": kinds,
                "evaluators": found.knowledge.evaluator_names,
                "raters": found.knowledge.rater_names,
                "ratings": table and asdict(table),
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
            title = f"{preset.title}: " if preset.title else ""
            print(f"  {key:<{wide}} {title}{preset.says}\n  {'':<{wide}} = {preset.spec}")
            rated = table and table.of(key)
            if rated:
                print(f"  {'':<{wide}} {rated}")
    print("Kinds, with their parameters:")
    for kind, parameters in kinds.items():
        print(f"  {kind:<12} {(makers[kind].__doc__ or ' ').splitlines()[0]}")
        print(f"  {'':<12} {', '.join(f'{key}={value}' for key, value in parameters.items())}")
        rated = table and table.of(kind)
        if rated:
            print(f"  {'':<12} {rated}")
    print(f"evaluate=    {', '.join(found.knowledge.evaluator_names)}")
    print(f"order=       {', '.join(found.knowledge.rater_names)}, evaluation, none")
    if table is not None:
        print(
            f"Ratings are those of {table.seconds:g} s a move, and random play is {ANCHOR};"
            " they mean nothing outside this table."
        )
