"""The site: strict mode builds it, it needs no network, and its diagrams show every box."""

from __future__ import annotations

import os
import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

import quintain
from quintain.evaluation.benchmark import TASKS

ROOT = Path(__file__).parents[1]
SITE = ROOT / "docs/site"


def test_each_system_has_a_battle_that_plays():
    battles = runpy.run_path(str(SITE / "made_pages.py"))["BATTLES"]
    assert set(battles) == {"heimr", "martial", "mythic_epoch", "platemail", "wildroll"}
    for name in ("index", *battles):
        page = (ROOT / f"docs/{name}.md").read_text(encoding="utf-8")
        shown = re.findall(r'<iframe class="battle" src="../battles/(\w+)\.html#embed"', page)
        assert shown == ["mythic_epoch" if name == "index" else name]


def test_the_page_of_results_leads_to_a_report_of_each_duellist_and_skirmisher():
    reports = runpy.run_path(str(SITE / "made_pages.py"))["REPORTS"]
    page = (ROOT / "docs/results.md").read_text(encoding="utf-8")
    assert re.findall(r'href="../reports/([\w-]+)\.html"', page) == list(reports)
    assert set(reports) == {task.replace("/", "-") for task in TASKS}


def test_a_diagram_has_every_box_and_every_arrow():
    pytest.importorskip("networkx")
    page = (ROOT / "docs/architecture/README.md").read_text(encoding="utf-8")
    (flowchart,) = re.findall(r"```mermaid\n(.*?)```", page, re.DOTALL)
    drawn = runpy.run_path(str(SITE / "diagram.py"))["draw"](flowchart)
    assert drawn.count('class="box"') == flowchart.count('["<b>')
    assert drawn.count('class="arrow"') == flowchart.count(" --> ")
    assert drawn.count('class="group"') == 1


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Path:
    """The site, built in strict mode: no broken link, no page outside the lists."""
    pytest.importorskip("sphinx", reason="pip install '.[docs]'")
    folder = tmp_path_factory.mktemp("site")
    command = "sphinx --quiet --fresh-env --fail-on-warning --keep-going -c docs ."
    done = subprocess.run(
        [sys.executable, "-m", *command.split(), str(folder)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(Path(quintain.__file__).parents[1])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return folder


@pytest.mark.slow
def test_strict_mode_builds_a_page_for_each_page(site):
    pages = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("envs/*/RULES.md")]
    made = [site / page.relative_to(ROOT).with_suffix(".html") for page in pages]
    assert len(made) > 50
    assert [page for page in made if not page.exists()] == []
    assert "docs/index.html" in (site / "index.html").read_text(encoding="utf-8")


@pytest.mark.slow
def test_the_site_loads_nothing_from_a_network(site):
    loads = r'<(?:script|img|iframe|source)[^>]+src="(?:https?:)?//|<link[^>]+href="(?:https?:)?//'
    pages = [*site.rglob("*.html")]
    assert [page.name for page in pages if re.search(loads, page.read_text("utf-8"))] == []
    styles = [file.read_text("utf-8") for file in site.rglob("*.css")]
    assert not any(re.search(r"(?:@import|url\()[^;)]*//", style) for style in styles)


@pytest.mark.slow
def test_the_search_works_from_a_disk(site):
    index = (site / "searchindex.js").read_text(encoding="utf-8")
    assert index.startswith("Search.setIndex(")  # a script: a browser fetches no file from a disk
    assert '"feint"' in index
