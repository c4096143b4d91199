"""The legal actions: the mask of every window (QH1 to QH14)."""

from __future__ import annotations

import numpy as np

from ...core.compiler.bits import contains
from ...core.compiler.compile import njit
from ...core.engine.battle import NOBODY, ally_in_slot, enemy_in_slot
from ..enums import (
    DETAIL_WINDOWS,
    Stage,
    Trigger,
    Verb,
    Window,
)
from ..rules.attacks.attack_choices import (
    hand_of_attack,
    is_second,
    may_call_break,
    may_choose_aim,
)
from ..rules.attacks.brawl import may_be_provoked
from ..rules.characters.conditions import can_act, is_gone
from ..rules.combat_actions.action_stack import top_frame
from ..rules.combat_actions.action_types import actions_left
from ..rules.combat_actions.skills import may_call_skill, may_resist
from ..rules.combat_actions.upcoming_actions import has_upcoming
from ..rules.combat_basics.initiative import may_delay_to
from ..rules.combat_basics.readied import may_name_trigger
from ..rules.defence.defences import may_block_instead, may_decline, may_let_go_first
from ..rules.defence.prerolls import awaits_ability, may_preroll
from ..rules.effects import may_choose_direction
from ..rules.guarding import may_strike_late
from ..rules.modules.armoury import is_alternative
from ..rules.positions.hiding import may_show
from ..state import HANDS
from ..tables import DIRECTIONS, NONE, SKILLS
from .table import (
    AIMS,
    BREAKS,
    DEFENCE_HANDS,
    DEFENCES,
    OFFSET,
    OPPONENT_TRIGGERS,
    WAIT,
    WEAPON_ABILITIES,
    action_id,
    first_id,
)
from .target_masks import mask_actions, mask_quarry

ABILITIES = np.array(WEAPON_ABILITIES, np.int64)

# --- The turn (QH1 to QH6, QH14) ------------------------------------------------------------------


@njit
def mask_turn(battle, actor, mask):
    """The next action of the fighter's turn; at its end only Stand up (QH2 to QH4, QH14, RH41)."""
    fighter = battle.fighters[actor]
    if battle.stage == Stage.EFFECTS_ENDED:
        mask[OFFSET[Verb.STAND_UP]] = True
    elif can_act(fighter):
        mask_actions(battle, actor, mask, actions_left(fighter))


@njit
def mask_start(battle, actor, mask):
    """Drop what was upcoming, or delay to before or behind another (QH1, H45, H82, RH35)."""
    mask[OFFSET[Verb.GIVE_UP]] = has_upcoming(battle.fighters[actor])
    for slot in range(battle.max_side):
        enemy = enemy_in_slot(battle, actor, slot)
        ally = ally_in_slot(battle, actor, slot)
        for behind in range(2):
            if enemy != NOBODY:
                is_legal = may_delay_to(battle, actor, enemy, behind)
                mask[action_id(Verb.DELAY, behind, slot)] = is_legal
            if ally != NOBODY:
                is_legal = may_delay_to(battle, actor, ally, behind)
                mask[action_id(Verb.DELAY_FOR, behind, slot)] = is_legal


@njit
def mask_trigger(battle, actor, mask):
    """Triggers of the readied action: any opponent, one, or an attack on an ally (QH6, RH37)."""
    for place in range(1, len(OPPONENT_TRIGGERS)):
        mask[action_id(Verb.TRIGGER, place, 0)] = True
    for slot in range(battle.max_side):
        enemy = enemy_in_slot(battle, actor, slot)
        if enemy != NOBODY and not is_gone(battle.fighters[enemy]):
            first = first_id(Verb.TRIGGER_BY, slot)
            for place in range(len(OPPONENT_TRIGGERS)):
                is_legal = may_name_trigger(battle, actor, OPPONENT_TRIGGERS[place], enemy)
                mask[first + place] = is_legal
        ally = ally_in_slot(battle, actor, slot)
        if ally != NOBODY and not is_gone(battle.fighters[ally]):
            is_legal = may_name_trigger(battle, actor, Trigger.ATTACKS_ALLY, ally)
            mask[first_id(Verb.TRIGGER_FOR, slot)] = is_legal


# --- Defences (QH7 to QH9, QH11) ------------------------------------------------------------------


@njit
def mask_preroll(battle, actor, mask):
    """The kinds of the next defence; a fighter who waits will dodge (QH7, H118, H122)."""
    for place in range(len(DEFENCES)):
        is_legal = may_preroll(battle, actor, DEFENCES[place], DEFENCE_HANDS[place])
        mask[OFFSET[Verb.DEFENCE] + place] = is_legal


@njit
def mask_defend(battle, mask):
    """Answers to an attack: a block for a parry, none, letting go first (QH8, QH9, QH11)."""
    frame = top_frame(battle)
    mask[OFFSET[Verb.DEFENCE]] = may_block_instead(battle, frame)
    mask[OFFSET[Verb.DECLINE]] = may_decline(battle, frame)
    mask[OFFSET[Verb.LET_GO]] = may_let_go_first(battle, frame)


# --- Within an action (QH5, QH6, QH10 to QH13, H77, H79) ------------------------------------------


@njit
def mask_strikes(battle, actor, mask):
    """Attacks on a fighter who slips past or brawls, by hand (QH5, QH13)."""
    frame = top_frame(battle)
    for hand in range(HANDS):
        if battle.window == Window.PROVOKED:
            is_legal = may_be_provoked(battle, frame, hand)
        else:
            is_legal = may_strike_late(battle, actor, frame.actor, hand)
        mask[OFFSET[Verb.STRIKE] + hand] = is_legal


@njit
def mask_skills(battle, actor, mask):
    """The skills that can be called on a hit, or against an effect (QH10)."""
    frame = top_frame(battle)
    for skill in range(SKILLS):
        if battle.window == Window.SKILL:
            is_legal = may_call_skill(battle, frame, skill)
        else:
            is_legal = may_resist(battle.fighters[actor], skill, frame.effect)
        mask[OFFSET[Verb.SKILL] + skill] = is_legal


@njit
def mask_chase(battle, actor, mask):
    """Off the field terrain and giving up; an attack after catching up (H77, H79, HH46)."""
    fighter = battle.fighters[actor]
    if fighter.location == NONE:
        mask[OFFSET[Verb.GIVE_UP]] = True
        mask[OFFSET[Verb.TERRAIN]] = fighter.flees
    else:
        mask_quarry(battle, actor, mask)


@njit
def mask_within_action(battle, actor, mask):
    """The answers within an action (QH5, QH6, QH10 to QH13)."""
    if battle.window == Window.READIED:
        mask_actions(battle, actor, mask, 1 << battle.fighters[actor].readied)
    elif battle.window == Window.GUARDED:
        mask[OFFSET[Verb.SLIP]] = True
    elif battle.window == Window.HOLD:
        mask[OFFSET[Verb.STOP]] = True
        mask[OFFSET[Verb.LET_GO]] = True
    elif battle.window == Window.REROLL:
        mask[OFFSET[Verb.REROLL]] = True
    elif battle.window == Window.DIRECTION:
        for direction in range(DIRECTIONS):
            mask[OFFSET[Verb.DIRECTION] + direction] = may_choose_direction(battle, direction)
    elif battle.window == Window.SKILL or battle.window == Window.RESIST:
        mask_skills(battle, actor, mask)
    else:
        mask_strikes(battle, actor, mask)


# --- Choices of sides with full choices (H27, H84, H95, H107, H117, H139, H178) -------------------


@njit
def mask_aims(battle, mask):
    """Aims of the attack under way; the second weapon may not strike at all (H84, H117)."""
    frame = top_frame(battle)
    mask[OFFSET[Verb.DECLINE]] = is_second(frame)
    for place in range(AIMS):
        mask[OFFSET[Verb.AIM] + place] = may_choose_aim(battle, frame, place + NONE)


@njit
def mask_abilities(battle, actor, mask):
    """The abilities beside the best for an attack, a parry or a block (H178)."""
    fighter = battle.fighters[actor]
    hand = np.int64(fighter.defence_hand)
    if not awaits_ability(battle, actor):
        hand = hand_of_attack(top_frame(battle))
    for ability in ABILITIES:
        is_legal = is_alternative(fighter, hand, ability)
        mask[action_id(Verb.ABILITY, ability, 0)] = is_legal


@njit
def mask_shows(battle, actor, mask):
    """The opponents from whom the fighter may choose not to hide (H95)."""
    for slot in range(battle.max_side):
        enemy = enemy_in_slot(battle, actor, slot)
        if enemy != NOBODY:
            mask[first_id(Verb.SHOW, slot)] = may_show(battle, actor, enemy)


@njit
def mask_details(battle, actor, mask):
    """The choices that only sides with full choices have (H27, H84, H95, H107, H117, H178)."""
    if battle.window == Window.AIM:
        mask_aims(battle, mask)
    elif battle.window == Window.ABILITY:
        mask_abilities(battle, actor, mask)
    elif battle.window == Window.HAND:
        mask[OFFSET[Verb.HAND]] = True
    elif battle.window == Window.BREAK:
        for number in range(1, BREAKS + 1):
            is_legal = may_call_break(battle, top_frame(battle), number)
            mask[action_id(Verb.BREAK, number, 0)] = is_legal
    elif battle.window == Window.HIDE_FROM:
        mask_shows(battle, actor, mask)
    else:
        mask[OFFSET[Verb.DECLINE]] = True


# --- All windows ----------------------------------------------------------------------------------


@njit(shared=True)
def legal_action_mask(battle, mask):
    """Write the mask of the deciding fighter; all False but "wait" when nobody decides."""
    for action in range(len(mask)):
        mask[action] = False
    mask[WAIT] = True
    actor = battle.to_act
    if battle.window == Window.NONE:
        return
    if battle.window == Window.TURN:
        mask_turn(battle, actor, mask)
    elif battle.window == Window.START:
        mask_start(battle, actor, mask)
    elif battle.window == Window.TRIGGER:
        mask_trigger(battle, actor, mask)
    elif battle.window == Window.DEFENCE:
        mask_preroll(battle, actor, mask)
    elif battle.window == Window.DEFEND:
        mask_defend(battle, mask)
    elif battle.window == Window.CHASE:
        mask_chase(battle, actor, mask)
    elif contains(DETAIL_WINDOWS, battle.window):
        mask_details(battle, actor, mask)
    else:
        mask_within_action(battle, actor, mask)
