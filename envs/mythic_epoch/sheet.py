"""The state of a battle of Mythic Epoch as a person writes it."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import numpy as np

from ..core.engine.battle import NOBODY
from ..core.scenarios.sheet_keys import Key, Pair, Rows
from ..core.scenarios.sheets import Problem, Sheet
from ..core.text.narration import count
from .enums import Act, Stage, Status, Window
from .rules.checks import has_missile_weapon, is_out
from .rules.declare import is_on_guard
from .rules.defence import gap
from .rules.wounds import drop_out
from .state import BATTLE
from .tables import MOST_REACH, NO_WEAPON, UNARMED, WEAPON_NAMES, WEAPON_RELOAD_COST

STATUSES = tuple(status.name.lower() for status in Status)
HELD = (Status.BOUND, Status.GRAPPLED, Status.PINNED)
TOGETHER = {
    Status.BOUND: (Status.BOUND,),
    Status.GRAPPLED: (Status.GRAPPLED, Status.PINNED),
    Status.PINNED: (Status.GRAPPLED,),
}
"""The statuses that the partner of a held fighter can have (RM20, RM11)."""

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
    Key("aims_at", "the fighter aimed at", "M17, RM36", of="aim_target", is_held=True),
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


def follow(battle: np.record, number: int, _written: Collection[str]) -> Iterator[str]:
    """Part those who are out from partner and weapon; end an aim without a bow (M17, RM10)."""
    fighter = battle.fighters[number]
    if is_out(fighter):
        drop_out(battle, number)
    if fighter.carried == UNARMED:
        fighter.carried = NO_WEAPON
    fighter.loaded = fighter.loaded or not _is_reloaded(fighter.hand)
    fighter.carried_loaded = fighter.carried_loaded or not _is_reloaded(fighter.carried)
    if not (has_missile_weapon(fighter) and is_on_guard(fighter)):
        fighter.aim_target = NOBODY
    yield from ()


def _is_reloaded(weapon: int) -> bool:
    return bool(weapon != NO_WEAPON and WEAPON_RELOAD_COST[weapon] > 0)


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
        for key, other in (("aims_at", fighter.aim_target), ("last_target", fighter.last_target)):
            if other != NOBODY and battle.side[other] == battle.side[number]:
                yield number, f"has {key} of its own side: write an opponent"
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
    elif partner.status not in TOGETHER[fighter.status]:
        fitting = " or ".join(STATUSES[other] for other in TOGETHER[fighter.status])
        yield f"is {status}, so its partner must be {fitting}"
    elif gap(battle, number, fighter.partner) > _most_gap(fighter):
        most = count(_most_gap(fighter), "square")
        yield f"is {status} but its partner is more than {most} away"


def _most_gap(fighter: np.record) -> int:
    """Most squares between partners: a bind reaches as far as the longest weapon (M24, RM18)."""
    return MOST_REACH if fighter.status == Status.BOUND else 1


def is_open(battle: np.record) -> bool:
    """Whether a fighter decides in its turn, with no action under way."""
    return not battle.over and battle.window == Window.TURN


SHEET = Sheet(
    dtype=BATTLE,
    fighter=FIGHTER_KEYS,
    battle=BATTLE_KEYS,
    open=open_turn,
    follow=follow,
    problems=problems,
    is_open=is_open,
    moment="a fighter's choice in its turn, with no action under way",
)
