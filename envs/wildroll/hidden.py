"""Fields that a fighter cannot know, and a plausible sample for a search (XW1, XW2, H34)."""

from __future__ import annotations

import numpy as np

from ..core.compiler.compile import njit
from ..core.engine.dice import below, reset_dice
from ..core.engine.hidden import (
    Hidden,
    from_enemies,
    from_everybody,
    kind_plan,
    sheets,
    take_from_kind,
)
from .characters import Person, fill_person
from .enums import Act, Attribute, Skill, Specialisation
from .rules.combat_sequence.points import most_points
from .rules.combat_sequence.requirements import could_ever, num_readiable
from .rules.common_actions.spells import spell_of
from .rules.flanking.lines import has_line
from .rules.health.bodies import are_enemies, is_conscious, is_mounted
from .rules.health.wounds import slots, wounds_at
from .rules.movement.spaces import has_room, is_adjacent, put_into
from .rules.movement.terrain import is_walkable
from .rules.rolls.checks import skill_modifier
from .rules.stamina.stamina import (
    is_exhausted,
    is_staggered,
    most_mana,
    most_stamina,
    normal_stamina,
)
from .state import FIGHTER, HANDS, PACK, PERSON
from .tables import (
    ATTRIBUTE_LEAST,
    ATTRIBUTE_MOST,
    CAST_ATTRIBUTES,
    CAST_NAMES,
    DICE_COUNT,
    DICE_SIDES,
    FORCE_SHIELD,
    INITIATIVE_BONUS,
    LEVELS,
    NONE,
    READIED_ACT,
    SPEED_LEAST,
    SPEED_MOST,
)

SPREAD = 1
"""How far an attribute is imagined from that of one's kind (H34)."""


# --- The hidden fields ----------------------------------------------------------------------------


@njit
def is_about(battle, of, act):
    """Whether a fighter is about an action, be it a long one (W49)."""
    if battle.fighters[of].long_act == act:
        return True
    for place in range(battle.top + 1):
        if battle.frames[place].actor == of and battle.frames[place].act == act:
            return True
    return False


@njit
def shows_pack(battle, of):
    """Whether a fighter takes something out of its pack or stows it (W81)."""
    return is_about(battle, of, Act.RETRIEVE) or is_about(battle, of, Act.STOW)


@njit
def shows_charm(battle, of):
    """Whether an effect of one's magical item lasts, begins or ends (W93, W110)."""
    if is_about(battle, of, Act.CHARM) or is_about(battle, of, Act.END_EFFECT):
        return True
    return battle.fighters[of].effects != 0


@njit
def spells_shown(battle, of):
    """Spells that a fighter casts or keeps up, a bit each (W49, W77, W109, RW19)."""
    shown = np.int64(0)
    for act in (Act.FIRE_BOLT, Act.FORCE_SHIELD, Act.HEAL):
        shown |= np.int64(is_about(battle, of, act)) << spell_of(act)
    if battle.fighters[of].shield_rounds > 0:
        shown |= 1 << FORCE_SHIELD
    return battle.fighters[of].spells & shown


def spells_seen(battle: np.record, viewer: int, of: int) -> int:
    """The visible part of the spells that a fighter knows (XW2)."""
    return int(spells_shown(battle, of))


def is_hidden_enemy(battle: np.record, viewer: int, of: int) -> bool:
    """Whether it is an enemy who is not seen (XW1)."""
    return from_enemies(battle, viewer, of) and bool(battle.fighters[of].hidden)


def is_possible(fighter: np.record) -> bool:
    """Whether the attributes are within their ranges, and AP and wounds fit them (RW3, XW2)."""
    attributes = [int(it) for it in fighter.attributes]
    del attributes[Attribute.SPEED]
    if min(attributes) < ATTRIBUTE_LEAST or max(attributes) > ATTRIBUTE_MOST:
        return False
    return bool(fits_what_is_seen(fighter))


def condition_seen(battle: np.record, viewer: int, of: int) -> tuple[bool, ...]:
    """The visible part of attributes and fatigue: exhausted, staggered (XW2, W14)."""
    fighter = battle.fighters[of]
    if not is_possible(fighter):
        return ()
    return bool(is_exhausted(fighter)), bool(is_staggered(fighter))


def hides_pack(battle: np.record, viewer: int, of: int) -> bool:
    """Whether it is an enemy who is not taking anything out of its pack, nor stowing (XW2, W81)."""
    return from_enemies(battle, viewer, of) and not shows_pack(battle, of)


def hides_potions(battle: np.record, viewer: int, of: int) -> bool:
    """Whether it is an enemy who is not drinking a potion (XW2, W102)."""
    return from_enemies(battle, viewer, of) and not is_about(battle, of, Act.POTION)


def hides_charm(battle: np.record, viewer: int, of: int) -> bool:
    """Whether it is an enemy with no effect of a magical item, nor one in the making (XW2, W93)."""
    return from_enemies(battle, viewer, of) and not shows_charm(battle, of)


def readiness_seen(battle: np.record, viewer: int, of: int) -> bool:
    """Whether anything is readied (RW26)."""
    return bool(battle.fighters[of].readied != Act.NONE)


HIDDEN = (
    Hidden("dice", ("XW4",), from_everybody),
    Hidden("fighters.x", ("XW1",), is_hidden_enemy, is_free=False),
    Hidden("fighters.y", ("XW1",), is_hidden_enemy, is_free=False),
    Hidden("fighters.initiative", ("XW1",), is_hidden_enemy),
    Hidden("fighters.action_points", ("XW1",), is_hidden_enemy),
    Hidden("fighters.readied", ("XW1", "RW26"), shows=readiness_seen),
    Hidden("fighters.attributes", ("XW2",), shows=condition_seen),
    Hidden("fighters.skills", ("XW2",), sample="kind"),
    Hidden("fighters.specialisations", ("XW2",), sample="kind"),
    Hidden("fighters.stamina", ("XW2",)),
    Hidden("fighters.fatigue", ("XW2",), shows=condition_seen),
    Hidden("fighters.mana", ("XW2",)),
    Hidden("fighters.pack", ("XW2", "W81"), hides_pack),
    Hidden("fighters.potions", ("XW2", "W102"), hides_potions),
    Hidden("fighters.charm", ("XW2", "W93"), hides_charm),
    Hidden("fighters.spells", ("XW2", "W77"), shows=spells_seen),
)
"""Fields that a fighter cannot know."""

SHEETS = sheets(FIGHTER, PERSON, fill_person, [Person(base=name) for name in CAST_NAMES])
"""The fighters of the cast, without the changes of a scenario."""
KIND_PLAN = kind_plan(HIDDEN, FIGHTER)

# --- A sample of them -----------------------------------------------------------------------------


@njit(shared=True)
def conceal(battle, fighter, rng_state):
    """Overwrite what a fighter cannot know by a plausible sample (XW1, XW2, RW26, H34).

    The coming dice are drawn again, and so are the attributes, skills, stamina, fatigue, mana,
    readied action of every opponent, and the place, initiative and AP of those who hide. Unseen
    belongings of an opponent are those of its kind. The visible rest stays as it is.
    """
    reset_dice(battle, rng_state)
    for other in range(battle.num_fighters):
        if are_enemies(battle, fighter, other):
            exhausted = is_exhausted(battle.fighters[other])
            staggered = is_staggered(battle.fighters[other])
            take_from_kind(battle.fighters, other, KIND_PLAN, SHEETS, battle.fighters[other].cast)
            assume_belongings(battle, other)
            conceal_attributes(battle.fighters[other], rng_state)
            conceal_fatigue(battle.fighters[other], exhausted, staggered, rng_state)
            conceal_pools(battle.fighters[other], rng_state)
            conceal_readied(battle, other, rng_state)
            if battle.fighters[other].hidden:
                conceal_pace(battle.fighters[other], rng_state)
                if not is_mounted(battle.fighters[other]):
                    conceal_place(battle, other, rng_state)


# --- What is written on the sheet (XW2) -----------------------------------------------------------


@njit
def fits_what_is_seen(fighter):
    """Whether its wounds, and its AP unless it hides, fit its attributes (W4, W5, W48, XW1)."""
    most = most_points(fighter.attributes[Attribute.SPEED])
    if fighter.action_points > most and not fighter.hidden:
        return False
    for level in range(1, LEVELS + 1):
        if wounds_at(fighter, level) > slots(fighter, level):
            return False
    return True


@njit
def imagined(kind, which, rng_state):
    """An attribute near that of one's kind, within its range (RW3, H34)."""
    value = kind - SPREAD + below(rng_state, 2 * SPREAD + 1)
    if which == Attribute.SPEED:
        return min(SPEED_MOST, max(SPEED_LEAST, value))
    return min(ATTRIBUTE_MOST, max(ATTRIBUTE_LEAST, value))


@njit
def conceal_attributes(fighter, rng_state):
    """Imagine attributes near those of its kind (XW2, RW3, H34)."""
    cast = fighter.cast
    for which in range(len(fighter.attributes)):
        known, kind = fighter.attributes[which], CAST_ATTRIBUTES[cast, which]
        fighter.attributes[which] = imagined(kind, which, rng_state)
        if not fits_what_is_seen(fighter):
            fighter.attributes[which] = kind
        if not fits_what_is_seen(fighter):
            fighter.attributes[which] = known


# --- Belongings (XW2) -----------------------------------------------------------------------------


@njit
def is_held(fighter, item):
    """Whether a fighter has such an item in hand."""
    for hand in range(HANDS):
        if fighter.held[hand] == item:
            return True
    return False


@njit
def assume_belongings(battle, other):
    """Give an enemy the belongings and spells of its kind, where hidden (XW2, W81, W93, W102, H34).

    An item of its kind's pack that it has in hand is no longer in the pack.
    """
    fighter, kind = battle.fighters[other], SHEETS[battle.fighters[other].cast]
    if not shows_pack(battle, other):
        for place in range(PACK):
            item = kind.pack[place]
            fighter.pack[place] = NONE if is_held(fighter, item) else item
    if not is_about(battle, other, Act.POTION):
        fighter.potions = kind.potions
    if not shows_charm(battle, other):
        fighter.charm = kind.charm
    fighter.spells = kind.spells | spells_shown(battle, other)


# --- Pools (XW2) ----------------------------------------------------------------------------------


@njit
def conceal_fatigue(fighter, exhausted, staggered, rng_state):
    """Draw fatigue with which it is exhausted or staggered as before, or neither (XW2, W14)."""
    normal = normal_stamina(fighter)
    half = (normal + 1) // 2
    if staggered:
        fighter.fatigue = normal + below(rng_state, half + 1)
    elif exhausted:
        fighter.fatigue = half + below(rng_state, max(1, normal - half))
    else:
        fighter.fatigue = below(rng_state, max(1, half))


@njit
def conceal_pools(fighter, rng_state):
    """Draw stamina and mana, as far as fatigue and what is invested leave room (XW2, W13, W16)."""
    fighter.stamina = below(rng_state, most_stamina(fighter) + 1)
    fighter.mana = below(rng_state, most_mana(fighter) + 1)


# --- Initiative and AP of those who hide (XW1, XW2) -----------------------------------------------


@njit
def conceal_pace(fighter, rng_state):
    """Draw an initiative as at the start of a battle, and any AP (W48, W52, XW1, H34)."""
    initiative = INITIATIVE_BONUS + skill_modifier(
        fighter, Attribute.PERCEPTION, Skill.REFLEX, Specialisation.INITIATIVE
    )
    for _ in range(DICE_COUNT):
        initiative += 1 + below(rng_state, DICE_SIDES)
    fighter.initiative = max(np.int64(0), initiative)
    most = most_points(fighter.attributes[Attribute.SPEED])
    fighter.action_points = below(rng_state, most + 1)


# --- The readied action (RW26, XW1) ---------------------------------------------------------------


@njit
def conceal_readied(battle, other, rng_state):
    """Draw which action somebody has readied, of those for which it is equipped (RW26, H14)."""
    if battle.fighters[other].readied == Act.NONE:
        return
    count = 0
    for place in range(num_readiable(battle, other)):
        count += could_ever(battle, other, READIED_ACT[place])
    skip = below(rng_state, count)
    for place in range(num_readiable(battle, other)):
        if could_ever(battle, other, READIED_ACT[place]):
            if skip == 0:
                battle.fighters[other].readied = READIED_ACT[place]
                return
            skip -= 1


# --- Where it hides (XW1, H26) --------------------------------------------------------------------


@njit
def is_out_of_sight(battle, other):
    """Whether no enemy who is awake is next to somebody or has a line to it (XW1, H26)."""
    for enemy in range(battle.num_fighters):
        if not are_enemies(battle, enemy, other) or not is_conscious(battle.fighters[enemy]):
            continue
        if is_adjacent(battle, enemy, other) or has_line(battle, enemy, other):
            return False
    return True


@njit
def conceal_place(battle, other, rng_state):
    """Put a hidden opponent anywhere out of sight; where nothing is, it stays (XW1, H34)."""
    fighter = battle.fighters[other]
    old_x, old_y = fighter.x, fighter.y
    count = count_places(battle, other, -1)
    if count > 0:
        count_places(battle, other, below(rng_state, count))
        put_into(battle, other, fighter.x, fighter.y)
    else:
        fighter.x = old_x
        fighter.y = old_y


@njit
def count_places(battle, other, chosen):
    """Number of hexes where somebody could hide; it is left in that of the number chosen."""
    fighter = battle.fighters[other]
    count = 0
    for y in range(battle.height):
        for x in range(battle.width):
            if not is_walkable(battle, x, y) or not has_room(battle, other, x, y):
                continue
            fighter.x = x
            fighter.y = y
            if is_out_of_sight(battle, other):
                if count == chosen:
                    return count
                count += 1
    return count
