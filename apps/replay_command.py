"""The command `replay`: a recorded battle verified, and told, drawn or analysed."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Annotated, Any

import typer

from ..envs.core.engine.system import get_system
from ..envs.core.inputs.files import write_file
from ..envs.core.rendering.render import svg
from ..envs.core.session import replay as replays
from ..envs.core.session.recording import Recording, recording_of
from ..envs.core.text.narration import count
from ..evaluation.turning_points import MOST_COUNT, Course, find_course
from ..table.journal import ENDING
from ..table.opening import open_table
from .battle_commands import LiveReport, Story
from .common import bar, check_folder, compiling, console, notes, say
from .options import Json, Seed
from .replay_page import replay_page


def replay(
    file: Annotated[Path, typer.Argument(help="A file that `watch --save` wrote, or a table.")],
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
    """Verify a replay or a table; narrate its battle, or write it as a page or a picture."""
    if step is not None and picture is None:
        raise ValueError("--step names the decision of the picture: give --svg FILE too")
    check_folder(html)
    check_folder(picture)
    recording, is_good, message = open_recording(file)
    found: dict[str, Any] = {"file": str(file), "verified": is_good, "message": message}
    if picture is not None:
        draw_step(recording, step, picture)
    if html is not None:
        course = course_of(recording, battles, seed) if battles else None
        write_file(html, replay_page(recording, course))
        notes.print(f"Wrote {html}: open it in a browser; it needs no network.")
        found["course"] = course.to_json() if course else None
    elif picture is None and not as_json:
        narrate(recording, file, rows=rows)
    say(as_json, found, print_verdict)
    raise typer.Exit(0 if is_good else 1)


def open_recording(file: Path) -> tuple[Recording, bool, str]:
    """The battle of a replay or of a table, whether it is what the file says, and a sentence.

    Raises:
        ReplayError: the replay cannot be used.
        TableError: the table cannot be used, or is damaged.
    """
    if file.suffix == ENDING:
        table = open_table(file)
        told = f"verified: {count(table.count, 'decision')} and edits lead to the states written"
        return table.recording(), True, told
    recorded = replays.load(file)
    with compiling(get_system(recorded.system)):
        verdict = replays.verify(recorded)
    return recording_of(recorded), verdict.is_good, verdict.message


def course_of(recording: Recording, battles: int, seed: int) -> Course:
    """The course of a battle, with a progress bar.

    Raises:
        ValueError: a single battle is asked for, which has no interval.
    """
    with bar() as progress:
        task = progress.add_task("chances", total=len(recording.actions) + 1)
        return find_course(
            recording, battles, seed, lambda done, _: progress.update(task, completed=done)
        )


def draw_step(recording: Recording, step: int | None, picture: Path) -> None:
    """Write the picture before a decision; without one, that of the end.

    Raises:
        ValueError: the battle has no such decision.
    """
    last = len(recording.actions) + 1
    step = last if step is None else step
    if step > last:
        raise ValueError(f"the battle has the decisions 1 to {last - 1}, got --step {step}")
    match, _ = next(itertools.islice(recording.play(False), step - 1, None))
    write_file(picture, svg(match.system.scene(match.battle)))


def narrate(recording: Recording, file: Path, *, rows: bool) -> None:
    """Print a battle in sentences and maps."""
    report: LiveReport | None = None
    for match, story in recording.play(True):
        if report is None:
            report = LiveReport(Story(match, {}), rows=rows, maps=True, live=True)
            report.title(f"{match.scenarios[0].title} ({file})")
        report.narrate(story)


def print_verdict(found: dict[str, Any]) -> None:
    """Print the verdict, one sentence."""
    console.print(found["message"], style="green" if found["verified"] else "red")
