"""Certificates: strategies in a file, and a checker that trusts nothing but the rules.

A certificate claims that one player reaches at least a result from a position, whatever the other
does. It holds one move for each position of that player; the other's moves are all tried. A value
needs two claims: a win is one (the other cannot do better than lose), a draw is one of each side.

The file is compressed (zlib). Unpacked, a first line of JSON says game, parameters, position,
player and result; then come the moves. Both writer and checker walk through the positions in the
same order, depth first and moves ascending, and pass over positions they have met before; so a
move needs no position beside it. It is written as its place among the legal moves, two bytes.

Positions are told apart by their fields, not by keys, so nothing rests on a hash. Positions that
hold arrays (a past, for example) are never passed over. The checker plays by `Game` alone and
shares no code with any search.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from plyground.errors import FileError, InvalidCertificateError
from plyground.folders import read_whole, write_whole
from plyground.game import Game
from plyground.game.parameters import check_names
from plyground.game.registry import class_in_data, reference_of
from plyground.reading import read_json
from plyground.solvers.files import unpacked
from plyground.vocabulary import Move, Player

FORMAT = 1
MOST_POSITIONS = 2_000_000
LARGEST_FILE = 64_000_000  # bytes, unpacked
LONGEST_CLAIM = 10_000  # bytes of the first line
PLACE_BYTES = 2

Chooser = Callable[[Any, int], Move]  # of a position, and its distance from the first in plies


@dataclass(frozen=True)
class Claim:
    """`player` reaches at least `result` from the position."""

    game: Game[Any]
    position: str  # as text
    player: Player
    result: int

    def __str__(self) -> str:
        """In words, as in `White wins from ...`."""
        verb = "wins" if self.result > 0 else "at least draws"
        return f"{self.game.players[self.player]} {verb} in {self.game} from {self.position}"


@dataclass(frozen=True)
class Checked:
    """A claim that holds, and how much was looked at."""

    claim: Claim
    positions: int
    plies: int  # of the longest line


class _Walk:
    """All positions that a strategy leads to, in an order that writer and checker share."""

    def __init__(self, claim: Claim, choose: Callable[..., Move], most: int) -> None:
        self.claim, self.choose, self.most = claim, choose, most
        self.positions = self.plies = 0
        self.met: set[Any] = set()

    def run(self, start: Any) -> None:
        """Walk; `InvalidCertificateError` where a game ends worse than was claimed."""
        line, following = [start], [self._enter(start, 0)]
        while line:
            position = next(following[-1], None)
            if position is None:
                line.pop()
                following.pop()
            elif not self._is_known(position, line):
                line.append(position)
                following.append(self._enter(position, len(line) - 1))

    def _is_known(self, position: Any, line: list[Any]) -> bool:
        if any(hasattr(part, "dtype") for part in position):
            return False
        if position not in self.met:
            self.met.add(position)
            return False
        if position in line:
            where = self.claim.game.format_position(position)
            raise InvalidCertificateError(f"a line comes back to {where}: {self.claim}")
        return True

    def _enter(self, position: Any, plies: int) -> Iterator[Any]:
        """The positions that follow, of which there may be none."""
        game, player = self.claim.game, self.claim.player
        self.positions += 1
        self.plies = max(self.plies, plies)
        if self.positions > self.most:
            raise InvalidCertificateError(f"more than {self.most:,} positions: {self.claim}")
        if plies > game.max_plies:
            raise InvalidCertificateError(f"a line has no end: {self.claim}")
        legal = game.legal(position)
        outcome = None if legal else game.outcome(position)
        if outcome is not None and outcome.result_for(player) < self.claim.result:
            where = game.format_position(position)
            raise InvalidCertificateError(f"{game.describe(outcome)} in {where}, but {self.claim}")
        if legal and position.player() == player:
            return iter([position.play(self.choose(position, legal, plies))])
        return (position.play(move) for move in legal)


def write_certificate(
    path: Path | str, claim: Claim, choose: Chooser, most: int = MOST_POSITIONS
) -> Checked:
    """Write the strategy that `choose` plays; `InvalidCertificateError` if it does not hold."""
    places = bytearray()

    def note(position: Any, legal: list[Move], plies: int) -> Move:
        move = choose(position, plies)
        places.extend(legal.index(move).to_bytes(PLACE_BYTES, "big"))
        return move

    walk = _Walk(claim, note, most)
    walk.run(claim.game.parse_position(claim.position))
    header = {
        "format": FORMAT,
        "game": reference_of(type(claim.game)),
        "parameters": claim.game.parameter_values,
        "position": claim.position,
        "player": claim.player,
        "result": claim.result,
    }
    text = json.dumps(header).encode() + b"\n"
    try:
        write_whole(Path(path), zlib.compress(text + bytes(places), 9))
    except OSError as error:
        raise FileError(f"cannot write {path}: {error.strerror or error}") from error
    return Checked(claim, walk.positions, walk.plies)


def check_certificate(
    path: Path | str, most: int = MOST_POSITIONS, allow_files: bool = False
) -> Checked:
    """The claim, if the strategy in the file makes it good; otherwise an error says where not.

    A game in a file of the user's is run only if `allow_files` is set.
    """
    claim, places = _read(Path(path), allow_files)
    read = 0

    def look_up(position: Any, legal: list[Move], _plies: int) -> Move:
        nonlocal read
        place = int.from_bytes(places[read : read + PLACE_BYTES], "big")
        if read + PLACE_BYTES > len(places) or place >= len(legal):
            where = claim.game.format_position(position)
            raise InvalidCertificateError(f"{path} has no legal move for {where}")
        read += PLACE_BYTES
        return legal[place]

    walk = _Walk(claim, look_up, most)
    walk.run(claim.game.parse_position(claim.position))
    if read != len(places):
        raise InvalidCertificateError(f"{path} holds moves that no line uses")
    return Checked(claim, walk.positions, walk.plies)


def _read(path: Path, allow_files: bool) -> tuple[Claim, bytes]:
    """The claim and the moves of a file."""
    try:
        data = unpacked(zlib.decompressobj(), read_whole(path, LARGEST_FILE), LARGEST_FILE)
        text, _, places = data.partition(b"\n")
        if len(text) > LONGEST_CLAIM:
            raise ValueError(f"its first line is longer than {LONGEST_CLAIM} bytes")
        header = read_json(text)
        if header["format"] != FORMAT:
            raise ValueError(f"format {header['format']}; this program knows {FORMAT}")
        found = class_in_data(header["game"], allow_files)
        check_names(found, header["parameters"])
        game = found(**header["parameters"])
        player, result = header["player"], header["result"]
        if not {repr(player), repr(result)} <= {"0", "1"}:  # true and 1.0 are none
            raise ValueError(f"player {player!r} with result {result!r}")
        return Claim(game, str(header["position"]), player, result), places
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InvalidCertificateError(f"{path} is no certificate: {error}") from None
