"""What people call the strengths of Cachex, and what each really does."""

from __future__ import annotations

from plyground.game.knowledge import ALSO_TAUGHT, Character

CHARACTERS = {
    "beginner": Character(
        "Pip",
        "measures the shortest way across after its stone and yours, and often errs",
    ),
    "casual": Character(
        "Robin",
        "looks three stones ahead for bridges and captures, and slips at times",
    ),
    "strong": Character(
        "Sage",
        "searches for a tenth of a second, and sees captures before they happen",
    ),
    "best": Character("Atlas", ALSO_TAUGHT),
    "intuition": Character(
        "Luna",
        "plays its network's first thought without looking ahead, which is strong in this game",
    ),
    "champion": Character("Nova", ALSO_TAUGHT),
}
