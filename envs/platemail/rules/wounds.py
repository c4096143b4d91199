"""Hits, Absorb, Wounds, falling, limbs, lasting effects (P36 to P49, P103, P105, P116, P135)."""

from __future__ import annotations

import numpy as np

from ...core.compiler.compile import njit
from ...core.engine.battle import NOBODY, log_event
from ..enums import (
    Event,
    Gear,
    Life,
    Roll,
    Save,
)
from ..state import (
    LEFT_ARM,
    LEFT_LEG,
    NET,
    RIGHT_ARM,
    RIGHT_LEG,
)
from ..tables import (
    ARMOUR_ABSORB,
    ARMOUR_PROTECTS_LIMBS,
    CRITICAL_WOUNDS,
    DAZE_SIDES,
    DAZES,
    ENTRAPS,
    IGNORES_ABSORB,
    LIMBS,
    MAY_BE_POISONED,
    MEND_HEALS,
    NO_SHIELD,
    NONE,
    PENETRATIONS,
    SEVERS,
    SHIELD_ABSORB,
    SPELL_WOUNDS,
    UNARMED,
    WEAPON_HANDS,
    WEAPON_WOUNDS,
)
from .bodies import absorb, arms_left, is_able
from .guards import SPELL_WEAPON
from .rolls import (
    roll,
    saving_throw,
)

# --- Hits, noted until the tally (P36, P44, P103, P105, P112, P116, RP21) -------------------------


@njit
def wounds_of(arm, is_critical):
    """Wounds that a hit deals before Absorb (P35, P36, P44, P116, RP23)."""
    extra = CRITICAL_WOUNDS if is_critical else 0
    if arm >= SPELL_WEAPON:
        return SPELL_WOUNDS[arm - SPELL_WEAPON] + extra
    return WEAPON_WOUNDS[arm] + extra


@njit
def note_hit(battle, attacker, target, arm, pierce, is_critical, ordinal, beaten):
    """Note a hit and its effects; nothing takes hold before the tally (P44, RP9).

    Args:
        battle: in a phase.
        attacker: the fighter who hits.
        target: the fighter who is hit.
        arm: the weapon, or `SPELL_WEAPON` and the spell.
        pierce: Penetration of all its Wounds, 0 to 6 (RP6).
        is_critical: a natural 20 (P36).
        ordinal: number of the attack among the attacker's.
        beaten: the Defense of the roll, 0 without a roll; the log tells it.
    """
    wounds = wounds_of(arm, is_critical)
    phase = battle.phases[target]
    phase.hits += 1
    phase.wounds[pierce] += wounds
    kind = Event.CRITICAL if is_critical else Event.HIT
    log_event(battle, kind, attacker, target, wounds, pierce, beaten)
    if arm >= SPELL_WEAPON:
        return
    if is_critical and SEVERS[arm]:
        phase.severings += 1
    if is_critical and DAZES[arm]:
        note_daze(battle, attacker, target, 2 * ordinal)
    if ENTRAPS[arm]:
        phase.snares |= NET
    if MAY_BE_POISONED[arm]:
        poison(battle, attacker, target, ordinal)


@njit
def note_daze(battle, attacker, target, ordinal):
    """Note 1d4 lost actions, which do not add up. Returns the number (P103, RP45, RP46)."""
    actions = roll(battle, DAZE_SIDES, Roll.DURATION, attacker, target, ordinal)
    phase = battle.phases[target]
    phase.daze = max(phase.daze, actions)
    return actions


@njit
def poison(battle, attacker, target, ordinal):
    """Poison, absorbed or not: save by Strength, or be Dazed; uses a dose (P116, P123, RP21)."""
    if battle.fighters[attacker].doses <= 0 or not is_able(battle.fighters[target]):
        return
    battle.fighters[attacker].doses -= 1
    strength = battle.fighters[target].strength
    if not saving_throw(battle, target, attacker, Save.POISON, strength, 0, ordinal):
        actions = note_daze(battle, attacker, target, 2 * ordinal + 1)
        log_event(battle, Event.POISONED, target, attacker, 0, actions, 0)


# --- Absorb (P38, P40, P41, RP6) ------------------------------------------------------------------


@njit
def noted_wounds(battle, actor):
    """Wounds of all Penetrations that hit the fighter in this phase."""
    total = 0
    for pierce in range(PENETRATIONS):
        total += battle.phases[actor].wounds[pierce]
    return total


@njit
def gear_that_stops(battle, actor):
    """Bits of the gear that has Absorb now, for the log: the shield while Ready (P38, P39)."""
    fighter = battle.fighters[actor]
    bits = Gear.ARMOUR * np.int64(ARMOUR_ABSORB[fighter.armour] > 0)
    if battle.phases[actor].ready != 0:
        bits += Gear.SHIELD * np.int64(SHIELD_ABSORB[fighter.shield] > 0)
    return bits


@njit
def wounds_stopped(battle, actor):
    """Wounds of this phase that armour and shield stop (P38, P40, P41, RP6).

    Lowest Penetration comes first. A Wound whose Penetration is at least the remaining Absorb gets
    past and uses nothing up; the switch compares with the whole Absorb instead.
    """
    whole = absorb(battle, actor)
    left = whole
    for pierce in range(IGNORES_ABSORB):
        for _ in range(battle.phases[actor].wounds[pierce]):
            rating = whole if battle.full_absorb != 0 else left
            if left > 0 and pierce < rating:
                left -= 1
    return whole - left


# --- The tally (P43 to P48, RP9 step 5, RP12) -----------------------------------------------------


@njit
def tally(battle):
    """Count the phase's Wounds of all fighters at once. Returns the Wounds taken (P43, RP9)."""
    total = 0
    for actor in range(battle.num_fighters):
        if battle.fighters[actor].life != Life.DEAD:
            total += suffer(battle, actor)
    return total


@njit
def suffer(battle, actor):
    """Apply Wounds less Absorb, then Mends, then the fall. Returns the Wounds (P43 to P48).

    RULING RP9: a Mend of the same phase counts before the fall.
    """
    fighter = battle.fighters[actor]
    stopped = wounds_stopped(battle, actor)
    taken = noted_wounds(battle, actor) - stopped
    if stopped > 0:
        gear = gear_that_stops(battle, actor)
        log_event(battle, Event.STOPPED, actor, NOBODY, stopped, gear, 0)
    if taken > 0:
        fighter.wounds += taken
        log_event(battle, Event.WOUNDED, actor, NOBODY, taken, fighter.wounds, 0)
        lose_limbs(battle, actor)
    if not is_able(fighter):
        bleed(battle, actor, taken)
    mend(battle, actor)
    if is_able(fighter) and fighter.wounds > fighter.max_wounds:
        fall(battle, actor)
    return taken


@njit
def fall(battle, actor):
    """Fall Unconscious and Fatally Wounded by too many Wounds (P46, P47)."""
    fighter = battle.fighters[actor]
    fighter.life = Life.FATALLY_WOUNDED
    fighter.countdown = fighter.max_wounds
    log_event(battle, Event.DOWN, actor, NOBODY, 0, 0, 0)


@njit
def bleed(battle, actor, taken):
    """A Wound takes a round off a fallen fighter's countdown and undoes Stable (RP12)."""
    fighter = battle.fighters[actor]
    if taken == 0:
        return
    if fighter.life == Life.STABLE:
        fighter.life = Life.FATALLY_WOUNDED
        fighter.countdown = fighter.max_wounds
    if taken > fighter.countdown:
        die(battle, actor)
    else:
        fighter.countdown -= taken


@njit
def mend(battle, actor):
    """Apply Mends: one Wound each, or Stable for the Fatally Wounded (P48, RP23)."""
    fighter = battle.fighters[actor]
    mends = battle.phases[actor].healed
    if mends == 0:
        return
    if fighter.life == Life.FATALLY_WOUNDED:
        fighter.life = Life.STABLE
        log_event(battle, Event.STABLE, actor, actor, 0, 0, 0)
    elif is_able(fighter):
        healed = min(fighter.wounds, mends * MEND_HEALS)
        fighter.wounds -= healed
        log_event(battle, Event.HEALED, actor, actor, healed, fighter.wounds, 0)


@njit
def die(battle, actor):
    """Die (P47)."""
    battle.fighters[actor].life = Life.DEAD
    log_event(battle, Event.DEAD, actor, NOBODY, 0, 0, 0)


@njit
def count_down(battle):
    """Count down the Fatally Wounded at the end of a round (P47, RP12, TP2).

    `countdown` is the number of ends of rounds that he survives; the first is that of the round in
    which he fell.
    """
    for actor in range(battle.num_fighters):
        fighter = battle.fighters[actor]
        if fighter.life == Life.FATALLY_WOUNDED:
            if fighter.countdown <= 0:
                die(battle, actor)
            else:
                fighter.countdown -= 1


# --- Limbs (P105, P135, RP20) ---------------------------------------------------------------------


@njit
def lose_limbs(battle, actor):
    """Each severing critical takes a limb, unless armour saves it (P105, P135, RP20, RP45)."""
    fighter = battle.fighters[actor]
    for ordinal in range(battle.phases[actor].severings):
        limb = roll(battle, LIMBS, Roll.LIMB, actor, actor, ordinal)
        protection = ARMOUR_PROTECTS_LIMBS[fighter.armour]
        if protection > 0:
            number = roll(battle, LIMBS, Roll.LIMB_SAVED, actor, actor, ordinal)
            if number <= protection:
                log_event(battle, Event.LIMB_SAVED, actor, NOBODY, limb, 0, number)
                continue
        sever(battle, actor, limb)


@njit
def sever(battle, actor, limb):
    """Sever limb 1 to 4: without a leg he falls, an arm drops its item (P105, RP20)."""
    fighter = battle.fighters[actor]
    bit = 1 << (limb - 1)
    if fighter.limbs & bit != 0:
        return
    fighter.limbs |= bit
    log_event(battle, Event.SEVERED, actor, NOBODY, limb, 0, 0)
    if bit & (LEFT_LEG | RIGHT_LEG) != 0:
        if fighter.prone == 0:
            fighter.prone = 1
            log_event(battle, Event.PRONE, actor, NOBODY, 0, 0, 0)
        return
    if bit == RIGHT_ARM or WEAPON_HANDS[fighter.hand] > arms_left(fighter):
        fighter.hand = UNARMED
        fighter.loaded = 0
        fighter.stock = 0
    if bit == LEFT_ARM:
        fighter.second = NONE
        fighter.shield = NO_SHIELD


# --- Effects on later phases (RP9 step 5, RP37, RP46, RP47) ---------------------------------------


@njit
def take_hold(battle):
    """Begin Dazed, Terror and snares; the fallen and distracted lose spells (RP9, RP37)."""
    for actor in range(battle.num_fighters):
        if is_able(battle.fighters[actor]):
            begin_daze(battle, actor)
            begin_snares(battle, actor)
    for actor in range(battle.num_fighters):
        fighter, phase = battle.fighters[actor], battle.phases[actor]
        if not is_able(fighter):
            if phase.able != 0:
                let_go(battle, actor)
        elif phase.daze > 0 or phase.fear > 0:
            lose_spells(battle, actor)


@njit
def begin_daze(battle, actor):
    """Begin Dazed and Terror from the next phase on; the longer count stays (P89, P90, RP46)."""
    fighter, phase = battle.fighters[actor], battle.phases[actor]
    if phase.daze > 0:
        fighter.dazed = max(fighter.dazed, phase.daze)
        log_event(battle, Event.DAZED, actor, NOBODY, 0, fighter.dazed, 0)
    if phase.fear > 0:
        fighter.terror = max(fighter.terror, phase.fear)
        log_event(battle, Event.TERROR, actor, NOBODY, 0, fighter.terror, 0)


@njit
def begin_snares(battle, actor):
    """Begin this phase's nets and Binds from the next phase on (P112, P122, RP47)."""
    fighter = battle.fighters[actor]
    snares = battle.phases[actor].snares
    if snares & NET != 0:
        log_event(battle, Event.ENTRAPPED, actor, NOBODY, 0, 0, 0)
    if snares & ~NET != 0:
        log_event(battle, Event.ENTRAPPED, actor, NOBODY, 1, 0, 0)
    fighter.entrapped |= snares


@njit
def lose_spells(battle, actor):
    """Lose the Prepared spell and the focus, which frees the bound fighter (P76, RP37)."""
    fighter = battle.fighters[actor]
    if fighter.prepared == NONE and fighter.focus == NONE:
        return
    fighter.prepared = NONE
    if fighter.focus != NONE:
        bound = battle.fighters[fighter.focus]
        bound.entrapped &= ~(1 << (1 + actor))
        fighter.focus = NONE
    log_event(battle, Event.DISRUPTED, actor, NOBODY, 0, 0, 0)


@njit
def let_go(battle, actor):
    """A fighter who falls loses spells, aim and lost actions (RP37).

    He sets down the fighter he carries at the phase's end (RP42).
    """
    fighter = battle.fighters[actor]
    lose_spells(battle, actor)
    slip_binds(battle, actor)
    fighter.aimed = 0
    fighter.dazed = 0
    fighter.terror = 0


@njit
def slip_binds(battle, actor):
    """End the Binds on a fighter who falls, new ones too (RP37)."""
    fighter = battle.fighters[actor]
    fighter.entrapped = fighter.entrapped & NET
    for caster in range(battle.num_fighters):
        if battle.fighters[caster].focus == actor:
            battle.fighters[caster].focus = NONE
