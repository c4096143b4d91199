"""The command `bench`: the speed of every layer."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.table import Table

from ..bench.throughput import measure_layers
from .common import compiling, console, say, split_scenario, waiting
from .options import Json, finite


def bench(
    scenario: Annotated[str, typer.Argument(help="SYSTEM/SCENARIO")] = "mythic_epoch/skirmish",
    seconds: Annotated[
        float,
        typer.Option(help="CPU seconds for each layer.", min=0.1, max=3600, callback=finite),
    ] = 2.0,
    markdown: Annotated[
        bool, typer.Option("--markdown", help="Print as in docs/speed.md.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Measure the speed of every layer, with a yardstick and a checksum.

    It also compiles the system once without the cache, which takes a minute.
    """
    show = print_markdown if markdown else print_bench
    say(as_json, measured(scenario, seconds, quiet=as_json or markdown), show)


def measured(name: str, seconds: float, *, quiet: bool) -> dict[str, Any]:
    """Measure the speed of every layer; a line shows the current layer."""
    system, scenario = split_scenario(name)
    if quiet:
        return measure_layers(system, scenario, seconds)
    with compiling(system, processes=1), waiting.status("measuring") as status:
        return measure_layers(
            system, scenario, seconds, lambda layer: status.update(f"measuring {layer}")
        )


def print_markdown(found: dict[str, Any]) -> None:
    """Print the speeds as a table in Markdown."""
    print(f"{found['scenario']}, {found['machine']}, {found['bytes_a_battle']} bytes a battle:\n")
    print("| layer | unit | per CPU-second | per second |\n|---|---|---|---|")
    for layer in found["layers"]:
        speeds = f"{layer['per_cpu_second']:,.0f} | {layer['per_second']:,.0f}"
        print(f"| {layer['name']} | {layer['unit']} | {speeds} |")
    times = found["seconds_to_first_battle"]
    print("\nReady for the first battle", end=" ")
    print(", ".join(f"{name} in {value} s" for name, value in times.items()) + ".")


def print_bench(found: dict[str, Any]) -> None:
    """Print a line for each layer."""
    table = Table(title=f"{found['scenario']} ({found['machine']})", title_justify="left")
    for heading in ("layer", "unit", "per CPU-second", "per second", "checksum"):
        is_number = heading.startswith("per")
        table.add_column(heading, justify="right" if is_number else "left", overflow="fold")
    for layer in found["layers"]:
        table.add_row(
            layer["name"],
            layer["unit"],
            f"{layer['per_cpu_second']:,.0f}",
            f"{layer['per_second']:,.0f}",
            layer["checksum"],
        )
    console.print(table)
    times = found["seconds_to_first_battle"]
    console.print(
        f"{found['bytes_a_battle']} bytes a battle; "
        + "; ".join(f"ready {name} in {value} s" for name, value in times.items())
    )
