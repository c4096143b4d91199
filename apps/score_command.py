"""The command `score`: an agent's numbers in the tasks of Quintain-10."""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import Annotated, Any

import typer
from rich import box
from rich.progress import Progress, TaskID
from rich.table import Table

from ..agents.base import strongest
from ..agents.registry import OtherSystemError, known_agents, listed_by
from ..envs.core.engine.system import System, get_system, system_names
from ..envs.core.inputs.files import write_file
from ..envs.core.inputs.spelling import nearest
from ..envs.core.text.narration import listed
from ..evaluation.benchmark import (
    PAIRS,
    PARTS,
    PROTOCOL,
    SYSTEMS,
    TASKS,
    TaskScore,
    score_task,
)
from ..evaluation.executors.tasks import HERE, Executor
from ..evaluation.meta_words import span
from ..evaluation.score_files import present_versions, to_file
from . import INTERRUPTED
from .common import bar, check_folder, check_room, console, load_agent, notes, say, waiting
from .options import Address, Json, On, Workers, executor_of


def score(
    agents: Annotated[
        list[str],
        typer.Argument(
            help="One agent for all tasks (random, search:50, strongest, released), or "
            "SYSTEM/SCENARIO=AGENT for each; several of a task are seeds of one method."
        ),
    ],
    name: Annotated[str, typer.Option(help="Name of the method; by default the agents'.")] = "",
    out: Annotated[Path | None, typer.Option(help="Write the scores to this JSON file.")] = None,
    pairs: Annotated[
        int, typer.Option(help="Pairs of battles in a part; the benchmark has 120.", min=8)
    ] = PAIRS,
    workers: Workers = 0,
    on: On = "here",
    address: Address = "",
    as_json: Json = False,
) -> None:
    """Score agents in the ten tasks of Quintain-10, against opponents that nobody trained with."""
    plan = [(task, agent) for text in agents for task, agent in tasks_of(text)]
    check_folder(out)
    if out is not None and pairs != PAIRS:
        raise ValueError(f"a score file needs the benchmark's {PAIRS} pairs: leave out --pairs")
    method = name or ", ".join(agents)
    with executor_of(workers, on, address) as executor:
        scores = fight(plan, pairs, executor)
    text = to_file(method, scores, present_versions())
    if out is not None:
        write_file(out, text)
    say(as_json, json.loads(text), lambda content: print_scores(content, pairs))
    if len(scores) < len(plan):
        notes.print(f"Stopped: {len(scores)} of {len(plan)} scores are complete.")
        raise typer.Exit(INTERRUPTED)


def tasks_of(text: str) -> list[tuple[str, str]]:
    """The tasks and agents that an argument names.

    Raises:
        ValueError: unknown task.
    """
    task, equals, agent = text.partition("=")
    if not equals or task.partition("/")[0] not in system_names():
        return [(one, agent_for(text, one)) for one in TASKS]
    if task not in TASKS:
        raise ValueError(f"a task is one of {', '.join(TASKS)}, got {task!r}")
    if not agent:
        raise ValueError(f"name the agent of {task}, as in {task}=runs/x")
    return [(task, agent_for(agent, task))]


def agent_for(agent: str, task: str) -> str:
    """The agent's name in a task: `strongest` and `released` are other agents in each."""
    system, _, scenario = task.partition("/")
    if agent == "strongest":
        return strongest(get_system(system))
    return f"{system}-{scenario}" if agent == "released" else agent


def fight(plan: list[tuple[str, str]], pairs: int, executor: Executor = HERE) -> list[TaskScore]:
    """The scores, with a progress bar; all agents are found before the first battle.

    Where no terminal shows the bar, each score is a line of the notes. Ctrl-C keeps those that are
    complete.

    Raises:
        KeyboardInterrupt: before the first one is complete.
    """
    players = []
    for task, agent in plan:
        system, _, scenario = task.partition("/")
        player = player_of(agent, get_system(system))
        check_room([player], get_system(system), scenario)
        players.append((task, player))
    found: list[TaskScore] = []
    with bar() as progress:
        line = progress.add_task(PROTOCOL, total=len(players))
        for task, player in players:
            show = functools.partial(show_pairing, progress, line, task)
            try:
                score = score_task(task, player, pairs=pairs, report=show, executor=executor)
            except KeyboardInterrupt:
                if not found:
                    raise
                break
            found.append(score)
            progress.advance(line)
            if not waiting.is_terminal:
                notes.print(f"{task}, {score.agent}: {100 * score.number:.0f}")
    return found


def player_of(name: str, system: System) -> Any:
    """The agent of a name in a task of a system.

    Raises:
        KeyError: no such agent; the message gives the nearest ones in all tasks, or the systems
            that have it.
        ValueError: the agent was trained for another system; the message lists the tasks.
    """
    known = {one: known_agents(get_system(one)) for one in SYSTEMS}
    try:
        return load_agent(name, system)
    except OtherSystemError as error:
        raise ValueError(
            f"{error}: give TASK=AGENT, the task being one of {', '.join(TASKS)}"
        ) from None
    except KeyError:
        if name.startswith("search") or name in known[system.name]:
            raise
    having = [get_system(one).title for one in SYSTEMS if name in known[one]]
    if having:
        raise KeyError(
            f"{system.title} has no agent {name!r}, as {listed(having)} has: name an agent for "
            f"each task, as in {TASKS[0]}={strongest(get_system(TASKS[0].partition('/')[0]))}"
        )
    every = list(dict.fromkeys(one for names in known.values() for one in names))
    raise KeyError(f"no agent {name!r}: {nearest(name, every, listed_by('SYSTEM'))}")


def show_pairing(progress: Progress, line: TaskID, task: str, foe: str) -> None:
    """Show in a progress bar who is fought."""
    progress.update(line, description=f"{task} against {foe}")


def print_scores(content: dict[str, Any], pairs: int) -> None:
    """Print a line for each task, and the interquartile mean."""
    title = f"{content['protocol']}: {content['method']}, battles won of 100"
    if pairs != PAIRS:
        title = f"A trial of {pairs} pairs a part, not {title}"
    table = Table(title=title, title_justify="left", box=box.SIMPLE, padding=(0, 1, 0, 0))
    table.add_column("task", no_wrap=True)
    table.add_column("agent", overflow="fold")
    table.add_column("score", justify="right", no_wrap=True)
    for part in PARTS:
        table.add_column(part.replace("_", " "), justify="right")
    for one in content["tasks"]:
        cells = [one["task"], one["agent"], span(one["number"])]
        for part in (one["parts"][name] for name in PARTS):
            cells.append(f"{100 * part['won'] / (part['won'] + part['drawn'] + part['lost']):.0f}")
        table.add_row(*cells)
    console.print(table)
    if content["interquartile_mean"] is not None:
        console.print(f"Interquartile mean of the tasks: {span(content['interquartile_mean'])}.")
    else:
        console.print("Not all ten tasks were scored, so there is no mean.")
