"""What people call the strengths of Tic Tac Toe, and what each really does."""

from __future__ import annotations

from plyground.game.knowledge import Character

CHARACTERS = {
    "beginner": Character(
        "Pip",
        "sees its mark and your answer, counts open lines, and often takes the second best",
    ),
    "casual": Character(
        "Robin",
        "looks three marks ahead and slips now and then",
    ),
    "strong": Character(
        "Sage",
        "looks four marks ahead, blocks what it sees, and rarely slips",
    ),
    "best": Character(
        "Atlas",
        "knows the whole game by heart; a draw is the most you can get",
    ),
}
