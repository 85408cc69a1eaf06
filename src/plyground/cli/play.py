"""`plyground play`: a game in the terminal."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from plyground.cli.common import ChosenPosition, GameArgument, SeedOption, watched
from plyground.cli.completing import complete_agent
from plyground.cli.option_groups import grouped
from plyground.errors import PlygroundError
from plyground.game import Game, Playthrough
from plyground.vocabulary import Limit

if TYPE_CHECKING:
    from plyground.agents import Agent
    from plyground.kernel import Monitor
    from plyground.vocabulary import Decision

ASK = "ask"
HINT = Limit(seconds=1)
HELP = "Type a move, or: moves (list them), hint, undo, board, help, quit."


class Side(enum.StrEnum):
    """Which player the human is."""

    FIRST = "first"
    SECOND = "second"


@dataclass(frozen=True)
class Beginning(ChosenPosition):
    """Where the game begins."""

    game: GameArgument = "connect_four"


@grouped
def play(
    chosen: Beginning,
    *,
    vs: Annotated[
        str,
        typer.Option(
            metavar="SPEC",
            autocompletion=complete_agent,
            help="Your opponent: see `plyground agents`; human for two people; ask for a menu. "
            "[default: casual]",
        ),
    ] = "",
    side: Annotated[Side, typer.Option("--as", help="Which side you play.")] = Side.FIRST,
    seed: SeedOption = None,
) -> None:
    """
    Play a game here in the terminal, against an agent or another person.

    At the prompt, type a move, or: moves, hint, undo, board, help, quit.

    Examples:  plyground play connect_four --as second --vs strong

    plyground play bamboo -p radius=3 --vs "mcts(iterations=1000)"
    """
    from plyground.agents import agent

    reached = chosen.reached()
    if vs == ASK:
        vs = ask_opponent(reached.game)
    opponent = None if vs == "human" else agent(reached.game, vs or "casual", seed)
    human = 0 if side is Side.FIRST else 1
    print(f"{reached.game.title}. {reached.game.summary}")
    print(HELP)
    Session(reached, opponent, human).run()


def ask_opponent(game: Game[Any]) -> str:
    """The opponent that a person chooses from a menu, or types; empty if there is no input.

    Whoever types `quit` has ended the command.
    """
    from plyground.agents.presets import presets_of

    presets = presets_of(game)
    for number, (name, preset) in enumerate(presets.items(), 1):
        print(f"{number:3}  {name}: {preset.says} [{preset.spec}]")
    try:
        typed = input("Opponent, as a number or a spec> ").strip()
    except (EOFError, RuntimeError):  # the input ended, or there is none
        return ""
    if typed in ("quit", "exit", "q"):
        raise typer.Exit
    numbers = dict(enumerate(presets, 1))
    return numbers.get(int(typed), typed) if typed.isdecimal() else typed


class Session:
    """A game under way in the terminal."""

    def __init__(self, reached: Playthrough, opponent: Agent | None, human: int) -> None:
        """`opponent` is None for two people at one keyboard."""
        self.reached = reached
        self.opponent = opponent
        self.human = human

    @property
    def human_moves(self) -> bool:
        """Whether a person is to move now."""
        return self.opponent is None or self.reached.position.player() == self.human

    def run(self) -> None:
        """Play until the game is over or the person leaves."""
        game = self.reached.game
        self.draw()
        while (outcome := game.outcome(self.reached.position)) is None:
            if not self.human_moves:
                self.let_opponent_move()
            elif not self.let_human_move():
                print(f"Left after: {self.reached.format_moves() or 'no move'}")
                return
        print(f"{game.describe(outcome)}.  Moves: {self.reached.format_moves()}")

    def draw(self) -> None:
        """Show the board."""
        print(f"\n{self.reached.picture()}\n")

    def let_opponent_move(self) -> None:
        """Ask the agent and play what it chose."""
        assert self.opponent is not None
        decision = self.think(self.opponent)
        self.reached = self.reached.play(decision.move)
        print(f"{self.opponent.name} plays {self.reached.game.format_move(decision.move)}")
        if decision.statistics.seconds:
            print(f"Evaluation time: {decision.statistics.seconds:.6f} s")
        self.draw()

    def think(self, thinker: Agent, limit: Limit | None = None) -> Decision:
        """What an agent chooses here; the first time in a game it may have to be compiled."""

        def work(watch: Monitor) -> Decision:
            thinker.prepare(self.reached.position)
            return thinker.choose(self.reached.position, limit, watch)

        words = f"{thinker.name} is thinking ..."
        return watched(self.reached.game, lambda _watch, _seconds: words, work)

    def let_human_move(self) -> bool:
        """Read one line and act on it; false if the person leaves."""
        game = self.reached.game
        try:
            typed = input(f"{game.players[self.reached.position.player()]} to move> ").strip()
        except (EOFError, RuntimeError):  # the input ended, or there is none
            print()
            return False
        except UnicodeDecodeError:
            typed = "\N{REPLACEMENT CHARACTER}"
        match typed.lower():
            case "quit" | "exit" | "q":
                return False
            case "" | "help" | "?":
                print(f"{HELP} In {game.title}, {game.move_help}.")
            case "moves":
                print(" ".join(game.legal_moves(self.reached.position)))
            case "board":
                self.draw()
            case "undo":
                self.undo()
            case "hint":
                self.hint()
            case _:
                self.play(typed)
        return True

    def play(self, typed: str) -> None:
        """Play what was typed, or say why not."""
        try:
            self.reached = self.reached.play(typed)
        except PlygroundError as error:
            print(error)
        else:
            self.draw()

    def hint(self) -> None:
        """Say what a second of search would play."""
        from plyground.agents import agent
        from plyground.agents.presets import ANALYST

        game = self.reached.game
        with agent(game, ANALYST) as adviser:
            found = self.think(adviser, HINT)
        line = " ".join(map(game.format_move, found.line))
        print(f"{game.format_move(found.move)}  ({found.score}; {line})")

    def undo(self) -> None:
        """Take back to the human's previous turn."""
        plies = 1 if self.opponent is None else 2
        if len(self.reached.moves) < plies:
            print("There is nothing to take back.")
            return
        self.reached = self.reached.undo(plies)
        self.draw()
