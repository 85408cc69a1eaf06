"""Numbers as people read them: the report's, and ours with its interval."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from plyground.lab.findings import Finding, Value
from plyground.lab.ledger import StoredResult
from plyground.lab.sources import BECAUSE, MARKS, ReportNumber, source_of
from plyground.lab.verdicts import SHARE_UNITS, Verdict
from plyground.tournaments.tables import percent, quantity

NOTHING = "-"


def place_text(number: ReportNumber) -> str:
    """Where the number stands: row and column, or the claim's name."""
    row = f"{number.each} {number.row}".strip()
    return f"{row}, {number.column}" if number.column else row


def whole_place_text(number: ReportNumber) -> str:
    """The same with the name of the table before it."""
    return f"{source_of(number).name}: {place_text(number)}"


def tested_text(number: ReportNumber) -> str:
    """How it is decided, where the report's data say so; a sentence."""
    return f"Tested: {number.test}." if number.test else ""


def number_text(number: ReportNumber) -> str:
    """The report's number as it prints it, or its claim."""
    if number.value is None:
        return number.says
    if isinstance(number.value, bool):
        return _truth(number.value)
    if isinstance(number.value, str):
        return number.value
    if number.range is not None:
        low, high = number.range
        return f"{low:g} to {high:g} {_unit(number)}".strip()
    if number.unit == "%":
        return f"{number.value:g}%"
    if isinstance(number.value, int):
        shown = f"{number.value:,}"
    else:
        shown = f"{number.value:.{number.decimals}f}" if number.decimals else f"{number.value:g}"
    return f"{shown} {_unit(number)}".strip()


def finding_text(verdict: Verdict) -> str:
    """Our number beside it, with the interval."""
    number, finding = verdict.number, verdict.finding
    if finding is None or finding.value is None:
        return NOTHING
    if number.unit in SHARE_UNITS and not isinstance(finding.value, (bool, str)):
        return _share(finding)
    shown = _plain(finding, number.decimals)
    if finding.low is not None and finding.high is not None and finding.low < finding.high:
        shown = f"{shown} ({quantity(finding.low)} to {quantity(finding.high)})"
    return f"{shown} {_unit(number)}".strip()


def brief_text(verdict: Verdict) -> str:
    """Our number alone."""
    number, finding = verdict.number, verdict.finding
    if finding is None or finding.value is None:
        return NOTHING
    if number.unit in SHARE_UNITS and not isinstance(finding.value, (bool, str)):
        return percent(finding.value)
    return _plain(finding, number.decimals)


def reason_text(verdict: Verdict) -> str:
    """Why it is so: what was seen, and what is known."""
    number = verdict.number
    first = MARKS[number.mark].capitalize() + ", so it is not counted." if number.mark else ""
    if verdict.state == "differs" and number.unexplained:
        first = f"Unexplained. {first}".strip()
    if verdict.state == "not comparable":
        first = f"Not compared: {BECAUSE[number.because]}."
    return " ".join(filter(None, (first, verdict.why)))


def whole_reason_text(verdict: Verdict, beside: Verdict | None) -> str:
    """The same, with the experiment that shows it, and with what compares the number instead."""
    parts = [reason_text(verdict)]
    if verdict.flips:
        parts.append(
            f"May flip: {verdict.flips} of {len(verdict.repeats)} other runs contradict it."
        )
    if verdict.state == "differs" and verdict.number.shown_by:
        parts.append(f"Shown by {verdict.number.shown_by}.")
    if beside is not None:
        parts.append(f"Beside it: {beside_text(beside)}.")
    return " ".join(filter(None, parts))


def beside_text(verdict: Verdict) -> str:
    """A number beside another one: where it stands, the report's, ours and the state."""
    number = verdict.number
    ours = f"report {number_text(number)}, ours {finding_text(verdict)}"
    return f"{whole_place_text(number)}: {ours}, {verdict.state}"


def counts_text(counted: Mapping[str, int]) -> str:
    """As in `12 reproduced, 3 differ, 1 undecided, 4 not comparable`; without those of none."""
    words = {"differs": "differ"}
    return ", ".join(f"{n} {words.get(state, state)}" for state, n in counted.items() if n)


def state_text(verdict: Verdict) -> str:
    """Return the state, with the mark of a number that is not counted."""
    mark = verdict.number.mark
    return f"{verdict.state}, {mark}" if mark else verdict.state


def flips_text(judged: Sequence[Verdict]) -> str:
    """Return how many verdicts another run contradicts, as in `1 of 40 flips in 5 more runs`."""
    runs = max((len(verdict.repeats) for verdict in judged), default=0)
    if not runs:
        return "run with one seed only"
    flipping = sum(verdict.flips > 0 for verdict in judged if verdict.number.mark is None)
    of = sum(verdict.number.mark is None for verdict in judged)
    return f"{flipping} of {of} verdicts flip in {runs} more runs with other seeds"


def result_line(result: StoredResult) -> str:
    """How a result came about: size, seed, when, how long, and on what."""
    when = result.finished[:16].replace("T", " ")
    machine = f", on {result.machine}" if result.machine else ""
    return (
        f"{result.scale.size}, seed {result.scale.seed}, {when} UTC, {result.seconds:.0f} s, "
        f"version {result.version}{machine}{_repeats_text(result)}"
    )


def _repeats_text(result: StoredResult) -> str:
    """Return which other runs the flips are counted from, and on which processors."""
    if not result.repeats:
        return ""
    on = dict.fromkeys(filter(None, (each.processor for each in result.repeats)))
    where = f" on {' and '.join(on)}" if on else ""
    return f"; {len(result.repeats)} more runs with other seeds{where}"


def cell_text(cell: Value) -> str:
    """A cell of a table of ours."""
    if cell is None:
        return NOTHING
    if isinstance(cell, bool):
        return _truth(cell)
    if isinstance(cell, str):
        return cell
    return f"{cell:,}" if isinstance(cell, int) else quantity(cell)


def _share(finding: Finding) -> str:
    assert isinstance(finding.value, (int, float))
    shown = percent(finding.value)
    if finding.low is not None and finding.high is not None:
        shown += f" ({100 * finding.low:.0f} to {100 * finding.high:.0f})"
    return f"{shown} of {finding.trials:,}" if finding.trials else shown


def _plain(finding: Finding, decimals: int) -> str:
    value = finding.value
    if isinstance(value, bool):
        return _truth(value)
    if isinstance(value, str) or value is None:
        return value or NOTHING
    if decimals:
        return f"{value:.{decimals}f}"
    return f"{value:,.0f}" if float(value).is_integer() else quantity(value)


def _unit(number: ReportNumber) -> str:
    return "" if number.unit in SHARE_UNITS else number.unit


def _truth(value: bool) -> str:
    return "yes" if value else "no"
