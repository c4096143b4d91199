"""The brawler fights with bare hands: it gets inside an enemy's reach, binds and punches (H110)."""

from __future__ import annotations

import numpy as np

from ....envs.core.compiler.compile import njit
from ....envs.core.engine.battle import NOBODY
from ....envs.heimr.enums import Ability, Act, BodyPart, Verb, Window
from ....envs.heimr.rules.attacks.brawl import is_inside_reach
from ....envs.heimr.rules.modules.armoury import is_armed
from ....envs.heimr.tables import NONE
from .answers import WAIT, answer
from .queries import at_foe, closest, come_near, foes_within, gap, is_foe, ready, untargeted_action
from .risk import chance_to_reach, is_better_bare
from .styles import OUT_OF_BREATH, PATIENCE, WEARY, fight_on, look_about, or_wait, rest_if


@njit
def is_safe_to_brawl(battle, actor, foe):
    """Whether a brawl with an enemy provokes no attack: it is unarmed, or its reach is entered."""
    return not is_armed(battle.fighters[foe]) or is_inside_reach(battle, actor, foe)


@njit
def grapple(battle, mask, actor, foe):
    """Bind the weapon arm of a lone armed enemy, else punch; -1 if that is unsafe or illegal."""
    action = np.int64(NONE)
    fighter = battle.fighters[actor]
    if fighter.holds == NOBODY and foes_within(battle, actor, 0) == 1:
        if is_armed(battle.fighters[foe]):
            action = at_foe(battle, mask, Verb.BRAWL_BIND, 1 + BodyPart.SWORD_ARM, foe)
    if action == NONE:
        action = at_foe(battle, mask, Verb.BRAWL_HIT, 0, foe)
    return action


@njit
def grapple_somebody(battle, mask, actor):
    """Brawl with an enemy who cannot retaliate; -1 if there is none."""
    for other in range(battle.num_fighters):
        if is_foe(battle, actor, other) and gap(battle, actor, other) == 0:
            if is_safe_to_brawl(battle, actor, other):
                return grapple(battle, mask, actor, np.int64(other))
    return np.int64(NONE)


@njit
def brawl(battle, mask, actor):
    """A brawler's turn: brawl inside, or ready a brawl for after a dodge; -1 if neither."""
    foe = closest(battle, actor)
    if foe == NOBODY:
        return look_about(battle, mask, actor)
    if gap(battle, actor, foe) > 0:
        return come_near(battle, mask, actor, foe)
    action = grapple_somebody(battle, mask, actor)
    if action == NONE:
        action = rest_if(battle, mask, actor, WEARY)
    if action == NONE and battle.round_number % PATIENCE != PATIENCE - 1:
        action = ready(mask, np.int64(Act.BRAWL_HIT))
    return action if action != NONE else grapple(battle, mask, actor, foe)


@njit
def is_out_of_breath(battle, actor):
    """Whether the dice of a brawl hardly ever reach the fatigue (H67)."""
    fighter = battle.fighters[actor]
    fatigue = np.int64(fighter.fatigue)
    return chance_to_reach(battle, fighter, np.int64(Ability.BRAWL), fatigue) < OUT_OF_BREATH


@njit
def brawler(battle, mask, actor, window):
    """Dodges, enters the reach of armed enemies, binds them and punches.

    A fighter who is better with its weapon uses the weapon until it is inside the reach.
    """
    is_bare = is_better_bare(battle.fighters[actor])
    if window == Window.DEFENCE and is_bare:
        return np.int64(WAIT)
    if window != Window.TURN:
        return answer(battle, mask, actor, window)
    action = untargeted_action(mask, Verb.STAND_UP, 0)
    if action == NONE and is_out_of_breath(battle, actor):
        action = untargeted_action(mask, Verb.BREATHER, 0)
    if action == NONE and is_bare:
        action = brawl(battle, mask, actor)
    if action == NONE and not is_bare:
        action = grapple_somebody(battle, mask, actor)
    if action == NONE and not is_bare:
        action = fight_on(battle, mask, actor)
    return or_wait(action)
