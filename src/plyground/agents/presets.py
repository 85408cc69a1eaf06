"""Named agents of each game: four strengths for people, and what the game adds to them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from plyground.game import Game
from plyground.game.knowledge import CHAMPION, REPORT, RESIDUAL, Knowledge, Preset

LEARNT = {
    "intuition": Preset("policy", "plays the first thought of its network, without looking ahead"),
    "champion": CHAMPION,
}
BY_CHANCE = {
    "beginner": Preset("mcts(iterations=30)", "tries thirty games by chance and takes the best"),
    "casual": Preset("mcts(iterations=300)", "tries three hundred games by chance"),
    "strong": Preset("mcts(seconds=0.1)", "plays games by chance for a tenth of a second"),
    "best": Preset("mcts(seconds=2)", "plays games by chance twenty times longer than strong"),
}
ADAPTIVE = {
    "adaptive": Preset("adaptive", "plays about as well as you do: better when you win"),
}
TITLES = {  # what people call the strengths where a game has no names of its own
    "beginner": "Pip",
    "casual": "Robin",
    "strong": "Sage",
    "best": "Atlas",
    "intuition": "Luna",
    "champion": "Nova",
    "adaptive": "Echo",
}
ANALYST = "analyst"  # who analyses a game, and is asked for hints, if nobody says who
NEED_NETWORKS = {  # kinds of agents, and the kind of network that each plays by
    "policy": RESIDUAL,
    "alphazero": RESIDUAL,
    "network": REPORT,
    "hybrid": REPORT,
}
ERRING = (0.4, 0.13)  # of a clear advantage: the temperatures of `beginner` and `casual`


def presets_of(game: Game[Any] | type[Game[Any]]) -> dict[str, Preset]:
    """The game's agents for people by name, weakest first.

    Without an evaluator the strengths are those of Monte Carlo tree search. What is for another
    board is left out, unless any is meant.
    """
    known = game.knowledge
    found = _by_search(known) if known.evaluators else BY_CHANCE
    if RESIDUAL in known.networks:
        found = {**found, **LEARNT}
    found = {**found, **ADAPTIVE}
    found = {name: _titled(known, name, preset) for name, preset in found.items()}
    own = {name: _titled(known, name, preset) for name, preset in known.presets.items()}
    if isinstance(game, Game):
        values = game.parameter_values.items()
        own = {name: preset for name, preset in own.items() if preset.only.items() <= values}
    return {**found, **own}


def _titled(known: Knowledge, name: str, preset: Preset) -> Preset:
    """The preset with what people call it, and the game's own line about it.

    The line is about the game's own preset where it has one of that name, not about the usual.
    """
    character = known.characters.get(name)
    if character is None:
        return replace(preset, title=preset.title or TITLES.get(name, ""))
    is_meant = known.presets.get(name, preset) is preset
    return replace(preset, title=character.title, says=character.says if is_meant else preset.says)


def searcher_of(game: Game[Any] | type[Game[Any]]) -> str:
    """The kind that searches a game best without a network."""
    return "alphabeta" if game.knowledge.evaluators else "mcts"


def _by_search(known: Knowledge) -> dict[str, Preset]:
    usual = tuple(share * known.clear_advantage for share in ERRING)
    beginner, casual = known.temperatures or usual
    return {
        "beginner": Preset(
            f"humanlike(depth=1, temperature={beginner:g})",
            "sees its move and the reply, and often prefers the second best",
        ),
        "casual": Preset(
            f"humanlike(depth=3, temperature={casual:g})",
            "looks three moves ahead and sometimes slips",
        ),
        "strong": Preset("alphabeta(seconds=0.1)", "searches for a tenth of a second"),
        "best": Preset("alphabeta(seconds=2)", "searches twenty times longer than strong"),
    }
