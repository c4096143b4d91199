"""Which actions are legal: the mask of every window (QW1 to QW12)."""

from __future__ import annotations

import numpy as np

from ...core.compiler.bits import contains
from ...core.compiler.compile import njit
from ...core.engine.action_table import Target
from ...core.engine.battle import NOBODY, ally_in_slot, enemy_in_slot, has_full_choices
from ...core.maps.hex_grid import HEX_SIDES
from ..enums import (
    WINDOWS_WITHIN_ACTION,
    Act,
    Role,
    Verb,
    Window,
)
from ..navigation.path_cursor import goer_of
from ..rules.combat_sequence.action_stack import top_frame
from ..rules.combat_sequence.legality import target_of
from ..rules.combat_sequence.manners import manners_of
from ..rules.common_actions.readied import may_use_readied
from ..rules.flanking.flanking import may_ignore
from ..rules.grappling.clings import most_hindered
from ..rules.grappling.interpose import can_put_before
from ..rules.health.bodies import can_act
from ..rules.movement.steps import sides_to_step
from ..rules.offensive_actions.rebuffs import may_rebuff
from ..rules.positioning_actions.pushes import push_sides
from ..state import (
    WEAPON_SLOTS,
)
from .table import (
    ACTS,
    ARGUMENTS,
    FIRST_ARGUMENT,
    OFFSET,
    TARGETS,
    TURN_VERBS,
    WAIT,
)
from .turn_masks import allow, mask_choices, mask_commands, mask_ignoring

# --- A turn, an interrupt (QW1, QW2, QW5, QW10 to QW12) -------------------------------------------


@njit
def mask_turn(battle, actor, mask):
    """The next action, way or free choice of one's own turn (QW1, QW5, QW10, QW12)."""
    mask_choices(battle, actor, mask, Role.TURN)
    if can_act(battle.fighters[actor]):
        mask_ignoring(battle, actor, mask)
        mask_commands(battle, actor, mask)


@njit
def mask_interrupt(battle, actor, mask):
    """The choices out of turn, and passing for the whole turn (QW2, RW14)."""
    mask[OFFSET[Verb.PASS]] = True
    mask_choices(battle, actor, mask, Role.INTERRUPT)


# --- Reactions (QW4, QW5) -------------------------------------------------------------------------


@njit
def mask_rebuff(battle, actor, mask):
    """The weapons for a Rebuff (W74, RW28)."""
    mover = goer_of(top_frame(battle))
    for weapon in range(WEAPON_SLOTS):
        allow(mask, Verb.REBUFF, weapon, 0, may_rebuff(battle, actor, mover, weapon))


@njit
def mask_readied(battle, actor, mask):
    """The readied action, against or for whom it is possible (W80, RW38)."""
    readied = battle.fighters[actor].readied
    for place in range(len(TURN_VERBS)):
        verb = TURN_VERBS[place]
        if ACTS[verb] != readied:
            continue
        first = FIRST_ARGUMENT[verb]
        names_fighter = TARGETS[verb] != Target.NONE
        for slot in range(battle.max_side if names_fighter else 1):
            target = target_of(battle, actor, verb, slot)
            if names_fighter and target == NOBODY:
                continue
            for argument in range(first, first + ARGUMENTS[verb]):
                is_legal = may_use_readied(battle, actor, verb, argument, target)
                allow(mask, verb, argument, slot, is_legal)


@njit
def mask_others(battle, actor, mask):
    """The fighters to put before the blow, or to ignore (W34, W91, QW5)."""
    for slot in range(battle.max_side):
        enemy = enemy_in_slot(battle, actor, slot)
        if enemy == NOBODY:
            continue
        if battle.window == Window.INTERPOSE:
            allow(mask, Verb.INTERPOSE, 0, slot, can_put_before(battle, actor, enemy))
        else:
            allow(mask, Verb.IGNORE, 0, slot, may_ignore(battle, actor, enemy))
    if battle.window == Window.INTERPOSE and has_full_choices(battle, actor):
        for slot in range(battle.max_side):
            ally = ally_in_slot(battle, actor, slot)
            if ally != NOBODY:
                allow(mask, Verb.INTERPOSE_ALLY, 0, slot, can_put_before(battle, actor, ally))


@njit
def mask_reaction(battle, actor, mask):
    """Reactions (QW4, QW5)."""
    if battle.window == Window.REBUFF:
        mask_rebuff(battle, actor, mask)
    elif battle.window == Window.HARRY:
        mask[OFFSET[Verb.HARRY]] = True
    elif battle.window == Window.CLING:
        mask[OFFSET[Verb.CLING]] = True
    elif battle.window == Window.READIED:
        mask_readied(battle, actor, mask)
    else:
        mask_others(battle, actor, mask)


# --- Within an action (QW6 to QW9) ----------------------------------------------------------------


@njit
def allow_all(mask, verb, count):
    """Allow the first `count` arguments of a verb without a slot."""
    for place in range(count):
        mask[OFFSET[verb] + place] = True


@njit
def mask_push(battle, mask):
    """The sides to push towards (W96, QW9)."""
    sides = push_sides(battle, top_frame(battle))
    for side in range(HEX_SIDES):
        mask[OFFSET[Verb.PUSH] + side] = (sides >> side) & 1 == 1


@njit
def mask_step(battle, mask):
    """The sides of the next yard; waiting stops the walk, or begins it (W65)."""
    sides = sides_to_step(battle, top_frame(battle))
    for side in range(HEX_SIDES):
        mask[OFFSET[Verb.STEP] + side] = (sides >> side) & 1 == 1


@njit
def mask_manner(battle, mask):
    """The weapon slots, mounts or sides of the declared action (W83, W86, W88, W94)."""
    frame = top_frame(battle)
    ways = manners_of(battle, frame)
    if frame.act == Act.MOUNT:
        for slot in range(battle.max_side):
            ally = ally_in_slot(battle, frame.actor, slot)
            if ally != NOBODY:
                allow(mask, Verb.RIDE, 0, slot, (ways >> ally) & 1 == 1)
        return
    verb = np.int64(Verb.SIDE if frame.act == Act.DISMOUNT else Verb.WITH)
    for way in range(ARGUMENTS[verb]):
        mask[OFFSET[verb] + way] = (ways >> way) & 1 == 1


@njit
def mask_answer(battle, mask):
    """The decisions within an action; waiting leaves it as it is (QW6 to QW9)."""
    frame = top_frame(battle)
    if battle.window == Window.SPLIT:
        allow_all(mask, Verb.SPLIT, 1 + most_hindered(frame))
    elif battle.window == Window.DEFENCE:
        allow_all(mask, Verb.DEFENCE, ARGUMENTS[Verb.DEFENCE])
    elif battle.window == Window.DISARMED:
        mask[OFFSET[Verb.PARRY]] = True
    elif battle.window == Window.LEVEL:
        allow_all(mask, Verb.LEVEL, frame.level - 1)
    elif battle.window == Window.KNOCK_OUT:
        allow_all(mask, Verb.MERCY, ARGUMENTS[Verb.MERCY])
    elif battle.window == Window.DIRECTION:
        mask_push(battle, mask)
    elif battle.window == Window.DISTANCE:
        allow_all(mask, Verb.YARDS, frame.yards - 1)
    elif battle.window == Window.STEP:
        mask_step(battle, mask)
    elif battle.window == Window.MANNER:
        mask_manner(battle, mask)


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
    elif battle.window == Window.INTERRUPT:
        mask_interrupt(battle, actor, mask)
    elif battle.window == Window.LONG:
        mask[OFFSET[Verb.GIVE_UP]] = True
    elif contains(WINDOWS_WITHIN_ACTION, battle.window):
        mask_answer(battle, mask)
    else:
        mask_reaction(battle, actor, mask)
