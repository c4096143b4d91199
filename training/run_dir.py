"""The folder of a run and its config."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import yaml

from ..envs.core.inputs.files import write_file
from . import checkpoint
from .config import ConfigError, TrainingConfig, find_config, load_config

CONFIG_NAME = "config.yaml"
RUNS = Path("runs")


def find_run(
    config_path: str | Path, out: str | Path | None, resume: bool
) -> tuple[Path, TrainingConfig]:
    """The folder of a run and its config; a resumed run uses the config in its folder.

    Raises:
        ConfigError: the folder or the config cannot be used.
    """
    folder = find_folder(config_path, out, resume)
    file = folder / CONFIG_NAME if resume else find_config(config_path)
    config = load_config(file)
    try:
        config.check_opponents()
    except ConfigError as error:
        raise ConfigError(f"{file}: {error}") from None
    return folder, config


def write_config(config: TrainingConfig, folder: Path) -> None:
    """Keep the config of a run in its folder; a kill leaves the old file or the new one."""
    write_file(folder / CONFIG_NAME, yaml.safe_dump(config.model_dump(), sort_keys=False))


def find_folder(
    config_path: str | Path, out: str | Path | None, resume: bool,
    files: Sequence[str] = checkpoint.NAMES, prefix: str = "",
) -> Path:  # fmt: skip
    """The folder of a run: `out`, or the first free one of its name (to resume: the last used).

    Args:
        config_path: its config.
        out: the folder that the user gives.
        resume: find one to resume.
        files: any of them marks a run that can be resumed.
        prefix: begins the usual name, before that of the config.

    Raises:
        ConfigError: there is nothing to resume, or a run would be overwritten.
    """
    if out is not None:
        folder = Path(out)
        has_run = any((folder / file).exists() for file in files)
        if resume and not has_run:
            raise ConfigError(f"{folder} holds no {files[0]} to resume from")
        if not resume and has_run:
            raise ConfigError(f"{folder} holds a run already: give --resume or another --out")
        return folder
    name, last = prefix + Path(config_path).stem, None
    for number in range(1, 10_000):
        folder = RUNS / (name if number == 1 else f"{name}-{number}")
        if not folder.exists():
            break
        if any((folder / file).exists() for file in files):
            last = folder
    if not resume:
        return folder
    if last is None:
        raise ConfigError(f"{RUNS} holds no run of {name!r} with a {files[0]}")
    return last
