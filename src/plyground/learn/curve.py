"""The curve of a training run as a figure."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from pathlib import Path

from plyground.arena.plots import BLUE, ORANGE, new_figure, save_figure
from plyground.errors import TrainingError

Curve = dict[str, list[float]]
COLUMNS = ("seconds", "games", "policy_loss", "value_loss")


def read_curve(path: Path) -> Curve:
    """The columns of a curve.csv, without the lines before learning began."""
    try:
        lines = list(csv.DictReader(path.read_text().splitlines()))
        rows = [{name: float(line[name]) for name in COLUMNS} for line in lines]
    except (OSError, KeyError, TypeError, ValueError) as error:
        raise TrainingError(f"{path} is no curve of a training run: {error}") from error
    begun = [row for row in rows if row["policy_loss"] > 0]
    return {name: [row[name] for row in begun] for name in COLUMNS}


def draw_curves(curves: Mapping[str, Curve], path: Path) -> Path:
    """For each run the losses over its minutes; the path the figure was saved to."""
    figure = new_figure(width=9.0, height=0.4 + 1.9 * len(curves))
    axes = figure.subplots(len(curves), 2, squeeze=False)
    for (name, curve), (left, right) in zip(curves.items(), axes, strict=True):
        minutes = [seconds / 60 for seconds in curve["seconds"]]
        games = int(curve["games"][-1]) if curve["games"] else 0
        left.plot(minutes, curve["policy_loss"], color=BLUE)
        left.set_ylabel("policy loss")
        left.set_title(f"{name}: {games:,} games", loc="left", fontsize=10)
        right.plot(minutes, curve["value_loss"], color=ORANGE)
        right.set_ylabel("value loss")
    for each in axes[-1]:
        each.set_xlabel("minutes")
    return save_figure(figure, path)
