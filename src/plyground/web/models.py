"""What goes over the wire: requests and answers of the HTTP API.

Cells, players and moves are the game's own numbers; wherever a person reads a move, its text is
beside it. Lengths are in cells, x to the right and y downward. See docs/api.md for examples.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

MOST_SECONDS = 60.0
MOST_NODES = 1_000_000_000
MOST_DEPTH = 120
MOST_RECORDED = 20_000
MOST_NUMBER = 10**9  # machine code has no more than 64 bits

# What a game is called: a name, or that of another library's, as in openspiel:nim(pile_sizes=1;2).
LONGEST_NAME = 120
NAME = r"^[A-Za-z_][A-Za-z0-9_]*(:[A-Za-z0-9_]+(\([A-Za-z0-9_.,;=-]*\))?)?$"
GameName = Annotated[
    str,
    Field(min_length=1, max_length=LONGEST_NAME, pattern=NAME, examples=["konane"]),
]
SpecText = Annotated[str, Field(min_length=1, max_length=400, examples=["alphabeta(seconds=1)"])]
Number = Annotated[int, Field(ge=-MOST_NUMBER, le=MOST_NUMBER)]
ParameterValue = Number | Annotated[str, Field(max_length=60)]
Point = tuple[float, float]


class Model(BaseModel):
    """Base of everything on the wire: a field that is not known is refused."""

    model_config = ConfigDict(extra="forbid", strict=True)


# --- errors -----------------------------------------------------------------------------------


class Problem(Model):
    """Why a request was refused (RFC 9457)."""

    type: str = Field(description="which kind, as in urn:plyground:illegal-move")
    title: str = Field(description="the kind in words")
    status: int
    detail: str = Field(description="a sentence for a person")
    reason: str | None = Field(None, description="of an illegal move: the rule that forbids it")


# --- games ------------------------------------------------------------------------------------


class ParameterView(Model):
    """A knob of a game: `low` to `high`, or one of `choices`."""

    name: str
    default: int | str
    help: str
    low: int | None = None
    high: int | None = None
    choices: list[str] = []


class GameSummary(Model):
    """A game in the list."""

    name: str
    title: str
    summary: str
    players: list[str] = Field(description="what the two sides are called, first mover first")
    symbols: list[str] = Field(description="their letters in position text")
    pieces: list[str] = Field(
        description="their looks: cross, ring, yellow, red, blue, black or white"
    )
    parameters: list[ParameterView]
    shape: Literal["grid", "drop", "hexagon", "rhombus", "other"]
    has_tour: bool = Field(description="whether its rules can be clicked through")


class CellView(Model):
    """One cell of a board."""

    cell: int
    name: str
    x: float
    y: float
    outline: list[Point]
    shaded: bool = Field(description="dark on a checkered board")


class LabelView(Model):
    """A coordinate written beside the board, centred at (x, y)."""

    text: str
    x: float
    y: float


class SideView(Model):
    """A border that belongs to a player, as a line."""

    player: int
    points: list[Point]


class BoardView(Model):
    """Everything there is to draw about an empty board."""

    kind: Literal["grid", "drop", "hexagon", "rhombus", "other"]
    width: float
    height: float
    margin: float = Field(description="room around the cells for the labels")
    cells: list[CellView] = Field(description="by number, from 0")
    rows: list[list[int]] = Field(description="cells as a person reads them, from the top")
    labels: list[LabelView]
    sides: list[SideView]


class GameView(GameSummary):
    """A game with its parameters fixed, and its board."""

    values: dict[str, int | str] = Field(description="the parameters as they are set")
    full_name: str = Field(description="as in connect_four(width=6)")
    move_help: str
    board: BoardView


# --- positions --------------------------------------------------------------------------------


class Place(Model):
    """A position: `moves` played from `position`, or from the start of the game."""

    game: GameName
    parameters: dict[str, ParameterValue] = Field({}, max_length=20)
    position: Annotated[str, Field(max_length=2000)] | None = None
    moves: Annotated[str, Field(max_length=4000)] = Field(
        "", description="as in `4 4 3`; also `443` where moves are single letters"
    )


class MoveRequest(Place):
    """A move to play: as text, as a number, or as the cells that were clicked, in order."""

    move: Annotated[str, Field(max_length=60)] | Number | None = None
    path: list[Annotated[int, Field(ge=0, le=100_000)]] = Field([], max_length=10)


class MoveView(Model):
    """A move with what a board needs to offer and to mark it."""

    move: int
    text: str
    path: list[int] = Field(description="cells to click, in order; empty: needs a button")
    cells: list[int] = Field(description="cells to mark once it is played")


class PlyView(Model):
    """A move that was played."""

    move: int
    text: str
    player: int
    cells: list[int]
    captured: list[int]
    position: str = Field(description="the position after it")


class OutcomeView(Model):
    """How a finished game ended."""

    winner: int | None = Field(description="None for a draw")
    reason: str
    text: str = Field(description="as in `Red won: joined its two sides`")


class PositionView(Model):
    """Everything a board needs to show a position and to let a person move."""

    game: str
    parameters: dict[str, int | str]
    start: str = Field(description="where the moves begin")
    start_is_default: bool
    moves: str = Field(description="the moves played, as text")
    plies: list[PlyView]
    position: str = Field(description="the position reached, as text")
    cells: list[int] = Field(description="by cell: 0 empty, or which of the pieces, from 1")
    player: int = Field(description="who moves next; in a finished game, who would")
    status: str = Field(description="whose turn it is, or how the game ended")
    legal: list[MoveView] = Field(description="none once the game is over")
    outcome: OutcomeView | None
    last: list[int] = Field(description="cells of the last move")
    captured: list[int] = Field(description="cells that the last move emptied")
    line: list[int] = Field(description="cells that decided a finished game")
    links: list[tuple[int, int]] = Field(description="neighbours whose pieces belong together")
    text: str = Field(description="the position in letters, where the board has no cells")


# --- agents -----------------------------------------------------------------------------------


class RatingView(Model):
    """How strong an agent is, on the scale of its game, where random play is 500."""

    rating: int
    margin: int = Field(description="half of the interval around it")
    games: int = Field(description="in which it was measured")
    seconds: float | None = Field(description="a move, that everybody had")


class PresetView(Model):
    """An agent with a name of its own."""

    name: str
    title: str = Field(description="what people call it; empty if nothing else")
    rating: RatingView | None = Field(description="None if nobody has measured it on this board")
    spec: str = Field(description="what the name stands for")
    says: str = Field(description="how it thinks")
    group: Literal["people", "report"] = Field(description="an opponent for people, or a report's")


class ArgumentView(Model):
    """An argument of a kind of agent, or a weight of an evaluator."""

    name: str
    default: int | float | str | None


class KindView(Model):
    """A kind of agent, an evaluator or a rater, with what can be set."""

    name: str
    says: str
    arguments: list[ArgumentView]


class AgentsView(Model):
    """Who can play a game."""

    game: str
    analyst: str = Field(description="who analyses if nobody says who: a spec")
    presets: list[PresetView] = Field(description="weakest first; four strengths for every game")
    kinds: list[KindView]
    evaluators: list[KindView] = Field(description="the default first")
    raters: list[KindView] = Field(description="the default first")


class SpecRequest(Model):
    """A spec to look at."""

    game: GameName
    parameters: dict[str, ParameterValue] = Field({}, max_length=20)
    spec: SpecText


class SpecView(Model):
    """A spec that is fine."""

    spec: str = Field(description="as Plyground writes it")
    kind: str = Field(description="the kind of agent it comes down to")
    says: str
    can_analyse: bool = Field(description="whether it can score every move, see /api/live")


# --- thinking ---------------------------------------------------------------------------------


class LimitModel(Model):
    """What a search may spend; the server never spends more than a minute."""

    seconds: Annotated[float, Field(gt=0, le=MOST_SECONDS)] | None = None
    nodes: Annotated[int, Field(ge=1, le=MOST_NODES)] | None = None
    depth: Annotated[int, Field(ge=1, le=MOST_DEPTH)] | None = None


class ValueView(Model):
    """What a position is worth: an estimate, or a proven result."""

    kind: Literal["estimate", "proven"]
    value: float = Field(description="of an estimate in the evaluator's unit; proven: -1, 0, +1")
    distance: int | None = Field(None, description="plies to the proven end, where known")
    sure: bool = Field(False, description="of an estimate: the next moves decide the game")


class ScoreView(ValueView):
    """A judgement for `player`."""

    player: int = Field(description="whose point of view it is")
    text: str = Field(description="as in `+3` or `win in 5`")
    advantage: float = Field(description="for player 0, from -1 to 1; for bars and graphs")


class StatisticsView(Model):
    """What a search did."""

    nodes: int
    evaluations: int
    expanded: int
    legal_moves: int
    cutoffs: int
    table_hits: int
    depth: int
    selective_depth: int
    seconds: float
    proof_nodes: int = Field(description="positions that bounded proofs looked at beside the nodes")
    nodes_per_second: float
    branching_factor: float


class LineView(Model):
    """Moves that follow each other."""

    moves: list[int]
    text: str


class Choosing(Model):
    """Who is to choose a move, and within which limit."""

    agent: SpecText
    limit: LimitModel = LimitModel()
    seed: Annotated[int, Field(ge=0, le=2**53)] | None = None


class ChooseRequest(Place, Choosing):
    """An agent is to choose a move."""


class ChoiceView(Model):
    """What an agent chose, and why."""

    position: str = Field(description="where it chose")
    move: MoveView
    score: ScoreView | None
    line: LineView
    statistics: StatisticsView


class CompilingView(Model):
    """Machine code that is being made, which happens once."""

    game: str = Field(description="the title of the game")
    what: str = Field(description="what is compiled, as in `alpha-beta`")
    expected: float = Field(description="seconds that it should take, as far as is known")
    passed: float = Field(description="seconds that it has taken")


class StatusView(Model):
    """How the server is doing."""

    version: str
    running: int = Field(description="searches under way")
    waiting: int = Field(description="searches in the queue")
    at_once: int = Field(description="searches that may run at once")
    compiling: list[CompilingView] = Field(description="what is being compiled for somebody")
