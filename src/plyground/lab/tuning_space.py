"""What a tuning may change: arguments of a spec, by name and range.

    c=0.1..2.0                  an argument of the agent, a decimal number
    evaluate.twos=1..20         a weight of its evaluator, a whole number
    nodes=100..10000:log        equal steps are equal factors

A number is whole where both ends of its range are written without a point.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from plyground.agents import Spec, parse_spec
from plyground.agents.kinds import default_arguments, expanded, kinds_of
from plyground.agents.spec import Argument
from plyground.errors import InvalidParameterError
from plyground.game import Game
from plyground.tournaments.parcels import parcels_for
from plyground.tournaments.plan import checked_code

Values = Mapping[str, int | float]

DIGITS = 4  # of decimal values, so that specs stay short
LOG = ":log"
EVALUATED = ("evaluate", "by")  # arguments that name an evaluator; others name a rater
_RANGE = re.compile(r"([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)=(-?[\d.eE+-]*?\d)\.\.(-?[\d.eE+-]+)")
HELP = "write it as c=0.1..2.0, evaluate.twos=1..20 or nodes=100..10000:log"


@dataclass(frozen=True)
class Dimension:
    """A number that is tuned; `name` is a path, as in `evaluate.twos`."""

    name: str
    low: float
    high: float
    whole: bool
    log: bool = False

    def __str__(self) -> str:
        """As it is written."""
        ends = (int(end) if self.whole else float(end) for end in (self.low, self.high))
        return f"{self.name}={'..'.join(map(str, ends))}{LOG if self.log else ''}"

    def value(self, number: float) -> int | float:
        """The number as it stands in a spec."""
        return int(number) if self.whole else float(f"{number:.{DIGITS}g}")

    def holds(self, number: float) -> bool:
        """Whether the number lies in the range and is of its kind."""
        return self.low <= number <= self.high and (not self.whole or number == int(number))


def parse_dimension(text: str) -> Dimension:
    """The dimension that the text describes; `InvalidParameterError` if it is none."""
    bare = text.strip().removesuffix(LOG)
    found = _RANGE.fullmatch(bare)
    try:
        low, high = map(float, found.groups()[1:]) if found else (math.nan, math.nan)
    except ValueError:
        low = high = math.nan
    if found is None or not (math.isfinite(low) and math.isfinite(high)):
        raise InvalidParameterError(f"{text}: no range; {HELP}")
    whole = all(re.fullmatch(r"-?\d+", end) for end in found.groups()[1:])
    log = text.strip().endswith(LOG)
    if low >= high or (log and low <= 0):
        raise InvalidParameterError(
            f"{text}: the first end must be below the second" + (" and above 0" if log else "")
        )
    return Dimension(found[1], low, high, whole, log)


def check_dimensions(
    reference: str, game: Game[Any], spec: Spec, dimensions: Sequence[Dimension]
) -> list[str]:
    """The fingerprints of the agents at both ends.

    Refuses names that are none, twice or inside each other, and ends that make no agent.
    """
    if not dimensions:
        raise InvalidParameterError(f"nothing to tune; {HELP}")
    names = [each.name for each in dimensions]
    for name in names:
        inside = [other for other in names if other == name or other.startswith(f"{name}.")]
        if len(inside) > 1:
            raise InvalidParameterError(f"{name} is given twice, or as a part of itself")
    ends = [
        str(with_values(spec, {each.name: each.value(getattr(each, end)) for each in dimensions}))
        for end in ("low", "high")
    ]
    parcels = parcels_for(reference, ends)
    return [checked_code(reference, game, end, parcels) for end in ends]


def whole_spec(game: Game[Any], text: str) -> Spec:
    """The spec with the arguments of the preset that it names, if it names one."""
    return expanded(game, parse_spec(text))


def with_values(spec: Spec, values: Values) -> Spec:
    """The spec with these numbers in it."""
    for name, value in values.items():
        spec = _with_value(spec, name.split("."), value)
    return spec


def _with_value(spec: Spec, path: Sequence[str], value: int | float) -> Spec:
    first, *rest = path
    if not rest:
        return Spec(spec.name, {**spec.arguments, first: value})
    inner = spec.arguments.get(first)
    if isinstance(inner, str):
        inner = Spec(inner)
    if not isinstance(inner, Spec):
        raise InvalidParameterError(
            f"{'.'.join(path)} is tuned, but {spec} does not say which {first}; "
            f"write {first}=NAME into the spec"
        )
    return Spec(spec.name, {**spec.arguments, first: _with_value(inner, rest, value)})


def default_values(
    game: Game[Any], spec: Spec, dimensions: Sequence[Dimension]
) -> dict[str, int | float] | None:
    """What the spec has without tuning; None if that is unknown or outside of the ranges."""
    found: dict[str, int | float] = {}
    for each in dimensions:
        value = _default(game, spec, each.name.split("."))
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not each.holds(value):
            return None
        found[each.name] = each.value(value)
    return found


def _default(game: Game[Any], spec: Spec, path: Sequence[str]) -> Any:
    first, *rest = path
    given = spec.arguments.get(first)
    if rest:
        return _weight(game, first, given, rest)
    if given is not None or spec.name not in kinds_of(game):
        return given
    return default_arguments(game, spec.name).get(first)


def _weight(
    game: Game[Any], argument: str, given: Argument | None, path: Sequence[str]
) -> Argument | None:
    """A weight of the evaluator or rater that an argument names, given or its own."""
    judge = Spec(given) if isinstance(given, str) else given
    if not isinstance(judge, Spec):
        return None
    first, *rest = path
    if rest:
        return _weight(game, first, judge.arguments.get(first), rest)
    if first in judge.arguments:
        return judge.arguments[first]
    known = game.knowledge
    make = known.evaluator if argument in EVALUATED else known.rater
    try:
        weight: Argument | None = getattr(make(judge.name), first, None)
    except InvalidParameterError:
        return None
    return weight
