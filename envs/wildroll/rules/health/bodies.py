"""Predicates on bodies and states (RW3, RW10, RW12, RW31, W92, W104, W106)."""

from __future__ import annotations

import numpy as np

from ....core.compiler.compile import njit
from ....core.engine.battle import NOBODY, fighters_of_side, log_event
from ...enums import (
    Event,
    Level,
    Life,
    Posture,
)
from ...tables import IS_AQUATIC_RACE, IS_MOUNT, IS_SENTIENT_MOUNT, RACE_SIZE, SPECIALISATION_BITS
from .wounds import wounds_at

# --- What is written on the sheet (RW3) -----------------------------------------------------------


@njit
def attribute(fighter, which):
    """An attribute (RW3)."""
    return fighter.attributes[which]


@njit
def skill(fighter, which):
    """A skill, 0 for the untrained (RW3)."""
    return fighter.skills[which]


@njit
def specialisation(fighter, which):
    """A specialisation, 0 to 2 (RW3)."""
    return (fighter.specialisations >> (SPECIALISATION_BITS * which)) & (
        (1 << SPECIALISATION_BITS) - 1
    )


@njit
def size_of(fighter):
    """The size of its race, 0 of a human (RW3)."""
    return RACE_SIZE[fighter.race]


@njit
def is_aquatic(fighter):
    """Whether it is at home in the water (W104)."""
    return IS_AQUATIC_RACE[fighter.race]


# --- Alive, awake, able (W8, RW10 to RW12, RW31) --------------------------------------------------


@njit
def is_dead(fighter):
    """Whether it is dead (W8)."""
    return fighter.life == Life.DEAD


@njit
def is_conscious(fighter):
    """Whether it is alive and awake (RW11)."""
    return fighter.life == Life.ALIVE


@njit
def is_pinned(fighter):
    """Whether a fighter pins it (W92)."""
    return fighter.pinned_by != NOBODY


@njit
def is_laid_low(fighter):
    """Whether it lies where it can: unconscious, dead or fatally wounded (RW11, H33)."""
    return not is_conscious(fighter) or wounds_at(fighter, Level.FATAL) > 0


@njit
def is_able(fighter):
    """Whether a side is not lost while it stands: awake, not helpless by wounds (RW10, RW31)."""
    return not is_laid_low(fighter) and fighter.helpless_rounds == 0


@njit
def is_helpless(fighter):
    """Whether it is helpless: unconscious, fatally wounded, knocked down, pinned (RW12, W92)."""
    return not is_able(fighter) or is_pinned(fighter)


@njit
def can_act(fighter):
    """Whether it can do anything but escape from a pin (RW12, W92)."""
    return not is_helpless(fighter)


@njit
def is_hampered(fighter):
    """Whether it is under water and not at home there (W104)."""
    return fighter.underwater and not is_aquatic(fighter)


@njit
def is_immobile(fighter):
    """Whether its Immobile Defense counts: helpless, or hampered under water (RW12, W104)."""
    return is_helpless(fighter) or is_hampered(fighter)


@njit
def is_prone(fighter):
    """Whether it lies (W30)."""
    return fighter.posture == Posture.PRONE


# --- Riders and mounts (W106, H25) ----------------------------------------------------------------


@njit
def is_animal(fighter):
    """Whether it is a mount that does nothing without its rider (W106, H25)."""
    return IS_MOUNT[fighter.race] and not IS_SENTIENT_MOUNT[fighter.race]


@njit
def is_mounted(fighter):
    """Whether it rides (W106)."""
    return fighter.mount != NOBODY


@njit
def animal_of(battle, actor):
    """The animal that a fighter rides, -1 without one or on a sentient mount (W106)."""
    mount = battle.fighters[actor].mount
    if mount != NOBODY and is_animal(battle.fighters[mount]):
        return mount
    return NOBODY


@njit
def decider(battle, actor):
    """The fighter who decides: the rider for a ridden animal (W106, H25)."""
    fighter = battle.fighters[actor]
    if fighter.rider != NOBODY and is_animal(fighter):
        return fighter.rider
    return actor


# --- Sides and sight (XW1, H26) -------------------------------------------------------------------


@njit
def are_enemies(battle, actor, other):
    """Whether two are of different sides."""
    return battle.side[actor] != battle.side[other]


@njit
def everybody(battle):
    """Set of all fighters."""
    return (np.int64(1) << battle.num_fighters) - 1


@njit
def enemies_of(battle, actor):
    """The fighters of the other side, as a set."""
    return fighters_of_side(battle, 1 - battle.side[actor])


@njit
def reveal(battle, actor):
    """Reveal a hidden fighter to all, with its mount or rider (XW1, H26)."""
    fighter = battle.fighters[actor]
    if not fighter.hidden:
        return
    for other in range(battle.num_fighters):
        it = battle.fighters[other]
        if it.hidden and (other == actor or other == fighter.mount or other == fighter.rider):
            it.hidden = False
            log_event(battle, Event.FOUND, other, NOBODY, 0, 0, 0)
