"""Results that come with the package: of every experiment one at full size, as `NAME.json`.

    experiment, command, size, seed    what was run
    finished, seconds, machine         when, how long and on what
    version, code                      of Plyground, and the fingerprint of what was measured
    findings                           numbers, tables, charts and notes

`tools/ship_results.py` writes them from the store of `plyground lab run all --full`.
"""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from functools import cache
from importlib.resources import files
from typing import Any

from plyground.lab.experiment import Experiment, Scale
from plyground.lab.findings import Findings
from plyground.lab.ledger import StoredResult
from plyground.lab.machine import Machine

FOLDER = "results"
DIGITS = 6  # that a number keeps
WIDEST = 100  # letters in a line


@cache
def shipped_results() -> dict[str, StoredResult]:
    """The results that come with the package, by the name of their experiment."""
    folder = files("plyground.lab") / FOLDER
    if not folder.is_dir():
        return {}
    texts = (entry.read_text(encoding="utf-8") for entry in folder.iterdir())
    found = (read_result(text) for text in texts)
    return {result.experiment: result for result in found}


def read_result(text: str) -> StoredResult:
    """The result that `result_text` has written."""
    given = json.loads(text)
    return StoredResult(
        given["experiment"],
        Scale(given["size"], given["seed"]),
        Findings.from_data(given["findings"]),
        given["seconds"],
        given["version"],
        given["finished"],
        Machine(**given["machine"]) if given["machine"] else None,
        given["code"],
    )


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
    }
    return _lines(rounded(written)) + "\n"


def rounded_result(result: StoredResult) -> StoredResult:
    """The result with numbers of as many digits as files keep."""
    findings = Findings.from_data(rounded(result.findings.data()))
    return replace(result, findings=findings, seconds=rounded(result.seconds))


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
