"""What is known of a game beyond its rules, declared in one place: its `knowledge`.

Evaluators and raters, strengths for people, agents of its own, planes for networks, what solving
needs, settings for training, puzzles, a tour of the rules, ratings, openings. Every part may be
left out; what then takes its place is said beside it. A part that is code is the thing itself, or
text that says where it is, so that nothing is imported before it is needed:

    Corners              a class of the same file
    "Corners"            the same, where it is defined further down
    "judges:Corners"     in the module `judges` of the game's folder
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any, Literal, TypeAlias

from plyground.errors import InvalidParameterError, NonconformingError, did_you_mean

Part: TypeAlias = Any  # the thing itself, or text that says where it is
PLAIN_EVALUATORS: Mapping[str, Part] = {"nothing": "Nothing"}
PLAIN_RATERS: Mapping[str, Part] = {"listed": "AsListed", "chance": "ByChance"}
REPLIES = "replies"  # an order of moves for every game: those that leave the fewest replies first
RESIDUAL, REPORT = "residual", "report"  # kinds of networks
Group: TypeAlias = Literal["people", "report"]  # of presets: opponents for people, or a report's
PEOPLE: Group = "people"
FROM_REPORT: Group = "report"


@dataclass(frozen=True)
class Preset:
    """A spec under a name, with a sentence on how it thinks.

    A preset with the name of a kind must be that kind as it is: its arguments would become those
    of every spec that names the kind.
    """

    spec: str
    says: str
    group: Group = PEOPLE  # whom menus list it among
    only: Mapping[str, Any] = field(default_factory=dict)  # parameters of the boards it is for
    title: str = ""  # what people call it; see `Knowledge.characters`

    def __post_init__(self) -> None:
        """Refuse groups that no menu has."""
        if self.group not in (PEOPLE, FROM_REPORT):
            raise NonconformingError(
                f"the group {self.group!r} of a preset must be {PEOPLE!r} or {FROM_REPORT!r}"
            )


CHAMPION = Preset(
    "alphazero(seconds=2)", "learnt by playing against itself; its network guides its search"
)


# What a character does that plays as CHAMPION, under whatever name; the second where a solver
# taught the network as well.
SELF_TAUGHT = "learnt by playing against itself; its network tells its search where to look"
ALSO_TAUGHT = (
    "learnt by playing against itself and from a solver; its network tells its search where to look"
)


@dataclass(frozen=True)
class Character:
    """What people call a strength, and a line on what it really does."""

    title: str
    says: str


@dataclass(frozen=True)
class Solving:
    """How positions of a game are proven; see `plyground.solvers`."""

    order: str = REPLIES  # the rater by which moves are tried, or REPLIES
    symmetry_plies: int = 6  # so far from the root, images of a position share an entry
    keys: Part = None  # of a game: keys that no two positions share, None where there are none
    sieve: Part = None  # of a game: leaves out moves that lose, see `exact_search.KeepAll`
    soonest: Part = None  # of a game: who cannot win soon, see `exact_search.AnySoon`
    endings: Part = None  # of a game, megabytes and threads: see `plyground.solvers.exact`
    solver: Part = None  # of a game and options: a solver of its own, in place of the general one
    repeats: bool = False  # positions may come back
    space: Part = None  # of a game whose positions come back: all of them, None if too many
    unrepeated: Part = None  # of a position: so many plies are sure not to end by repetition
    lessons: Part = None  # of a game and a seed: see `plyground.solvers.lessons`; may give None
    book: Part = None  # a class with `build` and `describe`: opening books
    data_set: Part = None  # of a game, a file and a number of plies: writes positions with values


@dataclass(frozen=True)
class Knowledge:
    """What a game offers to searches, agents, networks and solvers."""

    evaluators: Mapping[str, Part] = field(default_factory=dict)  # the default first
    raters: Mapping[str, Part] = field(default_factory=dict)  # the default first
    report_evaluator: str = ""  # that of the report on the game; the default if there is none
    clear_advantage: int = 10  # points of the default evaluator that fill half of a bar
    temperatures: tuple[float, float] | None = None  # of `beginner` and `casual`
    presets: Mapping[str, Preset] = field(default_factory=dict)  # beside or in place of the usual
    characters: Mapping[str, Character] = field(default_factory=dict)  # by the name of a preset
    agents: Mapping[str, Part] = field(default_factory=dict)  # kinds that only this game has
    arguments: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)  # defaults by kind
    board_arguments: Mapping[str, tuple[Mapping[str, Any], Mapping[str, Any]]] = field(
        default_factory=dict
    )  # by kind: the parameters of one board, and the defaults there
    encoding: Part = None  # of a game: its `Encoding`
    networks: Mapping[str, str] = field(default_factory=dict)  # files by kind, RESIDUAL or REPORT
    board_networks: Mapping[str, tuple[Mapping[str, Any], str]] = field(default_factory=dict)
    # by kind: the parameters of one board, and the file that is used there instead
    training: str = ""  # the file with the settings of training
    puzzles: str = ""  # the file with puzzles, as `plyground puzzles` writes it
    tour: str = ""  # the file with the rules to click through; see `plyground.game.tour`
    ratings: str = ""  # the file with the strength of agents, as `plyground ratings` writes it
    openings: str = ""  # the file with how games began, as `plyground explore` writes it
    solving: Solving = Solving()
    playouts: Part = None  # of a game: random games by other means; see `plyground.search.playouts`
    kernels: Part = (
        None  # of a game and megabytes: by name, kernels for libraries that ask for them
    )
    referee: Part = None  # writes a player's package: `write(folder, spec or None, game or None)`
    home: str = ""  # the module of the game, set when the class is made

    def __post_init__(self) -> None:
        """Refuse presets that are no `Preset`, and characters that are no `Character`."""
        for name, preset in self.presets.items():
            if not isinstance(preset, Preset):
                raise NonconformingError(
                    f"the preset {name!r} must be Preset(spec, sentence), not {preset!r}"
                )
        for name, character in self.characters.items():
            if not isinstance(character, Character):
                raise NonconformingError(
                    f"the character {name!r} must be Character(title, line), not {character!r}"
                )

    # --- evaluators and raters ---------------------------------------------------------------

    @property
    def evaluator_names(self) -> list[str]:
        """The evaluators that the game can be judged with; the default first."""
        return [*self.evaluators, *PLAIN_EVALUATORS]

    @property
    def rater_names(self) -> list[str]:
        """The raters that moves can be judged with; the default first."""
        return [*self.raters, *PLAIN_RATERS]

    def evaluator(self, name: str, **weights: Any) -> Any:
        """The evaluator of that name with its weights; `default` and `report` are names, too."""
        chosen = {
            "default": self.evaluator_names[0],
            "report": self.report_evaluator or self.evaluator_names[0],
        }.get(name, name)
        return self._judge("evaluator", "evaluate", chosen, weights)

    def rater(self, name: str, **weights: Any) -> Any:
        """The rater of that name with its weights; `default` is a name, too."""
        chosen = self.rater_names[0] if name == "default" else name
        return self._judge("rater", "rate", chosen, weights)

    def _judge(self, kind: str, verb: str, name: str, weights: Mapping[str, Any]) -> Any:
        own, plain = (
            (self.evaluators, PLAIN_EVALUATORS)
            if kind == "evaluator"
            else (self.raters, PLAIN_RATERS)
        )
        if name not in own and name not in plain:
            known, alike = ", ".join([*own, *plain]), did_you_mean(name, [*own, *plain])
            raise InvalidParameterError(f"there is no {kind} {name!r}; there are {known}{alike}")
        found = self.load(own[name]) if name in own else _plain(plain[name])
        if not hasattr(found, "_fields") or not hasattr(found, verb):
            raise NonconformingError(
                f"the {kind} {name!r} must be a NamedTuple with a method {verb}, not {found!r}"
            )
        for weight, value in weights.items():
            if weight not in found._fields:
                fields = ", ".join(found._fields)
                raise InvalidParameterError(f"{name} has no weight {weight!r}; it has {fields}")
            if not isinstance(value, int):
                raise InvalidParameterError(f"{weight}={value} of {name} must be a whole number")
        return found(**weights)

    # --- parts -------------------------------------------------------------------------------

    @property
    def folder(self) -> Path:
        """Where the files of the game are."""
        return Path(str(sys.modules[self.home].__file__)).parent

    def arguments_for(self, kind: str, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """What the game sets of a kind's arguments where nobody says, on a board."""
        only, own = self.board_arguments.get(kind, ({}, {}))
        here = own if only.items() <= parameters.items() else {}
        return {**self.arguments.get(kind, {}), **here}

    def network(self, kind: str, parameters: Mapping[str, Any]) -> Path | None:
        """The network of that kind that comes with the game for a board, if one does."""
        file = self.networks.get(kind)
        if kind in self.board_networks:
            only, own = self.board_networks[kind]
            file = own if only.items() <= parameters.items() else file
        return None if file is None else self.folder / file

    @property
    def network_files(self) -> list[Path]:
        """All networks that come with the game."""
        own = (file for _, file in self.board_networks.values())
        return [self.folder / file for file in (*self.networks.values(), *own)]

    def load(self, part: Part) -> Any:
        """The thing that a part names; None for none."""
        if not isinstance(part, str):
            return part
        module_name, _, name = part.rpartition(":")
        home = self._module(module_name) if module_name else sys.modules[self.home]
        if not hasattr(home, name):
            raise NonconformingError(f"{home.__name__} has no {name!r}, which the game declares")
        return getattr(home, name)

    def _module(self, name: str) -> ModuleType:
        home = sys.modules[self.home]
        package = self.home if hasattr(home, "__path__") else self.home.rpartition(".")[0]
        try:
            return importlib.import_module(f"{package}.{name}")
        except (ModuleNotFoundError, TypeError) as error:  # a file alone is in no package
            where = f"{self.folder} has no module {name!r}" if package else "a file has no modules"
            raise NonconformingError(f"{where}, which the game declares: {error}") from error


def _plain(name: str) -> Any:
    from plyground.game import judges

    return getattr(judges, name)
