"""Training: batched environments for PyTorch, self-play, checkpoints, export.

Importing this package does not import PyTorch; only the modules that need it do.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..envs.core.inputs.arguments import how_to_install

if TYPE_CHECKING:
    from ..evaluation.executors.tasks import Executor


def train(
    config_path: str | Path,
    steps: int | None = None,
    minutes: float | None = None,
    out: str | Path | None = None,
    resume: bool = False,
    progress: bool = True,
    make_run: Callable[..., Any] | None = None,
    *,
    seed: int | None = None,
) -> Path:
    """Train an agent; see `learning.train`."""
    try:
        from .learning import train as run
    except ModuleNotFoundError as error:
        reason = f"training needs more packages: {how_to_install('train')}"
        raise ImportError(reason) from error
    return run(config_path, steps, minutes, out, resume, progress, make_run, seed=seed)


def train_league(
    config_path: str | Path,
    decisions: int | None = None,
    minutes: float | None = None,
    out: str | Path | None = None,
    resume: bool = False,
    progress: bool = True,
    executor: Executor | None = None,
) -> Path:
    """Train a league of agents; see `league.train_league`."""
    from ..evaluation.executors.tasks import HERE
    from .league import train_league as run

    return run(config_path, decisions, minutes, out, resume, progress, executor or HERE)


def load_trained(name: str) -> Any:
    """A trained agent by the name that a user types, `runs/x`; see `trained.load_trained`."""
    from .trained import load_trained as load

    return load(name)
