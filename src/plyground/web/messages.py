"""What goes over the wire: the recorded search tree, and the messages of the WebSocket."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from plyground.web.models import (
    MOST_RECORDED,
    ChoiceView,
    ChooseRequest,
    Choosing,
    CompilingView,
    LimitModel,
    LineView,
    Model,
    MoveRequest,
    MoveView,
    Place,
    PositionView,
    Problem,
    ScoreView,
    SpecText,
    StatisticsView,
    ValueView,
)
from plyground.web.shared_models import Letters, SharedView

Reason = Literal["finished", "limit", "stopped", "replaced"]
Identifier = Annotated[str, Field(min_length=1, max_length=60)]

# --- the recorded search ----------------------------------------------------------------------


class TreeSwitches(Model):
    """What the recorded search may use, and how much of it is recorded."""

    pruning: bool = True
    strict: bool = Field(False, description="whether to cut only beyond the bound, not on it")
    ordering: bool = False
    table: bool = False
    record: Annotated[int, Field(ge=1, le=MOST_RECORDED)] = Field(
        2000,
        description="nodes to record: the first ones and the top plies of the others; "
        "the rest is only counted",
    )


class TreeRequest(Place, TreeSwitches):
    """A position whose search is to be recorded."""

    depth: Annotated[int, Field(ge=1, le=20)] = 3
    evaluate: SpecText = "default"
    order: SpecText = "default"
    merged: bool = Field(False, description="whether mirror images are one position")
    boards: bool = Field(False, description="whether to tell the cells of every node")
    counts: bool = Field(
        True, description="whether to count all variants; if not, nothing has to be compiled"
    )


class NumbersRequest(TreeSwitches):
    """A tree of numbers, as in `((3 12 8) (2 4 6) (14 5 2))`; the first player maximises."""

    tree: Annotated[str, Field(min_length=1, max_length=20_000)]


class EnterEvent(Model):
    """The search enters a node."""

    kind: Literal["enter"] = "enter"
    node: int = Field(description="numbered from 0, in the order of the search")
    parent: int | None
    move: str | None = Field(description="the move that leads here; None at the root")
    rank: int = Field(description="its place among its siblings, from 0")
    ply: int
    depth: int = Field(description="plies still to look ahead")
    maximising: bool = Field(description="whether the root's player moves here")
    alpha: float | None = Field(description="None for minus infinity")
    beta: float | None = Field(description="None for plus infinity")
    position: str
    cells: list[int] | None = Field(None, description="its cells, where boards were asked for")
    twins: list[str] = Field([], description="moves left out as its mirror images")
    hidden: int = Field(0, description="nodes below it that were searched, but not recorded")


class UpdateEvent(Model):
    """A child came back better than the ones before: the node's best value and window change."""

    kind: Literal["update"] = "update"
    node: int
    best: str = Field(description="the best move so far")
    value: float
    score: ValueView = Field(description="what the value means")
    alpha: float | None
    beta: float | None


class CutEvent(Model):
    """The rest of a node's moves cannot matter."""

    kind: Literal["cut"] = "cut"
    node: int
    skipped: list[str] = Field(description="moves that are not looked at")
    limit: Literal["alpha", "beta"] = Field(description="the end of the window that was reached")
    value: float = Field(description="at most that alpha, or at least that beta")
    bound: float = Field(description="that alpha or beta")


class ValueEvent(Model):
    """A node is done."""

    kind: Literal["value"] = "value"
    node: int
    value: float = Field(description="for the root's player")
    score: ValueView = Field(description="what the value means")
    bound: Literal["exact", "at_least", "at_most"]
    source: Literal["end", "evaluation", "children", "table"]


TreeEvent = Annotated[EnterEvent | UpdateEvent | CutEvent | ValueEvent, Field(discriminator="kind")]


class CountView(Model):
    """What one variant of the search costs here."""

    name: str = Field(description="as in `alpha-beta, ordered`")
    pruning: bool
    strict: bool
    ordering: bool
    table: bool
    merged: bool
    nodes: int
    evaluations: int
    cutoffs: int
    table_hits: int
    seconds: float | None = Field(description="null of variants that are not timed")
    complete: bool = Field(description="false: it was stopped, and would have cost more")


class TreeView(Model):
    """A search, recorded."""

    root: str = Field(description="the position or the tree that was searched")
    depth: int
    value: float | None = Field(description="for the root's player; None if it was stopped")
    score: ValueView | None = Field(description="what the value means")
    line: list[str] = Field(description="the moves that both sides would choose")
    events: list[TreeEvent]
    nodes: int = Field(description="nodes searched, recorded or not")
    recorded: int
    complete: bool = Field(description="false: the search was stopped before its end")
    counts: list[CountView]


# --- from the page ----------------------------------------------------------------------------


class AnalyseMessage(Place):
    """Score every move of a position, better and better."""

    type: Literal["analyse"]
    id: Identifier
    agent: SpecText | None = Field(None, description="the game's `analyst` if it is left out")
    limit: LimitModel = LimitModel()
    lines: Annotated[int, Field(ge=1, le=20)] = 5


class ChooseMessage(ChooseRequest):
    """Let an agent choose a move."""

    type: Literal["choose"]
    id: Identifier


class PlayMessage(MoveRequest):
    """Play a move, and let an agent reply if the game goes on and the other side moves."""

    type: Literal["play"]
    id: Identifier
    reply: Choosing | None = None


class GrowMessage(Place):
    """Show a Monte Carlo tree while it grows."""

    type: Literal["grow"]
    id: Identifier
    agent: SpecText = "mcts"
    limit: LimitModel = LimitModel()
    nodes: Annotated[int, Field(ge=1, le=500)] = Field(
        100, description="nodes of a snapshot: the root's moves, then the most visited"
    )
    step: Annotated[int, Field(ge=1, le=1_000_000)] | None = Field(
        None, description="simulations between two snapshots; None: as time allows"
    )


class WatchMessage(Model):
    """Look at a shared game, with a key from its seat; the answer comes after every change."""

    type: Literal["watch"]
    id: Identifier
    shared: Letters
    key: Letters | None = None


class StopMessage(Model):
    """End a search, or looking at a shared game."""

    type: Literal["stop"]
    id: Identifier


class LeaveMessage(Model):
    """The game is left: its players, which are kept from move to move, are closed."""

    type: Literal["leave"]


Search = AnalyseMessage | ChooseMessage | PlayMessage | GrowMessage
FromPage = Annotated[
    Search | WatchMessage | StopMessage | LeaveMessage, Field(discriminator="type")
]
FROM_PAGE: TypeAdapter[Search | WatchMessage | StopMessage | LeaveMessage] = TypeAdapter(FromPage)

# --- to the page ------------------------------------------------------------------------------


class MoveReportView(MoveView):
    """What is known about one move."""

    score: ScoreView | None = Field(description="None: not looked at yet")
    depth: int = Field(description="plies looked ahead, this move included; 0: not yet")
    visits: int | None = Field(None, description="of a Monte Carlo search")
    policy: float | None = Field(
        None, ge=0, le=1, description="how likely a network thinks the move to be the best"
    )
    line: LineView


class AnalysisView(Model):
    """What an analysis knows by now."""

    position: str
    player: int
    moves: list[MoveReportView] = Field(description="all legal moves, best first")
    lines: list[MoveReportView] = Field(description="the best of them, as many as were asked for")
    score: ScoreView | None = Field(description="of the position: that of the best move")
    value: float | None = Field(
        None, ge=-1, le=1, description="of the position, as a network expects it for `player`"
    )
    statistics: StatisticsView


class GrownNode(Model):
    """A node of a Monte Carlo tree."""

    node: int
    parent: int | None
    move: str | None
    visits: int
    value: float | None = Field(description="mean result, 0 to 1, for who moved here")
    exploration: float | None = Field(description="the term that draws simulations here")
    proven: int | None = Field(description="-1, 0 or +1 for who moved here, where it is known")
    player: int = Field(description="who moved here; at the root, the opponent of who moves")


class GrownView(Model):
    """The most visited part of a Monte Carlo tree."""

    position: str
    simulations: int
    size: int = Field(description="nodes of the whole tree")
    nodes: list[GrownNode] = Field(description="parents before children")
    best: MoveView | None
    statistics: StatisticsView


class HelloMessage(Model):
    """The first message of a connection."""

    type: Literal["hello"] = "hello"
    version: str


class QueuedMessage(Model):
    """All searchers are busy; the search waits for its turn."""

    type: Literal["queued"] = "queued"
    id: str
    ahead: int


class PreparingMessage(Model):
    """Machine code is being made for this game; that happens once. Sent again for each part."""

    type: Literal["preparing"] = "preparing"
    id: str
    compiling: CompilingView | None = Field(description="None: it is not known yet what comes")


class PlayedMessage(Model):
    """The move of a `play` is made; sent at once, before the reply."""

    type: Literal["played"] = "played"
    id: str
    view: PositionView


class ProgressMessage(Model):
    """How far a search has come; may be left out for a slow reader."""

    type: Literal["progress"] = "progress"
    id: str
    analysis: AnalysisView | None = None
    grown: GrownView | None = None
    statistics: StatisticsView | None = None


class SharedMessage(Model):
    """The shared game that is looked at, as it is now."""

    type: Literal["shared"] = "shared"
    id: str
    shared: SharedView


class DoneMessage(Model):
    """A search has ended; always sent, once."""

    type: Literal["done"] = "done"
    id: str
    reason: Reason
    analysis: AnalysisView | None = None
    choice: ChoiceView | None = Field(None, description="of `choose`, and the reply to `play`")
    view: PositionView | None = Field(None, description="the position after that choice")
    grown: GrownView | None = None


class ErrorMessage(Model):
    """A message that could not be obeyed; `id` is None where it had none."""

    type: Literal["error"] = "error"
    id: str | None
    problem: Problem


ToPage = (
    HelloMessage
    | QueuedMessage
    | PreparingMessage
    | PlayedMessage
    | ProgressMessage
    | SharedMessage
    | DoneMessage
    | ErrorMessage
)
