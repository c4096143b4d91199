"""The time that `quintain table` takes to answer: a click, a proposal, a proposal with odds.

    python bench/table_latency.py [SYSTEM ...]

For each system a skirmish is played over HTTP as a browser plays it: a choice, then all that the
page shows. The times are those of the clock, on a computer without other work.
"""

from __future__ import annotations

import json
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any
from urllib.request import Request, urlopen

from quintain.envs.core.engine.system import system_names

CLICKS = 60
"""Most choices of a skirmish."""


class Page:
    """Requests to a table."""

    def __init__(self, address: str) -> None:
        """Ask the table at an address."""
        self.address = address
        self.story, self.steps = -1, 0

    def get(self, path: str) -> Any:
        """The data at a path."""
        with urlopen(f"{self.address}api/{path}") as answer:
            return json.load(answer)

    def do(self, **command: Any) -> None:
        """Send a command."""
        body = json.dumps(command).encode()
        request = Request(f"{self.address}api/do", body, {"Content-Type": "application/json"})
        urlopen(request).close()

    def view(self) -> Any:
        """The content of the page, with the steps that are new."""
        view = self.get(f"view?story={self.story}&since={self.steps}")
        self.story, self.steps = view["story"], view["since"] + len(view["steps"])
        return view


def seconds(task: Callable[[], Any]) -> tuple[float, Any]:
    """The time that a task takes, and its result."""
    begin = time.perf_counter()
    result = task()
    return time.perf_counter() - begin, result


def measure(page: Page, system: str) -> str:
    """The times of a system in a line."""
    page.do(do="load", name=f"{system}/skirmish")
    for side in ("red", "blue"):
        page.do(do="player", seat=side, name="person")
    page.do(do="start")
    view, clicks = page.view(), []
    while not view["over"] and len(clicks) < CLICKS:
        action = view["choices"][len(clicks) % len(view["choices"])][0]
        command = {"do": "take", "at": view["at"], "actions": [action]}
        spent, view = seconds(lambda command=command: (page.do(**command), page.view())[1])
        clicks.append(spent)
    page.do(do="undo", count=1)
    quick, odds = (seconds(lambda n=n: page.get(f"proposal?battles={n}"))[0] for n in (0, 200))
    return (
        f"{system:14}click {1000 * statistics.median(clicks):4.0f} ms (slowest "
        f"{1000 * max(clicks):.0f}), proposal {quick:.2f} s, with odds and reasons {odds:.2f} s"
    )


def main() -> None:
    """Start a table, and measure."""
    names = sys.argv[1:] or sorted(system_names())
    with tempfile.TemporaryDirectory() as folder:
        words = ["table", "--port", "0", "--no-browser", "--folder", folder]
        command = [sys.executable, "-m", "quintain", *words]
        server = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        assert server.stderr is not None
        found = re.search(r"http://\S+", server.stderr.readline())
        assert found is not None
        for name in names:
            print(measure(Page(found[0]), name))
        server.terminate()
        server.wait()


if __name__ == "__main__":
    main()
