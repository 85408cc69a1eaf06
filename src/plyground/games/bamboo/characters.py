"""What people call the strengths of Bamboo, and what each really does."""

from __future__ import annotations

from plyground.game.knowledge import ALSO_TAUGHT, Character

CHARACTERS = {
    "beginner": Character(
        "Pip",
        "counts groups and moves after its stone and yours, and often takes the second best",
    ),
    "casual": Character(
        "Robin",
        "looks three stones ahead, likes the rim, and slips at times",
    ),
    "strong": Character(
        "Sage",
        "searches for a tenth of a second to have a move left when you have none",
    ),
    "best": Character("Atlas", ALSO_TAUGHT),
    "intuition": Character(
        "Luna",
        "plays its network's first thought without looking ahead, which is strong in this game",
    ),
    "champion": Character("Nova", ALSO_TAUGHT),
}
