"""Sums of rolls: each part that is not zero, by its name (P32, P45, P107, RP2, RP4, RP5)."""

from __future__ import annotations

from ...core.text.narration import LoggedEvent, sum_of_parts
from ..enums import Save
from ..rules.modifiers import shield_bonus, weapon_modifier
from ..rules.rolls import (
    AGAINST_SHIELD,
    COVERED,
    DISFAVORED,
    FAVORED,
    FROM_HIGH_GROUND,
    WITH_BOTH,
    favor,
)
from ..tables import COVER_PENALTY, HIGH_GROUND, THREE_ATTACKS_PENALTY, WEAPON_SHIELD_BONUS
from .phase import Phase

Part = tuple[int, str]
"""A part of a total, and its name."""

ATTRIBUTES = {
    Save.CONCENTRATION: "Will",
    Save.CRASH: "Dexterity",
    Save.BLAST: "Dexterity",
    Save.FEAR: "Will",
    Save.BIND: "Strength",
    Save.POISON: "Strength",
}
"""The attribute of each saving throw (RP2, RP3, RP21, RP23)."""


def favor_part(why: LoggedEvent) -> Part:
    """Favor or Disfavor, 0 if neither or both (P22, P23, RP24)."""
    bits = why.what & (FAVORED | DISFAVORED)
    return int(favor(bits)), "Favor" if bits == FAVORED else "Disfavor"


def cancelled(why: LoggedEvent) -> str:
    """A remark that Favor and Disfavor cancel, or nothing (RP24)."""
    is_both = why.what & FAVORED and why.what & DISFAVORED
    return " (Favor and Disfavor cancel)" if is_both else ""


def wounds_part(why: LoggedEvent) -> Part:
    """The Wounds of the fighter who rolls (P45)."""
    return -why.dice, "Wound" if why.dice == 1 else "Wounds"


def attack_sum(report: Phase, attack: LoggedEvent) -> str:
    """An attack roll: `14 + 3 Favor - 2 Cover = 15` (P32)."""
    why, arm, battle = report.why(attack), attack.what, report.battle
    is_known = 0 <= attack.actor < battle.num_fighters and 0 <= attack.target < battle.num_fighters
    parts: list[Part] = []
    if is_known:
        who = attack.actor, attack.target
        lacking = shield_bonus(battle, who[1], arm) - weapon_modifier(battle, *who, arm)
        bonus = int(battle.fighters[attack.actor].attack_bonus)
        parts = [(bonus, "attack bonus"), (-int(lacking), "lacking Strength")]
    if why.what & AGAINST_SHIELD:
        parts.append((int(WEAPON_SHIELD_BONUS[arm]), "against a shield"))
    parts += [
        (THREE_ATTACKS_PENALTY * bool(why.what & WITH_BOTH), "two weapons"),
        favor_part(why),
        (COVER_PENALTY * bool(why.what & COVERED), "Cover"),
        (HIGH_GROUND * bool(why.what & FROM_HIGH_GROUND), "high ground"),
        (why.amount, "range"),
        wounds_part(why),
    ]
    return sum_of_parts(attack.dice, attack.amount, parts) + cancelled(why)


def save_sum(report: Phase, save: LoggedEvent) -> str:
    """A saving throw: `9 + 2 Dexterity - 1 Wound = 10` (RP2); each hit counts in one (RP3)."""
    why, attribute = report.why(save), ATTRIBUTES[Save(save.what)]
    own = int(getattr(report.battle.fighters[save.actor], attribute.lower()))
    parts = [(own, attribute), favor_part(why), wounds_part(why)]
    hits = save.amount - save.dice - sum(part for part, _ in parts)
    if save.what == Save.CONCENTRATION and hits < 0:
        parts.append((hits, "hit" if hits == -1 else "hits"))
    return sum_of_parts(save.dice, save.amount, parts) + cancelled(why)


def skill_sum(report: Phase, roll: LoggedEvent, skill: str) -> str:
    """A Stealth or Medical roll: `12 + 2 Stealth - 1 Wound = 13` (RP4, RP5)."""
    bonus = int(getattr(report.battle.fighters[roll.actor], skill.lower()))
    parts = [(bonus, skill), wounds_part(report.why(roll))]
    return sum_of_parts(roll.dice, roll.amount, parts)
