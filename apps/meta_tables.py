"""The meta-game of a tournament as tables and sentences for the terminal."""

from __future__ import annotations

from typing import Any

from rich import box
from rich.table import Table

from ..evaluation.meta_words import cycles_sentence, explained_sentence, luck_sentence, span
from ..evaluation.tournament import Tournament
from .common import console


def print_meta(result: Tournament) -> None:
    """Print Nash averaging and alpha-rank, cycles, skill against luck, and rating differences."""
    data = result.meta_to_json()
    if data["meta_game"]:
        console.print(mixtures_table(data["meta_game"]["agents"]))
        console.print(f"{cycles_sentence(data['meta_game'])}\n")
        console.print(f"{explained_sentence(data['meta_game'])}\n")
    if data["variance"]:
        console.print(f"{luck_sentence(data['variance'])}\n")
    console.print(differences_table(data["differences"]))


def mixtures_table(agents: list[dict[str, Any]]) -> Table:
    """The share of each agent in Nash averaging and in alpha-rank."""
    title = "Shares of the agents, %"
    table = Table(title=title, title_justify="left", box=box.SIMPLE, padding=(0, 1, 0, 0))
    table.add_column("agent", overflow="fold")
    for heading in ("Nash", "alpha-rank"):
        table.add_column(heading, justify="right", no_wrap=True)
    for one in sorted(agents, key=lambda one: [-one["nash"][key] for key in ("estimate", "high")]):
        table.add_row(one["agent"], span(one["nash"]), span(one["alpha_rank"]))
    return table


def differences_table(differences: list[dict[str, Any]]) -> Table:
    """The rating points between each two agents."""
    title = "Elo points of a above b"
    table = Table(title=title, title_justify="left", box=box.SIMPLE, padding=(0, 1, 0, 0))
    table.add_column("a above b", overflow="fold")
    for heading in ("points", "95 % interval"):
        table.add_column(heading, justify="right", no_wrap=True)
    for one in differences:
        limits = f"{one['low']:z.0f} to {one['high']:z.0f}"
        table.add_row(f"{one['a']} above {one['b']}", f"{one['estimate']:z.0f}", limits)
    return table
