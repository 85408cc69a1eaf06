"""Refusals as problem details (RFC 9457): from errors of ours to answers."""

from __future__ import annotations

import logging
import re
import traceback
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from plyground.errors import (
    GameOverError,
    IllegalMoveError,
    InvalidStoreError,
    OutOfReachError,
    PlygroundError,
    UnknownExperimentError,
    UnknownGameError,
)
from plyground.web.models import Problem

MEDIA_TYPE = "application/problem+json"
TITLES = {400: "Bad request", 404: "Not found", 405: "Method not allowed", 413: "Too large"}
SHOWN_INPUT = 80
LONGEST_REASON = 300


class IncompleteMoveError(PlygroundError):
    """The cells that were clicked only begin a move."""


class ForbiddenMoveError(IllegalMoveError):
    """An illegal move, with the rule that forbids it in `reason`."""

    def __init__(self, message: str, reason: str) -> None:
        """`reason` is the rule alone, `message` the whole sentence."""
        super().__init__(message)
        self.reason = reason


class BusyError(PlygroundError):
    """All searchers are busy and the queue is full."""


class UnknownSharedGameError(PlygroundError):
    """No game that people play together has this name, or it was closed."""


class ForeignSeatError(PlygroundError):
    """Something that only the other seat of a shared game may do, or no seat at all."""


class NotNowError(PlygroundError):
    """Something that a player may do, but not at this point of a shared game."""


class EndingError(PlygroundError):
    """The server ends, and its searches with it."""


class FailedError(PlygroundError):
    """Something raised what nobody expected: an agent, an evaluator, or this server."""


def failed(error: BaseException) -> FailedError:
    """What a client is told about an error that is not ours; the server's log holds the rest."""
    told = "".join(traceback.format_exception(error)).encode("utf-8", "backslashreplace").decode()
    logging.getLogger(__name__).error("a request failed unexpectedly\n%s", told)
    try:
        said = " ".join(str(error).split())[:LONGEST_REASON].encode(errors="replace").decode()
    except Exception:  # an error that cannot be written
        said = ""
    kind = type(error).__name__
    return FailedError(f"this failed unexpectedly: {kind}{': ' if said else ''}{said}")


# The first class that fits decides: kind, title, status.
KINDS: tuple[tuple[type[PlygroundError], str, str, int], ...] = (
    (UnknownGameError, "unknown-game", "Unknown game", 404),
    (InvalidStoreError, "no-such-job", "No such tournament", 404),
    (UnknownExperimentError, "unknown-experiment", "Unknown experiment", 404),
    (UnknownSharedGameError, "no-such-shared-game", "No such shared game", 404),
    (ForeignSeatError, "not-your-seat", "Not your seat", 403),
    (NotNowError, "not-now", "Not now", 409),
    (GameOverError, "game-over", "The game is over", 409),
    (IncompleteMoveError, "incomplete-move", "Incomplete move", 409),
    (IllegalMoveError, "illegal-move", "Illegal move", 409),
    (BusyError, "busy", "Busy", 429),
    (EndingError, "ending", "The server ends", 503),
    (FailedError, "failed", "Failed", 500),
    (OutOfReachError, "out-of-reach", "Not proven in time", 422),
    (PlygroundError, "invalid-request", "Invalid request", 422),
)


def problem_of(error: PlygroundError) -> Problem:
    """What a client is told about an error of ours."""
    kind, title, status = next(row[1:] for row in KINDS if isinstance(error, row[0]))
    return Problem(
        type=f"urn:plyground:{kind}",
        title=title,
        status=status,
        detail=str(error),
        reason=getattr(error, "reason", None),
    )


def invalid(detail: str) -> Problem:
    """The problem of a request that does not fit its description."""
    return Problem(
        type="urn:plyground:invalid-request",
        title="Invalid request",
        status=422,
        detail=detail,
        reason=None,
    )


# What pydantic finds wrong, by its type, in our words; `{}` are the numbers and names beside it.
COMPLAINTS = {
    "missing": "is missing",
    "extra_forbidden": "is not known here",
    "greater_than": "must be more than {gt}",
    "greater_than_equal": "must be {ge} or more",
    "less_than": "must be less than {lt}",
    "less_than_equal": "must be {le} or less",
    "string_too_short": "must have {min_length} letters or more",
    "string_too_long": "must have {max_length} letters or fewer",
    "string_pattern_mismatch": "is not written as it should be",
    "too_short": "must have {min_length} entries or more",
    "too_long": "must have {max_length} entries or fewer",
    "literal_error": "must be one of {expected}",
    "union_tag_invalid": "must have a {discriminator}: one of {expected_tags}",
    "union_tag_not_found": "has no {discriminator}",
    "int_type": "must be a whole number",
    "int_parsing": "must be a whole number",
    "int_from_float": "must be a whole number",
    "float_type": "must be a number",
    "float_parsing": "must be a number",
    "finite_number": "must be a number",
    "bool_type": "must be true or false",
    "bool_parsing": "must be true or false",
    "string_type": "must be text",
    "list_type": "must be a list",
    "dict_type": "must be an object",
    "model_type": "must be an object",
    "model_attributes_type": "must be an object",
    "json_invalid": "is not JSON",
}
SHOW_NOTHING = (
    "missing",
    "extra_forbidden",
    "json_invalid",
    "union_tag_not_found",
)  # there is nothing to show


def complaint(errors: Any) -> str:
    """What pydantic found wrong, as one line for a person."""
    parts = []
    for error in list(errors)[:5]:
        place = "" if error["type"] == "json_invalid" else _place(error["loc"])
        words = COMPLAINTS.get(error["type"], "is not what it should be")
        said = f"{place or 'the request'} {words.format(**_plain(error.get('ctx', {})))}"
        given = repr(error.get("input"))
        shown = given if len(given) <= SHOWN_INPUT else f"{given[:SHOWN_INPUT]}..."
        parts.append(said if error["type"] in SHOW_NOTHING else f"{said}, not {shown}")
    return "; ".join(parts)


def _plain(numbers: dict[str, Any]) -> dict[str, Any]:
    """60 instead of 60.0."""
    return {
        name: int(value) if isinstance(value, float) and value.is_integer() else value
        for name, value in numbers.items()
    }


def _place(where: Any) -> str:
    """The field that a complaint is about, without pydantic's names of what a union may hold."""
    kept = (str(part) for part in where if part not in ("body", "query", "str", "int", "float"))
    return ".".join(part for part in kept if not part.startswith("constrained-"))


def answer(problem: Problem) -> JSONResponse:
    """The problem as a response."""
    headers = {"Retry-After": "2"} if problem.status == 429 else None
    return JSONResponse(problem.model_dump(), problem.status, headers, MEDIA_TYPE)


def responses(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The problems that an endpoint may answer with, for its description."""
    described = {413: "Too large", 422: "Invalid request"}
    for _, _, title, status in KINDS:
        if status in statuses:
            described.setdefault(status, title)
    schema = {"$ref": "#/components/schemas/Problem"}
    return {
        status: {"description": title, "content": {MEDIA_TYPE: {"schema": schema}}}
        for status, title in described.items()
    }


def methods_of(app: FastAPI, path: str) -> list[str]:
    """The methods that the API describes for `path`; a router knows those of one route only."""
    found: set[str] = set()
    for template, described in app.openapi()["paths"].items():
        if re.fullmatch(re.sub(r"\{[^}]+\}", "[^/]+", template), path):
            found.update(method.upper() for method in described)
    return sorted(found)


def install(app: FastAPI) -> None:
    """Have every error of `app` answered with a problem."""

    @app.exception_handler(PlygroundError)
    async def refuse(request: Request, error: PlygroundError) -> JSONResponse:
        return answer(problem_of(error))

    @app.exception_handler(RequestValidationError)
    async def refuse_invalid(request: Request, error: RequestValidationError) -> JSONResponse:
        return answer(invalid(complaint(error.errors())))

    @app.exception_handler(HTTPException)
    async def refuse_http(request: Request, error: HTTPException) -> JSONResponse:
        title = TITLES.get(error.status_code, "Refused")
        status = 422 if error.status_code == 400 else error.status_code
        problem = Problem(
            type="about:blank",
            title=title,
            status=status,
            detail=f"{title}: {request.method} {request.url.path}",
            reason=None,
        )
        refused = answer(problem)
        refused.headers.update(error.headers or {})
        if error.status_code == 405:
            refused.headers["Allow"] = ", ".join(methods_of(app, request.url.path)) or "GET"
        return refused
