"""One document of all results: every table and figure, every verdict, commands and versions.

The document is built once, as a list of parts, and written as HTML, in one file with its figures
inside, or as Markdown, with the figures in a folder beside it.
"""

from __future__ import annotations

import html
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from plyground.errors import FileError
from plyground.lab.figures import draw
from plyground.lab.findings import Chart, DataTable, Drawing
from plyground.lab.layout import LEGEND, SIGNS, Cell, layout_of
from plyground.lab.overview import Comparison, Entry, Judged, overview
from plyground.lab.sources import MARGINS, MARKS, ReportNumber, Source, read_report, sources_of
from plyground.lab.verdicts import STATES, counts
from plyground.lab.writing import (
    NOTHING,
    cell_text,
    counts_text,
    finding_text,
    flips_text,
    number_text,
    place_text,
    result_line,
    state_text,
    tested_text,
    whole_place_text,
    whole_reason_text,
)

TITLE = "Five reports, run again"
ROW = ("what", "report", "ours", "state", "flips", "yours", "why")
STYLE = """
:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; margin: .5rem 0 1rem; font-size: .875rem; }
th, td { border-bottom: 1px solid #8884; padding: .25rem .6rem; text-align: left; }
td { vertical-align: top; }
td.number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
.scroll { overflow-x: auto; }
.reproduced { color: light-dark(#05622f, #6fdc9c); }
.differs { color: light-dark(#a33a00, #ffa66b); }
.consistent { color: light-dark(#3d5a1e, #b5d48a); }
.undecided { color: light-dark(#7a5200, #f0b44c); }
.not-comparable, .not-run { font-weight: 400; }
.state { font-weight: 600; white-space: nowrap; }
svg { max-width: 100%; height: auto; background: white; }
code { font-size: .875em; } .muted { opacity: .75; }
"""


@dataclass(frozen=True)
class Heading:
    """A heading of some depth."""

    text: str
    depth: int
    anchor: str = ""


@dataclass(frozen=True)
class Paragraph:
    """Words; as code where they are a command."""

    text: str
    code: bool = False


@dataclass(frozen=True)
class Grid:
    """A table of texts; numbers are set to the right where columns are all numbers."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str | Cell, ...], ...]
    numbers: bool = False


@dataclass(frozen=True)
class Picture:
    """A chart or a drawing, and the name of its file."""

    shown: Chart | Drawing
    name: str

    @property
    def svg(self) -> str:
        """Return the SVG document."""
        return self.shown.svg if isinstance(self.shown, Drawing) else draw(self.shown)


Part = Heading | Paragraph | Grid | Picture


def write_document(store: Path, output: Path) -> Path:
    """Write the document about what the store holds; the path it was written to."""
    if output.suffix not in (".html", ".md"):
        raise FileError(f"{output}: the document is written as .html or .md")
    parts = list(document(overview(store)))
    try:
        output.parent.mkdir(parents=True, exist_ok=True)
        if output.suffix == ".html":
            output.write_text(as_html(parts), encoding="utf-8")
        else:
            output.write_text(as_markdown(parts, output), encoding="utf-8")
    except OSError as error:
        raise FileError(f"cannot write {output}: {error.strerror}") from error
    return output


# --- what it says -----------------------------------------------------------------------------


def document(entries: Sequence[Entry]) -> Iterator[Part]:
    """Summary, what differs, every experiment."""
    yield Heading(TITLE, 1)
    yield Paragraph(
        "Every number of the reports beside ours: the results that come with Plyground, and yours "
        "where you ran an experiment. A count is reproduced if its printed digits are ours; a "
        "share of games, a mean or a ratio if the 95% interval of the difference lies inside a "
        f"margin that was set before the run: {100 * MARGINS['share']:.0f} points of a share, "
        f"{MARGINS['mean']:.0%} of a mean, {MARGINS['ratio']:.0%} of a ratio. It is consistent "
        "where nothing is rejected but too little was measured to say so, and differs at the 1% "
        "level. "
        "Numbers that follow from others are marked and not counted. Under flips stands in how "
        "many runs with other seeds a verdict came out the other way. Tables are first in the "
        f"report's own layout, then number by number with reasons. {LEGEND}"
    )
    yield Paragraph(f"{flips_text([v for e in entries for v in e.verdicts]).capitalize()}.")
    yield Paragraph(f"{counts_text(counts(v for e in entries for v in e.verdicts)).capitalize()}.")
    yield Grid(
        ("experiment", "report", "state", *STATES, *MARKS, "size", "seed"),
        tuple(map(_summary, entries)),
        numbers=True,
    )
    yield Heading("What differs", 2, "differs")
    yield from _differences(entries)
    for entry in entries:
        yield from _experiment(entry)


def _summary(entry: Entry) -> tuple[str, ...]:
    counted = counts(entry.verdicts)
    size, seed = ("", "")
    if entry.shown is not None:
        scale = entry.shown.result.scale
        size, seed = scale.size, str(scale.seed)
    numbers = map(str, counted.values())
    return (entry.experiment.name, entry.experiment.report, entry.state, *numbers, size, seed)


def _differences(entries: Sequence[Entry]) -> Iterator[Part]:
    rows = [
        (entry.experiment.name, *_row(each, whole_place_text))
        for entry in entries
        for each in entry.comparisons
        if each.verdict.state == "differs"
    ]
    if rows:
        yield Grid(("experiment", *ROW), tuple(rows))
    else:
        yield Paragraph("Nothing that was run.")


def _experiment(entry: Entry) -> Iterator[Part]:
    experiment = entry.experiment
    yield Heading(f"{experiment.name}: {experiment.title}", 2, experiment.name)
    yield Paragraph(experiment.measures)
    yield Paragraph(entry.command, code=True)
    if entry.shown is None:
        yield Paragraph("Not run yet.")
    for source in sources_of(experiment.name):
        yield from _source(source, entry)
    if entry.shipped:
        yield from _found(entry.shipped, "Ours", experiment.name)
    if entry.own:
        yield from _found(entry.own, "Yours", f"{experiment.name}-yours")


def _source(source: Source, entry: Entry) -> Iterator[Part]:
    title = read_report(source.report).title
    yield Heading(f"{source.name}: {source.says}", 3)
    yield Paragraph(f"{title}. {source.conditions[:1].upper()}{source.conditions[1:]}.")
    here = [each for each in entry.comparisons if each.verdict.number.source == source.key]
    layout = layout_of(source, entry.whole_tables)
    if layout is not None:
        rows = tuple((row, *(cell or NOTHING for cell in cells)) for row, cells in layout.rows)
        yield Grid(layout.columns, rows, numbers=True)
    yield Grid(ROW, tuple(map(_row, here)))


def _row(
    compared: Comparison, place: Callable[[ReportNumber], str] = place_text
) -> tuple[str, ...]:
    verdict, own = compared.verdict, compared.own
    said = (number_text(verdict.number), tested_text(verdict.number))
    return (
        place(verdict.number),
        ". ".join(filter(None, said)),
        finding_text(verdict),
        state_text(verdict),
        f"{verdict.flips} of {len(verdict.repeats)}" if verdict.repeats else NOTHING,
        f"{finding_text(own)}, {own.state}" if own else "",
        whole_reason_text(verdict, compared.beside),
    )


def _found(judged: Judged, whose: str, name: str) -> Iterator[Part]:
    """How a result came about, and its own tables, figures and notes."""
    yield Paragraph(f"{whose}: {result_line(judged.result)}.")
    for table in judged.result.findings.tables:
        yield from _table(table)
    findings = judged.result.findings
    pictures: list[Chart | Drawing] = [*findings.charts, *findings.drawings]
    for number, shown in enumerate(pictures, 1):
        yield Picture(shown, f"{name}-{number}.svg")
    yield from map(Paragraph, findings.notes)


def _table(table: DataTable) -> Iterator[Part]:
    yield Heading(table.title, 3)
    rows = tuple(tuple(map(cell_text, row)) for row in table.rows)
    yield Grid(table.columns, rows, numbers=True)
    if table.note:
        yield Paragraph(table.note)


# --- as HTML ----------------------------------------------------------------------------------


def as_html(parts: Iterable[Part]) -> str:
    """The document in one file."""
    body = "\n".join(map(_html, parts))
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{TITLE}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{STYLE}</style></head>'
        f"<body>\n{body}\n</body></html>\n"
    )


def _html(part: Part) -> str:
    if isinstance(part, Heading):
        anchor = f' id="{part.anchor}"' if part.anchor else ""
        return f"<h{part.depth}{anchor}>{html.escape(part.text)}</h{part.depth}>"
    if isinstance(part, Paragraph):
        text = html.escape(part.text)
        return f"<p><code>{text}</code></p>" if part.code else f"<p>{text}</p>"
    if isinstance(part, Picture):
        return _html_picture(part)
    head = "".join(f"<th>{html.escape(column)}</th>" for column in part.columns)
    rows = "\n".join(_html_row(row, part.numbers) for row in part.rows)
    return (
        f'<div class="scroll"><table><thead><tr>{head}</tr></thead>'
        f"<tbody>\n{rows}\n</tbody></table></div>"
    )


def _html_row(row: tuple[str | Cell, ...], numbers: bool) -> str:
    return f"<tr>{''.join(_html_cell(cell, numbers) for cell in row)}</tr>"


def _html_cell(cell: str | Cell, numbers: bool) -> str:
    if isinstance(cell, Cell):
        look, sign = cell.state.replace(" ", "-"), SIGNS[cell.state]
        state = f'<span class="state {look}" title="{cell.state}">{sign}</span>'
        return f'<td class="number">{html.escape(cell.text)} {state}</td>'
    text = html.escape(cell)
    state = cell.partition(",")[0]
    if state in STATES:
        return f'<td class="state {state.replace(" ", "-")}">{text}</td>'
    right = numbers and (cell[:1].isdigit() or cell == NOTHING)
    return f'<td class="number">{text}</td>' if right else f"<td>{text}</td>"


def _html_picture(part: Picture) -> str:
    words = " ".join(filter(None, (_caption(part), part.shown.note)))
    note = f"<figcaption>{html.escape(words)}</figcaption>" if words else ""
    return f"<figure>{part.svg}{note}</figure>"


def _caption(part: Picture) -> str:
    """Return the title of a drawing; a chart has its own inside."""
    return f"{part.shown.title}." if isinstance(part.shown, Drawing) else ""


# --- as Markdown ------------------------------------------------------------------------------


def as_markdown(parts: Iterable[Part], output: Path) -> str:
    """The document, its figures in a folder beside `output`."""
    folder = output.with_name(f"{output.stem}-figures")
    return "\n\n".join(_markdown(part, folder) for part in parts) + "\n"


def _markdown(part: Part, folder: Path) -> str:
    if isinstance(part, Heading):
        return f"{'#' * part.depth} {part.text}"
    if isinstance(part, Paragraph):
        return f"    {part.text}" if part.code else part.text
    if isinstance(part, Picture):
        return _markdown_picture(part, folder)
    lines = [part.columns, ("---",) * len(part.columns), *part.rows]
    return "\n".join(f"| {' | '.join(map(_in_cell, map(str, line)))} |" for line in lines)


def _markdown_picture(part: Picture, folder: Path) -> str:
    folder.mkdir(exist_ok=True)
    (folder / part.name).write_text(part.svg, encoding="utf-8")
    return f"![{part.shown.title}]({folder.name}/{part.name})"


def _in_cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
