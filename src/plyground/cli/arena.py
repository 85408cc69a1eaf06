"""`plyground arena`: tournaments between agents."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from plyground.cli.arena_options import (
    GamesToPlay,
    Limits,
    SeedOption,
    SpecsArgument,
    Workplace,
)
from plyground.cli.common import INTERRUPTED, ChosenGame, JsonOption, progress_bar
from plyground.cli.option_groups import grouped
from plyground.cli.results import Report
from plyground.errors import ChangedCodeError, WorkerError

if TYPE_CHECKING:
    from plyground.tournaments import GameRecord, Tournament
    from plyground.verbs.arena import TournamentResult


@grouped
def arena(
    chosen: ChosenGame,
    specs: SpecsArgument,
    *,
    games: GamesToPlay,
    limits: Limits,
    seed: SeedOption = 1,
    place: Workplace,
    report: Report,
    json: JsonOption = False,
) -> None:
    """
    Let agents play each other, and say who is better and how certain that is.

    Every two agents play pairs of games from the same opening with the sides swapped. An agent that
    crashes, hangs, overruns its time or its memory or plays illegally loses that game.

    Examples:  plyground arena connect_four strong casual --pairs 50 --store results.db

    plyground arena bamboo -p radius=3 "alphabeta(depth=2)" random --sweep depth=1..4

    plyground arena konane "mcts(c=0.3, iterations=500)" "mcts(iterations=500)" --sprt 0..30
    """
    from plyground.tournaments.contest import answer
    from plyground.verbs.arena import arena as run

    report.check()
    held = Held(place.store)
    values: dict[str, Any] = chosen.made().parameter_values
    result = run(
        chosen.game,
        specs,
        **games.arguments(),
        **vars(limits),
        **vars(place),
        seed=seed,
        hold=held.hold,
        **values,
    )
    report.show(result.records, result.data() if json else None, games.swept)
    if result.contest and not json:
        print(answer(result.plan, result.contest))
    held.end(result)


class Held:
    """A tournament under a progress bar, and how it ended."""

    def __init__(self, store: Path | None) -> None:
        """With a store, the same command goes on."""
        self.store = store
        self.resume = ""  # how to, if somebody stopped it

    def hold(self, tournament: Tournament) -> None:
        """Play it to its end, or until somebody stops it."""
        try:
            stopped = _watch(tournament)
        except ChangedCodeError as error:
            raise ChangedCodeError(f"{error}; {_how_to_renew(tournament, self.store)}") from error
        except WorkerError as error:
            raise WorkerError(f"{error}; {_how_to_resume(tournament, self.store)}") from error
        _complain(tournament)
        if stopped:
            self.resume = _how_to_resume(tournament, self.store)

    def complain(self) -> None:
        """Say how to go on, if somebody stopped it."""
        if self.resume:
            print(f"plyground: {self.resume}", file=sys.stderr)

    def end(self, result: TournamentResult) -> None:
        """Say what is left to do; the exit code says how it ended."""
        if self.resume:
            self.complain()
            raise typer.Exit(INTERRUPTED)
        if result.unplayable:
            raise typer.Exit(1)


def _watch(tournament: Tournament) -> bool:
    """Run the tournament under a progress bar; whether somebody stopped it."""
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn

    columns = (
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
        TextColumn("{task.description}"),
    )
    with progress_bar(*columns) as shown:
        line = _Line(shown, tournament)
        before = tournament.on_game

        def add(record: GameRecord) -> None:
            line.add(record)
            if before is not None:
                before(record)

        tournament.on_game = add
        try:
            tournament.run()
        except KeyboardInterrupt:
            return True
        finally:
            line.draw()
    return False


class _Line:
    """The progress bar and the score beside it."""

    REDRAW = 0.1  # seconds

    def __init__(self, shown: Any, tournament: Tournament) -> None:
        from time import monotonic

        self.clock = monotonic
        self.begun = self.drawn = monotonic()
        self.shown = shown
        self.tournament = tournament
        self.task = shown.add_task("", total=tournament.plan.game_count, rate="")
        self.points: dict[str, list[float]] = {spec: [] for spec in tournament.plan.agents}

    def add(self, record: Any) -> None:
        """Count one more game; the first time, those of earlier sessions, too."""
        for each in [record] if any(self.points.values()) else self.tournament.records:
            if each.agents[0] != each.agents[1]:
                self.count(each)
        if self.clock() - self.drawn > self.REDRAW:
            self.draw()

    def count(self, record: Any) -> None:
        """Give both agents their points."""
        for player, spec in enumerate(record.agents):
            won = 0.5 if record.winner is None else float(record.winner == player)
            self.points[spec].append(won)

    def draw(self) -> None:
        """Show how it stands: of two agents the first, of more the one ahead."""
        self.drawn = self.clock()
        progress = self.tournament.progress
        rate = (progress.played - progress.resumed) / max(0.001, self.drawn - self.begun)
        self.shown.update(
            self.task,
            completed=progress.played,
            rate=f"{rate:.1f} games/s" if rate < 100 else f"{rate:.0f} games/s",
            description=self.standing(),
        )

    def standing(self) -> str:
        """The agent to look at, its score and the interval."""
        from rich.markup import escape

        from plyground.agents import label_of
        from plyground.tournaments.statistics import wilson

        points = self.points
        played = [spec for spec in points if points[spec]]
        if not played:
            return ""
        if len(points) > 2:
            played.sort(key=lambda spec: -sum(points[spec]) / len(points[spec]))
        spec = played[0]
        found = wilson(sum(points[spec]), len(points[spec]))
        name = label_of(spec)
        name = name if len(name) <= 30 else f"{name[:29]}…"
        return escape(f"{name} {found.value:.0%} ({found.low:.0%} to {found.high:.0%})")


def _complain(tournament: Tournament) -> None:
    """Name the games that could not be played, and the run whose games do not count."""
    lost = tournament.unplayable
    if tournament.outdated is not None:
        print(
            f"plyground: run {tournament.outdated} in the store is the same tournament, played by "
            "other code; its games stay there, and all were played anew",
            file=sys.stderr,
        )
    for error in sorted(set(lost.values()))[:3]:
        count = sum(each == error for each in lost.values())
        print(f"plyground: {count} games could not be played: {error}", file=sys.stderr)


def _how_to_resume(tournament: Tournament, store: Path | None) -> str:
    progress = tournament.progress
    done = f"{progress.played} of {progress.planned} games"
    if store is None:
        return f"{done} were played; with --store FILE they can be kept and resumed"
    return f"{done} are in {store}; the same command goes on from there"


def _how_to_renew(tournament: Tournament, store: Path | None) -> str:
    progress = tournament.progress
    done = f"{progress.played} of {progress.planned} games were played with the code as it was"
    kept = "" if store is None else f" and are in {store}"
    return f"{done}{kept}; the same command begins a new run with the code as it is now"
