"""Which actions are legal, clause by clause (P7, P15, P18, P20, QP1 to QP5, QP10, QP11).

Each clause has its own mask, and none asks what was chosen for another. The ids are those of
table.py, the clauses those of clauses.py; rules/declare.py says what is legal now,
rules/conditional_legality.py what is later. The masks of details are in details.py.
"""

from __future__ import annotations

import numpy as np

from ...core.compiler.bits import contains
from ...core.compiler.compile import njit
from ...core.engine.battle import MAX_FIGHTERS, NOBODY, ally_in_slot, enemy_in_slot
from ..enums import (
    Act,
    Condition,
    Description,
    Verb,
    Window,
)
from ..rules.bodies import is_able
from ..rules.conditional_legality import (
    may_prepare_later,
    own_verbs_later,
    verbs_at_later,
    verbs_for_later,
)
from ..rules.conditions import is_ally_down
from ..rules.declare import (
    has_several_enemies,
    lost_actions,
    may_name,
    may_prepare_now,
    may_step_now,
    may_work_door_now,
    own_verbs_now,
    verbs_at_now,
    verbs_for_now,
)
from ..rules.help_legality import menders_of
from ..rules.sight import can_perceive, may_lose_sight
from ..rules.standing import minds_opportunities, minds_terror
from ..rules.targets import allies_alive, has_other_ward, is_known_caster, needs_mend
from ..rules.verbs import MEND
from ..tables import MEND_HEALS, PHASES, SPELL_NAMES
from .clauses import IS_DETAIL, WINDOW, order_clause
from .details import detail_mask, is_detail_open, knows_a_caster
from .marks import allow, allow_described, clear
from .table import (
    ACTS,
    DIRECTIONS,
    END_IF,
    FIRST_DESCRIBED,
    FIRST_IF,
    IN_SLOT_HELP,
    IN_SLOT_IF,
    IS_ANOTHER,
    IS_AT_BAY,
    IS_CONDITION,
    IS_DIRECTIVE,
    IS_OPENING,
    IS_STANDING,
    IS_STEP,
    NUM_ALONE,
    NUM_AT_ENEMIES,
    NUM_FOR_ALLIES,
    NUM_HELP_ENEMIES,
    WAIT,
    action_id,
    argument_of,
    condition_of,
    num_actions,
    slot_action,
    standing_action,
)

ACTIONS_OF = {
    Window.FIRST: IS_DIRECTIVE,
    Window.CONDITION: IS_CONDITION,
    Window.THEN: IS_DIRECTIVE,
    Window.ELSE: IS_DIRECTIVE,
    Window.STANDING: IS_STANDING,
    Window.SECOND_TARGET: IS_ANOTHER,
    Window.THIRD_TARGET: IS_ANOTHER,
    Window.OPENINGS: IS_OPENING,
    Window.AT_BAY: IS_AT_BAY,
    Window.STEP: IS_STEP,
}
CLAUSES = tuple(ACTIONS_OF[Window(window)] for window in WINDOW)
"""`[I]` The actions of each clause, by its number."""

# --- Masks ----------------------------------------------------------------------------------------


@njit
def mask_enemies_now(battle, actor, own, mask):
    """Directives at enemies: by name, and by every description that one in sight fits (P7, P18).

    With one enemy all descriptions but the book's own pattern (P10) would only be other names.
    """
    at_seen, at_casters = 0, 0
    for slot in range(battle.max_side):
        enemy = enemy_in_slot(battle, actor, slot)
        verbs = own & verbs_at_now(battle, actor, enemy)
        if verbs == 0:
            continue
        allow(mask, slot_action(slot, 0), NUM_AT_ENEMIES, verbs)
        allow(mask, slot_action(slot, IN_SLOT_HELP), NUM_HELP_ENEMIES, verbs)
        if is_able(battle.fighters[enemy]) and can_perceive(battle, actor, enemy):
            at_seen |= verbs
            if is_known_caster(battle, actor, enemy):
                at_casters |= verbs
    allow_described(mask, Description.CLOSEST, at_seen)
    if has_several_enemies(battle, actor):
        allow_described(mask, Description.MOST_WOUNDED, at_seen)
        allow_described(mask, Description.BIGGEST_THREAT, at_seen)
        allow_described(mask, Description.CASTER, at_casters)
        if has_other_ward(battle, actor):
            allow_described(mask, Description.WARDS_ATTACKER, at_seen)


@njit
def mask_enemies_later(battle, actor, own, mask):
    """Directives at enemies: by name, and by every description that could ever fit (P18, P20)."""
    for slot in range(battle.max_side):
        enemy = enemy_in_slot(battle, actor, slot)
        verbs = own & verbs_at_later(battle, actor, enemy)
        allow(mask, slot_action(slot, 0), NUM_AT_ENEMIES, verbs)
        allow(mask, slot_action(slot, IN_SLOT_HELP), NUM_HELP_ENEMIES, verbs)
    allow_described(mask, Description.CLOSEST, own)
    if has_several_enemies(battle, actor):
        allow_described(mask, Description.MOST_WOUNDED, own)
        allow_described(mask, Description.BIGGEST_THREAT, own)
        if knows_a_caster(battle, actor):
            allow_described(mask, Description.CASTER, own)
        if allies_alive(battle, actor) > 0:
            allow_described(mask, Description.WARDS_ATTACKER, own)


@njit
def mask_allies(battle, actor, own, now, mask):
    """Directives for allies, by name and, with several, for the most wounded (P68, P81, P82)."""
    for_any = 0
    for slot in range(battle.max_side):
        ally = ally_in_slot(battle, actor, slot)
        if ally == NOBODY:
            continue
        theirs = verbs_for_now(battle, actor, ally) if now else verbs_for_later(battle, actor, ally)
        verbs = own & theirs
        allow(mask, slot_action(slot, NUM_AT_ENEMIES), NUM_FOR_ALLIES, verbs)
        if now and not needs_mend(battle, actor, ally):  # such is never meant
            verbs = verbs & ~MEND
        for_any |= verbs
    if allies_alive(battle, actor) > 1:
        start = FIRST_DESCRIBED[Description.MOST_WOUNDED_ALLY - MAX_FIGHTERS]
        allow(mask, start, NUM_FOR_ALLIES, for_any)


@njit
def mask_own(battle, actor, own, now, mask):
    """Directives about nobody else: plain ones, spells to prepare, steps (P14, P74)."""
    fighter = battle.fighters[actor]
    allow(mask, WAIT + 1, NUM_ALONE - 1, own)
    for spell in range(len(SPELL_NAMES)):
        is_open = may_prepare_now(fighter, spell) if now else may_prepare_later(fighter, spell)
        mask[action_id(Verb.PREPARE, spell, 0)] = contains(own, Verb.PREPARE) and is_open
    for side in range(DIRECTIONS):
        is_open = may_step_now(battle, actor, side) if now else True
        mask[action_id(Verb.MOVE_STRAIGHT, side, 0)] = contains(own, Verb.MOVE_STRAIGHT) and is_open
        if contains(own, Verb.OPEN_DOOR):
            for verb in (Verb.OPEN_DOOR, Verb.CLOSE_DOOR):
                is_open = may_work_door_now(battle, actor, verb, side) if now else True
                mask[action_id(verb, side, 0)] = is_open


@njit
def first_mask(battle, actor, mask):
    """Write the mask of the first action, on current knowledge (P7)."""
    clear(mask)
    own = own_verbs_now(battle, actor)
    if own == 0:
        return
    mask_own(battle, actor, own, True, mask)
    mask_enemies_now(battle, actor, own, mask)
    mask_allies(battle, actor, own, True, mask)


@njit
def later_mask(battle, actor, mask):
    """Write the mask of THEN and of ELSE: all that the fighter could do (P15, P20, QP4)."""
    clear(mask)
    own = own_verbs_later(battle, actor)
    if own == 0:
        return
    mask_own(battle, actor, own, False, mask)
    mask_enemies_later(battle, actor, own, mask)
    mask_allies(battle, actor, own, False, mask)


@njit
def may_be_asked(battle, actor, condition, argument):
    """Whether a condition about nobody in particular is open: both answers can come (RP16).

    A Mend may come first, and an ally who is down may be out of sight later.
    """
    fighter = battle.fighters[actor]
    if condition == Condition.WOUNDED:
        least = fighter.wounds - MEND_HEALS * menders_of(battle, actor)
        return least < argument <= fighter.max_wounds
    if condition == Condition.ALLY_DOWN:
        if is_ally_down(battle, actor):
            return may_lose_sight(battle)
        return allies_alive(battle, actor) > 0
    return True


@njit
def condition_mask(battle, actor, mask):
    """Write the mask of IF: about enemies able to act whom the fighter knows of (P9, RP16)."""
    clear(mask)
    if lost_actions(battle.fighters[actor]) == PHASES:
        return
    for action in range(FIRST_IF, END_IF):
        mask[action] = may_be_asked(battle, actor, condition_of(action), argument_of(action))
    for slot in range(battle.max_side):
        enemy = enemy_in_slot(battle, actor, slot)
        if may_name(battle, actor, enemy) and is_able(battle.fighters[enemy]):
            for action in range(slot_action(slot, IN_SLOT_IF), slot_action(slot, IN_SLOT_HELP)):
                mask[action] = True


@njit
def standing_mask(battle, actor, mask):
    """Write the mask of the standing choices, where they matter (QP10, QP11)."""
    clear(mask)
    if not is_able(battle.fighters[actor]):
        return
    hides, fears = minds_opportunities(battle, actor), minds_terror(battle, actor)
    mask[standing_action(True, False)] = hides
    mask[standing_action(False, True)] = fears
    mask[standing_action(True, True)] = hides and fears


# --- Whole orders ---------------------------------------------------------------------------------


def order_choices(max_side: int) -> tuple[np.ndarray, ...]:
    """The actions of each clause of an order, the passing one first (QP1 to QP5)."""
    length = num_actions(max_side)
    return tuple(np.flatnonzero(belongs[:length]) for belongs in CLAUSES)


@njit(shared=True)
def order_mask(battle, fighter, clause, mask):
    """Write the mask of one clause of a fighter's order, whatever the others say; FIRST is 0."""
    window = WINDOW[clause]
    if battle.over:
        clear(mask)
    elif window == Window.FIRST:
        first_mask(battle, fighter, mask)
    elif window == Window.CONDITION:
        condition_mask(battle, fighter, mask)
    elif window == Window.THEN or window == Window.ELSE:
        later_mask(battle, fighter, mask)
    elif window == Window.STANDING:
        standing_mask(battle, fighter, mask)
    else:
        detail_mask(battle, fighter, clause, mask)


@njit(shared=True)
def legal_action_mask(battle, mask):
    """Write the mask of the deciding fighter; all False but "wait" when nobody decides."""
    if battle.to_act == NOBODY or battle.window == Window.NONE:
        clear(mask)
    else:
        order_mask(battle, battle.to_act, order_clause(battle), mask)


# --- Is there a choice at all? --------------------------------------------------------------------


@njit
def hides_or_will(battle, actor):
    """Whether the fighter may be in hiding, or has ordered to skulk (P53, QP11)."""
    if battle.fighters[actor].hides_from != 0:
        return True
    for verb in battle.orders[actor].verb:
        if verb >= 0 and ACTS[verb] == Act.SKULK:
            return True
    return False


@njit
def needs_standing(battle, actor):
    """Whether a standing choice can matter, with what is written already (QP10, QP11)."""
    if not is_able(battle.fighters[actor]):
        return False
    if minds_terror(battle, actor):
        return True
    return hides_or_will(battle, actor) and minds_opportunities(battle, actor)


@njit
def has_choice(battle, actor, clause):
    """Whether a fighter can write anything into a clause but to pass: else it is not asked for.

    A fighter who keeps the action that the clause is about may Fall Back, even if all else is void.
    """
    window = WINDOW[clause]
    if IS_DETAIL[window]:
        return is_detail_open(battle, actor, clause)
    if window == Window.FIRST:
        return lost_actions(battle.fighters[actor]) == 0
    if window == Window.STANDING:
        return needs_standing(battle, actor)
    return lost_actions(battle.fighters[actor]) < PHASES
