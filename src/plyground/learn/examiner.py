"""The examiner: where no solver teaches, one still sets the exam, beside the games.

A thread of its own draws positions and has the solver judge them until the exam is large enough.
The solver settles small boards, and of larger ones their endings; where it settles nothing, or the
game has none, there is no exam.
"""

from __future__ import annotations

import threading

from plyground.errors import PlygroundError
from plyground.learn.config import TrainingConfig
from plyground.learn.exam import Exam
from plyground.learn.lessons import LessonGroup, asked_by

ENOUGH = 200  # positions: more would cost the games time
SEED = 1_000_003  # apart from those of the threads that play


class Examiner:
    """Fills an exam in the background, if lessons do not."""

    def __init__(self, config: TrainingConfig, exam: Exam) -> None:
        """Idle until it is entered."""
        self.config, self.exam = config, exam
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._draw, daemon=True)

    def __enter__(self) -> Examiner:
        """Begin."""
        self.exam.size = min(self.exam.size, ENOUGH) if not self.config.lessons else self.exam.size
        if not self.config.lessons and self.config.exam:
            self._thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        """Stop after the position that is being judged."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join()

    def _draw(self) -> None:
        game, config = self.config.games[0], self.config
        try:
            group = LessonGroup(game, config.seed + SEED, asked=asked_by(config, for_exam=True))
            while len(self.exam) < self.exam.size and not self._stop.is_set():
                buffer = group.play_on()
                self.exam.take(buffer)
                buffer.counts[:] = 0
        except PlygroundError:  # no solver takes the game
            return
