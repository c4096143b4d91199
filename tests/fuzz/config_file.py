"""Training configs, damaged or with other values."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

import yaml
from hostile_files import change, check_line, damage, write
from hypothesis import given
from hypothesis import strategies as st

from quintain.training.config import ConfigError, load_config

CONFIGS = Path(__file__).parents[2] / "configs"


@functools.cache
def seeds() -> list[bytes]:
    """Every config that comes with quintain, and one with all keys."""
    paths = sorted(CONFIGS.glob("*/training/*.yaml"))
    for path in paths:  # before the first input, so that none waits for an import
        load_config(path).check_opponents()
    whole = yaml.safe_dump(load_config(paths[0]).model_dump()).encode()
    return [whole, *(path.read_bytes() for path in paths)]


@st.composite
def files(draw: Any) -> bytes:
    """Contents of a config file."""
    whole = draw(st.sampled_from(seeds()))
    if draw(st.booleans()):
        return draw(damage(whole))
    content = draw(change(yaml.safe_load(whole)))
    return yaml.safe_dump(content).encode("utf-8", "surrogatepass")


@given(files())
def fuzz_config_file(content: bytes) -> None:
    """An accepted config has existing opponents, or reports them; an error is a printable line."""
    path = write("config.yaml", content)
    try:
        load_config(path).check_opponents()
    except ConfigError as error:
        check_line(error)
