"""The endpoints about agents: who there is, whether a spec is fine, and choosing a move."""

from __future__ import annotations

import asyncio
import inspect
from dataclasses import asdict
from functools import partial
from importlib.metadata import entry_points
from typing import Any, NamedTuple

from fastapi import APIRouter, Request

from plyground.agents import Agent, Spec, label_of, parse_spec
from plyground.agents.kinds import (
    ENTRY_POINTS,
    agent_names,
    default_arguments,
    expanded,
    kinds_of,
    make_kind,
)
from plyground.agents.presets import ANALYST, NEED_NETWORKS, presets_of
from plyground.agents.rating_table import RATINGS, RatingTable
from plyground.agents.spec import Argument
from plyground.errors import InvalidSpecError, UnknownAgentError
from plyground.game import Game
from plyground.kernel import Monitor
from plyground.solvers.solver import DEFAULT_MEGABYTES
from plyground.vocabulary import Decision, Limit, Move, Statistics
from plyground.web.boards import Reached, make_game, move_view, read_place
from plyground.web.models import (
    MOST_NUMBER,
    MOST_SECONDS,
    AgentsView,
    ArgumentView,
    ChoiceView,
    ChooseRequest,
    KindView,
    LimitModel,
    LineView,
    PresetView,
    RatingView,
    SpecRequest,
    SpecView,
    StatisticsView,
)
from plyground.web.parts import aside
from plyground.web.problems import responses
from plyground.web.routes import Assignments, NamedGame, assigned, searchers_of
from plyground.web.scores import score_view
from plyground.web.security import address_of

router = APIRouter(prefix="/api")

PROGRAMS = ("engine",)  # kinds that start programs are not offered: a request must not run code
FILE = "file"  # the argument that would have an agent open a path
MIXED = ("adaptive",)  # kinds that hold two agents
MOST = {"memory": 256, "threads": 4}  # megabytes and threads of one agent
LOOK_EVERY = 0.1  # seconds between two looks whether the client is still there


@router.get("/games/{game}/agents", operation_id="agents", responses=responses(404))
def agents(game: NamedGame, assignments: Assignments = []) -> AgentsView:  # noqa: B006
    """Presets, kinds, evaluators and raters of a game."""
    found = assigned(game, assignments)
    known = found.knowledge
    presets, table = presets_of(found).items(), RATINGS.on_board(found)
    return AgentsView(
        game=found.name,
        analyst=ANALYST,
        presets=[
            PresetView(
                name=name,
                title=preset.title,
                rating=_rating(table, name),
                spec=preset.spec,
                says=preset.says,
                group=preset.group,
            )
            for name, preset in presets
        ],
        kinds=[_kind(found, kind) for kind in kinds_of(found) if _is_offered(found, kind)],
        evaluators=[_judge(n, known.evaluator(n)) for n in known.evaluator_names],
        raters=[_judge(n, known.rater(n)) for n in known.rater_names],
    )


def _is_offered(game: Game[Any], kind: str) -> bool:
    """Whether a kind can play without a file or a program that only its spec could name."""
    needs = NEED_NETWORKS.get(kind)
    return kind not in PROGRAMS and (needs is None or needs in game.knowledge.networks)


def _rating(table: RatingTable | None, name: str) -> RatingView | None:
    rated = table.of(name) if table else None
    if table is None or rated is None:
        return None
    return RatingView(
        rating=rated.rating, margin=rated.margin, games=rated.games, seconds=table.seconds
    )


def _first_line(documented: Any) -> str:
    return (inspect.getdoc(documented) or "").partition("\n")[0]


def _kind(game: Game[Any], name: str) -> KindView:
    known = default_arguments(game, name)
    arguments = [ArgumentView(name=n, default=v) for n, v in known.items() if n != FILE]
    return KindView(name=name, says=_first_line(kinds_of(game)[name]), arguments=arguments)


def _judge(name: str, judge: Any) -> KindView:
    arguments = [ArgumentView(name=n, default=v) for n, v in judge._asdict().items()]
    return KindView(name=name, says=_first_line(type(judge)), arguments=arguments)


# --- specs ------------------------------------------------------------------------------------


class AllowedSpec(NamedTuple):
    """A spec that was read and checked: as it is written, and with the name of a kind."""

    written: Spec
    kind: Spec

    def make(self, game: Game[Any], seed: int | None = None) -> Agent:
        """The agent."""
        return make_kind(game, self.kind, label_of(str(self.written)), seed)

    def megabytes(self, game: Game[Any]) -> float:
        """What the agent may hold."""
        if self.kind.name in MIXED:
            return 2 * DEFAULT_MEGABYTES
        memory = (_usual(game, self.kind) | self.kind.arguments).get("memory", 0)
        return DEFAULT_MEGABYTES if memory is None else float(memory)  # None: a solver's


def read_spec(game: Game[Any], text: str) -> AllowedSpec:
    """The spec, which may neither name a file or a program nor ask for too much."""
    spec = parse_spec(text)
    kind = expanded(game, spec)
    if not is_allowed(game, kind.name):
        names = ", ".join(name for name in agent_names(game) if name not in PROGRAMS)
        raise UnknownAgentError(f"no agent {spec.name!r} here; there are {names}")
    _check_values(spec)
    _check_values(kind, is_written=False)
    usual = _usual(game, kind)
    for name, value in kind.arguments.items():
        if isinstance(usual.get(name, ""), int | float | None):
            _check_number(name, value)
    return AllowedSpec(spec, kind)


def _usual(game: Game[Any], kind: Spec) -> dict[str, Any]:
    """The arguments that the kind has where none are given."""
    return default_arguments(game, kind.name) if kind.name in kinds_of(game) else {}


def read_judge(text: str) -> Argument:
    """The evaluator or rater that the text names, which may ask for no more than a spec may."""
    spec = parse_spec(text)
    _check_values(spec)
    return spec if spec.arguments else spec.name


def _check_values(spec: Spec, is_written: bool = True) -> None:
    """Refuse files and values that cost too much, at any depth; only presets may name files."""
    for name, value in spec.arguments.items():
        if name == FILE and is_written:
            raise InvalidSpecError(
                f"{FILE}=... is not allowed here, where no files are opened; leave it out"
            )
        if isinstance(value, Spec):
            _check_values(value, is_written)
        if name in MOST or isinstance(value, int | float):
            _check_number(name, value)


def _check_number(name: str, value: Argument) -> None:
    """Refuse what is no number, or larger than that argument may be."""
    if not isinstance(value, int | float):
        raise InvalidSpecError(f"{name}={value!s:.40} must be a number, without quotes")
    most = MOST.get(name, MOST_NUMBER)
    if not -MOST_NUMBER <= value <= most:
        raise InvalidSpecError(
            f"{name}={value!s:.40} is more than the {most} that are allowed here"
        )


def is_allowed(game: Game[Any], kind: str) -> bool:
    """Whether a request may name a kind: one that starts no program, or installed by the owner."""
    if kind in PROGRAMS:
        return False
    return kind in kinds_of(game) or bool(entry_points(group=ENTRY_POINTS, name=kind))


@router.post("/agents/check", operation_id="check_agent", responses=responses(404, 429))
async def check(request: Request, asked: SpecRequest) -> SpecView:
    """Whether a spec is fine, and what it means."""
    searchers = searchers_of(request)
    return await searchers.in_turn(partial(_checked, asked), Monitor(), address_of(request))


def _checked(asked: SpecRequest) -> SpecView:
    game = make_game(asked.game, asked.parameters)
    spec, kind = allowed = read_spec(game, asked.spec)
    preset = presets_of(game).get(spec.name)
    with allowed.make(game) as made:
        says = preset.says if preset else _first_line(kinds_of(game).get(kind.name, made))
        can_analyse = made.scores_moves
    return SpecView(spec=str(spec), kind=kind.name, says=says, can_analyse=can_analyse)


# --- choosing ---------------------------------------------------------------------------------


def limit_of(asked: LimitModel) -> Limit:
    """The limit that a client asked for; a minute at most."""
    return Limit(seconds=asked.seconds or MOST_SECONDS, nodes=asked.nodes, depth=asked.depth)


@router.post("/choose", operation_id="choose", responses=responses(404, 409, 429))
async def choose(request: Request, asked: ChooseRequest) -> ChoiceView:
    """An agent's move; ends when the client goes away."""
    reached = await aside(partial(read_place, asked))
    work = asyncio.ensure_future(_chosen(request, reached, asked))
    try:
        while not work.done():
            await asyncio.wait({work}, timeout=LOOK_EVERY)
            if not work.done() and await request.is_disconnected():
                work.cancel()
                break
        return await work
    finally:
        work.cancel()


async def _chosen(request: Request, reached: Reached, asked: ChooseRequest) -> ChoiceView:
    reached.require_open()
    spec, limit = read_spec(reached.game, asked.agent), limit_of(asked.limit)
    searchers, monitor = searchers_of(request), Monitor()

    def work() -> Decision:
        with spec.make(reached.game, asked.seed) as player:
            player.prepare(reached.position)
            return player.choose(reached.position, limit, monitor)

    client = address_of(request)
    is_interpreted = await searchers.interprets(reached.game, client)
    return choice_view(reached, await searchers.in_turn(work, monitor, client, is_interpreted))


# --- views ------------------------------------------------------------------------------------


def choice_view(reached: Reached, found: Decision) -> ChoiceView:
    """What an agent decided."""
    game, position = reached.game, reached.position
    return ChoiceView(
        position=game.format_position(position),
        move=move_view(game, position, found.move),
        score=score_view(game, found.score),
        line=line_view(game, tuple(found.line)),
        statistics=statistics_view(found.statistics),
    )


def line_view(game: Game[Any], moves: tuple[Move, ...]) -> LineView:
    """Moves that follow each other."""
    return LineView(moves=[int(m) for m in moves], text=" ".join(map(game.format_move, moves)))


def statistics_view(counted: Statistics) -> StatisticsView:
    """What a search did."""
    return StatisticsView(
        **asdict(counted),
        nodes_per_second=round(counted.nodes_per_second, 1),
        branching_factor=round(counted.branching_factor, 3),
    )
