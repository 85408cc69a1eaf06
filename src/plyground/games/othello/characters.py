"""What people call the strengths of Othello, and what each really does."""

from __future__ import annotations

from plyground.game.knowledge import SELF_TAUGHT, Character

CHARACTERS = {
    "beginner": Character(
        "Pip",
        "sees its move and your answer, likes corners, and often takes the second best",
    ),
    "casual": Character(
        "Robin",
        "looks three moves ahead, guards its corners, and slips at times",
    ),
    "strong": Character(
        "Sage",
        "looks at three thousand positions, and gives little for discs before the end",
    ),
    "best": Character("Atlas", SELF_TAUGHT),
    "intuition": Character(
        "Luna",
        "plays its network's first thought without looking ahead",
    ),
    "champion": Character("Nova", SELF_TAUGHT),
}
