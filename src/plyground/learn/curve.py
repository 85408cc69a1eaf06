"""The curve of a training run as a figure."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from plyground.errors import FileError, TrainingError
from plyground.reading import read_text
from plyground.tournaments.plots import BLUE, FAINT, INK, ORANGE, new_figure, save_figure
from plyground.tournaments.tables import percent

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Curve = dict[str, list[float]]
LOSSES = ("seconds", "games", "policy_loss", "value_loss")
KEPT = "kept"  # share of the exam in which the policy keeps the value; 0 where there was none
STRENGTHS = ("seconds", "score", "low", "high")


def read_curve(path: Path) -> Curve:
    """The columns of a curve.csv, without the lines before learning began."""
    rows = _rows(path, LOSSES, {KEPT: 0.0})
    return _columns([row for row in rows if row["policy_loss"] > 0], (*LOSSES, KEPT))


def read_strengths(path: Path) -> Curve:
    """The columns of a strength.csv: scores of the kept networks, with their intervals."""
    return _columns(_rows(path, STRENGTHS), STRENGTHS)


def draw_curves(
    curves: Mapping[str, Curve], path: Path, strengths: Mapping[str, Curve] | None = None
) -> Path:
    """For each run the losses over its minutes, and accuracy and strength where they were measured.

    Returns the path the figure was saved to.
    """
    examined = any(any(curve[KEPT]) for curve in curves.values())
    wide = 2 + examined + bool(strengths)
    figure = new_figure(width=4.5 * wide, height=0.4 + 1.9 * len(curves))
    axes = figure.subplots(len(curves), wide, squeeze=False)
    for (name, curve), row in zip(curves.items(), axes, strict=True):
        games = int(curve["games"][-1]) if curve["games"] else 0
        row[0].set_title(f"{name}: {games:,} games" if games else name, loc="left", fontsize=10)
        row[0].plot(_minutes(curve), curve["policy_loss"], color=BLUE)
        row[0].set_ylabel("policy loss")
        row[1].plot(_minutes(curve), curve["value_loss"], color=ORANGE)
        row[1].set_ylabel("value loss")
        if examined:
            _draw_accuracy(row[2], curve)
        if strengths and name in strengths:
            _draw_strength(row[-1], strengths[name])
    for each in axes[-1]:
        each.set_xlabel("minutes")
    return save_figure(figure, path)


def _draw_accuracy(axes: Axes, curve: Curve) -> None:
    points = [(x, y) for x, y in zip(_minutes(curve), curve[KEPT], strict=True) if y > 0]
    axes.plot([x for x, _ in points], [y for _, y in points], color=INK)
    axes.yaxis.set_major_formatter(lambda share, _: f"{100 * share:.1f}%")
    axes.set_ylabel("moves that keep the value")


def _draw_strength(axes: Axes, strength: Curve) -> None:
    minutes = _minutes(strength)
    axes.fill_between(minutes, strength["low"], strength["high"], color=FAINT, alpha=0.5)
    axes.plot(minutes, strength["score"], "o-", color=INK, markersize=3)
    axes.axhline(0.5, color=FAINT, linestyle="--", zorder=0)
    axes.set_ylim(-0.03, 1.03)
    axes.yaxis.set_major_formatter(lambda share, _: percent(share))
    axes.set_ylabel("score of the policy")


def _minutes(curve: Curve) -> list[float]:
    return [seconds / 60 for seconds in curve["seconds"]]


def _rows(
    path: Path, names: Sequence[str], optional: Mapping[str, float] | None = None
) -> list[dict[str, float]]:
    """The lines of a file; where a column is missing or empty, it has the same number in each."""
    missing = optional or {}
    try:
        lines = list(csv.DictReader(read_text(path).splitlines()))
        return [
            {name: float(line[name]) for name in names}
            | {name: float(line.get(name) or usual) for name, usual in missing.items()}
            for line in lines
        ]
    except (FileError, KeyError, TypeError, ValueError) as error:
        raise TrainingError(f"{path} is no curve of a training run: {error}") from error


def _columns(rows: Sequence[Mapping[str, float]], names: Sequence[str]) -> Curve:
    return {name: [row[name] for row in rows] for name in names}
