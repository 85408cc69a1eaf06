"""`plyground arena`: tournaments between agents."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from plyground.cli.common import (
    INTERRUPTED,
    GameArgument,
    ParameterOption,
    WorkersOption,
    progress_bar,
    read_elo_bounds,
    read_game,
)
from plyground.cli.results import CsvOption, MarkdownOption, PlotOption, Report, TimePlotOption
from plyground.errors import FileError, InvalidParameterError, UsageError, WorkerError
from plyground.vocabulary import Limit

if TYPE_CHECKING:
    from plyground.arena import GameRecord, Pairing, Plan, Tournament
    from plyground.arena.contest import Contest
    from plyground.game import Game

MOST_VALUES = 100  # of a sweep


def arena(
    game: GameArgument,
    specs: Annotated[
        list[str], typer.Argument(metavar="SPEC...", help="The agents: see `plyground agents`.")
    ],
    pairs: Annotated[
        int | None,
        typer.Option(
            min=1, help="Pairs of games for every two agents, with sides swapped; 10 by default."
        ),
    ] = None,
    gauntlet: Annotated[
        bool, typer.Option("--gauntlet", help="Only the first agent against each of the others.")
    ] = False,
    sweep: Annotated[
        str | None,
        typer.Option(
            metavar="NAME=VALUES",
            help="Play variants of the first agent, depth=1..6 or c=0.2,0.4, against the others; "
            "alone, each against the next.",
        ),
    ] = None,
    openings: Annotated[
        str | None,
        typer.Option(metavar="FILE|MOVES", help="Begin with these moves; one opening per line."),
    ] = None,
    opening_plies: Annotated[
        int, typer.Option(min=0, help="Otherwise begin with this many random moves.")
    ] = 4,
    sprt: Annotated[
        str | None,
        typer.Option(
            metavar="LOW..HIGH",
            help="Stop once it is clear whether the first of two is HIGH or only LOW Elo stronger.",
        ),
    ] = None,
    parameter: ParameterOption = None,
    seconds: Annotated[float | None, typer.Option(help="Seconds for a move.")] = None,
    nodes: Annotated[int | None, typer.Option(help="Nodes for a move.")] = None,
    depth: Annotated[int | None, typer.Option(help="Depth for a move.")] = None,
    game_seconds: Annotated[
        float | None, typer.Option(help="Seconds that each side has for a game.")
    ] = None,
    grace: Annotated[
        float, typer.Option(help="Seconds that may be overrun before the game is lost.")
    ] = 0.1,
    move_timeout: Annotated[
        float, typer.Option(help="Seconds without an answer after which an agent is killed.")
    ] = 60.0,
    memory: Annotated[
        float | None,
        typer.Option(metavar="MB", help="MB by which an agent may make its process grow."),
    ] = None,
    seed: Annotated[
        int, typer.Option(min=0, max=2**61, help="Equal seeds give equal openings and games.")
    ] = 1,
    store: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Keep the results there; the same command resumes."),
    ] = None,
    workers: WorkersOption = None,
    cluster: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="Play on this Dask cluster: tcp://HOST:PORT"),
    ] = None,
    markdown: MarkdownOption = False,
    csv: CsvOption = None,
    plot: PlotOption = None,
    plot_time: TimePlotOption = None,
) -> None:
    """
    Let agents play each other, and say who is better and how certain that is.

    Every two agents play pairs of games from the same opening with the sides swapped. An agent that
    crashes, hangs, overruns its time or its memory or plays illegally loses that game.

    Examples:  plyground arena connect_four strong casual --pairs 50 --store results.db

    plyground arena bamboo -p radius=3 "alphabeta(depth=2)" random --sweep depth=1..4

    plyground arena konane "mcts(c=0.3, iterations=500)" "mcts(iterations=500)" --sprt 0..30
    """
    from plyground.arena import Conditions, make_plan

    options = TournamentOptions(sprt, store, workers, cluster)
    played = read_game(game, parameter)
    agents, pairings, swept = _field(specs, gauntlet, sweep)
    limit = Limit(seconds, nodes, depth)
    bound = None if limit == Limit() else limit
    plan = make_plan(
        game,
        agents,
        parameters=played.parameter_values,
        pairings=pairings,
        pairs=pairs,
        openings=_openings(played, openings),
        opening_plies=opening_plies,
        conditions=Conditions(bound, game_seconds, grace, move_timeout, memory),
        seed=seed,
    )
    _hold(plan, options, Report(markdown, csv, plot, plot_time, swept))


@dataclass(frozen=True)
class TournamentOptions:
    """Where a tournament is played and kept, and the test that may end it sooner."""

    sprt: str | None
    store: Path | None
    workers: int | None
    cluster: str | None

    def __post_init__(self) -> None:
        """Refuse two places to play in."""
        if self.cluster is not None and self.workers is not None:
            raise UsageError("--workers is for this machine; a cluster has workers of its own")

    def prepare(self, plan: Plan) -> tuple[Tournament, Contest | None]:
        """The tournament of that plan, and with a test the contest that it belongs to."""
        from plyground.arena import Tournament, cluster_workplace, local_workplace
        from plyground.arena.contest import Contest
        from plyground.arena.sprt import Sprt

        place = cluster_workplace(self.cluster) if self.cluster else local_workplace(self.workers)
        if not self.sprt:
            return Tournament(plan, self.store, workplace=place), None
        test = Sprt(*read_elo_bounds(self.sprt, "0..10, in Elo"))
        contest = Contest(plan, test, self.store, workplace=place)
        return contest.tournament, contest


def _hold(plan: Plan, options: TournamentOptions, report: Report) -> None:
    """Play the tournament and show what it proves; the exit code says how it ended."""
    report.check()
    tournament, contest = options.prepare(plan)
    try:
        stopped = _watch(tournament)
    except WorkerError as error:
        raise WorkerError(f"{error}; {_how_to_resume(tournament, options.store)}") from error
    _complain(tournament)
    report.show(tournament.records)
    if contest:
        print(f"Is {plan.agents[0]} stronger by {options.sprt} Elo (normalised)? {contest.result}")
    if stopped:
        print(f"plyground: {_how_to_resume(tournament, options.store)}", file=sys.stderr)
        raise typer.Exit(INTERRUPTED)
    if tournament.unplayable:
        raise typer.Exit(1)


def _field(
    specs: list[str], only_gauntlet: bool, sweep: str | None
) -> tuple[list[str], tuple[Pairing, ...] | None, str | None]:
    """The agents, who plays whom, and the parameter that is swept."""
    from plyground.arena import gauntlet, ladder

    if sweep is None:
        if len(specs) < 2:
            raise InvalidParameterError("a tournament needs two agents at least, or --sweep")
        return specs, gauntlet(len(specs)) if only_gauntlet else None, None
    if only_gauntlet:
        raise InvalidParameterError("--sweep and --gauntlet both say who plays whom; take one")
    name, variants = _variants(specs[0], sweep)
    return [*variants, *specs[1:]], ladder(len(variants), len(specs) - 1), name


def _variants(text: str, sweep: str) -> tuple[str, list[str]]:
    """The parameter of a sweep, and the spec with each of its values."""
    from plyground.agents import Spec, parse_spec

    base = parse_spec(text)
    name, equals, wanted = (part.strip() for part in sweep.partition("="))
    if not (name.isidentifier() and equals and wanted):
        raise InvalidParameterError(f"--sweep {sweep}: write it as depth=1..6 or c=0.2,0.4,0.8")
    variants = []
    for value in _values(sweep, wanted):
        given = parse_spec(f"agent({name}={value})").arguments
        variants.append(str(Spec(base.name, {**base.arguments, **given})))
    return name, variants


def _values(sweep: str, wanted: str) -> list[str]:
    low, dots, high = wanted.partition("..")
    if not dots:
        listed = [value.strip() for value in wanted.split(",")]
        if not all(listed):
            raise InvalidParameterError(
                f"--sweep {sweep}: a value is empty; write c=0.2,0.4 without spare commas"
            )
        return listed
    try:
        values = list(map(str, range(int(low), int(high) + 1)[: MOST_VALUES + 1]))
    except ValueError:
        values = []
    if not 0 < len(values) <= MOST_VALUES:
        raise InvalidParameterError(
            f"--sweep {sweep}: a range goes up between whole numbers, as in depth=1..6, "
            f"and has {MOST_VALUES} values at most"
        )
    return values


def _openings(game: Game[Any], given: str | None) -> tuple[tuple[str, ...], ...] | None:
    from plyground.arena import read_openings

    if given is None:
        return None
    try:
        is_file = Path(given).is_file()
        text = Path(given).read_text(encoding="utf-8") if is_file else given
    except (OSError, ValueError) as error:
        raise FileError(f"cannot read {given}: {error}") from error
    if not is_file and Path(given).suffix:
        raise FileError(f"no file {given}")
    return read_openings(game, text)


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

        from plyground.arena.statistics import wilson

        points = self.points
        played = [spec for spec in points if points[spec]]
        if not played:
            return ""
        if len(points) > 2:
            played.sort(key=lambda spec: -sum(points[spec]) / len(points[spec]))
        spec = played[0]
        found = wilson(sum(points[spec]), len(points[spec]))
        name = spec if len(spec) <= 30 else f"{spec[:29]}…"
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
