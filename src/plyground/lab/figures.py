"""Charts of the laboratory, laid out as elements of SVG, for documents and files.

The page draws them itself, from data, as wide as there is room (`js/components/chart.js`).

    title
    legend, where there is more than one series
    |     .--.   lines with error bars, or points with a smooth curve
    |  .--'  .
    +-----------  the x of every point, or round numbers if there are many; or words

Colours are in `STYLE`, and in the page's own stylesheet; each series has a mark of its own, so that
colour is not the only sign.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from html import escape
from typing import Literal

from plyground.lab.findings import Chart, Point, Series
from plyground.tournaments.tables import percent

WIDTH, HEIGHT = 640.0, 380.0
EDGE = 12.0  # between the parts, and around them
LINE = 18.0  # the height of a line of text
LETTER = 7.2  # about how wide one is
SWATCH = 26.0  # the sign of a series in the legend
MOST_TICKS = 13
MARK = 4.0  # half of a mark's width
MARKS = (  # drawn around 0 0, a unit to each side
    "M-1 0a1 1 0 1 0 2 0a1 1 0 1 0-2 0z",
    "M-.9-.9h1.8v1.8h-1.8z",
    "M0-1.1L1.1.9h-2.2z",
    "M0-1.2L1.2 0L0 1.2L-1.2 0z",
    "M0 1.1L1.1-.9h-2.2z",
    "M-.4-1.1h.8v.7h.7v.8h-.7v.7h-.8v-.7h-.7v-.8h.7z",
    "M-1.1 0L0-.5L1.1 0L0 .5z",
)
# Okabe and Ito's palette.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#B87F00", "#3A8FC2", "#555555")
STYLE = (
    "text{font:13px system-ui,sans-serif;fill:#222}.title{font-weight:600}"
    ".middle{text-anchor:middle}.end{text-anchor:end}.grid{stroke:#ddd}.axis{stroke:#888}"
    ".line,.bar{fill:none;stroke:currentColor}.line{stroke-width:1.8}.mark{fill:currentColor}"
    ".report{fill:#fff;stroke:currentColor;stroke-width:.5}"
    + "".join(f".series-{number}{{color:{colour}}}" for number, colour in enumerate(COLOURS))
)
SMOOTH_SPAN = 0.75  # share of the points that count for each place of a smooth curve
SMOOTH_STEPS = 60

Tag = Literal["line", "path", "text"]
Place = Callable[[float], float]


@dataclass(frozen=True)
class Element:
    """An element of SVG; `title` is what it says to somebody who points at it."""

    tag: Tag
    attributes: Mapping[str, str] = field(default_factory=dict)
    text: str = ""
    title: str = ""

    def svg(self) -> str:
        """As it is written in a file."""
        given = "".join(f' {name}="{escape(value)}"' for name, value in self.attributes.items())
        title = f"<title>{escape(self.title)}</title>" if self.title else ""
        return f"<{self.tag}{given}>{escape(self.text)}{title}</{self.tag}>"


def draw(chart: Chart) -> str:
    """The chart as an SVG document, which may also stand within HTML."""
    body = "\n".join(element.svg() for element in elements(chart))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH:g} {HEIGHT:g}" '
        f'width="{WIDTH:g}" height="{HEIGHT:g}" role="img">\n'
        f"<title>{escape(chart.title)}</title>\n<style>{STYLE}</style>\n{body}\n</svg>\n"
    )


def elements(chart: Chart) -> list[Element]:
    """Everything there is to draw, from the back."""
    legend, below_legend = _legend(chart)
    frame = _Frame(chart, below_legend)
    found = [_text(WIDTH / 2, LINE, chart.title, "title middle"), *legend, *frame.axes()]
    for number, series in enumerate(chart.series):
        look = f"series-{number % len(COLOURS)}"
        found.extend(_series(drawable(chart, series), look, number, frame))
    return found


def drawable(chart: Chart, series: Series) -> Series:
    """The series without points that no logarithm can place."""
    if not chart.log_y:
        return series
    return replace(series, points=tuple(point for point in series.points if point.y > 0))


# --- legend and axes --------------------------------------------------------------------------


def _legend(chart: Chart) -> tuple[list[Element], float]:
    """The names of the series, in rows below the title, and where the rows end."""
    found: list[Element] = []
    x, y = EDGE, 2 * LINE
    if len(chart.series) < 2:
        return found, y
    for number, series in enumerate(chart.series):
        wide = SWATCH + LETTER * len(series.label) + EDGE
        if x > EDGE and x + wide > WIDTH:
            x, y = EDGE, y + LINE
        look = f"series-{number % len(COLOURS)}"
        if series.is_of_report:
            look += " report"
        else:
            found.append(_path(f"M{x:.1f} {y - 4:.1f}h20", f"line {look}"))
        found.append(_mark(x + 10, y - 4, number, look))
        found.append(_text(x + SWATCH, y, series.label))
        x += wide
    return found, y + LINE


class _Frame:
    """Where the points of a chart lie."""

    def __init__(self, chart: Chart, top: float) -> None:
        self.chart = chart
        self.y_ticks = _y_ticks(chart)
        self.places = _places(chart)
        self.x_ticks = _x_ticks(self.places)
        longest = max((len(text) for _, text in self.y_ticks), default=0)
        self.left = EDGE + LINE + LETTER * longest + 6
        self.right = WIDTH - 2 * EDGE
        self.tilted = self._too_wide()
        words = max((len(text) for _, text in self.x_ticks), default=0)
        room = min(0.55 * LETTER * words, 90.0) if self.tilted else 0.0
        self.top, self.bottom = top + EDGE, HEIGHT - 2 * LINE - EDGE - room
        self.x = _between(_reach(list(self.places.values()), 0.04), self.left, self.right)
        self.y = self._upward()

    def _too_wide(self) -> bool:
        """Whether words need more room than they have side by side."""
        if not any(isinstance(x, str) for x in self.places):
            return False
        each = (self.right - self.left) / max(len(self.x_ticks), 1)
        return any(LETTER * len(text) + 4 > each for _, text in self.x_ticks)

    def _upward(self) -> Place:
        values = [value for value, _ in self.y_ticks]
        if not self.chart.log_y:
            return _between((min(values), max(values)), self.bottom, self.top)
        place = _between((math.log(min(values)), math.log(max(values))), self.bottom, self.top)
        return lambda value: place(math.log(max(value, min(values))))

    def axes(self) -> Iterator[Element]:
        """Grid, ticks and the names of the axes."""
        for value, text in self.y_ticks:
            y = self.y(value)
            yield _line(self.left, y, self.right, y, "grid")
            yield _text(self.left - 6, y + 4, text, "end")
        yield _line(self.left, self.bottom, self.right, self.bottom, "axis")
        yield from self._x_labels()
        yield _text((self.left + self.right) / 2, HEIGHT - EDGE, self.chart.x, "middle")
        middle = (self.top + self.bottom) / 2
        turned = f"rotate(-90 {LINE:g} {middle:.1f})"
        yield _text(LINE, middle, self.chart.y, "middle", turned)

    def _x_labels(self) -> Iterator[Element]:
        written_to = -math.inf
        for value, text in self.x_ticks:
            x, half = self.x(value), LETTER * len(text) / 2
            yield _line(x, self.bottom, x, self.bottom + 4, "axis")
            if self.tilted:
                y = self.bottom + 14
                yield _text(x + 4, y, text, "end", f"rotate(-30 {x + 4:.1f} {y:.1f})")
            elif x - half > written_to:
                yield _text(x, self.bottom + LINE, text, "middle")
                written_to = x + half + 4


def _places(chart: Chart) -> dict[float | str, float]:
    """Where each x lies on its axis; words are set side by side."""
    found = dict.fromkeys(point.x for series in chart.series for point in series.points)
    if any(isinstance(x, str) for x in found):
        return {x: float(place) for place, x in enumerate(found)}
    return {x: float(x) for x in found}


def _x_ticks(places: Mapping[float | str, float]) -> list[tuple[float, str]]:
    known = sorted(places.items(), key=lambda item: item[1])
    if len(known) <= MOST_TICKS or any(isinstance(x, str) for x in places):
        return [(place, x if isinstance(x, str) else _number(x)) for x, place in known]
    low, high = known[0][1], known[-1][1]
    return [(tick, _number(tick)) for tick in round_numbers(low, high) if low <= tick <= high]


def _y_ticks(chart: Chart) -> list[tuple[float, str]]:
    """The ticks, of which the first and the last are the ends of the axis."""
    points = [point for series in chart.series for point in series.points]
    if chart.percent:
        return [(tenth / 10, percent(tenth / 10)) for tenth in range(0, 11, 2)]
    values = [y for p in points for y in (p.low, p.y, p.high) if y is not None]
    if chart.log_y:
        return [(tick, _number(tick)) for tick in round_powers([y for y in values if y > 0])]
    low, high = min(values, default=0.0), max(values, default=1.0)
    if 0 < low < high / 2:
        low = 0.0
    return [(tick, _number(tick)) for tick in round_numbers(low, high)]


def round_numbers(low: float, high: float) -> list[float]:
    """Round numbers at equal steps, about five, that reach from `low` to `high`."""
    span = (high - low) or abs(high) or 1.0
    power = 10.0 ** math.floor(math.log10(span / 5))
    step = next(size * power for size in (1, 2, 5, 10) if span <= 5 * size * power * 1.0001)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    return [round(number * step, 12) for number in range(first, max(last, first + 1) + 1)]


def round_powers(values: Sequence[float]) -> list[float]:
    """Powers of ten that reach around the values; with 2 and 5 between where they are few."""
    low, high = min(values, default=1.0), max(values, default=10.0)
    first, last = math.floor(math.log10(low)), math.ceil(math.log10(high))
    if last - first > 2:
        return [10.0**power for power in range(first, last + 1)]
    fine = [size * 10.0**power for power in range(first, last + 1) for size in (1, 2, 5)]
    start = max(number for number, tick in enumerate(fine) if tick <= low * 1.0001)
    end = min(number for number, tick in enumerate(fine) if tick >= high * 0.9999)
    return fine[start : max(end, start + 1) + 1]


def _reach(places: Sequence[float], more: float) -> tuple[float, float]:
    """From the first to the last, and that share of it more at both ends."""
    low, high = min(places, default=0.0), max(places, default=0.0)
    room = more * (high - low) or 0.5
    return low - room, high + room


def _between(domain: tuple[float, float], start: float, end: float) -> Place:
    low, high = domain
    return lambda value: start + (value - low) / ((high - low) or 1.0) * (end - start)


# --- series -----------------------------------------------------------------------------------


def _series(series: Series, look: str, number: int, frame: _Frame) -> Iterator[Element]:
    places = [frame.places[point.x] for point in series.points]
    curve = curve_of(series)
    if curve is not None:
        yield _path(_through(curve, frame), f"line {look}")
    elif not (series.smooth or series.is_of_report) and len(places) > 1:
        values = [point.y for point in series.points]
        yield _path(_through((places, values), frame), f"line {look}")
    for place, point in zip(places, series.points, strict=True):
        yield from _point(point, frame.x(place), number, look, frame, series)


def _point(
    point: Point, x: float, number: int, look: str, frame: _Frame, series: Series
) -> Iterator[Element]:
    said, label = percent if frame.chart.percent else _number, series.label
    text = f"{label}, {point.x if isinstance(point.x, str) else _number(point.x)}: {said(point.y)}"
    if point.low is not None and point.high is not None:
        low, high = frame.y(point.low), frame.y(point.high)
        bar = f"M{x - 3:.1f} {low:.1f}h6m-3 0V{high:.1f}m-3 0h6"
        yield _path(bar, f"bar {look}")
        text += f" ({said(point.low)} to {said(point.high)})"
    look += " report" if series.is_of_report else ""
    yield _mark(x, frame.y(point.y), number, look, text)


def _through(curve: tuple[Sequence[float], Sequence[float]], frame: _Frame) -> str:
    steps = zip(map(frame.x, curve[0]), map(frame.y, curve[1]), strict=True)
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in steps)


def curve_of(series: Series) -> tuple[list[float], list[float]] | None:
    """The smooth curve of a series over numbers, x and y; None if it has none."""
    places = [point.x for point in series.points if not isinstance(point.x, str)]
    if not series.smooth or len(places) < max(3, len(series.points)):
        return None
    return smooth_curve(places, [point.y for point in series.points])


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


# --- elements ---------------------------------------------------------------------------------


def _number(value: float) -> str:
    return f"{value:,.3g}" if abs(value) < 1000 else f"{value:,.0f}"


def _line(x1: float, y1: float, x2: float, y2: float, look: str) -> Element:
    ends = {"x1": x1, "y1": y1, "x2": x2, "y2": y2}
    return Element("line", {"class": look, **{name: f"{at:.1f}" for name, at in ends.items()}})


def _path(d: str, look: str) -> Element:
    return Element("path", {"class": look, "d": d})


def _mark(x: float, y: float, number: int, look: str, title: str = "") -> Element:
    at = f"translate({x:.1f} {y:.1f}) scale({MARK:g})"
    shape = MARKS[number % len(MARKS)]
    return Element("path", {"class": f"mark {look}", "d": shape, "transform": at}, title=title)


def _text(x: float, y: float, text: str, look: str = "", transform: str = "") -> Element:
    where = {"class": look, "x": f"{x:.1f}", "y": f"{y:.1f}", "transform": transform}
    return Element("text", {name: value for name, value in where.items() if value}, text)
