"""The fields that a fighter cannot know, and a plausible sample of them (XH1 to XH6, HH38)."""

from __future__ import annotations

import numpy as np

from ..core.compiler.compile import njit
from ..core.engine.battle import has_full_choices, slot_of
from ..core.engine.dice import below, reset_dice
from ..core.engine.hidden import (
    Hidden,
    from_enemies,
    from_everybody,
    kind_plan,
    sheets,
    take_from_kind,
)
from .actions.table import READIABLE
from .characters import Person, fill_person
from .enums import Act, Defence, Hand, Injury, Life, Trigger, Wielding
from .rules.characters.conditions import is_gone
from .rules.combat_basics.fatigue import base_fatigue
from .rules.defence.current_defence import may_use
from .rules.environment.concealment import concealment_from
from .rules.grid import floor_of, is_location
from .rules.health.health import injury_of, most_hp, most_wp
from .rules.modules.armoury import IN_BAG, IN_HANDS, is_armed, is_shooting_hand
from .rules.positions.hiding import is_hidden_from, knows_of
from .state import (
    FIGHTER,
    PERSON,
)
from .tables import (
    CAST_NAMES,
    FATIGUE_MOST,
    INJURY_HP,
    IS_READIED_QUICKLY,
    ITEM_NAMES,
    MOST_FIELD,
    NONE,
    WIELDING,
)

HIDE_LEAST, HIDE_SPREAD = 3, 8
"""The sampled result of a Hide: its least value, and the number of values."""
CONCEAL_LEAST, CONCEAL_SPREAD = 3, 8
FOR_EITHER_HAND = np.flatnonzero(WIELDING == Wielding.EITHER_HAND)
"""The items that either hand can hold, the other one in use or not."""
TRIGGERS = (Trigger.ENTERS, Trigger.LEAVES, Trigger.ATTACKS_ME, Trigger.INTENDS)


# --- The hidden fields ----------------------------------------------------------------------------


def is_living_enemy(battle: np.record, viewer: int, of: int) -> bool:
    """Whether it is an enemy who is alive and has not fled."""
    return from_enemies(battle, viewer, of) and not is_gone(battle.fighters[of])


def is_ready_enemy(battle: np.record, viewer: int, of: int) -> bool:
    """Whether it is an enemy who has readied something (XH2)."""
    readied = battle.fighters[of].readied
    return is_living_enemy(battle, viewer, of) and bool(readied != Act.NONE)


def is_hidden_enemy(battle: np.record, viewer: int, of: int) -> bool:
    """Whether it is an enemy who hides from the viewer (XH1)."""
    return is_living_enemy(battle, viewer, of) and bool(is_hidden_from(battle, of, viewer))


def is_unknown_enemy(battle: np.record, viewer: int, of: int) -> bool:
    """Whether the viewer does not even know that an enemy hides (XH1, RH50)."""
    return is_hidden_enemy(battle, viewer, of) and not knows_of(battle, viewer, of)


def conceals_item(battle: np.record, viewer: int, of: int) -> bool:
    """Whether it is an enemy with a concealed item that the viewer has not found (XH6, RH51)."""
    it = battle.fighters[of]
    is_found = int(it.item_found_by) >> viewer & 1
    return is_living_enemy(battle, viewer, of) and it.concealed_item != NONE and not is_found


def conceals_in_sword_hand(battle: np.record, viewer: int, of: int) -> bool:
    """Whether it is an enemy with an unfound concealed item in its sword hand (H101, XH6)."""
    is_there = battle.fighters[of].concealed_item == IN_HANDS + Hand.SWORD
    return bool(is_there) and conceals_item(battle, viewer, of)


def conceals_in_off_hand(battle: np.record, viewer: int, of: int) -> bool:
    """Whether it is an enemy with an unfound concealed item in its off-hand (H101, XH6)."""
    is_there = battle.fighters[of].concealed_item == IN_HANDS + Hand.OFF
    return bool(is_there) and conceals_item(battle, viewer, of)


def injury_seen(battle: np.record, viewer: int, of: int) -> int:
    """The level of its injury, 0 for none: its effects show (XH5)."""
    hp = int(battle.fighters[of].hp)
    return 0 if hp > 0 else int(injury_of(hp))


def readiness_seen(battle: np.record, viewer: int, of: int) -> bool:
    """Whether anything is readied (XH2)."""
    return bool(battle.fighters[of].readied != Act.NONE)


HIDDEN = (
    Hidden("dice", ("XH4",), from_everybody),
    Hidden("fighters.location", ("XH1",), is_unknown_enemy, is_free=False),
    Hidden("fighters.height", ("XH1",), is_unknown_enemy, is_free=False),
    Hidden("fighters.hide", ("XH1",), is_hidden_enemy),
    Hidden("fighters.readied", ("XH2",), is_ready_enemy, readiness_seen),
    Hidden("fighters.trigger", ("XH2",), is_ready_enemy),
    Hidden("fighters.trigger_by", ("XH2",), is_ready_enemy),
    Hidden("fighters.hp", ("XH5",), is_living_enemy, injury_seen),
    Hidden("fighters.wp", ("XH5",), is_living_enemy),
    Hidden("fighters.fatigue", ("XH5",), is_living_enemy),
    Hidden("fighters.tired", ("XH5",), is_living_enemy),
    Hidden("fighters.pack", ("XH6",), conceals_item, is_free=False),  # or in the bag
    Hidden("fighters.bag", ("XH6",), conceals_item, is_free=False),
    Hidden("fighters.held", ("XH6",), conceals_in_sword_hand, places=(0,), is_free=False),
    Hidden("fighters.held", ("XH6",), conceals_in_off_hand, places=(1,), is_free=False),
    Hidden("fighters.conceal", ("XH6",), conceals_item),
    Hidden("fighters.skills", ("XH6",), is_living_enemy, sample="kind"),
    Hidden("fighters.attributes", ("XH6",), is_living_enemy, sample="kind"),
    Hidden("fighters.consistency", ("XH6",), is_living_enemy, sample="kind"),
    Hidden("fighters.potential", ("XH6",), is_living_enemy, sample="kind"),
    # The sheet of a kind has used none of its powers, and names nothing for a readied action.
    Hidden("fighters.spent", ("XH6",), is_living_enemy, sample="kind"),
    Hidden("fighters.free_used", ("XH6",), is_living_enemy, sample="kind"),
    Hidden("fighters.readied_argument", ("XH2",), is_ready_enemy, sample="kind"),
)
"""The fields that a fighter cannot know."""

SHEETS = sheets(FIGHTER, PERSON, fill_person, [Person(base=name) for name in CAST_NAMES])
"""The fighters of the cast, without the changes of a scenario."""
KIND_PLAN = kind_plan(HIDDEN, FIGHTER)

# --- A sample of them -----------------------------------------------------------------------------


@njit(shared=True)
def conceal(battle, fighter, rng_state):
    """Overwrite what a fighter cannot know by a plausible sample (XH1, XH2, XH5, XH6, HH38).

    The sample replaces the coming dice and, of every opponent, its skills, HP, willpower, fatigue,
    readied action, trigger, concealed items and hiding place. Visible fields stay as they are.
    """
    actor = fighter
    reset_dice(battle, rng_state)
    for other in range(battle.num_fighters):
        if battle.side[other] != battle.side[actor] and not is_gone(battle.fighters[other]):
            it = battle.fighters[other]
            take_from_kind(battle.fighters, other, KIND_PLAN, SHEETS, it.cast)
            conceal_health(battle, it, actor, rng_state)
            conceal_fatigue(battle, it, actor, rng_state)
            conceal_readied(battle, other, rng_state)
            conceal_item(it, actor, rng_state)
            if is_hidden_from(battle, other, actor):
                conceal_place(battle, other, actor, rng_state)


# --- HP, willpower, fatigue (XH5, RH51) -----------------------------------------------------------


@njit
def is_sized_up(it, actor):
    """Whether the viewer knows earlier figures of the fighter (RH51)."""
    return (it.sized_up_by >> actor) & 1 != 0


@njit
def conceal_health(battle, it, actor, rng_state):
    """Sample HP that fit the visible injuries, and willpower (H31 to H35, XH5)."""
    most, wp = most_hp(it), most_wp(it)
    if is_sized_up(it, actor):
        slot = slot_of(battle, actor)
        most, wp = min(most, max(1, it.seen_hp[slot])), min(wp, it.seen_wp[slot])
    if it.hp > 0:
        it.hp = 1 + below(rng_state, max(1, most))
    else:
        level = injury_of(it.hp)
        first = max(np.int64(Injury.BLOODIED), level - 1) if it.life == Life.AWAKE else level
        top, bottom = INJURY_HP[first - 1] - 1, INJURY_HP[level]
        it.hp = bottom + below(rng_state, top - bottom + 1)
    it.wp = below(rng_state, wp + 1)


@njit
def conceal_fatigue(battle, it, actor, rng_state):
    """Draw fatigue: it can have risen once in each round, perhaps since its turn (H73, XH5)."""
    base = base_fatigue(it)
    if is_sized_up(it, actor):
        base = max(base, it.seen_fatigue[slot_of(battle, actor)] - 1)
    rises = min(FATIGUE_MOST - base, battle.round_number + 1)
    it.fatigue = base + below(rng_state, max(1, rises + 1))
    it.tired = it.fatigue > base_fatigue(it) and below(rng_state, 2) == 0


# --- The readied action (XH2) ---------------------------------------------------------------------


@njit
def could_ready(battle, other, act):
    """Whether a fighter could have readied an action: equipped for it, and asked for it (RH36)."""
    it = battle.fighters[other]
    if not (IS_READIED_QUICKLY[act] or has_full_choices(battle, other)):
        return False
    if act == Act.WEAPON_ATTACK:
        return is_armed(it) or is_shooting_hand(it, Hand.SWORD)
    return act != Act.CARRY


@njit
def conceal_readied(battle, other, rng_state):
    """Sample the readied action of a fighter and its trigger (XH2)."""
    it = battle.fighters[other]
    if it.readied == Act.NONE:
        return
    count = 0
    for place in range(len(READIABLE)):
        count += could_ready(battle, other, READIABLE[place])
    skip = below(rng_state, count)
    for place in range(len(READIABLE)):
        if could_ready(battle, other, READIABLE[place]):
            if skip == 0:
                it.readied = READIABLE[place]
                break
            skip -= 1
    it.trigger = TRIGGERS[below(rng_state, len(TRIGGERS))]
    it.trigger_by = NONE


# --- Concealed items (XH6, RH51) ------------------------------------------------------------------


@njit
def conceal_item(it, actor, rng_state):
    """Sample the concealed item of a fighter, unless it was found (XH6, RH51).

    In a hand it is one that either hand can hold, and that can do what the hand has pre-rolled.
    """
    place = it.concealed_item
    if place == NONE or (it.item_found_by >> actor) & 1 != 0:
        return
    if place >= IN_HANDS:
        hand = place - IN_HANDS
        item = it.held[hand]
        it.held[hand] = FOR_EITHER_HAND[below(rng_state, len(FOR_EITHER_HAND))]
        is_used = it.defence != Defence.NONE and it.defence_hand == hand
        if is_used and not may_use(it, it.defence, hand):
            it.held[hand] = item
    elif place == IN_BAG:
        it.bag = below(rng_state, len(ITEM_NAMES))
    else:
        it.pack[place] = below(rng_state, len(ITEM_NAMES))
    it.conceal = CONCEAL_LEAST + below(rng_state, CONCEAL_SPREAD)


# --- Hiding places (XH1, RH50) --------------------------------------------------------------------


@njit
def conceal_place(battle, other, actor, rng_state):
    """Sample the result of a Hide, and the place of an undetected fighter (XH1, RH50)."""
    it = battle.fighters[other]
    it.hide = HIDE_LEAST + below(rng_state, HIDE_SPREAD)
    if knows_of(battle, actor, other):
        return
    old_place, old_height = it.location, it.height
    count = count_places(battle, other, actor, -1)
    if count > 0:
        count_places(battle, other, actor, below(rng_state, count))
    else:
        it.location = old_place
        it.height = old_height


@njit
def count_places(battle, other, actor, chosen):
    """Number of locations where a fighter could hide; leave it in number `chosen` of them."""
    it = battle.fighters[other]
    count = 0
    for y in range(battle.rows):
        for x in range(battle.columns):
            if not is_location(battle, x, y):
                continue
            it.location = y * MOST_FIELD + x
            it.height = floor_of(battle, y * MOST_FIELD + x)
            if concealment_from(battle, actor, other) > 0:
                if count == chosen:
                    return count
                count += 1
    return count
