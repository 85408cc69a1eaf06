"""Which games count: a game that repeats an earlier one says nothing new.

Two agents that never draw by chance play the same game again from the same opening, and often its
image from the image of that opening. Such a game counts once, in every number that games prove:
tallies and their intervals, pairs, sequential tests, ratings and trials of a tuning. Agents that
draw by chance keep all of their games, since how often each comes up is what is measured.

A game repeats another if it has the same sides, the same result, the same position after the
opening and the same moves from there, up to a symmetry of the game. Where specs do not say if an
agent draws by chance (engines, other people's code), games do: two that differ though they have
the same sides and opening show that it does.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from plyground.errors import PlygroundError
from plyground.game.position import least_key
from plyground.tournaments.game_record import GameRecord

Values = tuple[tuple[str, int | str], ...]  # of a game's parameters
Course = tuple[Any, ...]


class Repeats:
    """Takes in games one after the other, and says which of them count."""

    def __init__(self) -> None:
        """No game so far."""
        self._alone: dict[Course, GameRecord | None] = {}  # until another may be its repeat
        self._courses: set[Course] = set()
        self._went: dict[Course, Course] = {}  # how the first game from an opening went
        self._varied = set[frozenset[str]]()  # agents that went on differently from one opening
        self._chances: dict[tuple[str, tuple[str, str]], list[bool | None]] = {}

    def add(self, record: GameRecord) -> bool:
        """Take in a game; whether it repeats an earlier one, which games by chance never do."""
        if True in self._draw_by_chance(record):
            return False
        moves, ended = tuple(move.move for move in record.moves), (record.winner, record.forfeit)
        start = (record.game, _values(record), record.start, record.opening)
        if self._went.setdefault((*start, record.agents), (moves, *ended)) != (moves, *ended):
            self._varied.add(frozenset(record.agents))
        rough = (*start[:2], _origin(*start), record.agents, len(moves), *ended)
        if rough not in self._alone:
            self._alone[rough] = record
            return False
        first, self._alone[rough] = self._alone[rough], None
        if first is not None:
            self._courses.add((*rough, _course(first)))
        course = (*rough, _course(record))
        repeated = course in self._courses
        self._courses.add(course)
        return repeated

    def count_once(self, record: GameRecord) -> bool:
        """Whether games between these agents count once, going by all that was taken in."""
        chances = self._draw_by_chance(record)
        if None in chances and True not in chances:
            return frozenset(record.agents) not in self._varied
        return True not in chances

    def _draw_by_chance(self, record: GameRecord) -> list[bool | None]:
        """Return of each agent whether it draws by chance, None where its spec does not say."""
        who = record.game, record.agents
        if who not in self._chances:
            self._chances[who] = [_draws_by_chance(record.game, agent) for agent in record.agents]
        return self._chances[who]


def counted_games(records: Iterable[GameRecord]) -> list[GameRecord]:
    """The games that count, in the same order; of those that repeat each other the first."""
    repeats = Repeats()
    marked = [(record, repeats.add(record)) for record in records]
    return [record for record, again in marked if not (again and repeats.count_once(record))]


def repeat_notes(records: Sequence[GameRecord]) -> tuple[str, ...]:
    """A note below a table that says how many games are distinct, if not all are."""
    counted = len(counted_games(records))
    said = (
        f"{counted} of {len(records)} games are distinct: between agents that never draw by "
        "chance, a game that repeats an earlier one does not count."
    )
    return (said,) if counted < len(records) else ()


def _values(record: GameRecord) -> Values:
    return tuple(sorted(record.parameters.items()))


def _draws_by_chance(reference: str, agent: str) -> bool | None:
    from plyground.agents.kinds import draws_by_chance
    from plyground.game.registry import class_in_data

    try:
        return draws_by_chance(class_in_data(reference), agent)
    except PlygroundError:  # nothing is known of a game whose file may not be read
        return None


@lru_cache(maxsize=64)
def _game(reference: str, values: Values) -> Any:
    from plyground.game.registry import class_in_data

    return class_in_data(reference)(**dict(values))


def _opened(
    reference: str, values: Values, start: str | None, opening: Sequence[str]
) -> tuple[Any, Any]:
    """The game, and the position after the opening."""
    game = _game(reference, values)
    position = game.start() if start is None else game.parse_position(start)
    for move in opening:
        position = game.play(position, move)
    return game, position


@lru_cache(maxsize=1 << 16)
def _least_key(*opened: Any) -> int:
    return least_key(*_opened(*opened))


def _origin(*opened: Any) -> Any:
    """What openings to one position or to images of it have in common; else their text."""
    try:
        return _least_key(*opened)
    except Exception:  # rules that are not at hand, or not those of the record
        return opened


def _course(record: GameRecord) -> Any:
    """What games have in common that went alike from the opening on, or as images of each other."""
    moves = tuple(move.move for move in record.moves)
    try:
        return _least_course(moves, record.game, _values(record), record.start, record.opening)
    except Exception:  # as above
        return record.opening, moves


@lru_cache(maxsize=1 << 15)
def _least_course(moves: tuple[str, ...], *opened: Any) -> Course:
    game, position = _opened(*opened)
    turns = range(1, game.symmetries)
    keys = [int(position.key()), *(int(position.transform(n).key()) for n in turns)]
    images: list[list[int]] = [[] for _ in keys]
    for text in moves:
        move = game.parse_move(text)
        turned = (int(position.transform_move(n, move)) for n in turns)
        for image, each in zip(images, (move, *turned), strict=True):
            image.append(each)
        position = game.play(position, move)
    key, played = min(zip(keys, images, strict=True))
    return key, tuple(played)
