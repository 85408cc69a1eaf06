"""The API as an application: what a server and a worker in a browser have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import AbstractAsyncContextManager
from typing import Any

from fastapi import APIRouter, FastAPI
from fastapi.openapi.utils import get_openapi

from plyground import __version__
from plyground.web import (
    agents,
    explore,
    line,
    live,
    people,
    problems,
    puzzles,
    routes,
    tours,
    tree,
    why,
)
from plyground.web.models import Problem

# What one person needs: games, positions, agents, searches. No processes, no files are written.
ROUTERS = (
    routes.router,
    line.router,
    agents.router,
    tree.router,
    why.router,
    puzzles.router,
    tours.router,
    people.router,
    explore.router,
    live.router,
)


def create_api(
    lifespan: Callable[[FastAPI], AbstractAsyncContextManager[None]],
    more: Iterable[APIRouter] = (),
) -> FastAPI:
    """The API, with `more` endpoints than everybody has."""
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
    for router in (*ROUTERS, *more):
        api.include_router(router)
    api.openapi = lambda: describe(api)  # type: ignore[method-assign]
    return api


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
