"""Results that come with the package: of every experiment one at full size, as `NAME.json`.

    experiment, command, size, seed    what was run
    finished, seconds, machine         when, how long and on what
    version, code                      of Plyground, and the fingerprint of what was measured
    findings                           numbers, tables, charts and notes
    repeats                            runs with other seeds: size, seed, processor and numbers

`tools/ship_results.py` writes them from the store of `plyground lab run all --full`.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

from plyground.lab.experiment import Scale
from plyground.lab.findings import Finding, Findings
from plyground.lab.ledger import Repeat, StoredResult
from plyground.lab.machine import Machine

FOLDER = "results"


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
    """The result that such a file holds."""
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
        tuple(map(_repeat, given["repeats"])),
    )


def _repeat(given: dict[str, Any]) -> Repeat:
    numbers = {key: Finding(*values) for key, values in given["numbers"].items()}
    return Repeat(Scale(given["size"], given["seed"]), given["processor"], numbers)
