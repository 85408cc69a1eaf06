"""The API as an application: what a server and a worker in a browser have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import AbstractAsyncContextManager
from importlib import import_module
from typing import Any

from fastapi import APIRouter, FastAPI
from fastapi.openapi.utils import get_openapi
from starlette.types import ASGIApp, Receive, Scope, Send

from plyground import __version__
from plyground.web import agents, live, problems, routes
from plyground.web.models import Problem

# What one person needs: games, positions, agents, searches. No processes, no files are written.
FIRST = (routes.router, agents.router, live.router)  # all that a game against an agent asks
LATER = ("line", "tree", "why", "puzzles", "tours", "people", "explore")  # modules


def create_api(
    lifespan: Callable[[FastAPI], AbstractAsyncContextManager[None]],
    more: Callable[[FastAPI], Iterable[APIRouter]] = lambda _: (),
) -> FastAPI:
    """The API, with `more` endpoints than everybody has.

    Those that the first move does not need, `more` among them, are imported when somebody asks for
    what is not there yet: a server listens the sooner.
    """
    api = FastAPI(
        title="Plyground",
        version=__version__,
        description="The API of the page; see docs/api.md.",
        docs_url=None,  # FastAPI's pages load from elsewhere
        redoc_url=None,
        openapi_url="/api/openapi.json",
        lifespan=lifespan,
    )
    problems.install(api)
    for router in FIRST:
        api.include_router(router)
    rest = Rest(api, more)
    api.router.default = rest.otherwise(api.router.default)
    api.openapi = lambda: describe(rest.included())  # type: ignore[method-assign]
    return api


class Rest:
    """The endpoints that are imported later, all at once."""

    def __init__(self, api: FastAPI, more: Callable[[FastAPI], Iterable[APIRouter]]) -> None:
        """Nothing is imported yet."""
        self._api, self._more = api, more
        self._is_included = False

    def included(self) -> FastAPI:
        """The API with all endpoints."""
        if not self._is_included:
            later = [import_module(f"plyground.web.{name}").router for name in LATER]
            for router in (*later, *self._more(self._api)):
                self._api.include_router(router)
            self._is_included = True
        return self._api

    def otherwise(self, not_there: ASGIApp) -> ASGIApp:
        """What answers where no endpoint does: those that are not included yet, if there are."""

        async def answer(scope: Scope, receive: Receive, send: Send) -> None:
            if self._is_included or not scope["path"].startswith("/api"):
                await not_there(scope, receive, send)
            else:
                await self.included().router(scope, receive, send)

        return answer


def describe(api: FastAPI) -> dict[str, Any]:
    """The OpenAPI description, with the problems that answers refer to."""
    if api.openapi_schema is None:
        described = get_openapi(
            title=api.title,
            version=api.version,
            description=api.description,
            routes=api.routes,
        )
        schemas = described["components"]["schemas"]
        schemas["Problem"] = Problem.model_json_schema(mode="serialization")
        for unused in ("HTTPValidationError", "ValidationError"):
            schemas.pop(unused, None)
        api.openapi_schema = described
    return api.openapi_schema
