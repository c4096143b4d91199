"""What a heuristic may not know of its enemies is put aside while it thinks (XH1, XH2, XH5, XH6).

In its place stand the figures of their kind, what Insight has shown, and no hidden fighter at all;
so all rules can be asked about what is seen, and no heuristic can read more. Afterwards all is put
back.
"""

from __future__ import annotations

import numpy as np

from ....envs.core.compiler.compile import njit
from ....envs.core.engine.battle import MAX_FIGHTERS
from ....envs.heimr.characters import Person, fill_person
from ....envs.heimr.enums import ATTRIBUTE_NAMES, Action, Life, Trigger
from ....envs.heimr.rules.combat_basics.fatigue import base_fatigue
from ....envs.heimr.rules.health.health import most_hp, most_wp
from ....envs.heimr.rules.positions.hiding import is_hidden_from
from ....envs.heimr.state import (
    PERSON,
)
from ....envs.heimr.tables import ABILITIES, CAST_NAMES, FATIGUE_MOST


def _sheets() -> np.ndarray:
    """What each entry of the cast is."""
    sheets = np.zeros(len(CAST_NAMES), PERSON)
    for place, name in enumerate(CAST_NAMES):
        fill_person(sheets[place], Person(base=name))
    return sheets


_SHEETS = _sheets()
CAST_ATTRIBUTES = _SHEETS["attributes"].astype(np.int64)
CAST_CONSISTENCY = _SHEETS["consistency"].astype(np.int64)
CAST_POTENTIAL = _SHEETS["potential"].astype(np.int64)
CAST_SKILLS = _SHEETS["skills"].astype(np.int64)
ATTRIBUTES = len(ATTRIBUTE_NAMES)
SKILLS, HP, WP, FATIGUE, READIED, ARGUMENT, TRIGGER, NAMED, SPENT, FREE, HIDE, LIFE = range(
    ATTRIBUTES + 2 * ABILITIES, 12 + ATTRIBUTES + 2 * ABILITIES
)
FIGURES = LIFE + 1
"""Figures of each enemy that are put aside; attributes and training come first."""
FIGHTERS = MAX_FIGHTERS
ROUNDS_A_RISE = 4
"""Rounds after which an enemy is thought to be more tired by one."""
MOST_RISE = 3

# --- Putting aside --------------------------------------------------------------------------------


@njit
def keep(fighter, kept):
    """Write down what is put aside of an enemy."""
    for place in range(ATTRIBUTES):
        kept[place] = fighter.attributes[place]
    for place in range(ABILITIES):
        kept[ATTRIBUTES + place] = fighter.consistency[place]
        kept[ATTRIBUTES + ABILITIES + place] = fighter.potential[place]
    kept[SKILLS] = fighter.skills
    kept[HP] = fighter.hp
    kept[WP] = fighter.wp
    kept[FATIGUE] = fighter.fatigue
    kept[READIED] = fighter.readied
    kept[ARGUMENT] = fighter.readied_argument
    kept[TRIGGER] = fighter.trigger
    kept[NAMED] = fighter.trigger_by
    kept[SPENT] = fighter.spent
    kept[FREE] = fighter.free_used
    kept[HIDE] = fighter.hide
    kept[LIFE] = fighter.life


@njit
def look_like_kind(fighter):
    """Give an enemy the figures of its kind (XH6)."""
    for place in range(ATTRIBUTES):
        fighter.attributes[place] = CAST_ATTRIBUTES[fighter.cast, place]
    for place in range(ABILITIES):
        fighter.consistency[place] = CAST_CONSISTENCY[fighter.cast, place]
        fighter.potential[place] = CAST_POTENTIAL[fighter.cast, place]
    fighter.skills = CAST_SKILLS[fighter.cast]
    fighter.spent = 0
    fighter.free_used = 0


@njit
def look_unhurt(battle, fighter, is_sized_up):
    """Give an enemy the pools that Insight has shown, else likely ones (XH5, RH51)."""
    most, wp = most_hp(fighter), most_wp(fighter)
    fatigue = base_fatigue(fighter) + min(MOST_RISE, battle.round_number // ROUNDS_A_RISE)
    if is_sized_up:
        most, wp = min(most, np.int64(fighter.seen_hp)), np.int64(fighter.seen_wp)
        fatigue = np.int64(fighter.seen_fatigue)
    fighter.hp = max(1, most)
    if fighter.injured != 0:
        fighter.hp = min(0, most)
    fighter.wp = wp
    fighter.fatigue = min(FATIGUE_MOST, fatigue)


@njit
def forget_plans(fighter):
    """What somebody has readied is unknown, but not that it has readied something (XH2)."""
    if fighter.readied != Action.NONE:
        fighter.readied = Action.WEAPON_ATTACK
    fighter.readied_argument = 0
    fighter.trigger = Trigger.NONE
    fighter.trigger_by = -1


@njit
def put_aside(battle, actor, kept):
    """Put aside what somebody cannot know, `kept [FIGHTERS, FIGURES]` (XH1, XH2, XH5, XH6)."""
    hidden = np.int64(0)
    for other in range(battle.num_fighters):
        if is_hidden_from(battle, other, actor):
            hidden |= 1 << other
    for other in range(battle.num_fighters):
        if battle.side[other] != battle.side[actor]:
            fighter = battle.fighters[other]
            keep(fighter, kept[other])
            look_like_kind(fighter)
            look_unhurt(battle, fighter, (np.int64(fighter.sized_up_by) >> actor) & 1 != 0)
            forget_plans(fighter)
            fighter.hide = 0
            if (hidden >> other) & 1 != 0:
                fighter.life = Life.DEAD


# --- Putting back ---------------------------------------------------------------------------------


@njit
def restore(fighter, kept):
    """Give an enemy back what was put aside of it."""
    for place in range(ATTRIBUTES):
        fighter.attributes[place] = kept[place]
    for place in range(ABILITIES):
        fighter.consistency[place] = kept[ATTRIBUTES + place]
        fighter.potential[place] = kept[ATTRIBUTES + ABILITIES + place]
    fighter.skills = kept[SKILLS]
    fighter.hp = kept[HP]
    fighter.wp = kept[WP]
    fighter.fatigue = kept[FATIGUE]
    fighter.readied = kept[READIED]
    fighter.readied_argument = kept[ARGUMENT]
    fighter.trigger = kept[TRIGGER]
    fighter.trigger_by = kept[NAMED]
    fighter.spent = kept[SPENT]
    fighter.free_used = kept[FREE]
    fighter.hide = kept[HIDE]
    fighter.life = kept[LIFE]


@njit
def put_back(battle, actor, kept):
    """Put back all that was put aside."""
    for other in range(battle.num_fighters):
        if battle.side[other] != battle.side[actor]:
            restore(battle.fighters[other], kept[other])
