"""Charts of the laboratory, drawn by matplotlib, which comes with the extra `plots`."""

from __future__ import annotations

import importlib.util
import io
from collections.abc import Sequence
from itertools import cycle
from typing import TYPE_CHECKING, Any

from plyground.arena.plots import BLUE, FAINT, ORANGE, STYLE
from plyground.arena.tables import percent
from plyground.errors import MissingDependencyError
from plyground.lab.findings import Chart, Point, Series

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# Okabe and Ito's palette, with a mark of its own for each, so that colour is not the only sign.
COLOURS = (BLUE, ORANGE, "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#555555")
MARKS = ("o", "s", "^", "D", "v", "P", "X")
MOST_TICKS = 13
SMOOTH_SPAN = 0.75  # share of the points that count for each place of a smooth curve
SMOOTH_STEPS = 60


def can_draw() -> bool:
    """Whether matplotlib is there."""
    return importlib.util.find_spec("matplotlib") is not None


def draw(chart: Chart, form: str = "svg") -> bytes:
    """The chart as an SVG or PNG file; equal charts give equal files."""
    if not can_draw():
        raise MissingDependencyError("figures need matplotlib: pip install 'plyground[plots]'")
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    with rc_context(STYLE):
        figure = Figure(figsize=(7.2, 4.2), layout="constrained")
        axes = figure.add_subplot()
        places = _places(axes, chart)
        looks = zip(cycle(COLOURS), cycle(MARKS), strict=False)
        for series, (colour, mark) in zip(chart.series, looks, strict=False):
            _draw_series(axes, series, places, colour, mark)
        _finish(axes, chart)
        written = io.BytesIO()
        figure.savefig(
            written, format=form, dpi=130, metadata={"Date": None} if form == "svg" else None
        )
    return written.getvalue()


def _places(axes: Axes, chart: Chart) -> dict[Any, float]:
    """Where each x lies; words are set side by side."""
    found = dict.fromkeys(point.x for series in chart.series for point in series.points)
    if any(isinstance(x, str) for x in found):
        axes.set_xticks(range(len(found)), [str(x) for x in found])
        return {x: float(place) for place, x in enumerate(found)}
    numbers = sorted(float(x) for x in found)
    if len(numbers) <= MOST_TICKS:
        axes.set_xticks(numbers, [f"{number:g}" for number in numbers])
    return {x: float(x) for x in found}


def _draw_series(
    axes: Axes, series: Series, places: dict[Any, float], colour: str, mark: str
) -> None:
    x = [places[point.x] for point in series.points]
    y = [point.y for point in series.points]
    reach = _reach(series.points)
    line = "" if series.smooth else "-"
    axes.errorbar(
        x, y, yerr=reach, color=colour, marker=mark, linestyle=line, capsize=3, label=series.label
    )
    if series.smooth and len(x) >= 3:
        axes.plot(*smooth_curve(x, y), color=colour, linewidth=1.5)


def _reach(points: Sequence[Point]) -> list[list[float]] | None:
    """How far each interval reaches down and up; None unless every point has one."""
    if any(point.low is None or point.high is None for point in points):
        return None
    below = [max(0.0, point.y - (point.low or 0.0)) for point in points]
    return [below, [max(0.0, (point.high or 0.0) - point.y) for point in points]]


def smooth_curve(x: Sequence[float], y: Sequence[float]) -> tuple[list[float], list[float]]:
    """A local regression (Loess): at each place a line fitted to the nearest points."""
    import numpy as np

    known, values = np.asarray(x, float), np.asarray(y, float)
    count = max(3, round(SMOOTH_SPAN * len(known)))
    places = np.linspace(known.min(), known.max(), SMOOTH_STEPS)
    found = []
    for place in places:
        distance = np.abs(known - place)
        width = max(float(np.sort(distance)[count - 1]), 1e-9) * 1.001
        weight = np.sqrt(np.clip(1 - (distance / width) ** 3, 0, None) ** 3)
        basis = np.stack([np.ones_like(known), known - place], axis=1) * weight[:, None]
        found.append(float(np.linalg.lstsq(basis, values * weight, rcond=None)[0][0]))
    return places.tolist(), found


def _finish(axes: Axes, chart: Chart) -> None:
    axes.set_title(chart.title)
    axes.set_xlabel(chart.x)
    axes.set_ylabel(chart.y)
    if chart.log_y:
        axes.set_yscale("log")
    if chart.percent:
        axes.set_ylim(-0.03, 1.03)
        axes.yaxis.set_major_formatter(lambda share, _: percent(share))
    axes.grid(axis="y", color=FAINT, linewidth=0.5)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)
    if len(chart.series) > 1:
        axes.legend(frameon=False, fontsize=9)
