"""Hits: body part, damage, effect, injury (H21, H32, H115, H116, RH2, RH16, RH26)."""

from __future__ import annotations

import numpy as np

from ....core.compiler.compile import njit
from ....core.engine.battle import log_event
from ...enums import Act, BodyPart, Effect, Event, Hand, Step
from ...tables import BODY_PARTS, NONE, PART_OF_FACE
from ..combat_actions.action_stack import go_to
from ..combat_actions.climbs import require_hold_on
from ..combat_actions.skills import (
    ask_skill,
    count_arm_hit,
    damage_of,
    pay_called_skill,
)
from ..defence.current_defence import review_defence
from ..effects import begin_effect
from ..forced_movement.restraint import let_go
from ..health.health import injury_of, lose_hp, take_injury
from ..modules.armoury import break_item
from ..positions.sounds import wake_up
from .attack_choices import ask_break, strength_called
from .brawl import bind
from .weapon_attack import item_of_aim

# --- Body part and skill (H116, H117, H129, RH26, QH10) -------------------------------------------


@njit
def body_part_hit(frame):
    """The body part hit: the one aimed at, else by the d6 of the roll (H116, RH26).

    The d6 counts even if another die gave the value. An attack on an item hits no part.
    """
    if frame.aim >= BODY_PARTS or frame.act == Act.SHOVING_STRIKE:
        return NONE
    if frame.aim != NONE:
        return frame.aim
    return PART_OF_FACE[frame.d6]


@njit
def determine_body_part(battle, frame):
    """Determine the body part; a sleeper wakes; a skill or Break is called (H116, H129)."""
    frame.hit = True
    frame.part = body_part_hit(frame)
    wake_up(battle, frame.target)
    count_arm_hit(battle, frame)
    go_to(frame, Step.DAMAGE)
    ask_skill(battle, frame)
    ask_break(battle, frame)


# --- Damage (H21, H27, RH2, RH16) -----------------------------------------------------------------


@njit
def break_aimed(battle, frame):
    """A Breaking Strike breaks the item aimed at, and the own weapon (RH6, RH16)."""
    if frame.aim < BODY_PARTS or frame.skill == NONE:
        return
    actor, target = frame.actor, frame.target
    item = item_of_aim(battle.fighters[target], frame.aim)
    if item == NONE:
        return
    strength = strength_called(battle, frame)
    break_item(battle, target, frame.aim - BODY_PARTS, strength)
    break_item(battle, actor, frame.hand, strength)
    review_defence(battle, actor)
    review_defence(battle, target)


@njit
def deal_damage(battle, frame):
    """The hit costs HP, of its skill or of the weapon, and calls an effect (H21, RH2)."""
    go_to(frame, Step.DIRECTION)
    target = frame.target
    if frame.act == Act.WEAPON_ATTACK:
        pay_called_skill(battle, frame)
    elif frame.act == Act.BRAWL_BIND:
        frame.effect = Effect.BIND
    frame.damage = damage_of(battle.fighters[frame.actor], frame)
    if frame.act != Act.SHOVING_STRIKE:
        log_event(battle, Event.HITS, frame.actor, target, frame.part, frame.damage, 0)
    break_aimed(battle, frame)
    lose_hp(battle, target, frame.damage)


# --- The effect that is called (H23 to H28, H108, RH6, RH62) --------------------------------------


@njit
def effect_argument(frame):
    """The argument of a called effect: hand of a Drop, side of a Stumble (H24, H64)."""
    if frame.effect == Effect.DROP:
        return np.int64(Hand.OFF if frame.part == BodyPart.OTHER_ARM else Hand.SWORD)
    return frame.argument


@njit
def call_poison(battle, frame):
    """The first hit with a poisoned weapon also calls Daze; whether it does (RH62)."""
    fighter = battle.fighters[frame.actor]
    if not fighter.poisoned or frame.act != Act.WEAPON_ATTACK or frame.part == NONE:
        return False
    fighter.poisoned = False
    frame.effect = Effect.DAZE
    return True


@njit
def take_effect(battle, frame):
    """Begin the called effect, unless it was resisted; then call that of poison (RH62)."""
    target, effect = frame.target, frame.effect
    if effect == Effect.BIND:
        bind(battle, frame)
    elif effect != Effect.NONE:
        begin_effect(battle, target, effect, 0, effect_argument(frame))
    go_to(frame, Step.RESISTED if call_poison(battle, frame) else Step.INJURED)


# --- The injury (H32, H115, H152, RH2, RH30) ------------------------------------------------------


@njit
def can_injure(frame):
    """Whether a hit injures: of a weapon or a fist, on a body part (H32, RH2)."""
    is_blow = frame.act == Act.WEAPON_ATTACK or frame.act == Act.BRAWL_HIT
    return is_blow and frame.part != NONE


@njit
def end_hold_of_target(battle, frame):
    """A successful attack by the held fighter ends the hold (H115)."""
    if battle.fighters[frame.target].holds == frame.actor:
        let_go(battle, frame.target)


@njit
def end_hit(battle, frame):
    """The injury, the end of a hold, holding on to a climb (H32, H115, H152, RH2, RH30)."""
    target = frame.target
    if can_injure(frame):
        before = injury_of(battle.fighters[target].hp + frame.damage)
        take_injury(battle, target, frame.part, before)
    end_hold_of_target(battle, frame)
    go_to(frame, Step.ANSWERED)
    require_hold_on(battle, target)
