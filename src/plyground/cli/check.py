"""`plyground check`: does a game keep the contract?"""

from __future__ import annotations

from plyground.cli.common import ChosenGame, JsonOption, SeedOption, print_json
from plyground.cli.option_groups import grouped


@grouped
def check(
    chosen: ChosenGame,
    *,
    seed: SeedOption = None,
    json: JsonOption = False,
) -> None:
    """
    Run the conformance checks on a game, yours for example.

    Random games are played and everything the game promises is verified: legal moves,
    notation, symmetries, keys, pictures, and that compiled and interpreted rules agree.

    Example:  plyground check path/to/my_game.py
    """
    from plyground.verbs.check import check as run
    from plyground.verbs.check import check_line

    def say(name: str, says: str) -> None:
        print(check_line(name, says), flush=True)

    checked = run(chosen.made(), seed=seed or 0, on_check=None if json else say)
    if json:
        print_json(checked.data())
    else:
        print(f"{checked.game} keeps the contract")
