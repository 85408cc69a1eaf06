"""Which experiments there are: what the reports' data say of each, and the code that makes it.

Every module of `plyground.lab.experiments` lists the steps and the conclusion of its own by name.
"""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from typing import Any

from plyground.errors import InvalidReportError, UnknownExperimentError, did_you_mean
from plyground.lab import experiments
from plyground.lab.experiment import Experiment
from plyground.lab.sources import all_reports

ALL = "all"


@cache
def all_experiments() -> dict[str, Experiment]:
    """Every experiment by name, in the order of the reports."""
    made: dict[str, tuple[Any, Any]] = {}
    for module in pkgutil.iter_modules(experiments.__path__):
        made |= importlib.import_module(f"{experiments.__name__}.{module.name}").EXPERIMENTS
    told = {about.name: (report, about) for report in all_reports() for about in report.experiments}
    for name in made.keys() ^ told.keys():
        where = "the data of no report describe" if name in made else "no module has"
        raise InvalidReportError(f"{where} the experiment {name!r}")
    return {
        name: Experiment(name, about.title, report.game, about.measures, *made[name], about.minutes)
        for name, (report, about) in told.items()
    }


def find_experiment(name: str) -> Experiment:
    """The experiment of that name."""
    known = all_experiments()
    if name not in known:
        raise UnknownExperimentError(
            f"no experiment {name!r}; there are {', '.join(known)}{did_you_mean(name, known)}"
        )
    return known[name]


def chosen(names: list[str]) -> list[Experiment]:
    """The experiments of those names; `all` stands for every one."""
    if ALL in names:
        return list(all_experiments().values())
    return [find_experiment(name) for name in dict.fromkeys(names)]
