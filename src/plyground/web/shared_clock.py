"""The clock of a shared game, which the server counts."""

from __future__ import annotations

from collections.abc import Callable

from plyground.vocabulary import Player
from plyground.web.shared_models import SharedClockView

Now = Callable[[], float]  # seconds of a clock that never goes back


class SharedClock:
    """What each player has left; one clock runs at a time, or none."""

    def __init__(self, seconds: float, increment: float, now: Now) -> None:
        """Both have `seconds`; nothing runs."""
        self.seconds = seconds
        self.left = [seconds, seconds]
        self.increment = increment
        self.running: Player | None = None
        self._now = now
        self._since = now()

    def begin_again(self) -> None:
        """Both have all their time; nothing runs."""
        self.running = None
        self.left = [self.seconds, self.seconds]

    def run(self, player: Player | None) -> None:
        """Let this player's clock run, from now on; None for nobody's."""
        self.settle()
        self.running = player

    def settle(self) -> None:
        """Take off what has passed."""
        now = self._now()
        if self.running is not None:
            left = self.left[self.running] - (now - self._since)
            self.left[self.running] = max(0.0, left)
        self._since = now

    def flagged(self) -> Player | None:
        """Whose time is up, if anybody's."""
        self.settle()
        return next((player for player in (0, 1) if not self.left[player]), None)

    def view(self) -> SharedClockView:
        """The clocks as of now."""
        self.settle()
        return SharedClockView(
            seconds=[round(left, 3) for left in self.left],
            running=self.running,
            increment=self.increment,
        )
