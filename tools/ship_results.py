"""
Write the results that ship with the package: python tools/ship_results.py lab.db [MORE.db ...]

They come from stores of `plyground lab run all --full --db lab.db`; of several results of an
experiment, the latest full one is taken. Nothing is written if a result does not fit the reports'
data: a number that they do not have, one of theirs that is missing, an estimate without an
interval, or a verdict that would change by rounding. With `--partial`, experiments without a
result are left as they are. The table of counts in docs/lab.md is written anew.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from plyground.errors import PlygroundError
from plyground.lab import shipped
from plyground.lab.experiment import FULL, Experiment
from plyground.lab.findings import Finding, Findings
from plyground.lab.ledger import Ledger, Repeat, StoredResult
from plyground.lab.overview import Judged
from plyground.lab.registry import all_experiments
from plyground.lab.running import checked_findings
from plyground.lab.sources import MARKS, read_report
from plyground.lab.verdicts import Verdict, counts
from plyground.lab.writing import counts_text

ROOT = Path(__file__).parents[1]
TARGET = ROOT / "src/plyground/lab" / shipped.FOLDER
PAGE = ROOT / "docs/lab.md"
BEGIN, END = "<!-- counts: written by tools/ship_results.py -->\n", "<!-- end of counts -->"
COUNTED = ("reproduced", "consistent", "differs", "undecided", "not comparable", *MARKS)
FEWEST_SEEDS = 5  # quick runs beside the full one


DIGITS = 6  # that a number keeps
WIDEST = 100  # letters in a line


def full_results(stores: list[Path]) -> dict[str, StoredResult]:
    """The latest full result of each experiment, with the quick ones of other seeds."""
    found: dict[str, StoredResult] = {}
    repeats: dict[str, dict[int, Repeat]] = {}
    for store in stores:
        with Ledger(store, create=False) as ledger:
            for result in ledger.results():
                name, before = result.experiment, found.get(result.experiment)
                if result.scale.size != FULL:
                    repeats.setdefault(name, {})[result.scale.seed] = result.as_repeat()
                elif before is None or before.finished < result.finished:
                    found[name] = result
    return {
        name: replace(result, repeats=tuple(repeats.get(name, {}).values()))
        for name, result in found.items()
    }


def problems(experiment: Experiment, result: StoredResult | None) -> list[str]:
    """What keeps a result from being shipped."""
    name = experiment.name
    if result is None:
        return [f"{name}: there is no full result"]
    try:
        checked_findings(experiment, result.findings)
    except PlygroundError as error:
        return [str(error)]
    if result.machine is None:
        return [f"{name}: the store does not say on which machine it was measured; run it again"]
    if len(result.repeats) < FEWEST_SEEDS:
        return [
            f"{name}: {len(result.repeats)} quick runs are in the stores, {FEWEST_SEEDS} are "
            f"needed; plyground lab run {name} --seeds {FEWEST_SEEDS}"
        ]
    exact, written = Judged(result).verdicts, Judged(rounded_result(result)).verdicts
    found = [f"{name}: {v.number.key} was not measured" for v in exact if v.state == "not run"]
    for before, after in zip(exact, written, strict=True):
        if before.state != after.state:
            found.append(
                f"{name}: {before.number.key} is {before.state}, and {after.state} if rounded"
            )
    return found


def ship(stores: list[Path], partial: bool = False, target: Path = TARGET) -> list[str]:
    """Write the results, and return what is wrong with them; with a problem nothing is written."""
    experiments, results = all_experiments(), full_results(stores)
    wanted = [each for each in experiments.values() if not partial or each.name in results]
    found = [problem for each in wanted for problem in problems(each, results.get(each.name))]
    if found:
        return found
    texts = {each.name: result_text(each, results[each.name]) for each in wanted}
    target.mkdir(exist_ok=True)
    for stale in target.glob("*.json"):
        if stale.stem not in experiments:
            stale.unlink()
    for name, text in texts.items():
        (target / f"{name}.json").write_text(text, encoding="utf-8")
        print(f"{name}: {counts_text(counts(Judged(results[name]).verdicts))}, {len(text):,} bytes")
    return []


def result_text(experiment: Experiment, result: StoredResult) -> str:
    """A result as a file: sorted, and as many lines as a person can read."""
    written = {
        "experiment": result.experiment,
        "command": experiment.command(result.scale),
        **asdict(result.scale),
        "seconds": result.seconds,
        "version": result.version,
        "finished": result.finished,
        "machine": asdict(result.machine) if result.machine else None,
        "code": result.code,
        "findings": result.findings.data(),
        "repeats": [repeat_data(repeat) for repeat in result.repeats],
    }
    return _lines(rounded(written)) + "\n"


def repeat_data(repeat: Repeat) -> dict[str, Any]:
    """A repeat as it is written: of each number what is compared, without its note."""
    numbers = {
        key: [found.value, found.low, found.high, found.trials]
        for key, found in repeat.numbers.items()
    }
    return {**asdict(repeat.scale), "processor": repeat.processor, "numbers": numbers}


def rounded_result(result: StoredResult) -> StoredResult:
    """The result with numbers of as many digits as files keep."""
    findings = Findings.from_data(rounded(result.findings.data()))
    repeats = tuple(
        replace(
            repeat,
            numbers={
                key: replace(one, note="", **_fewer_digits(one))
                for key, one in repeat.numbers.items()
            },
        )
        for repeat in result.repeats
    )
    return replace(result, findings=findings, repeats=repeats, seconds=rounded(result.seconds))


def _fewer_digits(found: Finding) -> dict[str, Any]:
    return {name: rounded(getattr(found, name)) for name in ("value", "low", "high")}


def rounded(value: Any) -> Any:
    """Data with fewer digits in its fractions; whole numbers stay as they are."""
    if isinstance(value, float) and not value.is_integer():
        return float(f"{value:.{DIGITS}g}")
    if isinstance(value, dict):
        return {name: rounded(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [rounded(each) for each in value]
    return value


def _lines(value: Any, depth: int = 0) -> str:
    """JSON with as much in a line as fits."""
    line = json.dumps(value, sort_keys=True, ensure_ascii=False, allow_nan=False)
    if len(line) + depth <= WIDEST or not isinstance(value, dict | list) or not value:
        return line
    inner, outer = "\n" + " " * (depth + 1), "\n" + " " * depth
    if isinstance(value, list):
        return f"[{inner}{f',{inner}'.join(_lines(each, depth + 1) for each in value)}{outer}]"
    pairs = (f"{json.dumps(name)}: {_lines(value[name], depth + 1)}" for name in sorted(value))
    return f"{{{inner}{f',{inner}'.join(pairs)}{outer}}}"


def counts_table(results: Iterable[StoredResult]) -> str:
    """How many numbers of each report came out how, as a table in Markdown."""
    found: dict[str, list[Verdict]] = {}
    for result in results:
        report = all_experiments()[result.experiment].report
        found.setdefault(report, []).extend(Judged(result).verdicts)
    every = [verdict for verdicts in found.values() for verdict in verdicts]
    rows = [(read_report(report).title, found[report]) for report in sorted(found)]
    lines = [("report", *COUNTED), ("---",) * (1 + len(COUNTED))]
    for title, verdicts in [*rows, ("all", every)]:
        counted = counts(verdicts)
        lines.append((title, *(str(counted[state]) for state in COUNTED)))
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def page_with(table: str, text: str) -> str:
    """The text of the page with that table."""
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    return f"{before}{begin}{table}{end}{after}"


def written_results(folder: Path) -> list[StoredResult]:
    """The results in a folder."""
    texts = (path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.json")))
    return [shipped.read_result(text) for text in texts]


def main() -> int:
    """Ship, or say why not."""
    parser = argparse.ArgumentParser(description=str(__doc__).strip().partition("\n")[0])
    parser.add_argument("stores", nargs="+", type=Path, metavar="STORE")
    parser.add_argument("--partial", action="store_true", help="not all experiments are there")
    asked = parser.parse_args()
    try:
        found = ship(asked.stores, asked.partial)
        if not found:
            table = counts_table(written_results(TARGET))
            PAGE.write_text(page_with(table, PAGE.read_text("utf-8")), encoding="utf-8")
    except PlygroundError as error:
        found = [str(error)]
    for problem in found:
        print(problem, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
