"""A server of the table for each test, and requests to it."""

from __future__ import annotations

import http.client
import json
import shutil
import signal
import threading
import time
from typing import Any

import pytest
from playwright.sync_api import sync_playwright

from quintain.apps.table_command import listen
from quintain.apps.web import server as web_server
from quintain.apps.web.guard import Guard
from quintain.apps.web.room import Room
from quintain.apps.web.server import server_of

LONGEST = 60


class Client:
    """Requests to a server, as a browser makes them."""

    def __init__(self, port: int, room: Room, guard: Guard) -> None:
        """Ask the server at a port."""
        self.port, self.room, self.guard = port, room, guard
        self.address = f"http://localhost:{port}/"

    def ask(self, method: str, path: str, body: bytes | None = None, **headers: str):
        """The status, the headers and the body of an answer."""
        link = http.client.HTTPConnection("127.0.0.1", self.port, timeout=LONGEST)
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        link.request(method, path, body, {"Host": f"localhost:{self.port}", **named})
        answer = link.getresponse()
        found = answer.status, dict(answer.getheaders()), answer.read()
        link.close()
        return found

    def get(self, path: str, role: str = "gm", status: int = 200) -> Any:
        """The data at an address."""
        got, _, body = self.ask("GET", path, X_Quintain_Key=self.guard.keys[role])
        assert got == status, body
        return json.loads(body)

    def view(self, role: str = "gm") -> Any:
        """The content of the page."""
        return self.get("/api/view", role)

    def do(self, what: str, role: str = "gm", status: int = 200, **values: Any) -> str:
        """Send a command; the error, empty if there is none."""
        body = json.dumps({"do": what, **values}).encode()
        headers = {"Content_Type": "application/json", "X_Quintain_Key": self.guard.keys[role]}
        got, _, answer = self.ask("POST", "/api/do", body, **headers)
        assert got == status, answer
        return json.loads(answer).get("error", "")

    def take(self, view: Any, place: int = 0, **more: Any) -> str:
        """Take one of the choices of a view."""
        return self.do("take", at=view["at"], actions=[view["choices"][place][0]], **more)


@pytest.fixture
def serve(tmp_path, monkeypatch):
    """A function that starts a server on a folder, and ends it after the test."""
    monkeypatch.setattr(web_server, "PAUSE", 0)
    running = []

    def start(host: str = "127.0.0.1", folder=tmp_path / "tables") -> Client:
        room, guard = Room(folder), Guard(host)
        listener = listen("127.0.0.1", 0)
        server = server_of(room, guard)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
        thread.start()
        running.append((server, thread))
        while not server.started:
            time.sleep(0.01)
        return Client(listener.getsockname()[1], room, guard)

    yield start
    for server, thread in running:
        server.handle_exit(signal.SIGTERM, None)
        thread.join(10)


@pytest.fixture(scope="session")
def browser():
    """Chromium without a screen; tests that need it are skipped where there is none."""
    names = ("chromium", "chromium-browser", "google-chrome")
    path = next(filter(None, map(shutil.which, names)), None)
    if path is None:
        pytest.skip("no Chromium: apt-get install chromium")
    with sync_playwright() as tools:
        running = tools.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield running
        running.close()


@pytest.fixture
def open_page(browser):
    """A function that opens a page in a window of its own; no page may have an error."""
    windows, faults = [], []

    def start(address: str, width: int = 1300, height: int = 900):
        window = browser.new_context(viewport={"width": width, "height": height})
        window.set_default_timeout(1000 * LONGEST)
        windows.append(window)
        page = window.new_page()
        page.on("pageerror", lambda error: faults.append(str(error.stack or error)))
        page.on("dialog", lambda dialog: faults.append(dialog.message))
        page.goto(address)
        page.wait_for_selector("body[data-version]")
        return page

    yield start
    for window in windows:
        window.close()
    assert faults == []


@pytest.fixture
def client(serve) -> Client:
    return serve()
