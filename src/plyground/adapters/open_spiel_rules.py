"""Rules of OpenSpiel's: which games can be played here, what moves are called, what a board shows.

OpenSpiel's states do not say what is where, so that boards are read off what it prints.
"""

from __future__ import annotations

import math
import random
import re
from collections import Counter
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.metadata import version
from itertools import takewhile
from typing import Any
from xml.sax.saxutils import escape

from plyground.errors import UnknownGameError, UnsupportedError
from plyground.extras import needed
from plyground.render import Picture
from plyground.render.themes import theme_named
from plyground.shapes import Grid, Label
from plyground.vocabulary import Move, Player

with needed("spiel", "games of OpenSpiel need it"):
    import pyspiel

PREFIX = "openspiel:"
WAIT = "wait"
# What OpenSpiel prints of these, and who moves, is all that their rules look at, so that two ways
# to the same print are one position. Others may remember more, as chess does its repetitions.
PRINTED_WHOLE = {"breakthrough", "clobber", "connect_four", "dots_and_boxes", "gomoku", "havannah"}
PRINTED_WHOLE |= {"hex", "mancala", "mnk", "nim", "othello", "pentago", "tic_tac_toe", "y"}
# An action of these has one name wherever it is legal. In other games it may have several, or
# asking for the name of one that is not legal ends the process: there a move is its number.
NAMED = PRINTED_WHOLE | {"checkers", "cursor_go", "go", "lines_of_action", "nine_mens_morris"}
NAMED |= {"oware", "twixt"}
TRIED_GAMES = 10  # at random, to see which letters a printed board is made of
LETTER = r"[.+\-xXoO@bwBW]"
EMPTY_LETTERS = ".-+"
LOOKS = {"x": "cross", "o": "ring", "b": "black", "w": "white"}


@dataclass(frozen=True, eq=False)
class Rules:
    """One of OpenSpiel's games with its parameters."""

    text: str  # as OpenSpiel writes it
    version: str  # of OpenSpiel
    game: Any
    first: Player  # OpenSpiel's number of who begins
    wait: Move

    @property
    def short_name(self) -> str:
        """Without parameters."""
        return str(self.game.get_type().short_name)

    @property
    def parameter_help(self) -> str:
        """How the parameters are given."""
        given, known = self.game.get_parameters(), self.game.get_type().parameter_specification
        inside = ",".join(f"{name}={given.get(name, known[name])}" for name in sorted(known))
        return f"write {PREFIX}{self.short_name}({inside})" if inside else "it has none"

    @cached_property
    def board(self) -> PrintedBoard | None:
        """How to read the printed board, where there is one."""
        return find_board(self.game)

    @cached_property
    def names(self) -> list[str]:
        """The moves as people write them; the number of one that has no name of its own."""
        if self.short_name not in NAMED:
            return [*map(str, range(self.wait)), WAIT]
        start = self.game.new_initial_state()
        named = [
            _common_name(*(start.action_to_string(player, action) for player in (0, 1)))
            for action in range(self.wait)
        ]
        uses = Counter(named)
        own = [name if uses[name] == 1 else str(move) for move, name in enumerate(named)]
        return [*own, WAIT]

    @cached_property
    def numbers(self) -> dict[str, Move]:
        """The move of each name."""
        return {name: move for move, name in enumerate(self.names)}


def _common_name(one: str, two: str) -> str:
    """What an action is called whoever takes it, as in `a1` for `B a1` and `W a1`."""
    pairs = zip(reversed(one), reversed(two), strict=False)
    common = len(list(takewhile(lambda pair: pair[0] == pair[1], pairs)))
    return words_of(one[len(one) - common :])


def words_of(name: str) -> str:
    """A name of OpenSpiel's as one word without brackets, commas and spaces."""
    return "-".join(re.findall(r"[\w*]+", name))


@cache
def rules_of(text: str) -> Rules:
    """The game of that text, as `breakthrough(rows=6,columns=6)`; refused by name if unfit."""
    kind = _kind_of(text)
    refusal = _refusal(kind)
    if refusal:
        raise UnsupportedError(f"{PREFIX}{kind.short_name} cannot be played here: {refusal}")
    try:
        game = pyspiel.load_game(text)
        start = game.new_initial_state()
    except Exception as error:
        known = ", ".join(f"{n}={v}" for n, v in sorted(kind.parameter_specification.items()))
        raise UnknownGameError(
            f"OpenSpiel refuses {text}: {error}; parameters and their defaults: {known or 'none'}"
        ) from error
    if game.num_players() != 2:
        raise UnsupportedError(f"{PREFIX}{text} cannot be played here: it is not for two players")
    if not start.legal_actions():
        raise UnsupportedError(f"{PREFIX}{text} cannot be played here: it is over at its start")
    written = str(game).removesuffix("()")
    if written != text:
        return rules_of(written)
    actions = game.num_distinct_actions()
    return Rules(text, version("open_spiel"), game, start.current_player(), actions)


def _kind_of(text: str) -> Any:
    """OpenSpiel's description of the game, which is not loaded for that."""
    kinds = {kind.short_name: kind for kind in pyspiel.registered_games()}
    name = text.partition("(")[0]
    if name not in kinds:
        fitting = ", ".join(sorted(n for n, kind in kinds.items() if not _refusal(kind)))
        raise UnknownGameError(f"OpenSpiel has no game {name!r}; playable here are {fitting}")
    return kinds[name]


def _refusal(kind: Any) -> str:
    """Why games of a kind cannot be played here; empty if they can."""
    fit = pyspiel.GameType
    reasons = {
        "it is made of another game, or of a file": kind.default_loadable,
        "players move at the same time": kind.dynamics == fit.Dynamics.SEQUENTIAL,
        "it has chance": kind.chance_mode == fit.ChanceMode.DETERMINISTIC,
        "players do not see everything": kind.information == fit.Information.PERFECT_INFORMATION,
        "it is not for two players": kind.min_num_players <= 2 <= kind.max_num_players,
        "one's gain is not the other's loss": kind.utility == fit.Utility.ZERO_SUM,
    }
    return next((reason for reason, holds in reasons.items() if not holds), "")


# --- boards -----------------------------------------------------------------------------------


def plain(text: str) -> str:
    """What OpenSpiel prints, without colours for terminals."""
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


@dataclass(frozen=True)
class PrintedBoard:
    """How to read cells off what is printed."""

    rows: int
    columns: int
    letters: str = ""  # of an empty cell, of the first player, of the second

    def read(self, text: str) -> str:
        """The letters of all cells, numbered as in a `Grid`; empty if there is no such board."""
        row = re.compile(f"{LETTER}(?: ?{LETTER}){{{self.columns - 1}}}")
        found = [match for line in text.splitlines() if (match := row.search(line))]
        if len(found) != self.rows or len({match.start() for match in found}) > 1:
            return ""  # rows that are shifted against each other are no grid
        return "".join(match[0].replace(" ", "") for match in reversed(found))

    def cells(self, text: str) -> tuple[int, ...]:
        """0, 1 or 2 for each cell; 0 for a letter that was never seen before."""
        return tuple(max(0, self.letters.find(letter)) for letter in self.read(text))


def find_board(game: Any) -> PrintedBoard | None:
    """The board that the game prints, if it has a grid and pieces of two kinds on it."""
    if not game.get_type().provides_observation_tensor:
        return None
    shape = game.observation_tensor_shape()
    rows, columns = shape[-2:] if len(shape) == 3 else [math.isqrt(shape[-1])] * 2
    if min(rows, columns) < 2:
        return None
    board, state = PrintedBoard(rows, columns), game.new_initial_state()
    before, seen = board.read(plain(str(state))), set[str]()
    after = board.read(plain(str(state.child(state.legal_actions()[0]))))
    if not before or not after:
        return None
    for text in _printed_at_random(game):
        letters = board.read(text)
        if not letters:
            return None
        seen |= set(letters)
    empty = next((letter for letter in EMPTY_LETTERS if letter in seen), "")
    first = {new for old, new in zip(before, after, strict=True) if new not in (old, empty)}
    second = seen - first - {empty}
    if not empty or len(first) != 1 or len(second) != 1:
        return None
    return PrintedBoard(rows, columns, empty + first.pop() + second.pop())


def _printed_at_random(game: Any) -> list[str]:
    chance, printed = random.Random(0), []
    for _ in range(TRIED_GAMES):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(chance.choice(state.legal_actions()))
            printed.append(plain(str(state)))
    return printed


class UnlabelledGrid(Grid):
    """A grid whose cells have other names in the game than here."""

    def labels(self) -> tuple[Label, ...]:
        """None."""
        return ()


@dataclass(frozen=True)
class Printed(Picture):
    """A picture whose text is what OpenSpiel prints; without cells, it is drawn as text, too."""

    printed: str = ""

    def text(self) -> str:
        """What OpenSpiel prints."""
        return self.printed

    def svg(self, theme: str = "light", width: int = 360) -> str:
        """The cells, or else the text."""
        if self.cells:
            return super().svg(theme, width)
        colours, lines = theme_named(theme), self.printed.splitlines()
        across, down = max(map(len, lines), default=0) * 6 + 10, len(lines) * 12 + 10
        written = "".join(
            f'<text x="5" y="{12 * number + 12}" xml:space="preserve">{escape(line)}</text>'
            for number, line in enumerate(lines)
        )
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {across} {down}" '
            f'width="{width}" role="img" font-family="monospace" font-size="10" '
            f'fill="{colours.label}"><title>{escape(self.caption)}</title>'
            f'<rect width="{across}" height="{down}" fill="{colours.paper}"/>{written}</svg>\n'
        )
