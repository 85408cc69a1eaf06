"""Which experiments there are: every module of `plyground.lab.experiments` lists its own."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from plyground.errors import UnknownExperimentError, did_you_mean
from plyground.lab import experiments
from plyground.lab.experiment import Experiment
from plyground.lab.sources import all_numbers

ALL = "all"


@cache
def all_experiments() -> dict[str, Experiment]:
    """Every experiment by name, in the order of the reports."""
    found: list[Experiment] = []
    for module in pkgutil.iter_modules(experiments.__path__):
        loaded = importlib.import_module(f"{experiments.__name__}.{module.name}")
        found.extend(loaded.EXPERIMENTS)
    order = [number.experiment for number in all_numbers()]
    found.sort(key=lambda each: order.index(each.name) if each.name in order else len(order))
    return {each.name: each for each in found}


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
