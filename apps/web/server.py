"""The server of the table: a page, its data, and commands. All work is done one after another.

A browser asks `/api/wait` for changes, so a second one sees the battle live.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from functools import partial
from importlib.resources import files
from types import FrameType
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ...envs.core.inputs.arguments import said
from ...envs.core.session.state_file import text_of
from .building import system_of
from .commands import MOST_TEXT, read_command
from .guard import HEADERS, Guard, RefusedError
from .proposals import proposal_part
from .room import Room
from .views import system_part, view_of

MOST_BYTES = 2 * MOST_TEXT
"""Most bytes of a request."""
PATIENCE = 0.15
"""Seconds that a view waits for work under way, before it shows what was."""
LONGEST_WAIT = 25.0
"""Seconds after which a browser that waits for changes gets an answer without any."""
PAUSE = 0.4
"""Seconds between two decisions of agents that act by themselves."""
TYPES = {"html": "text/html", "css": "text/css", "js": "text/javascript"}
ERRORS = (ValueError, KeyError, OSError, ImportError, RuntimeError)
"""Errors that end in a sentence on the page."""


class Server:
    """The server's state: the room, its guard, and the browsers that wait for changes."""

    def __init__(self, room: Room, guard: Guard) -> None:
        """Serve a room."""
        self.room, self.guard = room, guard
        self._lock = asyncio.Lock()
        self._asking = asyncio.Lock()
        self._changed = asyncio.Event()
        self._views: dict[str, dict[str, Any]] = {}
        self._acting: asyncio.Task[None] | None = None
        self._is_closing = False

    def close(self) -> None:
        """Let nobody wait any more, before the server ends."""
        self._is_closing = True
        self.tell()

    # --- Work -------------------------------------------------------------------------------------

    async def work(self, task: Callable[[], Any]) -> Any:
        """Do one thing to the room, after everything before it."""
        loop = asyncio.get_running_loop()
        async with self._lock:
            self.room.on_busy = partial(loop.call_soon_threadsafe, self.tell)
            return await run_in_threadpool(task)

    def tell(self) -> None:
        """Wake all browsers that wait for changes."""
        self._changed.set()
        self._changed = asyncio.Event()

    async def act(self) -> None:
        """Let agents act by themselves until a person is asked."""
        try:
            while await self.work(self.room.play_agent):
                self.tell()
                await asyncio.sleep(PAUSE)
        except ERRORS as error:
            self.room.is_auto, self.room.notice = False, said(error)
            self.room.version += 1
        self.tell()

    def start_acting(self) -> None:
        """Begin `act`, unless it goes on."""
        if self.room.is_auto and (self._acting is None or self._acting.done()):
            self._acting = asyncio.create_task(self.act())

    async def view(self, role: str, story: int, since: int) -> dict[str, Any]:
        """The view of a role; while long work goes on, the last one."""
        try:
            await asyncio.wait_for(self._lock.acquire(), PATIENCE)
        except TimeoutError:
            last = self._views.get(role)
            if last is not None and continues(last, story, since):
                return {**last, "busy": self.room.busy or "One moment, please."}
            await self._lock.acquire()
        try:
            found = await run_in_threadpool(view_of, self.room, role, story, since)
        finally:
            self._lock.release()
        self._views[role] = found
        return found

    # --- Requests ---------------------------------------------------------------------------------

    async def command(self, request: Request, role: str) -> Any:
        """A command of a browser."""
        self.guard.check_change(request.headers)
        command = read_command(await body_of(request))
        await self.work(partial(self.room.obey, command, role))
        self.tell()
        self.start_acting()
        return {"ok": True}

    async def show(self, request: Request, role: str) -> Any:
        """The content of the page."""
        return await self.view(role, number(request, "story", -1), number(request, "since", 0))

    async def wait(self, request: Request, role: str) -> Any:
        """An answer as soon as the version is another one, or what takes long has begun."""
        seen, changed = number(request, "version", -1), self._changed
        if self.room.version == seen and not self._is_closing:
            try:
                await asyncio.wait_for(changed.wait(), LONGEST_WAIT)
            except TimeoutError:
                pass
        return {"version": self.room.version, "busy": self.room.busy}

    async def system(self, request: Request, role: str) -> Any:
        """The constant facts of a system, for the game master."""
        only_gm(role)
        system = system_of(request.path_params["name"])[0]
        return await run_in_threadpool(system_part, self.room, system)

    async def proposal(self, request: Request, role: str) -> Any:
        """The proposals of an agent, for the game master."""
        only_gm(role)
        name = request.query_params.get("agent", "")
        battles = min(number(request, "battles", 0), 1000)
        without = [int(one) for one in request.query_params.get("without", "").split(",") if one]
        match = await self.work(self.room.copy_of_match)
        fighter = number(request, "fighter", -1)
        async with self._asking:
            return await run_in_threadpool(
                proposal_part, self.room, match, name, battles, without[:100], fighter
            )

    async def download(self, request: Request, role: str) -> Any:
        """A file to keep: the encounter, the state or the whole table."""
        only_gm(role)
        what = request.path_params["what"]
        content = await self.work(partial(file_of, self.room, what))
        return Response(content, 200, HEADERS, "application/octet-stream")

    async def links(self, request: Request, role: str) -> Any:
        """The keys of the players' views."""
        only_gm(role)
        return {"keys": self.guard.keys, "local": self.guard.is_local}


def continues(view: dict[str, Any], story: int, since: int) -> bool:
    """Whether a view has all steps that a browser with `since` steps of a story lacks."""
    first = view.get("since", 0)
    return first == 0 or (view["story"] == story and first <= since)


def file_of(room: Room, what: str) -> bytes:
    """The content of a file to keep.

    Raises:
        ValueError: there is no such file.
    """
    if what == "encounter":
        return room.building().text.encode()
    if what == "state":
        return text_of(room.playing().open_moment()[1]).encode()
    if what == "table":
        return room.playing().journal.text()
    raise ValueError(f"no file {what[:40]!r}")


def only_gm(role: str) -> None:
    """Refuse players.

    Raises:
        RefusedError: it is no game master.
    """
    if role != "gm":
        raise RefusedError(403, "only the game master can do that")


def number(request: Request, name: str, otherwise: int) -> int:
    """A whole number of the query."""
    text = request.query_params.get(name, "")
    return int(text) if text.removeprefix("-").isdecimal() and len(text) < 12 else otherwise


async def body_of(request: Request) -> bytes:
    """The body of a request.

    Raises:
        RefusedError: it is too long.
    """
    found = bytearray()
    async for piece in request.stream():
        found += piece
        if len(found) > MOST_BYTES:
            raise RefusedError(413, "the file is too large")
    return bytes(found)


# --- The application ------------------------------------------------------------------------------

Answer = Callable[[Request, str], Awaitable[Any]]


def make_app(room: Room, guard: Guard) -> Starlette:
    """The web application of a room."""
    server = Server(room, guard)

    def route(path: str, answer: Answer, method: str = "GET") -> Route:
        async def respond(request: Request) -> Response:
            try:
                found = await answer(request, guard.role_of(request.headers))
            except RefusedError as error:
                return as_json({"error": str(error)}, error.status)
            except ERRORS as error:
                return as_json({"error": said(error)}, 400)
            return found if isinstance(found, Response) else as_json(found)

        return Route(path, respond, methods=[method])

    routes = [
        Route("/", page, methods=["GET"]),
        Route("/static/{name}", page, methods=["GET"]),
        route("/api/view", server.show),
        route("/api/wait", server.wait),
        route("/api/system/{name}", server.system),
        route("/api/proposal", server.proposal),
        route("/api/links", server.links),
        route("/api/file/{what}", server.download),
        route("/api/do", server.command, "POST"),
    ]
    app = Starlette(
        routes=routes,
        middleware=[Middleware(GZipMiddleware, minimum_size=2000)],
        exception_handlers={HTTPException: not_found},
    )
    app.state.close = server.close
    return app


class TableServer(uvicorn.Server):
    """A server that ends at once, although browsers always wait for an answer."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """End after a signal."""
        self.config.app.state.close()  # type: ignore[union-attr]
        super().handle_exit(sig, frame)


def server_of(room: Room, guard: Guard) -> TableServer:
    """A server of a room; `run(sockets=[...])` serves until a signal."""
    app = make_app(room, guard)
    return TableServer(
        uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=2, ws="none")
    )


def as_json(data: Any, status: int = 200) -> Response:
    """An answer with data."""
    content = json.dumps(data, separators=(",", ":"), ensure_ascii=True)
    return Response(content, status, HEADERS, "application/json")


def page(request: Request) -> Response:
    """The page, or a file that belongs to it."""
    name = request.path_params.get("name", "table.html")
    known = {file.name: file for file in PAGES.iterdir() if file.name.startswith("table")}
    if name not in known:
        return as_json({"error": "no such page"}, 404)
    kind = TYPES[name.rpartition(".")[2]]
    return Response(known[name].read_bytes(), 200, HEADERS, f"{kind}; charset=utf-8")


def not_found(request: Request, error: Exception) -> Response:
    """The answer to an unknown address or method."""
    return as_json({"error": "no such page"}, getattr(error, "status_code", 404))


PAGES = files("quintain.apps").joinpath("pages")
"""The files of the page."""
