"""`plyground tune`: find better numbers for an agent, and prove that they are better."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from plyground.cli.common import (
    GameArgument,
    JsonOption,
    Players,
    print_json,
    progress_bar,
    read_elo_bounds,
    read_game,
    resumable,
)
from plyground.cli.completing import complete_agent
from plyground.cli.option_groups import grouped
from plyground.errors import FileError

if TYPE_CHECKING:
    from plyground.lab.tuning import FinalTest, Tuner
    from plyground.lab.tuning_evidence import Evidence, Trial


@dataclass(frozen=True)
class Trials:
    """What is tried, and how."""

    trials: Annotated[int, typer.Option(min=1, help="How many settings to try in all.")] = 40
    opponent: Annotated[
        str | None,
        typer.Option(metavar="SPEC", help="The opponent in trials; the untuned agent by default."),
    ] = None
    pairs: Annotated[int, typer.Option(min=1, help="Pairs of games of each trial.")] = 40
    opening_plies: Annotated[
        int, typer.Option(min=0, help="Begin games with this many random moves.")
    ] = 4
    seed: Annotated[int, typer.Option(min=0, max=2**53, help="Equal seeds, equal openings.")] = 1


@dataclass(frozen=True)
class Final:
    """The test of the winner."""

    final_pairs: Annotated[
        int, typer.Option(min=0, help="Upper bound on pairs in the final test; 0 for no test.")
    ] = 500
    sprt: Annotated[
        str,
        typer.Option(
            metavar="LOW..HIGH", help="The final test: HIGH Elo better rather than LOW, normalised."
        ),
    ] = "0..30"

    def test(self) -> FinalTest | None:
        """As a tuner takes it; None for no test."""
        from plyground.lab.tuning import FinalTest
        from plyground.tournaments.sprt import Sprt

        ends = read_elo_bounds(self.sprt, "0..30")
        return FinalTest(Sprt(*ends), self.final_pairs) if self.final_pairs else None


@dataclass(frozen=True)
class Written:
    """What is written beside what is printed."""

    evidence: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write trials, winner and test there as JSON."),
    ] = None
    plot: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Draw the scores there, as SVG.")
    ] = None

    def check(self) -> None:
        """Make the folder, or raise `FileError`, before anything is played."""
        if self.plot is None:
            return
        try:
            self.plot.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise FileError(f"{self.plot} cannot be made: {error.strerror or error}") from error

    def write(self, found: Evidence) -> list[Path]:
        """Write it; the files."""
        files: list[Path] = [] if self.plot is None else _draw(found, self.plot)
        if self.evidence is not None:
            found.write(self.evidence)
            files.insert(0, self.evidence)
        return files


@grouped
def tune(
    game: GameArgument,
    spec: Annotated[
        str,
        typer.Argument(
            metavar="SPEC", help="The agent to be tuned.", autocompletion=complete_agent
        ),
    ],
    parameter: Annotated[
        list[str],
        typer.Option(
            "-p",
            "--parameter",
            metavar="NAME=LOW..HIGH",
            help="Tune this argument, as in c=0.1..2.0 or evaluate.twos=1..20; repeatable. "
            "NAME=VALUE, without dots, is a parameter of the game.",
        ),
    ],
    store: Annotated[
        Path,
        typer.Option(metavar="FILE", help="Keep trials and games there; the same command resumes."),
    ],
    trials: Trials,
    final: Final,
    players: Players,
    written: Written,
    json: JsonOption = False,
) -> None:
    """
    Tune numbers of an agent by play, and test the winner on fresh openings.

    Every trial plays pairs of games from the same openings; hopeless ones are given up early. The
    best trial is usually the luckiest, so it has to win a sequential test against the untuned agent
    on openings that no trial has played.

    Example:  plyground tune connect_four "minimax(depth=4, pruning=1, evaluate=utility)"
    -p evaluate.twos=1..20 -p evaluate.threes=5..60 --trials 40 --store tuning.db
    """
    from plyground.lab.tuning import Tuner, TuningPlan
    from plyground.lab.tuning_space import parse_dimension

    dimensions = tuple(parse_dimension(each) for each in parameter if ".." in each)
    played = read_game(game, [each for each in parameter if ".." not in each])
    how = (trials.opponent or "", trials.pairs, trials.opening_plies, trials.seed)
    plan = TuningPlan(game, spec, dimensions, played.parameter_values, *how)
    test = final.test()
    written.check()
    tuner = Tuner(plan, store, players.workers, players.cluster)
    found = _watched(tuner, trials.trials, test)
    files = written.write(found)
    if json:
        print_json({**asdict(found), "verdict": found.verdict(), "files": list(map(str, files))})
    else:
        _show(found)
        for file in files:
            print(file)


def _watched(tuner: Tuner, trials: int, final: FinalTest | None) -> Evidence:
    """Run the tuning under a progress bar, with a line for each trial."""
    from rich.progress import BarColumn, TextColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[games]}"))
    with progress_bar(*columns) as bar:
        task = bar.add_task("...", total=None, games="")

        def games(what: str, played: int, planned: int) -> None:
            shown = f"{played} of {planned} games"
            bar.update(task, description=what, completed=played, total=planned, games=shown)

        def ended(trial: Trial, best: float) -> None:
            bar.console.print(_line(trial, best), markup=False, highlight=False, soft_wrap=True)

        tuner.on_games, tuner.on_trial = games, ended
        with resumable():
            return tuner.run(trials, final)


def _line(trial: Trial, best: float) -> str:
    values = " ".join(f"{name}={value:g}" for name, value in trial.values.items())
    given_up = "" if trial.complete else "  given up"
    return f"{trial.score:.3f} of {trial.pairs} pairs (best {best:.3f})  {values}{given_up}"


def _show(found: Evidence) -> None:
    given_up = sum(not trial.complete for trial in found.trials)
    print(f"{len(found.trials)} trials, {given_up} given up; opponent {found.opponent}")
    print(f"untuned: {found.spec}")
    print(f"winner:  {found.winner}  ({found.winner_score:.3f} points per game in its trial)")
    print(found.verdict())


def _draw(found: Evidence, folder: Path) -> list[Path]:
    """The figures that were drawn."""
    from plyground.lab.figures import draw

    names, drawn = ["trials", *found.winner_values], []
    for name, chart in zip(names, found.charts(), strict=True):
        path = folder / f"{name}.svg"
        path.write_text(draw(chart), encoding="utf-8")
        drawn.append(path)
    return drawn
