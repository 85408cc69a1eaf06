"""A server of the Model Context Protocol: assistants play, analyse and solve, and are graded.

`plyground mcp` speaks it over standard input and output. Games are remembered by a number while the
server runs. Every move that is played is compared with proof where the solver reaches, and with a
search where it does not. Only games that are installed can be named: a file would run code.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from plyground import game_names
from plyground.agents import Agent, agent
from plyground.agents.presets import ANALYST, presets_of
from plyground.errors import (
    InvalidParameterError,
    PlygroundError,
    UnknownGameError,
)
from plyground.extras import needed
from plyground.game import Game, Playthrough
from plyground.game.registry import game_class
from plyground.verbs.analyse import analyse
from plyground.verbs.solve import solve
from plyground.vocabulary import Move, Proven

if TYPE_CHECKING:
    from mcp.server.mcpserver import MCPServer

MOST_GAMES = 32  # that are remembered; the one left alone longest is forgotten
MOST_SECONDS = 30.0  # of any search that is asked for
GRADE_SECONDS = 2.0  # for the proof of one position
GRADE_NODES = 20_000  # for a search, where there is no proof
Parameters = dict[str, int | str] | None  # of a game, by name
INSTRUCTIONS = """Two-player games of perfect information. Call list_games for names, parameters
and how moves are written. new_game begins a game against an agent; play_move makes your move,
grades it and answers. analyse and solve look at any position without playing."""


@dataclass
class Session:
    """A game under way between an assistant and an agent."""

    reached: Playthrough
    opponent: Agent
    player: int  # the assistant's side

    def view(self) -> dict[str, Any]:
        """The board and what can be played."""
        game, position = self.reached.game, self.reached.position
        outcome = game.outcome(position)
        return {
            "board": str(self.reached.picture()),
            "moves": self.reached.format_moves(),
            "you_are": game.players[self.player],
            "to_move": None if outcome else game.players[position.player()],
            "legal_moves": game.legal_moves(position),
            "result": outcome and game.describe(outcome),
        }

    def let_opponent_move(self) -> list[str]:
        """What the agent plays until it is the assistant's turn, or the game is over."""
        played, game = [], self.reached.game
        while game.legal(self.reached.position) and self._is_opponents_turn:
            chosen = self.opponent.choose(self.reached.position).move
            self.reached = self.reached.play(chosen)
            played.append(game.format_move(chosen))
        return played

    @property
    def _is_opponents_turn(self) -> bool:
        return bool(self.reached.position.player() != self.player)


class Table:
    """All games of one server, by number."""

    def __init__(self) -> None:
        """None yet."""
        self._sessions: dict[int, Session] = {}
        self._last = 0

    def add(self, session: Session) -> int:
        """Remember a game; the one left alone longest makes room."""
        while len(self._sessions) >= MOST_GAMES:
            self._sessions.pop(next(iter(self._sessions))).opponent.close()
        self._last += 1
        self._sessions[self._last] = session
        return self._last

    def session(self, number: int) -> Session:
        """The game of that number."""
        if number not in self._sessions:
            known = ", ".join(map(str, self._sessions)) or "none: call new_game first"
            raise InvalidParameterError(f"no game {number}; there are {known}")
        self._sessions[number] = self._sessions.pop(number)
        return self._sessions[number]


def grade(before: Playthrough, move: Move) -> dict[str, Any]:
    """How good a move is: by proof where the solver reaches, else by a search."""
    after = before.play(move)
    best, found = _proven(before), _proven(after)
    if best is not None and found is not None:
        mine = found.seen_by(best.player)
        lost = best.result - mine.result
        words = ("keeps the value", "gives away half a point", "gives away the game")[lost]
        return {"by": "proof", "best": str(best), "played": str(mine), "says": words}
    searched = analyse(before, nodes=GRADE_NODES)
    reports = {report.move: report for report in searched.found.moves}
    rank = [report.move for report in searched.found.moves].index(move) + 1
    score = reports[move].score
    return {
        "by": f"{searched.agent}, {searched.statistics.nodes:,} nodes",
        "best": f"{searched.best} {searched.score}",
        "played": None if score is None else str(score),
        "says": f"number {rank} of {len(reports)} moves",
    }


def _proven(reached: Playthrough) -> Proven | None:
    """The value of a position; None if it cannot be proven quickly."""
    game, position = reached.game, reached.position
    if not game.legal(position):
        return Proven(position.result(), position.player(), 0)
    return solve(reached, seconds=GRADE_SECONDS).value


def _installed(name: str, parameters: Parameters) -> Game[Any]:
    if name not in game_names():
        raise UnknownGameError(f"no game {name!r}; there are {', '.join(game_names())}")
    given = {key: str(value) for key, value in (parameters or {}).items()}
    return game_class(name).from_text(given)


def _seconds(asked: float) -> float:
    if not 0 < asked <= MOST_SECONDS:
        raise InvalidParameterError(f"seconds={asked} must be above 0 and at most {MOST_SECONDS:g}")
    return asked


class Tools:
    """What an assistant can call; each public method is a tool of that name."""

    def __init__(self) -> None:
        """No game is under way."""
        self._table = Table()

    def list_games(self) -> list[dict[str, Any]]:
        """Every game: its name, what it is about, its parameters, how moves are written, and
        the agents to play against.
        """
        return [_described(game_class(name)()) for name in game_names()]

    def new_game(
        self,
        game: str,
        opponent: str = "casual",
        side: str = "first",
        parameters: Parameters = None,
    ) -> dict[str, Any]:
        """Begin a game against an agent; side is first or second."""
        if side not in ("first", "second"):
            raise InvalidParameterError(f"side={side!r} must be first or second")
        made = _installed(game, parameters)
        if opponent not in presets_of(made):
            known = ", ".join(presets_of(made))
            raise InvalidParameterError(f"no opponent {opponent!r}; there are {known}")
        session = Session(Playthrough.read(made), agent(made, opponent), side == "second")
        answered = session.let_opponent_move()
        return {"number": self._table.add(session), "opponent_played": answered, **session.view()}

    def play_move(self, number: int, move: str) -> dict[str, Any]:
        """Play your move in the game of that number; it is graded, and the agent answers."""
        session = self._table.session(number)
        before, session.reached = session.reached, session.reached.play(move)
        graded = grade(before, session.reached.moves[-1])
        return {"grade": graded, "opponent_played": session.let_opponent_move(), **session.view()}

    def show_game(self, number: int) -> dict[str, Any]:
        """The board of a game under way, and its legal moves."""
        return self._table.session(number).view()

    def analyse(
        self, game: str, moves: str = "", seconds: float = 2.0, parameters: Parameters = None
    ) -> dict[str, Any]:
        """What every legal move is worth after these moves from the start, best first."""
        made = _installed(game, parameters)
        found = analyse(made, moves=moves, agent=ANALYST, seconds=_seconds(seconds))
        return {"board": str(found.reached.picture()), "best": found.best, "moves": found.rows()}

    def solve(
        self, game: str, moves: str = "", seconds: float = 10.0, parameters: Parameters = None
    ) -> dict[str, Any]:
        """Prove who wins after these moves from the start, and show the best play."""
        found = solve(_installed(game, parameters), moves=moves, seconds=_seconds(seconds))
        return {"board": str(found.reached.picture()), **found.data()}


def _described(game: Game[Any]) -> dict[str, Any]:
    return {
        "name": game.name,
        "summary": game.summary,
        "parameters": dict(game.parameter_values),
        "move_notation": game.move_help,
        "opponents": list(presets_of(game)),
    }


def make_server() -> MCPServer:
    """The server with its tools."""
    with needed("mcp", "a server of MCP needs the package mcp"):
        from mcp.server.mcpserver import MCPServer
    server, tools = MCPServer("plyground", instructions=INSTRUCTIONS), Tools()
    for name in vars(Tools):
        if not name.startswith("_"):
            server.tool(name)(_answering(getattr(tools, name)))
    return server


def _answering(tool: Callable[..., Any]) -> Callable[..., Any]:
    """The tool; a mistake of the assistant's is answered with what is wrong."""
    from mcp.server.mcpserver.exceptions import ToolError

    @functools.wraps(tool)
    def told(*arguments: Any, **named: Any) -> Any:
        try:
            return tool(*arguments, **named)
        except PlygroundError as error:
            raise ToolError(str(error)) from error

    return told
