"""`plyground check`: does a game keep the contract?"""

from __future__ import annotations

from plyground.cli.common import GameArgument, ParameterOption, SeedOption, read_game


def check(game: GameArgument, parameter: ParameterOption = None, seed: SeedOption = None) -> None:
    """
    Run the conformance checks on a game, yours for example.

    Random games are played and everything the game promises is verified: legal moves,
    notation, symmetries, keys, pictures, and that compiled and interpreted rules agree.

    Example:  plyground check path/to/my_game.py
    """
    checked = read_game(game, parameter)
    from plyground.conformance import CHECKS, run_check

    for name, run in CHECKS.items():
        run_check(name, checked, seed or 0)
        print(f"ok  {name:<11} {(run.__doc__ or ' ').splitlines()[0]}", flush=True)
    print(f"{checked} keeps the contract")
