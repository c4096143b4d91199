"""Every code block of a page is tested: here, in `test_docs`, or in a test that this file names."""

from __future__ import annotations

import inspect
import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
import yaml
from typer.testing import CliRunner

from quintain.envs.core.engine.system import get_system
from quintain.envs.core.scenarios.yaml_files import parse_model

from .test_docs import PYTHON, ROOT, blocks

PAGES = [
    *ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), ROOT / "examples/learning/README.md",
]  # fmt: skip
FENCE = re.compile(r"^```(?!`)(.*?)$(.*?)^```$", re.MULTILINE | re.DOTALL)
ELSEWHERE = {
    "bibtex", "markdown",  # tests/test_manual_pages.py, tests/examples/test_piste.py
    "console", "sh",  # tests/test_page_commands.py
    "mermaid", "{eval-rst}", "{toctree}",  # tests/test_site.py
    "toml",  # tests/examples/test_piste.py
    "", "text",  # printed by a program
    "dockerfile",  # no builder is at hand; docs/install.md says so
}  # fmt: skip
"""Languages of blocks that other tests hold, or none."""
HERE = Counter(
    {
        ("agents.md", "py"): 1,
        ("agents.md", "yaml"): 1,
        ("cluster.md", "py"): 1,
        ("environments.md", "yaml"): 2,  # tests/test_docs.py
        ("game-masters.md", "yaml"): 1,  # tests/npc/test_guide.py
        ("league.md", "py"): 1,
        ("league.md", "yaml"): 1,
        ("training.md", "py"): 1,  # tests/test_docs.py
        ("training.md", "yaml"): 3,  # the last one in tests/test_docs.py
    }
)
"""Number of blocks of programs and settings by page and language, without `python`."""


def block(page: str, language: str, number: int = 0) -> str:
    """One block of a page."""
    return blocks(ROOT / f"docs/{page}", language)[number]


def test_every_block_is_tested():
    found, unknown = Counter(), []
    for page in PAGES:
        for heading, _ in FENCE.findall(page.read_text(encoding="utf-8")):
            language, _, name = heading.strip().partition(" ")
            if name and page.parent.name == "tutorial":
                continue  # a file of the example, tests/examples/test_piste.py
            if language == "python":
                unknown += [page] * (f"{page.name}-1" not in PYTHON and page.name != "5-use.md")
            elif language not in ELSEWHERE:
                found[page.name, language] += 1
    assert unknown == []
    assert found == HERE


def test_a_network_of_ones_own_fights(tmp_path, monkeypatch):
    pytest.importorskip("sb3_contrib", reason="needs .[train]")
    from sb3_contrib import MaskablePPO

    from quintain.apps.cli import app
    from quintain.training.vec_env import BattleVecEnv

    monkeypatch.chdir(tmp_path)
    env = BattleVecEnv("mythic_epoch", "duel", 2, {"random": 1.0}, choices="quick")
    MaskablePPO("MlpPolicy", env, n_steps=8, batch_size=16).save("mine.zip")
    Path("mine.py").write_text(block("agents.md", "py"), encoding="utf-8")
    agents = ["--agents", "mine.py:Mine,berserker,tactician", "--battles", "4", "--json"]
    told = [CliRunner().invoke(app, ["tournament", "mythic_epoch/duel", *agents]) for _ in range(2)]
    assert [one.exit_code for one in told] == [0, 0], told[0].output
    assert "Mine" in told[0].stdout
    assert told[0].stdout == told[1].stdout


def test_a_scenario_gives_fighters_a_character():
    system = get_system("heimr")
    data = system.load_scenario("duel").model_dump(mode="json", exclude_defaults=True)
    model = parse_model(system.scenario_model, data, "duel")
    given = yaml.safe_load(block("agents.md", "yaml"))
    found = parse_model(system.scenario_model, {**data, **given}, "agents.md")
    assert found.red[0].agent == "veteran?loyalty=0.9"
    assert found.agents.blue == "veteran?difficulty=easy"
    assert found.blue == model.blue


def test_the_call_of_train_league_has_its_arguments(monkeypatch):
    training = pytest.importorskip("quintain.training")
    signature, calls = inspect.signature(training.train_league), []
    monkeypatch.setattr(
        training, "train_league", lambda *a, **k: calls.append(signature.bind(*a, **k))
    )
    exec(compile(block("league.md", "py"), "league.md", "exec"), {})
    assert [call.arguments["decisions"] for call in calls] == [2_000_000]


def test_the_config_of_a_league_is_valid(tmp_path):
    league = pytest.importorskip("quintain.training.league_config")
    file = tmp_path / "league.yaml"
    file.write_text(block("league.md", "yaml"), encoding="utf-8")
    config = league.load_league(file)
    assert (config.decisions, config.main_exploiters) == (4_000_000, 2)


@pytest.mark.parametrize(("number", "agent"), [(0, "tactician"), (1, "search")])
def test_the_teachers_of_the_page_are_valid(number, agent, tmp_path):
    config = pytest.importorskip("quintain.training.config")
    file = tmp_path / "teacher.yaml"
    file.write_text(block("training.md", "yaml", number), encoding="utf-8")
    assert config.load_config(file).teacher.agent == agent


def test_a_script_shares_battles_among_processes(tmp_path):
    text = block("cluster.md", "py")
    file = tmp_path / "share.py"
    file.write_text(text.replace("20_000", "8").replace("(8)", "(2)"), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(file)], env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "'a': 'berserker', 'b': 'fencer'" in done.stdout
