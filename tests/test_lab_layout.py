"""Results in the reports' own layout: on the terminal, in documents, and in charts."""

from __future__ import annotations

import pytest

from command_line import plyground
from plyground.lab.document import Grid, as_html, as_markdown, document
from plyground.lab.figures import elements
from plyground.lab.findings import Chart, Finding, Point, Series
from plyground.lab.layout import Cell, layout_of
from plyground.lab.overview import overview
from plyground.lab.sources import all_reports, read_report
from plyground.lab.verdicts import judge

SOURCES = [source for report in all_reports() for source in report.sources]


@pytest.fixture(scope="module")
def entries(tmp_path_factory):
    """What ships."""
    return overview(tmp_path_factory.mktemp("lab") / "none.db")


@pytest.mark.parametrize("source", SOURCES, ids=lambda each: f"{each.report}, {each.key}")
def test_a_table_has_the_rows_and_columns_of_the_report(source):
    found = layout_of(source, [judge(number, None) for number in source.numbers])
    cells = [number for number in source.numbers if number.column]
    if found is None:
        assert not cells
        return
    assert len(found.rows) * (len(found.columns) - 1) == len(cells)
    assert all(cell is not None for _, row in found.rows for cell in row)


def test_a_cell_says_both_numbers_and_how_they_agree():
    source = next(each for each in read_report("konane").sources if each.key == "minimax")
    number = next(each for each in source.numbers if each.key == "minimax/3/branching factor")
    layout = layout_of(source, [judge(number, Finding(8.7112))])
    assert layout.columns == ("level", "evaluations", "branching factor", "cutoffs")
    name, cells = layout.rows[2]
    assert (name, cells[0], cells[1]) == ("3", None, Cell("8.08 / 8.71", "differs"))
    assert str(cells[1]) == "8.08 / 8.71 ≠"


def test_a_document_has_the_layouts(entries, tmp_path):
    parts = list(document(entries))
    grids = [part for part in parts if isinstance(part, Grid) and part.columns[0] == "level"]
    assert any(isinstance(cell, Cell) for grid in grids for row in grid.rows for cell in row)
    written = as_html(parts)
    assert '8.08 / 8.71 <span class="state differs" title="differs">≠</span>' in written
    marked = as_markdown(parts, tmp_path / "lab.md")
    assert "| 8.08 / 8.71 ≠ |" in marked
    differing = marked.partition("## What differs")[2].partition("\n## ")[0]
    assert "| konane-main | Section 3, minimax: level 3, branching factor | " in differing
    assert "Tested: " in marked


def test_tables_are_shown(tmp_path):
    done = plyground("lab", "show", "konane-main", "--db", str(tmp_path / "none.db"))
    assert "8.08 / 8.71 ≠" in done.stdout
    assert "Section 3, minimax: " in done.stdout
    assert "Tested: " in done.stdout
    told = plyground("lab", "show", "tic-tac-toe-figure-3", "--db", str(tmp_path / "none.db"))
    assert "Nodes at the computer's first turn" in told.stdout


def test_values_of_the_report_are_marks_without_a_line():
    points = (Point(1, 1.0), Point(2, 3.0))
    ours, theirs = Series("ours", points), Series("report, 100 games", points)
    looks = [
        each.attributes.get("class", "") for each in elements(Chart("T", "x", "y", (ours, theirs)))
    ]
    assert looks.count("line series-0") == 2  # one in the legend
    assert not [look for look in looks if look.startswith("line series-1")]
    assert looks.count("mark series-1 report") == 3
