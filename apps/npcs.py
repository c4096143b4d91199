"""Commands about NPC files: export, advise, inspect."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

from rich.markdown import Markdown
from rich.table import Table
from rich.text import Text

from ..agents.npc import (
    Advice,
    NpcAgent,
    NpcError,
    advise,
    check_fits,
    find_npc,
    read_npc,
)  # fmt: skip
from ..envs.core.inputs.files import read_file
from ..envs.core.session import replay as replays
from ..envs.core.session.match import Match
from ..envs.core.session.snapshot import MAGIC
from ..evaluation.statistics import PairResult
from .common import (
    NEEDS_TRAIN,
    check_folder,
    check_room,
    compiling,
    console,
    notes,
    split_scenario,
)  # fmt: skip
from .evaluate import bar
from .observations import about_blocks, numbers_of, print_numbers

USABLE = "This quintain can use it."


# --- Export ---------------------------------------------------------------------------------------


def export(run: Path, out: Path, name: str | None, battles: int, licence: str) -> None:
    """Write an NPC file, with a progress bar of the battles that measure it."""
    check_folder(out)
    try:
        from ..training.export import check_name
        from ..training.export import export as write
        from ..training.trained import load_trained
    except ModuleNotFoundError as error:
        if error.name and error.name.startswith("quintain"):
            raise
        raise ImportError(NEEDS_TRAIN) from None
    system = load_trained(str(run)).system
    check_name(out, name, system)  # before the long battles
    count = len(system.policies) + 1
    fought: dict[tuple[str, str], int] = {}
    with bar() as progress, compiling(system) as compiled:
        task = progress.add_task("measuring", total=count * (count - 1) // 2 * battles)

        def report(result: PairResult) -> None:
            compiled()
            fought[result.a, result.b] = result.battles
            about = f"{result.a} against {result.b}"
            progress.update(task, completed=sum(fought.values()), description=about)

        write(run, out, name=name, battles=battles, licence=licence, report=report)
    notes.print(f"Written: {out} ({out.stat().st_size:,} bytes)")


# --- Advise ---------------------------------------------------------------------------------------


def give_advice(
    npc: str, state: Path | None, scenario: str, seed: int, step: int | None
) -> tuple[Advice, Match]:
    """The NPC's advice, and the battle that it is about.

    Raises:
        ValueError: neither a battle nor a scenario is given, or both; or they cannot be used.
    """
    if (state is None) == (not scenario):
        raise ValueError("give either a file with a battle or --scenario SYSTEM/SCENARIO")
    if step is not None and state is None:
        raise ValueError("--step counts the decisions of a replay file")
    agent = NpcAgent(find_npc(npc), name=Path(npc).name)
    with compiling(agent.system):
        match = _scene_of(agent, state, step) if state else _deployed(agent, scenario, seed)
        return advise(agent, match), match


def _deployed(agent: NpcAgent, name: str, seed: int) -> Match:
    system, scenario = split_scenario(name)
    if system is not agent.system:
        raise ValueError(f"{agent.name} fights by {agent.system.title}, not {system.title}")
    check_room([agent], system, scenario)
    match = Match(
        system, scenario, max_side=agent.max_side, choices=agent.choices, memory=agent.memory
    )
    match.reset(seed)
    return match


def _scene_of(agent: NpcAgent, file: Path, step: int | None) -> Match:
    """The battle in a state file, or at a decision of a replay."""
    state = read_file(file, replays.MAX_BYTES)
    if not state.startswith(MAGIC):
        return _at_step(replays.load(file), step, agent.memory)
    if step is not None:
        raise ValueError(f"{file} holds one battle, not a replay: leave out --step")
    match = Match(agent.system, max_side=agent.max_side, memory=agent.memory)
    match.set_state(state)
    return match


def _at_step(replay: replays.Replay, step: int | None, memory: int) -> Match:
    """A replay's battle before a decision: the first is 1, the default the last."""
    count = len(replay.actions)
    is_over = replay.result.ending != "none"
    last = count if is_over else count + 1
    step = last if step is None else step
    if not 1 <= step <= last:
        raise ValueError(f"the replay has the decisions 1 to {last}, got --step {step}")
    return next(itertools.islice(replays.play(replay, log=False, memory=memory), step - 1, None))


def print_advice(advice: Advice, match: Match, sees: bool) -> None:
    """Print the choice, the next choices, and with `sees` the observation."""
    console.print(
        f"Round {advice.round}, {advice.side} decides ({advice.legal} actions are allowed):"
    )
    for place, option in enumerate((advice.choice, *advice.others)):
        line = f"{100 * option.probability:5.0f} %  {option.sentence}"
        console.print(Text(line, style="bold" if place == 0 else ""), soft_wrap=True)
    if not sees:
        return
    console.print("\nIts observation, where it is not 0:")
    print_numbers(numbers_of(match), about_blocks(match))


# --- Inspect --------------------------------------------------------------------------------------


def inspect(name: str) -> dict[str, Any]:
    """An NPC file's manifest and card, and whether this quintain can use it."""
    npc = read_npc(find_npc(name))
    try:
        check_fits(npc.manifest)
        verdict = USABLE
    except NpcError as error:
        verdict = f"This quintain cannot use it: {error}."
    return {
        "file": str(npc.path),
        "sha256": npc.digest,
        "bytes": npc.path.stat().st_size,
        "usable": verdict == USABLE,
        "verdict": verdict,
        "manifest": npc.manifest.model_dump(mode="json"),
        "card": npc.card,
    }


def print_inspected(found: dict[str, Any]) -> None:
    """Print the card, and the manifest in short."""
    manifest = found["manifest"]
    console.print(Markdown(found["card"], hyperlinks=False))
    numbers = sum(piece["length"] for piece in manifest["observation"])
    versions = ", ".join(f"{name} {one}" for name, one in manifest["training"]["versions"].items())
    rows = {
        "file": f"{found['file']}, {found['bytes']:,} bytes",
        "SHA-256": found["sha256"],
        "rules": f"{manifest['system']}, version {manifest['rules_version']}",
        "slots a side": manifest["max_side"],
        "observation": f"{numbers} numbers in {len(manifest['observation'])} pieces",
        "actions": len(manifest["actions"]),
        "layout": manifest["layout"],
        "made with": versions,
    }
    table = Table(title="The file", title_justify="left", show_header=False)
    for heading in ("name", "value"):
        table.add_column(heading, overflow="fold")
    for name, value in rows.items():
        table.add_row(name, str(value))
    console.print(table)
    console.print(Text(found["verdict"], style="green" if found["usable"] else "red"))
