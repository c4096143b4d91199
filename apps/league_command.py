"""The command `league`: main agents, exploiters and copies of both learn from one another."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Annotated

import typer

from ..envs.core.engine.system import get_system
from .common import NEEDS_TRAIN, compiling, console, needing
from .learn import tell_ignored
from .options import (
    MOST_DECISIONS,
    MOST_MINUTES,
    Address,
    On,
    Workers,
    check_address,
    executor_of,
    finite,
)


def league(
    config: Annotated[str, typer.Argument(help="A file, or a name such as mythic_epoch/duel")],
    decisions: Annotated[
        int | None,
        typer.Option(
            help="Decisions that all learners together learn from.", min=1, max=MOST_DECISIONS
        ),
    ] = None,
    minutes: Annotated[
        float | None,
        typer.Option(
            help="Stop after this time, at the end of a round; --resume continues.",
            min=0.01,
            max=MOST_MINUTES,
            callback=finite,
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(help="Folder of the league; by default runs/league- and the config's name."),
    ] = None,
    resume: Annotated[
        bool,
        typer.Option("--resume", help="Continue a league, with the config in its folder."),
    ] = False,
    workers: Workers = 0,
    on: On = "here",
    address: Address = "",
) -> None:
    """Train a league: a main agent, exploiters of it, and copies of both that stay as opponents.

    The folder of the league is the agent of its best main agent. Workers let learners learn at the
    same time; the league is equal with any number of them.
    """
    check_address(on, address)
    with needing(NEEDS_TRAIN):
        from ..training import train_league
        from ..training.config import ConfigError
        from ..training.league import find_league
        from ..training.league_config import load_league
        from ..training.learner import compile_steps
    place, settings = find_league(config, out, resume)
    if resume:
        given = ("training",) if decisions is None else ("training", "decisions")
        with contextlib.suppress(ConfigError):  # the config file is gone: nothing to compare
            tell_ignored(Path(config), place, settings, load_league(config), given)
    learners = settings.learner_config()
    with executor_of(workers, on, address) as executor:
        with compiling(get_system(learners.system)):
            compile_steps(learners)
        train_league(config, decisions, minutes, place, resume, executor=executor)
    console.print(f"Trained: {place}")
