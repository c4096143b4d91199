"""The commands `train` and `demo`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from ..evaluation.executors.processes import MOST_WORKERS
from . import learn
from .options import MOST_BATTLES, MOST_DECISIONS, MOST_MINUTES, Address, finite


def train(
    config: Annotated[Path, typer.Argument(help="A YAML file, or a config: mythic_epoch/duel")],
    steps: Annotated[
        int | None,
        typer.Option(
            help="Decisions to learn from, in all, rounded up to whole rollouts: the config's "
            "num_envs times its rollout.",
            min=1,
            max=MOST_DECISIONS,
        ),
    ] = None,
    minutes: Annotated[
        float | None,
        typer.Option(help="Time to learn, in all.", min=0, max=MOST_MINUTES, callback=finite),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(help="Seed, instead of the config's.", min=0, max=2**32 - 1)
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="Folder of the run; by default runs/ and the config's name.")
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Resume from the last checkpoint and its config.")
    ] = False,
    workers: Annotated[
        int,
        typer.Option(
            help="With --on ray: processes that play the battles; 0 is all but one processor.",
            min=0,
            max=MOST_WORKERS,
        ),
    ] = 0,
    on: Annotated[
        Literal["here", "ray"], typer.Option(help="Train with RLlib on a Ray cluster.")
    ] = "here",
    address: Address = "",
) -> None:
    """Train an agent by self-play and against the baselines."""
    if workers and on != "ray":
        raise ValueError("train plays in one process: --workers needs --on ray")
    learn.train(config, steps, minutes, out, resume, on, address, workers, seed)


def demo(
    minutes: Annotated[
        float, typer.Option(help="Time to learn.", min=0.05, max=MOST_MINUTES, callback=finite)
    ] = 2.0,
    battles: Annotated[
        int, typer.Option(help="Battles with each baseline.", min=2, max=MOST_BATTLES)
    ] = 2000,
    out: Annotated[Path | None, typer.Option(help="Folder of the run.")] = None,
) -> None:
    """Train on the Mythic Epoch duel, fight every baseline, and watch one battle."""
    learn.demo(minutes, battles, out)
