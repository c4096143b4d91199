"""An observation in words, for `show --observation` and `advise --sees`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rich.table import Table
from rich.text import Text

from ..envs.core.engine.layout import Kind, Piece
from ..envs.core.engine.system import random_choice
from ..envs.core.session.match import Match
from .common import compiling, console, split_scenario

SINGULAR = {"dice": "die", "hexes": "hex", "classes": "class", "categories": "category"}
"""Units with another singular than the plural without its s."""


@dataclass(frozen=True)
class Number:
    """One number of an observation.

    Attributes:
        index: its index in the observation.
        block: `own`, `ally_0`, `enemy_2`, `window`.
        name: `position: column`.
        value: its value, -1 to 1.
        text: the value in its unit: `7 squares`, `yes`, `25 %`.
        piece: the piece to which it belongs.
    """

    index: int
    block: str
    name: str
    value: float
    text: str
    piece: Piece

    def to_json(self) -> dict[str, Any]:
        """The number as plain data."""
        piece = self.piece
        return {
            "index": self.index, "piece": piece.name, "name": self.name, "value": self.value,
            "text": self.text, "meaning": piece.meaning, "row": piece.row, "static": piece.static,
        }  # fmt: skip


# --- Reading --------------------------------------------------------------------------------------


def numbers_of(match: Match, with_zeros: bool = False) -> list[Number]:
    """The numbers of the deciding fighter's observation that are not 0, or all of them."""
    found = _numbers(match)
    return [number for number in found if with_zeros or number.value != 0]


def _numbers(match: Match) -> Iterator[Number]:
    index = 0
    for whole in match.layout.pieces:
        name = whole.name.removeprefix(f"{whole.block}.").replace("_", " ")
        parts = iter(whole.parts or ("",))
        for piece in whole.simple:
            for full in piece.full:
                part = next(parts).replace("_", " ")
                value = float(match.observation[index])
                named = f"{name}: {part}" if part else name
                yield Number(index, whole.block, named, value, in_unit(piece, value, full), whole)
                index += 1


def in_unit(piece: Piece, value: float, full: float) -> str:
    """A value in the unit of its piece: `7 squares`, `yes`, `25 %`.

    Args:
        piece: a piece that is not packed.
        value: the value, -1 to 1.
        full: the number of units that counts as 1.
    """
    if piece.kind in (Kind.FLAG, Kind.ONE_HOT):
        return "yes" if value else "no"
    if not piece.unit:
        return f"{100 * value:.3g} %"
    amount = f"{value * full:.4g}"
    one = SINGULAR.get(piece.unit, piece.unit.removesuffix("s"))
    return f"{amount} {one if amount in ('1', '-1') else piece.unit}"


def about_blocks(match: Match) -> dict[str, str]:
    """The fighter whom each block describes, the decision and the events by name."""
    names = match.system.fighter_names(match.battle)
    sides = range(match.num_red), range(match.num_red, len(names))
    own, enemies = sides[::-1] if match.to_act >= match.num_red else sides
    allies = [fighter for fighter in own if fighter != match.to_act]
    about = {
        "own": names[match.to_act],
        "window": f"the decision {match.window.replace('_', ' ')!r}",
    }
    about |= {f"memory_{place}": "an event of the past" for place in range(match.memory)}
    about |= {f"ally_{slot}": names[fighter] for slot, fighter in enumerate(allies)}
    return about | {f"enemy_{slot}": names[fighter] for slot, fighter in enumerate(enemies)}


def show_observation(name: str, seed: int, decisions: int, with_zeros: bool) -> dict[str, Any]:
    """The deciding fighter's observation after some random decisions in a scenario.

    Raises:
        ValueError: the battle ends before.
    """
    system, scenario = split_scenario(name)
    match = Match(system, scenario)
    with compiling(system):
        match.reset(seed)
        for taken in range(decisions):
            match.step(int(random_choice(match.mask.copy(), match.rng_state)))
            if match.is_over:
                raise ValueError(f"the battle with seed {seed} ends after {taken + 1} decisions")
    return {
        "scenario": name,
        "agent": match.agents[match.to_act],
        "window": match.window,
        "blocks": about_blocks(match),
        "length": match.layout.length,
        "numbers": numbers_of(match, with_zeros),
    }


def to_json(found: dict[str, Any]) -> dict[str, Any]:
    """The findings of `show_observation` as plain data."""
    return {**found, "numbers": [number.to_json() for number in found["numbers"]]}


# --- Printing -------------------------------------------------------------------------------------


def print_observation(found: dict[str, Any]) -> None:
    """Print the findings of `show_observation`."""
    about = found["blocks"]
    console.print(Text(f"The observation of {about['own']} ({found['agent']})", style="bold"))
    print_numbers(found["numbers"], about)
    console.print(f"\n{len(found['numbers'])} of {found['length']} numbers.")


def print_numbers(numbers: list[Number], about: dict[str, str]) -> None:
    """Print numbers block by block: index, name, value, and the meaning of each piece once."""
    for block in dict.fromkeys(number.block for number in numbers):
        console.print(Text(f"\n{block}: {about.get(block, 'an empty slot')}", style="bold"))
        table = Table.grid(padding=(0, 2, 0, 0))
        table.add_column(justify="right", width=5)
        for width in (30, 14, None):
            table.add_column(overflow="fold", width=width)
        last = None
        for number in numbers:
            if number.block == block:
                meaning = "" if number.piece is last else number.piece.meaning
                table.add_row(str(number.index), number.name, number.text, meaning)
                last = number.piece
        console.print(table)
