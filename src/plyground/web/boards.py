"""Games and positions as the page sees them: from values to models."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Literal, NamedTuple

from plyground.errors import InvalidMoveError, UnknownGameError
from plyground.game import Game
from plyground.game.parameters import check_names, parameters_of
from plyground.game.registry import built_in_names, game_class, game_names, reference_of
from plyground.render.svg import MARGIN
from plyground.shapes import Grid, Hexagon, Point, Rhombus, Shape
from plyground.vocabulary import Move, Outcome
from plyground.web.models import (
    BoardView,
    CellView,
    GameSummary,
    GameView,
    LabelView,
    MoveRequest,
    MoveView,
    OutcomeView,
    ParameterView,
    Place,
    PlyView,
    PositionView,
    SideView,
)
from plyground.web.problems import ForbiddenMoveError, IncompleteMoveError

Kind = Literal["grid", "drop", "hexagon", "rhombus", "other"]


def registered_class(name: str) -> type[Game[Any]]:
    """The game of that name; files are refused, whatever their name."""
    if name not in built_in_names() and name not in game_names():  # which looks at all packages
        raise UnknownGameError(f"no game {name!r}; there are {', '.join(game_names())}")
    return game_class(name)


def make_game(name: str, parameters: Mapping[str, int | str]) -> Game[Any]:
    """The game with these parameters; checked."""
    found = registered_class(name)
    check_names(found, parameters)
    return found(**parameters)


def name_of(reference: str) -> str:
    """The name of a game that has this reference; the reference itself if it is not known here."""
    if reference in built_in_names():
        return reference
    known = (name for name in game_names() if name not in built_in_names())
    return next((n for n in known if reference_of(game_class(n)) == reference), reference)


# --- games ------------------------------------------------------------------------------------


def kind_of(shape: Shape) -> Kind:
    """What the page calls the shape."""
    if isinstance(shape, Grid):
        return "drop" if shape.drop else "grid"
    if isinstance(shape, Hexagon):
        return "hexagon"
    return "rhombus" if isinstance(shape, Rhombus) else "other"


def game_summary(found: type[Game[Any]]) -> GameSummary:
    """The game as the list shows it; its shape is that of the default parameters."""
    return GameSummary(**_summary(found, kind_of(found().shape)))


def _summary(found: Any, kind: Kind) -> dict[str, Any]:
    return {
        "name": found.name,
        "title": found.title,
        "summary": found.summary,
        "players": list(found.players),
        "symbols": list(found.symbols),
        "pieces": list(found.pieces),
        "shape": kind,
        "has_tour": bool(found.knowledge.tour),
        "parameters": [
            ParameterView(
                name=known.name,
                default=known.default,
                help=known.help,
                low=known.low,
                high=known.high,
                choices=list(known.choices),
            )
            for known in parameters_of(found)
        ],
    }


@lru_cache(maxsize=64)
def game_view(game: Game[Any]) -> GameView:
    """The game with its board."""
    return GameView(
        **_summary(game, kind_of(game.shape)),
        values=game.parameter_values,
        full_name=str(game),
        move_help=game.move_help,
        board=board_view(game.shape),
    )


def board_view(shape: Shape) -> BoardView:
    """The geometry of a board."""
    width, height = shape.extent
    return BoardView(
        kind=kind_of(shape),
        width=_short(width),
        height=_short(height),
        margin=MARGIN,
        cells=[_cell(shape, cell) for cell in range(shape.cell_count)],
        rows=[list(row) for row in shape.rows],
        labels=[LabelView(text=n.text, x=_short(n.x), y=_short(n.y)) for n in shape.labels()],
        sides=[SideView(player=who, points=_points(along)) for who, along in shape.sides()],
    )


def _cell(shape: Shape, cell: int) -> CellView:
    x, y = shape.centre(cell)
    return CellView(
        cell=cell,
        name=shape.name(cell),
        x=_short(x),
        y=_short(y),
        outline=_points(shape.outline(cell)),
        shaded=shape.shaded(cell),
    )


def _points(points: Iterable[Point]) -> list[Point]:
    return [(_short(x), _short(y)) for x, y in points]


def _short(length: float) -> float:
    return round(length, 4)


# --- positions --------------------------------------------------------------------------------


class Step(NamedTuple):
    """A position, and the move that led to it."""

    position: Any
    ply: PlyView | None


@lru_cache(maxsize=2048)
def step_to(game: Game[Any], start: str | None, moves: tuple[Move, ...]) -> Step:
    """The position after these moves; checked, and kept, since the next request goes on there."""
    if not moves:
        return Step(game.start() if start is None else game.parse_position(start), None)
    before, move = step_to(game, start, moves[:-1]).position, moves[-1]
    after = game.play(before, move)
    return Step(
        after,
        PlyView(
            move=move,
            text=game.format_move(move),
            player=before.player(),
            cells=sorted(game.touched(before, move)),
            captured=sorted(game.captured(before, move)),
            position=game.format_position(after),
        ),
    )


class Reached(NamedTuple):
    """A game that was read from a request: where it began, the moves, and every step."""

    game: Game[Any]
    start: str | None  # None for the game's own
    moves: tuple[Move, ...]
    steps: tuple[Step, ...]

    @property
    def position(self) -> Any:
        """The current position."""
        return self.steps[-1].position

    @property
    def plies(self) -> list[PlyView]:
        """The moves as the page sees them."""
        return [step.ply for step in self.steps if step.ply is not None]

    def followed_by(self, move: Move) -> Reached:
        """With one more move, which must be legal."""
        return reached_by(self.game, self.start, (*self.moves, move))

    def require_open(self) -> None:
        """Raise `GameOverError` if nobody can move."""
        self.game.check_open(self.position)


def read_place(place: Place) -> Reached:
    """The game at the position that a request describes; every move is checked."""
    game = make_game(place.game, place.parameters)
    return reached_by(game, place.position, tuple(game.split_moves(place.moves)))


def reached_by(game: Game[Any], start: str | None, moves: tuple[Move, ...]) -> Reached:
    """The game after these moves, every one of them checked; a start of None is the game's own.

    It goes from the first move on: `step_to` alone would go as deep as the game is long.
    """
    steps = [step_to(game, start, moves[:count]) for count in range(len(moves) + 1)]
    return Reached(game, start, moves, tuple(steps))


def position_view(reached: Reached) -> PositionView:
    """Everything a board needs."""
    game, position = reached.game, reached.position
    outcome = game.outcome(position)
    plies = reached.plies
    turn = f"{game.players[position.player()]} to move"
    return PositionView(
        game=game.name,
        parameters=game.parameter_values,
        start=game.format_position(reached.steps[0].position),
        start_is_default=reached.start is None,
        moves=" ".join(map(game.format_move, reached.moves)),
        plies=plies,
        position=game.format_position(position),
        cells=list(game.cells(position)),
        player=position.player(),
        status=game.describe(outcome) if outcome else turn,
        legal=legal_views(game, position),
        outcome=outcome_view(game, outcome) if outcome else None,
        last=plies[-1].cells if plies else [],
        captured=plies[-1].captured if plies else [],
        line=sorted(game.line(position)) if outcome else [],
        links=[(one, two) for one, two in game.links(position)],
        text="" if game.shape.cell_count else game.picture(position).text(),
    )


def outcome_view(game: Game[Any], outcome: Outcome) -> OutcomeView:
    """How a game ended, in words."""
    return OutcomeView(winner=outcome.winner, reason=outcome.reason, text=game.describe(outcome))


def legal_views(game: Game[Any], position: Any) -> list[MoveView]:
    """The legal moves with the cells to click."""
    return [move_view(game, position, move) for move in game.legal(position)]


def move_view(game: Game[Any], position: Any, move: Move) -> MoveView:
    """A legal move with the cells to click."""
    return MoveView(
        move=move,
        text=game.format_move(move),
        path=list(game.path(position, move)),
        cells=sorted(game.touched(position, move)),
    )


# --- moves ------------------------------------------------------------------------------------


def play_request(reached: Reached, asked: MoveRequest) -> Reached:
    """With the move that was asked for, which is either a move or a path."""
    if (asked.move is None) == (not asked.path):
        raise InvalidMoveError("give either move or path")
    if asked.move is not None:
        return play_move(reached, asked.move)
    return play_path(reached, asked.path)


def play_move(reached: Reached, move: str | Move) -> Reached:
    """With one more move; `ForbiddenMoveError` says which rule forbids it."""
    game, position = reached.game, reached.position
    number = game.move_number(move)
    legal = game.legal(position)
    if number in legal:
        return reached.followed_by(number)
    reached.require_open()
    reason = game.why_illegal(position, number)
    offer = " ".join(map(game.format_move, legal))
    raise ForbiddenMoveError(
        f"{game.format_move(number)} is illegal: {reason}; legal: {offer}", reason
    )


def play_path(reached: Reached, path: Sequence[int]) -> Reached:
    """With the move that clicking these cells means."""
    game, position = reached.game, reached.position
    reached.require_open()
    for cell in path:
        if cell >= game.shape.cell_count:
            raise InvalidMoveError(
                f"{game} has no cell {cell}; they end at {game.shape.cell_count - 1}"
            )
    clicked = [_column_cell(game, position, cell) for cell in path]
    offered = legal_views(game, position)
    for view in offered:
        if view.path == clicked:
            return reached.followed_by(view.move)
    begun = [view for view in offered if view.path[: len(clicked)] == clicked]
    if begun:
        ends = ", ".join(game.shape.name(view.path[-1]) for view in begun)
        raise IncompleteMoveError(f"{game.shape.name(path[-1])} goes to {ends}")
    return play_move(reached, _text_of(game, path))


def _column_cell(game: Game[Any], position: Any, cell: int) -> int:
    """In a drop game, the cell where a piece lands that is dropped into the column of `cell`."""
    if not (isinstance(game.shape, Grid) and game.shape.drop):
        return cell
    cells, columns = game.cells(position), game.shape.columns
    empty = [c for c in range(cell % columns, len(cells), columns) if not cells[c]]
    return empty[0] if empty else cell


def _text_of(game: Game[Any], path: Sequence[int]) -> str:
    """How the move through these cells would be written."""
    if isinstance(game.shape, Grid) and game.shape.drop:
        return str(path[0] % game.shape.columns + 1)
    return "-".join(map(game.shape.name, path))
