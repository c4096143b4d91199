"""The folder of a run and its config."""

from __future__ import annotations

import contextlib
import itertools
import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import yaml

from ..envs.core.inputs.files import lock_file, write_file
from . import checkpoint
from .config import ConfigError, TrainingConfig, find_config, load_config

CONFIG_NAME = "config.yaml"
LOCK_NAME = "run.lock"
"""The file that a process locks while it learns in the folder; it is empty, and stays."""
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

    The last used is the one of `NAME`, `NAME-2` and so on with the newest of `files`.

    Args:
        config_path: its config.
        out: the folder that the user gives.
        resume: find one to resume.
        files: any of them marks a run that can be resumed.
        prefix: begins the usual name, before that of the config.

    Raises:
        ConfigError: there is nothing to resume, a run would be overwritten, or the folder holds a
            link.
    """
    if out is not None:
        folder = Path(out)
        refuse_links(folder)
        has_run = any((folder / file).exists() for file in files)
        if resume and not has_run:
            raise ConfigError(f"{folder} holds no {files[0]} to resume from")
        if not resume and has_run:
            raise ConfigError(f"{folder} holds a run already: give --resume or another --out")
        return folder
    name = prefix + Path(config_path).stem
    if resume:
        last = _last_used(name, files)
        refuse_links(last)
        return last
    names = (name if number == 1 else f"{name}-{number}" for number in itertools.count(1))
    return next(folder for one in names if not os.path.lexists(folder := RUNS / one))


def _last_used(name: str, files: Sequence[str]) -> Path:
    """The folder of a name, with or without a number, in which one of the files is newest.

    Raises:
        ConfigError: no such folder has one of the files.
    """
    numbered = re.compile(rf"{re.escape(name)}(-[0-9]+)?")
    found = [
        ((folder / file).stat().st_mtime_ns, folder)
        for folder in RUNS.glob("*")
        if numbered.fullmatch(folder.name)
        for file in files
        if (folder / file).exists()
    ]
    if not found:
        raise ConfigError(f"{RUNS} holds no run of {name!r} with a {files[0]}")
    return max(found)[1]


def refuse_links(folder: Path) -> None:
    """Refuse a folder with links, through which a run would write or delete files elsewhere.

    The folder itself may be a link.

    Raises:
        ConfigError: it holds a link.
    """
    real = folder.resolve()
    for found in folder.rglob("*"):
        if found.resolve() != real / found.relative_to(folder):
            raise ConfigError(
                f"{found} is a link: the files of a run must be in its own folder, so put them "
                "there, or make the whole folder a link"
            )


@contextlib.contextmanager
def claim_folder(config_path: str | Path, out: str | Path | None, resume: bool) -> Iterator[Path]:
    """The folder of a run (`find_folder`), which no other process can use meanwhile.

    Raises:
        ConfigError: there is none to resume, or another process uses it.
    """
    is_named = resume or out is not None
    with contextlib.ExitStack() as stack:
        while True:
            folder = find_folder(config_path, out, resume)
            try:
                stack.enter_context(hold_folder(folder, may_exist=is_named))
            except FileExistsError:  # another process was faster: take the next name
                if is_named:
                    raise
            else:
                break
        yield folder


@contextlib.contextmanager
def hold_folder(folder: Path, may_exist: bool = True) -> Iterator[None]:
    """Make the folder of a run and keep others out; a new one that stays unused is removed.

    Raises:
        ConfigError: another process uses it.
        FileExistsError: there is such a folder, which may not exist, or such a file.
    """
    made = [one for one in (folder, *folder.parents) if not one.exists()]
    folder.mkdir(parents=True, exist_ok=may_exist)
    with (folder / LOCK_NAME).open("ab") as file:
        try:
            lock_file(file)
        except BlockingIOError:
            raise ConfigError(
                f"another process learns in {folder}: wait until it ends, or stop it"
            ) from None
        try:
            yield
        finally:
            file.close()
            if made:
                _remove_unused(folder, made)


def _remove_unused(folder: Path, made: list[Path]) -> None:
    """Remove the folders that were made for a run, if the run has written nothing."""
    if [one.name for one in folder.iterdir()] == [LOCK_NAME]:
        (folder / LOCK_NAME).unlink()
        with contextlib.suppress(OSError):  # another run is in the parent
            for one in made:
                one.rmdir()
