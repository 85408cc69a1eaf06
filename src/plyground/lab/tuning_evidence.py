"""What a tuning leaves behind: every trial, the winner and its test, as a small JSON file."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plyground.errors import FileError, InvalidReportError
from plyground.lab.findings import Chart, Point, Series
from plyground.reading import read_json
from plyground.tournaments.contest import ContestResult
from plyground.tournaments.ratings import elo_difference
from plyground.tournaments.sprt import Sprt

if TYPE_CHECKING:
    from plyground.lab.tuning import Tuner

FORMAT = 1


@dataclass(frozen=True)
class Trial:
    """Numbers that were tried; `score` is points per game, up to where the trial was given up."""

    values: Mapping[str, int | float]
    score: float
    pairs: int
    complete: bool


@dataclass(frozen=True)
class FinalResult:
    """The sequential test of the winner against the untuned spec, on openings of its own."""

    low: float
    high: float
    ratio: float
    verdict: str  # accept, reject or continue
    games: int
    pair_counts: Sequence[int]  # of pairs that repeat no others
    elo: Sequence[float]  # value and 95% interval
    openings: int

    @classmethod
    def of(cls, sprt: Sprt, result: ContestResult, openings: int) -> FinalResult:
        """What a contest showed."""
        state = result.state
        elo = [round(number, 1) for number in elo_difference(result.counts)]
        ratio, verdict = round(state.ratio, 3), str(state.verdict)
        counts = list(result.counts)
        return cls(sprt.low, sprt.high, ratio, verdict, result.games, counts, elo, openings)

    def __str__(self) -> str:
        """As in `accept after 212 games, pairs 0-2-40-3-61, Elo +58 (+31 to +86)`."""
        value, low, high = self.elo
        pairs = "-".join(map(str, self.pair_counts))
        distinct = 2 * sum(self.pair_counts)
        repeated = f" ({distinct} distinct)" if distinct < self.games - 1 else ""
        return (
            f"{self.verdict} after {self.games} games{repeated}, pairs {pairs}, "
            f"Elo {value:+.0f} ({low:+.0f} to {high:+.0f})"
        )


@dataclass(frozen=True)
class Evidence:
    """A tuning and what it proved."""

    game: str
    parameters: Mapping[str, int | str]
    spec: str  # untuned
    ranges: Sequence[str]
    opponent: str
    pairs: int
    opening_plies: int
    seed: int
    trials: Sequence[Trial]
    winner: str
    winner_values: Mapping[str, int | float]
    winner_score: float
    test: FinalResult | None  # None if it was not run, or the untuned spec won
    version: str = ""

    @classmethod
    def of(
        cls, tuner: Tuner, trials: Sequence[Trial], winner: Trial, test: FinalResult | None
    ) -> Evidence:
        """The evidence of a tuning that has ended."""
        from plyground import __version__

        plan = tuner.plan
        return cls(
            plan.game,
            dict(plan.parameters),
            tuner.default_spec,
            [*map(str, plan.dimensions)],
            tuner.opponent,
            plan.pairs,
            plan.opening_plies,
            plan.seed,
            trials,
            tuner.spec_of(winner.values),
            winner.values,
            winner.score,
            test,
            __version__,
        )

    @property
    def proven(self) -> bool:
        """Whether the winner was accepted as better than the untuned spec."""
        return self.test is not None and self.test.verdict == "accept"

    def verdict(self) -> str:
        """What follows, in a sentence."""
        if self.winner == self.spec:
            return "No trial did better than the untuned spec."
        if self.test is None:
            return "The winner was not tested: it may just have been the luckiest trial."
        if self.proven:
            return f"The winner is better than the untuned spec: {self.test}."
        said = "is not proven better" if self.test.verdict == "continue" else "is no better"
        return f"The winner {said} than the untuned spec: {self.test}."

    def charts(self) -> list[Chart]:
        """Scores by trial, and by the value of each parameter."""
        whole = [(number, each) for number, each in enumerate(self.trials, 1) if each.complete]
        best, found = 0.0, []
        for number, each in whole:
            best = max(best, each.score)
            found.append(Point(number, best))
        points = tuple(Point(number, each.score) for number, each in whole)
        y = "points per game"
        series = (Series("trials", points, smooth=True), Series("best so far", tuple(found)))
        note = "Trials that were given up are left out."
        charts = [Chart(f"Tuning {self.game}", "trial", y, series, note)]
        for name in self.winner_values:
            points = tuple(Point(each.values[name], each.score) for _, each in whole)
            tried = (Series("trials", points, smooth=True),)
            charts.append(Chart(f"Points per game by {name}", name, y, tried, note))
        return charts

    def write(self, path: Path) -> None:
        """Write it down as JSON, one trial per line."""
        data = {"plyground_tuning": FORMAT, **asdict(self)}
        lines = [json.dumps(trial) for trial in data.pop("trials")]
        text = json.dumps({**data, "trials": []}, indent=1).removesuffix("[]\n}")
        try:
            path.write_text(text + "[\n  " + ",\n  ".join(lines) + "\n ]\n}\n", encoding="utf-8")
        except OSError as error:
            raise FileError(f"{path} cannot be written: {error.strerror or error}") from error

    @classmethod
    def read(cls, text: str) -> Evidence:
        """The evidence that `write` wrote; `InvalidReportError` if it is none."""
        try:
            data: dict[str, Any] = read_json(text)
            if data.pop("plyground_tuning") != FORMAT:
                raise InvalidReportError("evidence of a tuning in another format")
            data["trials"] = [Trial(**trial) for trial in data["trials"]]
            data["test"] = data["test"] and FinalResult(**data["test"])
            return cls(**data)
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise InvalidReportError(
                f"no evidence of a tuning: {type(error).__name__} {error}"
            ) from error


def shipped_evidence(name: str) -> Evidence:
    """The evidence of that name that comes with the package."""
    source = files("plyground.lab") / "data" / "tuning" / f"{name}.json"
    if not source.is_file():
        raise InvalidReportError(f"no evidence {name!r} comes with the package")
    return Evidence.read(source.read_text(encoding="utf-8"))
