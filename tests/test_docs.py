"""The pages agree with the code, which generates their tables and runs their examples."""

from __future__ import annotations

import re
import shlex
import tomllib
from pathlib import Path

import numpy as np
import pytest
import yaml
from typer.testing import CliRunner

import quintain
from quintain.agents.python_agent import PythonAgent
from quintain.agents.roles import action_roles
from quintain.bench.leaderboard import board
from quintain.envs.core.engine.roles import require
from quintain.envs.core.engine.system import System, get_system, system_names
from quintain.envs.core.rendering.render import svg
from quintain.envs.core.scenarios.reference import legal_keys
from quintain.envs.core.session.match import Match
from quintain.evaluation.tactics.definitions import TACTICS, Tactic, TargetTactic

ROOT = Path(__file__).parents[1]
SYSTEM = get_system("mythic_epoch")
SYSTEMS = [get_system(name) for name in system_names()]
each_system = pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.name)
PAGES = [
    *sorted(ROOT.glob("docs/*.md")),
    ROOT / "README.md",
    ROOT / "docs/architecture/decision.md",
]
LINKED = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]


def table(heads: tuple[str, ...], rows: list[tuple]) -> str:
    lines = ["| " + " | ".join(heads) + " |", "|" + "---|" * len(heads)]
    return "\n".join(lines + ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows])


def page_of(system: System) -> str:
    """The path of a system's page."""
    return f"docs/{system.name}.md"


@pytest.mark.docs
@each_system
def test_actions_table(golden, system):
    actions = require(f"quintain.envs.{system.name}", "actions.table.TABLE")
    heads = ("ids", "verb", "options", "target", "what the fighter does")
    stands, told = golden(page_of(system), table(heads, actions.manual()), "actions")
    assert stands == told, "make docs"


@pytest.mark.docs
@each_system
def test_observations_table(golden, system):
    text = f"{table_of_blocks(system)}\n\n{table_of_pieces(system)}"
    stands, told = golden(page_of(system), text, "observations")
    assert stands == told, "make docs"


def table_of_blocks(system: System) -> str:
    """The blocks of an observation; the place of each for any number `S` of slots a side."""
    blocks = system.observation_layout(2).blocks()
    own, ally, enemy, window = (
        blocks[name].stop - blocks[name].start for name in ("own", "ally_0", "enemy_0", "window")
    )
    each = f"{ally} (`S` - 1)"
    rows = [
        ("`own`", 0, own, "the fighter who observes"),
        ("`ally_i`", f"{own} + {ally} `i`", ally, "the ally in slot `i`, from 0 to `S` - 2"),
        (
            "`enemy_i`",
            f"{own} + {each} + {enemy} `i`",
            enemy,
            "the enemy in slot `i`, from 0 to `S` - 1",
        ),
        ("`window`", f"{own} + {each} + {enemy} `S`", window, "the decision at hand"),
    ]
    heads = ("block, with `S` = `max_side`", "first index", "numbers", "about")
    return table(heads, rows)


def table_of_pieces(system: System) -> str:
    """The pieces of each block, one of the equal blocks of allies and of enemies."""
    layout = system.observation_layout(2)
    blocks, rows = layout.blocks(), []
    for piece, part in zip(layout.pieces, layout.slices().values(), strict=True):
        if not piece.block.endswith("_1"):
            start = blocks[piece.block].start
            first, last = part.start - start, part.stop - start - 1
            rows.append(
                (
                    f"{first} to {last}" if last > first else first,
                    f"`{piece.name}`",
                    piece.kind,
                    f"{min(piece.lows):g}",
                    f"{max(piece.highs):g}",
                    piece.scale,
                    "yes" if piece.static else "",
                    piece.text,
                    piece.row,
                )
            )
    heads = ("index in block", "piece", "kind", "low", "high", "1 is", "static", "meaning", "row")
    return table(heads, rows)


@pytest.mark.docs
@each_system
def test_scenarios_table(golden, system):
    rows = []
    for name in system.scenario_names():
        model = system.load_scenario(name)
        rows.append((f"`{name}`", f"{len(model.red)} on {len(model.blue)}", model.description))
    heads = ("scenario", "sides", "what")
    stands, told = golden(page_of(system), table(heads, rows), "scenarios")
    assert stands == told, "make docs"


@pytest.mark.docs
@each_system
def test_keys_table(golden, system):
    rows = [
        (key.part, f"`{key.key}`", key.value.replace("|", "or"), key.meaning)
        for key in legal_keys(system.scenario_model)
    ]
    heads = ("of", "key", "value", "meaning")
    stands, told = golden(page_of(system), table(heads, rows), "keys")
    assert stands == told, "make docs"


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
        [len(part) for part in left["learn_from"]] == [64] * 4
        and np.abs(left["battles"].observations).max(axis=1).all()
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
    "decision.md-1": lambda left: left["battles"].battles["decisions"].all(),
    "environments.md-1": lambda left: left["env"].agents == [] and left["done"],
    "environments.md-2": lambda left: (
        left["env"].observation_space.contains(left["observation"]) and left["mask"].sum() > 1
    ),
    "environments.md-3": lambda left: (
        left["observations"].shape[0] == 256 and set(left["winners"]) <= {-1, 0, 1}
    ),
    "training.md-1": lambda left: (
        left["model"].num_timesteps == 16_384
        and re.match(r"won .* of 40 battles against random, drew", left["sentence"])
    ),
}


def test_the_pages_show_these_examples():
    assert PYTHON.keys() == OUTCOMES.keys()


@pytest.mark.parametrize("example", PYTHON)
def test_python_example_runs(example, monkeypatch):
    monkeypatch.chdir(ROOT)
    left = {"__name__": "example"}
    exec(compile(PYTHON[example], example, "exec"), left)
    assert OUTCOMES[example](left)


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
    job = workflow["jobs"]["make"]
    assert [step["run"] for step in job["steps"] if "run" in step] == ["make ${{ matrix.target }}"]
    targets = {line.split()[0] for line in job["strategy"]["matrix"]["target"]}
    assert targets <= set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.M))
