"""`pg.publish`: games as a static site, to be played in any browser without a server."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from plyground.errors import InvalidParameterError
from plyground.game import Game
from plyground.publishing.site import write_site
from plyground.verbs.arguments import checked
from plyground.verbs.result import GameLike, Result, as_game


@dataclass(frozen=True, repr=False)
class Published(Result):
    """The site that was written, and how long it took."""

    games: tuple[Game[Any], ...]
    folder: Path
    seconds: float

    @property
    def files(self) -> list[Path]:
        """The files of the site, without hidden ones beside it."""
        found = (file for each in self.folder.glob("[!.]*") for file in (each, *each.rglob("*")))
        return sorted(file for file in found if file.is_file())

    def data(self) -> dict[str, Any]:
        return {
            "games": [game.name for game in self.games],
            "folder": str(self.folder),
            "seconds": round(self.seconds, 1),
            "files": self.rows(),
        }

    def rows(self) -> list[dict[str, Any]]:
        """A row a file."""
        return [
            {"file": file.relative_to(self.folder).as_posix(), "bytes": file.stat().st_size}
            for file in self.files
        ]

    def __str__(self) -> str:
        """What was written, and how to look at it."""
        rows = self.rows()
        megabytes = sum(row["bytes"] for row in rows) / 1e6
        titles = ", ".join(game.title for game in self.games)
        return (
            f"{titles}: {len(rows)} files, {megabytes:.1f} MB, in {self.seconds:.0f} s\n"
            f"look at it:  python -m http.server --directory {self.folder}"
        )


@checked
def publish(
    games: GameLike | Sequence[GameLike],
    to: str | Path,
    *,
    boards: Sequence[str | Game[Any]] = (),
    compiled: bool = True,
    tell: Callable[[str], object] = lambda _: None,
) -> Published:
    """
    Write a static site on which these games are played, analysed and learnt, without a server.

    Any host of files will do, in any folder; after the first visit it works offline. `compiled`
    has the searches built as WebAssembly, which needs `plyground[build]`; without it they run
    interpreted, about a hundred times slower. So they do on boards larger than usual, but for those
    among `boards`: games, or text as in the page's address, such as "konane/size=12". `tell` hears
    what is being done.
    """
    begun = time.perf_counter()
    given = (games,) if isinstance(games, str | Path | Game) else games
    made = tuple(as_game(each, {}) for each in given)
    larger = [_board(each, made) for each in boards]
    if larger and not compiled:
        raise InvalidParameterError("boards are named to have them compiled, and nothing is to be")
    write_site(made, Path(to), compiled, tell, larger)
    return Published(made, Path(to), time.perf_counter() - begun)


def _board(given: str | Game[Any], games: Sequence[Game[Any]]) -> Game[Any]:
    """A board of one of the games, from text such as `konane/size=12`."""
    name, _, text = str(given).partition("/")
    by_name = {game.name: type(game) for game in games}
    name = given.name if isinstance(given, Game) else name
    if name not in by_name:
        raise InvalidParameterError(
            f"board {str(given)!r}: no game {name!r} is published; there are {', '.join(by_name)}"
        )
    if isinstance(given, Game):
        return given
    pairs = [each.partition("=") for each in text.split(",")]
    if not all(equals for _, equals, _ in pairs):
        raise InvalidParameterError(f"board {given!r}: write it as {name}/NAME=VALUE,NAME=VALUE")
    return by_name[name].from_text({key.strip(): value.strip() for key, _, value in pairs})
