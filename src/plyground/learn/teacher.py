"""Lessons from another network: what it says of every position of games that it plays.

Distillation: a small network learns the policy and the value of a large one, or of one that took
long to train. A game's moves are random with a chance that is drawn anew for every game, and else
drawn from the teacher's policy, so that positions of all kinds occur. Each position is shown under
a random symmetry.

All games of a thread are played at once, in machine code; the teacher judges their positions in one
batch. Every position that it judges is a sample, so a sample costs one forward pass, where
self-play needs a hundred.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from plyground.game import Game
from plyground.kernel import compiled, search_kernel
from plyground.kernel.bits import FULL_WORD, mix
from plyground.kernel.chance import next_seed, pick
from plyground.learn.games_kernel import replay
from plyground.learn.noise import draw
from plyground.learn.samples import GAMES, SAMPLES, SampleBuffer, new_sample_buffer, write_planes
from plyground.learn.self_play import HANDFUL
from plyground.neural.board_network import board_judge
from plyground.neural.encoding import Encoding, encoding_of
from plyground.neural.puct import find_priors
from plyground.search.buffers import SPARE

STATE = np.dtype(
    [
        ("seed", np.int64),
        ("ply", np.int64),
        ("chance", np.float64),  # of a random move
        ("symmetry", np.int64),  # under which the teacher was asked; -1 before the first time
    ]
)


@compiled
class TaughtGames(NamedTuple):
    """The games of one thread."""

    states: Any  # [game] of STATE
    played: Any  # [game, ply]
    planes: Any  # [game, channel, row, column]
    moves: Any  # [move]: scratch
    slots: Any  # [move]: scratch
    priors: Any  # [move]: scratch


def new_taught_games(game: Game[Any], encoding: Encoding, count: int, seed: int) -> TaughtGames:
    """Games that have not begun."""
    room = game.max_moves + SPARE
    games = TaughtGames(
        np.zeros(count, STATE),
        np.zeros((count, game.max_plies + SPARE), np.int64),
        np.ones((count, *encoding.shape), np.float32),
        np.zeros(room, np.int64),
        np.zeros(room, np.int64),
        np.zeros(room, np.float64),
    )
    own = mix(seed & FULL_WORD, 0)  # neighbouring seeds must not give groups the same games
    games.states["seed"] = [mix(own, i + 1) for i in range(count)]
    games.states["symmetry"] = -1
    return games


@compiled
def choose(state: Any, moves: Any, priors: Any, count: int) -> int:
    """A random move, or one drawn from the teacher's policy."""
    if draw(state) < state["chance"]:
        state["seed"] = next_seed(int(state["seed"]))
        return int(moves[pick(int(state["seed"]), count)])
    left, last = draw(state), count - 1
    for i in range(last):
        left -= priors[i]
        if left < 0:
            return int(moves[i])
    return int(moves[last])


@compiled
def write_answer(
    position: Any, encoder: Any, games: Any, index: int, answer: Any, buffer: Any
) -> int:
    """Write what the teacher said of a position as a sample; how many moves there are."""
    logits, value = answer
    symmetry, sample = int(games.states[index]["symmetry"]), int(buffer.counts[SAMPLES])
    turned, count = position.transform(symmetry), position.fill_moves(games.moves)
    for i in range(count):
        move = position.transform_move(symmetry, int(games.moves[i]))
        games.slots[i] = encoder.slot(turned, int(move))
    find_priors(logits, games.slots, count, games.priors)
    write_planes(games.planes[index], buffer.planes[sample])
    policy = buffer.policies[sample]
    for slot in range(len(policy)):
        policy[slot] = 0.0
    for i in range(count):
        policy[int(games.slots[i])] = games.priors[i]
    buffer.values[sample] = value
    buffer.counts[SAMPLES] += 1
    return int(count)


@search_kernel
def go_on(
    start: Any, encoder: Any, symmetries: int, games: Any, buffer: Any, logits: Any, values: Any
) -> int:
    """Take the teacher's answers, make a move in every game, and show the new positions.

    The games wait while the buffer has no room for a sample of each. How many samples it holds.
    """
    if len(buffer.values) - int(buffer.counts[SAMPLES]) < len(games.states):
        return int(buffer.counts[SAMPLES])
    for index in range(len(games.states)):
        state, played = games.states[index], games.played[index]
        position = replay(start, played, int(state["ply"]))
        if state["symmetry"] >= 0:
            answer = logits[index], float(values[index])
            count = write_answer(position, encoder, games, index, answer, buffer)
            move = choose(state, games.moves, games.priors, count)
            played[int(state["ply"])] = move
            state["ply"] += 1
            position = position.play(move)
            if position.fill_moves(games.moves) == 0:
                position, state["ply"] = start, 0
                buffer.counts[GAMES] += 1
        if state["ply"] == 0:
            state["chance"] = draw(state)
        state["seed"] = next_seed(int(state["seed"]))
        state["symmetry"] = pick(int(state["seed"]), symmetries)
        encoder.fill_planes(position.transform(int(state["symmetry"])), games.planes[index])
    return int(buffer.counts[SAMPLES])


class TaughtGroup:
    """The games of one thread that a teacher plays; as `self_play.GameGroup`."""

    judged = interpreted = False
    patient = True

    def __init__(self, game: Game[Any], teacher: Path, count: int, seed: int) -> None:
        """Nothing is played yet, but machine code is ready. `NetworkFileError` for no teacher."""
        encoding = encoding_of(game)
        self.game, self.encoder = game, encoding.encoder
        self.teacher = board_judge(game, teacher)
        self.games = new_taught_games(game, encoding, count, seed)
        self.buffer = new_sample_buffer(encoding, HANDFUL + count)
        self.logits = np.zeros((count, encoding.slots), np.float32)
        self.values = np.zeros(count, np.float32)
        go_on.prepare(*self._arguments())

    def _arguments(self) -> tuple[Any, ...]:
        shown = self.game.start(), self.encoder, self.game.symmetries
        return *shown, self.games, self.buffer, self.logits, self.values

    def play_on(self) -> SampleBuffer:
        """One position of every game judged."""
        go_on(*self._arguments())
        self.logits, self.values = self.teacher.judge(self.games.planes)
        return self.buffer
