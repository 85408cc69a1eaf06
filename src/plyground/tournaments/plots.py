"""Figures of results, saved as SVG, PNG or PDF: ratings, win rates, other shares, time per move.

Matplotlib draws them; it comes with the extra `plots` and is loaded when a figure is asked for.
Colours are from the palette of Okabe and Ito, which stay distinct for every kind of colour vision.
"""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plyground.agents.spec import label_of
from plyground.errors import FileError
from plyground.extras import needed
from plyground.tournaments.standings import Standing, SweepRow
from plyground.tournaments.statistics import Interval
from plyground.tournaments.tables import percent, quantity

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

SUFFIXES = (".svg", ".png", ".pdf")
BLUE, ORANGE, INK, FAINT = "#0072B2", "#D55E00", "#222222", "#BBBBBB"
COLOURS = (BLUE, ORANGE, "#009E73", "#CC79A7", "#E69F00", "#56B4E9", INK)
LABEL_WIDTH, LABEL_LINES = 36, 3  # letters in a line of an agent's label, and lines
MOST_TICKS = 12  # settings that each get a tick of their own
WIDE = 50.0  # a range of numbers whose ends differ by this factor is drawn on a log scale
STYLE: Any = {"svg.hashsalt": "plyground", "font.size": 10.0}


def plot_ratings(standings: Sequence[Standing], path: str | Path) -> Path:
    """A bar for each agent's rating with its interval; the path it was saved to."""
    target = _checked(path)
    figure, axes = _bars([each.agent for each in standings])
    rows = range(len(standings))
    values = [each.rating.value for each in standings]
    reach = _reach([each.rating for each in standings])
    axes.barh(rows, values, height=0.6, color=BLUE, alpha=0.75)
    axes.errorbar(values, rows, xerr=reach, fmt="o", color=INK, markersize=4, capsize=4)
    axes.axvline(0, color=INK, linewidth=0.8)
    axes.set_xlabel("Elo around the pool's mean, with 95% intervals")
    return save_figure(figure, target)


def plot_time_per_move(standings: Sequence[Standing], path: str | Path) -> Path:
    """A bar for each agent's mean time for a move; the path it was saved to."""
    target = _checked(path)
    timed = [each for each in standings if each.effort.moves]
    figure, axes = _bars([each.agent for each in timed])
    times = [each.effort.milliseconds_per_move or 0.0 for each in timed]
    bars = axes.barh(range(len(timed)), times, height=0.6, color=BLUE, alpha=0.75)
    if _is_wide(times):
        axes.set_xscale("log")
    axes.bar_label(bars, labels=[f"{quantity(time)} ms" for time in times], padding=4, color=INK)
    axes.margins(x=0.18)
    axes.set_xlabel("milliseconds per move")
    return save_figure(figure, target)


def plot_sweep(rows: Sequence[SweepRow], parameter: str, path: str | Path) -> Path:
    """Win rate by the value of a parameter, with intervals; the path it was saved to."""
    target = _checked(path)
    figure = new_figure(width=6.4, height=4.2)
    axes = figure.add_subplot()
    places = _places(axes, [row.setting for row in rows])
    rates = [row.tally.win_rate for row in rows]
    values = [rate.value for rate in rates]
    axes.axhline(0.5, color=FAINT, linestyle="--", zorder=0)
    numbers = not any(isinstance(row.setting, str) for row in rows)
    axes.errorbar(
        places,
        values,
        yerr=_reach(rates),
        fmt="o-" if numbers else "o",
        color=BLUE,
        ecolor=INK,
        capsize=4,
    )
    axes.set_ylim(-0.03, 1.03)
    axes.yaxis.set_major_formatter(lambda share, _: percent(share))
    axes.set_xlabel(parameter)
    axes.set_ylabel("win rate, with 95% intervals")
    return save_figure(figure, target)


def plot_shares(
    shares: Mapping[str, Sequence[tuple[str, Interval]]], title: str, path: str | Path
) -> Path:
    """For each agent a share in every group, with intervals; the path it was saved to."""
    target = _checked(path)
    groups = list(dict.fromkeys(name for found in shares.values() for name, _ in found))
    figure = new_figure(width=8.0, height=4.2)
    axes = figure.add_subplot()
    for number, (agent, found) in enumerate(shares.items()):
        aside = 0.5 * (number - (len(shares) - 1) / 2) / max(len(shares), 1)
        axes.errorbar(
            [groups.index(name) + aside for name, _ in found],
            [share.value for _, share in found],
            yerr=_reach([share for _, share in found]),
            fmt="o",
            color=COLOURS[number % len(COLOURS)],
            capsize=3,
            markersize=4,
            label=_label(agent, LABEL_WIDTH),
        )
    axes.set_xticks(range(len(groups)), groups)
    axes.yaxis.set_major_formatter(lambda share, _: percent(share))
    axes.set_ylim(top=1.005)
    axes.grid(axis="y", color=FAINT, linewidth=0.5)
    axes.set_ylabel(title)
    axes.legend(frameon=False, fontsize=9)
    return save_figure(figure, target)


def _reach(found: Sequence[Interval]) -> list[list[float]]:
    """How far intervals reach below their values, and above."""
    return [[each.value - each.low for each in found], [each.high - each.value for each in found]]


def _places(axes: Axes, settings: Sequence[int | float | str]) -> list[float]:
    """Where each setting lies on the axis, whose ticks are set."""
    numbers = [setting for setting in settings if not isinstance(setting, str)]
    if len(numbers) < len(settings):
        axes.set_xticks(range(len(settings)), [_label(str(s), 16) for s in settings])
        return [float(place) for place in range(len(settings))]
    if _is_wide(numbers):
        axes.set_xscale("log")
    if len(numbers) <= MOST_TICKS:
        axes.set_xticks(numbers, [f"{number:g}" for number in numbers])
        axes.minorticks_off()
    return [float(number) for number in numbers]


def _is_wide(numbers: Sequence[float]) -> bool:
    return bool(numbers) and min(numbers) > 0 and max(numbers) / min(numbers) >= WIDE


def _bars(agents: Sequence[str]) -> tuple[Figure, Axes]:
    """A figure with a row for each agent, the first on top."""
    labels = [_label(agent, LABEL_WIDTH) for agent in agents]
    lines = sum(label.count("\n") + 1 for label in labels)
    figure = new_figure(width=8.0, height=1.1 + 0.3 * len(labels) + 0.16 * lines)
    axes = figure.add_subplot()
    axes.set_yticks(range(len(labels)), labels)
    axes.set_ylim(max(len(labels), 1) - 0.5, -0.5)
    axes.grid(axis="x", color=FAINT, linewidth=0.5)
    axes.set_axisbelow(True)
    return figure, axes


def _label(agent: str, width: int) -> str:
    """A spec, or its label, in a few short lines; what does not fit ends in dots."""
    lines = textwrap.wrap(label_of(agent), width) or [""]
    if len(lines) > LABEL_LINES:
        lines = [*lines[: LABEL_LINES - 1], lines[LABEL_LINES - 1][: width - 3] + "..."]
    return "\n".join(lines).replace("$", r"\$")


def new_figure(width: float, height: float) -> Figure:
    """An empty figure; its size is in inches."""
    with needed("plots", "figures need matplotlib"):
        from matplotlib.figure import Figure
    return Figure(figsize=(width, height), layout="constrained")


def _checked(path: str | Path) -> Path:
    """The path, if a figure can be saved there."""
    target = Path(path)
    if target.suffix.lower() not in SUFFIXES:
        raise FileError(
            f"{target}: a figure is saved as {', '.join(SUFFIXES)}; end the name in one of them"
        )
    return target


def save_figure(figure: Figure, target: Path) -> Path:
    """Write the figure, and return where to; equal data give an equal file."""
    from matplotlib import rc_context

    for axes in figure.axes:
        axes.spines[["top", "right"]].set_visible(False)
    dates: dict[str, Any] = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}}
    try:
        with rc_context(STYLE):
            figure.savefig(target, dpi=150, metadata=dates.get(target.suffix.lower()))
    except OSError as error:
        raise FileError(f"{target} cannot be written: {error.strerror or error}") from error
    return target
