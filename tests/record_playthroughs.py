"""Write stored playthroughs anew: python tests/record_playthroughs.py

A stored playthrough freezes what a game does, move by move, so that a change of behaviour shows
up as a difference in a text file. Look at the difference before committing it.
"""

from __future__ import annotations

import random
from pathlib import Path

import plyground as pg
from boards import EVERY_BOARD

FOLDER = Path(__file__).parent / "data" / "playthroughs"


def file_of(game: pg.Game) -> Path:
    values = "-".join(str(value) for value in game.parameter_values.values())
    return FOLDER / f"{game.name}{'-' if values else ''}{values}.txt"


def transcript(game: pg.Game, moves: list[int] | None = None) -> str:
    """A game as text: the given one, or a random one that depends on nothing but the game."""
    chance = random.Random(str(game))
    lines = [f"game      {game}"]
    position, played = game.start(), 0
    while legal := game.legal(position):
        move = chance.choice(legal) if moves is None else moves[played]
        names = " ".join(map(game.format_move, legal))
        lines.append(f"position  {game.format_position(position)}  key {position.key()}")
        lines.append(f"legal     {names}")
        lines.append(f"move      {game.format_move(move)}")
        position, played = position.play(move), played + 1
    lines.append(f"position  {game.format_position(position)}  key {position.key()}")
    lines.append(f"outcome   {game.describe(game.outcome(position))}")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for each in EVERY_BOARD:
        file_of(each).write_text(transcript(each))
