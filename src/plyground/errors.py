"""
Every error that Plyground raises on purpose.

PlygroundError                  something a person or a program asked for cannot be done
├── UnknownNameError            nothing is known by that name
│   ├── UnknownGameError        no game of that name, or the file offers none
│   ├── UnknownAgentError       no agent of that name
│   └── UnknownExperimentError  no experiment of that name in the laboratory
├── InvalidInputError           text or a number that means nothing here
│   ├── InvalidSpecError        text that describes no agent, evaluator or rater
│   ├── InvalidParameterError   no such parameter, or its value is out of range
│   ├── InvalidLimitError       a limit that bounds nothing or a negative one
│   ├── InvalidPositionError    text that is no position of the game
│   ├── InvalidMoveError        text that is no move of the game at all
│   ├── InvalidRecordError      text that is no record of a game, or of one that cannot be
│   ├── InvalidStatisticError   counts, bounds or levels from which no statistic follows
│   └── UsageError              options that contradict each other, commands out of turn
├── IllegalMoveError            a move that the rules forbid in this position
│   └── GameOverError           any move, since the game is over
├── FileError                   a file that cannot be read or written, or is not what it should be
│   ├── InvalidStoreError       a file that is no store of results, or a newer one
│   ├── InvalidReportError      data of a report that say something wrong, or nothing
│   ├── InvalidBookError        a file that is no opening book, a damaged one, or none at all
│   ├── InvalidCertificateError a file that is no certificate, or whose strategy fails
│   ├── InvalidProofsError      a file that holds no proofs to go on from, or those of another game
│   └── NetworkFileError        a file that is no network of ours, or one for something else
├── UnsupportedError            something that this game does not offer
├── OutOfReachError             a proof that a solver does not find in time
├── MissingDependencyError      an optional library that is not installed; says how to install it
├── EngineError                 an engine that crashed, kept silent or answered nonsense
├── WorkerError                 a process or a cluster that games were to be played in
│   ├── LostClusterError        a cluster that went away during the work
│   ├── ChangedCodeError        a game or agent edited while its tournament is played
│   └── ContradictionError      proofs of two workers that cannot both be right
├── TrainingError               a training run that cannot begin or go on
├── NonconformingError          a game that breaks the contract of `plyground.game`
└── CompilationError            a position, evaluator or rater that Numba cannot compile

Messages show what was given, say what was wrong and what would be right.
A `NotCompiledWarning` accompanies code that runs interpreted after a `CompilationError`, a
`BookWarning` a solver that has to do without its opening book, a `CacheWarning` work that is done
again because others could have written what the cache holds, an `OpeningsWarning` a
tournament with fewer openings than pairs of games, a `WorkerWarning` games that others play because
a worker stood still.
"""

from __future__ import annotations

from collections.abc import Iterable

LONGEST_NAME = 100  # letters that are compared with names


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """The end of a message about an unknown name, as in `; did you mean bamboo?`; else nothing."""
    from difflib import get_close_matches

    alike = get_close_matches(name[:LONGEST_NAME].lower(), list(known), n=1)
    return f"; did you mean {alike[0]}?" if alike else ""


class PlygroundError(Exception):
    """Base of every error that Plyground raises on purpose."""


class UnknownNameError(PlygroundError):
    """Nothing is known by that name."""


class UnknownGameError(UnknownNameError):
    """No game of that name is registered, or a file offers none."""


class UnknownAgentError(UnknownNameError):
    """No agent of that name is registered."""


class InvalidInputError(PlygroundError):
    """Text or a number that means nothing where it was given."""


class FileError(PlygroundError):
    """A file cannot be read or written, or is not what it should be."""


class InvalidSpecError(InvalidInputError):
    """The text is no spec, or names a parameter that the agent does not have."""


class InvalidParameterError(InvalidInputError):
    """A game has no such parameter, or the value is out of its range."""


class InvalidLimitError(InvalidInputError):
    """A limit is negative, zero, or not a number."""


class InvalidPositionError(InvalidInputError):
    """The text describes no position that the game can be in."""


class InvalidMoveError(InvalidInputError):
    """The text is no move of this game, whatever the position."""


class UsageError(InvalidInputError):
    """Options that contradict each other or do not fit here, or commands out of turn."""


class IllegalMoveError(PlygroundError):
    """The move exists in this game, but the rules forbid it in this position."""


class GameOverError(IllegalMoveError):
    """The game is over, so that nothing can be played, chosen or searched."""


class UnsupportedError(PlygroundError):
    """The game does not offer what was asked for."""


class MissingDependencyError(PlygroundError):
    """An optional library is not installed; the message says how to install it."""


class EngineError(PlygroundError):
    """An engine cannot be started, ended on its own, kept silent or answered nonsense."""


class InvalidStatisticError(InvalidInputError):
    """Counts, bounds or levels from which no statistic follows."""


class InvalidRecordError(InvalidInputError):
    """The text is no record of a game, or the moves in it are not those of the game."""


class InvalidStoreError(FileError):
    """The file is no store of results, belongs to a newer version, or cannot be opened."""


class WorkerError(PlygroundError):
    """The processes or the cluster that games were to be played in cannot be used."""


class LostClusterError(WorkerError):
    """The cluster has gone, and with it what its workers had in hand."""


class ContradictionError(WorkerError):
    """Workers have proven what cannot both be right."""


class ChangedCodeError(WorkerError):
    """A game or an agent is not the one that its tournament was planned with."""


class OutOfReachError(PlygroundError):
    """A solver does not prove in time what was asked for."""


class UnknownExperimentError(UnknownNameError):
    """The laboratory has no experiment of that name."""


class InvalidReportError(FileError):
    """The data of a report are incomplete, or contradict each other."""


class InvalidBookError(FileError):
    """The file is missing, is no opening book, or is damaged."""


class InvalidCertificateError(FileError):
    """The file is no certificate, or its strategy does not do what it claims."""


class TrainingError(PlygroundError):
    """A training run cannot begin or go on: another run's folder, or a damaged checkpoint."""


class NetworkFileError(FileError):
    """The file is no network, is damaged, or belongs to another game, size or encoding."""


class InvalidProofsError(FileError):
    """The file holds no proofs to go on from, is damaged, or belongs to another game."""


class NonconformingError(PlygroundError):
    """A game breaks the contract of `plyground.game`; the message quotes the part."""


class CompilationError(PlygroundError):
    """Numba cannot compile a class; the message names class, method and line."""


class NotCompiledWarning(UserWarning):
    """Something runs interpreted, about a hundred times slower, because it did not compile."""


class BookWarning(UserWarning):
    """The opening book is missing or damaged, so that early positions take longer."""


class CacheWarning(UserWarning):
    """The cache is not used: others may write it, or what is in it could not be known again."""


class OpeningsWarning(UserWarning):
    """There are fewer openings than pairs of games, so that some games will be repeated."""


class WorkerWarning(UserWarning):
    """A process or machine stood still, and others play its games."""
