"""
Training: self-play fills the replay buffers, a network learns from them, and plays on improved.

Both happen at the same time. Learning keeps pace with playing: every sample is learnt from
`reuse` times on average. Where a solver teaches beside the games, that is said of the games, since
its lessons may be many more; they are learnt from as many times at most. The games are played by an
average of the last networks, which is steadier than the newest one; it is also what is written
into the file.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import torch

from plyground.cluster.machines import Machines
from plyground.game import Game
from plyground.learn.checkpoint import Checkpoints, Progress
from plyground.learn.cluster_play import ClusterPlay, TurnMaker, Weights, prepare_workers
from plyground.learn.config import TrainingConfig
from plyground.learn.exam import Exam
from plyground.learn.examiner import Examiner
from plyground.learn.guard import Guard
from plyground.learn.learner import Learner
from plyground.learn.lesson_store import LessonStore
from plyground.learn.lessons import LessonGroup, asked_by
from plyground.learn.replay import Replay
from plyground.learn.samples import SampleBuffer
from plyground.learn.self_play import GameGroup, SampleSource, SelfPlay
from plyground.learn.start import first_weights
from plyground.learn.teacher import TaughtGroup
from plyground.neural.encoding import encoding_of

REPORT_SECONDS = 5.0
SAVE_SECONDS = 60.0
EXAM_SECONDS = 15.0
REFRESH_STEPS = 10  # of learning between updates of the network that plays
LEARNT_FROM = 2  # times at least, before a solver or a teacher brings more
LEARNT_SLOWLY = 8  # the same, where that takes the interpreter away from the learner
SMOOTHING = 0.98  # of the losses that are shown


def boards_for(shares: list[float], threads: int) -> list[int]:
    """Which board each thread plays on, so that every board with a share has at least one."""
    given = [board for board, share in enumerate(shares) if share]
    chosen = list(given)
    while chosen and len(chosen) < threads:
        chosen.append(max(given, key=lambda i: shares[i] - chosen.count(i) / len(chosen)))
    return chosen


def threads_that_judge(lessons: float, threads: int, wanted: int = 0) -> int:
    """How many threads draw lessons, so that neither they nor self-play go without one.

    As many as are `wanted`; as their share of the steps, if that is 0.
    """
    if lessons in (0, 1):
        return threads if lessons else 0
    return min(max(1, wanted or round(lessons * threads)), max(1, threads - 1))


def drawn(shares: list[float]) -> int:
    """Which board is learnt from next, by chance."""
    return int(torch.multinomial(torch.tensor(shares), 1))


class Training:
    """One run, from its config to a network; a run that was killed goes on."""

    def __init__(
        self,
        config: TrainingConfig,
        folder: Path,
        device: str = "cpu",
        threads: int = 1,
        keep_every: float = math.inf,
        clock: Callable[[], float] = time.monotonic,
        machines: Machines | None = None,
    ) -> None:
        """Prepare everything, machine code included; read the last checkpoint.

        A copy of the network is kept every `keep_every` seconds, beside the last one. `machines`
        play the games, instead of threads.
        """
        self.machines = machines
        self.keep_every = keep_every
        self.config, self.device, self._clock = config, torch.device(device), clock
        self.checkpoints = Checkpoints(folder, config)
        self.learner = Learner(config, self.device)
        self.progress = Progress()
        kept = self.checkpoints.load()
        if kept is not None:
            self.learner.restore(kept[0], kept[1].steps)
            self.progress = kept[1]
        elif config.start:
            self.learner.begin_with(first_weights(config, self.learner.network))
        self._games = games = config.games
        rooms = [config.capacity if config.lessons < 1 and each else 1 for each in config.shares]
        self.replays = [
            Replay(encoding_of(game), room, self.device, config.auxiliary)
            for game, room in zip(games, rooms, strict=True)
        ]
        self._replay_of = dict(zip(games, self.replays, strict=True))
        self.lessons = {
            game: LessonStore(encoding_of(game), config, self.device)
            for game, share in zip(games, config.taught, strict=True)
            if share
        }
        self.exam = Exam(config.exam)
        self.guard = Guard(self.learner)
        self._lock, self._examined = threading.Lock(), -math.inf
        self._steps_of = [0, 0]  # since this start: from games, from lessons
        self._examiner = Examiner(config, self.exam)
        self._groups = self._new_groups(threads) if machines is None else []
        if machines is not None:
            self._turns = TurnMaker.of(config, self._weights)
            prepare_workers(machines, self._turns, self._first_seed)

    def _new_groups(self, threads: int) -> list[SampleSource]:
        """What each thread has to do."""
        config, games, seed = self.config, self._games, self._first_seed
        groups, waiting = list[SampleSource](), set[int]()
        judging = threads_that_judge(config.lessons, threads, config.lesson_threads)
        if config.lessons == 1 and self.device.type == "cpu":
            judging = max(1, threads - 1)  # the learner needs a core
        for board in boards_for(config.taught, judging):
            if board not in waiting:
                group = LessonGroup(games[board], seed + len(groups), asked=asked_by(config))
                groups.append(group)
                waiting |= {board} if group.interpreted else set()  # more would wait for each other
        if config.lessons < 1:
            boards = boards_for(config.shares, threads - len(groups))
            groups += [self._new_games(games[board], seed + n) for n, board in enumerate(boards)]
        return groups

    def _new_games(self, game: Game[Any], seed: int) -> SampleSource:
        """Games of a thread, by a teacher if there is one."""
        config = self.config
        if config.teacher:
            return TaughtGroup(game, Path(config.teacher), config.games_at_once, seed)
        return GameGroup(game, config, self.learner.player, self.device, seed)

    def _playing(self) -> SelfPlay | ClusterPlay:
        """The threads, or the machines, that play."""
        if self.machines is None:
            return SelfPlay(self._groups, self._keep, self._is_enough)
        return ClusterPlay(self.machines, self._turns, self._keep, self._first_seed)

    def _is_enough(self, group: SampleSource) -> bool:
        """Whether a solver or a teacher has to wait for the learner, with whom it shares cores.

        Where a GPU learns and nobody plays, machine code may teach on.
        """
        config = self.config
        alone = config.lessons == 1 and self.device.type != "cpu" and not group.interpreted
        if not group.patient or alone:
            return False
        share = config.lessons if group.judged else 1 - config.lessons
        learnt = share * self.progress.steps * config.batch
        least = LEARNT_SLOWLY if group.interpreted else LEARNT_FROM
        return self._brought(group.judged) > 2 * config.first_samples + learnt / least

    def _brought(self, judged: bool) -> int:
        """How many lessons, or positions of games, have come since this start."""
        if judged:
            return sum(int(store.added.sum()) for store in self.lessons.values())
        return sum(replay.added for replay in self.replays)

    def _is_ahead(self, judged: bool) -> bool:
        """Whether lessons, or games, have been learnt from often enough until more come."""
        config = self.config
        brought = self._brought(judged) - config.first_samples / 2
        return self._steps_of[judged] * config.batch > config.reuse * brought

    @property
    def _first_seed(self) -> int:
        """Another one for a run that goes on, which plays other games."""
        return self.config.seed + self.progress.samples

    def _weights(self) -> Weights:
        with self._lock:
            return Weights.of(self.learner.player, self.learner.steps)

    def run(self) -> Iterator[Progress]:
        """Train until the time is over; yields every few seconds. Saves at the end as well."""
        with self.checkpoints.working():
            self.checkpoints.cut_curve(self.progress)
            yield from self._run()

    def _run(self) -> Iterator[Progress]:
        """The same, once nobody else works in the folder."""
        begun, before = self._clock(), replace(self.progress)
        saved, end = begun, begun + 60 * self.config.minutes - before.seconds
        if self.config.lessons < 1:  # games need the GPU as soon as they begin
            self.learner.prepare(self._lock)
        with self._examiner, self._playing() as play:
            self.learner.prepare(self._lock)
            try:
                while (now := self._clock()) < end:
                    self._work(play, min(end, now + REPORT_SECONDS))
                    play.check()
                    kept = self.progress.seconds // self.keep_every
                    self._count(play, before, self._clock() - begun)
                    if self._clock() - self._examined > EXAM_SECONDS:
                        self._examine()
                    if self.progress.seconds // self.keep_every > kept:
                        self._keep_network()
                    self.checkpoints.note(self.progress.line())
                    yield replace(self.progress)
                    if self._clock() - saved > SAVE_SECONDS:
                        saved = self._clock()
                        self.save()
            finally:
                self._count(play, before, self._clock() - begun)
                self._examine()
                self.save()
                if self.progress.steps > before.steps:
                    self.checkpoints.note(self.progress.line())

    def save(self) -> None:
        """Write a checkpoint and the network's file; none if the weights have just run away."""
        tensors = self.learner.tensors()
        if all(bool(torch.isfinite(each).all()) for each in tensors.values()):
            self.checkpoints.save(tensors, self.progress, self.learner.average)

    def _keep_network(self) -> None:
        name = f"network-{int(self.progress.seconds):05}s.onnx"
        self.checkpoints.write_network(self.learner.average, self.progress, name)

    def _keep(self, group: SampleSource, buffer: SampleBuffer) -> int:
        with self._lock:
            if not group.judged:
                return self._replay_of[group.game].add(buffer)
            if group.game == next(iter(self.lessons)):  # an exam is on one board
                self.exam.take(buffer)
            return self.lessons[group.game].add(buffer)

    def _examine(self) -> None:
        """Note how often the averaged network plays right, where a solver teaches."""
        self._examined = self._clock()
        if self.progress.steps and len(self.exam):
            self.progress.kept = self.exam.share_kept(self.learner.average)

    def _count(self, play: SelfPlay | ClusterPlay, before: Progress, seconds: float) -> None:
        self.progress.seconds = before.seconds + seconds
        self.progress.games = before.games + play.tally.games
        self.progress.samples = before.samples + play.tally.samples
        self.progress.simulations = before.simulations + play.tally.simulations
        if self.lessons and before.seconds < 60 * self.config.minutes:
            self.progress.lessons = sum(map(len, self.lessons.values()))

    @property
    def is_over(self) -> bool:
        """Whether the time of all starts is used up."""
        return self.progress.seconds >= 60 * self.config.minutes

    def _work(self, play: SelfPlay | ClusterPlay, until: float) -> None:
        """Learn while there is enough to learn from."""
        while self._clock() < until and play.error is None:
            if not self._is_ready() or self._is_ahead(judged=self.config.lessons == 1):
                time.sleep(0.005)
                continue
            for _ in range(REFRESH_STEPS):
                self._learn()
            with self._lock:
                self.learner.refresh()

    def _is_ready(self) -> bool:
        """Whether every board has taught its share of the first samples; lessons may come later."""
        first, lessons = min(self.config.first_samples, self.config.capacity), self.config.lessons
        if lessons == 1:
            return any(self._taught())
        pairs = zip(self.replays, self.config.shares, strict=True)
        return all(len(replay) >= (1 - lessons) * share * first for replay, share in pairs)

    def _taught(self) -> list[float]:
        """The boards' shares of the lessons, 0 where too few have come to learn from."""
        first = self.config.lessons * min(self.config.first_samples, self.config.capacity)
        return [
            share if share and len(self.lessons[game]) >= share * first else 0.0
            for game, share in zip(self._games, self.config.taught, strict=True)
        ]

    def _learn(self) -> None:
        taught = self._taught()
        judged = any(taught) and float(torch.rand(())) < self.config.lessons
        judged = judged and (self.config.lessons == 1 or not self._is_ahead(judged=True))
        board = drawn(taught if judged else self.config.shares)
        with self._lock:
            source = self.lessons[self._games[board]] if judged else self.replays[board]
            batch = source.draw(self.config.batch)
        policy, value = self.learner.learn(batch, self._rate(), judged)
        self.progress.steps += 1
        self._steps_of[judged] += 1
        if self.progress.steps % REFRESH_STEPS == 0:
            self.guard.check(float(policy) + float(value), (board, judged))
            share = SMOOTHING if self.progress.policy_loss else 0.0
            progress = self.progress
            progress.policy_loss = share * progress.policy_loss + (1 - share) * float(policy)
            progress.value_loss = share * progress.value_loss + (1 - share) * float(value)

    def _rate(self) -> float:
        """The rate of learning: a short rise, a time at its height, then half a cosine down."""
        config = self.config
        passed = self.progress.seconds / (60 * config.minutes) - config.rate_flat
        share = min(1.0, max(0.0, passed / (1 - config.rate_flat)))
        rise = min(1.0, (1 + self.progress.steps) / 100)
        fall = (1 - config.rate_end) * 0.5 * (1 - math.cos(math.pi * share))
        return config.rate * self.guard.factor * rise * (1 - fall)
