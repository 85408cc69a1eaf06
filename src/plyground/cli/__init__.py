"""The command line: one thin file a command; mistakes end in one clear line and exit code 2."""

from __future__ import annotations

import atexit
import contextlib
import errno
import io
import os
import signal
import sys
import warnings
from collections.abc import Iterable
from importlib import import_module
from typing import Annotated, Any

import typer

from plyground import __version__
from plyground.cli.common import INTERRUPTED
from plyground.errors import (
    BookWarning,
    CacheWarning,
    NotCompiledWarning,
    OpeningsWarning,
    PlygroundError,
    WorkerWarning,
)
from plyground.game.files import user_code_in
from plyground.starting import ignore_impossible_sizes, is_command, open_streams

MISTAKE = 2
CANNOT_WRITE = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF, errno.EROFS)

# Each is a module with a function or a group of that name, in the order of the help.
COMMANDS = (
    "games",
    "agents",
    "show",
    "play",
    "analyse",
    "perft",
    "check",
    "arena",
    "accuracy",
    "ratings",
    "engine",
    "export_player",
    "build",
    "serve",
    "publish",
    "mcp",
    "solve",
    "why",
    "explore",
    "puzzles",
    "dataset",
    "imitate",
    "train",
    "tune",
    "doctor",
    "new",
    "results",
    "book",
    "lab",
)


def app_of(names: Iterable[str] = COMMANDS) -> typer.Typer:
    """The command line with these commands; their modules, and no others, are imported."""
    app = typer.Typer(
        help="A laboratory for two-player games of perfect information.",
        epilog="Try:  plyground play connect_four   or   plyground perft tic_tac_toe --depth 9",
        no_args_is_help=True,
        pretty_exceptions_enable=False,
    )
    app.callback()(options)
    for name in names:
        found = getattr(import_module(f"plyground.cli.{name}"), name)
        if isinstance(found, typer.Typer):
            app.add_typer(found, name=name)
        else:
            app.command()(found)
    return app


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"plyground {__version__}")
        raise typer.Exit


def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, help="Print the version.")
    ] = False,
) -> None:
    """A laboratory for two-player games of perfect information."""


def _show_warning(message: Any, category: type[Warning], *_where: Any, **_more: Any) -> None:
    """Print our warnings without their place in our source, and of others the first line."""
    kinds = (NotCompiledWarning, BookWarning, CacheWarning, OpeningsWarning, WorkerWarning)
    ours = issubclass(category, kinds)
    name = "warning" if ours else category.__name__
    text = str(message) if ours else str(message).strip().partition("\n")[0]
    print(f"plyground: {name}: {text}", file=sys.stderr)


# Typer carries its own copy of click; the base of its usage errors is the one to catch.
_UsageError: Any = typer.BadParameter.__mro__[2]


def main() -> None:
    """Run the command line and exit.

    After Ctrl-C nothing is waited for, such as machine code that is being compiled.
    """
    open_streams()
    ignore_impossible_sizes()
    warnings.showwarning = _show_warning
    code, at_once = INTERRUPTED, signal.getsignal(signal.SIGINT)
    with contextlib.suppress(KeyboardInterrupt):
        if callable(at_once):
            signal.signal(signal.SIGINT, signal.default_int_handler)
        code = _run()
    signal.signal(signal.SIGINT, at_once)
    if code == INTERRUPTED:
        print("\nplyground: stopped", file=sys.stderr)
        sys.stdout.flush()
        if is_command():
            atexit._run_exitfuncs()
            os._exit(code)
    sys.exit(code)


def every_command(names: Iterable[str] = COMMANDS) -> dict[str, Any]:
    """Commands by what is typed, as in `lab run`; "" is the whole."""
    found: dict[str, Any] = {"": typer.main.get_command(app_of(names))}
    for name, command in found[""].commands.items():
        found[name] = command
        for inner, part in getattr(command, "commands", {}).items():
            found[f"{name} {inner}"] = part
    return found


def _command_line() -> Any:
    """The command that is asked for, or the whole; flags take no value: their help speaks of none.

    One command alone is there in half the time.
    """
    asked = sys.argv[1].replace("-", "_") if len(sys.argv) > 1 else ""
    commands = every_command([asked] if asked in COMMANDS else COMMANDS)
    for command in commands.values():
        for option in command.get_params(typer.Context(command)):
            if getattr(option, "is_flag", False):
                option.metavar = ""
    return commands[""]


def _run() -> int:
    try:
        code = _command_line().main(prog_name="plyground", standalone_mode=False)
        sys.stdout.flush()
    except PlygroundError as error:
        return _complain(str(error))
    except _UsageError as error:
        if type(error).__name__ == "NoArgsIsHelpError":
            print(error.format_message())
            return MISTAKE
        context = getattr(error, "ctx", None)
        command = context.command_path if context else "plyground"
        return _complain(f"{error.format_message().rstrip('.')}; see {command} --help")
    except typer.Abort:
        return INTERRUPTED
    except MemoryError as error:
        return _complain(f"not enough memory: {error or 'nothing is left'}; ask for less")
    except BrokenPipeError:
        _print_nowhere()
        return 0
    except Exception as error:
        if isinstance(error, OSError) and error.errno in CANNOT_WRITE:
            _print_nowhere()
            return _complain(f"what was to be written is lost: {error.strerror}")
        place = user_code_in(error)
        if place is None:
            raise
        return _complain(f"{place}: {type(error).__name__}: {error}")
    return code if isinstance(code, int) else 0


def _print_nowhere() -> None:
    """Let nobody complain about what is still to be printed."""
    with contextlib.suppress(io.UnsupportedOperation):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(message: str) -> int:
    print(f"plyground: {message}", file=sys.stderr)
    return MISTAKE
