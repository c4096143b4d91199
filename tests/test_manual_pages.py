"""The manual page of each system, docs/<system>.md: the code writes all that it knows itself."""

from __future__ import annotations

import importlib
import inspect
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import yaml

from quintain.envs.core.adapters.aec import BattleAEC
from quintain.envs.core.adapters.gymnasium_env import BattleEnv
from quintain.envs.core.adapters.gymnasium_vector import BattleVectorEnv
from quintain.envs.core.adapters.parallel import BattleParallel
from quintain.envs.core.adapters.vector import BattleVector
from quintain.envs.core.engine.battle import MAX_SIDE
from quintain.envs.core.engine.roles import require
from quintain.envs.core.engine.system import System, get_system, system_names
from quintain.envs.core.rendering.render import svg
from quintain.envs.core.scenarios.reference import legal_keys
from quintain.envs.core.session.match import Match
from quintain.registration import gymnasium_id, pettingzoo_id

from .fixtures.pages import bibtex, table

ROOT = Path(__file__).parents[1]
SYSTEMS = [get_system(name) for name in system_names()]
INTERFACES = {
    "env": BattleAEC, "raw_env": BattleAEC, "parallel_env": BattleParallel, "single_env": BattleEnv,
    "make_vec": BattleVector, "gymnasium.make_vec": BattleVectorEnv,
}  # fmt: skip
"""The functions that make the environments, and the class of each."""
OTHER_DEFAULTS = {("env", "illegal_actions"): "'lose'"}
"""Defaults of a function that are not those of its class."""
HEADINGS = [
    "Arguments", "Action space", "Observation space", "Rewards", "Starting state", "Episode end",
    "Scenarios", "Version history", "Citation",
]  # fmt: skip
"""The headings of Farama's manual pages, in their order."""

each_system = pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.name)


def page_of(system: System) -> str:
    """The path of a system's page."""
    return f"docs/{system.name}.md"


def manual_of(system: System) -> dict[str, str]:
    """The sections of the docstring of a system's module `<system>_v0`, by their headings."""
    text = inspect.getdoc(importlib.import_module(f"quintain.envs.{system.name}_v0"))
    _, *parts = re.split(r"^## (.*)\n", text or "", flags=re.MULTILINE)
    return dict(zip(map(str.lower, parts[::2]), map(str.strip, parts[1::2]), strict=True))


@each_system
def test_the_page_has_the_headings_in_their_order(system):
    text = (ROOT / page_of(system)).read_text(encoding="utf-8")
    found = re.findall(r"^## (.*)$", text, re.MULTILINE)
    assert [heading for heading in found if heading in HEADINGS] == HEADINGS


@pytest.mark.docs
@each_system
def test_summary(golden, system):
    actions = growth_of(system.num_actions)
    numbers = growth_of(lambda slots: system.observation_layout(slots).length)
    rows = [
        ("import", f"`from quintain.envs import {system.name}_v0`"),
        ("Gymnasium", f'`gymnasium.make("{gymnasium_id(system.name)}")`, and `make_vec`'),
        ("PettingZoo", f"`{pettingzoo_id(system.name)}`, turn-based (AEC) and parallel"),
        ("many battles", f'`quintain.make_vec("{system.name}", num_envs=1024)`'),
        ("agents", "`red_0` to `red_5`, `blue_0` to `blue_5`"),
        ("actions", actions),
        ("observation", f"{numbers}; numbers in [-1, 1]"),
        ("default scenario", f"`{system.default_scenario}`"),
        ("version of the rules", f"{system.rules_version}"),
    ]
    stands, told = golden(page_of(system), table((" ", " "), rows), "summary")
    assert stands == told, "make docs"


def growth_of(number: Callable[[int], int]) -> str:
    """How a number grows with the slots a side, in words."""
    sizes = [number(slots) for slots in range(1, MAX_SIDE + 1)]
    steps = set(np.diff(sizes))
    if len(steps) == 1:
        return f"{sizes[0]}, and {steps.pop()} more for each further slot a side"
    return f"{sizes[0]} with one slot a side, {sizes[2]} with three, {sizes[5]:,} with six"


# --- Arguments and the docstring ------------------------------------------------------------------


def meanings_of(kind: type) -> dict[str, str]:
    """The meaning of each argument, from a docstring."""
    _, *parts = re.split(r"^(?:Args|Raises):\n", inspect.getdoc(kind.__init__) or "", flags=re.M)
    entries = re.findall(r"^    (\w+): (.*(?:\n {8}.*)*)", "".join(parts[:1]), re.MULTILINE)
    return {name: " ".join(meaning.split()) for name, meaning in entries}


def defaults_of(argument: str) -> dict[str, str]:
    """The default of an argument in each function that has it."""
    return {
        name: OTHER_DEFAULTS.get((name, argument), repr(signature[argument].default))
        for name, kind in INTERFACES.items()
        if argument in (signature := inspect.signature(kind.__init__).parameters)
        and signature[argument].default is not inspect.Parameter.empty
    }


def describe_defaults(defaults: dict[str, str]) -> str:
    """The most frequent default, then the others with the functions that have them."""
    count = Counter(defaults.values())
    usual, *others = (default for default, _ in count.most_common())
    told = [f"`{usual}`"]
    for other in others:
        of = [f"`{name}`" for name, default in defaults.items() if default == other]
        told.append(f"`{other}` in {' and '.join(of)}")
    return ", ".join(told)


@pytest.mark.docs
@each_system
def test_arguments_table(golden, system):
    told = [entry for kind in INTERFACES.values() for entry in meanings_of(kind).items()]
    meanings = dict(told) | dict(reversed(told))  # the first one is told
    rows = []
    for argument, meaning in meanings.items():
        if defaults := defaults_of(argument):
            everybody = len(defaults) == len(INTERFACES)
            of = "all" if everybody else ", ".join(f"`{name}`" for name in defaults)
            rows.append(
                (f"`{argument}`", describe_defaults(defaults), of, meaning.replace("|", "or"))
            )
    heads = ("argument", "default", "of", "meaning")
    stands, now = golden(page_of(system), table(heads, rows), "arguments")
    assert stands == now, "make docs"


@pytest.mark.docs
@pytest.mark.parametrize(
    "section",
    ["agents", "action space", "observation space", "rewards", "starting state", "episode end"],
)
@each_system
def test_sections_of_the_docstring(golden, system, section):
    stands, told = golden(page_of(system), manual_of(system)[section], section)
    assert stands == told, "make docs"


@pytest.mark.docs
@each_system
def test_version_history(golden, system):
    text = (
        f"{manual_of(system)['version history']}\n\nThe rules are at version "
        f"{system.rules_version}. [versions.md](versions.md) says what raises either number, and "
        f"[CHANGELOG.md](../CHANGELOG.md) what has changed, row by row."
    )
    stands, told = golden(page_of(system), text, "version history")
    assert stands == told, "make docs"


@pytest.mark.docs
@pytest.mark.parametrize("page", ["README.md", "docs/versions.md", *map(page_of, SYSTEMS)])
def test_citation(golden, page):
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    stands, told = golden(page, f"```bibtex\n{bibtex(citation)}\n```", "citation")
    assert stands == told, "make docs"


# --- Actions and observations ---------------------------------------------------------------------


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
    own, ally, enemy, window = (
        length_of(system, name) for name in ("own", "ally_0", "enemy_0", "window")
    )
    each_ally, each_enemy = (f"({one})" if "`S`" in one else one for one in (ally, enemy))
    enemies = f"{own} + {each_ally} (`S` - 1)"
    rows = [
        ("`own`", 0, own, "the fighter who observes"),
        ("`ally_i`", f"{own} + {each_ally} `i`", ally, "the ally in slot `i`, from 0 to `S` - 2"),
        (
            "`enemy_i`",
            f"{enemies} + {each_enemy} `i`",
            enemy,
            "the enemy in slot `i`, from 0 to `S` - 1",
        ),
        ("`window`", f"{enemies} + {each_enemy} `S`", window, "the decision at hand"),
    ]
    heads = ("block, with `S` = `max_side`", "first index", "numbers", "about")
    return table(heads, rows)


def length_of(system: System, block: str) -> str:
    """The length of a block for any number `S` of slots a side: `77`, or `72 + 2 `S``."""
    found = (system.observation_layout(slots).blocks()[block] for slots in range(2, MAX_SIDE + 1))
    sizes = [one.stop - one.start for one in found]
    (more,) = set(np.diff(sizes))
    return f"{sizes[0] - 2 * more} + {more} `S`" if more else str(sizes[0])


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


# --- Scenarios -----------------------------------------------------------------------------------


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
def test_pictures_of_the_scenarios(golden, system):
    names, cells = system.scenario_names(), []
    for name in names:
        path = f"pictures/{system.name}/{name}.svg"
        match = Match(system, name)
        match.reset(0)
        stands, told = golden(f"docs/{path}", svg(system.scene(match.battle)))
        assert stands == told, "make docs"
        cells.append(f"![The beginning of {name}]({path})<br>`{name}`")
    cells += [""] * (len(cells) % 2)
    text = table((" ", " "), list(zip(cells[::2], cells[1::2], strict=True)))
    command = f"`quintain show {system.name}/{names[0]} --svg picture.svg` draws such a picture."
    stands, told = golden(page_of(system), f"{text}\n\n{command}", "pictures")
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
