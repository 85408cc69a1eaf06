"""
Perft: how many ways there are to play n plies. The first test of every set of rules.

Counts move sequences of exactly n plies from a position, those that end the game on the last
ply included; sequences that end earlier do not count.
"""

from __future__ import annotations

from typing import Any

from plyground.errors import InvalidLimitError
from plyground.game import Game
from plyground.kernel import Monitor, count_legal_moves, enter_node, run_search, search_kernel
from plyground.search.buffers import move_buffer
from plyground.vocabulary import Move


@search_kernel(title="the rules")
def count_sequences(position: Any, depth: int, moves: Any, monitor: Any) -> int:
    """The number of sequences of `depth` >= 1 plies; meaningless once stopped."""
    if enter_node(monitor):
        return 0
    count = position.fill_moves(moves[depth])  # moves: [remaining depth, move]
    count_legal_moves(monitor, count)
    if depth == 1:
        return int(count)
    total = 0
    for i in range(count):
        total += count_sequences(position.play(int(moves[depth, i])), depth - 1, moves, monitor)
    return total


def perft(game: Game[Any], position: Any, depth: int, monitor: Monitor | None = None) -> int:
    """The number of move sequences of `depth` plies from `position`."""
    if depth < 0:
        raise InvalidLimitError(f"depth={depth} must not be negative")
    if depth == 0:
        return 1
    game.check_own(position)
    moves = move_buffer(game, depth + 1)
    return int(run_search(count_sequences, monitor or Monitor(), position, depth, moves))


def perft_split(
    game: Game[Any], position: Any, depth: int, monitor: Monitor | None = None
) -> dict[Move, int]:
    """The same, by first move: what to compare when two sets of rules disagree."""
    return {
        move: perft(game, position.play(move), depth - 1, monitor) for move in game.legal(position)
    }
