"""Fingerprints of what plays: the code of a game, and of the agent that a spec describes.

Results belong to code, so an edited evaluator must not go on where the old one stopped. The walk
begins at the function or class that makes the agent, and at the rules of the game. It follows every
name in their bytecode: functions, classes, constants, imports. A method or attribute belongs to it
as soon as code that belongs to it mentions its name: an agent that does not draw boards is not
changed by how they are drawn. Of a user's file, everything belongs to it.

Comments, docstrings, the names of local variables and the places of files leave no trace; neither
do libraries. The bytecode is that of one version of Python.
"""

from __future__ import annotations

import dataclasses
import functools
import hashlib
import inspect
import os
import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from enum import Enum
from importlib import import_module
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

from plyground.agents.custom import class_in_file
from plyground.agents.kinds import default_arguments, expanded, foreign_maker, kinds_of
from plyground.agents.spec import Spec, parse_spec
from plyground.errors import InvalidSpecError
from plyground.game import Game, judges
from plyground.game.files import contents_of
from plyground.game.knowledge import PLAIN_EVALUATORS, PLAIN_RATERS, Knowledge
from plyground.game.read_files import files_read
from plyground.game.registry import VERBS, built_in_names, game_class
from plyground.kernel import Kernel
from plyground.kernel.fingerprint import PREFIX, unwrapped
from plyground.kernel.source_files import meaning_of

DIGITS = 16
OURS = "plyground"
MACHINERY = "plyground.kernel"  # what functions import of it compiles, and does not play
REFEREE = ("start", "legal", "outcome", "parse_move", "format_move", "parse_position")
PLAYER = ("prepare", "choose", "new_game")
GENERATED = "<string>"  # code of a dataclass or NamedTuple, which follows from its fields
NOT_PLAYED = ("__init_subclass__", "__repr__", "__str__")  # methods that no game depends on
PLAIN_JUDGES = {**PLAIN_EVALUATORS, **PLAIN_RATERS, "evaluation": "ByEvaluation"}
NAMED = getattr(inspect, "CO_HAS_DOCSTRING", 0)  # the flag of code with a docstring, if there is


def fingerprint_of(game: Game[Any], text: str) -> str:
    """Hex digits that change whenever the code of the game or of that agent does."""
    game.start()  # for which it may read files
    return _fingerprint(_code_of, game, text, *files_read(type(game)).values())


def fingerprint_of_loaded(game: Game[Any], text: str) -> str:
    """As `fingerprint_of`, but of users' files it covers what they say, not values of constants."""
    return _fingerprint(_loaded_code_of, game, text)


def fingerprint_of_rules(game: Game[Any]) -> str:
    """As `fingerprint_of_loaded`, of the game alone."""
    return _loaded_code_of(type(game), type(game), ())


def _fingerprint(code_of: Callable[..., str], game: Game[Any], text: str, *read: str) -> str:
    make, arguments = maker_of(game, parse_spec(text))
    given = [(name, str(value)) for name, value in arguments.items()]
    texts = texts_in(arguments)
    return _digest(code_of(type(game), make, texts), given, *_contents(files_in(texts)), *read)


@functools.lru_cache(maxsize=128)
def _loaded_code_of(cls: type[Game[Any]], make: Any, texts: tuple[str, ...]) -> str:
    of_users = [held for held in (cls, make) if isinstance(held, type) and contents_of(held)]
    if not of_users:
        return _code_of(cls, make, texts)
    walk = _Walk(_top_package(make))
    for held in of_users:
        walk.note_sources(held)
    if make not in of_users:
        walk.enter_maker(make, texts)
    return walk.digest()


@functools.lru_cache(maxsize=128)
def _code_of(cls: type[Game[Any]], make: Any, texts: tuple[str, ...]) -> str:
    """The fingerprint of a game and of whatever `make` makes when it is given these texts."""
    walk = _Walk(_top_package(cls), _top_package(make))
    walk.enter_game(cls)
    walk.enter_maker(make, texts)
    return walk.digest()


def fingerprint_of_call(function: Callable[..., Any], arguments: Mapping[str, Any]) -> str:
    """Hex digits that change whenever the code does that such a call runs."""
    walk = _Walk(_top_package(function))
    walk.visit(function)
    given = walk.written(dict(arguments))
    return _digest(walk.digest(), given)


def maker_of(game: Game[Any], spec: Spec) -> tuple[Callable[..., Any], Mapping[str, Any]]:
    """What makes the agent of the spec, and with which arguments."""
    if spec.file is not None:
        return class_in_file(spec), spec.arguments
    whole, kinds = expanded(game, spec), kinds_of(game)
    if whole.name in kinds:
        return kinds[whole.name], default_arguments(game, whole.name) | whole.arguments
    make = foreign_maker(whole.name)
    assert make is not None  # the spec was checked
    return make, whole.arguments


class _Walk:
    """One traversal; what it finds does not depend on the order in which it finds it."""

    def __init__(self, *packages: str) -> None:
        self.packages = {OURS, *packages}
        self.notes: set[str] = set()
        self.names: set[str] = set()  # that code mentions
        self.words: set[str] = set()  # in text of the code, as names of evaluators are
        self.games: dict[type[Game[Any]], set[str]] = {}  # with the words looked up in them
        self.waiting: dict[str, list[Callable[[], None]]] = {}  # for somebody to mention a name
        self.ready: list[Callable[[], None]] = []
        self.seen: dict[int, Any] = {}  # the values keep their ids from being reused

    def digest(self) -> str:
        """The fingerprint, once there is nothing left to visit."""
        while self.ready or self._look_up_words():
            while self.ready:
                self.ready.pop()()
        return _digest(*sorted(self.notes))

    def note(self, *parts: object) -> None:
        self.notes.add(_digest(*parts))

    def mention(self, *names: str) -> None:
        for name in names:
            if name not in self.names:
                self.names.add(name)
                self.ready += self.waiting.pop(name, [])

    def once_mentioned(self, name: str, action: Callable[[], None]) -> None:
        (self.ready if name in self.names else self.waiting.setdefault(name, [])).append(action)

    # --- games and what they know -------------------------------------------------------------

    def enter_game(self, cls: type[Game[Any]]) -> None:
        self.games.setdefault(cls, set())
        self.mention(*VERBS, *REFEREE)
        self.visit(cls)
        self.visit(cls.position_class)
        self.note_sources(cls)

    def enter_maker(self, make: Any, texts: Iterable[str]) -> None:
        """What makes an agent when it is given these texts."""
        self.mention(*PLAYER)
        if isinstance(make, FunctionType):
            self.enter_function(make)
        else:
            self.visit(make)
            self.note_sources(make)
        for text in texts:
            self.say(text)

    def _look_up_words(self) -> bool:
        """Visit evaluators, raters and games that text in code names; whether there were new."""
        for name in built_in_names():
            if name in self.words and game_class(name) not in self.games:
                self.enter_game(game_class(name))
        for cls, looked_up in self.games.items():
            for word in sorted(self.words - looked_up):
                for judge in _judges(cls.knowledge, word):
                    self.visit(judge)
            looked_up |= self.words
        return bool(self.ready)

    def _visit_knowledge(self, known: Knowledge) -> None:
        """Parts that agents ask the game for; evaluators and raters are named by words."""
        solving = known.solving
        self.once_mentioned(
            "network", lambda: self.note("networks", *_contents(known.network_files))
        )
        self.once_mentioned("encoding", lambda: self.visit(known.load(known.encoding)))
        self.once_mentioned("order", lambda: self.say(solving.order))
        self.once_mentioned("keys", lambda: self.visit(known.load(solving.keys)))
        self.once_mentioned("endings", lambda: self.visit(known.load(solving.endings)))
        self.once_mentioned("solver", lambda: self.visit(known.load(solving.solver)))
        self.once_mentioned("space", lambda: self.visit(known.load(solving.space)))
        self.note("solving", solving.symmetry_plies, solving.repeats)

    # --- code ---------------------------------------------------------------------------------

    def visit(self, value: Any) -> None:
        """What a function, class, method or kernel is made of; nothing of other values."""
        value = unwrapped(value)
        if isinstance(value, functools.partial):
            self.note("partial", self.written((value.args, value.keywords)))
            value = value.func
        if isinstance(value, Knowledge):
            self.once_mentioned("knowledge", lambda: self._visit_knowledge(value))
        if not isinstance(value, (FunctionType, type)) or id(value) in self.seen:
            return
        if isinstance(value, FunctionType) and _is_generated(value):
            return
        self.seen[id(value)] = value
        if value is Kernel or not self._is_ours(value):
            return
        if isinstance(value, type):
            self.ready.append(lambda: self._visit_class(value))
        else:
            self.note("defaults", value.__qualname__, self.written(value.__defaults__))
            self.note("defaults", value.__qualname__, self.written(value.__kwdefaults__))
            self.ready.append(lambda: self.enter_function(value))

    def _is_ours(self, value: Any) -> bool:
        package = _top_package(value)
        return package in self.packages or package.startswith(PREFIX)

    def enter_function(self, function: FunctionType) -> None:
        """The code of a function, without its defaults."""
        self.seen[id(function)] = function
        self.note("function", function.__qualname__, *_meaning(function.__code__))
        for code in _codes_in(function.__code__):
            self._follow_names(code, function.__globals__)
            for constant in _constants(code):
                self.written(constant)
        for cell in function.__closure__ or ():
            with suppress(ValueError):  # a cell that is still empty
                self.note("cell", function.__qualname__, self.written(cell.cell_contents))

    def _follow_names(self, code: CodeType, known: Mapping[str, Any]) -> None:
        self.mention(*code.co_names)
        for name in code.co_names:
            if name in known:
                self._visit_global(name, known[name], code.co_names)
            elif name.partition(".")[0] in self.packages and not name.startswith(MACHINERY):
                with suppress(ImportError):  # an attribute of that name
                    self._visit_module(import_module(name), code.co_names)

    def _visit_global(self, name: str, value: Any, names: tuple[str, ...]) -> None:
        if isinstance(value, ModuleType):
            self._visit_module(value, names)
        elif name.strip("_").isupper():
            self.note("constant", name, self.written(value))
        else:  # other values change while the program runs
            self.visit(value)

    def _visit_module(self, module: ModuleType, names: tuple[str, ...]) -> None:
        """Whatever of a module the code may mean: an attribute by any name that it uses."""
        if module.__name__.partition(".")[0] not in self.packages:
            return
        for name in names:
            value = getattr(module, name, None)
            if value is not module and value is not None:
                self._visit_global(name, value, names)

    def _visit_class(self, cls: type) -> None:
        fields = getattr(cls, "_fields", ()), self.written(getattr(cls, "_field_defaults", {}))
        self.note("class", cls.__qualname__, [base.__qualname__ for base in cls.__bases__], fields)
        for base in cls.__bases__:
            self.visit(base)
        if issubclass(cls, Enum):
            self.note("members", [(member.name, repr(member.value)) for member in cls])
        for field in dataclasses.fields(cls) if dataclasses.is_dataclass(cls) else ():
            self.visit(field.default_factory)
        for name, member in vars(cls).items():
            member = unwrapped(member)
            if not (name.startswith("__") and name.endswith("__")):
                self.once_mentioned(name, functools.partial(self._visit_member, cls, name, member))
            elif isinstance(member, FunctionType) and name not in NOT_PLAYED:
                self.visit(member)

    def _visit_member(self, cls: type, name: str, member: Any) -> None:
        if isinstance(member, (FunctionType, type, Knowledge)):
            self.visit(member)
        else:
            self.note("attribute", cls.__qualname__, name, self.written(member))

    # --- values -------------------------------------------------------------------------------

    def written(self, value: Any) -> Any:
        """The value as text without places in memory or on disk; visits code inside it."""
        if isinstance(value, str):
            self.say(value)
            return Path(value).name if value.startswith(os.sep) else value
        if value is None or isinstance(value, (int, float, complex, bytes)):
            return repr(value)
        if isinstance(value, Spec):
            return self.written((value.name, value.arguments))
        if isinstance(value, Mapping):
            return [(self.written(key), self.written(held)) for key, held in value.items()]
        if isinstance(value, (set, frozenset)):
            return sorted(repr(self.written(held)) for held in value)
        self.visit(value if isinstance(unwrapped(value), (FunctionType, type)) else type(value))
        if isinstance(value, (tuple, list)):
            return [self.written(held) for held in value]
        if dataclasses.is_dataclass(value) and not isinstance(value, type):
            return [self.written(getattr(value, f.name)) for f in dataclasses.fields(value)]
        if not isinstance(value, type) and hasattr(value, "tobytes") and hasattr(value, "dtype"):
            content = hashlib.sha256(value.tobytes()).hexdigest()
            return repr((value.dtype.str, value.shape, content))
        return getattr(value, "__qualname__", type(value).__qualname__)

    def say(self, text: str) -> None:
        """Text may name an attribute, a game, an evaluator or a rater; a spec names several."""
        if text.isidentifier():
            self.words.add(text)
            self.mention(text)
        elif text[:1].isalpha() and text.endswith(")"):
            with suppress(InvalidSpecError):
                self.written(parse_spec(text))

    def note_sources(self, cls: type) -> None:
        """All code in the user's files that a class was loaded with."""
        for file, content in contents_of(cls).items():
            self.note("source", meaning_of(file, content))


def _digest(*parts: object) -> str:
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:DIGITS]


def texts_in(arguments: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(str(value) for value in arguments.values() if isinstance(value, (str, Spec)))


def files_in(texts: Iterable[str]) -> Iterator[Path]:
    """What may be files in the text of an argument: networks, and words of a command."""
    for text in texts:
        if not text.isidentifier():
            with suppress(ValueError):  # a quote without an end, which no command has
                yield from map(Path, (text, *shlex.split(text)))


def _contents(files: Iterable[Path | None]) -> Iterator[str]:
    """The checksums of those files that are there."""
    for file in files:
        if file is not None and file.is_file():
            with file.open("rb") as content:
                yield hashlib.file_digest(content, "sha256").hexdigest()


def _judges(known: Knowledge, word: str) -> Iterator[type]:
    """The evaluators and raters that a word means in a game."""
    aliases = {
        "default": (known.evaluator_names[0], known.rater_names[0]),
        "report": (known.report_evaluator or known.evaluator_names[0],),
    }
    for name in aliases.get(word, (word,)):
        for offered in (known.evaluators, known.raters):
            if name in offered:
                yield known.load(offered[name])
        if name in PLAIN_JUDGES:
            yield getattr(judges, PLAIN_JUDGES[name])


def _is_generated(function: FunctionType) -> bool:
    """Whether a dataclass or NamedTuple made it; what somebody gave to `exec` is named freely."""
    return function.__code__.co_filename == GENERATED and function.__name__.startswith("__")


def _top_package(value: Any) -> str:
    return (getattr(value, "__module__", None) or "").partition(".")[0]


def _codes_in(code: CodeType) -> Iterator[CodeType]:
    """The code and that of all functions inside it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes_in(constant)


def _constants(code: CodeType) -> list[Any]:
    """The constants of a code without its docstring, nor other code."""
    documented = code.co_flags & NAMED if NAMED else not code.co_name.startswith("<")
    held = code.co_consts[1:] if documented else code.co_consts
    return [constant for constant in held if not isinstance(constant, CodeType)]


def _meaning(code: CodeType) -> list[Any]:
    """What the code does, as data."""
    parts = []
    for each in _codes_in(code):
        constants = [
            sorted(map(repr, held)) if isinstance(held, frozenset) else repr(held)
            for held in _constants(each)
        ]
        parts.append((each.co_code, each.co_names, constants, each.co_exceptiontable))
    return parts
