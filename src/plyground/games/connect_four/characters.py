"""What people call the strengths of Connect Four, and what each really does."""

from __future__ import annotations

from plyground.game.knowledge import Character

CHARACTERS = {
    "beginner": Character(
        "Pip",
        "sees its disc and your answer, and often prefers the second best column",
    ),
    "casual": Character(
        "Robin",
        "looks three discs ahead for threats, and sometimes slips",
    ),
    "strong": Character(
        "Sage",
        "searches for a tenth of a second, and knows that odd and even rows matter",
    ),
    "best": Character(
        "Atlas",
        "has solved the game: whenever it can win it does, and it never errs",
    ),
    "intuition": Character(
        "Luna",
        "drops its disc where its network's first thought is, and never looks ahead",
    ),
    "champion": Character(
        "Nova",
        "its network tells its search where to look, and its solver proves what it can",
    ),
}
