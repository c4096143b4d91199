"""Spells: Prepare, Release, Focus, and their effects (P28, P29, P74 to P76, RP23, RP37).

All releases of a phase happen at once, from the positions at its start (P109).
"""

from __future__ import annotations

import numpy as np

from ...core.compiler.compile import njit
from ...core.engine.battle import NOBODY, log_event
from ...core.maps.square_grid import DX, DY, distance
from ..actions.clauses import detail_of
from ..enums import (
    Act,
    Event,
    Failure,
    Life,
    Roll,
    Save,
    Spell,
    Verb,
)
from ..tables import (
    BLAST_RADIUS,
    DAZE_SIDES,
    NONE,
    SPELL_NAMES,
    SPELL_PENETRATION,
    SPELL_RANGE,
)
from .attacks import (
    can_reach_by_missile,
    is_bolt,
    spend_spell,
)
from .bodies import are_enemies, has_free_hand, is_able, knows_spell
from .failures import log_lost_release, lose_order, why_not_prepared
from .guards import SPELL_WEAPON
from .modifiers import had_line, start_gap
from .rolls import (
    roll,
    saving_throw,
)
from .sight import has_line, is_floor, is_unaware
from .verbs import is_mend
from .wounds import note_hit

ONE_SPELL = 1
"""Ordinal of a release: there is one a phase."""

# --- Prepare (P74, RP23, RP37) --------------------------------------------------------------------


@njit
def can_prepare(fighter, spell):
    """Whether a caster can prepare a spell: known, a free hand, a Mend left (P74, RP23)."""
    if spell < 0 or spell >= len(SPELL_NAMES):
        return False
    if not knows_spell(fighter, spell) or not has_free_hand(fighter):
        return False
    return spell != Spell.MEND or fighter.mends > 0


@njit
def is_interrupted(battle, actor):
    """Whether the phase has left the fighter fallen, Dazed or in Terror (P74, P76, RP37)."""
    phase = battle.phases[actor]
    return not is_able(battle.fighters[actor]) or phase.daze > 0 or phase.fear > 0


@njit
def prepare_all(battle):
    """At the phase's end, Prepare every spell not interrupted; it replaces another (P74, RP37)."""
    for actor in range(battle.num_fighters):
        phase = battle.phases[actor]
        if phase.act != Act.PREPARE_SPELL or is_interrupted(battle, actor):
            continue
        spell = phase.target
        if can_prepare(battle.fighters[actor], spell):
            battle.fighters[actor].prepared = spell
            log_event(battle, Event.PREPARED, actor, NOBODY, spell, 0, 0)
        else:
            lose_order(battle, actor, why_not_prepared(battle.fighters[actor], spell))


# --- Release (P75, RP9, RP23, RP31, RP37) ---------------------------------------------------------


@njit
def release_target(battle, caster):
    """Target of the caster's release, -1 if none (P75)."""
    phase = battle.phases[caster]
    return caster if phase.verb == Verb.MEND_SELF else phase.target


@njit
def can_mend(battle, caster, target):
    """Whether a Mend reaches an ally, or the enemy of the order: 30 feet, in line (RP23)."""
    verb = battle.phases[caster].verb
    if battle.fighters[caster].mends <= 0 or verb == Verb.RELEASE or verb == Verb.RELEASE_BESIDE:
        return False
    if are_enemies(battle, caster, target) != (verb == Verb.MEND_ENEMY):
        return False
    if battle.fighters[target].life == Life.DEAD:
        return False
    is_near = start_gap(battle, caster, target) <= SPELL_RANGE[Spell.MEND]
    return is_near and had_line(battle, caster, target)


@njit
def can_release(battle, caster):
    """Whether the caster's release has a legal target; else nothing is released (P75, RP31, RP37).

    RULING RP37: a Prepared spell is kept until released, also without a legal target.
    """
    fighter = battle.fighters[caster]
    target = release_target(battle, caster)
    if fighter.prepared == NONE or not has_free_hand(fighter):
        return False
    if target < 0 or target >= battle.num_fighters:
        return False
    if fighter.prepared == Spell.MEND:
        return can_mend(battle, caster, target)
    if is_mend(battle.phases[caster].verb):
        return False
    if fighter.prepared > Spell.BLAST and not is_able(battle.fighters[target]):
        return False  # fallen fighters are immune to Fear and need no Bind
    if fighter.prepared == Spell.BLAST and battle.phases[caster].verb == Verb.RELEASE_BESIDE:
        return can_reach_place(battle, caster, target)
    return can_reach_by_missile(battle, caster, target, SPELL_RANGE[fighter.prepared])


@njit
def release_all(battle):
    """Resolve all releases but Bolts, which are attacks; note effects until the tally (P75, RP9).

    A release without a legal target is lost, and one that names another spell than that in hand;
    the spell stays Prepared (RP31, RP37).
    """
    for caster in range(battle.num_fighters):
        phase = battle.phases[caster]
        if phase.act != Act.RELEASE_SPELL or phase.released != 0:
            continue
        if is_bolt(battle, caster):
            continue
        target = release_target(battle, caster)
        if not can_release(battle, caster):
            log_lost_release(battle, caster, target)
            continue
        spell = battle.fighters[caster].prepared
        spend_spell(battle, caster, target)
        take_effect(battle, caster, spell, target)


@njit
def take_effect(battle, caster, spell, target):
    """Apply a spell without an attack roll (RP23)."""
    if spell == Spell.BLAST:
        blast(battle, caster, target)
    elif spell == Spell.MEND:
        battle.fighters[caster].mends -= 1
        battle.phases[target].healed += 1
    elif spell == Spell.FEAR:
        frighten(battle, caster, target)
    elif spell == Spell.BIND:
        bind(battle, caster, target)


@njit
def named_offset(battle, caster, across):
    """Columns, or rows, between the target of a release and the place that the order names (P14).

    The steps of the order lead there from where the target stood when the phase began.
    """
    phase = battle.phases[caster]
    total = 0
    if phase.verb == Verb.RELEASE_BESIDE and phase.directive >= 0:
        for nth in range(BLAST_RADIUS):
            side = detail_of(battle.orders[caster], phase.directive, nth)
            if side >= 0:
                total += DX[side] if across else DY[side]
    return total


@njit
def can_reach_place(battle, caster, target):
    """Whether a Blast reaches the order's place beside a target: floor, line, range (P31, RP23)."""
    if not are_enemies(battle, caster, target) or is_unaware(battle, caster, target):
        return False
    me, it = battle.phases[caster], battle.phases[target]
    x = it.start_x + named_offset(battle, caster, True)
    y = it.start_y + named_offset(battle, caster, False)
    if not is_floor(battle, x, y):
        return False
    if distance(me.start_x, me.start_y, x, y) > SPELL_RANGE[Spell.BLAST]:
        return False
    return has_line(battle, me.start_x, me.start_y, x, y)


@njit
def is_in_blast(battle, x, y, other):
    """Whether the fighter stood at most 10 feet from a place when the phase began (P109, RP23).

    Walls do not stop it: area effects may reach the Concealed (P31).
    """
    it = battle.phases[other]
    return distance(x, y, it.start_x, it.start_y) <= BLAST_RADIUS


@njit
def blast(battle, caster, target):
    """Blast: everyone in the area saves by Dexterity or takes two Wounds (P73, RP23).

    No guard helps. Fallen fighters do not dodge.
    """
    x = battle.phases[target].start_x + named_offset(battle, caster, True)
    y = battle.phases[target].start_y + named_offset(battle, caster, False)
    for other in range(battle.num_fighters):
        fighter = battle.fighters[other]
        if fighter.life == Life.DEAD or not is_in_blast(battle, x, y, other):
            continue
        fighter.attacked |= 1 << caster
        if is_able(fighter):
            dexterity = fighter.dexterity
            if saving_throw(battle, other, caster, Save.BLAST, dexterity, 0, 0):
                continue
        pierce = SPELL_PENETRATION[Spell.BLAST]
        note_hit(battle, caster, other, SPELL_WEAPON + Spell.BLAST, pierce, False, ONE_SPELL, 0)


@njit
def frighten(battle, caster, target):
    """Fear: save by Will, or Terror for 1d4 actions, the longest of several (P90, RP22, RP46)."""
    it = battle.fighters[target]
    it.attacked |= 1 << caster
    if not saving_throw(battle, target, caster, Save.FEAR, it.will, 0, 0):
        actions = roll(battle, DAZE_SIDES, Roll.DURATION, caster, target, ONE_SPELL)
        phase = battle.phases[target]
        phase.fear = max(phase.fear, actions)


@njit
def bind(battle, caster, target):
    """Bind: save by Strength, or Entrapped while the caster keeps Focus (P122, RP23, RP37)."""
    it = battle.fighters[target]
    it.attacked |= 1 << caster
    if not saving_throw(battle, target, caster, Save.BIND, it.strength, 0, 0):
        battle.phases[target].snares |= bind_bit(caster)
        battle.fighters[caster].focus = target


# --- Focus (P76, RP37) ----------------------------------------------------------------------------


@njit
def bind_bit(caster):
    """The bit of a caster's Bind in `entrapped` (RP47)."""
    return np.int64(1) << (1 + caster)


@njit
def end_bind(battle, caster):
    """End the caster's Bind and free the fighter it held (P76, RP37)."""
    held = battle.fighters[caster].focus
    battle.fighters[caster].focus = NOBODY
    it = battle.fighters[held]
    it.entrapped = it.entrapped & ~bind_bit(caster)


@njit
def uphold_binds(battle):
    """End every Bind whose caster does not Focus on it (P76, RP37).

    It is called when the actions are known, and again after movement: a caster who was picked up
    has lost his action (RP42).
    """
    for caster in range(battle.num_fighters):
        held = battle.fighters[caster].focus
        if held != NOBODY and battle.phases[caster].act != Act.FOCUS_SPELL:
            end_bind(battle, caster)
            log_event(battle, Event.FREED, caster, held, 0, 0, 0)


# --- Concentration (P28, P29, RP3) ----------------------------------------------------------------


@njit
def must_concentrate(battle, actor):
    """Whether the fighter was hit, absorbed or not, while he needed to concentrate (P28, RP9)."""
    phase = battle.phases[actor]
    needs_it = phase.act == Act.PREPARE_SPELL or phase.act == Act.FOCUS_SPELL
    return needs_it and phase.hits > 0


@njit
def concentrate_all(battle):
    """Before the tally, save by Will at -1 a hit, or be Dazed next (P28, P29, P74, P76, RP3).

    Dazed costs the preparation and the focus (RP37): `take_hold` and `prepare_all`.
    """
    for actor in range(battle.num_fighters):
        phase = battle.phases[actor]
        if phase.act == Act.FOCUS_SPELL and battle.fighters[actor].focus == NOBODY:
            lose_order(battle, actor, Failure.NONE)
        if not must_concentrate(battle, actor):
            continue
        will = battle.fighters[actor].will - phase.hits
        if not saving_throw(battle, actor, actor, Save.CONCENTRATION, will, 0, 0):
            phase.daze = max(phase.daze, 1)
            if phase.act == Act.PREPARE_SPELL:
                log_event(battle, Event.DISRUPTED, actor, NOBODY, 0, 0, 0)
