"""Self-play in threads: each plays a group of games and hands over what they taught."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
import torch

from plyground.game import Game
from plyground.learn.config import TrainingConfig
from plyground.learn.forward import forward_for
from plyground.learn.games_kernel import Rules, Task, new_group_arrays, play_on
from plyground.learn.model import BoardNetwork
from plyground.learn.samples import (
    DRAWS,
    FIRST_WINS,
    GAMES,
    PLIES,
    SAMPLES,
    SIMULATIONS,
    SampleBuffer,
    new_sample_buffer,
)
from plyground.neural.encoding import encoding_of
from plyground.neural.puct import Puct

HANDFUL = 64  # samples that are worth handing over
PAUSE_SECONDS = 0.05  # of a thread that has brought enough
SWITCH_SECONDS = 0.0005  # upper bound on how long a thread back from machine code waits


@dataclass
class Tally:
    """What self-play has done so far."""

    games: int = 0
    plies: int = 0
    first_wins: int = 0
    draws: int = 0
    simulations: int = 0
    samples: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    def take(self, buffer: SampleBuffer) -> None:
        """Add a buffer's counts, and set them to zero, but for the samples."""
        counts = buffer.counts
        with self.lock:
            self.games += int(counts[GAMES])
            self.plies += int(counts[PLIES])
            self.first_wins += int(counts[FIRST_WINS])
            self.draws += int(counts[DRAWS])
            self.simulations += int(counts[SIMULATIONS])
        counts[GAMES:] = 0

    def note_samples(self, count: int) -> None:
        """Add samples that were handed over."""
        with self.lock:
            self.samples += count


def rules_of(config: TrainingConfig) -> Rules:
    """How the config wants games to be played."""
    return Rules(
        Puct(float(config.exploration), float(config.reduction)),
        int(config.simulations),
        int(config.fast_simulations),
        float(config.full_share),
        float(config.noise),
        float(config.concentration),
        int(config.warm_plies),
        int(config.opening_plies),
        float(config.trust),
        int(config.gumbel),
        float(config.forced),
    )


class SampleSource(Protocol):
    """What a thread gets samples from."""

    game: Game[Any]
    judged: bool  # whether they are a solver's lessons
    interpreted: bool  # whether it needs the interpreter, which only one thread at a time can have
    patient: bool  # whether it waits for a learner that is behind

    def play_on(self) -> SampleBuffer:
        """Go on a little; the samples so far."""


class GameGroup:
    """The games of one thread on boards of one size."""

    judged = interpreted = patient = False

    def __init__(
        self,
        game: Game[Any],
        config: TrainingConfig,
        network: BoardNetwork,
        device: torch.device,
        seed: int,
    ) -> None:
        """Nothing is played yet, but machine code is ready."""
        encoding = encoding_of(game)
        count, rules = config.games_at_once, rules_of(config)
        self.game, self.start = game, game.start()
        self.task = Task(encoding.encoder, rules, game.symmetries, int(encoding.owners))
        self.group = new_group_arrays(game, encoding, count, rules, seed)
        self.buffer = new_sample_buffer(encoding, HANDFUL + 4 * len(self.group.played[0]) + count)
        self.forward = forward_for(network, (count, *encoding.shape), device)
        self.logits = np.zeros((count, encoding.slots), np.float32)
        self.values = np.zeros(count, np.float32)
        play_on.prepare(*self._arguments())

    def _arguments(self) -> tuple[Any, ...]:
        return self.start, self.task, self.group, self.buffer, self.logits, self.values

    def play_on(self) -> SampleBuffer:
        """One leaf of every game judged; what came of finished games."""
        play_on(*self._arguments())
        self.logits, self.values = self.forward.judge(self.group.planes)
        return self.buffer


class SelfPlay:
    """Threads that play until they are stopped."""

    def __init__(
        self,
        groups: Sequence[SampleSource],
        give: Callable[[SampleSource, SampleBuffer], int],
        is_enough: Callable[[SampleSource], bool] = lambda _group: False,
    ) -> None:
        """`give` empties a buffer in the thread's own time and returns how many samples it held.

        While `is_enough` says so of a group, it waits, and leaves its core, or the interpreter, to
        the learner.
        """
        self._is_enough = is_enough
        self.tally = Tally()
        self.error: BaseException | None = None
        self._stop = threading.Event()
        self._give = give
        self._threads = [
            threading.Thread(target=self._play, args=(group,), daemon=True) for group in groups
        ]

    def __enter__(self) -> SelfPlay:
        """Start."""
        self._switch_before = sys.getswitchinterval()
        sys.setswitchinterval(SWITCH_SECONDS)
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        """Stop, and wait for the last."""
        self._stop.set()
        for thread in self._threads:
            thread.join()
        sys.setswitchinterval(self._switch_before)

    def check(self) -> None:
        """Raise what a thread raised."""
        if self.error is not None:
            raise self.error

    def _play(self, group: SampleSource) -> None:
        torch.set_num_threads(torch.get_num_threads())  # OpenMP wants to be told in every thread
        try:
            while not self._stop.is_set():
                if self._is_enough(group):
                    self._stop.wait(PAUSE_SECONDS)
                    continue
                buffer = group.play_on()
                self.tally.take(buffer)
                if buffer.counts[SAMPLES] >= HANDFUL:
                    self.tally.note_samples(self._give(group, buffer))
        except BaseException as error:
            self.error = error
            self._stop.set()
