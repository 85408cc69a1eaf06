"""Charts of the laboratory: what is drawn, where, and with which ticks."""

from __future__ import annotations

import pytest

from plyground.lab.figures import draw, elements, round_numbers, round_powers, smooth_curve
from plyground.lab.findings import Chart, Point, Series


def drawn(chart):
    """The elements of a chart by the first word of their class."""
    found: dict[str, list] = {}
    for element in elements(chart):
        found.setdefault(element.attributes.get("class", "").partition(" ")[0], []).append(element)
    return found


def texts(chart):
    return [element.text for element in elements(chart) if element.tag == "text"]


def test_a_chart_has_lines_marks_and_intervals():
    measured = Series("ours", tuple(Point(x, x / 10, x / 10 - 0.1, x / 10 + 0.1) for x in range(5)))
    reported = Series("<theirs>", (Point(1, 0.2),))
    chart = Chart("T", "n", "rate", (measured, reported), percent=True)
    found = drawn(chart)
    assert len(found["bar"]) == 5
    assert [mark.title for mark in found["mark"] if mark.title][:2] == [
        "ours, 0: 0% (-10% to 10%)",
        "ours, 1: 10% (0% to 20%)",
    ]
    assert {"T", "n", "rate", "ours", "<theirs>", "0%", "100%", "3"} <= set(texts(chart))
    written = draw(chart)
    assert written == draw(chart)
    assert "&lt;theirs&gt;" in written
    assert "<theirs>" not in written


def test_an_axis_of_words_or_of_logarithms():
    long = [f"an agent with a long name {number}" for number in range(6)]
    words = Chart("T", "x", "y", (Series("a", tuple(Point(each, 1.0) for each in long)),))
    assert set(long) <= set(texts(words))
    assert any("rotate(-30" in each.attributes.get("transform", "") for each in elements(words))
    points = (Point(1, 0.002), Point(2, 3.0), Point(3, 0.0))
    steep = Chart("T", "x", "y", (Series("a", points),), log_y=True)
    assert {"0.001", "1", "10"} <= set(texts(steep))
    assert len(drawn(steep)["mark"]) == 2, "no logarithm can place 0"


def test_a_smooth_curve_takes_the_place_of_the_line():
    noisy = Series("a", tuple(Point(x, x + x % 2) for x in range(20)), smooth=True)
    (curve,) = drawn(Chart("T", "x", "y", (noisy,)))["line"]
    assert curve.attributes["d"].count("L") > 40
    assert len(drawn(Chart("T", "x", "y", (noisy,)))["mark"]) == 20


def test_ticks_are_round():
    assert round_numbers(0, 93) == [0, 20, 40, 60, 80, 100]
    assert round_numbers(-0.3, 0.3) == [-0.4, -0.2, 0, 0.2, 0.4]
    assert round_numbers(7, 7)[0] <= 7 <= round_numbers(7, 7)[-1]
    assert round_powers([3, 40_000]) == [1, 10, 100, 1000, 10_000, 100_000]
    assert round_powers([30, 400]) == [20, 50, 100, 200, 500]


def test_a_smooth_curve_keeps_a_line():
    places, values = smooth_curve([0, 1, 2, 3], [1, 3, 5, 7])
    assert values == pytest.approx([1 + 2 * place for place in places])
