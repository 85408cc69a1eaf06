"""What people call the strengths of Konane, and what each really does."""

from __future__ import annotations

from plyground.game.knowledge import ALSO_TAUGHT, Character

CHARACTERS = {
    "beginner": Character(
        "Pip",
        "counts who can still jump after its move and your answer, and often jumps elsewhere",
    ),
    "casual": Character(
        "Robin",
        "looks three jumps ahead and counts the stones that can still move; it slips at times",
    ),
    "strong": Character(
        "Sage",
        "searches for a tenth of a second to leave you without a jump",
    ),
    "best": Character("Atlas", ALSO_TAUGHT),
    "intuition": Character(
        "Luna",
        "jumps where its network's first thought is, and never looks ahead",
    ),
    "champion": Character("Nova", ALSO_TAUGHT),
}
