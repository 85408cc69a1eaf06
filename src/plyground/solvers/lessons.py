"""Lessons: positions judged by proof, from which a network can learn; and those kept back.

A game may offer lessons of its own (`Solving.lessons`), a `@compiled` NamedTuple that plays games
and judges in machine code, position after position:

    draw(worths) -> position, result, plies    `worths[move]` becomes what each legal move is worth

A move is worth BEST if it is best, KEEPING if it only keeps the result, and WRONG if it gives it
away. All are 0 where only the result is known. The result is that of the position, for who is to
move, and `plies` the number of moves made before it; NO_LESSON if nothing was settled for a while.

One position in UNSEEN is never taught, chosen by its key, so that there are always positions to
test on which nothing has learnt from. Images of a position under symmetries go together.
"""

from __future__ import annotations

from plyground.kernel import compiled
from plyground.kernel.bits import mix

BEST, KEEPING, WRONG = 1.0, 0.8, -1.0
NO_LESSON = -1  # plies
UNSEEN = 8


@compiled
def is_unseen(key: int) -> bool:
    """Whether the position whose images have this least key is never taught."""
    return mix(0, key) % UNSEEN == 0
