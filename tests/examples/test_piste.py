"""The tutorial: its code is that of the example, and quintain's tools work with the system."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from quintain import discovery

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "piste"
PAGES = sorted((ROOT / "docs" / "tutorial").glob("*.md"))
BLOCK = re.compile(r"^```\w+ (\S+)\n(.*?)^```$", re.M | re.S)
MOST_LINES = 300

pytestmark = pytest.mark.interpreted


def blocks() -> list[tuple[str, str]]:
    """The code blocks of the tutorial with a file name: the name and the text."""
    return [pair for page in PAGES for pair in BLOCK.findall(page.read_text(encoding="utf-8"))]


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Path:
    """A folder like `site-packages` with the tutorial's package, and its tests."""
    folder = tmp_path_factory.mktemp("site")
    for name, text in blocks():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    project = (folder / "pyproject.toml").read_text(encoding="utf-8")
    value = re.search(r'^piste = "(.+)"$', project, re.M)
    install(folder, "quintain_piste", value[1] if value else "")
    return folder


def install(folder: Path, distribution: str, value: str) -> None:
    """Write the files of an installed distribution with an entry point for a system `piste`."""
    about = folder / f"{distribution}-0.1.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {distribution}\nVersion: 0.1.0\n"
    )
    (about / "entry_points.txt").write_text(f"[{discovery.GROUP}]\npiste = {value}\n")


def run(site: Path, *command: str, folder: Path | None = None) -> str:
    """The output of a Python command in a new process that finds the package."""
    paths = os.pathsep.join([str(site), *filter(None, sys.path)])
    done = subprocess.run(
        [sys.executable, "-P", *command],
        env={**os.environ, "PYTHONPATH": paths},
        cwd=folder or site,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


COMMANDS = """
import json, sys
from typer.testing import CliRunner
from quintain.apps.cli import app
done = [CliRunner().invoke(app, words) for words in json.loads(sys.argv[1])]
print(json.dumps([repr(one.exception) if one.exception else one.stdout for one in done]))
"""


def quintain(site: Path, folder: Path, *commands: str) -> list[str]:
    """The outputs of commands, or what stops them, all in one process, since each starts slowly."""
    words = json.dumps([command.split() for command in commands])
    return json.loads(run(site, "-c", COMMANDS, words, folder=folder).splitlines()[-1])


def test_the_tutorial_shows_every_file_of_the_example_once():
    shown = dict(blocks())
    assert len(shown) == len(blocks())
    hidden = (".", "__pycache__", "build")
    files = {
        file.relative_to(EXAMPLE).as_posix(): file.read_text(encoding="utf-8")
        for file in EXAMPLE.rglob("*")
        if file.is_file() and not file.relative_to(EXAMPLE).parts[0].startswith(hidden)
        if "__pycache__" not in file.parts and ".egg-info" not in str(file)
    }
    assert shown == files


def lines_of_code(text: str) -> int:
    """The lines that are not blank, comments, docstrings or imports."""
    lines = {place for place, line in enumerate(text.split("\n"), 1) if line.strip()}
    lines -= {place for place, line in enumerate(text.split("\n"), 1) if line.lstrip()[:1] == "#"}
    for node in ast.walk(ast.parse(text)):
        is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if is_text or isinstance(node, ast.Import | ast.ImportFrom):
            lines -= set(range(node.lineno, (node.end_lineno or 0) + 1))
    return len(lines)


def test_the_system_is_as_small_as_the_tutorial_says():
    files = [text for name, text in blocks() if name.startswith("piste/") and name[-3:] == ".py"]
    assert 0 < sum(map(lines_of_code, files)) <= MOST_LINES
    assert f"{MOST_LINES} lines of Python" in " ".join(PAGES[-1].read_text().split())


@pytest.mark.compiled
def test_its_own_tests_pass(site):
    skip = ["-k", "not determinism"] if os.environ.get("NUMBA_DISABLE_JIT") else []
    told = run(site, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests", *skip)
    passed = int(re.search(r"(\d+) passed", told)[1])
    assert passed >= 18
    assert "failed" not in told


SCRIPT = """
import json, gymnasium, pettingzoo, quintain
bout = quintain.make("piste", "parallel", scenario="relay")
bout.reset(seed=0)
batch = quintain.make_vec("piste", num_envs=4, opponents=(None, "duellist"))
single = gymnasium.make("quintain/Piste-v0", opponent="duellist")
print(json.dumps([quintain.systems(), bout.possible_agents, list(batch.observations.shape),
                  single.observation_space.shape[0]]))
"""


@pytest.mark.compiled
def test_the_commands_list_it(site):
    systems, agents, shape, length = json.loads(run(site, "-c", SCRIPT))
    assert systems == [*discovery.own_systems(), "piste"]
    assert agents == ["red_0", "red_1", "blue_0", "blue_1"]
    assert shape == [4, length]


@pytest.mark.compiled
def test_battles_are_watched_and_replayed(site, tmp_path):
    systems, rules, watched, replayed = quintain(
        site,
        tmp_path,
        "systems",
        "rules piste",
        "watch piste/bout --agents duellist,search:4 --seed 3 --save a.json",
        "replay a.json",
    )
    assert "piste/relay" in systems
    assert "9 rows: 9 name code, 9 a test, 0 are omitted." in rules
    assert "does not exist" not in rules
    assert re.search(r"(Red|Blue) wins|A draw", watched)
    assert "lunges" in watched
    assert "verified" in replayed


@pytest.mark.compiled
def test_tools_for_other_systems_say_so_in_a_sentence(site, tmp_path):
    told = quintain(
        site,
        tmp_path,
        "table piste/bout --no-browser",
        "new piste --out my.yaml",
        "compare piste --weapons sword",
        "tactics piste/bout --agents random",
        "screen random --scenario piste/bout",
        "score piste/bout=random",
        "held-out piste/bout random",
    )
    hints = [
        "neither: use quintain play piste/bout",
        f"have no map to begin with: copy one of its own, in {site / 'piste' / 'scenarios'}",
        "scenarios of Piste have no cast: there is no equipment to compare",
        *["attack, approach or defend, and quintain knows it only of heimr"] * 2,
        "a task is one of heimr/duel",
        "Piste has no held-out opponents: only the systems of quintain itself have some, heimr",
    ]
    for text, hint in zip(told, hints, strict=True):
        assert hint in text


FACTS = """
from quintain.agents.cards.facts import facts_of, see_facts, windows_of, window_names
from quintain.envs.core.session.match import Match
match = Match("piste", "relay")
match.reset(seed=0)
seen = match.observe_all()
facts = dict(zip(facts_of(match.system), see_facts(match.system, seen, 2)[0].tolist()))
print(window_names(match.system), windows_of(match.system, seen, 2), "window.may_parry" in facts,
      facts["count.enemies"], facts["near.distance"])
"""


def test_a_card_has_facts_about_its_fencers(site):
    assert run(site, "-c", FACTS).strip() == "('decision',) [0 0 0 0] True 2.0 6.0"


LIMIT = """
from quintain.envs.core.session.match import Match
match = Match("piste")
match.reset(seed=0)
while match.to_act >= 0:
    match.step(0)
print(match.ending, match.system.scene(match.battle).caption)
"""


def test_a_bout_of_30_rounds_ends_in_round_30(site):
    assert run(site, "-c", LIMIT).strip() == "round_limit ['Round 30']"


@pytest.mark.compiled
def test_agents_meet_and_are_measured(site, tmp_path):
    run(site, "-m", "quintain", "compile", "piste")
    told = quintain(
        site,
        tmp_path,
        "tournament piste/bout --agents random,duellist,search:2 --battles 20 --json",
        "odds piste/bout --battles 50 --json",
        "bench piste/bout --seconds 0.1 --json",
        "odds piste/bout --balance 50",
    )
    tournament, odds, measured = map(json.loads, told[:3])
    assert {"random", "duellist", "search:2"} <= {str(word) for word in walk(tournament)}
    assert odds["unit_of_wounds"] == "touches"
    for fencer in odds["fighters"]:
        dealt = sum(one["estimate"] for one in fencer["dealt_by"].values())
        assert dealt == pytest.approx(fencer["wounds"]["estimate"]), "every touch has a fencer"
    assert "BattleVector.step" in set(map(str, walk(measured)))
    assert "scenarios of Piste have no cast: change the file instead" in told[3]


def walk(data):
    """All keys and values of nested data."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield key
            yield from walk(value)
    elif isinstance(data, list):
        for value in data:
            yield from walk(value)
    else:
        yield data


@pytest.mark.compiled
def test_a_fencer_is_trained_and_exported(site, tmp_path):
    pytest.importorskip("torch")
    config = yaml.safe_load((site / "piste/training/bout.yaml").read_text())
    short = {"num_envs": 64, "rollout": 32, "minibatch": 512, "steps": 4096, "minutes": 0}
    (tmp_path / "short.yaml").write_text(yaml.safe_dump(config | short))
    *_, told = quintain(
        site,
        tmp_path,
        "train short.yaml --out runs/short",
        "export runs/short --out fencer.npc --battles 20",
        "watch piste/bout --agents fencer.npc,random",
    )
    assert re.search(r"(Red|Blue) wins|A draw", told)


@pytest.mark.compiled
def test_compiled_code_is_stored_until_the_package_is_edited(site, tmp_path):
    code = (
        "from quintain.envs.core.compiler.compile import is_cached\n"
        "from quintain.envs.core.compiler.sources import engine_hash\n"
        "from quintain.envs.core.session.match import Match\n"
        "match = Match('piste')\nbefore = is_cached(match.system.advance)\nmatch.reset(seed=0)\n"
        "print(before, is_cached(match.system.advance), engine_hash('piste'))"
    )
    run(site, "-c", code)
    before, after, kept = run(site, "-c", code).split()
    assert (before, after) == ("True", "True")
    tables = site / "piste" / "tables.py"
    text = tables.read_text()
    tables.write_text(text.replace("REACH = 2", "REACH = 3"))
    try:
        *_, other = run(site, "-c", code).split()
    finally:
        tables.write_text(text)
    assert other != kept


@pytest.mark.compiled
def test_two_packages_of_one_name_are_refused(site, tmp_path):
    install(tmp_path, "other_fencers", "others:SYSTEM")
    code = (
        "import sys, quintain\n"
        f"sys.path.insert(0, {str(tmp_path)!r})\n"
        "try: quintain.make('piste')\n"
        "except ValueError as error: print(error)\n"
        "print(quintain.make('martial').metadata['name'])"
    )
    refused, other = run(site, "-c", code).splitlines()
    assert refused.startswith("two systems are named 'piste', by ")
    assert "'others:SYSTEM' of other_fencers" in refused
    assert other == "martial_v0"
