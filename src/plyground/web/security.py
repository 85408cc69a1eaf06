"""Safe by default: headers, the size of bodies, and who may talk to the server.

The page is our own files alone, so the browser is told to load nothing else. Requests that change
nothing may come from anywhere that reaches the server; others, and the WebSocket, only from pages
that this server sent. A server that other machines reach has a token: the link that it prints
carries it, the browser keeps it as a cookie, and nothing of the API answers without.
"""

from __future__ import annotations

import asyncio
import ipaddress
import secrets
from collections import Counter
from collections.abc import Iterable, Mapping
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from plyground.web.models import Problem
from plyground.web.problems import answer

LARGEST_BODY = 64 * 1024
BODY_SECONDS = 30.0  # in which the body of a request has to come
LOCAL_ADDRESSES = ("127.0.0.1", "::1")
LOCAL_HOSTS = ("127.0.0.1", "localhost", "[::1]")
MOST_AT_ONCE = {"http": 64, "websocket": 100}  # of one client; pages have a few and one
RESERVED = {"http": 0, "websocket": 20}  # beyond them, for players of shared games (live.py)
POLICY_VIOLATION, TRY_AGAIN_LATER = 1008, 1013
COOKIE = "plyground-token"
ASK_FOR_LINK = "open the link that `plyground serve` printed: it holds the token"
READING = ("GET", "HEAD", "OPTIONS")
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; base-uri 'none'; object-src 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
# The one page that others may put into a frame: it shows a board and does nothing else.
EMBEDDED = "/embed"
FRAMED_HEADERS = {
    **{name: value for name, value in HEADERS.items() if name != "X-Frame-Options"},
    "Content-Security-Policy": HEADERS["Content-Security-Policy"].partition("; frame-ancestors")[0],
    "Cross-Origin-Resource-Policy": "cross-origin",
}


def is_own_page(headers: Mapping[str, str]) -> bool:
    """Whether a request comes from a page of this server, or from no page at all."""
    origin = headers.get("origin")
    return origin is None or urlsplit(origin).netloc == headers.get("host")


def allowed_hosts(bound_to: Iterable[str]) -> list[str]:
    """The names under which the server answers."""
    return list(dict.fromkeys((*LOCAL_HOSTS, *bound_to)))


def is_local(address: str) -> bool:
    """Whether only this machine reaches a server that listens there."""
    return ipaddress.ip_address(address).is_loopback


def address_of(asked: HTTPConnection) -> str | None:
    """The address of another machine that asks; None for this one."""
    host = None if asked.client is None else asked.client.host
    return None if host in LOCAL_ADDRESSES else host


class Door:
    """Lets in who has the token: in a link, in the cookie that the link left, or in a header."""

    def __init__(self, app: ASGIApp, token: str) -> None:
        """Stand before `app`."""
        self.app = app
        self.token = token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the request through, keep the token of a link, or refuse."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        asked = HTTPConnection(scope)
        given = asked.query_params.get("token")
        if not asked.url.path.startswith("/api"):
            onward = self.app if given is None else self._kept(given)
        else:
            onward = self.app if self._is_known(asked) else _no_token()
        if scope["type"] == "websocket" and onward is not self.app:
            await WebSocketClose(POLICY_VIOLATION, ASK_FOR_LINK)(scope, receive, send)
        else:
            await onward(scope, receive, send)

    def _is_known(self, asked: HTTPConnection) -> bool:
        header = asked.headers.get("authorization", "").removeprefix("Bearer ")
        return self._fits(header) or self._fits(asked.cookies.get(COOKIE, ""))

    def _fits(self, given: str) -> bool:
        return secrets.compare_digest(given.encode(), self.token.encode())

    def _kept(self, given: str) -> ASGIApp:
        """What takes the token out of the address, so that copied links do not hold it."""
        if not self._fits(given):
            return _no_token()
        page = RedirectResponse("/", 303)  # browsers keep what stands behind the #
        page.set_cookie(COOKIE, given, httponly=True, samesite="strict")
        return page


class Turnstile:
    """Lets in so much of one client at once; what is beyond is told at once that it is too much."""

    def __init__(self, app: ASGIApp) -> None:
        """Stand before `app`."""
        self.app = app
        self.inside: Counter[tuple[str, str | None]] = Counter()  # by kind and address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the request through, or refuse it."""
        kind = scope["type"]
        if kind not in MOST_AT_ONCE:
            await self.app(scope, receive, send)
            return
        who = (kind, address_of(HTTPConnection(scope)))
        if self.inside[who] >= MOST_AT_ONCE[kind] + RESERVED[kind]:
            await _too_many(kind)(scope, receive, send)
            return
        scope["is_reserved"] = self.inside[who] >= MOST_AT_ONCE[kind]
        self.inside[who] += 1
        try:
            await self.app(scope, receive, send)
        finally:
            self.inside[who] -= 1
            if not self.inside[who]:
                del self.inside[who]


class Guard:
    """Adds the headers to every answer; refuses foreign pages and large bodies."""

    def __init__(self, app: ASGIApp) -> None:
        """Stand before `app`."""
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the request through, or answer with a problem."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        framed = scope["path"].rstrip("/") == EMBEDDED
        guarded = _with_headers(send, FRAMED_HEADERS if framed else HEADERS)
        if scope["method"] not in READING and not is_own_page(headers):
            await _refuse(403, "Foreign page", "this page was not sent by this server")(
                scope, receive, guarded
            )
        elif _announced(headers) > LARGEST_BODY:
            await _too_large()(scope, receive, guarded)
        else:
            await self._count(scope, receive, guarded)

    async def _count(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Read no more of the body than is allowed, whatever was announced, and not for ever."""
        seen = 0
        deadline: float | None = asyncio.get_running_loop().time() + BODY_SECONDS
        refusal: ASGIApp | None = None

        async def counted() -> Message:
            nonlocal seen, deadline, refusal
            try:
                async with asyncio.timeout_at(deadline):
                    message = await receive()
            except TimeoutError:
                refusal = _refuse(408, "Too slow", f"no whole body came in {BODY_SECONDS:.0f} s")
                raise ClientDisconnect from None
            seen += len(message.get("body", b""))
            if not message.get("more_body", False):
                deadline = None
            if seen > LARGEST_BODY:
                refusal = _too_large()
                raise ClientDisconnect
            return message

        async def watched(message: Message) -> None:
            if refusal is None:
                await send(message)

        try:
            await self.app(scope, counted, watched)
        except ClientDisconnect:
            if refusal is None:
                raise
        if refusal is not None:
            await asyncio.sleep(0)  # what came behind it may have ended the connection
            await refusal(scope, receive, send)


def _announced(headers: Headers) -> int:
    length = headers.get("content-length", "0")
    return int(length) if length.isascii() and length.isdigit() else 0


def _with_headers(send: Send, added: Mapping[str, str]) -> Send:
    async def guarded(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in added.items():
                headers.setdefault(name, value)
        await send(message)

    return guarded


def _refuse(status: int, title: str, detail: str) -> ASGIApp:
    problem = Problem(type="about:blank", title=title, status=status, detail=detail, reason=None)
    return answer(problem)


def _no_token() -> ASGIApp:
    return _refuse(401, "No token", ASK_FOR_LINK)


def _too_many(kind: str) -> ASGIApp:
    if kind == "websocket":
        return WebSocketClose(TRY_AGAIN_LATER, too_many_told(kind))
    return _refuse(429, "Busy", too_many_told(kind))


def too_many_told(kind: str) -> str:
    """Say why a connection of that kind is refused."""
    return f"{MOST_AT_ONCE[kind]} connections of this client are open; close one"


def _too_large() -> ASGIApp:
    return _refuse(413, "Too large", f"a request may have at most {LARGEST_BODY} bytes")
