"""The application: the API, the page's files, and what stands before both."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from fastapi import APIRouter, FastAPI
from fastapi.responses import RedirectResponse, Response
from fastapi.staticfiles import StaticFiles
from starlette.middleware.gzip import GZipMiddleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

from plyground.web.api import create_api
from plyground.web.app_shell import WORKER, service_worker
from plyground.web.players import Players
from plyground.web.searching import Searchers, shorten_switch_interval
from plyground.web.security import Door, Guard, Turnstile, allowed_hosts
from plyground.web.shared_games import SharedGames

STATIC = Path(__file__).parent / "static"
# The same as in static/js/router.js.
SCREENS = ("play", "analyse", "tree", "learn", "puzzles", "arena", "lab")


class PageFiles(StaticFiles):
    """The page's files; browsers keep them but ask each time whether they have changed."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file, or a 404; of the service worker with what it has to know."""
        found = await super().get_response(path, scope)
        if path == WORKER and found.status_code == 200:
            worker = await asyncio.to_thread(service_worker, STATIC)
            found = Response(worker, media_type="text/javascript")
        found.headers["Cache-Control"] = "no-cache"
        return found


def create_app(
    hosts: Iterable[str] = (),
    searchers: Searchers | None = None,
    games: Iterable[Any] = (),
    store: Path | None = None,
    token: str | None = None,
) -> FastAPI:
    """The application: it answers under local names and `hosts`, and warms `games` at start.

    Tournaments are kept in `store`; without one, where `arena.default_store` says. With a `token`
    the API answers nobody who does not have it.
    """
    jobs = list[Any]()  # of this server, to be closed with it

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        shorten_switch_interval()
        app.state.searchers = searchers or Searchers()
        app.state.players = Players()
        app.state.shared_games = SharedGames()
        for game in games:
            app.state.searchers.warm(game)
        yield
        for each in jobs:
            each.close()
        app.state.searchers.close()
        app.state.players.close()

    def served(app: FastAPI) -> list[APIRouter]:
        """What a server alone has."""
        from plyground.web import arena, lab, standings, together, trainings

        app.state.jobs = arena.Jobs(store)
        app.state.lab = lab.open_jobs(app.state.jobs.path)
        jobs.extend((app.state.jobs, app.state.lab))
        modules = (arena, standings, lab, trainings, together)
        return [module.router for module in modules]

    app = create_api(lifespan, served)
    app.router.default = _page_or(app.router.default)  # a mount would hide wrong methods of the API
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=5)
    if token is not None:
        app.add_middleware(Door, token=token)
    app.add_middleware(Turnstile)
    app.add_middleware(Guard)
    app.add_middleware(
        TrustedHostMiddleware, allowed_hosts=allowed_hosts(hosts), www_redirect=False
    )
    return app


def _page_or(otherwise: ASGIApp) -> ASGIApp:
    """What answers where the API has nothing: the page's files."""
    files = PageFiles(directory=STATIC, html=True)

    async def page(scope: Scope, receive: Receive, send: Send) -> None:
        is_page = scope["type"] == "http" and not scope["path"].startswith("/api")
        screen = scope["path"].strip("/")
        answer: ASGIApp = files if is_page else otherwise
        if is_page and screen in SCREENS:  # typed without its #
            answer = RedirectResponse(f"/#/{screen}")
        await answer(scope, receive, send)

    return page
