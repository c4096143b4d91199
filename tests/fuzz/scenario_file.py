"""Scenario files of every system, damaged or with changed values."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

import yaml
from hostile_files import change, check_line, damage, write
from hypothesis import given
from hypothesis import strategies as st

from quintain.envs.core.engine.system import get_system, system_names
from quintain.envs.core.scenarios.model import names_in
from quintain.envs.core.scenarios.yaml_models import ScenarioError
from quintain.envs.core.session.match import Match

DEPLOYED = "mythic_epoch"
CONFIGS = Path(__file__).parents[2] / "configs"


@functools.cache
def seeds() -> list[tuple[str, bytes]]:
    """Every scenario that comes with quintain: its system and its bytes."""
    folders = [(name, CONFIGS / name / "scenarios") for name in system_names()]
    return [
        (name, (folder / f"{one}.yaml").read_bytes())
        for name, folder in folders
        for one in names_in(folder)
    ]


@st.composite
def files(draw: Any) -> tuple[str, bytes]:
    """A system and the contents of a scenario file."""
    system, whole = draw(st.sampled_from(seeds()))
    if draw(st.booleans()):
        return system, draw(damage(whole))
    content = draw(change(yaml.safe_load(whole)))
    text = yaml.safe_dump(content, allow_unicode=draw(st.booleans()))
    return system, text.encode("utf-8", "surrogatepass")


@given(files())
def fuzz_scenario_file(file: tuple[str, bytes]) -> None:
    """An accepted scenario can be played; an error is a printable line."""
    name, content = file
    system = get_system(name)
    path = write("scenario.yaml", content)
    try:
        scenario = system.load_scenario(str(path))
    except ScenarioError as error:
        check_line(error)
        return
    system.make_template(scenario)
    if name == DEPLOYED:
        match = Match(system, scenario)
        match.reset(0)
        match.step(int(match.mask.argmax()))
