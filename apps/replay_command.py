"""The command `replay`: a recorded battle verified, and told, drawn or analysed."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from ..envs.core.engine.system import get_system
from ..envs.core.inputs.files import write_file
from ..envs.core.rendering.render import svg
from ..envs.core.session import replay as replays
from ..evaluation.turning_points import MOST_COUNT, Course, find_course
from .advice_command import at_step
from .battle_commands import LiveReport, Story
from .common import check_folder, compiling, console, notes, say
from .evaluate import bar
from .options import Json, Seed
from .replay_page import replay_page


def replay(
    file: Annotated[Path, typer.Argument(help="A file that `watch --save` wrote.")],
    rows: Annotated[bool, typer.Option("--rows", help="Name the rows of the rules.")] = False,
    html: Annotated[
        Path | None, typer.Option(help="Write a page with map, chances and turning points.")
    ] = None,
    battles: Annotated[
        int,
        typer.Option(
            help="Battles for the chances at each position; 0: none.", min=0, max=MOST_COUNT
        ),
    ] = 100,
    picture: Annotated[Path | None, typer.Option("--svg", help="Write a picture.")] = None,
    step: Annotated[
        int | None, typer.Option(help="The decision before which the picture is drawn.", min=1)
    ] = None,
    seed: Seed = 0,
    as_json: Json = False,
) -> None:
    """Verify a replay file; narrate its battle, or write it as a page or a picture."""
    if step is not None and picture is None:
        raise ValueError("--step names the decision of the picture: give --svg FILE too")
    check_folder(html)
    check_folder(picture)
    recorded = replays.load(file)
    with compiling(get_system(recorded.system)):
        verdict = replays.verify(recorded)
    found: dict[str, Any] = {"file": str(file), "verified": verdict.is_good}
    found["message"] = verdict.message
    if picture is not None:
        draw_step(recorded, step, picture)
    if html is not None:
        course = course_of(recorded, battles, seed) if battles else None
        write_file(html, replay_page(recorded, course))
        notes.print(f"Wrote {html}: open it in a browser; it needs no network.")
        found["course"] = course.to_json() if course else None
    elif picture is None and not as_json:
        narrate(recorded, file, rows=rows)
    say(as_json, found, print_verdict)
    raise typer.Exit(0 if verdict.is_good else 1)


def course_of(recorded: replays.Replay, battles: int, seed: int) -> Course:
    """The course of a battle, with a progress bar.

    Raises:
        ValueError: a single battle is asked for, which has no interval.
    """
    with bar() as progress:
        task = progress.add_task("chances", total=len(recorded.actions) + 1)
        return find_course(
            recorded, battles, seed, lambda done, _: progress.update(task, completed=done)
        )


def draw_step(recorded: replays.Replay, step: int | None, picture: Path) -> None:
    """Write the picture before a decision; without one, that of the end."""
    if step is None:
        *_, match = replays.play(recorded, log=False)
    else:
        match = at_step(recorded, step, memory=0)
    write_file(picture, svg(match.system.scene(match.battle)))


def narrate(recorded: replays.Replay, file: Path, *, rows: bool) -> None:
    """Print a battle in sentences and maps."""
    report: LiveReport | None = None
    for match in replays.play(recorded):
        if report is None:
            report = LiveReport(Story(match, {}), rows=rows, maps=True, live=True)
            report.title(f"{match.scenarios[0].title} ({file})")
        report.narrate()


def print_verdict(found: dict[str, Any]) -> None:
    """Print the verdict, one sentence."""
    console.print(found["message"], style="green" if found["verified"] else "red")
