"""What the documents show is what the code does: tables are written by it, examples run."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from quintain.envs.core.match import Match
from quintain.envs.core.render import svg
from quintain.envs.core.system import get_system, system_names

ROOT = Path(__file__).parents[1]
SYSTEM = get_system("mythic_epoch")
SYSTEMS = [get_system(name) for name in system_names()]
each_system = pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.name)
PAGES = [*sorted(ROOT.glob("docs/*.md")), ROOT / "README.md"]


def table(heads: tuple[str, ...], rows: list[tuple]) -> str:
    lines = ["| " + " | ".join(heads) + " |", "|" + "---|" * len(heads)]
    return "\n".join(lines + ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows])


@pytest.mark.docs
@each_system
def test_actions_table(golden, system):
    rows = []
    for action in range(system.num_actions(1)):
        verb, *about = system.decode(action, 1).values()
        said = [str(one) for one in about if one is not None]
        rows.append((action, verb, ", ".join(said)))
    text = table(("id", "verb", "about"), rows)
    golden(f"docs/{system.name}.md", text, "actions")


@pytest.mark.docs
@each_system
def test_observations_table(golden, system):
    layout = system.observation_layout(2)
    rows, start = [], 0
    for piece in layout.pieces:
        if not piece.block.endswith("_1"):
            rows.append((f"`{piece.name}`", piece.length, piece.doc))
        start += piece.length
    page = f"docs/{system.name}.md"
    golden(page, table(("piece", "numbers", "what"), rows), "observations")


@pytest.mark.docs
@each_system
def test_scenarios_table(golden, system):
    rows = []
    for name in system.scenario_names():
        model = system.load_scenario(name)
        rows.append((f"`{name}`", f"{len(model.red)} on {len(model.blue)}", model.description))
    golden(f"docs/{system.name}.md", table(("scenario", "sides", "what"), rows), "scenarios")


@pytest.mark.docs
def test_picture_of_the_readme(golden):
    match = Match(SYSTEM, "skirmish")
    match.reset(4)
    golden("docs/pictures/skirmish.svg", svg(SYSTEM.scene(match.battle)))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_examples_run(page, monkeypatch):
    monkeypatch.chdir(ROOT)
    for code in re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL):
        exec(compile(code, str(page), "exec"), {"__name__": "example"})


def commands() -> list[str]:
    blocks = re.findall(r"```sh\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    return [line for block in blocks for line in block.strip().splitlines()]


@pytest.mark.parametrize("command", commands())
def test_commands_of_the_readme_run(command, monkeypatch):
    from quintain.apps.cli import app

    monkeypatch.chdir(ROOT)
    program, *words = shlex.split(command)
    assert program == "quintain"
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 0, result.output


def test_links_lead_somewhere():
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_yaml_example_is_a_scenario(tmp_path):
    page = (ROOT / "docs/environments.md").read_text(encoding="utf-8")
    for number, text in enumerate(re.findall(r"```yaml\n(.*?)```", page, re.DOTALL)):
        file = tmp_path / f"{number}.yaml"
        file.write_text(text, encoding="utf-8")
        assert SYSTEM.load_scenario(str(file)).title
