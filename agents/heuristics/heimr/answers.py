"""Behaviour that all heuristics share in the windows of actions (QH5 to QH12)."""

from __future__ import annotations

import numpy as np

from ....envs.core.compiler.compile import njit
from ....envs.core.engine.battle import NOBODY
from ....envs.heimr.actions.table import (
    DEFENCE_HANDS,
    DEFENCES,
)
from ....envs.heimr.enums import Act, Defence, Effect, Hand, Trigger, Verb, Window
from ....envs.heimr.rules.attacks.brawl import is_inside_reach
from ....envs.heimr.rules.combat_actions.action_stack import top_frame
from ....envs.heimr.rules.dice_challenges.situational_penalties import use_penalty
from ....envs.heimr.state import HANDS
from ....envs.heimr.tables import DIRECTIONS, NONE, SKILLS
from .action_value import best_skill
from .queries import PLACE_OF_TRIGGER, any_attack, closest, first_of, is_foe, untargeted_action
from .risk import danger_of

WAYS = len(DEFENCES)
WAIT = 0

# --- Pre-rolls (QH7) ------------------------------------------------------------------------------


@njit
def best_defence(battle, mask, actor):
    """The defence that the nearest enemy most probably fails to beat.

    Of equals the dodge is chosen, which needs no action.
    """
    foe = closest(battle, actor)
    if battle.fighters[actor].location == NONE:  # in a chase nobody on the field is near
        foe = np.int64(NOBODY)
    best = np.int64(WAIT)
    least = danger_of(battle, actor, foe, np.int64(Defence.DODGE), np.int64(Hand.SWORD))
    for place in range(WAYS):
        action = untargeted_action(mask, Verb.DEFENCE, place)
        if action != NONE:
            danger = danger_of(battle, actor, foe, DEFENCES[place], DEFENCE_HANDS[place])
            if danger < least:
                best, least = action, danger
    return best


@njit
def least_used_defence(battle, mask, actor):
    """The least used defence: of equals blocks first, then parries, then dodges (H121)."""
    fighter = battle.fighters[actor]
    best = np.int64(WAIT)
    least = use_penalty(fighter, np.int64(Defence.DODGE))
    for place in range(WAYS - 1, -1, -1):
        action = untargeted_action(mask, Verb.DEFENCE, place)
        if action != NONE:
            penalty = use_penalty(fighter, DEFENCES[place])
            if penalty <= least:
                best, least = action, penalty
    return best


# --- Within an attack (QH5, QH8 to QH11) ----------------------------------------------------------


@njit
def meet_attack(battle, mask, actor):
    """Let go of a hold to defend, block if better than a dodge, else use the pre-roll."""
    action = untargeted_action(mask, Verb.LET_GO, 0)
    if action != NONE:
        return action
    action = untargeted_action(mask, Verb.DEFENCE, 0)
    if action == NONE:
        return np.int64(WAIT)
    foe = np.int64(top_frame(battle).actor)
    if not is_foe(battle, actor, foe):
        return np.int64(WAIT)
    block = danger_of(battle, actor, foe, np.int64(Defence.BLOCK), np.int64(Hand.OFF))
    dodge = danger_of(battle, actor, foe, np.int64(Defence.DODGE), np.int64(Hand.SWORD))
    return action if block < dodge else np.int64(WAIT)


@njit
def call_on_hit(battle, mask, actor):
    """The skill that adds most worth to the hit, or none."""
    frame = top_frame(battle)
    if frame.weapon == NONE or frame.part == NONE:
        return np.int64(WAIT)
    fighter, foe = battle.fighters[actor], battle.fighters[frame.target]
    skill = best_skill(fighter, foe, np.int64(frame.weapon), np.int64(frame.part))
    if skill == NONE or battle.side[frame.target] == battle.side[actor]:
        return np.int64(WAIT)
    action = untargeted_action(mask, Verb.SKILL, skill)
    return action if action != NONE else np.int64(WAIT)


@njit
def resist_effect(battle, mask):
    """Resist every effect except a Fall while the fighter lies already."""
    frame = top_frame(battle)
    if frame.effect == Effect.FALL and battle.fighters[frame.target].prone:
        return np.int64(WAIT)
    return first_of(mask, Verb.SKILL, SKILLS)


@njit
def fire_readied(battle, mask, actor):
    """Make the readied attack on the enemy who triggered it, or on any legal target."""
    foe = np.int64(top_frame(battle).actor)
    if is_foe(battle, actor, foe):
        action = any_attack(battle, mask, foe)
        if action != NONE:
            return action
    for action in range(1, len(mask)):
        if mask[action]:
            return np.int64(action)
    return np.int64(WAIT)


@njit
def fire_from_inside(battle, mask, actor):
    """Make a readied brawl only from inside the reach of an armed enemy (H110)."""
    foe = np.int64(top_frame(battle).actor)
    is_brawl = battle.fighters[actor].readied == Act.BRAWL_HIT
    if is_brawl and not (is_foe(battle, actor, foe) and is_inside_reach(battle, actor, foe)):
        return np.int64(WAIT)
    return fire_readied(battle, mask, actor)


@njit
def name_trigger(battle, mask, actor):
    """The trigger of a readied action: an attack to dodge for a brawl, else an entry (QH6)."""
    if battle.fighters[actor].readied == Act.BRAWL_HIT:
        return untargeted_action(mask, Verb.TRIGGER, PLACE_OF_TRIGGER[Trigger.ATTACKS_ME])
    return np.int64(WAIT)


@njit
def in_chase(battle, mask, actor):
    """Strike an enemy who has been caught; all run on, on the ground (H77, H79, HH46)."""
    foe = np.int64(battle.fighters[actor].chases)
    if foe == NONE or battle.fighters[actor].location == NONE:
        return np.int64(WAIT)
    action = any_attack(battle, mask, foe)
    return action if action != NONE else fire_first(mask)


@njit
def fire_first(mask):
    """The first legal way to use a readied action."""
    for action in range(1, len(mask)):
        if mask[action]:
            return np.int64(action)
    return np.int64(WAIT)


@njit
def answer_within(battle, mask, actor, window):
    """The choice in windows within an action (QH5, QH6, QH10 to QH13)."""
    if window == Window.SKILL:
        return call_on_hit(battle, mask, actor)
    if window == Window.RESIST:
        return resist_effect(battle, mask)
    if window == Window.REROLL:
        return untargeted_action(mask, Verb.REROLL, 0)
    if window == Window.DIRECTION:
        return first_of(mask, Verb.DIRECTION, DIRECTIONS)
    if window == Window.HOLD:
        return untargeted_action(mask, Verb.STOP, 0)
    if window == Window.SLIPPED or window == Window.PROVOKED:
        return first_of(mask, Verb.STRIKE, HANDS)
    return np.int64(WAIT)


@njit
def answer(battle, mask, actor, window):
    """The answer in every window that all heuristics treat alike.

    Excluded are the windows of the fighter's own turn and of pre-rolls.
    """
    if window == Window.DEFENCE:
        return best_defence(battle, mask, actor)
    if window == Window.DEFEND:
        return meet_attack(battle, mask, actor)
    if window == Window.READIED:
        return fire_from_inside(battle, mask, actor)
    if window == Window.TRIGGER:
        return name_trigger(battle, mask, actor)
    if window == Window.CHASE:
        return in_chase(battle, mask, actor)
    return answer_within(battle, mask, actor, window)
