"""Commands that learn: train and demo."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from rich.progress import Progress, TaskID

from ..agents.registry import agent_names
from ..envs.core.engine.system import get_system
from ..evaluation.arena import final_result, play_pairs
from ..evaluation.executors.on_ray import check_machines, cluster
from ..evaluation.figures import figures
from ..evaluation.statistics import PairResult, summarize_pair
from . import battle_commands
from .common import NEEDS_TRAIN, bar, compiling, console, load_agent, needing, notes
from .compiling import use_everything
from .options import check_address, pairs_in


def train(
    config: Path, steps: int | None, minutes: float | None, out: Path | None, resume: bool,
    on: str = "here", address: str = "", workers: int = 0, seed: int | None = None,
) -> Path:  # fmt: skip
    """Train an agent, here or on Ray; returns the folder of the run."""
    check_address(on, address)
    with needing(NEEDS_TRAIN):
        from ..training import train as run
        from ..training.config import ConfigError, load_config
        from ..training.learner import compile_steps
        from ..training.run_dir import find_run

        place, settings = find_run(config, out, resume)
        if resume:
            given = LENGTHS if steps is not None or minutes is not None else ()
            given = (*given, "seed") if seed is not None else given
            with contextlib.suppress(ConfigError):  # the config file is gone: nothing to compare
                tell_ignored(config, place, settings, load_config(config), given)
        changes: dict[str, Any] = {"steps": steps, "minutes": minutes, "seed": seed}
        if on == "ray" and settings.teacher is not None:
            notes.print("On Ray no teacher is asked: this run learns from rewards alone.")
        with maker_of_runs(on, address, workers) as make_run:
            with compiling(get_system(settings.system)):
                compile_steps(settings)
            folder = run(config, **changes, out=out, resume=resume, make_run=make_run)
    console.print(f"Trained: {folder}")
    return Path(folder)


@contextlib.contextmanager
def maker_of_runs(on: str, address: str, workers: int) -> Iterator[Callable[..., Any] | None]:
    """The maker of runs on a Ray cluster; None for runs in this process.

    Raises:
        ValueError: more workers than the cluster has processors.
    """
    if on != "ray":
        yield None
        return
    with cluster(address, workers + 1 if workers else 0, needs="ray.rllib") as ray:
        from ..training.ray_run import RayRun

        processors = int(ray.cluster_resources().get("CPU", 1))
        if workers > processors:
            raise ValueError(
                f"the cluster has {processors} processors, and an env runner needs one: give "
                f"--workers {processors}"
            )
        check_machines(ray)
        yield partial(RayRun, runners=workers or max(1, processors - 1))


LENGTHS = ("steps", "minutes")


def tell_ignored(config: Path, folder: Path, kept: Any, other: Any, given: tuple[str, ...]) -> None:
    """Tell the user which settings of a config the resumed run ignores; not those in `given`.

    Raises:
        ValueError: the run is one of another system.
    """
    mine, theirs = (getattr(one, "system", None) for one in (kept, other))
    if mine != theirs:
        raise ValueError(
            f"{folder} is a run of {mine}, and {config} is for {theirs}: name its own config"
        )
    changed = [key for key, value in other if value != getattr(kept, key) and key not in given]
    if changed:
        notes.print(
            f"{folder} resumes with its own config.yaml and ignores these settings of {config}: "
            f"{', '.join(changed)}"
        )


def demo(minutes: float, battles: int, out: Path | None) -> None:
    """Train for a while, then print results against every baseline and narrate a battle."""
    pairs, system = pairs_in(battles), get_system("mythic_epoch")
    with compiling(system):
        use_everything(system)
    folder = train(find_demo(), None, minutes, out, False)
    agent = load_agent(str(folder), system)
    names = [name for name in agent_names(system.name) if name != "search"]
    console.print(f"\nThe trained agent in {battles} duels with each baseline, sides swapped:\n")
    with bar() as progress:
        task = progress.add_task("duels", total=len(names) * battles)
        lines: list[str] = []
        for name in names:
            opponent = load_agent(name, system)
            result = final_result(
                play_pairs(system, "duel", agent, opponent, pairs),
                partial(show_progress, progress, task, len(lines) * battles),
            )
            summary = summarize_pair(result)
            lines.append(
                f"  {name:12} won {result.wins:4}, lost {result.losses:4}, drawn {result.draws:3}; "
                f"{figures(summary.decided, scale=100)} % of decided duels"
            )
    console.print("\n".join(lines), highlight=False)
    console.print("\nOne of these duels, the trained agent in red:\n")
    battle_commands.watch(
        "mythic_epoch/duel", f"{folder},tactician", 1, rows=False, maps=True, live=True
    )


def show_progress(progress: Progress, task: TaskID, before: int, result: PairResult) -> None:
    """Move the bar to the number of battles fought."""
    progress.update(task, completed=before + result.battles)


def find_demo() -> Path:
    """The configuration of the demonstration."""
    return Path(__file__).parents[1] / "configs" / "mythic_epoch" / "training" / "demo.yaml"
