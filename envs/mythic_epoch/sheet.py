"""The state of a battle of Mythic Epoch as a person writes it."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..core.engine.battle import NOBODY
from ..core.scenarios.sheet_keys import Key, Pair, Rows
from ..core.scenarios.sheets import Problem, Sheet
from .enums import Act, Stage, Status, Window
from .rules.checks import is_out
from .state import BATTLE
from .tables import WEAPON_NAMES

STATUSES = tuple(status.name.lower() for status in Status)
HELD = (Status.BOUND, Status.GRAPPLED, Status.PINNED)

FIGHTER_KEYS = (
    Pair("at", "the square", is_rolled=True, fields=(Key("x", "column"), Key("y", "row"))),
    Key("ap", "AP left", "M1, RM15", of="action_points"),
    Key("damage", "damage points lost", "RM10"),
    Key("status", "the combat status", "M11-M15", names=STATUSES),
    Key("partner", "the opponent in the bind or grapple", "RM20"),
    Key("hand", "weapon in the hand", "RM27", names=WEAPON_NAMES, is_held=True),
    Key("carried", "the second weapon", "RM27", names=WEAPON_NAMES, is_held=True),
    Key("loaded", "whether the weapon in the hand is loaded", "RM9", is_held=True),
    Key("carried_loaded", "whether the second weapon is loaded", "RM9", is_held=True),
    Key("aims_at", "the fighter aimed at", "M17, RM36", of="aim_target"),
    Key("last_target", "the opponent whom its last action named", "M4"),
    Key("initiative", "the check at the start; the highest goes first", "RM4", is_rolled=True),
    Key("tie_roll", "the second roll among equals", "RM4", is_rolled=True),
)

BATTLE_KEYS = (
    Key("round", "the round", "M9", of="round_number", shift=1),
    Key(
        *("turn", "the fighter who has the turn", "M2", "to_act"),
        is_rolled=True,
        is_somebody=True,
    ),
    Rows(
        "ground",
        "weapons on the ground",
        "RM27",
        columns=(
            Key("weapon", "a weapon", of="ground_weapon", names=WEAPON_NAMES),
            Pair("at", "its square", fields=(Key("ground_x", "column"), Key("ground_y", "row"))),
            Key("loaded", "whether it is loaded", of="ground_loaded"),
        ),
    ),
)


def open_turn(battle: np.record) -> None:
    """Sort the order of turns by initiative, and let the fighter of `to_act` decide (RM4, M2)."""
    fighters = battle.fighters[: battle.num_fighters]
    rolled = zip(fighters["initiative"], fighters["tie_roll"], strict=True)
    ranked = sorted(enumerate(rolled), key=lambda one: (-one[1][0], -one[1][1]))
    for seat, (number, _) in enumerate(ranked):
        battle.order[seat] = number
        battle.fighters[number].seat = seat
    able = [number for number, _ in ranked if not is_out(battle.fighters[number])]
    if battle.to_act == NOBODY:
        battle.to_act = able[0] if able else 0
    battle.turn = battle.fighters[battle.to_act].seat
    battle.stage, battle.window, battle.action = Stage.TURN, Window.TURN, Act.NOTHING


def problems(battle: np.record) -> Iterator[Problem]:
    """Fighters whose state contradicts itself or the turn."""
    if is_out(battle.fighters[battle.to_act]):
        yield battle.to_act, "is out of action and cannot have the turn"
    for side in range(2):
        members = [one for one in range(battle.num_fighters) if battle.side[one] == side]
        if all(is_out(battle.fighters[one]) for one in members):
            yield members[0], "and every ally are out of action: the battle would be over"
    for number in range(battle.num_fighters):
        fighter = battle.fighters[number]
        yield from ((number, text) for text in _hold_problems(battle, number, fighter))


def _hold_problems(battle: np.record, number: int, fighter: np.record) -> Iterator[str]:
    status = STATUSES[fighter.status]
    if fighter.status in HELD and fighter.partner == NOBODY:
        yield f"is {status} but held by nobody: write partner"
    if fighter.partner != NOBODY and fighter.status not in HELD:
        yield f"has a partner but is {status}: write status: bound, grappled or pinned"
    if fighter.partner == NOBODY:
        return
    partner = battle.fighters[fighter.partner]
    if partner.partner != number:
        yield "has a partner whose partner is another: write it for both"
    elif battle.side[fighter.partner] == battle.side[number]:
        yield "has a partner of its own side: write an opponent"


def is_open(battle: np.record) -> bool:
    """Whether a fighter decides in its turn, with no action under way."""
    return not battle.over and battle.window == Window.TURN


SHEET = Sheet(
    dtype=BATTLE,
    fighter=FIGHTER_KEYS,
    battle=BATTLE_KEYS,
    open=open_turn,
    problems=problems,
    is_open=is_open,
    moment="a fighter's choice in its turn, with no action under way",
)
