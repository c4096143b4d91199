"""The state of a battle of Platemail as a person writes it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ..core.engine.battle import NOBODY
from ..core.engine.record import Field
from ..core.maps.square_grid import has_square
from ..core.scenarios.sheet_keys import Key, Pair, Speaker
from ..core.scenarios.sheets import Problem, Sheet
from ..core.scenarios.yaml_models import FieldError
from .enums import Act, Life, Spell, Window
from .state import BATTLE, NET
from .tables import SHIELD_NAMES, WEAPON_NAMES
from .text.names import LIMBS
from .turn import UNWRITTEN, begin_round, play_on

CLOSED_DOOR, OPEN_DOOR = "+", "/"
"""Map letters of doors (RP40)."""
LIVES = tuple(life.name.lower() for life in Life)
SPELLS = tuple(spell.name.lower() for spell in Spell)
ACTS = tuple(act.name.lower() for act in Act)
LIMB_NAMES = tuple(name.replace(" ", "_") for name in LIMBS[1:])
IN_NET = "net"


class EntrapKey(Key):
    """The key for a net and the fighters whose Binds hold somebody (RP47)."""

    def value(self, fields: tuple[Field, ...]) -> str:
        """A list of the net and of fighters."""
        return f"a list of {IN_NET} and fighters"

    def read(self, record: Any, fields: tuple[Field, ...], speaker: Speaker) -> Any:
        """The net, then the fighters who bind."""
        bits = int(record[self.name])
        members = [at for at in range(len(speaker.labels)) if bits >> 1 >> at & 1]
        return [IN_NET] * (bits & NET) + [speaker.label(at) for at in members]

    def write(self, record: Any, fields: tuple[Field, ...], value: Any, speaker: Speaker) -> None:
        """Write the bits; errors as in `Key.write`."""
        if not isinstance(value, list):
            raise FieldError(f"must be a list of {IN_NET} and fighters, got {value!r}")
        numbers = [speaker.number(one) for one in value if one != IN_NET]
        if NOBODY in numbers:
            raise FieldError("nobody is no fighter: leave it out")
        members = {NET for one in value if one == IN_NET} | {2 << number for number in numbers}
        record[self.name] = sum(members)


FIGHTER_KEYS = (
    Pair("at", "the square", is_rolled=True, fields=(Key("x", "column"), Key("y", "row"))),
    Key("wounds", "Wounds taken and not healed", "P45"),
    Key("life", "able, or how near to death", "P46-P49", names=LIVES),
    Key("countdown", "rounds until death", "RP12"),
    Key("limbs", "lost limbs", "P105", names=LIMB_NAMES, is_set=True),
    Key("hand", "weapon in the right or both hands", "RP38", names=WEAPON_NAMES, is_held=True),
    Key("second", "weapon in the left hand", "RP19", names=WEAPON_NAMES, is_held=True),
    Key("shield", "shield in the left hand", "RP38", names=SHIELD_NAMES, is_held=True),
    Key("carried_hand", "weapon of the other set", "RP38", names=WEAPON_NAMES, is_held=True),
    Key(
        "carried_second", "second weapon of the other set", "RP38", names=WEAPON_NAMES, is_held=True
    ),
    Key("carried_shield", "shield of the other set", "RP38", names=SHIELD_NAMES, is_held=True),
    Key("loaded", "whether the weapon in hand is loaded", "P120", is_held=True),
    Key("carried_loaded", "whether that of the other set is loaded", "P120", is_held=True),
    Key("stock", "thrown weapons of the kind in hand that are left", "RP38", is_held=True),
    Key("carried_stock", "thrown weapons of the other set that are left", "RP38", is_held=True),
    Key("doses", "doses of poison", "RP21"),
    Key("mends", "Mends left", "RP23"),
    Key("prepared", "the Spell in hand", "RP37", names=SPELLS),
    Key("focus", "the fighter held by his Bind", "RP37"),
    Key("aimed", "whether his last action was Aim", "P66", is_held=True),
    Key("mounted", "whether he is mounted", "RP44"),
    Key("prone", "whether he is Prone", "RP10"),
    EntrapKey("entrapped", "the net and the Binds that hold him", "RP47"),
    Key("dazed", "actions still to be lost", "P103"),
    Key("terror", "actions still in Terror", "P90"),
    Key("carrying", "the fighter he carries", "RP42"),
    Key("carried_by", "the fighter who carries him", "RP42"),
    Key("hidden_from", "enemies who are Unaware of him", "RP36", is_rolled=True),
    Key("hides_from", "enemies who are Unaware as far as he can tell", "XP4", is_rolled=True),
    Key("stealth_roll", "his last Stealth roll", "P55", is_rolled=True),
    Key("seen_by", "enemies who have seen him", "XP4", is_rolled=True),
    Key("seen_casting", "enemies who have seen him cast", "P19"),
    Key("struck", "Unaware fighters whom he has already attacked", "P58"),
    Key("acted", "his action of the last phase", "P50-P90", names=ACTS),
    Key("moved", "whether he moved in the last phase", "RP16"),
    Key("attacked", "his attackers in the last phase", "RP16"),
    Key("assailants", "his attackers in the phase before", "RP16"),
    Key("used_weapon", "whether he used a weapon in the last phase", "RP16"),
)

BATTLE_KEYS = (
    Key("round", "the round whose orders are to be written", "P3", of="round_number", shift=1),
    Key("quiet_rounds", "rounds in a row without a Wound", "RP30"),
)


def open_round(battle: np.record) -> None:
    """Let the first fighter who is able to act write his order (P5)."""
    able = [one for one in range(battle.num_fighters) if _is_able(battle, one)]
    battle.to_act = battle.writer = able[0] if able else 0
    battle.clause, battle.window, battle.phase, battle.is_surveyed = 1, Window.FIRST, 0, 1


def resume(battle: np.record) -> None:
    """Clear all orders and ask for the first one (P5)."""
    battle.to_act, battle.window = NOBODY, Window.NONE
    begin_round(battle)
    play_on(battle)


def _is_able(battle: np.record, number: int) -> bool:
    return bool(battle.fighters[number].life == Life.ABLE)


def problems(battle: np.record) -> Iterator[Problem]:
    """Fighters whose state contradicts itself or the battle."""
    numbers = range(battle.num_fighters)
    for side in range(2):
        members = [one for one in numbers if battle.side[one] == side]
        if not any(_is_able(battle, one) for one in members):
            yield members[0], "and every ally are unable to act: the battle would be over"
    for number in numbers:
        fighter = battle.fighters[number]
        if fighter.is_ward and not _is_able(battle, number):
            yield number, "is its side's ward and unable to act: the battle would be over"
        if fighter.carrying != NOBODY and battle.fighters[fighter.carrying].carried_by != number:
            yield number, "carries one who is carried by another: write carried_by there"
        if fighter.carried_by != NOBODY and battle.fighters[fighter.carried_by].carrying != number:
            yield number, "is carried by one who carries another: write carrying there"


def redraw(battle: np.record, text: str) -> str:
    """The map with its doors as they are now (RP40)."""
    rows = [list(row) for row in text.split()]
    for x, y in zip(battle.door_x.tolist(), battle.door_y.tolist(), strict=True):
        if x != NOBODY:
            rows[y][x] = CLOSED_DOOR if has_square(battle.high, x, y) else OPEN_DOOR
    return "\n".join(map("".join, rows))


def is_open(battle: np.record) -> bool:
    """Whether nobody has written a clause of the round's orders yet."""
    verbs = battle.orders["verb"][: battle.num_fighters]
    conditions = battle.orders["condition"][: battle.num_fighters]
    return bool(not battle.over and (verbs == UNWRITTEN).all() and not conditions.any())


SHEET = Sheet(
    dtype=BATTLE,
    fighter=FIGHTER_KEYS,
    battle=BATTLE_KEYS,
    open=open_round,
    problems=problems,
    is_open=is_open,
    moment="the beginning of a round, before the first order",
    resume=resume,
    redraw=redraw,
)
