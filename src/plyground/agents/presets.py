"""Named agents of each game: strengths for people, and the reports' own agents."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Preset:
    """A spec under a name, with a sentence on how it thinks."""

    spec: str
    says: str


def _strengths(temperatures: tuple[float, float], quick: str, slow: str) -> dict[str, Preset]:
    beginner, casual = temperatures
    return {
        "beginner": Preset(
            f"humanlike(depth=1, temperature={beginner})",
            "sees its move and the reply, and often prefers the second best",
        ),
        "casual": Preset(
            f"humanlike(depth=3, temperature={casual})",
            "looks three moves ahead and sometimes slips",
        ),
        "strong": Preset(quick, "searches as deep as a tenth of a second allows"),
        "best": Preset(slow, "searches twenty times longer than strong"),
    }


_LEARNT = {
    "intuition": Preset("policy", "plays the first thought of its network, without looking ahead"),
    "champion": Preset(
        "alphazero(seconds=2)", "learnt by playing against itself; its network guides its search"
    ),
}
_QUICK = "alphabeta(seconds=0.1)"
_SLOW = "alphabeta(seconds=2)"
PRESETS: dict[str, dict[str, Preset]] = {
    "tic_tac_toe": {
        **_strengths((2.0, 1.0), _QUICK, _SLOW),
        "report": Preset(
            "minimax(depth=9, pruning=1)", "sees the whole game; prefers quick wins, as its report"
        ),
    },
    "connect_four": {
        **_strengths((20.0, 6.0), _QUICK, _SLOW),
        **_LEARNT,
        "utility": Preset(
            "minimax(depth=5, pruning=1, evaluate=utility, order=threats, order_root=0)",
            "counts ones, twos, threes and fatals",
        ),
        "perfect": Preset("perfect(memory=128)", "has solved the game and never errs"),
    },
    "konane": {
        **_strengths((4.0, 1.5), _QUICK, _SLOW),
        **_LEARNT,
        "report": Preset(
            "minimax(depth=4, pruning=1, evaluate=sequential, order=report, ends=judged)",
            "counts the jumps that can be made in sequence, four moves ahead",
        ),
    },
    "bamboo": {
        **_strengths((60.0, 20.0), _QUICK, _SLOW),
        **_LEARNT,
        "report_mcts": Preset(
            "mcts(iterations=1000, c=0.4, solver=0)", "plays a thousand games to the end by chance"
        ),
        "report": Preset(
            "bamboo_report", "counts groups and moves of both sides, deeper as the board fills"
        ),
    },
    "cachex": {
        **_strengths((15.0, 5.0), _QUICK, _SLOW),
        **_LEARNT,
        "report": Preset("cachex_report", "looks beside stones only, for the shortest path"),
    },
}
