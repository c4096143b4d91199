"""Named facts of an observation: about me, the nearest enemy, the sides and the decision.

Facts about slots are counts or concern the nearest enemy, so a card holds for sides of any size.

Letters: `n` rows, `N` the observation's length, `F` facts, `S` slots a side.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

from ...envs.core.engine.layout import ROWS, Kind, Piece
from ...envs.core.engine.memory_layout import layout_of
from ...envs.core.engine.system import System
from ..view import ABLE, pieces_of

T = TypeVar("T")

HARM = ("hp", "wounds", "near_collapse", "half_spent", "exhausted", "injuries")
"""Pieces that show how hurt a fighter is; each system has one of them. HP fall, the others rise."""
SHARES = "shares"
"""The unit of values between 0 and 1."""
FAR = 99.0
TABLE_WORDS = re.compile(
    r"ground_|position|offset|squares|rise|barrier|crossing|^cover|guarded|slots|aim$|partner|"
    r"cluster|skills|senses|potential|foe_|trigger_by|attacked$"
)
"""Names of pieces that a person cannot see at a glance."""
CODE = "_place"
"""The end of the name of a number that only tells apart the actions of a kind."""
MOST_PARTS = 14
WINDOW = "window.window"
"""The piece that says which kind of decision it is; without it a card has one kind for all."""


@dataclass(frozen=True)
class Fact:
    """A named fact.

    Attributes:
        name: `own.hp`, `near.prone`, `count.reach_me`, `window.act_aim`.
        words: the fact in words: `my HP`.
        meaning: an explanation, as in the docs of the system.
        unit: the unit of its values, empty for a flag.
        full: the number of units that counts as 1 in the observation.
        is_whole: whether its values are whole numbers of units.
    """

    name: str
    words: str
    meaning: str
    unit: str = ""
    full: float = 1
    is_whole: bool = True


COUNTS = (
    Fact("count.enemies", "enemies able to fight", "enemies whom I know to be able", "enemies"),
    Fact("count.allies", "allies able to fight", "allies able, without me", "allies"),
    Fact("count.in_my_reach", "enemies that I can reach", "my weapon reaches them", "enemies"),
    Fact("count.in_its_reach", "enemies that reach me", "their weapons reach me", "enemies"),
    Fact("near.distance", "distance to the nearest enemy", "cut off where the docs say", "units"),
)


def _is_shown(piece: Piece) -> bool:
    local = piece.name.partition(".")[2]
    directions = {"north", "columns", "east"} & set(piece.parts)
    return not (TABLE_WORDS.search(local) or directions or piece.length > MOST_PARTS)


def _facts_of_piece(piece: Piece, prefix: str, owner: str) -> list[Fact]:
    local = piece.name.partition(".")[2]
    simple = [one for one in piece.simple for _ in one.full]
    facts = []
    for part, full, one in zip(piece.parts or ("",), piece.full, simple, strict=True):
        number = f"{local}_{part}" if part else local
        is_flag = one.kind in (Kind.FLAG, Kind.ONE_HOT)
        facts.append(
            Fact(
                f"{prefix}.{number}",
                f"{owner}{number.replace('_', ' ')}",
                f"{ROWS.sub('', piece.meaning)}: {one.text}" if piece.inner else piece.text,
                "" if is_flag else one.unit or SHARES,
                1 if is_flag else full,
                is_flag or one.kind is Kind.COUNT,
            )
        )
    return facts


def cached_by_name(function: Callable[..., T]) -> Callable[..., T]:
    """A cache for a function of a system, which has no hash, and perhaps of further arguments."""
    known: dict[tuple[Any, ...], T] = {}

    @functools.wraps(function)
    def cached(system: System, *more: Any) -> T:
        key = system.name, *more
        if key not in known:
            known[key] = function(system, *more)
        return known[key]

    return cached


@cached_by_name
def _columns(system: System) -> tuple[tuple[Fact, str, int], ...]:
    """Each fact of a piece with the name of the piece and the place in it."""
    found = []
    for piece in layout_of(system, 1).pieces:
        owners = {"own": ("own", "my "), "enemy_0": ("near", "nearest enemy: ")}
        prefix, owner = owners.get(piece.block, ("window", "")) if piece.block else ("window", "")
        is_ours = piece.block in owners or piece.name.startswith("window.")
        if not is_ours or not _is_shown(piece) or piece.name.startswith(WINDOW):
            continue
        if piece.name == "enemy_0.distance":
            continue
        if prefix == "window" and any(part.startswith("enemy_") for part in piece.parts):
            continue
        facts = _facts_of_piece(piece, prefix, owner)
        found += [
            (fact, piece.name, place)
            for place, fact in enumerate(facts)
            if not fact.name.endswith(CODE)
        ]
    return tuple(found)


@cached_by_name
def facts_of(system: System) -> dict[str, Fact]:
    """The facts of a system by name, in the order of `see_facts`."""
    return {fact.name: fact for fact in (*COUNTS, *(one for one, _, _ in _columns(system)))}


def near_first(seen: dict[str, np.ndarray], max_side: int, side: str = "enemy") -> np.ndarray:
    """Array `[n, S]`: the distance of each slot; `FAR` and more for who cannot act."""
    count = len(seen["own"])
    far = np.full((count, max_side), 2 * FAR)
    for slot in range(max_side):
        block = f"{side}_{slot}"
        able = [seen[f"{block}.{name}"] for name in ABLE if f"{block}.{name}" in seen]
        if not able:
            continue
        offset = seen[f"{block}.offset"]
        steps = seen.get(f"{block}.distance", np.abs(offset).max(axis=1, keepdims=True))
        far[:, slot] = np.where(able[0][:, 0] > 0, steps[:, 0], FAR) + 1e-4 * slot
    return far


def harm_of(seen: dict[str, np.ndarray], max_side: int, side: str = "enemy") -> np.ndarray:
    """Array `[n, S]`: how hurt each slot seems; the higher, the weaker."""
    hurt = np.zeros((len(seen["own"]), max_side))
    for slot in range(max_side):
        names = [name for name in HARM if f"{side}_{slot}.{name}" in seen]
        for weight, name in zip((1.0, 0.3), names, strict=False):
            total = seen[f"{side}_{slot}.{name}"].clip(-1, None).sum(axis=1)
            hurt[:, slot] += weight * (-total if name == "hp" else total)
    return hurt


def by_name(system: System, observations: np.ndarray, max_side: int) -> dict[str, np.ndarray]:
    """The pieces of observations `[n, N]` by name, and `own`, all of them."""
    places = pieces_of(system.name, max_side, observations.shape[1])
    return {"own": observations} | {name: observations[:, at] for name, at in places.items()}


def see_facts(system: System, observations: np.ndarray, max_side: int) -> np.ndarray:
    """Array `[n, F]`: the facts of observations, in units of the book."""
    seen, rows = by_name(system, observations, max_side), np.arange(len(observations))
    full = distance_unit(system)
    far = near_first(seen, max_side)
    nearest, able = far.argmin(axis=1), far < FAR
    columns = [able.sum(axis=1), (near_first(seen, max_side - 1, "ally") < FAR).sum(axis=1)]
    for name in ("in_my_reach", "in_its_reach"):
        shown = [seen.get(f"enemy_{slot}.{name}") for slot in range(max_side)]
        flags = [np.zeros(len(rows)) if one is None else one[:, 0] > 0.5 for one in shown]
        columns.append((np.array(flags).T.astype(bool) & able).sum(axis=1))
    columns.append(np.round(far.min(axis=1).clip(0, 4) * full, 0))
    for fact, piece, place in _columns(system):
        if piece.startswith("enemy_0."):
            slots = [seen[piece.replace("enemy_0", f"enemy_{slot}", 1)] for slot in range(max_side)]
            value = np.stack([one[:, place] for one in slots], axis=1)[rows, nearest]
        else:
            value = seen[piece][:, place]
        columns.append(value * fact.full)
    return np.stack(columns, axis=1).astype(np.float32)


@cached_by_name
def distance_unit(system: System) -> float:
    """The number of units that counts as 1 in the distance of an enemy.

    Raises:
        ValueError: the observation does not say how far an enemy is, or whether it can act.
    """
    pieces = {piece.name: piece for piece in layout_of(system, 1).pieces}
    for names in (("distance", "offset"), ABLE):
        if not any(f"enemy_0.{name}" in pieces for name in names):
            raise ValueError(
                f"a card needs one of the pieces {', '.join(names)} in the block of an enemy, "
                f"and the observation of {system.title} has none"
            )
    return next(
        pieces[f"enemy_0.{name}"].full[0]
        for name in ("distance", "offset")
        if f"enemy_0.{name}" in pieces
    )


def windows_of(system: System, observations: np.ndarray, max_side: int) -> np.ndarray:
    """Array `[n]`: the number of each decision's window in `window_names`."""
    seen = by_name(system, observations, max_side)
    return seen[WINDOW].argmax(axis=1) if WINDOW in seen else np.zeros(len(observations), int)


def window_names(system: System) -> tuple[str, ...]:
    """The windows of a system in the order of its observation."""
    pieces = {piece.name: piece for piece in layout_of(system, 1).pieces}
    return pieces[WINDOW].parts if WINDOW in pieces else ("decision",)
