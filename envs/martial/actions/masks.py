"""Legal actions: the mask of each window.

The masks ask the predicates of the rules and decide nothing themselves.
"""

from __future__ import annotations

from ...core.compiler.compile import njit, unset
from ...core.engine.battle import NOBODY, ally_in_slot, enemy_in_slot, slot_of
from ...core.maps.square_grid import ROWS
from ..enums import (
    Verb,
    Window,
)
from ..rules.attack_roll.hits import may_injure, most_extra
from ..rules.injuries.bodies import num_parts
from ..rules.maneuvers.directions import possible_directions
from ..rules.maneuvers.maneuvers import effective_maneuvers, items_at_risk
from ..rules.positioning.squares import write_free
from ..rules.reactions.parry import may_parry
from ..rules.reactions.reactive_attack import slots_to_strike_back
from ..rules.rounds_and_actions.attacks import next_targets
from ..rules.rounds_and_actions.items import longest_among, usable_slots
from ..rules.rounds_and_actions.legality import has_points, may_drop_prone, may_stop_bleeding
from ..rules.rounds_and_actions.movement import step_directions
from ..rules.rounds_and_actions.riders import may_cleave, may_use_riders, most_power, most_reckless
from ..state import (
    HANDS,
    PACK,
    WEAPON_SLOTS,
)
from ..tables import HEAL_COST, SQUARE
from .table import DIRECTIONS, EXTRA_CHOICES, OFFSET, RECKLESS_CHOICES, WAIT, first_id
from .turn_masks import (
    NUM_MANEUVERS,
    allow,
    mask_attacks,
    mask_items,
    mask_moves,
    mask_simple,
)

# --- The turn (QD1, QD2) --------------------------------------------------------------------------


@njit
def mask_turn(battle, actor, mask):
    """The actions of the turn (QD1)."""
    fighter = battle.fighters[actor]
    if fighter.action_points == 0:  # all else costs some
        mask[OFFSET[Verb.DROP_PRONE]] = may_drop_prone(battle, actor)
        return
    mask_simple(battle, actor, mask)
    free = unset(1, ROWS)[0]
    write_free(battle, actor, free)
    mask_items(battle, actor, mask)
    slots = usable_slots(fighter)
    mask_moves(battle, actor, mask, free, longest_among(fighter, slots) // SQUARE)
    mask_attacks(battle, actor, mask, free, slots)
    if not has_points(fighter, HEAL_COST):
        return
    for slot in range(battle.max_side):
        ally = ally_in_slot(battle, actor, slot)
        if ally != NOBODY:
            mask[first_id(Verb.HEAL, slot)] = may_stop_bleeding(battle, actor, ally)


# --- The other decisions (QD3 to QD10) ------------------------------------------------------------


@njit
def mask_riders(battle, mask):
    """Stamina spent on the coming roll (QD3)."""
    attack = battle.attacks[battle.frame]
    fighter = battle.fighters[attack.attacker]
    reckless_limit = most_reckless(fighter, attack)
    for power in range(most_power(fighter, attack) + 1):
        for reckless in range(reckless_limit + 1):
            if power > 0 or reckless > 0:
                both = power * RECKLESS_CHOICES + reckless
                mask[OFFSET[Verb.RIDERS] + both - 1] = may_use_riders(battle, power, reckless)


@njit
def mask_reactive_attack(battle, actor, mask):
    """Reactive Attacks on the provoker (QD7, RD42)."""
    provoker = battle.provoker
    slot = slot_of(battle, provoker)
    strikes = slots_to_strike_back(battle, actor)
    allow(mask, first_id(Verb.STRIKE, slot), WEAPON_SLOTS, strikes)
    maneuvers = effective_maneuvers(battle, actor, provoker)  # who threatens reaches
    allow(mask, first_id(Verb.MANEUVER, slot), NUM_MANEUVERS, maneuvers)


@njit
def mask_parts(battle, mask):
    """Body parts that the hit can injure (QD4)."""
    target = battle.attacks[battle.frame].target
    for part in range(num_parts(battle.fighters[target])):
        mask[OFFSET[Verb.PART] + part] = may_injure(battle, part)


@njit
def mask_cleave(battle, actor, mask):
    """Opponents whom a Cleave can strike (QD5)."""
    for slot in range(battle.max_side):
        target = enemy_in_slot(battle, actor, slot)
        if target != NOBODY:
            mask[first_id(Verb.CLEAVE, slot)] = may_cleave(battle, target)


@njit
def mask_directions(battle, mask):
    """Directions in which a maneuver can move its target (QD8)."""
    attack = battle.attacks[battle.frame]
    legal = possible_directions(battle, attack.attacker, attack.target, attack.maneuver)
    allow(mask, OFFSET[Verb.DIRECTION], DIRECTIONS, legal)


@njit
def mask_items_at_risk(battle, mask):
    """Items that a Disarm, Sunder or Steal can affect (RD17)."""
    attack = battle.attacks[battle.frame]
    items = items_at_risk(battle.fighters[attack.target], attack.maneuver)
    allow(mask, OFFSET[Verb.ITEM], HANDS + PACK, items)


@njit
def mask_maneuver(battle, mask):
    """The decisions about the effect of a maneuver (QD8)."""
    if battle.window == Window.DIRECTION:
        mask_directions(battle, mask)
    elif battle.window == Window.ITEM:
        mask_items_at_risk(battle, mask)


@njit
def mask_next_targets(battle, actor, mask):
    """Enemies whom the next weapon or missile can attack (D72, D79)."""
    attack = battle.attacks[battle.frame]
    targets = next_targets(battle, attack, attack.slot)
    for slot in range(battle.max_side):
        target = enemy_in_slot(battle, actor, slot)
        if target != NOBODY:
            mask[first_id(Verb.NEXT, slot)] = (targets >> target) & 1 == 1


@njit
def mask_answer(battle, actor, mask):
    """The decisions within an attack (QD3 to QD8, D72, D79)."""
    if battle.window == Window.RIDERS:
        mask_riders(battle, mask)
    elif battle.window == Window.PARRY:
        for hand in range(HANDS):
            mask[OFFSET[Verb.PARRY] + hand] = may_parry(battle, hand)
    elif battle.window == Window.PART:
        mask_parts(battle, mask)
    elif battle.window == Window.EXTRA:
        for extra in range(min(EXTRA_CHOICES, most_extra(battle))):
            mask[OFFSET[Verb.EXTRA] + extra] = True
    elif battle.window == Window.CLEAVE:
        mask_cleave(battle, actor, mask)
    elif battle.window == Window.NEXT_TARGET:
        mask_next_targets(battle, actor, mask)
    else:
        mask_maneuver(battle, mask)


@njit(shared=True)
def legal_action_mask(battle, mask):
    """Write the mask of the deciding fighter; only "wait" is legal when nobody decides."""
    for action in range(len(mask)):
        mask[action] = False
    mask[WAIT] = True
    actor = battle.to_act
    if battle.window == Window.TURN:
        mask_turn(battle, actor, mask)
    elif battle.window == Window.REACTIVE_ATTACK:
        mask_reactive_attack(battle, actor, mask)
    elif battle.window == Window.HIDE:
        mask[OFFSET[Verb.HIDE]] = True
    elif battle.window == Window.STEP:
        sides = step_directions(battle, actor, battle.steps_left)
        allow(mask, OFFSET[Verb.STEP], DIRECTIONS, sides)
    elif battle.window != Window.NONE:
        mask_answer(battle, actor, mask)
