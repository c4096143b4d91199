"""The pictures of `quintain table` in docs/pictures, taken in a browser without a screen.

    python bench/table_pictures.py

It needs the extra `dev` and a Chromium in the path.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
ENCOUNTER = "platemail/skirmish"
LONGEST = 120_000
"""Milliseconds to wait for anything."""


def take_pictures(page: Page, address: str) -> None:
    """Build and play."""
    page.set_default_timeout(LONGEST)
    page.goto(address)
    page.wait_for_selector("#start")
    change(page, lambda: name_first(page))
    page.evaluate("scrollTo(0, 0)")
    page.screenshot(path=FOLDER / "table-build.png")
    change(page, lambda: page.click("#start"))
    page.wait_for_selector("#asked")
    if page.locator("#take-0").count() == 0:
        page.click("#advise")
    page.wait_for_selector("text=/wins \\d/")
    page.screenshot(path=FOLDER / "table-play.png")


def name_first(page: Page) -> None:
    """Give the first fighter a name."""
    page.fill("#name", "Aldric")
    page.press("#name", "Enter")


def change(page: Page, task: object) -> None:
    """Do something, and wait until the page shows what has changed."""
    before = page.get_attribute("body", "data-version")
    assert callable(task)
    task()
    page.wait_for_function("was => document.body.dataset.version !== was", arg=before)


def main() -> None:
    """Start the table, and take the pictures."""
    chromium = shutil.which("chromium") or sys.exit("no Chromium: apt-get install chromium")
    with tempfile.TemporaryDirectory() as folder:
        words = ["table", ENCOUNTER, "--port", "0", "--no-browser", "--folder", folder]
        command = [sys.executable, "-m", "quintain", *words]
        server = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        assert server.stderr is not None
        found = re.search(r"http://\S+", server.stderr.readline())
        assert found is not None
        with sync_playwright() as tools:
            browser = tools.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            take_pictures(browser.new_page(viewport={"width": 1280, "height": 860}), found[0])
            browser.close()
        server.terminate()
        server.wait()


if __name__ == "__main__":
    main()
