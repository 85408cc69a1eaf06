"""Arguments and options that several commands share, and what they become."""

from __future__ import annotations

import json
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from plyground.cli.completing import complete_game
from plyground.errors import FileError, InvalidParameterError, LostClusterError, UsageError
from plyground.folders import NO_PLAIN_FILE
from plyground.game import Game, Playthrough
from plyground.game.registry import game_class
from plyground.kernel.background import main_thread_waits

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.progress import Progress, ProgressColumn

    from plyground.kernel import Monitor
    from plyground.kernel.compiling import Compilation
    from plyground.verbs.result import Result

INTERRUPTED = 130
T = TypeVar("T")

GameArgument = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="A name from `plyground games`, or a file of yours: path/to/game.py",
        autocompletion=complete_game,
    ),
]
ParameterOption = Annotated[
    list[str] | None,
    typer.Option(
        "-p", "--parameter", metavar="NAME=VALUE", help="Set a parameter of the game; repeatable."
    ),
]
PositionArgument = Annotated[
    str | None, typer.Argument(metavar="[POSITION]", help="The same as --position.")
]
PositionOption = Annotated[
    str | None,
    typer.Option(metavar="TEXT", help="Start from this position, as `plyground show` prints it."),
]
MovesOption = Annotated[
    str, typer.Option(metavar="MOVES", help='Play these moves first, as in "4 4 3".')
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print data for programs instead.")]
SeedOption = Annotated[
    int | None,
    typer.Option(min=0, max=2**61, help="Seed for everything random: equal seeds, equal games."),
]
WorkersOption = Annotated[
    int | None,
    typer.Option(min=1, help="Number of processes to play in; one per core by default."),
]
ClusterOption = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS", help="Have this Dask cluster do the work: tcp://HOST:PORT, see the docs."
    ),
]


@dataclass(frozen=True)
class Players:
    """Who plays the games."""

    workers: WorkersOption = None
    cluster: ClusterOption = None


def read_game(reference: str, parameters: list[str] | None) -> Game[Any]:
    """The game that the arguments name."""
    given: dict[str, str] = {}
    for assignment in parameters or []:
        name, equals, value = assignment.partition("=")
        if not equals:
            raise InvalidParameterError(f"-p {assignment}: write it as -p NAME=VALUE")
        if name.strip() in given:
            raise InvalidParameterError(f"-p {name.strip()} is given twice")
        given[name.strip()] = value.strip()
    return game_class(reference).from_text(given)


@dataclass(frozen=True)
class ChosenGame:
    """The game that a command is about."""

    game: GameArgument
    parameter: ParameterOption = None

    def made(self) -> Game[Any]:
        """The game with its parameters."""
        return read_game(self.game, self.parameter)


@dataclass(frozen=True)
class ChosenPosition(ChosenGame):
    """The position that a command is about."""

    text: PositionArgument = None
    position: PositionOption = None
    moves: MovesOption = ""

    def reached(self) -> Playthrough:
        """The game at that position."""
        if self.text is not None and self.position is not None:
            raise UsageError("the position is given twice, as an argument and with --position")
        start = self.text if self.position is None else self.position
        return Playthrough.read(self.made(), start, self.moves)


def read_elo_bounds(text: str, example: str) -> tuple[float, float]:
    """The two ends that --sprt names; an error shows the example."""
    low, _, high = text.partition("..")
    try:
        return float(low), float(high)
    except ValueError:
        raise InvalidParameterError(f"--sprt {text}: write it as {example}") from None


def check_folder_of(file: Path) -> None:
    """Raise `FileError`, before any work is done for the file, if it could not be written."""
    if not file.absolute().parent.is_dir():
        raise FileError(f"cannot write {file}: there is no folder {file.parent}")
    if file.is_dir():
        raise FileError(f"cannot write {file}: it is a folder")


def check_can_replace(file: Path) -> None:
    """The same for a file that is written as a whole, in place of a plain one or of none."""
    check_folder_of(file)
    if file.exists() and not file.is_file():
        raise FileError(f"cannot write {file}: {NO_PLAIN_FILE}")


def progress_bar(*columns: ProgressColumn) -> Progress:
    """A progress bar on standard error, which shows nothing unless that is a terminal."""
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    return Progress(*columns, console=console, disable=not console.is_terminal)


@contextmanager
def resumable(*stops: type[Exception]) -> Iterator[None]:
    """Work that the same command goes on with after Ctrl-C, one of `stops`, or a lost cluster."""
    expected: tuple[type[BaseException], ...] = (KeyboardInterrupt, *stops)
    try:
        yield
    except expected:
        print("plyground: the same command goes on from here", file=sys.stderr)
        raise typer.Exit(INTERRUPTED) from None
    except LostClusterError as error:
        raise LostClusterError(
            f"{error}; the same command goes on from here, with another cluster or without one"
        ) from None


class GentleStop:
    """Ctrl-C ends a search with what it has found; a second one ends the program as usual.

    While the search is being compiled, the first one does.
    """

    def __init__(self, watch: Monitor) -> None:
        """Not yet in force: it is a context."""
        self.watch = watch
        self.used = False

    def __enter__(self) -> GentleStop:
        """Take Ctrl-C over."""
        self.before = signal.signal(signal.SIGINT, self._stop)
        return self

    def __exit__(self, *_error: object) -> None:
        """Give it back."""
        signal.signal(signal.SIGINT, self.before)

    def _stop(self, _number: int, _frame: object) -> None:
        signal.signal(signal.SIGINT, self.before)
        self.used = True
        self.watch.stop()
        if main_thread_waits():
            raise KeyboardInterrupt


def watched(
    game: Game[Any], describe: Callable[[Monitor, float], str], work: Callable[[Monitor], T]
) -> T:
    """What `work` returns; on a terminal, `describe` is shown ten times a second meanwhile.

    While something is compiled for the game, a bar says so instead.
    """
    from rich.console import Console

    from plyground.kernel import Monitor

    watch, console, done = Monitor(), Console(stderr=True), threading.Event()
    if not console.is_terminal:
        return work(watch)
    begun = time.monotonic()
    with console.status("...") as status, compilations() as under_way:

        def report() -> None:
            while not done.wait(0.1):
                shown = [compilation_bar(game, each) for each in under_way]
                status.update(shown[0] if shown else describe(watch, time.monotonic() - begun))

        reporter = threading.Thread(target=report, daemon=True)
        reporter.start()
        try:
            return work(watch)
        finally:
            done.set()
            reporter.join()


@contextmanager
def compilations() -> Iterator[list[Compilation]]:
    """What is being compiled for this thread inside the `with` block; one at most."""
    from plyground.kernel.compiling import reporting

    under_way: list[Compilation] = []

    def note(found: Compilation | None) -> None:
        under_way[:] = [] if found is None else [found]

    with reporting(note):
        yield under_way


def compilation_bar(game: Game[Any], under_way: Compilation) -> RenderableType:
    """What is compiled for the game, about how long it takes, and a bar."""
    from rich.progress_bar import ProgressBar
    from rich.table import Table

    bar = ProgressBar(under_way.expected, min(under_way.passed, under_way.expected), width=20)
    line = Table.grid(padding=(0, 1))
    line.add_row(compilation_words(game, under_way), bar)
    return line


def compilation_words(game: Game[Any], under_way: Compilation) -> str:
    """As in `compiling alpha-beta for Connect Four, once: about 8 s`."""
    left = under_way.expected - under_way.passed
    how_long = f"about {left:.0f} s" if left >= 1 else "any moment now"
    if under_way.passed > 1.5 * under_way.expected + 1:
        how_long = f"longer than the {under_way.expected:.0f} s that were expected"
    return f"compiling {under_way.title} for {game.title}, once: {how_long}"


def make_ready(game: Game[Any], stage: str) -> None:
    """Compile what a screen of the page needs for a game, with a bar on a terminal."""
    from plyground.web.readiness import STAGES

    watched(game, lambda _watch, _seconds: "getting ready ...", lambda _watch: STAGES[stage](game))


def print_json(data: Any) -> None:
    """One JSON document on standard output."""
    print(json.dumps(data, indent=2))


def print_result(found: Result, as_json: bool, above: object = None) -> None:
    """What a verb has found, for programs or for people; for these, below the picture `above`."""
    if as_json:
        print_json(found.data())
    else:
        print(found if above is None else f"{above}\n\n{found}")


def write_text(file: Path, text: str) -> None:
    """Write a file; an error says which."""
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise FileError(f"cannot write {file}: {error.strerror}") from error
