"""The commands that look things up: systems, show, new, check, rules and agents."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..envs.core.engine.battle import MAX_SIDE
from ..envs.core.inputs.files import write_file
from . import lookup, observations
from .common import ENDINGS, check_folder, say
from .options import Json, Scenario, Seed

SystemName = Annotated[str, typer.Argument(help="A system, as `systems` lists them: martial")]


def systems(as_json: Json = False) -> None:
    """List the systems and their scenarios."""
    say(as_json, lookup.systems(), lookup.print_systems)


def show(
    scenario: Scenario,
    as_json: Json = False,
    seed: Seed = 0,
    observation: Annotated[
        bool, typer.Option("--observation", help="Show what the deciding fighter observes.")
    ] = False,
    with_zeros: Annotated[
        bool, typer.Option("--all", help="With --observation, also show the zeros.")
    ] = False,
    decisions: Annotated[
        int,
        typer.Option(help="With --observation, take random decisions first.", min=0, max=10_000),
    ] = 0,
    picture: Annotated[
        Path | None, typer.Option("--svg", help="Write the beginning as a picture.")
    ] = None,
) -> None:
    """Show a scenario: its fighters, their arms, skills and positions, or an observation."""
    check_folder(picture)
    if picture is not None:
        write_file(picture, lookup.picture(scenario, seed))
    if not observation:
        if with_zeros or decisions:
            raise typer.BadParameter("--all and --decisions need --observation.")
        say(as_json, lookup.scenario(scenario, seed), lookup.print_scenario)
        return
    found = observations.show_observation(scenario, seed, decisions, with_zeros)
    if as_json:
        found = observations.to_json(found)
    say(as_json, found, observations.print_observation)


def new(
    system: SystemName,
    red: Annotated[int, typer.Option(help="Fighters of red.", min=1, max=MAX_SIDE)] = 3,
    blue: Annotated[int, typer.Option(help="Fighters of blue.", min=1, max=MAX_SIDE)] = 3,
    out: Annotated[Path | None, typer.Option(help="Write a new file instead of printing.")] = None,
) -> None:
    """Begin a scenario of your own: a file with every legal key and name as comments."""
    if out is not None and out.suffix not in ENDINGS:
        raise ValueError(f"a scenario file ends in {ENDINGS[0]}: --out {out}{ENDINGS[0]}")
    text = lookup.blank_scenario(system, red, blue)
    if out is None:
        print(text, end="")
        return
    check_folder(out)
    if out.exists():
        raise FileExistsError(f"cannot write {out}: it exists; give another name")
    write_file(out, text)


def check(scenario: Scenario, as_json: Json = False, seed: Seed = 0) -> None:
    """Check a scenario file and draw its beginning, or say in a sentence each what is wrong."""
    say(as_json, lookup.checked(scenario, seed), lookup.print_checked)


def rules(
    system: SystemName,
    as_json: Json = False,
    rows: Annotated[bool, typer.Option("--rows", help="List the rows.")] = False,
) -> None:
    """Count the rulebook's rows that name code and a test; name the code that does not exist."""
    say(as_json, lookup.rules(system, rows), lookup.print_rules)


def agents(system: SystemName, as_json: Json = False) -> None:
    """List the agents of a system."""
    say(as_json, lookup.agents(system), lookup.print_agents)
