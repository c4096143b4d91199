"""The pages agree with the code, which generates their tables and runs their examples."""

from __future__ import annotations

import inspect
import json
import re
import shlex
import tomllib
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
import yaml
from typer.testing import CliRunner

import quintain
from quintain.agents.python_agent import PythonAgent
from quintain.agents.roles import action_roles
from quintain.bench.leaderboard import board
from quintain.envs.core.engine.system import get_system, system_names
from quintain.envs.core.rendering.render import svg
from quintain.envs.core.scenarios.yaml_files import parse_model
from quintain.envs.core.session.match import Match
from quintain.evaluation.tactics.definitions import TACTICS, Tactic, TargetTactic

from .fixtures.pages import table

ROOT = Path(__file__).parents[1]
SYSTEM = get_system("mythic_epoch")
PAGES = [
    *sorted(ROOT.glob("docs/*.md")),
    *sorted(ROOT.glob("docs/tours/*.md")),
    ROOT / "README.md",
    ROOT / "docs/architecture/decision.md",
]
LINKED = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]


@pytest.mark.docs
def test_tactics_table(golden):
    rows = [(one.name, one.words, one.of, ", ".join(systems_with(one))) for one in TACTICS]
    heads = ("tactic", "what the agent does", "share of", "systems")
    stands, told = golden("docs/tactics.md", table(heads, rows), "tactics")
    assert stands == told, "make docs"


@pytest.mark.docs
def test_leaderboard(golden):
    stands, told = golden("docs/benchmark.md", "\n".join(board()), "leaderboard")
    assert stands == told, "make docs"


@pytest.mark.parametrize("name", system_names())
def test_the_fighters_of_the_game_masters_guide_are_legal(name):
    system = get_system(name)
    text = (ROOT / "docs/game-masters.md").read_text(encoding="utf-8")
    (line,) = re.findall(rf"^# {system.title}\n- (\{{fighter: .*)$", text, re.MULTILINE)
    data = system.load_scenario("duel").model_dump(mode="json", exclude_defaults=True)
    data["red"] = [yaml.safe_load(line)]
    data.pop("held", None)
    match = Match(system, parse_model(system.scenario_model, data, "guide"))
    match.reset(1)
    assert system.scene(match.battle).fighters[0].name == "Aldric"


@pytest.mark.parametrize("file", sorted(ROOT.glob("docs/benchmark/*.json")), ids=lambda f: f.stem)
def test_the_leaderboard_takes_scores_of_the_present_rules(file):
    tasks = json.loads(file.read_text(encoding="utf-8"))["tasks"]
    assert {task["task"]: task["rules_version"] for task in tasks} == {
        task["task"]: get_system(task["task"].partition("/")[0]).rules_version for task in tasks
    }


def systems_with(tactic: Tactic) -> list[str]:
    """The titles of the systems with actions that follow a tactic."""
    found = []
    for system in map(get_system, sorted(system_names())):
        verbs, roles = np.array(system.verbs), action_roles(system.name, 2)
        if (
            isinstance(tactic, TargetTactic)
            or tactic.actions(system.name, verbs[roles.verb], roles)[0].any()
        ):
            found.append(system.title)
    return found


@pytest.mark.docs
def test_picture_of_the_readme(golden):
    match = Match(SYSTEM, "skirmish")
    match.reset(4)
    stands, told = golden("docs/pictures/skirmish.svg", svg(SYSTEM.scene(match.battle)))
    assert stands == told, "make docs"


# --- Examples -------------------------------------------------------------------------------------


def blocks(page: Path, language: str) -> list[str]:
    """The examples of a page in one language."""
    return re.findall(rf"```{language}\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)


def verbs_chosen(tactic: object) -> set[str]:
    """The verbs that a tactic chooses in a few duels."""
    battles = quintain.make_vec(SYSTEM.name, num_envs=8, scenario="duel", seed=1)
    agent, verbs = PythonAgent("tactic", SYSTEM, tactic), set()
    for _ in range(20):
        actions, _ = agent.predict(battles.observations, action_masks=battles.action_masks)
        verbs |= {SYSTEM.decode(int(action), battles.max_side)["verb"] for action in actions}
        battles.step(actions)
    return verbs


PYTHON = {
    f"{page.name}-{number}": code
    for page in PAGES
    for number, code in enumerate(blocks(page, "python"), 1)
}
OUTCOMES = {  # checks of the names that an example leaves behind
    "README.md-1": lambda left: (
        np.abs(left["battles"].observations).max(axis=1).all()
        and left["battles"].battles["decisions"].all()
    ),
    "agents.md-1": lambda left: (
        left["agent"].name == "tactician"
        and left["actions"].shape == (8,)
        and left["battles"].battles["decisions"].any()
    ),
    "agents.md-2": lambda left: {"feint", "melee_attack"} < verbs_chosen(left["Sly"]()),
    "npc.md-1": lambda left: (
        left["match"].mask[left["action"]]
        and left["advice"].fighter == "the blue swordsman"
        and left["advice"].choice.sentence.endswith(".")
    ),
    "author.md-1": lambda left: (
        left["may_parry"].py_func(SimpleNamespace(tempo=1, is_drawn=False))
        and not left["may_parry"].py_func(SimpleNamespace(tempo=0, is_drawn=False))
    ),
    "decision.md-1": lambda left: left["battles"].battles["decisions"].all(),
    "environments.md-1": lambda left: left["env"].agents == [] and left["done"],
    "environments.md-2": lambda left: (
        left["env"].observation_space.contains(left["observation"]) and left["mask"].sum() > 1
    ),
    "environments.md-3": lambda left: (
        left["env"].spec.id == "quintain/MythicEpoch-v0" and left["envs"].num_envs == 8
    ),
    "environments.md-4": lambda left: (
        left["observations"].shape[0] == 256 and set(left["winners"]) <= {-1, 0, 1}
    ),
    "openspiel.md-1": lambda left: left["red"] == -left["blue"] and left["sentence"].endswith("."),
    "openspiel.md-2": lambda left: (
        left["exploitability"] < 1e-3 and abs(left["value_of_red"] + 0.3057) < 1e-3
    ),
    "openspiel.md-3": lambda left: left["action"] in left["state"].legal_actions(),
    "researcher.md-1": lambda left: left["won"].min() > 0,
    "training.md-1": lambda left: (
        left["folder"] == Path("runs/measured")
        and left["agent"].recipe.name == "runs/measured"
        and re.match(r"won .* of 100 battles against berserker, drew", left["sentence"])
    ),
    "training.md-2": lambda left: (
        left["model"].num_timesteps == 16_384
        and re.match(r"won .* of 40 battles against random, drew", left["sentence"])
    ),
    "versions.md-1": lambda left: list(left["rules"]) == system_names(),
}


def test_the_pages_show_these_examples():
    assert PYTHON.keys() == OUTCOMES.keys()


@pytest.mark.parametrize("example", PYTHON)
def test_python_example_runs(example, monkeypatch, tmp_path):
    if example.startswith("openspiel"):
        pytest.importorskip("pyspiel", reason="needs .[openspiel]")
    monkeypatch.chdir(tmp_path if "training.train(" in PYTHON[example] else ROOT)
    left = {"__name__": "example"}
    exec(compile(PYTHON[example], example, "exec"), left)
    assert OUTCOMES[example](left)


def test_the_call_of_train_has_its_arguments(monkeypatch):
    """It would learn for five minutes; the README's command learns, shortly."""
    training = pytest.importorskip("quintain.training")
    signature, calls = inspect.signature(training.train), []
    monkeypatch.setattr(training, "train", lambda *a, **k: calls.append(signature.bind(*a, **k)))
    (code,) = blocks(ROOT / "docs/training.md", "py")
    exec(compile(code, "training.md", "exec"), {})
    assert [call.arguments["minutes"] for call in calls] == [5]


def test_the_config_for_any_party_is_valid(tmp_path):
    config = pytest.importorskip("quintain.training.config")
    (text,) = [text for text in blocks(ROOT / "docs/training.md", "yaml") if "parties" in text]
    file = tmp_path / "general.yaml"
    file.write_text(f"system: martial\n{text}", encoding="utf-8")
    settings = config.load_config(file)
    assert (settings.max_side, settings.parties.count) == (6, 60)


def commands() -> list[str]:
    """The commands that the README shows."""
    return [line for block in blocks(ROOT / "README.md", "sh") for line in block.splitlines()]


def test_the_readme_shows_these_commands():
    shown = {command.split()[1] for command in commands()}
    assert shown == {"advise", "rules", "show", "systems", "tournament", "train", "watch"}


@pytest.mark.parametrize("command", commands())
def test_commands_of_the_readme_run(command, monkeypatch, tmp_path):
    from quintain.apps.cli import app

    program, *words = shlex.split(command)
    assert program == "quintain"
    if words[0] == "train":  # a single update, in a temporary folder
        words += ["--steps", "1"]
        monkeypatch.chdir(tmp_path)
    else:
        monkeypatch.chdir(ROOT)
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 0, result.output


def test_the_readme_names_every_command():
    from quintain.apps.commands import COMMANDS

    text = (ROOT / "README.md").read_text(encoding="utf-8")
    (table,) = re.findall(r"^## Find a command\n(.*?)^## ", text, re.MULTILINE | re.DOTALL)
    cells = " ".join(line.split(" | ")[0] for line in table.splitlines())
    shown = {words.split()[0] for words in re.findall(r"`(?:quintain )?([a-z-]+[^`]*)`", cells)}
    assert set(COMMANDS) <= shown


def test_links_have_targets():
    links = [
        (page, target)
        for page in LINKED
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8"))
    ]
    assert len(links) > len(LINKED)
    assert [link for link in links if not (link[0].parent / link[1]).exists()] == []


def test_yaml_example_is_a_scenario(tmp_path):
    text, state = blocks(ROOT / "docs/environments.md", "yaml")
    file = tmp_path / "scenario.yaml"
    file.write_text(text, encoding="utf-8")
    assert SYSTEM.load_scenario(str(file)).title == "Archers at the wall"
    file.write_text(f"title: A state\nmap: ......\n  ......\n{state}", encoding="utf-8")
    match = Match(SYSTEM, str(file))
    match.reset(1)
    assert (match.rounds, match.system.fighter_names(match.battle)[match.to_act]) == (3, "Aldric")


def test_the_citation_names_this_version():
    with (ROOT / "pyproject.toml").open("rb") as file:
        version = tomllib.load(file)["project"]["version"]
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert citation["version"] == version


def test_the_hosted_workflow_runs_make_targets_only():
    workflow = yaml.safe_load((ROOT / ".github/workflows/ci.yml").read_text(encoding="utf-8"))
    jobs = workflow["jobs"]
    commands = {
        name: [step["run"] for step in job["steps"] if "run" in step] for name, job in jobs.items()
    }
    assert commands == {
        "make": ["make ${{ matrix.target }}"],
        "library": ["make test-library LIBRARY=${{ matrix.library }}"],
        "wheel": ["make test-wheel PYTHON=python"],
    }
    targets = {line.split()[0] for line in jobs["make"]["strategy"]["matrix"]["target"]}
    written = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)
    assert targets | {"test-wheel", "test-library"} <= set(written)


def test_the_hosted_workflow_installs_every_learning_library():
    workflow = yaml.safe_load((ROOT / ".github/workflows/ci.yml").read_text(encoding="utf-8"))
    page = (ROOT / "examples/learning/README.md").read_text(encoding="utf-8")
    libraries = workflow["jobs"]["library"]["strategy"]["matrix"]["library"]
    assert set(libraries) == set(re.findall(r"pip install [^`]*\"\.\[(\w+)\]", page))


def test_the_wheel_is_tried_on_the_pythons_of_the_classifiers():
    workflow = yaml.safe_load((ROOT / ".github/workflows/ci.yml").read_text(encoding="utf-8"))
    with (ROOT / "pyproject.toml").open("rb") as file:
        classifiers = tomllib.load(file)["project"]["classifiers"]
    pythons = workflow["jobs"]["wheel"]["strategy"]["matrix"]["python"]
    assert pythons == [
        one.rpartition(" ")[2] for one in classifiers if re.search(r":: Python :: 3\.", one)
    ]
